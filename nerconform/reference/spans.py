"""Spans: what is matched (DEC-1), of one piece or of several (MAT-13)."""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple, Self

from nerconform.base.plain_text import short
from nerconform.reference.refusals import InvalidSpan

Bounds = tuple[int, int]
"""The start and the exclusive end of a piece."""


class Span(NamedTuple):
    """An entity of one type over the tokens `start` to `end`, end exclusive.

    A named tuple, so that `("PER", 0, 2) == Span("PER", 0, 2)` and spans can be sets' members. Its natural order is
    by type; wherever the spec says *canonical order*, `canonical` is the key.
    """

    type: str
    start: int
    end: int

    @property
    def pieces(self) -> tuple[Bounds, ...]:
        """Return the pieces of a discontinuous span, in order; nothing for a span without gaps."""
        return ()

    @property
    def bounds(self) -> tuple[object, ...]:
        """Return what two spans must share to have equal bounds."""
        return self[1:]

    @property
    def size(self) -> int:
        """Return the number of tokens."""
        return self.end - self.start

    def of_type(self, kind: str) -> "Span":
        """Return the span with another type."""
        return self._replace(type=kind)

    def moved(self, by: int) -> "Span":
        """Return the span `by` tokens further to the right."""
        return Span(self.type, self.start + by, self.end + by)

    def overlaps(self, other: "Span") -> bool:
        """Whether both share at least one token; touching spans do not (MAT-4)."""
        return shared_tokens(self, other) > 0


class PiecedSpan(Span):
    """A span with gaps: `start` and `end` are those of the whole, and the tokens are those of its pieces (MAT-13)."""

    _pieces: tuple[Bounds, ...]

    def __new__(cls, type: str, start: int, end: int, pieces: tuple[Bounds, ...]) -> Self:  # noqa: A002 - the field
        """Take pieces in order that do not touch; `span_of_pieces` checks them."""
        made = super().__new__(cls, type, start, end)
        made._pieces = pieces
        return made

    def __getnewargs__(self) -> tuple[str, int, int, tuple[Bounds, ...]]:
        """Return what a copy is made of."""
        return (*self, self._pieces)

    def __eq__(self, other: object) -> bool:
        """Whether the type and all pieces are the same."""
        return isinstance(other, PiecedSpan) and tuple.__eq__(self, other) and self._pieces == other._pieces

    def __ne__(self, other: object) -> bool:
        """Whether the type or a piece differs."""
        return not self == other

    def __hash__(self) -> int:
        """Return a number that equal spans share."""
        return hash((self.type, self._pieces))

    def __repr__(self) -> str:
        """Return how Python writes the span."""
        return f"PiecedSpan(type={self.type!r}, start={self.start}, end={self.end}, pieces={self._pieces})"

    @property
    def pieces(self) -> tuple[Bounds, ...]:
        """Return the pieces, in order."""
        return self._pieces

    @property
    def bounds(self) -> tuple[object, ...]:
        """Return the pieces."""
        return self._pieces

    @property
    def size(self) -> int:
        """Return the number of tokens in the pieces."""
        return sum(end - start for start, end in self._pieces)

    def of_type(self, kind: str) -> Span:
        """Return the span with another type."""
        return PiecedSpan(kind, self.start, self.end, self._pieces)

    def moved(self, by: int) -> Span:
        """Return the span `by` tokens further to the right."""
        pieces = tuple((start + by, end + by) for start, end in self._pieces)
        return PiecedSpan(self.type, self.start + by, self.end + by, pieces)


def span_of_pieces(kind: str, pieces: Iterable[Bounds]) -> Span:
    """Return the span with these pieces, in any order; pieces that touch are one (MAT-13).

    Raises `InvalidSpan` for no pieces, for a piece without tokens, and for pieces that share a token.
    """
    found: list[Bounds] = []
    for start, end in sorted(pieces):
        if not 0 <= start < end or (found and start < found[-1][1]):
            overlaps = found and start < end
            before = f"overlaps the piece before it, {list(found[-1])}" if overlaps else "is not 0 <= start < end"
            hint = (
                "Write each piece as [start, end] with an exclusive end: the token 3 alone is [3, 4]. No two "
                "pieces may share a token: [[0, 2], [3, 5]]."
            )
            raise InvalidSpan(f"the piece {[start, end]} of the span of type {short(kind)} {before}", hint=hint)
        if found and start == found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    if not found:
        raise InvalidSpan(
            f"the list of pieces of the span of type {short(kind)} is empty",
            hint='Write a start and an end for each piece: "pieces": [[0, 2], [3, 5]].',
        )
    if len(found) == 1:
        return Span(kind, *found[0])
    return PiecedSpan(kind, found[0][0], found[-1][1], tuple(found))


def shared_tokens(one: Span, other: Span) -> int:
    """Return how many tokens two spans share, at most 0 if none."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    if shared <= 0 or not (one.pieces or other.pieces):
        return shared
    pairs = product(one.pieces or (one[1:],), other.pieces or (other[1:],))
    return sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a, b in pairs)


def canonical(span: Span) -> tuple[int, int, str, tuple[Bounds, ...]]:
    """Return the sort key of canonical order: (start, end, type), then the pieces."""
    return (span.start, span.end, span.type, span.pieces)
