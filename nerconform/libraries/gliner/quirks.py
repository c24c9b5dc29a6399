"""Quirks of GLiNER: averages of types, documents that only one side has, and bounds."""

from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import (
    bounds_unchecked,
    everything,
    has_odd_bounds,
    has_uneven_units,
    raises_at_units,
    shorter_side,
)
from nerconform.reference.filtering import Units
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span


def _is_no_single_row(units: Units) -> bool:
    """Whether there are several rows to average, or none."""
    return len({span.type for unit in units for side in unit for span in side}) != 1


def _fires(given: Given) -> bool:
    """Whether there is not exactly one type, or documents are cut, so that types may be lost."""
    kinds = {one.type for one in everything(given) if isinstance(one, Span)}
    kinds |= {tag.partition("-")[2] for tag in given.tags() if tag != "O"}
    return len(kinds) != 1 or has_uneven_units(given)


_quirk = partial(Quirk, base={"policy": "lenient", "duplicates": "set", "align": "none"}, schemes=tuple(Scheme))
QUIRKS = (
    _quirk(
        "gliner.macro-needs-exactly-one-type",
        Step.SCORE,
        _fires,
        raises_at_units(_is_no_single_row, "ValueError"),
    ),
    _quirk("gliner.documents-are-cut", Step.PARSE, has_uneven_units, shorter_side()),
    _quirk("gliner.bounds-are-not-checked", Step.PARSE, has_odd_bounds, bounds_unchecked()),
)
