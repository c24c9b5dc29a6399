"""Decision points: where a decoder must choose, what it can choose there, and what each tag does elsewhere (DEC-4).

A decision point is a state of the decoder and a role that may not follow it. An option says what becomes of the
pending span and what of the tag. The state is the pending span, if any, and whether a tag has closed it already. A
scheme says which actions are legal; the others are decision points, and the options of a policy stand there.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Self

from nerconform.reference.option_values import to_set
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import ALONE, AS_I, Scheme


class Pending(StrEnum):
    """What becomes of the pending span."""

    EMIT = "emit"
    """It is a span, up to this token."""
    DROP = "drop"
    """It is no span."""
    KEEP = "keep"
    """It stays pending: the tag is swallowed, and the span will cover its token if it is emitted later."""
    RETYPE = "retype"
    """It stays pending, and from here on has the type of the tag."""
    CLOSE = "close"
    """It is a span with this token."""
    CLOSE_AS = "close-as"
    """It is a span with this token, and has the type of the tag."""
    HEAD = "head"
    """Only its first token is a span."""
    REFUSE = "refuse"
    """The unit has no answer."""
    HOLD = "hold"
    """It is closed with this token and stays in sight: the next tag may still have a say (IOE1, BIOS, and point R)."""
    HOLD_AS = "hold-as"
    """As `hold`, with the type of the tag."""
    REOPEN = "reopen"
    """It was closed and goes on."""


class Token(StrEnum):
    """What becomes of the tag that stands where it may not."""

    OPEN = "open"
    """It opens a span."""
    SINGLE = "single"
    """It is a span of its own."""
    IGNORE = "ignore"
    """It is read as `O`, or belongs to the pending span where that goes on."""
    HOLD = "hold"
    """It is a span of its own that stays in sight, as in `Pending.HOLD`."""


class Option(NamedTuple):
    """One option: the fate of the pending span, and that of the tag."""

    pending: Pending
    token: Token = Token.IGNORE


REFUSE = Option(Pending.REFUSE)
EO = Option(Pending.EMIT, Token.OPEN)
DO = Option(Pending.DROP, Token.OPEN)
EI = Option(Pending.EMIT)
DI = Option(Pending.DROP)
ES = Option(Pending.EMIT, Token.SINGLE)
DS = Option(Pending.DROP, Token.SINGLE)
_KEEP = {"keep": Option(Pending.KEEP)}
_BOTH = {"emit+open": EO, "drop+open": DO, "emit+ignore": EI, "drop+ignore": DI}
_ALONE = {"emit+single": ES, "drop+single": DS, "emit+ignore": EI, "drop+ignore": DI}
_NOTHING_PENDING = {"ignore": EI, "open": EO, "single": ES}

OPTIONS: Mapping[str, Mapping[str, Option]] = MappingProxyType(
    {
        name: MappingProxyType({**options, "refuse": REFUSE})
        for name, options in {
            "B": {**_BOTH, **_KEEP},
            "I1": _NOTHING_PENDING,
            "I2": {**_BOTH, **_KEEP, "retype": Option(Pending.RETYPE)},
            "O": {"emit": EI, "drop": DI, **_KEEP},
            "E1": _NOTHING_PENDING,
            "E2": {**_ALONE, "close": Option(Pending.CLOSE), "close-as": Option(Pending.CLOSE_AS), **_KEEP},
            "S": {**_ALONE, **_KEEP},
            "F": {"emit": EI, "drop": DI, "head": Option(Pending.HEAD)},
        }.items()
    }
)
"""What can be chosen at each point, by its text form (DEC-4)."""

_R = "R"


class Points(NamedTuple):
    """One option for each of the eight decision points, `None` where nothing is said, and the rule R.

    `B` pending, then B · `I1` none pending, then I · `I2` pending of another type, then I · `O` pending, then O ·
    `E1` none pending, then E · `E2` pending of another type, then E · `S` pending, then S · `F` pending at the end ·
    `R` whether an I or E re-opens the span of its type that the tag before it closed.
    """

    B: Option | None = None
    I1: Option | None = None
    I2: Option | None = None
    O: Option | None = None  # noqa: E741 - the point is called O
    E1: Option | None = None
    E2: Option | None = None
    S: Option | None = None
    F: Option | None = None
    R: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `B=emit+open,I1=ignore,...,R=reopen`; points may be left out. Raises `UnknownOption`."""
        found: dict[str, Option | bool] = {}
        for piece in text.split(",") if text else ():
            name, _, option = (part.strip() for part in piece.partition("="))
            if name in found:
                hint = "Set each decision point (a kind of illegal tag) once."
                raise UnknownOption(f"the decision point of {piece!r} is set twice", hint=hint)
            if name == _R and option == "reopen":
                found[name] = True
            elif name in OPTIONS and option in OPTIONS[name]:
                found[name] = OPTIONS[name][option]
            elif name in {*OPTIONS, _R}:
                known = "Write R=reopen, or leave R out." if name == _R else f"Use one of: {', '.join(OPTIONS[name])}."
                raise UnknownOption(f"the decision point {name} has no option {option!r}", hint=known)
            else:
                hint = (
                    "Use B, I2, O, E2 or S (B, I of another type, O, E of another type or S is inside an entity), "
                    "I1 or E1 (I or E is outside), F (the sentence ends inside an entity) or R (a tag that continues "
                    "the entity before it). "
                    f"{to_set('policy', 'points{I1=open,I2=emit+open}')}"
                )
                message = f"there is no decision point {name!r}; a decision point is a kind of illegal tag"
                raise UnknownOption(message, hint=hint)
        return cls(**found)  # type: ignore[arg-type] # R is a flag, the others are options

    def at(self, names: frozenset[str]) -> "Points":
        """Return only these points."""
        return Points(**{name: value for name, value in self._asdict().items() if name in names})

    def __str__(self) -> str:
        """Return the text form, in the order of the fields."""
        parts = [f"{name}={text_of(name, option)}" for name, option in self._options()]
        return ",".join([*parts, *(["R=reopen"] if self.R else [])])

    def _options(self) -> list[tuple[str, Option]]:
        return [(name, option) for name, option in zip(OPTIONS, self[:-1], strict=True) if option is not None]


