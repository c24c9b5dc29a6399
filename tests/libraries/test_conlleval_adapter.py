"""conlleval of PyPI: dialect, numbers, its report, refusals, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Part, Question
from nerconform.libraries.conlleval.adapter import SCHEMES, Conlleval
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags, values

pytest.importorskip("conlleval", reason="conlleval is not installed")
CONLLEVAL = Conlleval("0.2")

# Gold: A[0,2) B[3,4) and A[0,1). Prediction: A[0,2) A[3,4) and nothing. tp 1, fp 1, fn 2.
GOLD, PRED = ["B-A I-A O B-B", "B-A"], ["B-A I-A O B-A", "O"]


def test_chunks_are_counted() -> None:
    found = answer(CONLLEVAL, tags(GOLD, PRED, "tp", "fp", "fn", "pos", "act", "precision", "recall", "f1"))
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.micro.tp": 1,
        "strict.micro.fp": 1,
        "strict.micro.fn": 2,
        "strict.micro.pos": 3,
        "strict.micro.act": 2,
        "strict.micro.precision": pytest.approx(1 / 2),
        "strict.micro.recall": pytest.approx(1 / 3),
        "strict.micro.f1": pytest.approx(2 / 5),
    }
    assert found.rows == frozenset({"A", "B"})
    assert found.spans is None


def test_types_have_rows() -> None:
    asked = ("strict.type{A}.fn", "strict.type{B}.precision", "strict.type{C}.fn", "strict.macro.f1")
    assert values(CONLLEVAL, tags(GOLD, PRED, *asked)) == {"strict.type{A}.fn": 1, "strict.type{B}.precision": 1}


def test_precision_without_a_prediction_is_one() -> None:
    found = values(CONLLEVAL, tags(["B-A"], ["O"], "precision", "recall", "f1"))
    assert found == {"strict.micro.precision": 1, "strict.micro.recall": 0, "strict.micro.f1": 0}


@pytest.mark.parametrize(
    ("scheme", "unit", "pos"),
    [
        ("IO", "I-A I-A I-B", 2),
        ("IOB1", "I-A B-A", 2),
        ("IOB2", "B-A B-A", 2),
        ("IOE1", "E-A I-A", 2),
        ("IOE2", "I-A E-A E-A", 2),
        ("BIOES", "B-A I-A E-A S-A", 2),
    ],
)
def test_one_pair_of_tables_reads_six_schemes(scheme: str, unit: str, pos: int) -> None:
    assert values(CONLLEVAL, tags([unit], [unit], "pos", "tp", scheme=scheme)) == {
        "strict.micro.pos": pos,
        "strict.micro.tp": pos,
    }
    assert scheme in SCHEMES


def test_other_schemes_and_spans_are_unsupported() -> None:
    assert isinstance(CONLLEVAL.dialect(tags([], [], scheme="BILOU")), Unsupported)
    assert isinstance(CONLLEVAL.dialect(tags([], [], scheme="IOB")), Unsupported)
    assert isinstance(CONLLEVAL.observe(spans([[Span("A", 0, 1)]], [[]])), Unsupported)


def test_the_dialect_says_what_becomes_of_bare_tags_letters_and_missing_predictions() -> None:
    dialect = CONLLEVAL.dialect(tags(GOLD, PRED))
    assert isinstance(dialect, Dialect)
    chosen = {axis: dialect.option(axis) for axis in ("bare", "policy", "unknown", "align", "zero", "round")}
    assert chosen == {
        "bare": "untyped",
        "policy": "lenient",
        "unknown": "as-I",
        "align": "none",
        "zero": "P1,R0",
        "round": "exact",
    }


def test_equal_tags_are_its_second_block() -> None:
    # Three of five tags are equal.
    question = tags(GOLD, PRED, "tp", "pos", "f1", "strict.type{A}.tp", item="token")
    assert values(CONLLEVAL, question) == {
        "strict.micro.tp": 3,
        "strict.micro.pos": 5,
        "strict.micro.f1": pytest.approx(3 / 5),
    }
    assert not CONLLEVAL.holds(Part.ROWS, question)


def test_the_report_is_read_to_its_two_decimals() -> None:
    asked = (
        "precision",
        "recall",
        "f1",
        "tp",
        "fp",
        "fn",
        "strict.type{A}.recall",
        "strict.type{A}.act",
        "strict.type{A}.fn",
    )
    question = tags(GOLD, PRED, *asked, by=Ask.REPORT)
    found = answer(CONLLEVAL, question)
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.micro.precision": Printed("50.00"),
        "strict.micro.recall": Printed("33.33"),
        "strict.micro.f1": Printed("40.00"),
        "strict.micro.tp": 1,
        "strict.micro.fp": 1,
        "strict.micro.fn": 2,
        "strict.type{A}.recall": Printed("50.00"),
        "strict.type{A}.act": 2,
    }
    assert found.rows == frozenset({"A", "B"})
    token = replace(question, choices={"item": "token"})
    assert values(CONLLEVAL, token)["strict.micro.f1"] == Printed("60.00")


def test_a_printed_row_holds_less() -> None:
    question = tags(GOLD, PRED, by=Ask.REPORT)
    for text in ("strict.type{A}.pos", "strict.type{A}.tp"):
        assert not CONLLEVAL.answers(Measure.parse(text), question)
        assert CONLLEVAL.answers(Measure.parse(text), replace(question, ask=Ask.SCORES))


def test_the_report_of_nothing_divides_by_zero() -> None:
    question = tags([], [], "f1", by=Ask.REPORT)
    assert ask(CONLLEVAL, question) == Crash("ZeroDivisionError", "division by zero")


@pytest.mark.parametrize("gold", [["", "B-A"], ["", "", "B-A O"]])
def test_an_empty_first_unit_is_refused_for_its_lines(gold: list[str]) -> None:
    assert ask(CONLLEVAL, tags(gold, gold, "f1")) == Refusal("FormatError", "unexpected number of features")
    assert values(CONLLEVAL, tags([*gold[::-1]], [*gold[::-1]], "f1")) == {"strict.micro.f1": 1}


def test_with_a_delimiter_two_units_are_refused() -> None:
    tab = Conlleval("0.2", "tab")
    question = tags(["B-A O"], ["B-A B-A"], "f1")
    assert values(tab, question) == values(CONLLEVAL, question) == {"strict.micro.f1": pytest.approx(2 / 3)}
    assert "'f1': 0.66" in run(tab.reproduction(question))
    assert ask(tab, tags(["O", "O"], ["O", "O"], "f1")) == Refusal("FormatError", "unexpected number of features")


def test_an_empty_tag_is_refused() -> None:
    question = replace(tags([], [], "f1"), gold=[["B-A", ""]], pred=[["B-A", "O"]])
    assert isinstance(ask(CONLLEVAL, question), Refusal)


@pytest.mark.parametrize(
    "question",
    [raw([["B-A"]], [["B-A"]]), tags(["B-A"], []), tags(["B-A O"], ["B-A"]),
     replace(tags([], []), gold=[["B-a b"]], pred=[["O"]])],
)  # fmt: skip
def test_what_lines_cannot_hold_is_unsupported(question: Question) -> None:
    assert isinstance(CONLLEVAL.dialect(question), Unsupported)


@pytest.mark.parametrize("choices", [{"zero": "0"}, {"affix": "suffix"}, {"align": "phased"}, {"policy": "discard"}])
def test_choices_without_an_option_are_unsupported(choices: dict[str, str]) -> None:
    assert isinstance(CONLLEVAL.dialect(replace(tags(GOLD, PRED), choices=choices)), Unsupported)


@pytest.mark.parametrize(
    ("by", "printed"), [(Ask.SCORES, "'gold': 3, 'pred': 2, 'correct': 1"), (Ask.REPORT, "FB1:  40.00")]
)
def test_a_reproduction_prints_what_was_observed(by: Ask, printed: str) -> None:
    assert printed in run(CONLLEVAL.reproduction(tags(GOLD, PRED, by=by)))
