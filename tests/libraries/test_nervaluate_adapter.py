"""nervaluate, whichever release is installed, with values derived by hand."""

from dataclasses import replace
from importlib import metadata

import pytest
from packaging.version import Version

from nerconform.asking.observation import Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Question
from nerconform.libraries.nervaluate.adapter import Nervaluate, NervaluateOne, NervaluateZero, read_report
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags, values

pytest.importorskip("nervaluate", reason="nervaluate is not installed")
RELEASE = Version(metadata.version("nervaluate")).release
API: type[Nervaluate] = NervaluateZero if RELEASE < (1,) else NervaluateOne
NERVALUATE = API(metadata.version("nervaluate"))
one = pytest.mark.skipif(RELEASE < (1, 2), reason="of 1.2 and later")
threshold = pytest.mark.skipif(RELEASE < (1, 1), reason="thresholds came with 1.1")
pooled = pytest.mark.skipif((1,) <= RELEASE < (1, 2, 1), reason="1.0 to 1.2.0 lose the credit of PAR over units")

# Equal; bounds equal and type not; overlap and same type; overlap and another type; missed; spurious.
GOLD = [[Span("A", 0, 2)], [Span("A", 0, 2)], [Span("A", 0, 2)], [Span("A", 0, 2)], [Span("A", 0, 2)], []]
PRED = [[Span("A", 0, 2)], [Span("B", 0, 2)], [Span("A", 0, 3)], [Span("B", 1, 3)], [], [Span("B", 5, 6)]]
TAGGED = (
    (["B-A I-A O O O O"] * 5 + ["O O O O O O"]),
    [
        "B-A I-A O O O O",
        "B-B I-B O O O O",
        "B-A I-A I-A O O O",
        "O B-B I-B O O O",
        "O O O O O O",
        "O O O O O B-B",
    ],
)
COUNTS = {
    "strict": {"cor": 1, "inc": 3, "par": 0, "mis": 1, "spu": 1, "pos": 5, "act": 5, "tp": 1, "fp": 4, "fn": 4},
    "exact": {"cor": 2, "inc": 2, "par": 0, "mis": 1, "spu": 1, "pos": 5, "act": 5, "tp": 2, "fp": 3, "fn": 3},
    "partial": {"cor": 2, "inc": 0, "par": 2, "mis": 1, "spu": 1, "pos": 5, "act": 5, "tp": 2, "fp": 3, "fn": 3},
    "type": {"cor": 2, "inc": 2, "par": 0, "mis": 1, "spu": 1, "pos": 5, "act": 5, "tp": 2, "fp": 3, "fn": 3},
}
EXPECTED = {f"{schema}.micro.{count}": value for schema, row in COUNTS.items() for count, value in row.items()}
RATIOS = {"strict": 1 / 5, "exact": 2 / 5, "partial": 3 / 5, "type": 2 / 5}


@pytest.mark.parametrize("question", [spans(GOLD, PRED, *EXPECTED), tags(*TAGGED, *EXPECTED)])
def test_the_six_outcomes_are_counted_in_four_schemas(question: Question) -> None:
    assert values(NERVALUATE, question) == EXPECTED


@pooled
@pytest.mark.parametrize(("schema", "ratio"), RATIOS.items())
def test_precision_recall_and_f1_follow(schema: str, ratio: float) -> None:
    asked = [f"{schema}.micro.{quantity}" for quantity in ("precision", "recall", "f1")]
    assert values(NERVALUATE, spans(GOLD, PRED, *asked)) == dict.fromkeys(asked, pytest.approx(ratio))


@pytest.mark.parametrize(("tagged", "label"), [(True, "tags"), (False, "spans")])
def test_spans_keep_exclusive_ends_at_both_borders(*, tagged: bool, label: str) -> None:
    found = answer(NERVALUATE, tags(*TAGGED) if tagged else spans(GOLD, PRED))
    assert found.spans == {Side.GOLD: list(map(tuple, GOLD)), Side.PRED: list(map(tuple, PRED))}, label
    assert found.rows == frozenset({"A", "B"})


@one
def test_rows_of_types_are_evaluations_of_their_own() -> None:
    asked = ("strict.type{A}.mis", "strict.type{A}.inc", "strict.type{B}.spu", "type.type{B}.cor")
    found = values(NERVALUATE, spans(GOLD, PRED, *asked))
    assert found == dict(zip(asked, (3, 1, 3, 0), strict=True))


