"""The alignments of eval4ner: one for all four schemas, and another for what is missed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from nerconform.reference.alignments import distance
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.spans import Span

_Choose = Callable[[Span, Sequence[Span]], int | None]
"""A prediction and the gold spans that are free and overlap it in; which of them it takes out, if any is wanted."""


def _equal(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold == pred), None)


def _of_its_type(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold.type == pred.type), None)


def _closest_of_its_type(pred: Span, free: Sequence[Span]) -> int | None:
    found = [index for index, gold in enumerate(free) if gold.type == pred.type]
    return min(found, key=lambda index: distance(free[index], pred), default=None)


def _of_its_bounds(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold[1:] == pred[1:]), None)


def _any(_pred: Span, free: Sequence[Span]) -> int | None:
    return 0 if free else None


BEFORE_BOUNDS, IN_EVERY_SCHEMA, NOT_CLOSEST = "before-bounds", "in-every-schema", "not-closest"
MISSED_APART = "missed-apart"


def _order(schema: Schema, traits: frozenset[str]) -> tuple[_Choose, ...]:
    """Return for which gold spans a prediction looks, one after the other.

    The library looks alike in all schemas: for its equal, its type, its bounds, any. A facet alone does so in some
    schemas, and elsewhere as `input-best`.
    """
    facet = NOT_CLOSEST if schema is Schema.TYPE else BEFORE_BOUNDS
    if IN_EVERY_SCHEMA in traits or (facet in traits and schema is not Schema.STRICT):
        return (_equal, _of_its_type, _of_its_bounds, _any)
    if schema is Schema.TYPE:
        return (_closest_of_its_type, _any)
    return (_equal if schema is Schema.STRICT else _of_its_bounds, _any)


@dataclass(frozen=True, slots=True)
class _Aligned:
    """A match step in which each prediction, in list order, takes the first free gold span of its order."""

    traits: frozenset[str]

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return the outcomes of one unit."""
        rows = {schema: tuple(_rows(gold, pred, _order(schema, self.traits))) for schema in Schema}
        if MISSED_APART in self.traits:
            missed = tuple(_missed(gold, pred))
            rows = {schema: (*(row for row in found if row.pred), *missed) for schema, found in rows.items()}
        return Outcomes(rows)


def _rows(gold: Spans, pred: Spans, order: Sequence[_Choose]) -> Iterator[Pair]:
    free = list(gold)
    for span in pred:
        near = [one for one in free if one.overlaps(span)]
        found = (choose(span, near) for choose in order)
        taken = next((near[index] for index in found if index is not None), None)
        if taken is not None:
            free.remove(taken)
        yield Pair(taken, span)
    for span in free:
        yield Pair(span, None)


def _missed(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Yield the gold spans for which no prediction is left where each, in list order, takes the first it overlaps."""
    free = list(pred)
    for span in gold:
        found = next((one for one in free if one.overlaps(span)), None)
        if found is None:
            yield Pair(span, None)
        else:
            free.remove(found)


def aligned(trait: str) -> Change:
    """Return the change that makes the match step align in this way, too."""

    def change(pipeline: Pipeline) -> Pipeline:
        traits = pipeline.match.traits if isinstance(pipeline.match, _Aligned) else frozenset()
        return replace(pipeline, match=_Aligned(traits | {trait}))

    return change
