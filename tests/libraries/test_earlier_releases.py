"""What earlier releases are declared to take and to answer; none of them need be installed for that."""

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask, Part, Question
from nerconform.libraries.nervaluate.adapter import NervaluateZero
from nerconform.libraries.registry import NotInstalled, resolve
from nerconform.libraries.seqeval.adapter import Seqeval
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from tests.libraries.asking_libraries import tags

UNIT = tags(["B-A O"], ["B-A O"])


def default(version: str) -> Seqeval:
    return Seqeval("default", version)


def declared(seqeval: Seqeval, question: Question = UNIT) -> Dialect:
    dialect = seqeval.dialect(question)
    assert isinstance(dialect, Dialect)
    return dialect


def reason(seqeval: Seqeval, question: Question) -> str:
    dialect = seqeval.dialect(question)
    assert isinstance(dialect, Unsupported)
    return dialect.reason


def answered(seqeval: Seqeval, by: Ask = Ask.SCORES) -> set[str]:
    texts = ("micro.f1", "macro.f1", "weighted.f1", "type{A}.f1", "micro.pos", "micro.f2")
    question = tags(["B-A"], ["B-A"], by=by)
    return {text for text in texts if seqeval.answers(Measure.parse(f"strict.{text}"), question)}


@pytest.mark.parametrize(
    ("version", "scores", "printed"),
    [
        ("0.0.2", "micro.f1", "weighted.f1 type{A}.f1"),
        ("0.0.10", "micro.f1", "micro.f1 macro.f1 type{A}.f1 micro.pos"),
        ("0.0.15", "micro.f1", "micro.f1 macro.f1 weighted.f1 type{A}.f1 micro.pos"),
        ("0.0.19", "micro.f1 macro.f1 weighted.f1 type{A}.f1 micro.pos", None),
        ("1.1.1", "micro.f1 macro.f1 weighted.f1 type{A}.f1 micro.pos", None),
        ("1.2.0", "micro.f1 macro.f1 weighted.f1 type{A}.f1 micro.pos micro.f2", None),
    ],
)
def test_what_is_answered_by_scores_and_by_the_report(version: str, scores: str, printed: str | None) -> None:
    assert answered(default(version)) == set(scores.split())
    if printed is not None:
        assert answered(default(version), Ask.REPORT) - {"type{A}.pos"} == set(printed.split())


def test_rows_are_printed_before_they_are_returned() -> None:
    report = tags(["B-A"], ["B-A"], by=Ask.REPORT)
    assert not default("0.0.18").holds(Part.ROWS, UNIT)
    assert default("0.0.18").holds(Part.ROWS, report)
    assert default("0.0.18").holds(Part.SPANS, UNIT)
    assert default("0.0.19").holds(Part.ROWS, UNIT)


def test_the_first_release_takes_one_flat_list() -> None:
    many = tags(["B-A", "O"], ["B-A", "O"])
    assert reason(default("0.0.1"), many) == "seqeval 0.0.1 takes one list of tags, not a list of sentences"
    assert declared(default("0.0.1"), UNIT) == declared(default("0.0.2"), UNIT)
    assert declared(default("0.0.2"), many) == declared(default("0.0.2"), UNIT)
    assert "gold = ['B-A', 'O']" in default("0.0.1").reproduction(UNIT)


def test_for_a_time_letters_were_refused_that_are_read_again() -> None:
    bioes = tags(["S-A"], ["S-A"], scheme="BIOES")
    unknown = {version: declared(default(version)).option("unknown") for version in ("0.0.13", "0.0.15", "0.0.17")}
    assert unknown == {"0.0.13": "as-I", "0.0.15": "refuse", "0.0.17": "refuse"}
    assert reason(default("0.0.16"), bioes) == "seqeval:default reads IO, IOB1, IOB2, not BIOES"
    assert all(declared(default(version), bioes) for version in ("0.0.13", "0.0.17"))
    assert declared(default("0.0.18")).option("unknown") == "as-I"


def test_the_averages_of_default_mode_were_those_of_gold_types_up_to_1_1() -> None:
    averaged = {version: declared(default(version)).option("labels-avg") for version in ("1.1.1", "1.2.0")}
    assert averaged == {"1.1.1": "gold", "1.2.0": "union"}


def test_options_are_asked_of_releases_that_have_them() -> None:
    suffix, zero = tags(["A-B"], ["A-B"], affix="suffix"), tags(["O"], ["B-A"], zero="1")
    assert "whose prefix comes before the type" in reason(default("0.0.4"), suffix)
    assert declared(default("0.0.5"), suffix).option("affix") == "suffix"
    assert reason(default("0.0.19"), zero) == "seqeval has no option for zero:1"
    assert declared(default("1.0.0"), zero).option("zero") == "1"
    assert "zero_division" not in default("0.0.19").reproduction(tags(["O"], ["B-A"], zero="0"))


def test_strict_mode_knows_bilou_from_1_1_on() -> None:
    bilou = tags(["U-A"], ["U-A"], scheme="BILOU")
    assert reason(Seqeval("strict", "1.0.0"), bilou).endswith("not BILOU")
    assert declared(Seqeval("strict", "1.1.0"), bilou)


def test_a_release_without_strict_mode_is_not_asked_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerconform.libraries.registry._installed", lambda _: "0.0.19")
    assert [one.name for one in resolve("seqeval")] == ["seqeval:default"]
    with pytest.raises(NotInstalled, match=r"the installed seqeval 0\.0\.19 has no mode strict"):
        resolve("seqeval:strict")


@pytest.mark.parametrize(
    ("version", "align", "made"),
    [
        ("0.1.5", "first-any", "Evaluator(gold, pred, tags=['A'], list=True)"),
        ("0.1.6", "first-any", "Evaluator(gold, pred, tags=['A'], loader='list')"),
        ("0.1.8", "input", "Evaluator(gold, pred, tags=['A'], loader='list')"),
        ("0.2.0", "absorb", "Evaluator(gold, pred, tags=['A'], loader='list')"),
    ],
)
def test_nervaluate_zero_is_told_how_to_load_in_its_own_words(version: str, align: str, made: str) -> None:
    nervaluate = NervaluateZero(version)
    dialect = nervaluate.dialect(UNIT)
    assert isinstance(dialect, Dialect)
    assert dialect.option("align") == align
    assert made in nervaluate.reproduction(UNIT)
