"""The ways in which a quirk or a mistake changes one step of a pipeline."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span


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
