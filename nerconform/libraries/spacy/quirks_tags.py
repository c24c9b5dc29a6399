"""Quirks of spaCy's readers of tags, which are decoders without a metric."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import has_tag, of_tags, outside
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import IllegalTransition, MalformedTag
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.spans import Span, canonical

_BILUO: Mapping[str, str] = MappingProxyType({"policy": "refuse", "bare": "two-chars", "align": "none"})
_IOB: Mapping[str, str] = MappingProxyType({"policy": "lenient", "align": "none"})
_WELL_FORMED = re.compile(r"O|[BI]-.+", re.DOTALL)


def _begins_with_o(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and len(tag) > 1 and tag.startswith("O")


def _outside_by_letter(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    return outside(tag) if _begins_with_o(tag, dialect) else None


def _is_missing(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and tag.startswith("-")


def _as_span_without_type(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - as above
    return Mark(ALONE, "", tag) if _is_missing(tag, dialect) else None


def _is_broken(given: Given) -> bool:
    """Whether an entity of several tokens is left, entered or continued otherwise than BILUO allows."""
    return any(_breaks(*pair) for unit in given.tagged() for pair in pairwise(["O", *unit, "O"]))


def _breaks(before: str, after: str) -> bool:
    is_open, goes_on = before[:1] in {"B", "I"}, after[:1] in {"I", "L"}
    return is_open != goes_on or (is_open and before[2:] != after[2:])


def _open_until_l(pipeline: Pipeline) -> Pipeline:
    """Keep where the last B stands until L or a missing tag, whatever else comes; refuse I and L without a B."""

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        start, spans = None, []
        for position, mark in enumerate(marks):
            if mark.role in {"I", "E"} and start is None:
                raise IllegalTransition(mark.text)
            if mark.role == "B":
                start = position
            elif mark.role == "E" and start is not None:
                spans.append(Span(mark.type, start, position + 1))
                start = None
            elif mark.role == "S" or (mark.role == ALONE and start is None):
                spans.append(Span(mark.type, position, position + 1))
            elif mark.role == ALONE:
                start = None
        return tuple(sorted(spans, key=canonical))

    return replace(pipeline, decode=decode)


def _is_odd(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and not _WELL_FORMED.fullmatch(tag)


def _by_what_is_not_o(pipeline: Pipeline) -> Pipeline:
    """Begin an entity at any tag but O; go on at I or L with the same rest; refuse one token without a type."""

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        spans: list[Span] = []
        rest = None
        for position, (_, _, tag) in enumerate(marks):
            if tag == "O":
                rest = None
            elif rest is not None and tag in {f"I{rest}", f"L{rest}"}:
                spans[-1] = spans[-1]._replace(end=position + 1)
            else:
                rest = tag[1:]
                spans.append(Span(tag[2:], position, position + 1))
        if any(not span.type and span.end - span.start == 1 for span in spans):
            raise MalformedTag("a tag has no type")
        return tuple(spans)

    def read(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
        return Mark("", "", tag) if _is_odd(tag, dialect) else None

    return replace(of_tags(read)(pipeline), decode=decode)


QUIRKS = (
    Quirk(
        id="spacy.biluo-open-until-l",
        step=Step.DECODE,
        base=_BILUO,
        schemes=(Scheme.BILOU,),
        fires=_is_broken,
        change=_open_until_l,
    ),
    Quirk(
        id="spacy.biluo-o-is-the-first-letter",
        step=Step.PARSE,
        base=_BILUO,
        schemes=(Scheme.BILOU,),
        fires=has_tag(_begins_with_o),
        change=of_tags(_outside_by_letter),
    ),
    Quirk(
        id="spacy.biluo-missing-is-a-span-without-type",
        step=Step.PARSE,
        base=_BILUO,
        schemes=(Scheme.BILOU,),
        fires=has_tag(_is_missing),
        change=of_tags(_as_span_without_type),
    ),
    Quirk(
        id="spacy.iob-begins-at-whatever-is-not-o",
        step=Step.PARSE,
        base=_IOB,
        schemes=(Scheme.IOB1, Scheme.IOB2),
        fires=has_tag(_is_odd),
        change=_by_what_is_not_o,
    ),
)
