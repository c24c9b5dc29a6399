"""Readings of many overlapping spans: the same rows as naive loops, and as a dense assignment for `best`."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.matching import matcher
from nerconform.reference.nearby import Nearby, enough
from nerconform.reference.option_values import Overlap
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
