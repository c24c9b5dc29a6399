"""Pairs: what a tag does, by the tag before it, for every scheme and policy (DEC-4).

In a legal unit the state of the decoder after a tag follows from the role of that tag: nothing is pending, or a span
of its type is, or one that is closed. So a table of neighbouring roles says where spans start and end. It is made from
the actions of the reference. A pair at which a policy does anything else is *odd*: after it the state is not known,
and the reference has to decode.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum, IntFlag
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.actions import END, Action, Actions, actions_of
from nerconform.reference.points import Pending, Points, Token
from nerconform.reference.schemes import ALONE, AS_I, Scheme

ROLES = ("O", "B", "I", "E", "S", ALONE, AS_I)
"""The roles by number; `O` is 0."""
HERE, BEFORE, SAME, FIRST = 2, 5, 1, 0
"""The number of a pair by its bits: the two roles, whether they have one type, whether the second stands first."""


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
    """The unit before it does not end as a legal one."""


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
        number = ROLES.index(before) << BEFORE | ROLES.index(here) << HERE | same << SAME
        events[number] = _meet(actions, after[before], here, after[here], same=same)
        first = _meet(actions, _Pending.NOTHING, here, after[here], same=same)
        events[number | 1 << FIRST] = _end(actions, after[before]) | first
    return PairTable(bytes(events), frozenset(role for role in after if all(map(_clears, _all(actions, role)))))


def _all(actions: Actions, role: str) -> Iterator[_At]:
    """Yield what a role does in every state."""
    states = (
        (_Pending.NOTHING, False),
        (_Pending.OPEN, True),
        (_Pending.OPEN, False),
        (_Pending.CLOSED, True),
        (_Pending.CLOSED, False),
    )
    for (state, same), row in zip(states, actions, strict=True):
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
    over = action is not None and (not state or action.pending in _OVER)
    return over and action is not None and action.token in {Token.IGNORE, Token.SINGLE}
