"""Spans of several pieces: the same numbers as for spans without gaps, if no token is added or lost (MAT-13)."""

import copy
import pickle
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.intervals import common, size, union, without
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span, span_of_pieces
from tests.reference.strategies import choices, sides, span_units

Units = list[tuple[Any, Any]]


def spread(span: Any) -> dict[str, object]:  # noqa: ANN401 - a span in any form
    """Return the span over the tokens 0, 2, 4, ... in place of 0, 1, 2: each of its tokens is a piece."""
    kind, start, end = span
    return {"type": kind, "pieces": [[2 * at, 2 * at + 1] for at in reversed(range(start, end))]}


@given(st.data(), span_units())
def test_a_token_outside_all_spans_after_each_token_changes_no_number(data: st.DataObject, units: Units) -> None:
    drawn = data.draw(choices(item="span").filter(lambda one: one.get("subset") != "nesting"))
    dialect = nc.Dialect().set(**drawn)  # the type of a nesting names the positions in it
    spaced = [([*map(spread, gold)], [*map(spread, pred)]) for gold, pred in units]
    here, there = nc.evaluate(*sides(units), dialect), nc.evaluate(*sides(spaced), dialect)
    assert there.to_dict() == here.to_dict()


def test_many_spans_have_the_same_numbers_too() -> None:
    gold = [[("AB"[at % 2], at, at + 1 + at % 5) for at in range(60)]]
    pred = [[("AB"[at % 3 > 0], at, at + 1 + at % 4) for at in range(1, 60)]]
    far_gold, far_pred = ([[spread(span) for span in unit] for unit in side] for side in (gold, pred))
    for align in ("none", "phased", "input", "input-best", "absorb", "first-any", "all-overlaps", "best"):
        dialect = nc.Dialect().set(align=align, overlap="union:40%")
        assert nc.evaluate(far_gold, far_pred, dialect).to_dict() == nc.evaluate(gold, pred, dialect).to_dict()


_PIECES = st.sets(st.integers(0, 6), min_size=1).map(frozenset)


@given(_PIECES, _PIECES, st.booleans())
def test_outcomes_are_those_of_sets_of_tokens(gold: frozenset[int], pred: frozenset[int], same_type: bool) -> None:  # noqa: FBT001
    right = {"type": "X", "pieces": [[at, at + 1] for at in gold]}
    guess = {"type": "X" if same_type else "Y", "pieces": [[at, at + 1] for at in pred]}
    found = nc.evaluate([[right]], [[guess]])
    met = bool(gold & pred)
    due = {
        Schema.STRICT: (met and gold == pred and same_type, False),
        Schema.EXACT: (met and gold == pred, False),
        Schema.PARTIAL: (met and gold == pred, met and gold != pred),
        Schema.TYPE: (met and same_type, False),
    }
    for schema, (correct, partial) in due.items():
        counts = found.schemas[schema].counts
        incorrect = met and not correct and not partial
        assert counts.as_tuple() == (correct, incorrect, partial, not met, not met), schema


@given(st.lists(_PIECES, max_size=3), _PIECES)
def test_intervals_are_sets_of_tokens_in_pieces_that_do_not_touch(sets: list[frozenset[int]], other: set[int]) -> None:
    every = frozenset[int]().union(*sets)
    found = union(map(_span_over, sets))
    assert found == _pieces_over(every)
    pieces = _pieces_over(other)
    assert common(found, pieces) == _pieces_over(every & other)
    assert without(found, pieces) == _pieces_over(every - other)
    assert size(found) == len(every)


def _pieces_over(tokens: Iterable[int]) -> tuple[tuple[int, int], ...]:
    ends = [at for at in range(8) if (at in tokens) != (at - 1 in tokens)]
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def _span_over(tokens: frozenset[int]) -> Span:
    return span_of_pieces("X", _pieces_over(tokens))


def test_one_piece_or_pieces_that_touch_are_a_span_without_gaps() -> None:
    assert span_of_pieces("X", [(2, 4), (0, 2)]) == Span("X", 0, 4)
    assert type(span_of_pieces("X", [(0, 2)])) is Span


def test_spans_of_other_pieces_are_other_spans_and_copies_are_equal() -> None:
    one, other = span_of_pieces("X", [(0, 1), (3, 4)]), span_of_pieces("X", [(0, 2), (3, 4)])
    assert one not in {other, Span("X", 0, 4)}
    assert Span("X", 0, 4) != one
    assert one == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
    assert one.of_type("Y") == span_of_pieces("Y", one.pieces)
    assert one.moved(2).pieces == ((2, 3), (5, 6))
    assert (one.size, one.overlaps(Span("Y", 1, 3)), one.overlaps(Span("Y", 2, 4))) == (2, False, True)


@pytest.mark.parametrize("pieces", [[], [(0, 2), (1, 3)], [(0, 1), (2, 2)], [(-1, 1), (2, 3)]])
def test_bad_pieces_are_refused(pieces: list[tuple[int, int]]) -> None:
    with pytest.raises(InvalidSpan):
        span_of_pieces("X", pieces)
    if pieces:
        with pytest.raises(InvalidSpan, match=r"gold, sentence 0, span 0"):
            nc.evaluate([[{"type": "X", "pieces": pieces}]], [[]])


def test_the_columnar_engine_leaves_pieces_to_the_reference() -> None:
    gold = [[{"type": "X", "start": 0, "end": 4, "pieces": [[0, 1], [3, 4]]}] * 300]
    pred = [[{"type": "X", "start": 0, "end": 4, "pieces": [[0, 2], [3, 4]]}] * 300]
    assert nc.evaluate(gold, pred).counts.tp == 0
    assert nc.evaluate(gold, gold).counts.tp == 300
    with pytest.raises(nc.NerconformError, match="the columnar engine cannot score this"):
        nc.evaluate(gold, pred, engine="columnar")
    spans = [[span_of_pieces("X", [(0, 1), (3, 4)])]]
    with pytest.raises(nc.NerconformError, match="the columnar engine cannot score this"):
        nc.evaluate(spans, spans, engine="columnar")
