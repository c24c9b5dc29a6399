"""Decode, all units at once: from columns to arrays of spans (DEC-1 to DEC-14).

Where every pair of neighbours is known, spans start and end as the table of pairs says. The rest is cut into stretches
between tags after which nothing is pending, and the reference decodes each distinct stretch once.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices, Spans, first_rows, numbered, ranges
from nerconform.engines.not_served import NotServed
from nerconform.engines.pairs import BEFORE, HERE, ROLES, SAME, Event, PairTable
from nerconform.engines.tag_columns import Alphabet, Numbers, TagColumn
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span

Decode = Callable[[Sequence[Mark]], tuple[Span, ...]]


def spans_of_tokens(column: TagColumn, alphabet: Alphabet) -> Spans:
    """Return every token as a span (MAT-12)."""
    kinds = column.look_up(_kinds(alphabet))[:-1].astype(np.int64)
    starts = np.arange(len(kinds))
    return Spans(starts, starts + 1, kinds)


def spans_of(column: TagColumn, alphabet: Alphabet, firsts: Indices, pairs: PairTable, decode: Decode) -> Spans:
    """Return the spans of one side.

    `firsts` are the first token of every unit, and the number of tokens. `decode` is the decode step of the reference,
    asked where the table does not know; `NotServed` is raised where it refuses.
    """
    kinds = column.look_up(_kinds(alphabet))
    events = _events(column, alphabet, firsts, kinds, pairs.events)
    starts, ends = _is(events, Event.START), _is(events, Event.END_BEFORE)
    ends[1:] |= _is(events, Event.END_WITH)[:-1]
    odd = _is(events, Event.ODD)
    odd[:-1] |= _is(events, Event.ODD_BEFORE)[1:]
    if odd.any():
        bounds = _bounds(column, alphabet, firsts, pairs)
        chosen = np.flatnonzero(np.logical_or.reduceat(odd, bounds[:-1]))
        _Mended(column, alphabet, bounds[chosen], bounds[chosen + 1]).put(decode, starts, ends, kinds)
    found = np.flatnonzero(starts)
    return Spans(found, np.flatnonzero(ends), kinds[found].astype(np.int64))


def _kinds(alphabet: Alphabet) -> list[int]:
    """Return the number of the type of each mark."""
    return [alphabet.types[mark.type] for mark in alphabet.marks]


def _events(column: TagColumn, alphabet: Alphabet, firsts: Indices, kinds: Numbers, table: bytes) -> NDArray[np.uint8]:
    """Return the events at every tag, and at the place after the last."""
    roles = column.look_up([ROLES.index(mark.role) for mark in alphabet.marks]).astype(np.uint8)
    pairs = roles << HERE
    pairs[1:] |= roles[:-1] << BEFORE
    pairs[1:] |= (kinds[1:] == kinds[:-1]).view(np.uint8) << SAME
    pairs[firsts] |= 1
    return np.frombuffer(pairs.tobytes().translate(table), dtype=np.uint8)


def _bounds(column: TagColumn, alphabet: Alphabet, firsts: Indices, pairs: PairTable) -> Indices:
    """Return the tags before which nothing is pending, whatever the policy makes of the others, and the end."""
    bounds = np.empty(firsts[-1] + 1, dtype=np.bool_)
    bounds[1:] = column.look_up([mark.role in pairs.clearing for mark in alphabet.marks])[:-1]
    bounds[firsts] = True
    return np.flatnonzero(bounds)


def _is(events: NDArray[np.uint8], event: Event) -> Flags:
    """Return whether the event happens, for each tag."""
    flags: Flags = (events & np.uint8(event)) != 0
    return flags


class _Mended(NamedTuple):
    """Stretches, from starts to ends, that the reference decodes."""

    column: TagColumn
    alphabet: Alphabet
    starts: Indices
    ends: Indices

    def put(self, decode: Decode, starts: Flags, ends: Flags, kinds: Numbers) -> None:
        """Put the spans of the stretches in the place of what the table says."""
        numbers, keys = numbered(self.column.cut(self.starts, self.ends))
        found = [self._decoded(decode, key) for key in keys]
        counts = np.array([len(spans) for spans in found], dtype=np.int64)
        spans = Spans(*np.array([span for spans in found for span in spans], dtype=np.int64).reshape(-1, 3).T)
        chosen = ranges(first_rows(counts)[numbers], counts[numbers])
        shifts = np.repeat(self.starts, counts[numbers])
        inside = ranges(self.starts, self.ends - self.starts)
        starts[inside] = ends[inside + 1] = False
        spans = spans.where(chosen)
        starts[spans.starts + shifts] = ends[spans.ends + shifts] = True
        kinds[spans.starts + shifts] = spans.kinds

    def _decoded(self, decode: Decode, key: bytes) -> list[tuple[int, int, int]]:
        """Return start, end and type of the spans of a stretch."""
        marks = [self.alphabet.marks[number] for number in self.column.read(key)]
        try:
            return [(start, end, self.alphabet.types[kind]) for kind, start, end in decode(marks)]
        except NerconformError:
            raise NotServed("the policy refuses a unit") from None
