"""Declaration: the dialect, its choices, and the cases on which each shows, held against the reference asked anew."""

from collections import Counter

import pytest
from msgspec import structs

import nerconform as nc
from nerconform.asking.question import Form
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import scheme_of
from nerconform.reporting import run_view as view
from nerconform.reporting.report_writers import render
from nerconform.results.run import DeclaredChoice, Effect, ImplementationRun, Run
from nerconform.results.values import decode, encode
from nerconform.suite.cases import Case, CaseKind, load_suite

ORPHAN = "decode.lenient-orphan-run"
"""Gold is one span, which `lenient` finds in the prediction and `discard` does not."""


def of(name: str, *cases: str, dialect: str | None = None) -> ImplementationRun:
    (found,) = nc.check(name, cases=cases, dialect=dialect).implementations
    return found


def departure(run: ImplementationRun, axis: str) -> DeclaredChoice:
    (found,) = (one for one in run.departures if one.axis == axis)
    return found


@pytest.mark.parametrize("name", ["semeval", "conlleval"])
def test_the_standard_reading_departs_in_nothing(name: str) -> None:
    run = of(f"reference:{name}", ORPHAN)
    assert (run.dialect, run.departures) == (name, ())
    assert view.declared_lines(run) == [f"Held to the dialect {name}. That is the standard reading."]


@pytest.mark.parametrize(
    ("dialect", "standard"), [("seqeval-strict", "conlleval"), ("nervaluate-1", "semeval"), ("semeval-jar", "semeval")]
)
def test_the_standard_reading_aligns_where_the_dialect_does(dialect: str, standard: str) -> None:
    assert of(f"reference:{dialect}", ORPHAN).standard == standard


def test_what_discards_a_span_that_is_right_lowers_the_score() -> None:
    policy = departure(of("reference:seqeval-strict", ORPHAN), "policy")
    assert (policy.option, policy.standard, policy.clause) == ("discard", "lenient", "DEC-4")
    assert (policy.cases, policy.refused, policy.effect) == (1, 0, Effect.LOWER)


def test_a_refusal_is_counted_and_has_no_direction() -> None:
    policy = departure(of("reference:conlleval,policy:refuse", ORPHAN), "policy")
    assert (policy.cases, policy.refused, policy.effect) == (1, 1, Effect.NONE)


def test_a_case_that_imposes_the_choice_does_not_show_it() -> None:
    imposing = [case.id for case in load_suite().cases if "zero" in case.question.choices]
    zero = departure(of("reference:conlleval,zero:P1,R1", *imposing), "zero")
    assert imposing
    assert (zero.cases, zero.effect) == (0, Effect.NONE)


def numbers(case: Case, dialect: Dialect) -> object:
    """Return every number that a case asks for, and strict micro F1; `None` where the input is refused."""
    found: dict[str, object] = {}
    try:
        evaluation = nc.evaluate(case.question.gold, case.question.pred, str(dialect))
    except nc.NerconformError:
        return None
    for measure in {*map(str, case.question.measures), "strict.micro.f1"}:
        try:
            found[measure] = evaluation.value(measure)
        except nc.NerconformError:
            found[measure] = "missing"
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param("hipe", marks=pytest.mark.long), "semeval-jar"])
def test_the_counts_are_those_of_the_reference_asked_one_by_one(name: str) -> None:
    shows: Counter[str] = Counter()
    run = of(f"reference:{name}", "mat.*", "cnt.*", "sco.*")
    for case in load_suite().cases:
        question, standard = case.question, NAMED["semeval"]
        if case.id.partition(".")[0] not in {"mat", "cnt", "sco"} or case.kind is CaseKind.CONTRACT:
            continue
        if (
            question.form not in {Form.TAGS, Form.SPANS}
            or NAMED[name].policy.points.get(scheme_of(question.scheme)) is None
        ):
            continue
        own = NAMED[name].set(**{"scheme": question.scheme, **question.choices})
        for one in run.departures:
            if one.axis in question.choices:
                continue
            other = own.set(**{one.axis: standard.option(one.axis)})
            shows[one.axis] += numbers(case, own) != numbers(case, other)
    assert {one.axis: one.cases for one in run.departures} == {one.axis: shows[one.axis] for one in run.departures}
    assert any(shows.values())


def test_every_report_says_the_same_of_a_declaration() -> None:
    run = nc.check("reference:seqeval-strict", cases=ORPHAN)
    words = [
        "Held to the dialect seqeval-strict. By declaration it departs from the standard reading, conlleval",
        "policy:discard, not lenient:",
        "Shows on 1 golden case and lowers strict micro F1.",
    ]
    for form in ("text", "markdown", "html"):
        text = " ".join(render(run, form).split())
        assert all(part in text for part in words), form
    assert decode(encode(run), Run, "stored") == run


def test_a_run_that_says_no_dialect_shows_none() -> None:
    run = structs.replace(of("reference:seqeval", ORPHAN), dialect="", departures=())
    assert view.declared_lines(run) == []
