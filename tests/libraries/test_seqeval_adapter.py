"""seqeval: dialects, numbers, spans, refusals, reproductions, with values derived by hand."""

import math
from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Form, Question
from nerconform.libraries.seqeval.adapter import CLASSES, Seqeval
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, tags, values

pytest.importorskip("seqeval", reason="seqeval is not installed")
DEFAULT, STRICT, AUTO = (Seqeval(mode, "1.2.2") for mode in ("default", "strict", "strict:auto"))

# Thirteen spans of which ten are found, and one more whose prediction begins with an I and restarts two tokens later.
_LENGTHS = (3, 6, 8, 3, 5, 6, 3, 4, 9, 8, 7, 3, 3)
_UNITS = ["B-age" + " I-age" * (length - 1) for length in _LENGTHS]
_MISSED = {0, 3, 4}
AGE_GOLD = [*_UNITS, "B-age" + " I-age" * 10]
AGE_PRED = [
    *(" O" * length if index in _MISSED else _UNITS[index] for index, length in enumerate(_LENGTHS)),
    "O O I-age O B-age" + " I-age" * 6,
]


@pytest.mark.parametrize(
    ("seqeval", "precision", "f1"),
    [(DEFAULT, 5 / 6, 10 / 13), (STRICT, 10 / 11, 4 / 5), (AUTO, 10 / 11, 4 / 5)],
)
def test_the_strict_mode_scores_age_higher_than_the_default_mode(seqeval: Seqeval, precision: float, f1: float) -> None:
    asked = ("precision", "recall", "f1", "pos", "strict.type{age}.f1", "strict.macro.f1", "strict.weighted.f1")
    found = values(seqeval, tags(AGE_GOLD, AGE_PRED, *asked))
    assert found["strict.micro.precision"] == pytest.approx(precision)
    assert found["strict.micro.recall"] == pytest.approx(5 / 7)
    assert found["strict.micro.pos"] == 14
    for scope in ("micro", "type{age}", "macro", "weighted"):
        assert found[f"strict.{scope}.f1"] == pytest.approx(f1)


def test_averages_are_read_from_their_own_rows() -> None:
    # A: tp 1, fp 0, fn 0. B: tp 0, fp 1, fn 2. Micro P 1/2, R 1/3; macro 1/2; weighted by support 1 and 2: 1/3.
    asked = ("precision", "recall", "strict.macro.recall", "strict.weighted.recall", "strict.type{B}.pos")
    found = values(DEFAULT, tags(["B-A B-B B-B O"], ["B-A O O B-B"], *asked))
    assert found == {
        "strict.micro.precision": pytest.approx(1 / 2),
        "strict.micro.recall": pytest.approx(1 / 3),
        "strict.macro.recall": pytest.approx(1 / 2),
        "strict.weighted.recall": pytest.approx(1 / 3),
        "strict.type{B}.pos": 2,
    }


@pytest.mark.parametrize("seqeval", [DEFAULT, STRICT])
def test_f_beta_is_asked_by_the_function_that_takes_beta(seqeval: Seqeval) -> None:
    # P 1/2, R 1: F2 = 5 * 1/2 / (4 * 1/2 + 1) = 5/6, F0.5 = 5/4 * 1/2 / (1/4 * 1/2 + 1) = 5/9.
    question = tags(["B-A O"], ["B-A B-A"], "f2", "f0.5", "strict.type{A}.f2", "strict.type{Z}.f2", "strict.macro.f2")
    found = values(seqeval, question)
    assert found["strict.micro.f2"] == pytest.approx(5 / 6)
    assert found["strict.type{A}.f2"] == found["strict.macro.f2"] == pytest.approx(5 / 6)
    assert found["strict.micro.f0.5"] == pytest.approx(5 / 9)
    assert "strict.type{Z}.f2" not in found


def test_without_a_scheme_there_is_no_f_beta() -> None:
    assert not AUTO.answers(Measure.parse("strict.micro.f2"), tags(["B-A"], ["B-A"]))


@pytest.mark.parametrize("text", ["strict.micro.tp", "strict.macro.pos", "partial.micro.f1", "strict.micro.cor"])
def test_what_the_library_does_not_say_is_not_declared(text: str) -> None:
    assert not DEFAULT.answers(Measure.parse(text), tags(["B-A"], ["B-A"]))


@pytest.mark.parametrize(
    ("seqeval", "predicted"),
    [(DEFAULT, (Span("A", 0, 1), Span("A", 2, 4))), (STRICT, (Span("A", 2, 4),)), (AUTO, (Span("A", 2, 4),))],
)
def test_the_ends_of_spans_are_exclusive(seqeval: Seqeval, predicted: tuple[Span, ...]) -> None:
    found = answer(seqeval, tags(["B-A I-A O O", "O"], ["I-A O B-A I-A", "O"]))
    assert found.spans == {Side.GOLD: [(Span("A", 0, 2),), ()], Side.PRED: [predicted, ()]}
    assert found.rows == frozenset({"A"})


