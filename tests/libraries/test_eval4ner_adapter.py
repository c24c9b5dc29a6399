"""eval4ner: texts of spans, precision and outcomes, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask
from nerconform.libraries.eval4ner.adapter import Eval4ner, as_texts
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values

pytest.importorskip("eval4ner", reason="eval4ner is not installed")
EVAL4NER = Eval4ner("0.1.0")

# A[0,2) is right, A[3,4) has the right bounds, B[5,6) lies within B[5,7), A[8,9) meets nothing; C[10,11) is missed.
GOLD = [[Span("A", 0, 2), Span("B", 3, 4), Span("B", 5, 7), Span("C", 10, 11)]]
PRED = [[Span("A", 0, 2), Span("A", 3, 4), Span("B", 5, 6), Span("A", 8, 9)]]


def test_a_text_stands_for_the_bounds_of_its_span() -> None:
    gold, pred, texts = as_texts(spans([[Span("A", 1, 3)], []], [[], [Span("B", 9, 11)]]))
    assert (gold, pred) == ([[("A", "w01 w02")], []], [[], [("B", "w09 w10")]])
    assert texts == ["w00 w01 w02", "w00 w01 w02 w03 w04 w05 w06 w07 w08 w09 w10"]


@pytest.mark.parametrize(
    ("schema", "cor", "inc", "par", "precision"),
    [("strict", 1, 2, 0, 1 / 4), ("exact", 2, 1, 0, 1 / 2), ("partial", 2, 0, 1, 5 / 8), ("type", 2, 1, 0, 1 / 2)],
)
def test_the_four_schemas_have_their_outcomes(schema: str, cor: int, inc: int, par: int, precision: float) -> None:
    names = [f"{schema}.micro.{name}" for name in ("cor", "tp", "inc", "par", "spu", "act", "precision")]
    found = values(EVAL4NER, spans(GOLD, PRED, *names))
    assert found == dict(zip(names, (cor, cor, inc, par, 1, 4, pytest.approx(precision)), strict=True))


def test_precision_is_a_mean_over_units_and_counts_are_sums() -> None:
    # One of one, none of two: (1 + 0) / 2.
    gold = [[Span("A", 0, 1)], [Span("A", 0, 1)]]
    pred = [[Span("A", 0, 1)], [Span("B", 2, 3), Span("B", 4, 5)]]
    question = spans(gold, pred, "strict.micro.precision", "strict.micro.cor", "strict.micro.spu")
    assert values(EVAL4NER, question) == {
        "strict.micro.precision": pytest.approx(1 / 2),
        "strict.micro.cor": 1,
        "strict.micro.spu": 2,
    }
    dialect = EVAL4NER.dialect(question)
    assert isinstance(dialect, Dialect)
    chosen = {axis: dialect.option(axis) for axis in ("align", "scope", "pool", "empty-doc")}
    assert chosen == {"align": "input-best", "scope": "schema", "pool": "mean", "empty-doc": "0"}


def test_a_unit_without_entities_is_one_of_everything() -> None:
    question = spans([[]], [[]], "strict.micro.cor", "strict.micro.spu", "strict.micro.precision", "strict.micro.act")
    ones = dict.fromkeys(("strict.micro.cor", "strict.micro.spu", "strict.micro.precision"), 1)
    assert values(EVAL4NER, question) == {**ones, "strict.micro.act": 4}


def test_no_unit_divides_by_zero() -> None:
    assert isinstance(ask(EVAL4NER, spans([], [], "strict.micro.precision")), Crash)


def test_what_is_missed_is_aligned_anew() -> None:
    # The first prediction takes the gold span of its bounds, the second the other one; then the first gold span takes
    # the first prediction, and the second one overlaps only that: two right or wrong, and one missed, of two.
    gold = [[Span("A", 0, 2), Span("A", 0, 1)]]
    pred = [[Span("A", 0, 1), Span("A", 1, 2)]]
    question = spans(gold, pred, "strict.micro.cor", "strict.micro.mis", "strict.micro.pos", "strict.micro.recall")
    assert values(EVAL4NER, question) == {
        "strict.micro.cor": 1,
        "strict.micro.mis": 1,
        "strict.micro.pos": 3,
        "strict.micro.recall": pytest.approx(1 / 3),
    }


def test_f1_is_a_mean_over_units() -> None:
    # Precision 1/2 and recall 1 in the one, nothing in the other: (2/3 + 0) / 2.
    gold = [[Span("A", 0, 1)], [Span("A", 0, 1)]]
    pred = [[Span("A", 0, 1), Span("A", 2, 3)], []]
    assert values(EVAL4NER, spans(gold, pred, "strict.micro.f1")) == {"strict.micro.f1": pytest.approx(1 / 3)}


@pytest.mark.parametrize("quantity", ["fn", "fp", "f2"])
def test_what_the_library_does_not_return_is_unsupported(quantity: str) -> None:
    question = spans(GOLD, PRED, f"partial.micro.{quantity}")
    assert not EVAL4NER.answers(Measure.parse(f"partial.micro.{quantity}"), question)
    refused = EVAL4NER.dialect(question)
    assert isinstance(refused, Unsupported)
    assert "precision" in refused.reason


def test_in_a_text_with_words_that_come_again_the_first_place_stands_for_all() -> None:
    # "York" lies within "York Yorkshire", which begins at the third word; a York is found in the first word, though.
    question = spans([[Span("A", 2, 4)]], [[Span("A", 2, 3)]], "partial.micro.par", "partial.micro.spu")
    assert as_texts(question, again=True)[0] == [[("A", "York Yorkshire")]]
    assert values(EVAL4NER, question) == {"partial.micro.par": 1, "partial.micro.spu": 0}
    assert values(Eval4ner("0.1.0", "words"), question) == {"partial.micro.par": 0, "partial.micro.spu": 1}


def test_only_spans_with_a_text_are_asked() -> None:
    for question in (
        tags(["B-A"], ["B-A"]),
        spans([[Span("A", 2, 2)]], [[]]),
        spans([[Span("A", -1, 1)]], [[]]),
        spans([[]], []),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
        spans(GOLD, PRED, align="phased"),
    ):
        assert isinstance(EVAL4NER.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    told = run(EVAL4NER.reproduction(spans(GOLD, PRED, "strict.micro.precision")))
    assert "'precision': 0.625" in told
    assert "'spurius': 1" in told
