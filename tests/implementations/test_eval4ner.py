"""eval4ner: texts of spans, precision and outcomes, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.implementations.eval4ner import Eval4ner, as_texts
from nerconform.implementations.observation import Crash, Unsupported
from nerconform.implementations.protocol import ask
from nerconform.implementations.question import Ask
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.implementations.asking import run, spans, tags, values

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


@pytest.mark.parametrize("quantity", ["recall", "f1", "mis", "pos", "fn", "fp"])
def test_what_two_alignments_are_mixed_in_is_unsupported(quantity: str) -> None:
    question = spans(GOLD, PRED, f"partial.micro.{quantity}")
    assert not EVAL4NER.answers(Measure.parse(f"partial.micro.{quantity}"), question)
    refused = EVAL4NER.dialect(question)
    assert isinstance(refused, Unsupported)
    assert "another" in refused.reason


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
