"""sklearn-crfsuite: classes of tokens, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Part
from nerconform.libraries.sklearn_crfsuite.adapter import SklearnCrfsuite
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags, values

pytest.importorskip("sklearn_crfsuite", reason="sklearn-crfsuite is not installed")
CRF = SklearnCrfsuite("0.5.0")

# Classes: B-X is missed (tp 0, fp 0, fn 1), O has tp 3, fp 1, fn 0: P 3/4, R 1, F 6/7.
GOLD, PRED = ["B-X O", "O O"], ["O O", "O O"]


def test_every_tag_is_a_class_and_o_is_one() -> None:
    asked = ("precision", "recall", "f1", "pos", "strict.macro.f1", "strict.weighted.f1", "strict.type{O}.f1")
    found = answer(CRF, tags(GOLD, PRED, *asked, "strict.type{B-X}.pos", "strict.type{X}.f1"))
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.micro.precision": 3 / 4,
        "strict.micro.recall": 3 / 4,
        "strict.micro.f1": pytest.approx(3 / 4),
        "strict.micro.pos": 4,
        "strict.macro.f1": pytest.approx(3 / 7),
        "strict.weighted.f1": pytest.approx(3 / 4 * 6 / 7),
        "strict.type{O}.f1": pytest.approx(6 / 7),
        "strict.type{B-X}.pos": 1,
    }
    assert found.rows == frozenset({"B-X", "O"})


def test_f_beta_has_a_function_of_its_own() -> None:
    # O: P 3/4, R 1: F2 = 5 * 3/4 / (4 * 3/4 + 1) = 15/16; the mean with B-X is half of it.
    found = values(CRF, tags(GOLD, PRED, "strict.type{O}.f2", "strict.macro.f2", "strict.type{Z}.f2"))
    assert found == {"strict.type{O}.f2": pytest.approx(15 / 16), "strict.macro.f2": pytest.approx(15 / 32)}


def test_given_types_are_tags_and_o_is_left_out() -> None:
    # Of B-X and I-X: B-X tp 1, fp 1, fn 0; I-X tp 0, fp 0, fn 1.
    question = tags(
        ["B-X I-X O"],
        ["B-X B-X O"],
        "precision",
        "recall",
        "strict.macro.recall",
        "strict.type{I-X}.pos",
        labels="given{B-X,I-X}",
    )
    assert values(CRF, question) == {
        "strict.micro.precision": 1 / 2,
        "strict.micro.recall": 1 / 2,
        "strict.macro.recall": 1 / 2,
        "strict.type{I-X}.pos": 1,
    }
    dialect = CRF.dialect(question)
    assert isinstance(dialect, Dialect)
    assert {dialect.option(axis) for axis in ("labels", "labels-avg", "types")} == {"given{B-X,I-X}"}


def test_zero_division_is_an_option() -> None:
    question = tags(["B-X"], ["O"], "strict.type{B-X}.precision", "strict.type{O}.recall")
    assert set(values(CRF, question).values()) == {0}
    assert set(values(CRF, replace(question, choices={"zero": "1"})).values()) == {1}
    assert isinstance(ask(CRF, replace(question, choices={"zero": "nonsense"})), Refusal)
    for zero in ("omit", "nan", "P1,R0"):
        assert isinstance(CRF.dialect(replace(question, choices={"zero": zero})), Unsupported)


def test_the_report_is_read_with_accuracy_as_its_micro_average() -> None:
    asked = ("precision", "f1", "pos", "strict.macro.recall", "strict.type{O}.precision", "strict.micro.f2")
    question = tags(GOLD, PRED, *asked, by=Ask.REPORT)
    assert values(CRF, question) == {
        "strict.micro.precision": Printed("0.75"),
        "strict.micro.f1": Printed("0.75"),
        "strict.micro.pos": 4,
        "strict.macro.recall": Printed("0.50"),
        "strict.type{O}.precision": Printed("0.75"),
    }
    given = replace(question, choices={"labels": "given{O}"})
    assert values(CRF, given)["strict.micro.precision"] == Printed("0.75")


def test_a_report_of_nothing_right_is_read() -> None:
    question = tags(["B-X B-X"], ["O O"], "pos", "strict.type{B-X}.pos", "f1", by=Ask.REPORT)
    assert values(CRF, question) == {
        "strict.micro.pos": 2,
        "strict.type{B-X}.pos": 2,
        "strict.micro.f1": Printed("0.00"),
    }


def test_units_are_joined_before_their_lengths_are_compared() -> None:
    question = raw([["B-X", "O"]], [["B-X"], ["O"]])
    assert values(CRF, replace(question, measures=frozenset({Measure.parse("strict.micro.f1")}))) == {
        "strict.micro.f1": 1
    }


@pytest.mark.parametrize(("gold", "pred"), [([], []), ([["O"]], [["O", "O"]]), ([["O"]], [[1]])])
def test_bad_input_is_refused(gold: object, pred: object) -> None:
    assert isinstance(ask(CRF, raw(gold, pred)), Refusal)


def test_other_exceptions_are_crashes() -> None:
    assert isinstance(ask(CRF, raw([["O"]], [None])), Crash)


def test_spans_and_counts_of_outcomes_are_not_its_own() -> None:
    assert isinstance(CRF.observe(spans([[Span("A", 0, 1)]], [[]])), Unsupported)
    assert isinstance(CRF.dialect(tags(["O"], ["O"], scheme="nonsense")), Unsupported)
    assert isinstance(CRF.dialect(tags(["O"], ["O"], item="span")), Unsupported)
    assert isinstance(CRF.dialect(tags(["O"], ["O"], labels="gold")), Unsupported)
    for text in ("strict.micro.tp", "exact.micro.f1", "strict.macro.pos"):
        assert not CRF.answers(Measure.parse(text), tags(GOLD, PRED))
    assert [part for part in Part if CRF.holds(part, tags(GOLD, PRED))] == [Part.ROWS]


@pytest.mark.parametrize(
    ("by", "choices", "printed"),
    [
        pytest.param(Ask.SCORES, {"zero": "0"}, "\n0.9375\n", marks=pytest.mark.long),
        pytest.param(Ask.SCORES, {"labels": "given{O}"}, "'micro avg'", marks=pytest.mark.long),
        (Ask.REPORT, {}, "weighted avg"),
    ],
)
def test_a_reproduction_prints_what_was_observed(by: Ask, choices: dict[str, str], printed: str) -> None:
    # O: P 3/4, R 1: F2 = 5 * 3/4 / (4 * 3/4 + 1) = 15/16.
    question = tags(["B-X O O O"], ["O O O O"], "strict.micro.f2", "strict.type{O}.f2", by=by, **choices)
    assert printed in run(CRF.reproduction(question))
