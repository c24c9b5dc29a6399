"""Readings of many overlapping spans: the same rows as naive loops, and as a dense assignment for `best`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference import assignment
from nerconform.reference.assignment import _Flow, assign
from nerconform.reference.matching import matcher
from nerconform.reference.nearby import Nearby, enough
from nerconform.reference.option_values import Overlap
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import TooManyPairs
from nerconform.reference.spans import canonical
from tests.reference import brute, dense_assignment
from tests.reference.strategies import ALIGNED

Spans = list[nc.Span]
OVERLAPS = ["any", "gold:50%", "union:40%"]
DUPLICATES = ["multiset", "set", "by-value"]


def spans(draw: Random, most: int) -> Spans:
    """Return spans of which many overlap, some are equal, and a few contain many."""
    tokens, longest = draw.choice([4, 12, 30]), draw.choice([1, 3, 8])
    found = []
    for _ in range(draw.randint(1, most)):
        start = draw.randrange(tokens)
        found.append(nc.Span(draw.choice("XXY"), start, start + draw.randint(1, draw.choice([longest, longest, 20]))))
    return found


def sides(seed: int, most: int) -> tuple[Spans, Spans, Random]:
    """Return gold spans, and predictions of which some are gold spans."""
    draw = Random(seed)  # noqa: S311 - a sample, not a secret
    gold = spans(draw, most)
    return gold, [draw.choice(gold) if draw.random() < 0.3 else span for span in spans(draw, most)], draw


def found_rows(dialect: nc.Dialect, gold: Spans, pred: Spans) -> dict[str, Counter[brute.Row]]:
    """Return the rows that the reference finds in each schema."""
    rows = matcher(dialect)(tuple(gold), tuple(pred)).rows
    return {str(schema): Counter((pair.gold, pair.pred) for pair in pairs) for schema, pairs in rows.items()}


@pytest.mark.parametrize("align", [name for name in ALIGNED if name != "best"])
@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_every_reading_finds_the_rows_of_naive_loops(align: str, seed: int) -> None:
    gold, pred, draw = sides(seed, 40)
    scope = "schema" if align == "input-best" else "shared"
    dialect = nc.Dialect().set(
        align=align, scope=scope, overlap=draw.choice(OVERLAPS), duplicates=draw.choice(DUPLICATES)
    )
    for schema, rows in found_rows(dialect, gold, pred).items():
        assert rows == Counter(brute.rows_of(gold, pred, schema, brute.options_of(dialect)))


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_best_finds_the_rows_of_a_dense_assignment(seed: int) -> None:
    gold, pred, draw = sides(seed, 14)
    dialect = nc.Dialect().set(align="best", scope="schema", overlap=draw.choice(OVERLAPS))
    for schema, rows in found_rows(dialect, gold, pred).items():
        assert rows == Counter(dense_assignment.rows_of(gold, pred, schema, brute.options_of(dialect)))


Bounds = list[tuple[int, int]]
TIES: dict[str, tuple[Bounds, Bounds]] = {
    "one stays alone in place of another": ([(0, 10), (1, 3)], [(1, 4), (2, 3), (5, 8)]),
    "another gold span is free": ([(0, 4), (1, 2), (1, 6)], [(0, 3), (0, 5)]),
    "three change places": ([(2, 7), (3, 6), (4, 5)], [(3, 5), (3, 5), (4, 6)]),
    "what one gives up another takes": ([(0, 4), (1, 2), (1, 6), (2, 3), (2, 5)], [(0, 3), (0, 5), (1, 4), (1, 8)]),
    "copies": ([(0, 4), (1, 2), (1, 6), (2, 3), (5, 8)], [(0, 3), (0, 3), (0, 5), (4, 6)]),
}


@pytest.mark.parametrize(("gold", "pred"), TIES.values(), ids=TIES)
def test_best_breaks_ties_as_a_dense_assignment_does(gold: Bounds, pred: Bounds) -> None:
    dialect = nc.Dialect().set(align="best", scope="schema")
    golds, preds = [nc.Span("X", *bounds) for bounds in gold], [nc.Span("Y", *bounds) for bounds in pred]
    for schema, rows in found_rows(dialect, golds, preds).items():
        assert rows == Counter(dense_assignment.rows_of(golds, preds, schema, brute.options_of(dialect)))


def crowded(seed: int, golds: int = 20, preds: int = 8) -> tuple[Spans, Spans]:
    """Return spans on few tokens, with ties and copies; of the side with more spans some meet nobody."""
    draw = Random(seed)  # noqa: S311 - a sample, not a secret
    bounds = [(start, end) for start in range(4) for end in range(start + 1, 6)]
    gold, pred = draw.choices(bounds, k=golds), draw.choices(bounds, k=preds)
    return [nc.Span("X", *one) for one in gold], [nc.Span("Y", *one) for one in pred]


@pytest.mark.parametrize("sizes", [(20, 8), (8, 14)])
@pytest.mark.parametrize("seed", range(10))
def test_best_breaks_ties_in_a_crowd_as_a_dense_assignment_does(seed: int, sizes: tuple[int, int]) -> None:
    gold, pred = crowded(seed, *sizes)
    dialect = nc.Dialect().set(align="best", scope="schema")
    rows = found_rows(dialect, gold, pred)["partial"]
    assert rows == Counter(dense_assignment.rows_of(gold, pred, "partial", brute.options_of(dialect)))


def test_of_two_equally_good_assignments_best_takes_the_one_with_the_earlier_gold_span_for_the_first_prediction() -> (
    None
):
    """[1,4) with [1,3) is 1 apart and [5,8) with [0,10) is 7; [1,4) with [0,10) is 7 and [2,3) with [1,3) is 1."""
    gold, pred = ([nc.Span("X", *bounds) for bounds in side] for side in TIES["one stays alone in place of another"])
    assert assign(gold, pred, Overlap(), Schema.TYPE) == {0: 0, 1: 1}


def test_a_pair_of_two_types_is_worth_more_than_all_distances_together() -> None:
    """[0,3) with [0,3) alone is 0 apart; [0,3) with [2,4) and [1,2) with [0,3) are 3 and 2 apart, and are two pairs."""
    gold = [nc.Span("A", 0, 3), nc.Span("B", 2, 4)]
    pred = [nc.Span("C", 0, 3), nc.Span("D", 1, 2)]
    assert assign(gold, pred, Overlap(), Schema.TYPE) == {0: 1, 1: 0}


def test_a_pair_of_one_type_is_worth_more_than_a_second_pair() -> None:
    """The first two meet with one type and leave the others alone; both could meet others with another type."""
    gold = [nc.Span("A", 0, 3), nc.Span("B", 2, 4)]
    pred = [nc.Span("A", 0, 3), nc.Span("D", 1, 2)]
    assert assign(gold, pred, Overlap(), Schema.TYPE) == {0: 0}


@pytest.mark.parametrize(("most", "is_refused"), [(1, True), (2, False)])
def test_as_many_pairs_as_are_allowed_are_weighed(
    most: int, monkeypatch: pytest.MonkeyPatch, *, is_refused: bool
) -> None:
    """A prediction that overlaps two gold spans makes two pairs."""
    monkeypatch.setattr(assignment, "MAX_PAIRS", most)
    gold, pred = [nc.Span("A", 0, 3), nc.Span("B", 2, 4)], [nc.Span("C", 0, 3)]
    with pytest.raises(TooManyPairs) if is_refused else nullcontext():
        assert assign(gold, pred, Overlap(), Schema.TYPE) == {0: 0}


def test_a_tie_is_searched_for_while_a_prediction_has_something_later_to_give_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[0,3) and [0,5) are 3 apart from [1,2) and [0,4), and from [0,4) and [1,6): so the first gives up [1,2).

    Then it has nothing later than [0,4). The second would take [0,4) for [1,6), and gets it from nobody.
    """
    begun: list[tuple[int, int, int]] = []
    exchange = _Flow._exchange

    def counted(flow: _Flow, pred: int, wanted: int, *others: Any) -> int:  # noqa: ANN401 - passed on
        moved = exchange(flow, pred, wanted, *others)
        begun.append((pred, wanted, moved))
        return moved

    monkeypatch.setattr(_Flow, "_exchange", counted)
    assert assign([nc.Span("X", 0, 2)], [nc.Span("Y", 0, 3)], Overlap(), Schema.TYPE) == {0: 0}
    assert not begun
    gold, pred = ([nc.Span("X", *bounds) for bounds in side] for side in TIES["another gold span is free"])
    assert assign(gold, pred, Overlap(), Schema.TYPE) == {0: 0, 1: 2}
    assert begun == [(0, 0, 1), (1, 0, 0)]


