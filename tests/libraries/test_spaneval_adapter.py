"""spaneval: its four strategies, with values derived by hand, and its quirks."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask
from nerconform.libraries.spaneval.adapter import Spaneval
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_spans, search

pytest.importorskip("spaneval", reason="spaneval is not installed")
LIBRARY = Spaneval("0.2.1")
# One span is right, one has other bounds, one has another type, one is missed, one is invented; two documents.
GOLD = [[Span("A", 0, 2), Span("B", 3, 6)], [Span("A", 0, 1), Span("B", 4, 5)]]
PRED = [[Span("A", 0, 2), Span("B", 3, 5)], [Span("B", 0, 1), Span("A", 7, 8)]]
POINTS = {"strict": 1, "exact": 2, "partial": 2.5, "type": 2}
QUIRKS = {"spaneval.prediction-serves-several", "spaneval.second-prediction-is-no-error"}


@pytest.mark.parametrize("schema", POINTS)
def test_each_strategy_is_a_schema(schema: str) -> None:
    names = [f"{schema}.micro.{name}" for name in ("precision", "recall", "mis", "spu", "pos", "act")]
    found = values(LIBRARY, spans(GOLD, PRED, *names))
    assert tuple(found[name] for name in names) == (POINTS[schema] / 4, POINTS[schema] / 4, 1, 1, 4, 4)


def test_of_half_points_no_count_is_asked() -> None:
    asked = {
        text: LIBRARY.has(Measure.parse(text)) for text in ("partial.micro.cor", "exact.micro.cor", "type.macro.f1")
    }
    assert asked == {"partial.micro.cor": False, "exact.micro.cor": True, "type.macro.f1": False}


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["B-A"], ["B-A"]),
        spans([[]], []),
        spans([[]], [[Span("A", 0, 2), Span("B", 1, 3)]]),
        spans([[Span("A", 0, 1)] * 2], [[]]),
        spans(GOLD, PRED, "strict.type{A}.f1"),
        spans(GOLD, PRED, align="none"),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
    ):
        assert isinstance(LIBRARY.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    printed = run(LIBRARY.reproduction(spans(GOLD, PRED, "strict.micro.cor"))).splitlines()
    assert len(printed) == len(POINTS)
    assert "'correct': 1.0" in printed[0]


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("spaneval", 600, of_spans())
    assert found.unexplained == []
    assert found.classes == QUIRKS
