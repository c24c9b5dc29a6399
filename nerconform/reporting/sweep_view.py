"""Sweep view: numbers as they are shown, and the bins of a histogram; the writers only lay them out."""

import math
from fractions import Fraction
from typing import NamedTuple

from nerconform.reporting.evaluation_view import UNDEFINED, scale, shown
from nerconform.results.context import PythonNumber
from nerconform.results.sweep_result import Sweep

_STEPS = (1, 2, 5)
_HUNDREDTH = Fraction(1, 100)


class Bin(NamedTuple):
    """One bar: numbers from `low` to below `high` as they are shown, the policies there, and the marks."""

    low: Fraction
    high: Fraction
    policies: int
    names: tuple[str, ...]


def number_text(sweep: Sweep, value: PythonNumber) -> str:
    """Return a number as tables show it; a median of counts may lie between two."""
    if not sweep.parts.is_count:
        return shown(value, sweep.round)
    if value is None:
        return UNDEFINED
    return f"{float(value):.2f}".removesuffix(".00")


def scale_text(sweep: Sweep) -> str:
    """Return what the numbers are, in words."""
    return "counts" if sweep.parts.is_count else scale(sweep.round)


def position(sweep: Sweep, value: Fraction | int) -> Fraction:
    """Return where a number stands on the axis: an exact ratio in per cent, others as they are."""
    ratio = not sweep.parts.is_count and sweep.round.rule == "exact"
    return Fraction(value) * (100 if ratio else 1)


def bins(sweep: Sweep, most: int) -> list[Bin]:
    """Return at most so many bins of one round width, over the family and all marks."""
    family = [(position(sweep, one.value), one.policies) for one in sweep.distribution if one.value is not None]
    marks = [(position(sweep, one.value), one.name) for one in sweep.marked if one.value is not None]
    places = [place for place, _ in (*family, *marks)]
    if not places:
        return []
    least = Fraction(1) if sweep.parts.is_count else _HUNDREDTH
    step = _step(min(places), max(places), least, most)
    first, last = (math.floor(place / step) for place in (min(places), max(places)))
    counts = dict.fromkeys(range(first, last + 1), 0)
    names: dict[int, list[str]] = {number: [] for number in counts}
    for place, times in family:
        counts[math.floor(place / step)] += times
    for place, name in marks:
        names[math.floor(place / step)].append(name)
    return [Bin(number * step, (number + 1) * step, counts[number], tuple(names[number])) for number in counts]


def _step(low: Fraction, high: Fraction, power: Fraction, most: int) -> Fraction:
    """Return the least of 1, 2, 5, 10, 20, ... times this power of ten of which so many cover the range."""
    while True:
        for factor in _STEPS:
            step = factor * power
            if math.floor(high / step) - math.floor(low / step) < most:
                return step
        power *= 10
