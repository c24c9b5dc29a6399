"""Decision points: where a decoder must choose, and what it can choose there (DEC-4).

A decision point is a state of the decoder and a role that may not follow it. An option says what becomes of the
pending span and what of the tag.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, Self

from nerconform.reference.refusals import UnknownOption


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
    """It is closed with this token and stays in sight: the next tag may still have a say (IOE1, and point R)."""
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
KEEP = Option(Pending.KEEP)
RETYPE = Option(Pending.RETYPE)
CLOSE = Option(Pending.CLOSE)
CLOSE_AS = Option(Pending.CLOSE_AS)
HEAD = Option(Pending.HEAD)

_BOTH = {"emit+open": EO, "drop+open": DO, "emit+ignore": EI, "drop+ignore": DI}
_ALONE = {"emit+single": ES, "drop+single": DS, "emit+ignore": EI, "drop+ignore": DI}
_NOTHING_PENDING = {"ignore": EI, "open": EO, "single": ES}

OPTIONS: Mapping[str, Mapping[str, Option]] = MappingProxyType(
    {
        name: MappingProxyType({**options, "refuse": REFUSE})
        for name, options in {
            "B": {**_BOTH, "keep": KEEP},
            "I1": _NOTHING_PENDING,
            "I2": {**_BOTH, "keep": KEEP, "retype": RETYPE},
            "O": {"emit": EI, "drop": DI, "keep": KEEP},
            "E1": _NOTHING_PENDING,
            "E2": {**_ALONE, "close": CLOSE, "close-as": CLOSE_AS, "keep": KEEP},
            "S": {**_ALONE, "keep": KEEP},
            "F": {"emit": EI, "drop": DI, "head": HEAD},
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
                raise UnknownOption(f"the point {name} stands twice", hint="Say it once.")
            if name == _R and option == "reopen":
                found[name] = True
            elif name in OPTIONS and option in OPTIONS[name]:
                found[name] = OPTIONS[name][option]
            elif name in {*OPTIONS, _R}:
                known = "reopen, or leave it out" if name == _R else ", ".join(OPTIONS[name])
                raise UnknownOption(f"the point {name} has no option {option!r}", hint=f"Use one of: {known}.")
            else:
                hint = f"The points are {', '.join(OPTIONS)} and R; write them as B=emit+open,I1=open."
                raise UnknownOption(f"there is no decision point {name!r}", hint=hint)
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
