"""Encode: from spans to tags (ENC-1 to ENC-3)."""

from collections.abc import Callable, Iterable
from functools import cache

from nerconform.reference.options import Affix
from nerconform.reference.refusals import InvalidSpan, OverlappingSpans, UnknownOption
from nerconform.reference.schemes import Scheme, letter_of, roles_of
from nerconform.reference.spans import Span, canonical


def encode_spans(
    spans: Iterable[Span], length: int, scheme: Scheme, affix: Affix = Affix.PREFIX, delimiter: str = "-"
) -> list[str]:
    """Return the tags of disjoint spans over `length` tokens (ENC-1). Linear, but for the order of the spans.

    Letter and type are joined as TAG-2 and TAG-3 split them. Raises `OverlappingSpans` and `InvalidSpan` (ENC-2), and
    `UnknownOption` for a delimiter that cannot be told from a letter (ENC-3).
    """
    write = _writer(scheme, affix, delimiter)
    if length < 0:
        raise InvalidSpan(f"a unit cannot have {length} tokens", hint="Pass the number of its tokens.")
    ordered = sorted(spans, key=canonical)
    tags = ["O"] * length
    before: Span | None = None
    for position, span in enumerate(ordered):
        if not 0 <= span.start < span.end <= length:
            raise InvalidSpan(
                f"the span {tuple(span)!r} does not lie within {length} tokens", hint="Ends are exclusive."
            )
        if not span.type:
            raise InvalidSpan(f"the span {tuple(span)!r} has no type to write", hint="Give it a type.")
        if before is not None and span.start < before.end:
            hint = "A tag sequence holds flat spans alone; compare nested spans as spans."
            raise OverlappingSpans(f"{tuple(before)!r} and {tuple(span)!r} share a token", hint=hint)
        after = ordered[position + 1] if position + 1 < len(ordered) else None
        for token, role in enumerate(_roles(scheme, span, before, after), start=span.start):
            tags[token] = write(role, span.type)
        before = span
    return tags


def _roles(scheme: Scheme, span: Span, before: Span | None, after: Span | None) -> str:
    """Return the roles of the tokens of a span, given its neighbours (SCH-3 to SCH-8)."""
    length = span.end - span.start
    match scheme:
        case Scheme.IO:
            return "I" * length
        case Scheme.IOB2:
            return "B" + "I" * (length - 1)
        case Scheme.IOE2:
            return "I" * (length - 1) + "E"
        case Scheme.IOB1:
            touches = before is not None and before.end == span.start and before.type == span.type
            return ("B" if touches else "I") + "I" * (length - 1)
        case Scheme.IOE1:
            touches = after is not None and after.start == span.end and after.type == span.type
            return "I" * (length - 1) + ("E" if touches else "I")
    return "S" if length == 1 else "B" + "I" * (length - 2) + "E"


@cache
def _writer(scheme: Scheme, affix: Affix, delimiter: str) -> Callable[[str, str], str]:
    """Return how a role and a type are written.

    What is written is split again where it was joined, whatever the type holds: the delimiter nearest to the letter
    splits, and one that is nearer than the right one would begin with the letter itself and overlap the right one. That
    takes a delimiter that is this letter, once or several times.
    """
    for letter in roles_of(scheme):
        if not delimiter.strip(letter):
            hint = "Choose a delimiter that is not made of a letter of the scheme."
            raise UnknownOption(f"the delimiter {delimiter!r} cannot be told from the letter {letter}", hint=hint)
    letters = {role: letter_of(scheme, role) for role in roles_of(scheme).values()}
    if affix is Affix.SUFFIX:
        return lambda role, kind: f"{kind}{delimiter}{letters[role]}"
    return lambda role, kind: f"{letters[role]}{delimiter}{kind}"