@pytest.mark.parametrize(
    ("scheme", "unit"),
    [("IOB1", "I-A B-A"), ("IOB2", "B-A B-A"), ("IOE1", "E-A I-A"), ("IOE2", "E-A E-A"), ("IOBES", "S-A S-A")],
)
def test_both_modes_read_two_touching_spans(scheme: str, unit: str) -> None:
    for seqeval in (DEFAULT, STRICT):
        if (seqeval, scheme) != (STRICT, "IOE1"):
            assert values(seqeval, tags([unit], [unit], "pos", scheme=scheme)) == {"strict.micro.pos": 2}


def test_strict_ioe1_loses_the_first_of_two_touching_spans() -> None:
    assert values(STRICT, tags(["E-A I-A"], ["E-A I-A"], "pos", scheme="IOE1")) == {"strict.micro.pos": 1}


def test_strict_reads_bilou_and_default_says_that_it_does_not() -> None:
    question = tags(["B-A L-A U-A"], ["B-A L-A U-A"], "pos", scheme="BILOU")
    assert values(STRICT, question) == values(AUTO, question) == {"strict.micro.pos": 2}
    assert isinstance(DEFAULT.observe(question), Unsupported)


@pytest.mark.parametrize("scheme", ["BMES", "BMEWO", "IOB", "nonsense"])
def test_other_schemes_are_unsupported(scheme: str) -> None:
    assert all(isinstance(each.dialect(tags([], [], scheme=scheme)), Unsupported) for each in (DEFAULT, STRICT, AUTO))


def test_a_mode_with_a_scheme_reads_that_scheme_alone() -> None:
    seqeval = Seqeval("strict:IOB2", "1.2.2")
    assert isinstance(seqeval.dialect(tags([], [])), Dialect)
    assert isinstance(seqeval.dialect(tags([], [], scheme="IOE2")), Unsupported)


@pytest.mark.parametrize("scheme", ["IOB1", "IOE1"])
def test_illegal_sequences_are_unsupported_where_no_policy_describes_strict_mode(scheme: str) -> None:
    illegal = {"IOB1": "O B-A", "IOE1": "E-A O"}[scheme]
    assert isinstance(STRICT.dialect(tags(["I-A I-A"], [illegal], scheme=scheme)), Unsupported)
    assert isinstance(STRICT.dialect(tags([illegal], ["I-A I-A"], scheme=scheme)), Unsupported)
    assert isinstance(STRICT.dialect(tags(["I-A I-A"], ["Z-A O"], scheme=scheme)), Dialect)
    assert isinstance(DEFAULT.dialect(tags(["I-A I-A"], [illegal], scheme=scheme)), Dialect)


@pytest.mark.parametrize(("seqeval", "name"), [(DEFAULT, "seqeval"), (STRICT, "seqeval-strict")])
def test_the_dialects_are_the_named_ones(seqeval: Seqeval, name: str) -> None:
    dialect = seqeval.dialect(tags(["B-A"], ["B-A"]))
    assert isinstance(dialect, Dialect)
    assert name_of(dialect) == name


def test_suffixes_are_an_option() -> None:
    question = tags(["A-B A-I O"], ["A-B A-I O"], "pos", affix="suffix")
    for seqeval in (DEFAULT, STRICT, AUTO):
        assert values(seqeval, question) == {"strict.micro.pos": 1}
        assert answer(seqeval, question).spans == {side: [(Span("A", 0, 2),)] for side in Side}


@pytest.mark.parametrize(("zero", "recall"), [("0", 0), ("1", 1), ("7", 1), ("nonsense", 1), ("warn", 0)])
def test_zero_division_is_passed_on_whatever_it_is(zero: str, recall: float) -> None:
    assert values(DEFAULT, tags(["O"], ["B-A"], "recall", zero=zero)) == {"strict.micro.recall": recall}


@pytest.mark.parametrize(
    "choices",
    [
        {"zero": "nan"},
        {"zero": "omit"},
        {"zero": "P1,R0"},
        {"align": "phased"},
        {"duplicates": "multiset"},
        {"policy": "refuse"},
        {"labels": "given{A}"},
        {"affix": "middle"},
        {"no-such-axis": "x"},
        {"item": "token", "zero": "1"},
    ],
)
def test_choices_without_an_option_are_unsupported(choices: dict[str, str]) -> None:
    assert isinstance(DEFAULT.dialect(replace(tags(["B-A"], ["B-A"]), choices=choices)), Unsupported)


