"""Encode: from spans to tags (ENC-1, ENC-2)."""

from collections.abc import Iterable

from nerconform.reference.errors import InvalidSpan, OverlappingSpans
from nerconform.reference.schemes import Scheme, letter_of
from nerconform.reference.spans import Span, canonical


def encode_spans(spans: Iterable[Span], length: int, scheme: Scheme, delimiter: str = "-") -> list[str]:
    """Return the tags of disjoint spans over `length` tokens (ENC-1). Linear.

    Raises `OverlappingSpans` and `InvalidSpan` (ENC-2).
    """
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
            tags[token] = f"{letter_of(scheme, role)}{delimiter}{span.type}"
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
