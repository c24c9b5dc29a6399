"""Quirks of GLiNER: averages of types, documents that only one side has, and bounds."""

from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import (
    bounds_unchecked,
    has_odd_bounds,
    has_uneven_units,
    raises_at_units,
    shorter_side,
)
from nerconform.reference.filtering import Units
from nerconform.reference.schemes import Scheme


def _is_no_single_row(units: Units) -> bool:
    """Whether there are several rows to average, or none."""
    return len({span.type for unit in units for side in unit for span in side}) != 1


def _always(_given: Given) -> bool:
    """Whatever the input is: only the spans show how many types there are."""
    return True


_quirk = partial(Quirk, base={"policy": "lenient", "duplicates": "set", "align": "none"}, schemes=tuple(Scheme))
QUIRKS = (
    _quirk(
        "gliner.macro-needs-exactly-one-type",
        Step.SCORE,
        _always,
        raises_at_units(_is_no_single_row, "ValueError"),
    ),
    _quirk("gliner.documents-are-cut", Step.PARSE, has_uneven_units, shorter_side()),
    _quirk("gliner.bounds-are-not-checked", Step.PARSE, has_odd_bounds, bounds_unchecked()),
)
