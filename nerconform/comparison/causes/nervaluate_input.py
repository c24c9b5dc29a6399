"""Quirks of nervaluate on bad input: what it does not check. No search draws such input; golden cases do (KIT-7)."""

from collections.abc import Mapping
from types import MappingProxyType

from nerconform.comparison.causes.bounds import bounds_unchecked, has_odd_bounds
from nerconform.comparison.causes.quirk import Quirk, Shown, Step
from nerconform.comparison.causes.reading import has_unit, raises_at
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_VERSIONS = ">=1.0,<=1.2.1"
_READING: Mapping[str, str] = MappingProxyType(
    {
        "policy": "lenient",
        "align": "input-best",
        "scope": "schema",
        "overlap": "gold:1%",
        "attribution": "refilter",
    }
)


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


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
QUIRKS = (BOUNDS, NO_UNIT)
