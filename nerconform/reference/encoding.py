"""Encode: from spans to tags (ENC-1 to ENC-3)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Affix
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import InvalidSpan, OverlappingSpans, UnknownOption
from nerconform.reference.schemes import LOSSY, Scheme, Violation, prefix_of, roles_of, scheme_of, violations_of
from nerconform.reference.spans import Span, canonical
from nerconform.reference.tags import parser


def encode_spans(
    spans: Iterable[Span], length: int, scheme: Scheme, affix: Affix = Affix.PREFIX, delimiter: str = "-"
) -> list[str]:
    """Return the tags of disjoint spans over `length` tokens (ENC-1). Linear, but for the order of the spans.

    Prefix and type are joined as TAG-2 and TAG-3 split them. Raises `OverlappingSpans` and `InvalidSpan` (ENC-2), and
    `UnknownOption` for a delimiter that cannot be told from a prefix (ENC-3).
    """
    write = _writer(scheme, affix, delimiter)
    if length < 0:
        raise InvalidSpan(
            "the argument length is below 0",
            hint="Pass the number of tokens of the sentence: nc.encode(spans, 5).",
        )
    ordered = sorted(spans, key=canonical)
    tags = ["O"] * length
    before: Span | None = None
    for position, span in enumerate(ordered):
        if not 0 <= span.start < span.end <= length:
            hint = f"Write 0 <= start < end <= {length}; start and end count tokens, and the end is exclusive."
            raise InvalidSpan(f"the span {tuple(span)!r} is not within a sentence of {length} tokens", hint=hint)
        if span.pieces:
            hint = "Score the spans as they are, without tags: nc.evaluate(gold, pred)."
            raise InvalidSpan(
                f"the span of type {span.type!r:.60} from {span.start} to {span.end} has a gap, which no tags can show",
                hint=hint,
            )
        if not span.type:
            hint = "Name a type, as in ('PER', 0, 2); without a type there is no tag such as B-PER."
            raise InvalidSpan(f"the type of the span {tuple(span)!r} is empty", hint=hint)
        if before is not None and span.start < before.end:
            hint = (
                "Remove one of the two: a token has only one tag. Or score the spans as they are: "
                "nc.evaluate(gold, pred)."
            )
            raise OverlappingSpans(f"the spans {tuple(before)!r} and {tuple(span)!r} share a token", hint=hint)
        after = ordered[position + 1] if position + 1 < len(ordered) else None
        for token, role in enumerate(_roles(scheme, span, before, after), start=span.start):
            tags[token] = write(role, span.type)
        before = span
    return tags


def _roles(scheme: Scheme, span: Span, before: Span | None, after: Span | None) -> str:
    """Return the roles of the tokens of a span, given its neighbours (SCH-3 to SCH-10)."""
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
    last = "I" if scheme is Scheme.BIOS else "E"
    return "S" if length == 1 else "B" + "I" * (length - 2) + last


@cache
def _writer(scheme: Scheme, affix: Affix, delimiter: str) -> Callable[[str, str], str]:
    """Return how a role and a type are written.

    What is written is split again where it was joined, whatever the type holds: the delimiter nearest to the prefix
    splits, and one that is nearer than the right one would begin with the prefix itself and overlap the right one. That
    takes a delimiter that is this prefix, once or several times.
    """
    for prefix in roles_of(scheme):
        if not delimiter.strip(prefix):
            hint = "Use a delimiter that is not a prefix: --to-delimiter _, in Python to_delimiter='_'."
            raise UnknownOption(
                f"the delimiter {delimiter!r} cannot be told from the prefix {prefix} of {scheme}", hint=hint
            )
    prefixes = {role: prefix_of(scheme, role) for role in roles_of(scheme).values()}
    if affix is Affix.SUFFIX:
        return lambda role, kind: f"{kind}{delimiter}{prefixes[role]}"
    return lambda role, kind: f"{prefixes[role]}{delimiter}{kind}"


class Conversion(NamedTuple):
    """One unit of tags, converted.

    `repaired` are the illegal transitions that the policy has decided; `merged` are the spans that touch one of their
    type and, in a lossy scheme, become one with it: each loses its start (SCH-9). Indices count tokens, ends exclusive.
    """

    tags: tuple[str, ...]
    repaired: tuple[Violation, ...]
    merged: tuple[Span, ...]


Convert = Callable[[Sequence[str]], Conversion]
"""The tags of one unit in, those of the other scheme out."""


def target_of(source: Dialect, scheme: str, affix: str | None = None, delimiter: str | None = None) -> Dialect:
    """Return how tags are to be written: in this scheme, and else as they were read, unless another way is said.

    Raises `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`.
    """
    target = replace(source, scheme=scheme_of(scheme), policy=POLICIES["refuse"])
    said = {axis: option for axis, option in (("affix", affix), ("delimiter", delimiter)) if option is not None}
    return target.set(**said)


def converter(source: Dialect, target: Dialect) -> Convert:
    """Return the way from one way of writing tags to another: decode in the one, encode in the other.

    Of `source` the steps parse and decode are used, of `target` scheme, affix and delimiter. Linear. The way raises the
    tag errors of TAG-5 to TAG-8, and `IllegalTransition` where the policy refuses, each with the position; `converter`
    itself raises `UnknownOption` for a delimiter with which no tag could be read back.
    """
    parse, decode = parser(source), decoder(source)
    scheme, affix, delimiter = target.scheme, target.affix, target.delimiter
    encode_spans((), 0, scheme, affix, delimiter)
    repairs = not source.policy.refuses_all(source.scheme)

    def convert(tags: Sequence[str]) -> Conversion:
        marks = parse(tags)
        spans = decode(marks, Side.PRED)
        return Conversion(
            tuple(encode_spans(spans, len(marks), scheme, affix, delimiter)),
            violations_of(source.scheme, marks) if repairs else (),
            _merged(spans) if scheme in LOSSY else (),
        )

    return convert


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans that touch an earlier one of their type."""
    return tuple(span for before, span in pairwise(spans) if (before.type, before.end) == (span.type, span.start))
