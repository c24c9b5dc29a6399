"""Ends: from which number to which a bridge leads, and what stands there where nothing explains it."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.products.compare.columns import AnsweredColumn
from nerconform.products.compare.evaluations import PathEvaluations
from nerconform.products.compare.steps import bridge, end_at
from nerconform.reference.measures import COUNTS, Measure
from nerconform.results.bridge import (
    Bridge,
    BridgeChange,
    BridgeStep,
    PathValue,
    bridge_of,
    change_of,
    counts_change,
    step_of,
)
from nerconform.results.comparison import ComparisonColumn, NumbersFrom
from nerconform.results.values import Cause, CauseKind, number_of

_NOWHERE = PathValue(number_of(None))


class NoSuchColumn(NerconformError):
    """A bridge is to lead to somebody who is not compared."""

    code = "no-such-column"


class EndWanted(NamedTuple):
    """One end of a bridge: a column and a measure."""

    answered: AnsweredColumn
    measure: Measure

    @property
    def column(self) -> ComparisonColumn:
        """Return the column."""
        return self.answered.column


def end_of(text: str, columns: Mapping[str, AnsweredColumn], measure: Measure) -> EndWanted:
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
    return EndWanted(columns[found[0]], Measure.parse(rest) if bar else measure)


def widest(answered: Sequence[AnsweredColumn], measure: Measure) -> list[tuple[EndWanted, EndWanted]]:
    """Return the two ends that differ most, the first of equals: between libraries, if two of them have a number.

    Where all numbers are equal, two with different counts; where these are equal, too, none.
    """
    valued = [EndWanted(one, measure) for one in answered if one.column.value is not None]
    libraries = [one for one in valued if one.column.numbers_from is NumbersFrom.LIBRARY]
    pairs = list(combinations(libraries if len(libraries) > 1 else valued, 2))
    apart = [pair for pair in pairs if _distance(pair) != (0, 0)]
    return [max(apart, key=_distance)] if apart else []


def _distance(pair: tuple[EndWanted, EndWanted]) -> tuple[object, int]:
    """Return how far two ends are from each other: by their numbers, then by their counts."""
    one, other = (_given(end) for end in pair)
    change = change_of(one.value, other.value)
    return abs(change or 0), sum(
        abs(count) for count in counts_change(one.counts, other.counts).values() if isinstance(count, int)
    )


def lead(evaluations: PathEvaluations, left: EndWanted, right: EndWanted) -> Bridge:
    """Return the bridge between two ends; where nothing explains a library, its first or last step says so."""
    one, other = left.answered.computation, right.answered.computation
    missing = next((end for end in (left, right) if end.answered.computation is None or not _answers(end)), None)
    if one is None or other is None or missing is not None:
        sides = [end_at(_NOWHERE, end.column.name, end.measure) for end in (left, right)]
        return bridge_of(sides[0], sides[1], broken="" if missing is None else _without(missing))
    names = (left.column.name, right.column.name)
    built = bridge(evaluations, one._replace(measure=left.measure), other._replace(measure=right.measure), names)
    return _to_given(_from_given(built, left), right)


def _without(end: EndWanted) -> str:
    """Return why an end has no number."""
    reason = end.column.refused
    return f"{end.column.name} gives no {end.measure}{f': {reason}' if reason else ''}"


def _answers(end: EndWanted) -> bool:
    """Whether a library gives the number; the reference gives all that the dialect has."""
    if end.column.numbers_from is NumbersFrom.REFERENCE:
        return True
    figures = end.column.results.get(end.measure.schema)
    return figures is not None and (end.measure.quantity in figures.numbers or end.measure.quantity in figures.counts)


def _from_given(built: Bridge, end: EndWanted) -> Bridge:
    """Return a bridge that begins at the number of a library that nothing explains."""
    if end.column.is_explained or built.broken:
        return built
    given = _given(end)
    step = _unexplained(end, given, built.left)
    return bridge_of(end_at(given, end.column.name, end.measure), built.right, (step, *built.steps))


def _to_given(built: Bridge, end: EndWanted) -> Bridge:
    """Return a bridge that ends at the number of a library that nothing explains."""
    if end.column.is_explained or built.broken:
        return built
    given = _given(end)
    step = _unexplained(end, built.right, given)
    return bridge_of(built.left, end_at(given, end.column.name, end.measure), (*built.steps, step))


def _unexplained(end: EndWanted, before: PathValue, after: PathValue) -> BridgeStep:
    title = f"nothing explains {end.column.name}"
    cause = Cause("unexplained", CauseKind.UNEXPLAINED, title, clause="DIA-1", whose=end.column.name, step="parse")
    values = (PathValue(one.number, one.counts) for one in (before, after))
    return step_of("parse", (BridgeChange(cause),), *values, alone_refused="there is no path to it")


def _given(end: EndWanted) -> PathValue:
    """Return the number of a column as it stands in the table, as a ratio."""
    column, quantity = end.column, end.measure.quantity
    figures = column.results[end.measure.schema]
    if quantity in COUNTS:
        count = figures.counts.get(quantity)
        return PathValue(count if isinstance(count, int) else number_of(None), figures.counts)
    if quantity not in figures.numbers:
        return PathValue(number_of(None), figures.counts)
    return PathValue(number_of(column.ratio(end.measure.schema, quantity)), figures.counts)
