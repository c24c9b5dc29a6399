"""Ends: from which number to which a bridge leads, and what stands there where nothing explains it (CMP-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.products.compare.columns import Answered
from nerconform.products.compare.evaluations import Readings
from nerconform.products.compare.steps import bridge
from nerconform.reference.measures import COUNTS, Measure
from nerconform.results.bridge import Bridge, BridgeStep, End, Part, Standing, change_of, counts_change
from nerconform.results.comparison import Column, Ran

_NOWHERE = Standing(None, {})


class NoSuchColumn(NerconformError):
    """A bridge is to lead to somebody who is not compared."""

    code = "no-such-column"


class Wanted(NamedTuple):
    """One end of a bridge: a column and a measure."""

    answered: Answered
    measure: Measure

    @property
    def column(self) -> Column:
        """Return the column."""
        return self.answered.column


def end_of(text: str, columns: Mapping[str, Answered], measure: Measure) -> Wanted:
    """Return the end that is meant by `NAME`, or by `NAME|MEASURE`.

    A name may be left without its mode where that is clear, and without `reference:`. Raises `NoSuchColumn`, or
    `UnknownMeasure`.
    """
    name, bar, rest = (part.strip() for part in text.partition("|"))
    exact = [column for column in (name, f"reference:{name}") if column in columns][:1]
    found = exact or [column for column in columns if column.startswith(f"{name}:")]
    if len(found) != 1:
        hint = f"Name one of: {', '.join(columns)}."
        message = f"{name!r} can be {', '.join(found)}" if found else f"{name!r} is not compared"
        raise NoSuchColumn(message, place="bridge", hint=hint)
    return Wanted(columns[found[0]], Measure.parse(rest) if bar else measure)


def widest(answered: Sequence[Answered], measure: Measure) -> list[tuple[Wanted, Wanted]]:
    """Return the two ends that differ most, the first of equals: between libraries, if two of them have a number.

    Where all numbers are equal, two with different counts; where these are equal, too, none.
    """
    valued = [Wanted(one, measure) for one in answered if one.column.value is not None]
    libraries = [one for one in valued if one.column.ran is Ran.LIBRARY]
    pairs = list(combinations(libraries if len(libraries) > 1 else valued, 2))
    apart = [pair for pair in pairs if _distance(pair) != (0, 0)]
    return [max(apart, key=_distance)] if apart else []


def _distance(pair: tuple[Wanted, Wanted]) -> tuple[object, int]:
    """Return how far two ends are from each other: by their numbers, then by their counts."""
    one, other = (_given(end) for end in pair)
    change = change_of(one.value, other.value)
    return abs(change or 0), sum(map(abs, counts_change(one.counts, other.counts).values()))


def lead(readings: Readings, left: Wanted, right: Wanted) -> Bridge:
    """Return the bridge between two ends; where nothing explains a library, its first or last step says so."""
    one, other = left.answered.computation, right.answered.computation
    missing = next((end for end in (left, right) if end.answered.computation is None or not _answers(end)), None)
    if one is None or other is None or missing is not None:
        sides = [End(end.column.name, end.measure, _NOWHERE) for end in (left, right)]
        broken = "" if missing is None else _without(missing)
        return Bridge(sides[0], sides[1], broken=broken)
    names = (left.column.name, right.column.name)
    built = bridge(readings, one._replace(measure=left.measure), other._replace(measure=right.measure), names)
    return _to_given(_from_given(built, left), right)


def _without(end: Wanted) -> str:
    """Return why an end has no number."""
    reason = end.column.refused
    return f"{end.column.name} gives no {end.measure}{f': {reason}' if reason else ''}"


def _answers(end: Wanted) -> bool:
    """Whether a library gives the number; the reference gives all that the dialect has."""
    if end.column.ran is Ran.REFERENCE:
        return True
    figures = end.column.results.get(end.measure.schema)
    return figures is not None and (end.measure.quantity in figures.ratios or end.measure.quantity in figures.counts)


def _from_given(built: Bridge, end: Wanted) -> Bridge:
    """Return a bridge that begins at the number of a library that nothing explains."""
    if end.column.is_explained or built.broken:
        return built
    given = _given(end)
    step = _unexplained(end, given, built.left.standing)
    return replace(built, left=built.left._replace(standing=given), steps=(step, *built.steps))


def _to_given(built: Bridge, end: Wanted) -> Bridge:
    """Return a bridge that ends at the number of a library that nothing explains."""
    if end.column.is_explained or built.broken:
        return built
    given = _given(end)
    step = _unexplained(end, built.right.standing, given)
    return replace(built, right=built.right._replace(standing=given), steps=(*built.steps, step))


def _unexplained(end: Wanted, before: Standing, after: Standing) -> BridgeStep:
    title = f"nothing explains {end.column.name}"
    part = Part("unexplained", "unexplained", "parse", title, "", "", "DIA-1", whose=end.column.name)
    return BridgeStep((part,), before, after, None, "there is no path to it", ())


def _given(end: Wanted) -> Standing:
    """Return the number of a column as it stands in the table, as a ratio."""
    column, quantity = end.column, end.measure.quantity
    figures = column.results[end.measure.schema]
    if quantity in COUNTS:
        return Standing(figures.counts.get(quantity), figures.counts)
    value = figures.ratios.get(quantity)
    scale = 1 if column.dialect is None else column.dialect.round.scale
    return Standing(value if value is None or scale == 1 else value / scale, figures.counts)
