"""Quirks of nervaluate that golden cases show, and no search draws: bad input, and shares that doubles cannot hold."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.bounds import bounds_kept, bounds_unchecked, has_odd_bounds
from nerconform.libraries.nervaluate.quirks import READING
from nerconform.libraries.nervaluate.quirks_earlier import matched
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.reading import everything, has_unit, members, raises_at
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import matcher
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_TINY = Fraction(1, 10**9)
"""More than nothing, and less than any share of tokens can lie above a whole percentage."""
_FEWEST = 50
"""So many tokens has the shortest span of which a whole percentage that is missed is a whole number of tokens."""


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


def _is_below(percent: int) -> bool:
    """Whether a share of exactly so many percent is less, as a double."""
    return percent / 100 * 100.0 < percent


def _may_be_missed(given: Given) -> bool:
    """Whether the least share is such a percentage, and a unit or a span has the 50 tokens that it takes."""
    spans = any(isinstance(item, Span) and item.end - item.start >= _FEWEST for item in everything(given))
    units = any(len(members(unit)) >= _FEWEST for side in (given.gold, given.pred) for unit in members(side))
    return _is_below(given.dialect.overlap.percent) and (spans or units)


def _rounded(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a share that is exactly the least one is too small, if its double is."""
    overlap = pipeline.dialect.overlap
    if not _is_below(overlap.percent):
        return pipeline
    more = overlap._replace(percent=overlap.percent + _TINY)  # type: ignore[arg-type] # between two percentages
    return replace(pipeline, match=matcher(replace(pipeline.dialect, overlap=more)))


def _computed(pipeline: Pipeline) -> Pipeline:
    """Return the path on which bounds are not checked; from 1.2 on shares are computed of whatever they are."""
    if pipeline.dialect.align is not Align.INPUT_BEST:
        return bounds_unchecked()(pipeline)
    return matched(_rows)(bounds_kept()(pipeline))


def _rows(dialect: Dialect, schema: Schema, gold: Spans, pred: Spans) -> list[Pair]:
    """Return the rows where each prediction takes the best free gold span, by bounds that may be odd."""
    free, found = list(gold), []
    for span in pred:
        place = _place(schema, float(dialect.overlap.percent), free, span)
        found.append(Pair(None if place is None else free.pop(place), span))
    return [*found, *(Pair(one, None) for one in free)]


def _place(schema: Schema, least: float, free: Sequence[Span], span: Span) -> int | None:
    """Return which free gold span a prediction takes: a right one, by the type the closest, else the first."""
    closest, first = list[tuple[int, int]](), None
    for index, one in enumerate(free):
        equal = one[1:] == span[1:]
        if one == span if schema is Schema.STRICT else equal and schema is Schema.EXACT:
            return index
        if not _share_is_enough(one, span, least):
            continue
        if equal and schema is Schema.PARTIAL:
            return index
        if schema is Schema.TYPE and one.type == span.type:
            closest.append((abs(one.start - span.start) + abs(one.end - span.end), index))
        elif first is None:
            first = index
    return min(closest)[1] if closest else first


def _share_is_enough(gold: Span, pred: Span, least: float) -> bool:
    """Whether the library's share is enough: of a reversed span it is the quotient of two negative numbers."""
    if pred.start >= gold.end or pred.end <= gold.start:
        return False
    if gold.start == gold.end:
        raise LibraryRaises("ZeroDivisionError")
    return (min(gold.end, pred.end) - max(gold.start, pred.start)) / (gold.end - gold.start) * 100.0 >= least


QUIRKS = (
    Quirk(
        id="nervaluate.span-bounds-unchecked",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=has_odd_bounds,
        change=_computed,
    ),
    Quirk(
        id="nervaluate.unit-not-checked",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=has_unit(_is_no_list),
        change=raises_at(_is_no_list, "TypeError"),
    ),
    Quirk(
        id="nervaluate.overlap-is-rounded",
        step=Step.MATCH,
        base=MappingProxyType({**READING, "overlap": "gold:58%"}),
        schemes=tuple(Scheme),
        fires=_may_be_missed,
        change=_rounded,
    ),
)
