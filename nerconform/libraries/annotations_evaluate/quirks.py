"""The quirk of annotations-evaluate: each prediction takes a gold span before the later ones are looked at."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members, one_by_one
from nerconform.reference.assignment import distance
from nerconform.reference.filtering import Spans
from nerconform.reference.nearby import enough
from nerconform.reference.option_values import Overlap
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_BASE = {"policy": "lenient", "align": "best", "scope": "schema", "overlap": "gold:1%", "zero": "nan"}


def _aligned(pipeline: Pipeline) -> Pipeline:
    """Let each prediction in canonical order take a correct gold span, else the closest one."""
    overlap = pipeline.dialect.overlap

    def match(gold: Spans, pred: Spans) -> Outcomes:
        ordered = tuple(sorted(pred, key=_place))
        return Outcomes({schema: one_by_one(gold, ordered, _chooser(schema, overlap)) for schema in Schema})

    return replace(pipeline, match=match)


def _place(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.type


def _chooser(schema: Schema, overlap: Overlap) -> Callable[[Sequence[Span], Span], Span | None]:
    """Return the choice of a prediction among the free gold spans, in one schema."""

    def choose(free: Sequence[Span], pred: Span) -> Span | None:
        near = [one for one in free if enough(overlap, one, pred)]
        right = [one for one in near if _is_right(schema, one, pred)]
        key = partial(_key, pred)
        return min(right or near, key=key, default=None)

    return choose


def _is_right(schema: Schema, gold: Span, pred: Span) -> bool:
    if schema is Schema.STRICT:
        return gold == pred
    return gold.type == pred.type if schema is Schema.TYPE else gold.bounds == pred.bounds


def _key(pred: Span, gold: Span) -> tuple[int, int, int, int]:
    """Return how good a gold span is for a prediction: distance, then overlap, then place."""
    shared = min(gold.end, pred.end) - max(gold.start, pred.start)
    return distance(gold, pred), -shared, gold.start, gold.end


def _fires(given: Given) -> bool:
    """Whether a unit has two predictions for a gold span."""
    sides = zip(members(given.gold), members(given.pred), strict=False)
    return any(members(gold) and len(members(pred)) > 1 for gold, pred in sides)


QUIRKS = (
    Quirk(
        "annotations-evaluate.earlier-prediction-takes-the-gold",
        Step.MATCH,
        _fires,
        _aligned,
        base=_BASE,
        schemes=(Scheme.IOB2,),
    ),
)
