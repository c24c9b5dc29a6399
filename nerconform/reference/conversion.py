"""Convert: from the tags of one scheme to those of another (ENC-3)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import LOSSY, Violation, scheme_of, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser


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
