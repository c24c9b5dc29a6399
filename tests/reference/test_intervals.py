"""Intervals: pieces hold the tokens that sets of tokens hold, in order, none empty and no two of them touching."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import pytest

from nerconform.reference.intervals import common, pieces_of, size, union, without
from nerconform.reference.spans import Bounds, PiecedSpan, Span

TOKENS = range(5)
SETS = [set(some) for count in range(6) for some in combinations(TOKENS, count)]
"""Every set of five tokens."""


def pieces(tokens: Iterable[int]) -> tuple[Bounds, ...]:
    """Return the longest runs of a set of tokens: a run starts after a token that is not in it."""
    held = {*tokens}
    starts = sorted(token for token in held if token - 1 not in held)
    ends = sorted(token + 1 for token in held if token + 1 not in held)
    return tuple(zip(starts, ends, strict=True))


def span(*bounds: Bounds) -> Span:
    """Return a span of these pieces."""
    start, end = bounds[0][0], bounds[-1][1]
    return PiecedSpan("X", start, end, bounds) if len(bounds) > 1 else Span("X", start, end)


@pytest.mark.parametrize(
    ("operation", "of_sets"),
    [(common, set.intersection), (without, set.difference)],
    ids=["common", "without"],
)
def test_pieces_are_compared_as_sets_are(
    operation: Callable[[Sequence[Bounds], Sequence[Bounds]], tuple[Bounds, ...]],
    of_sets: Callable[[set[int], set[int]], set[int]],
) -> None:
    for one in SETS:
        for other in SETS:
            assert operation(pieces(one), pieces(other)) == pieces(of_sets(one, other))


def test_a_union_holds_every_token_once() -> None:
    for one in SETS[1:]:
        assert size(pieces(one)) == len(one)
        assert pieces_of(span(*pieces(one))) == pieces(one)
        for other in SETS[1:]:
            assert union([span(*pieces(one)), span(*pieces(other))]) == pieces(one | other)


def test_spans_that_touch_make_one_piece() -> None:
    assert union([span((2, 3)), span((0, 2))]) == ((0, 3),)
    assert union([span((0, 4)), span((1, 2))]) == ((0, 4),)
    assert union([span((0, 1), (3, 4)), span((1, 2))]) == ((0, 2), (3, 4))
    assert union([]) == ()
