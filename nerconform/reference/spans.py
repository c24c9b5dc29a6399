"""Spans: what is matched (DEC-1)."""

from typing import NamedTuple


class Span(NamedTuple):
    """An entity of one type over the tokens `start` to `end`, end exclusive.

    A named tuple, so that `("PER", 0, 2) == Span("PER", 0, 2)` and spans can be sets' members. Its natural order is
    by type; wherever the spec says *canonical order*, `canonical` is the key.
    """

    type: str
    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """Whether both share at least one token; touching spans do not (MAT-4)."""
        return self.start < other.end and other.start < self.end


def canonical(span: Span) -> tuple[int, int, str]:
    """Return the sort key of canonical order: (start, end, type)."""
    return (span.start, span.end, span.type)
