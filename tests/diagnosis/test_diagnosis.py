"""Diagnosis: the tiny bad metrics are each named by a change that gives their wrong answers and keeps the right."""

from collections.abc import Sequence

import pytest
from sklearn.metrics import f1_score

import nerconform as nc
from nerconform.diagnosis.metric import diagnose
from nerconform.products.check.suite_run import prepared
from nerconform.results.run import Diagnosis, Level, Result, Verdict
from nerconform.suite.case_runs import check_one, retagged
from nerconform.suite.cases import Case, load_suite
from nerconform.suite.known import load_known
from tests import miniatures
from tests.miniatures import Tags

CASES = [case for case in load_suite().cases if case.id.startswith(("mat.", "scheme.iob2.", "cnt."))]
UNKNOWN = [case for case in load_suite().cases if case.id.startswith("unknown.")]


def macro_of_tokens(gold: Tags, pred: Tags) -> float:
    """Return what scikit-learn's macro F1 gives on all tags, as many a notebook has it."""
    flat = [[tag for unit in side for tag in unit] for side in (gold, pred)]
    return float(f1_score(*flat, average="macro")) if flat[0] else 0.0


def found(function: object, only: str = "", among: str = "", every: Sequence[Case] = CASES) -> tuple[Diagnosis, ...]:
    said = {"refusals": ["*"]}
    (metric,) = prepared([function], dialect="conlleval", calling=said).implementations  # type: ignore[list-item]
    cases = [retagged(case, metric) for case in every if case.id.startswith(among)]
    asked = [case for case in cases if case.id.startswith(only)]
    witnesses = [case for case in cases if case not in asked]
    return diagnose(metric, asked, check_one(metric, asked, load_known()).results, witnesses)


def ids(one: Diagnosis) -> tuple[str, ...]:
    return tuple(cause.id for cause in one.causes)


@pytest.mark.parametrize(
    ("function", "cause"),
    [
        pytest.param(miniatures.ignores_type, "ignores-type", marks=pytest.mark.long),
        pytest.param(miniatures.loses_last_entity, "entity-at-end-lost", marks=pytest.mark.long),
        pytest.param(miniatures.averages_types, "micro-is-macro", marks=pytest.mark.long),
        (macro_of_tokens, "tokens-with-outside-macro"),
    ],
)
def test_a_bad_metric_is_named(function: object, cause: str) -> None:
    first = found(function)[0]
    assert ids(first) == (cause,)
    assert Level.LEGAL_DATA in first.levels
    assert first.explained > first.wrong / 2
    assert len(first.cases) == first.explained


def test_a_cause_is_found_where_few_cases_are_asked_and_all_others_are_witnesses() -> None:
    """Among the others are inputs for which a contract asks, with tags on one side and spans on the other."""
    (one,) = nc.check(miniatures.loses_last_entity, cases=["decode.last-span", "mat.*"]).implementations[0].diagnosis
    assert ids(one) == ("entity-at-end-lost",)


def ignores_type_and_loses_last_entity(gold: Tags, pred: Tags) -> object:
    one, other = ([["O" if tag == "O" else f"{tag[:2]}X" for tag in unit] for unit in side] for side in (gold, pred))
    return miniatures.loses_last_entity(one, other)


@pytest.mark.long
def test_two_mistakes_are_named_together() -> None:
    (one,) = found(ignores_type_and_loses_last_entity, among="cnt.")
    assert {*ids(one)} == {"ignores-type", "entity-at-end-lost"}
    assert one.explained == one.wrong > 10


def ignores_type_but_of_places(gold: Tags, pred: Tags) -> object:
    places = any(tag.endswith("LOC") for side in (gold, pred) for unit in side for tag in unit)
    return (miniatures.sound if places else miniatures.ignores_type)(gold, pred)


def test_a_right_answer_to_legal_data_refutes_what_explains_the_wrong_ones() -> None:
    (one,) = found(ignores_type_but_of_places, among="mat.s")
    assert (one.levels, one.causes) == ((Level.LEGAL_DATA,), ())


