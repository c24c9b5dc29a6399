"""nereval: text and type apart, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask
from nerconform.libraries.nereval.adapter import Nereval
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values

pytest.importorskip("nereval", reason="nereval is not installed")
NEREVAL = Nereval("0.2.5")

# A[0,2) is right in both, A[3,4) by its text, B[5,6) by its type, A[8,9) in neither; two units.
GOLD = [[Span("A", 0, 2), Span("B", 3, 4)], [Span("B", 5, 7)]]
PRED = [[Span("A", 0, 2), Span("A", 3, 4)], [Span("B", 5, 6), Span("A", 8, 9)]]


@pytest.mark.parametrize("schema", ["exact", "type"])
def test_text_and_type_are_counted_apart(schema: str) -> None:
    # Two of three gold spans and of four predicted ones, in either schema.
    names = [f"{schema}.micro.{name}" for name in ("cor", "tp", "precision", "recall", "f1")]
    found = values(NEREVAL, spans(GOLD, PRED, *names))
    assert found == dict(
        zip(names, (2, 2, pytest.approx(1 / 2), pytest.approx(2 / 3), pytest.approx(4 / 7)), strict=True)
    )


def test_touching_spans_do_not_overlap() -> None:
    question = spans([[Span("A", 0, 2)]], [[Span("A", 2, 3)]], "type.micro.cor")
    assert values(NEREVAL, question) == {"type.micro.cor": 0}


def test_one_prediction_serves_every_gold_span_that_it_covers() -> None:
    gold, pred = [[Span("X", 0, 1), Span("X", 2, 3), Span("X", 4, 5)]], [[Span("X", 0, 5)]]
    found = values(NEREVAL, spans(gold, pred, "type.micro.cor", "type.micro.precision", "exact.micro.cor"))
    assert found == {"type.micro.cor": 3, "type.micro.precision": 3, "exact.micro.cor": 0}


@pytest.mark.parametrize(
    "text", ["strict.micro.f1", "partial.micro.recall", "type.macro.f1", "type.micro.pos", "exact.micro.f2"]
)
def test_what_is_of_both_or_of_one_type_is_unsupported(text: str) -> None:
    question = spans(GOLD, PRED, text)
    assert not NEREVAL.answers(Measure.parse(text), question)
    refused = NEREVAL.dialect(question)
    assert isinstance(refused, Unsupported)
    assert "together" in refused.reason


def test_the_dialect_is_the_best_alignment_of_each_schema() -> None:
    dialect = NEREVAL.dialect(spans(GOLD, PRED, "type.micro.f1"))
    assert isinstance(dialect, Dialect)
    assert (dialect.option("align"), dialect.option("scope")) == ("best", "schema")


def test_only_units_of_spans_are_asked() -> None:
    for question in (
        tags(["B-A"], ["B-A"]),
        spans([[Span("A", 3, 2)]], [[]]),
        spans([[]], []),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
        spans(GOLD, PRED, align="none"),
    ):
        assert isinstance(NEREVAL.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    told = run(NEREVAL.reproduction(spans(GOLD, PRED, "type.micro.f1"))).splitlines()
    assert [line.split()[:2] for line in told] == [["2", "0.5"], ["2", "0.5"]]
