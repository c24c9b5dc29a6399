"""Decode, all units at once: from tags to columns, and from columns to arrays of spans (TAG-1 to DEC-14).

A column has the tags of all units of one side that are not `O`: where each stands, and the number of its mark. Most
tokens are `O`, and nothing is done for them. A new tag is parsed by the reference, once. As long as the numbers fit
into bytes, tables are applied by `bytes.translate`.

Where every pair of neighbours is known, spans start and end as the table of pairs says. The rest is cut into stretches
between tags after which nothing is pending, and the reference decodes each distinct stretch once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum, IntFlag
from functools import cache
from itertools import chain, product
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices, Spans, distinct, first_rows, numbered, ranges
from nerconform.engines.choice import NotServed
from nerconform.reference.points import END, Action, Actions, Pending, Points, Token, actions_of
from nerconform.reference.schemes import ALONE, AS_I, Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.tags import Parse

Tags = Sequence[Sequence[str]]
Numbers = NDArray[Any]
_BYTE_VALUES = 256
_UNITS_AT_ONCE = 1000


class TypeNumbers(dict[str, int]):
    """The numbers of types; a new type gets the next one."""

    def __missing__(self, kind: str) -> int:
        """Return the number of a type that is new."""
        number = self[kind] = len(self)
        return number


class Alphabet(dict[str, int]):
    """The tags of both sides by number, their marks and types. Whatever is read as `O` has the number 0."""

    def __init__(self, parse: Parse) -> None:
        """Take the parse step of a dialect."""
        super().__init__()
        self.parse = parse
        self.marks = [Mark("O", "", "")]
        self.types = TypeNumbers({"": 0})

    def __missing__(self, tag: str) -> int:
        """Return the number of a tag that is new. Raises what the parse step raises."""
        (mark,) = self.parse((tag,))
        number = self[tag] = 0 if mark.role == "O" else len(self.marks)
        if number:
            self._enter(mark)
        return number

    def _enter(self, mark: Mark) -> None:
        self.marks.append(mark)
        self.types.setdefault(mark.type, len(self.types))

    def only(self, numbers: Indices) -> "Alphabet":
        """Return an alphabet of some tags, numbered anew from 1; it has no texts to look up."""
        some = Alphabet(self.parse)
        for number in numbers.tolist():
            some._enter(self.marks[number])
        return some


class TagColumn(NamedTuple):
    """The tags of one side: places, counted through all units, and numbers; how many tokens each unit has.

    Tags that are `O` are left out, but where both sides have the same places, each is a tag on one side at least.
    """

    places: Indices
    numbers: Numbers
    lengths: Indices

    @classmethod
    def of(cls, units: object, alphabet: Alphabet) -> "TagColumn":
        """Return the column of these units. Raises `NotServed` for anything but lists (or tuples) of readable tags."""
        if not isinstance(units, list | tuple):
            raise NotServed("gold or the predictions are neither a list nor a tuple")
        try:
            numbers, lengths = _numbers(units, alphabet)
        except NotServed:
            raise
        except (TypeError, ValueError):  # the parse step refuses a tag, or it cannot even be looked up
            raise NotServed("a tag cannot be read") from None
        return cls.of_numbers(numbers, np.array(lengths, dtype=np.int64))

    @classmethod
    def of_numbers(cls, numbers: Numbers, lengths: Indices) -> "TagColumn":
        """Return the column of the numbers of all tags."""
        places = np.flatnonzero(numbers != 0)
        return cls.at(places, numbers.take(places), lengths)

    @classmethod
    def both(cls, gold: Numbers, pred: Numbers, lengths: Indices) -> "tuple[TagColumn, TagColumn]":
        """Return the columns of the numbers of all tags of both sides, with the same places."""
        places = np.flatnonzero((gold != 0) | (pred != 0))
        return cls.at(places, gold.take(places), lengths), cls.at(places, pred.take(places), lengths)

    @classmethod
    def at(cls, places: Indices, numbers: Numbers, lengths: Indices) -> "TagColumn":
        """Return the column of the tags at these places."""
        small = int(numbers.max(initial=0)) < _BYTE_VALUES
        return cls(places, numbers.astype(np.uint8 if small else np.int32, copy=False), lengths)

    def with_outside(self) -> "TagColumn":
        """Return the column with every `O`, too."""
        tokens = int(self.lengths.sum())
        numbers = np.zeros(tokens, dtype=self.numbers.dtype)
        numbers[self.places] = self.numbers
        return self._replace(places=np.arange(tokens), numbers=numbers)

    def look_up(self, values: Sequence[int]) -> Numbers:
        """Return the value of each tag, given that of each number."""
        return look_up(self.numbers, values)


def look_up(numbers: Numbers, values: Sequence[int]) -> Numbers:
    """Return the value of each number, given that of every number."""
    if numbers.dtype != np.uint8 or max(values[:_BYTE_VALUES]) >= _BYTE_VALUES or min(values[:_BYTE_VALUES]) < 0:
        return np.array(values)[numbers]
    table = bytes(values[:_BYTE_VALUES]).ljust(_BYTE_VALUES, b"\0")
    return np.frombuffer(bytearray(numbers).translate(table), dtype=np.uint8)


def few_tags(columns: Sequence[TagColumn], alphabet: Alphabet) -> tuple[Alphabet, list[TagColumn]]:
    """Return an alphabet of the tags that occur, and the columns in it."""
    numbers = distinct(np.concatenate([[0], *(column.numbers for column in columns)]))
    found = [column._replace(numbers=np.searchsorted(numbers, column.numbers)) for column in columns]
    return alphabet.only(numbers[1:]), [TagColumn.at(*column) for column in found]


def _numbers(units: Tags, alphabet: Alphabet) -> tuple[Numbers, list[int]]:
    """Return the numbers of all tags, in bytes as long as these can hold them, and the lengths of the units.

    A few units at a time are checked, measured and read, so that they are still in the processor's cache.
    """
    numbers, lengths = bytearray(), list[int]()
    try:
        for start in range(0, len(units), _UNITS_AT_ONCE):
            some = units[start : start + _UNITS_AT_ONCE]
            lengths += lengths_of(some)
            numbers += bytearray(map(alphabet.__getitem__, chain.from_iterable(some)))
    except NerconformError:
        raise
    except ValueError:  # a number that is no byte
        wide = np.fromiter(map(alphabet.__getitem__, chain.from_iterable(units)), dtype=np.int32)
        return wide, lengths_of(units)
    return np.frombuffer(numbers, dtype=np.uint8), lengths


def lengths_of(units: Sequence[Sequence[object]]) -> list[int]:
    """Return the lengths of units. Raises `NotServed` for a unit that is neither a list nor a tuple."""
    if not all(issubclass(kind, list | tuple) for kind in set(map(type, units))):
        raise NotServed("a sentence is neither a list nor a tuple")
    return list(map(len, units))


ROLES = ("O", "B", "I", "E", "S", ALONE, AS_I)
"""The roles by number; `O` is 0."""
_HERE, _BEFORE, _SAME, _LAST = map(np.uint8, (1 << 2, 1 << 5, 1 << 1, 1))
"""The number of a pair: both roles by these factors, and whether they have one type; of a tag that ends its unit: its
role and `_LAST`."""


class Event(IntFlag):
    """What happens at a tag."""

    START = 1
    """A span starts with it."""
    END_BEFORE = 2
    """A span ends before it."""
    END_WITH = 4
    """A span ends with it."""
    ODD = 8
    """The state after it is not the one that its role tells."""
    ODD_BEFORE = 16
    """The unit that ends before it does not end as a legal one."""


class PairTable(NamedTuple):
    """The table of a scheme and a policy."""

    events: bytes
    """The events of each pair, by its number."""
    clearing: frozenset[str]
    """The roles after which nothing is pending, whatever was before."""


class _Pending(IntEnum):
    """What is pending."""

    NOTHING = 0
    OPEN = 1
    CLOSED = 2


class _At(NamedTuple):
    """A state, whether its type is that of the tag, and what the tag does there."""

    state: _Pending
    same: bool
    action: Action


_PLAIN = frozenset({Pending.EMIT, Pending.CLOSE, Pending.HOLD, Pending.REOPEN})
"""What becomes of a pending span where nothing is odd."""
_OVER = frozenset({Pending.EMIT, Pending.DROP, Pending.CLOSE, Pending.CLOSE_AS, Pending.REFUSE})
_ODD = (Event.ODD, _Pending.NOTHING)
_BECOMES: Mapping[Token, tuple[Event, _Pending]] = MappingProxyType(
    {
        Token.OPEN: (Event.START, _Pending.OPEN),
        Token.SINGLE: (Event.START | Event.END_WITH, _Pending.NOTHING),
        Token.HOLD: (Event.START, _Pending.CLOSED),
        Token.IGNORE: (Event(0), _Pending.NOTHING),
    }
)
"""What a tag is that takes no part in the span before it."""


@cache
def pairs_of(scheme: Scheme, points: Points) -> PairTable:
    """Return the table of a scheme under these options."""
    actions, legal = actions_of(scheme, points), actions_of(scheme, Points(R=points.R))
    after = {role: _after(legal, role) for role in ROLES if role in legal.none}
    events = bytearray(256)
    for before, here, same in product(after, after, (False, True)):
        number = int(ROLES.index(before) * _BEFORE | ROLES.index(here) * _HERE | same * _SAME)
        events[number] = _meet(actions, after[before], here, after[here], same=same)
    for role, state in after.items():
        events[int(ROLES.index(role) * _BEFORE | _LAST)] = _end(actions, state)
    return PairTable(bytes(events), frozenset(role for role in after if all(map(_clears, _all(actions, role)))))


def _all(actions: Actions, role: str) -> Iterator[_At]:
    """Yield what a role does in every state."""
    yield _At(_Pending.NOTHING, same=False, action=actions.none[role])
    states = product((_Pending.OPEN, _Pending.CLOSED), (True, False))
    for (state, same), row in zip(states, actions[1:], strict=True):
        yield _At(state, same, row[role])


def _after(legal: Actions, role: str) -> _Pending:
    """Return the state after a role that stands where it may."""
    return next(
        _apply(at)[1] for at in _all(legal, role) if at.action is None or at.action.pending is not Pending.REFUSE
    )


def _meet(actions: Actions, state: _Pending, role: str, after: _Pending, *, same: bool) -> Event:
    """Return the events of a role in a state; odd if it does not lead to the state after that role."""
    here = (at for at in _all(actions, role) if at.state is state and (at.same == same or state is _Pending.NOTHING))
    events, reached = _apply(next(here))
    return events if reached is after else Event.ODD


def _apply(at: _At) -> tuple[Event, _Pending]:
    """Return the events of an action and the state after it."""
    state, same, action = at
    if action is None:
        return (Event(0), state) if same else _ODD
    fate, token = action
    if fate is Pending.REFUSE or (state and fate not in _PLAIN):
        return _ODD
    before = Event(0)
    if state:
        if fate in {Pending.HOLD, Pending.REOPEN}:
            return (before, _Pending.CLOSED if fate is Pending.HOLD else _Pending.OPEN) if same else _ODD
        before = Event.END_BEFORE if fate is Pending.EMIT else Event.END_WITH
    events, after = _BECOMES[token]
    return before | events, after


def _end(actions: Actions, state: _Pending) -> Event:
    """Return the events at the end of a unit."""
    if not state:
        return Event(0)
    action = (actions.closed_other if state is _Pending.CLOSED else actions.other)[END]
    return Event.END_BEFORE if action is None or action.pending is Pending.EMIT else Event.ODD_BEFORE


def _clears(at: _At) -> bool:
    """Whether nothing is pending after an action."""
    state, _, action = at
    if action is None or (state and action.pending not in _OVER):
        return False
    return action.token in {Token.IGNORE, Token.SINGLE}


Decode = Callable[[Sequence[Mark]], tuple[Span, ...]]


def spans_of_tokens(column: TagColumn, alphabet: Alphabet) -> Spans:
    """Return every tag as a span, counted in the tags of the column (MAT-12); there, `O` is a tag like any other."""
    found = np.flatnonzero(column.numbers != 0)
    return Spans(found, found + 1, column.look_up(_kinds(alphabet)).take(found).astype(np.int64))


def spans_of(column: TagColumn, alphabet: Alphabet, around: "Surroundings", pairs: PairTable, decode: Decode) -> Spans:
    """Return the spans of one side, counted in the tags of the column.

    `around` says where units begin. `decode` is the decode step of the reference, asked where the table does not know;
    `NotServed` is raised where it refuses. Some policies keep a span pending across an `O`; there the column has to
    have every `O`.
    """
    tags = around.neighbours(column.places)
    kinds = column.look_up(_kinds(alphabet))
    roles = column.look_up([ROLES.index(mark.role) for mark in alphabet.marks]).astype(np.uint8, copy=False)
    here, after = _events(tags, roles, kinds, pairs.events)
    starts, ends = _is(here, Event.START), _is(here, Event.END_WITH) | _is(after, Event.END_BEFORE)
    ends[:-1] |= _is(here, Event.END_BEFORE)[1:]
    odd = _is(here, Event.ODD) | _is(after, Event.ODD | Event.ODD_BEFORE)
    if odd.any():
        bounds = _bounds(column, alphabet, tags, pairs)
        chosen = np.flatnonzero(np.logical_or.reduceat(odd, bounds[:-1]))
        _Mended(column, alphabet, tags, bounds[chosen], bounds[chosen + 1]).put(decode, starts, ends, kinds)
    found = np.flatnonzero(starts)
    return Spans(found, np.flatnonzero(ends) + 1, kinds.take(found).astype(np.int64, copy=False))


class _Neighbours(NamedTuple):
    """What stands directly before and after each tag of a column."""

    joined: Flags
    """Whether the token before it is in its unit and in the column."""
    open: Flags
    """Whether the token after it is left out as `O`, or in another unit."""
    last: Flags
    """Whether its unit ends with it."""

    @classmethod
    def of(cls, places: Indices, begins: Flags) -> "_Neighbours":
        """Look at places only."""
        joined = np.zeros(len(places), dtype=np.bool_)
        np.equal(np.diff(places), 1, out=joined[1:])
        joined &= ~begins.take(places)
        open_ = np.ones(len(places), dtype=np.bool_)
        np.logical_not(joined[1:], out=open_[:-1])
        return cls(joined, open_, begins[1:].take(places))


class Surroundings:
    """The units of a column, and what stands around its tags; two columns with the same places are looked at once."""

    def __init__(self, firsts: Indices) -> None:
        """Take the first token of each unit, and the number of tokens."""
        tokens = int(firsts[-1])
        self._begins = np.zeros(tokens + 1, dtype=np.bool_)
        self._begins[firsts] = True
        self._seen: tuple[Indices, _Neighbours] | None = None

    def neighbours(self, places: Indices) -> _Neighbours:
        """Return what stands before and after the tags at these places."""
        if self._seen is None or self._seen[0] is not places:
            self._seen = places, _Neighbours.of(places, self._begins)
        return self._seen[1]


def _kinds(alphabet: Alphabet) -> list[int]:
    """Return the number of the type of each mark."""
    return [alphabet.types[mark.type] for mark in alphabet.marks]


def _events(
    tags: _Neighbours, roles: NDArray[np.uint8], kinds: Numbers, table: bytes
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the events at every tag, and those after it where an `O` or the end of its unit comes."""
    pairs, ended = roles * _HERE, roles * _BEFORE  # NumPy multiplies bytes ten times as fast as it shifts them
    pairs[1:] |= ended[:-1] * tags.joined[1:]
    pairs[1:] |= (kinds[1:] == kinds[:-1]) * _SAME
    ended |= tags.last.view(np.uint8)
    here, after = (np.frombuffer(bytearray(one).translate(table), dtype=np.uint8) for one in (pairs, ended))
    after *= tags.open
    return here, after


