"""Decode: from marks to spans (DEC-1 to DEC-14).

One transducer serves every scheme and every policy. Its state is the pending span, if any, and whether a tag has closed
it; what each tag does there is the table of `nerconform.reference.points`.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Gold, Item
from nerconform.reference.points import END, Action, Actions, Pending, Points, Token, actions_of
from nerconform.reference.refusals import IllegalGold, IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, violation_at
from nerconform.reference.spans import Span


class Side(StrEnum):
    """Which of the two annotations a unit belongs to."""

    GOLD = "gold"
    """The annotation that is taken for right."""
    PRED = "pred"
    """The prediction."""


Decode = Callable[[Sequence[Mark], Side], tuple[Span, ...]]
"""The marks of one unit and its side in, its spans out, in the order of their ends."""


def decoder(dialect: Dialect) -> Decode:
    """Return the decode step of a dialect.

    The step raises `IllegalTransition` where the policy refuses and `IllegalGold` under `gold:legal`, each with the
    position. Linear in the length of the unit.
    """
    if dialect.item is Item.TOKEN:
        return decode_tokens
    scheme, policy = dialect.scheme, dialect.policy
    actions = actions_of(scheme, policy.at(scheme))
    legal_gold = dialect.gold is Gold.LEGAL and not policy.refuses_all(scheme)

    def decode(marks: Sequence[Mark], side: Side) -> tuple[Span, ...]:
        try:
            if legal_gold and side is Side.GOLD:
                return transduce(actions_of(scheme, Points()), marks)
            return transduce(actions, marks)
        except RefusedAt as refused:
            raise _error(scheme, marks, refused.position, illegal_gold=legal_gold and side is Side.GOLD) from None

    return decode


class RefusedAt(Exception):
    """The policy refuses at this position."""

    def __init__(self, position: int) -> None:
        """Name the position of the tag, the length of the unit for its end."""
        super().__init__(position)
        self.position = position


def _error(scheme: Scheme, marks: Sequence[Mark], position: int, *, illegal_gold: bool) -> NerconformError:
    """Return the error of a refusal (DEC-7, DEC-8)."""
    message, place = f"{violation_at(scheme, marks, position)} in {scheme}", f"position {position}"
    if illegal_gold:
        hint = "Fix the gold tags, or allow them: --set gold=same (in Python: 'DIALECT,gold:same')."
        return IllegalGold(message, place=place, hint=hint)
    hint = "Fix the tags, or read them as conlleval does: --set policy=lenient, in Python policy='lenient'."
    return IllegalTransition(message, place=place, hint=hint)


def decode_tokens(marks: Sequence[Mark], side: Side) -> tuple[Span, ...]:  # noqa: ARG001 - a decode step
    """Return every token as an item whose type is its whole tag, `O` included (MAT-12)."""
    return tuple(Span(mark.text, position, position + 1) for position, mark in enumerate(marks))


def transduce(actions: Actions, marks: Sequence[Mark]) -> tuple[Span, ...]:  # noqa: C901, PLR0912 - one branch per option
    """Run the transducer over one unit."""
    none, same, other, closed_same, closed_other = actions
    spans: list[Span] = []
    pending: str | None = None
    start = 0
    closed = False
    for position, (role, kind, _) in enumerate(marks):
        if pending is None:
            if role == "O":
                continue
            action = none[role]
        elif closed:
            action = closed_same[role] if kind == pending else closed_other[role]
        else:
            action = same[role] if kind == pending else other[role]
        if action is None:
            continue
        fate, token = action
        if fate is Pending.REFUSE:
            raise RefusedAt(position)
        if pending is not None:
            if fate is Pending.EMIT:
                spans.append(Span(pending, start, position))
            elif fate is Pending.CLOSE:
                spans.append(Span(pending, start, position + 1))
            elif fate is Pending.CLOSE_AS:
                spans.append(Span(kind, start, position + 1))
            elif fate is not Pending.DROP:
                pending, closed = _stay(fate, pending, kind, closed=closed)
                continue
            pending = None
        if token is Token.OPEN:
            pending, start, closed = kind, position, False
        elif token is Token.SINGLE:
            spans.append(Span(kind, position, position + 1))
        elif token is Token.HOLD:
            pending, start, closed = kind, position, True
    if pending is not None:
        spans += _at_end(closed_other if closed else other, Span(pending, start, len(marks)))
    return tuple(spans)


def _stay(fate: Pending, pending: str, kind: str, *, closed: bool) -> tuple[str, bool]:
    """Return the type of a span that stays pending, and whether it is closed."""
    retyped = fate in {Pending.RETYPE, Pending.HOLD_AS}
    held = fate in {Pending.HOLD, Pending.HOLD_AS}
    return kind if retyped else pending, held or (closed and fate is not Pending.REOPEN)


def _at_end(actions: Mapping[str, Action], span: Span) -> tuple[Span, ...]:
    """Return what the end of the unit makes of a span that is still pending (point F)."""
    action = actions[END]
    fate = Pending.EMIT if action is None else action.pending
    match fate:
        case Pending.REFUSE:
            raise RefusedAt(span.end)
        case Pending.DROP:
            return ()
        case Pending.HEAD:
            return (Span(span.type, span.start, span.start + 1),)
    return (span,)
