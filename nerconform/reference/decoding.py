"""Decode: from marks to spans (DEC-1 to DEC-9).

One transducer serves every scheme and every policy. Its state is the pending span, if any; a scheme says for each
state and role whether the move is legal, and which decision point an illegal one is (DEC-4).
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import IllegalGold, IllegalTransition, NerconformError
from nerconform.reference.options import Gold, Item
from nerconform.reference.policies import EI, EO, ES, LENIENT, Option, Pending, Points, Token
from nerconform.reference.schemes import ALONE, AS_I, Mark, Scheme, violations_of
from nerconform.reference.spans import Span


class Side(StrEnum):
    """Which of the two annotations a unit belongs to."""

    GOLD = "gold"
    PRED = "pred"


Decode = Callable[[Sequence[Mark], Side], tuple[Span, ...]]
"""The marks of one unit and its side in, its spans out, in the order of their ends."""


_Move = Option | None
"""What a tag does to the pending span and becomes itself; `None` continues the span."""
_END = "end"
_NONE, _SAME, _OTHER = range(3)


class _Moves(NamedTuple):
    """The move for each role: nothing pending, pending of the same type, pending of another type."""

    none: Mapping[str, _Move]
    same: Mapping[str, _Move]
    other: Mapping[str, _Move]


def _legal(scheme: Scheme) -> Mapping[str, tuple[str, str, str]]:
    """Return for each role its move in the three states; a lower-case word is legal, else a decision point."""
    open_ = ("open", "open", "open")
    ends = ("pass", "emit", "emit")
    match scheme:
        case Scheme.IO:
            return {"I": ("open", "continue", "open"), "O": ends, _END: ends}
        case Scheme.IOB1:
            return {"B": ("B", "open", "B"), "I": ("open", "continue", "open"), "O": ends, _END: ends}
        case Scheme.IOB2:
            return {"B": open_, "I": ("I1", "continue", "I2"), "O": ends, _END: ends}
        case Scheme.IOE1:
            return {"I": ("open", "continue", "open"), "E": ("single", "close", "single"), "O": ends, _END: ends}
        case Scheme.IOE2:
            return {
                "I": ("open", "continue", "I2"),
                "E": ("single", "close", "E2"),
                "O": ("pass", "O", "O"),
                _END: ("pass", "F", "F"),
            }
    return {
        "B": ("open", "B", "B"),
        "I": ("I1", "continue", "I2"),
        "E": ("E1", "close", "E2"),
        "S": ("single", "S", "S"),
        "O": ("pass", "O", "O"),
        _END: ("pass", "F", "F"),
    }


_WORDS: Mapping[str, _Move] = MappingProxyType(
    {
        "open": EO,
        "single": ES,
        "pass": EI,
        "emit": EI,
        "continue": None,
        "close": Option(Pending.EMIT, Token.IGNORE, reach=1),
    }
)


@cache
def _moves(scheme: Scheme, points: Points) -> _Moves:
    """Return the whole table of a scheme under these options."""
    options = {name: option for name, option in points._asdict().items() if option is not None}
    words = {**_WORDS, **options}
    table = {role: tuple(words[name] for name in names) for role, names in _legal(scheme).items()}
    table[AS_I] = (EO, None, EO)
    table[ALONE] = tuple(Option(move.pending, Token.SINGLE) for move in table["O"] if move is not None)
    return _Moves(*({role: moves[state] for role, moves in table.items()} for state in (_NONE, _SAME, _OTHER)))


def decoder(dialect: Dialect) -> Decode:
    """Return the decode step of a dialect.

    The step raises `IllegalTransition` under `policy:refuse` and `IllegalGold` under `gold:legal`, each with the
    position. Linear in the length of the unit.
    """
    if dialect.item is Item.TOKEN:
        return decode_tokens
    scheme = dialect.scheme
    points = dialect.policy.at(scheme)
    moves = _moves(scheme, points or LENIENT)

    def decode(marks: Sequence[Mark], side: Side) -> tuple[Span, ...]:
        if points is None:
            hint = "Mend the data, or choose a policy (policy:lenient is conlleval's rule)."
            _refuse(IllegalTransition, scheme, marks, hint)
        elif side is Side.GOLD and dialect.gold is Gold.LEGAL:
            _refuse(IllegalGold, scheme, marks, "Mend the gold, or choose gold:same.")
        return transduce(moves, marks)

    return decode


def _refuse(error: type[NerconformError], scheme: Scheme, marks: Sequence[Mark], hint: str) -> None:
    """Raise the error at the first illegal transition, if there is one (DEC-7, DEC-8)."""
    for violation in violations_of(scheme, marks):
        raise error(f"{violation} in {scheme}", place=f"position {violation.position}", hint=hint)


def decode_tokens(marks: Sequence[Mark], side: Side) -> tuple[Span, ...]:  # noqa: ARG001 - a decode step
    """Return every token as an item whose type is its whole tag, `O` included (MAT-12)."""
    return tuple(Span(mark.text, position, position + 1) for position, mark in enumerate(marks))


def transduce(moves: _Moves, marks: Sequence[Mark]) -> tuple[Span, ...]:
    """Run the transducer over one unit."""
    none, same, other = moves
    spans: list[Span] = []
    pending: str | None = None
    start = 0
    for position, (role, kind, _) in enumerate(marks):
        if pending is None:
            if role == "O":
                continue
            move = none[role]
        else:
            move = same[role] if kind == pending else other[role]
        if move is None:
            continue
        fate, token, reach = move
        if pending is not None:
            if fate is Pending.EMIT:
                spans.append(Span(pending, start, position + reach))
            pending = None
        if token is Token.OPEN:
            pending, start = kind, position
        elif token is Token.SINGLE:
            spans.append(Span(kind, position, position + 1))
    at_end = other[_END]
    if pending is not None and at_end is not None and at_end.pending is Pending.EMIT:
        spans.append(Span(pending, start, len(marks)))
    return tuple(spans)
