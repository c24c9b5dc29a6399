"""Span columns: the spans of all units of one side, given as spans, in arrays (INP-3, INP-4).

What this reader does not take, it does not judge: it raises `NotServed`, and the reference says what the spans deserve.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from nerconform.engines.arrays import Indices, Spans, first_rows
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar_decoding import TypeNumbers, lengths_of
from nerconform.reference.spans import PiecedSpan, Span

_PARTS = 3
"""Type, start and end."""
_FORMS: AbstractSet[type] = frozenset({Span, tuple, list})
_UNREADABLE = "a span cannot be read"


class SpanColumn(NamedTuple):
    """The spans of one side, one unit after the other, in list order."""

    spans: Spans
    """Counted within the unit of each."""
    counts: Indices
    """How many spans each unit has."""

    @classmethod
    def of(cls, units: Sequence[Sequence[Any]], types: TypeNumbers) -> "SpanColumn":
        """Return the column of these units. Raises `NotServed` for anything but well-formed spans."""
        counts = np.array(lengths_of(units), dtype=np.int64)
        try:
            return cls(_spans(list(chain.from_iterable(units)), types), counts)
        except (TypeError, ValueError, KeyError, OverflowError):
            raise NotServed(_UNREADABLE) from None

    def reach(self) -> Indices:
        """Return the greatest end in each unit, 0 where it has no span."""
        reach = np.zeros(len(self.counts), dtype=np.int64)
        some = np.flatnonzero(self.counts)
        if len(some):
            reach[some] = np.maximum.reduceat(self.spans.ends, first_rows(self.counts[some]))
        return reach

    def placed(self, firsts: Indices) -> Spans:
        """Return the spans counted through all units, given the first token of each."""
        moved = np.repeat(firsts, self.counts)
        return Spans(self.spans.starts + moved, self.spans.ends + moved, self.spans.kinds)


def are_spans(units: Sequence[Sequence[object]]) -> bool:
    """Whether the first unit that has anything has spans."""
    first = next((unit[0] for unit in units if isinstance(unit, list | tuple) and unit), None)
    return isinstance(first, tuple | list | dict)


def _spans(items: list[Any], types: TypeNumbers) -> Spans:
    """Return spans in arrays. Raises `NotServed`, or whatever comes of looking into something else."""
    forms = set(map(type, items))
    if PiecedSpan in forms or (forms == {dict} and any("pieces" in item for item in items)):
        raise NotServed("a span has several pieces")
    if forms == {dict}:
        kinds = [item["type"] if "type" in item else item["label"] for item in items]
        starts, ends = (list(map(itemgetter(bound), items)) for bound in ("start", "end"))
    elif forms <= _FORMS and set(map(len, items)) <= {_PARTS}:
        kinds, starts, ends = (list(map(itemgetter(part), items)) for part in range(_PARTS))
    else:
        raise NotServed(_UNREADABLE)
    if not set(map(type, kinds)) <= {str}:
        raise NotServed(_UNREADABLE)
    numbers = np.fromiter(map(types.__getitem__, kinds), dtype=np.int64, count=len(kinds))
    found = Spans(_integers(starts), _integers(ends), numbers)
    if items and (found.starts.min() < 0 or (found.starts >= found.ends).any()):
        raise NotServed(_UNREADABLE)
    return found


def _integers(values: Sequence[Any]) -> Indices:
    """Return integers as an array. Raises `NotServed` for values of any other kind, bools too."""
    if not all(kind is int or issubclass(kind, np.integer) for kind in set(map(type, values))):
        raise NotServed(_UNREADABLE)
    return np.fromiter(values, dtype=np.int64, count=len(values))
