"""Groups of spans that hang together by overlaps, and how often two of them are compared."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference import alignments, assignment
from nerconform.reference.alignments import SpanGroup, phased
from nerconform.reference.matching import _groups
from nerconform.reference.nearby import enough
from nerconform.reference.option_values import Overlap
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.spans import Span
from tests.reference.strategies import span

SPANS = st.lists(span(8).map(lambda one: Span(*one)), max_size=6).map(tuple)


@given(SPANS, SPANS)
def test_a_unit_is_split_wherever_no_span_crosses(gold: tuple[Span, ...], pred: tuple[Span, ...]) -> None:
    """Between two tokens no span crosses where none begins before and ends after; what is between two cuts is one."""
    cuts = [at for at in range(9) if not any(one.start < at < one.end for one in (*gold, *pred))]
    parts = [
        tuple([one for one in side if start <= one.start < end] for side in (gold, pred))
        for start, end in pairwise(cuts)
    ]
    assert list(_groups(gold, pred)) == [part for part in parts if any(part)]


def test_spans_that_only_touch_are_weighed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice two spans meet two: four pairs at a time are weighed, never eight."""
    monkeypatch.setattr(assignment, "MAX_PAIRS", 4)
    gold = [("X", 0, 3), ("X", 1, 4), ("X", 4, 7), ("X", 5, 8)]
    pred = [("Y", 0, 4), ("Y", 1, 3), ("Y", 4, 8), ("Y", 5, 7)]
    assert nc.evaluate([gold], [pred], nc.Dialect().set(align="best")).schemas[Schema.PARTIAL].counts.par == 4


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Span, Span]]:
    """Return a list that grows by each gold span and prediction that are compared."""
    found: list[tuple[Span, Span]] = []

    def counted(overlap: Overlap, gold: Span, pred: Span) -> bool:
        found.append((gold, pred))
        return enough(overlap, gold, pred)

    monkeypatch.setattr(alignments, "enough", counted)
    return found


def test_a_gold_span_that_ends_before_a_prediction_is_compared_with_no_later_one(
    compared: list[tuple[Span, Span]],
) -> None:
    """[0,1) ends where [1,2) starts, and all that follow start later; [5,6) starts where [4,5) ends."""
    early, late = Span("X", 0, 1), Span("X", 5, 6)
    preds = [Span("Y", start, start + 1) for start in range(1, 5)]
    rows = phased(SpanGroup([late, early], preds[::-1], Schema.STRICT, nc.Dialect()))
    assert rows == [*(Pair(None, pred) for pred in preds), Pair(early, None), Pair(late, None)]
    assert compared == [(early, preds[0])]