@pytest.mark.skipif(RELEASE >= (1,), reason="of 0.x")
def test_rows_of_types_are_those_of_the_gold_spans() -> None:
    asked = ("strict.type{A}.mis", "strict.type{A}.inc", "strict.type{B}.spu", "type.type{A}.cor")
    found = values(NERVALUATE, spans(GOLD, PRED, *asked))
    assert found == dict(zip(asked, (1, 3, 1, 2), strict=True))


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("strict.micro.f1", True),
        ("partial.type{A}.par", True),
        ("strict.macro.f1", False),
        ("strict.weighted.f1", False),
        ("strict.micro.f2", False),
    ],
)
def test_there_is_no_mean_over_types_and_no_other_beta(text: str, *, answered: bool) -> None:
    assert NERVALUATE.answers(Measure.parse(text), spans(GOLD, PRED)) is answered


def test_the_dialect_is_the_named_one() -> None:
    for version, name in (("1.2.0", "nervaluate-1"), ("1.2.1", "nervaluate-1"), ("1.3", "nervaluate-1")):
        dialect = NervaluateOne(version).dialect(tags([], []))
        assert isinstance(dialect, Dialect)
        assert name_of(dialect) == name
    for version in ("0.2.0", "0.3.1"):
        dialect = NervaluateZero(version).dialect(tags([], []))
        assert isinstance(dialect, Dialect)
        assert name_of(dialect) == "nervaluate-0"


@pytest.mark.parametrize(("version", "align", "overlap"), [("1.0.0", "input", "any"), ("1.1.0", "input", "gold:1%")])
def test_the_first_releases_of_1_take_the_first_free_gold(version: str, align: str, overlap: str) -> None:
    dialect = NervaluateOne(version).dialect(tags([], []))
    assert isinstance(dialect, Dialect)
    assert (dialect.option("align"), dialect.option("overlap")) == (align, overlap)


def test_before_0_2_a_prediction_took_one_gold() -> None:
    dialect = NervaluateZero("0.1.8").dialect(tags([], []))
    assert isinstance(dialect, Dialect)
    assert dialect.option("align") == "input"


@pytest.mark.parametrize("scheme", ["IO", "IOB1", "IOB2"])
def test_it_looks_at_no_letter_but_b(scheme: str) -> None:
    assert values(NERVALUATE, tags(["I-A I-A"], ["I-A I-A"], "pos", scheme=scheme)) == {"strict.micro.pos": 1}


@pytest.mark.parametrize("scheme", ["IOE1", "IOE2", "BIOES", "BILOU", "BMES", "BMEWO", "IOB", "nonsense"])
def test_other_schemes_are_unsupported(scheme: str) -> None:
    assert isinstance(NERVALUATE.dialect(tags([], [], scheme=scheme)), Unsupported)


def test_given_types_are_the_list_of_tags() -> None:
    asked = ("strict.micro.pos", "strict.micro.act", "strict.type{B}.act", "strict.type{A}.act")
    found = values(NERVALUATE, spans(GOLD, PRED, *asked, labels="given{B}"))
    assert found == {"strict.micro.pos": 0, "strict.micro.act": 3, "strict.type{B}.act": 3}


def test_only_0_makes_rows_of_the_types_that_it_is_given() -> None:
    one_, zero = NervaluateOne("1.2.1"), NervaluateZero("0.2.0")
    question = spans(GOLD, PRED, labels="given{A}")
    assert [str(each.dialect(question).types) for each in (one_, zero)] == ["present", "given{A}"]  # type: ignore[union-attr]
    question = spans(GOLD, PRED, types="given{A,B,C}")
    assert isinstance(one_.dialect(question), Unsupported)
    assert isinstance(zero.dialect(question), Dialect)
    assert isinstance(zero.dialect(spans(GOLD, PRED, types="given{A}")), Unsupported)


@threshold
def test_a_threshold_is_a_share_of_the_gold_span() -> None:
    # One token of two in common: 50 % of the gold span.
    question = ([[Span("A", 0, 2)]], [[Span("A", 1, 3)]])
    for percent, expected in ((50, 1), (51, 0)):
        found = values(NERVALUATE, spans(*question, "partial.micro.par", overlap=f"gold:{percent}%"))
        assert found == {"partial.micro.par": expected}


