"""Wrong evaluators: what a mistake that people really make is, and the ways in which one changes a step.

A mistake stands in terms of the pipeline that it changes, so that it works in every scheme and with every choice that
a golden case imposes. The dialect stays: a wrong evaluator pretends to be what it is not.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span

ALIGNED = ("semeval",)
"""The base of mistakes that need an alignment."""
BOTH = ("conlleval", *ALIGNED)
"""The bases of mistakes that can be made with and without alignment."""


class Wrong(NamedTuple):
    """A wrong evaluator: its name, what is wrong in one sentence, the change, and the dialects it pretends to be."""

    name: str
    says: str
    change: Change
    bases: tuple[str, ...] = BOTH


def of_marks(fix: Callable[[Sequence[Mark]], Sequence[Mark]]) -> Change:
    """Return the change that decodes other marks than those that were parsed."""

    def change(pipeline: Pipeline) -> Pipeline:
        decode = pipeline.decode
        return replace(pipeline, decode=lambda marks, side: decode(fix(marks), side))

    return change


def of_decoded(fix: Callable[[Spans, Sequence[Mark]], Spans]) -> Change:
    """Return the change of the spans of one side of one unit of tags, which knows the marks."""

    def change(pipeline: Pipeline) -> Pipeline:
        decode = pipeline.decode

        def wrong(marks: Sequence[Mark], side: Side) -> Spans:
            return fix(decode(marks, side), marks)

        return replace(pipeline, decode=wrong)

    return change


def of_units(fix: Callable[[Units], Units]) -> Change:
    """Return the change of the spans of all units, just before the filter."""

    def change(pipeline: Pipeline) -> Pipeline:
        keep = pipeline.filter
        return replace(pipeline, filter=lambda units: keep(fix(list(units))))

    return change


def of_sides(fix: Callable[[Spans], Spans]) -> Change:
    """Return the change of the spans of each side of each unit, from tags or given."""
    return of_units(lambda units: [(fix(gold), fix(pred)) for gold, pred in units])


def of_predictions(fix: Callable[[Spans], Spans]) -> Change:
    """Return the change of the predicted spans of each unit, from tags or given."""
    return of_units(lambda units: [(gold, fix(pred)) for gold, pred in units])


def of_spans(fix: Callable[[Span], Span]) -> Change:
    """Return the change of every span, from tags or given."""
    return of_sides(lambda spans: tuple(fix(span) for span in spans))