def test_a_choice_that_changes_nothing_can_be_imposed() -> None:
    question = tags(["B-A"], ["B-A"], align="none", duplicates="set", policy="lenient")
    assert DEFAULT.dialect(question) == DEFAULT.dialect(tags(["B-A"], ["B-A"]))


def test_accuracy_is_precision_recall_and_f1_of_tokens() -> None:
    question = tags(["B-A O O O"], ["O O O O"], "precision", "recall", "f1", "pos", item="token", align="none")
    names = ("strict.micro.precision", "strict.micro.recall", "strict.micro.f1")
    assert values(DEFAULT, question) == dict.fromkeys(names, 3 / 4)
    assert isinstance(STRICT.dialect(question), Unsupported)


def test_the_text_report_is_read_to_its_two_decimals() -> None:
    question = replace(
        tags([], [], "recall", "pos", "f2", "strict.macro.f1", by=Ask.REPORT),
        gold=[["B-long name", "B-B"]],
        pred=[["O", "B-B"]],
    )
    found = answer(STRICT, question)
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.micro.recall": Printed("0.50"),
        "strict.micro.pos": 2,
        "strict.macro.f1": Printed("0.50"),
    }
    assert found.rows == frozenset({"long name", "B"})


def test_the_text_report_crashes_where_no_side_has_a_span() -> None:
    question = tags(["I-A I-A"], ["I-A I-A"], "f1", by=Ask.REPORT)
    assert ask(STRICT, question) == Crash("ValueError", _empty_max())
    assert values(DEFAULT, question) == {"strict.micro.f1": Printed("1.00")}


def _empty_max() -> str:
    """Return how this Python words it."""
    with pytest.raises(ValueError, match="empty") as found:
        max([])
    return str(found.value)


def test_the_macro_mean_over_no_type_is_nan() -> None:
    (value,) = answer(STRICT, tags(["I-A"], ["O"], "strict.macro.f1")).values.values()
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize(
    ("seqeval", "gold", "pred"),
    [
        (DEFAULT, ["B-A"], ["B-A"]),
        (DEFAULT, [], []),
        (STRICT, [["B-A"]], [["B-A"], ["O"]]),
        (STRICT, [["B-A", "O"]], [["B-A"]]),
        (STRICT, [["S-A"]], [["O"]]),
        (AUTO, [["Z-A"]], [["O"]]),
        (AUTO, [["I-A"]], [["I-A"]]),
    ],
)
def test_refusals_are_told_from_crashes(seqeval: Seqeval, gold: object, pred: object) -> None:
    assert isinstance(ask(seqeval, raw(gold, pred)), Refusal)


@pytest.mark.parametrize(
    ("seqeval", "tag"), [(STRICT, "Z-A"), (DEFAULT, ""), (STRICT, ""), (DEFAULT, None), (STRICT, 1), (AUTO, None)]
)
def test_an_exception_without_words_is_a_crash(seqeval: Seqeval, tag: object) -> None:
    assert isinstance(ask(seqeval, raw([[tag]], [[tag]])), Crash)


def test_spans_are_unsupported() -> None:
    assert isinstance(DEFAULT.observe(Question([[]], [[]], Form.SPANS)), Unsupported)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seqeval", "question", "printed"),
    [
        (STRICT, tags(AGE_GOLD, AGE_PRED, "f1"), "0.8"),
        (DEFAULT, tags(AGE_GOLD, AGE_PRED, "f1"), "0.769"),
        (AUTO, tags(AGE_GOLD, AGE_PRED, "f1"), "0.8"),
        (STRICT, tags(["I-A"], ["I-A"], by=Ask.REPORT), "ValueError: max()"),
        (DEFAULT, tags(["B-A O O"], ["O O O"], item="token"), "0.666"),
        (DEFAULT, tags(["B-A O"], ["B-A B-A"], "f2", "strict.type{A}.f2", affix="prefix", zero="1"), "0.833"),
        (STRICT, tags(["B-A O"], ["B-A B-A"], "f2", "strict.type{A}.f2"), "0.833"),
        (STRICT, tags(["A-B O"], ["A-B A-B"], "f2", affix="suffix"), "A, 0, 1"),
    ],
)
def test_a_reproduction_prints_what_was_observed(seqeval: Seqeval, question: Question, printed: str) -> None:
    assert printed in run(seqeval.reproduction(question))


@pytest.mark.long
@pytest.mark.parametrize("scheme", CLASSES)
def test_every_scheme_is_reproduced_by_its_class(scheme: str) -> None:
    assert "Error" not in run(STRICT.reproduction(tags(["O"], ["O"], scheme=scheme)))