def guesses_on_bad_input(gold: Tags, pred: Tags) -> object:
    bad = any(tag[:1] not in "OBI" for side in (gold, pred) for unit in side for tag in unit)
    return {"f1": 0.37} if bad else miniatures.sound(gold, pred)


@pytest.mark.parametrize(
    ("function", "cause"), [(miniatures.sound, "unknown:single"), (guesses_on_bad_input, "answers-bad-input")]
)
def test_a_metric_that_is_wrong_on_bad_input_alone_is_told_what_it_makes_of_it(function: object, cause: str) -> None:
    (one,) = found(function)
    assert (one.levels, ids(one), one.explained) == ((Level.BAD_INPUT,), (cause,), one.wrong)


def test_a_reading_of_most_bad_input_is_named_for_it() -> None:
    """`sound` reads a tag with an unknown prefix as an entity of one token, unless an I goes on with it."""
    (one,) = found(miniatures.sound, every=UNKNOWN)
    assert (one.levels, ids(one), one.explained, one.wrong) == ((Level.BAD_INPUT,), ("unknown:single",), 6, 8)


def raises_on_two_sentences(gold: Tags, pred: Tags) -> object:
    if len(gold) > 1:
        message = "one sentence only"
        raise ValueError(message)
    return miniatures.ignores_type(gold, pred)


def raises_on_no_sentence(gold: Tags, pred: Tags) -> object:
    return miniatures.ignores_type(gold, pred) if len(gold[0]) else 0


@pytest.mark.long
def test_an_exception_is_named_if_most_wrong_answers_are_one() -> None:
    first = found(raises_on_two_sentences)[0]
    (cause,) = first.causes
    assert cause.id == "raises-an-exception"
    assert cause.title == "It raises ValueError instead of returning a score: one sentence only"
    assert first.explained == 0
    sentences = {case.id: len(case.question.gold) for case in CASES}  # type: ignore[arg-type]
    assert all(sentences[name] > 1 for name in first.cases)  # those that are wrong by a number keep out
    assert first.wrong / 2 < len(first.cases) < first.wrong


@pytest.mark.long
def test_a_few_exceptions_are_not_named_for_the_others() -> None:
    assert "raises-an-exception" not in ids(found(raises_on_no_sentence)[0])


def test_a_cause_that_fails_elsewhere_explains_nothing() -> None:
    (one,) = found(miniatures.ignores_type, "mat.exact.wrong-type")  # to lose the first entity gives 1 there, too
    assert (ids(one), one.explained, one.wrong) == (("ignores-type",), 1, 1)


def test_a_metric_that_is_right_needs_no_explanation() -> None:
    (reference,) = prepared(["reference:conlleval"]).implementations
    results = check_one(reference, CASES[:50], load_known()).results
    assert diagnose(reference, CASES[:50], results, CASES[50:]) == ()


def test_of_a_metric_that_keeps_answers_only_the_wrong_answers_to_bad_input_are_told_beside_that() -> None:
    calls: list[Tags] = []

    def fades(gold: Tags, _pred: Tags) -> float:
        calls.append(gold)
        return 1 / len(calls)

    (metric,) = prepared([fades], dialect="conlleval").implementations
    legal = next(case for case in CASES if case.level is Level.LEGAL_DATA)
    cases = [legal, *UNKNOWN[:2]]
    verdicts = (Verdict.FAIL, Verdict.PASS, Verdict.FAIL)
    results = [Result(case.id, "", (), case.level, one) for case, one in zip(cases, verdicts, strict=True)]
    kept, bad = diagnose(metric, cases, results)
    assert (kept.levels, ids(kept), kept.cases) == ((Level.LEGAL_DATA,), ("unsteady",), (legal.id,))
    assert (bad.levels, bad.wrong, bad.cases) == ((Level.BAD_INPUT,), 1, (UNKNOWN[1].id,))
