"""Intervals: sets of tokens as pieces in order that do not touch, so that the length of a span costs nothing."""

from collections.abc import Iterable, Iterator, Sequence

from nerconform.reference.spans import Bounds, Span


def pieces_of(span: Span) -> tuple[Bounds, ...]:
    """Return the tokens of a span."""
    return span.pieces or ((span.start, span.end),)


def size(tokens: Iterable[Bounds]) -> int:
    """Return how many tokens there are."""
    return sum(end - start for start, end in tokens)


def union(spans: Iterable[Span]) -> tuple[Bounds, ...]:
    """Return the tokens that are in any of the spans."""
    found: list[Bounds] = []
    for start, end in sorted(piece for span in spans for piece in pieces_of(span)):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def common(one: Sequence[Bounds], other: Sequence[Bounds]) -> tuple[Bounds, ...]:
    """Return the tokens that are in both."""
    return tuple(_common(one, other))


def _common(one: Sequence[Bounds], other: Sequence[Bounds]) -> Iterator[Bounds]:
    here, there = 0, 0
    while here < len(one) and there < len(other):
        start, end = max(one[here][0], other[there][0]), min(one[here][1], other[there][1])
        if start < end:
            yield start, end
        if one[here][1] < other[there][1]:
            here += 1
        else:
            there += 1


def without(one: Sequence[Bounds], other: Sequence[Bounds]) -> tuple[Bounds, ...]:
    """Return the tokens of the first that are not in the second."""
    found: list[Bounds] = []
    for start, end in one:
        begin = start
        for cut, stop in common(((start, end),), other):
            if begin < cut:
                found.append((begin, cut))
            begin = stop
        if begin < end:
            found.append((begin, end))
    return tuple(found)