def test_a_search_for_a_tie_asks_each_holder_once_what_else_it_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []
    exchange, targets = _Flow._exchange, _Flow._targets

    def begun(flow: _Flow, *data: Any) -> int:  # noqa: ANN401 - passed on
        asked.append([])
        return exchange(flow, *data)

    def counted(flow: _Flow, holder: int, unpriced: Sequence[int]) -> Iterator[int]:
        asked[-1].append(holder)
        return targets(flow, holder, unpriced)

    monkeypatch.setattr(_Flow, "_exchange", begun)
    monkeypatch.setattr(_Flow, "_targets", counted)
    for seed in range(10):
        gold, pred = crowded(seed)
        assign(sorted(gold, key=canonical), sorted(pred, key=canonical), Overlap(), Schema.TYPE)
    assert any(len(holders) > 1 for holders in asked)
    assert all(len(set(holders)) == len(holders) for holders in asked)


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_best_finds_the_rows_of_all_assignments_tried(seed: int) -> None:
    gold, pred, draw = sides(seed, 5)
    dialect = nc.Dialect().set(
        align="best", scope="schema", overlap=draw.choice(OVERLAPS), duplicates=draw.choice(DUPLICATES)
    )
    for schema, rows in found_rows(dialect, gold, pred).items():
        assert rows == Counter(brute.rows_of(gold, pred, schema, brute.options_of(dialect)))


@given(st.integers(0, 2**32))
def test_nearby_spans_are_those_that_overlap_enough(seed: int) -> None:
    gold, pred, draw = sides(seed, 60)
    overlap = Overlap.parse(draw.choice(OVERLAPS))
    nearby, free = Nearby(gold, overlap), set(range(len(gold)))
    for span in pred:
        near = [index for index in sorted(free) if enough(overlap, gold[index], span)]
        assert nearby.every(span) == near
        assert nearby.earliest(span) == next(iter(near), None)
        if near and draw.random() < 0.7:
            gone = draw.choice(near)
            nearby.remove(gone)
            free.remove(gone)


def test_copies_and_nested_spans_cost_no_more_than_the_pairs_that_differ() -> None:
    dialect = nc.Dialect().set(align="best")
    copies = [("X", 0, 4)] * 2000
    nested = [("X", start, 9000 - start) for start in range(2000)]
    assert nc.evaluate([copies, nested], [[("X", 0, 3)] * 1500, nested], dialect).counts.as_tuple() == (
        2000,
        1500,
        0,
        500,
        0,
    )
