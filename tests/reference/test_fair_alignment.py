"""Fair alignment: the rows of each step, by hand (MAT-16)."""

from collections import Counter

import pytest

import nerconform as nc
from nerconform.reference.fair_alignment import fair_rows
from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import Span

Given = list[tuple[str, int, int]]
Met = list[tuple[int | None, int | None]]
"""The places of a gold span and of a prediction, in order of the rows."""


def x(start: int, end: int) -> tuple[str, int, int]:
    return "X", start, end


CASES: dict[str, tuple[Given, Given, Met]] = {
    "equal spans meet first, each once": ([x(0, 2), x(0, 2)], [x(0, 3), x(0, 2)], [(0, 1), (1, 0)]),
    "a copy is left alone": ([x(0, 2)], [x(0, 2), x(0, 2)], [(0, 0), (None, 1)]),
    "then equal bounds with another type": (
        [x(0, 2)],
        [("Y", 0, 2), ("Z", 0, 2), x(1, 2)],
        [(0, 0), (None, 2), (None, 1)],
    ),
    "two retyped spans meet in list order": (
        [x(0, 2), ("Y", 0, 2)],
        [("Z", 0, 2), ("W", 0, 2)],
        [(0, 0), (1, 1)],
    ),
    "the one with more tokens in common": ([x(0, 4)], [x(0, 1), x(1, 4)], [(0, 1), (0, 0)]),
    "of one that shares as much the shorter one": ([x(2, 4)], [x(0, 4), x(2, 5)], [(0, 1), (None, 0)]),
    "of two alike the first one": ([x(2, 4)], [x(2, 5), x(1, 4)], [(0, 0), (None, 1)]),
    "one type before two types": ([x(0, 4)], [("Y", 0, 3), x(3, 5)], [(0, 1), (0, 0)]),
    "two types overlap": ([x(0, 4)], [("Y", 1, 3)], [(0, 0)]),
    "a gold span meets a prediction that is taken": ([x(0, 2), x(3, 6)], [x(0, 6)], [(0, 0), (1, 0)]),
    "what is taken has no tokens left": ([x(0, 4)], [x(0, 5), x(0, 3)], [(0, 0), (None, 1)]),
    "nor for a gold span of another type": ([x(0, 3), ("Y", 0, 3)], [x(0, 5)], [(0, 0), (1, None)]),
    "nothing in common": ([x(0, 2)], [x(2, 4)], [(0, None), (None, 0)]),
    # The first two golds take [0,4) of [0,6), the third [8,9) of [4,9): [0,6) has two tokens left, [4,9) has four.
    "fewer tokens are left there, though it is longer": (
        [x(0, 2), x(2, 4), x(8, 9), x(4, 6)],
        [x(0, 6), x(4, 9)],
        [(2, 1), (0, 0), (1, 0), (3, 0)],
    ),
    # Both [2,6) and [4,7) have [4,6) left.
    "as many tokens are left there, and it is shorter": (
        [x(2, 4), x(6, 7), x(4, 6)],
        [x(2, 6), x(4, 7)],
        [(1, 1), (0, 0), (2, 1)],
    ),
}


def made(gold: Given, pred: Given, met: Met) -> list[Pair]:
    """Return the rows of these places."""
    return [
        Pair(None if one is None else Span(*gold[one]), None if other is None else Span(*pred[other]))
        for one, other in met
    ]


def spans(given: Given) -> list[Span]:
    return [Span(*one) for one in given]


@pytest.mark.parametrize("name", CASES)
def test_each_span_meets_the_most_similar_one_that_is_left(name: str) -> None:
    gold, pred, met = CASES[name]
    golds, preds = spans(gold), spans(pred)
    # The function takes a gold span and a prediction, in this order.
    assert fair_rows(golds, preds, lambda one, other: one in golds and other in preds) == made(gold, pred, met)


def test_by_value_every_equal_prediction_meets_the_gold_span() -> None:
    gold, pred = [x(0, 2)], [x(0, 2), x(3, 4), x(0, 2)]
    found = fair_rows(spans(gold), spans(pred), lambda *_: True, by_value=True)
    assert found == made(gold, pred, [(0, 0), (0, 2), (None, 1)])


def test_spans_that_do_not_overlap_enough_do_not_meet() -> None:
    gold, pred = [x(0, 4), ("Y", 6, 8)], [x(1, 4), ("Z", 6, 8)]
    found = fair_rows(spans(gold), spans(pred), lambda *_: False)
    assert found == made(gold, pred, [(1, 1), (0, None), (None, 0)])  # equal bounds are always enough


def test_whether_two_overlap_enough_is_asked_of_the_gold_span_and_the_prediction() -> None:
    """2 of the 2 gold tokens of the first, and 2 of the 4 of the second, whoever asks."""
    dialect = nc.Dialect().set(align="fair", overlap="gold:60%")
    for gold, pred, counts in (([x(0, 2)], [x(0, 4)], (1, 0, 0)), ([x(0, 4)], [x(0, 2)], (0, 1, 1))):
        found = nc.evaluate([gold], [pred], dialect).counts
        assert (found.inc, found.mis, found.spu) == counts


def test_a_span_is_in_a_row_for_each_error() -> None:
    gold, pred = [x(0, 6)], [x(0, 2), x(2, 4), x(4, 5)]
    rows = Counter(fair_rows(spans(gold), spans(pred), lambda *_: True))
    assert rows == Counter(made(gold, pred, [(0, 0), (0, 1), (0, 2)]))
