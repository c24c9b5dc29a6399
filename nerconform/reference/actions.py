"""Actions: what each tag does in each state of the decoder, for every scheme (DEC-4).

The state is the pending span, if any, and whether a tag has closed it already. A scheme says which actions are legal;
the others are decision points, and the options of a policy stand there.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.points import EI, EO, ES, OPTIONS, REFUSE, Option, Pending, Points, Token
from nerconform.reference.schemes import ALONE, AS_I, Scheme

Action = Option | None
"""What a tag does to the pending span and becomes itself; `None`: the span goes on as it is."""
END = "end"
_Row = tuple[str, str, str]
_FOUR_PREFIXES = frozenset({Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO})


class Actions(NamedTuple):
    """The action for each role: nothing pending, pending of its type or another, closed of its type or another."""

    none: Mapping[str, Action]
    same: Mapping[str, Action]
    other: Mapping[str, Action]
    closed_same: Mapping[str, Action]
    closed_other: Mapping[str, Action]


def _open_states(scheme: Scheme) -> Mapping[str, _Row]:
    """Return for each role its action with nothing, its type or another type pending: legal, or a decision point."""
    open_ = ("open", "open", "open")
    ends = ("pass", "emit", "emit")
    match scheme:
        case Scheme.IO:
            return {"I": ("open", "continue", "open"), "O": ends, END: ends}
        case Scheme.IOB1:
            return {"B": ("B", "open", "B"), "I": ("open", "continue", "open"), "O": ends, END: ends}
        case Scheme.IOB2:
            return {"B": open_, "I": ("I1", "continue", "I2"), "O": ends, END: ends}
        case Scheme.IOE1:
            return {"I": ("open", "continue", "open"), "E": ("hold", "close", "hold"), "O": ends, END: ends}
        case Scheme.IOE2:
            return {
                "I": ("open", "continue", "I2"),
                "E": ("single", "close", "E2"),
                "O": ("pass", "O", "O"),
                END: ("pass", "F", "F"),
            }
    return {
        "B": ("open", "B", "B"),
        "I": ("I1", "continue", "I2"),
        "E": ("E1", "close", "E2"),
        "S": ("single", "S", "S"),
        "O": ("pass", "O", "O"),
        END: ("pass", "F", "F"),
    }


_CLOSED_IN_IOE1: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"I": ("open", "I2"), "E": ("hold", "E2"), "O": ("O", "O"), END: ("F", "F")}
)
"""In IOE1 the tag after an E must touch its span: the actions where its type, or another, has been closed."""
_LEGAL: Mapping[str, Action] = MappingProxyType(
    {
        "open": EO,
        "single": ES,
        "hold": Option(Pending.EMIT, Token.HOLD),
        "pass": EI,
        "emit": EI,
        "continue": None,
        "close": Option(Pending.CLOSE),
    }
)
_HELD: Mapping[Option, Option] = MappingProxyType(
    {
        **{Option(fate, Token.SINGLE): Option(fate, Token.HOLD) for fate in (Pending.EMIT, Pending.DROP)},
        Option(Pending.CLOSE): Option(Pending.HOLD),
        Option(Pending.CLOSE_AS): Option(Pending.HOLD_AS),
    }
)
"""What closes a span, where a closed span stays in sight."""


@cache
def points_of(scheme: Scheme) -> frozenset[str]:
    """Return the decision points that a scheme has (DEC-4); `R` only with those of four prefixes."""
    rows = [*_open_states(scheme).values(), *(_CLOSED_IN_IOE1.values() if scheme is Scheme.IOE1 else ())]
    names = {name for row in rows for name in row if name in OPTIONS}
    return frozenset({*names, "R"} if scheme in _FOUR_PREFIXES else names)


@cache
def actions_of(scheme: Scheme, points: Points) -> Actions:
    """Return the whole table of a scheme under these options; what they leave out is refused."""
    words = {**_LEGAL, **{name: option or REFUSE for name, option in zip(OPTIONS, points[:-1], strict=True)}}
    held = points.R or scheme is Scheme.IOE1
    states = [{role: words[row[state]] for role, row in _open_states(scheme).items()} for state in range(3)]
    none, same, other = ({role: _held(action) for role, action in state.items()} if held else state for state in states)
    if scheme is Scheme.IOE1:
        closed = [{role: _held(words[row[state]]) for role, row in _CLOSED_IN_IOE1.items()} for state in (0, 1)]
    else:
        closed = [{role: _after(action) for role, action in none.items()} for _ in (0, 1)]
    closed_same, closed_other = closed
    for state, as_i in ((none, EO), (same, None), (other, EO), (closed_same, EO), (closed_other, EO)):
        state[ALONE] = _alone(state["O"])
        state[AS_I] = as_i
    if points.R:
        closed_same["I"] = closed_same[AS_I] = Option(Pending.REOPEN)
        closed_same["E"] = None
    return Actions(none, same, other, closed_same, closed_other)


def _held(action: Action) -> Action:
    """Return the action that keeps what it closes in sight."""
    return action and _HELD.get(action, action)


def _alone(outside: Action) -> Action:
    """Return the action of a tag that is a span of its own, from that of `O`; a span that it would keep is emitted."""
    fate = outside.pending if outside and outside.pending is not Pending.KEEP else Pending.EMIT
    return Option(fate, Token.SINGLE)


def _after(action: Action) -> Action:
    """Return the action after a closed span, which is emitted, whatever the tag becomes."""
    return action if action is None or action == REFUSE else Option(Pending.EMIT, action.token)
