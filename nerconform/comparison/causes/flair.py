"""Quirks of Flair: its function from tags to spans."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from nerconform.comparison.causes.illegal import has_illegal
from nerconform.comparison.causes.quirk import Quirk, Shown, Step
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

_OUTSIDE = Mark("O", "", "O")
_FIRST, _LATER = 11, 10
"""What the tag that begins a span weighs in the vote on its type, and what every other tag does."""


def _begins(before: Mark, mark: Mark) -> bool:
    """Whether a tag begins a span even where it could go on with one."""
    return mark.role in {"B", "S"} or (mark.role == "I" and before.type != mark.type)


def _decode(marks: Sequence[Mark], _side: Side) -> Spans:
    """Cut at every O and at every tag that begins a span, and let the tags of a span vote on its type."""
    spans: list[Span] = []
    votes: Counter[str] = Counter()
    start = 0
    for position, (before, mark) in enumerate(pairwise([_OUTSIDE, *marks, _OUTSIDE])):
        begins = _begins(before, mark)
        if votes and (begins or mark.role == "O"):
            spans.append(Span(max(votes, key=votes.__getitem__), start, position))
            votes.clear()
        if mark.role != "O":
            start = start if votes else position
            votes[mark.type] += _FIRST if begins else _LATER
    return tuple(spans)


def _change(pipeline: Pipeline) -> Pipeline:
    return replace(pipeline, decode=_decode)


QUIRKS = (
    Quirk(
        id="flair.type-by-vote",
        library="flair",
        versions="d4ea377",
        step=Step.DECODE,
        title="The tags of a span vote on its type, and E never ends one",
        prose=(
            "get_spans_from_bio cuts at O, at B and S, and at an I of another type than the tag before. E goes on "
            "with whatever stands before it, also with S or another E, and whatever its type. The type of a span is "
            "the one with most votes, where the tag that begins the span weighs 1.1 and every other 1; of equal "
            "ones the first. No decision point knows more than one tag of its span. Verified by running it on all "
            "66,430 sequences of up to 5 tokens with two types."
        ),
        clause="DEC-4",
        base=MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"}),
        schemes=(Scheme.BIOES,),
        fires=has_illegal,
        change=_change,
        shown=Shown(Scheme.BIOES, "S-X O", "E-X E-X", spans=(Span("X", 0, 2),), counts=(1, 1, 0)),
    ),
)
