"""Quirks of spaneval: it goes through the gold, and what it took once it may take again, or lose; types lose blanks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import bounds_kept, everything, has_odd_bounds, members, of_read
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span, shared_tokens
from nerconform.reference.units import Annotation, Unit

AGAIN, LOST = "again", "lost"


@dataclass(frozen=True, slots=True)
class _LeftToRight:
    """A match step that looks for one prediction for each gold span, from left to right.

    With `again` a prediction may serve several gold spans. With `lost` the largest overlap wins, not one that is
    correct, and no other prediction that overlaps a gold span is a false positive.
    """

    traits: frozenset[str]

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return the outcomes of one unit."""
        return Outcomes({schema: tuple(self._rows(gold, pred, schema)) for schema in Schema})

    def _rows(self, gold: Spans, pred: Spans, schema: Schema) -> list[Pair]:
        free, used, rows = list(pred), set[Span](), list[Pair]()
        for span in sorted(gold):
            near = [one for one in free if one.overlaps(span)]
            taken = max(near, key=partial(self._key, schema, span), default=None)
            rows.append(Pair(span, taken))
            if taken is not None:
                used.add(taken)
            if taken is not None and AGAIN not in self.traits:
                free.remove(taken)
        return rows + [Pair(None, one) for one in pred if one not in used and not self._is_lost(gold, one)]

    def _is_lost(self, gold: Spans, pred: Span) -> bool:
        return LOST in self.traits and any(pred.overlaps(span) for span in gold)

    def _key(self, schema: Schema, gold: Span, pred: Span) -> tuple[bool, int, bool, int]:
        """Return how good a prediction is: with `lost` by tokens, then by type, except in `partial`."""
        is_right = LOST not in self.traits and Pair(gold, pred).outcome(schema) is Outcome.COR
        has_type = schema is not Schema.PARTIAL and gold.type == pred.type
        return is_right, shared_tokens(gold, pred), has_type, -pred.start


def _walking(trait: str) -> Change:
    """Return the change to the walk, which keeps what it does already."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.match.traits if isinstance(pipeline.match, _LeftToRight) else frozenset()
        return replace(pipeline, match=_LeftToRight(before | {trait}))

    return change


def _has(gold: int, pred: int) -> Callable[[Given], bool]:
    """Return the predicate of data in which a unit has at least so many spans on either side."""

    def fires(given: Given) -> bool:
        sides = zip(members(given.gold), members(given.pred), strict=False)
        return any(_count(one) >= gold and _count(other) >= pred for one, other in sides)

    return fires


def _count(unit: Sequence[object]) -> int:
    return len(members(unit))


def _without_blanks(units: Sequence[Unit]) -> Sequence[Unit]:
    """Remove the blanks around each type. Raises `InvalidSpan` where nothing is left: the library refuses that, too."""
    return [Unit(*map(_stripped, unit)) for unit in units]


def _stripped(side: Annotation) -> Annotation:
    spans = tuple(Span(span.type.strip(), span.start, span.end) for span in side.spans)
    if not all(span.type for span in spans):
        raise InvalidSpan("a type is empty")
    return side._replace(spans=spans)


def _has_blank_around_a_type(given: Given) -> bool:
    """Whether the type of a span begins or ends with a blank, or is empty."""
    return any(isinstance(one, Span) and (not one.type or one.type != one.type.strip()) for one in everything(given))


_quirk = partial(Quirk, base={"policy": "lenient", "align": "best", "scope": "schema"}, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("spaneval.prediction-serves-several", Step.MATCH, _has(2, 1), _walking(AGAIN)),
    _quirk("spaneval.second-prediction-is-no-error", Step.MATCH, _has(1, 2), _walking(LOST)),
    _quirk("spaneval.blanks-around-a-type", Step.PARSE, _has_blank_around_a_type, of_read(_without_blanks)),
    _quirk("spaneval.empty-span-accepted", Step.PARSE, has_odd_bounds, bounds_kept()),
)