@threshold
@pytest.mark.parametrize("percent", ["0", "101", "-5", "0.5"])
def test_a_threshold_that_does_not_exist_is_passed_on(percent: str) -> None:
    refused = ask(NERVALUATE, spans(GOLD, PRED, overlap=f"gold:{percent}%"))
    assert isinstance(refused, Refusal)
    assert refused.message == "min_overlap_percentage must be between 1.0 and 100.0"


@pytest.mark.parametrize(
    "choices",
    [
        {"overlap": "union:50%"},
        {"align": "best"},
        {"labels": "gold"},
        {"zero": "1"},
        {"affix": "suffix"},
        {"item": "token"},
        {"no-such-axis": "x"},
    ],
)
def test_choices_without_an_argument_are_unsupported(choices: dict[str, str]) -> None:
    assert isinstance(NERVALUATE.dialect(replace(tags(["B-A"], ["B-A"]), choices=choices)), Unsupported)


def test_0_has_no_threshold() -> None:
    assert isinstance(NervaluateZero("0.3.1").dialect(spans(GOLD, PRED, overlap="gold:50%")), Unsupported)
    assert isinstance(NervaluateOne("1.0.0").dialect(spans(GOLD, PRED, overlap="gold:50%")), Unsupported)


@pytest.mark.parametrize("question", [tags([""], [""], "pos"), spans([[]], [[]], "strict.micro.pos")])
def test_units_without_tokens_or_spans_are_evaluated(question: Question) -> None:
    assert values(NERVALUATE, question) == {"strict.micro.pos": 0}


@one
def test_without_units_1_leaves_its_numbers_out() -> None:
    found = answer(NERVALUATE, tags([], [], "pos"))
    assert (dict(found.values), found.rows) == ({}, frozenset())


@pytest.mark.skipif(RELEASE < (0, 2), reason="0.1 prints no report")
def test_the_printed_report_is_read_to_its_two_decimals() -> None:
    asked = ("strict.micro.cor", "strict.micro.fp", "partial.micro.par", "strict.micro.precision", "strict.type{A}.cor")
    found = values(NERVALUATE, tags(*TAGGED, *asked, by=Ask.REPORT))
    assert found == dict(zip(asked[:4], (1, 4, 2, Printed("0.20")), strict=True))


def test_0_1_prints_no_report() -> None:
    assert isinstance(NervaluateZero("0.1.8").dialect(tags([], [], by=Ask.REPORT)), Unsupported)


def test_other_lines_of_a_report_are_passed_over() -> None:
    assert read_report("Scenario: all\n\n   correct  incorrect\n\n") == {}


@one
@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        (["B-A"], ["B-A"]),
        ([["B-A"]], [["B-A"], ["O"]]),
        ([["B-A", "O"]], [["B-A"]]),
        ([[""]], [["O"]]),
        ([[None]], [["O"]]),
        ([["U-A"]], [["O"]]),
        ("B-A", "B-A"),
        ([{"label": "A", "start": 0, "end": 1}], []),
        ([[{"label": "A", "start": 0}]], [[]]),
        ([[{"label": "A", "start": 0.5, "end": 1}]], [[]]),
        ([[{"label": 1, "start": 0, "end": 1}]], [[]]),
    ],
)
def test_refusals_are_told_from_crashes(gold: object, pred: object) -> None:
    assert isinstance(ask(NERVALUATE, raw(gold, pred)), Refusal)


@one
def test_reversed_spans_are_evaluated() -> None:
    backwards = [[Span("A", 3, 1)]]
    assert values(NERVALUATE, spans(backwards, backwards, "strict.micro.cor")) == {"strict.micro.cor": 1}


@pytest.mark.parametrize("question", [spans(GOLD, PRED), tags(*TAGGED), spans(GOLD, PRED, labels="given{A}")])
def test_a_reproduction_prints_what_was_observed(question: Question) -> None:
    printed = run(NERVALUATE.reproduction(question))
    assert "Error" not in printed
    assert any(text in printed for text in ("missed=1", "'missed': 1", "missed=3", "'missed': 3"))


@pytest.mark.skipif(RELEASE < (0, 2), reason="0.1 prints no report")
def test_a_report_is_reproduced_as_text() -> None:
    printed = run(NERVALUATE.reproduction(tags(*TAGGED, by=Ask.REPORT)))
    assert read_report(printed)["strict"]["missed"] == 1


@threshold
def test_a_threshold_is_reproduced() -> None:
    printed = run(NERVALUATE.reproduction(spans(GOLD, PRED, overlap="gold:101%")))
    assert "ValueError: min_overlap_percentage" in printed
