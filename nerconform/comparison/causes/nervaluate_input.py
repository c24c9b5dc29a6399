"""Quirks of nervaluate that golden cases show, and no search draws: bad input, and shares that doubles cannot hold."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.comparison.causes.bounds import bounds_unchecked, has_odd_bounds
from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.reading import everything, has_unit, members, raises_at
from nerconform.reference.matching import matcher
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_VERSIONS = ">=1.0,<=1.2.1"
_TINY = Fraction(1, 10**9)
"""More than nothing, and less than any share of tokens can lie above a whole percentage."""
_READING: Mapping[str, str] = MappingProxyType(
    {
        "policy": "lenient",
        "align": "input-best",
        "scope": "schema",
        "overlap": "gold:1%",
        "attribution": "refilter",
    }
)


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


BOUNDS = Quirk(
    id="nervaluate.span-bounds-unchecked",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="Bounds of spans are not checked",
    prose=(
        "Spans are taken as they come, so that one that ends before it starts, or starts before 0, is scored as a "
        "span that overlaps nothing, or everything."
    ),
    clause="INP-3",
    base=_READING,
    schemes=tuple(Scheme),
    fires=has_odd_bounds,
    change=bounds_unchecked(),
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([[Span("X", 2, 1)]], [[Span("X", 2, 1)]])),
)
NO_UNIT = Quirk(
    id="nervaluate.unit-not-checked",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="What is no unit crashes",
    prose=(
        "The lengths of the units are compared before anybody looks at what they are; None or a number among them "
        "ends in a TypeError without place."
    ),
    clause="INP-4",
    base=_READING,
    schemes=tuple(Scheme),
    fires=has_unit(_is_no_list),
    change=raises_at(_is_no_list, "TypeError"),
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["O"]], [None])),
)
OVERLAP = Quirk(
    id="nervaluate.overlap-is-rounded",
    library="nervaluate",
    versions=">=1.1,<=1.2.1",
    step=Step.MATCH,
    title="A share of the gold span that is exactly the least one can be too small",
    prose=(
        "The share is a double, the quotient times 100, and compared with the percentage. 29 of 50 tokens are "
        "57.99999999999999 percent, and no match where 58 percent are enough; of whole percentages 29, 57 and 58 are "
        "missed so."
    ),
    clause="MAT-11",
    base=MappingProxyType({**_READING, "overlap": "gold:58%"}),
    schemes=tuple(Scheme),
    fires=_may_be_missed,
    change=_rounded,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"partial.micro.par": 0, "partial.micro.mis": 1},
        data=([[Span("X", 0, 50)]], [[Span("X", 0, 29)]]),
    ),
)
QUIRKS = (BOUNDS, NO_UNIT, OVERLAP)