def text_of(point: str, option: Option) -> str:
    """Return the text form of an option at a point."""
    return next(text for text, known in OPTIONS[point].items() if known == option)


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
    inner: dict[str, _Row] = {"I": ("I1", "continue", "I2"), "E": ("E1", "close", "E2")}
    if scheme is Scheme.BIOS:
        inner = {"I": ("I1", "complete", "I2")}
    return {
        "B": ("open", "B", "B"),
        **inner,
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
        "complete": Option(Pending.HOLD),
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
_COMPLETED: Mapping[Option, Option] = MappingProxyType(
    {
        **{Option(fate, Token.OPEN): Option(fate, Token.HOLD) for fate in (Pending.EMIT, Pending.DROP)},
        Option(Pending.KEEP): Option(Pending.HOLD),
        Option(Pending.RETYPE): Option(Pending.HOLD_AS),
    }
)
"""What an I does in BIOS, where each I closes its span provisionally."""


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
    if scheme is Scheme.BIOS:
        for state in (none, same, other, closed_other):
            state.update({role: _completed(state[role]) for role in ("I", AS_I)})
        closed_same["I"] = closed_same[AS_I] = None
    if points.R:
        closed_same["I"] = closed_same[AS_I] = Option(Pending.REOPEN)
        closed_same["E"] = None
    return Actions(none, same, other, closed_same, closed_other)


def _held(action: Action) -> Action:
    """Return the action that keeps what it closes in sight."""
    return action and _HELD.get(action, action)


def _completed(action: Action) -> Action:
    """Return what an I does in BIOS."""
    return Option(Pending.HOLD) if action is None else _COMPLETED.get(action, action)


def _alone(outside: Action) -> Action:
    """Return the action of a tag that is a span of its own, from that of `O`; a span that it would keep is emitted."""
    fate = outside.pending if outside and outside.pending is not Pending.KEEP else Pending.EMIT
    return Option(fate, Token.SINGLE)


def _after(action: Action) -> Action:
    """Return the action after a closed span, which is emitted, whatever the tag becomes."""
    return action if action is None or action == REFUSE else Option(Pending.EMIT, action.token)