def _bounds(column: TagColumn, alphabet: Alphabet, tags: _Neighbours, pairs: PairTable) -> Indices:
    """Return the tags before which nothing is pending, whatever the policy makes of the others, and their number."""
    bounds = np.ones(len(column.places) + 1, dtype=np.bool_)
    np.logical_not(tags.joined, out=bounds[:-1])
    bounds[1:] |= column.look_up([mark.role in pairs.clearing for mark in alphabet.marks]).astype(np.bool_)
    return np.flatnonzero(bounds)


def _is(events: NDArray[np.uint8], event: Event) -> Flags:
    """Return whether the event happens, for each tag."""
    flags: Flags = (events & np.uint8(event)) != 0
    return flags


class _Mended(NamedTuple):
    """Stretches of tags that are not `O`, from starts to ends, that the reference decodes."""

    column: TagColumn
    alphabet: Alphabet
    tags: _Neighbours
    starts: Indices
    ends: Indices

    def put(self, decode: Decode, starts: Flags, ends: Flags, kinds: Numbers) -> None:
        """Put the spans of the stretches in the place of what the table says."""
        numbers, keys = numbered(self._keys())
        found = [self._decoded(decode, *key) for key in keys]
        counts = np.array([len(spans) for spans in found], dtype=np.int64)
        spans = Spans(*np.array([span for spans in found for span in spans], dtype=np.int64).reshape(-1, 3).T)
        spans = spans.where(ranges(first_rows(counts)[numbers], counts[numbers]))
        shifts = np.repeat(self.starts, counts[numbers])
        inside = ranges(self.starts, self.ends - self.starts)
        starts[inside] = ends[inside] = False
        starts[spans.starts + shifts] = ends[spans.ends + shifts - 1] = True
        kinds[spans.starts + shifts] = spans.kinds

    def _keys(self) -> Iterator[tuple[bytes, bool]]:
        """Yield the numbers of each stretch, and whether an `O` follows."""
        final = self.ends - 1
        follows = (self.tags.open & ~self.tags.last)[final].tolist()
        for start, end, outside in zip(self.starts.tolist(), self.ends.tolist(), follows, strict=True):
            yield self.column.numbers[start:end].tobytes(), outside

    def _decoded(self, decode: Decode, key: bytes, outside: bool) -> list[tuple[int, int, int]]:  # noqa: FBT001 - of a key
        """Return start, end and type of the spans of a stretch."""
        numbers = [*np.frombuffer(key, dtype=self.column.numbers.dtype).tolist(), *([0] if outside else [])]
        try:
            found = decode([self.alphabet.marks[number] for number in numbers])
        except NerconformError:
            raise NotServed("the policy rejects a sentence") from None
        return [(start, end, self.alphabet.types[kind]) for kind, start, end in found]
