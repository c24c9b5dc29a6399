"""Comparison view: the rows of the tables of a comparison, as text; the writers only lay them out."""

import math
from collections.abc import Mapping
from fractions import Fraction

from nerconform.base.plain_text import plain
from nerconform.reporting.evaluation_view import UNDEFINED, count_text
from nerconform.results.comparison import Comparison, ComparisonColumn, Interval, NumbersFrom, SecondPrediction
from nerconform.results.context import MeasureParts, PythonNumber
from nerconform.results.values import Count

_HALF = Fraction(1, 2)
SCHEMAS = ("strict", "exact", "partial", "type")
COUNTED = ("tp", "fp", "fn")


def percent(value: PythonNumber | float, *, signed: bool = False) -> str:
    """Return a ratio in per cent with two decimals, halves up; a count as it is."""
    if value is None:
        return UNDEFINED
    if isinstance(value, int):
        return f"{value:+d}" if signed else str(value)
    hundredths = math.floor(abs(Fraction(value)) * 10_000 + _HALF)
    sign = "-" if value < 0 else "+" if signed else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def counts_text(counts: Mapping[str, Count]) -> str:
    """Return in one line how counts change."""
    return ", ".join(f"{name} {text}" for name in counts if (text := count_text(counts[name], signed=True)))


def interval_text(interval: Interval | None, between: str = " to ") -> str:
    """Return the bounds of an interval in per cent."""
    return "" if interval is None else f"{percent(interval.low)}{between}{percent(interval.high)}"


def heads(comparison: Comparison) -> tuple[str, ...]:
    """Return the heads of the table of numbers."""
    drawn = () if comparison.drawn is None else (f"{comparison.drawn.level} %",)
    return ("name", *_shown_counts(comparison), *_ratios(comparison), *drawn)


def rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return a row for each column that answers in the schema of the measure."""
    schema = _parts(comparison).schema
    return [_row(column, comparison, schema) for column in comparison.columns if schema in column.results]


def _row(column: ComparisonColumn, comparison: Comparison, schema: str) -> tuple[str, ...]:
    counts = column.results[schema].counts
    drawn = () if comparison.drawn is None else (interval_text(column.interval, "-"),)
    return (
        column.name,
        *(count_text(counts.get(name)) for name in _shown_counts(comparison)),
        *(_ratio(column, schema, name) for name in _ratios(comparison)),
        *drawn,
    )


def _ratio(column: ComparisonColumn, schema: str, name: str) -> str:
    """Return a ratio of a column in per cent, nothing where it gives none."""
    given = schema in column.results and name in column.results[schema].numbers
    return percent(column.ratio(schema, name)) if given else ""


def other_heads(comparison: Comparison) -> tuple[str, ...]:
    """Return the heads of the table of the other schemas, none where nobody answers another."""
    others = _others(comparison)
    return ("name", *(f"{schema} {_ratios(comparison)[-1]}" for schema in others)) if others else ()


def other_rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return a row for each column that answers another schema."""
    others, quantity = _others(comparison), _ratios(comparison)[-1]
    return [
        (column.name, *(_ratio(column, schema, quantity) for schema in others))
        for column in comparison.columns
        if not {*others}.isdisjoint(column.results)
    ]


def by(comparison: Comparison) -> str:
    """Return in one sentence who gave the numbers."""
    libraries = dict.fromkeys(
        column.version for column in comparison.columns if column.numbers_from is NumbersFrom.LIBRARY
    )
    reference = any(column.numbers_from is NumbersFrom.REFERENCE for column in comparison.columns)
    ran = [f"{', '.join(libraries)} ran"] if libraries else []
    rest = "the reference gave the rest" if libraries else "the reference ran"
    return f"{'; '.join([*ran, *([rest] if reference else [])])}."


def _parts(comparison: Comparison) -> MeasureParts:
    return MeasureParts.of(comparison.measure)


def _shown_counts(comparison: Comparison) -> tuple[str, ...]:
    return () if _parts(comparison).scope in {"macro", "weighted"} else COUNTED


def _ratios(comparison: Comparison) -> tuple[str, ...]:
    quantity = _parts(comparison).quantity
    return ("precision", "recall", quantity if quantity[1:2].isdigit() else "f1")


def _others(comparison: Comparison) -> list[str]:
    """Return the other schemas that somebody answers."""
    own = _parts(comparison).schema
    answered = {schema for column in comparison.columns for schema in column.results}
    return [schema for schema in SCHEMAS if schema != own and schema in answered]


def spread_words(comparison: Comparison) -> str:
    """Return how far the number moves with the policy, nothing where that was not asked."""
    spread = comparison.spread
    if spread is None:
        return ""
    if spread.minimum is None or spread.maximum is None:
        return f"No policy of the {spread.policies} of the family gives a number."
    low, middle, high = (percent(value) for value in (spread.minimum.value, spread.quartiles[1], spread.maximum.value))
    family = f"Under the {spread.policies} policies of the family, in the dialect {spread.short}"
    return f"{family}: from {low} to {high}, median {middle}."


def refused(comparison: Comparison) -> list[tuple[str, str]]:
    """Return who gives no numbers, and why; those together who say the same."""
    names: dict[str, list[str]] = {}
    for column in comparison.columns:
        if column.refused:
            names.setdefault(plain(column.refused), []).append(column.name)
    return [(", ".join(found), reason) for reason, found in names.items()]


def remarks(comparison: Comparison) -> list[tuple[str, str]]:
    """Return what has to be said of columns: how they depart from their dialects, and why they have no interval."""
    return [(column.name, words) for column in comparison.columns for words in remarks_of(column)]


def remarks_of(column: ComparisonColumn) -> list[str]:
    """Return what has to be said of one column that gives numbers."""
    found = []
    if column.instead:
        found.append(f"{column.instead}: these are numbers of the reference in its dialect, {column.short}")
    if column.decoded_by:
        found.append(f"takes spans: the tags were decoded by policy:{column.decoded_by}")
    if column.departure is not None:
        causes = "; ".join(cause.title for cause in column.departure.causes)
        first = column.departure.mismatches[0] if column.departure.mismatches else None
        gap = f"{first.asked} is {first.got_text}, its dialect has {first.expected_text}" if first else ""
        found.append(f"departs from its dialect: {causes}" if causes else f"NOTHING EXPLAINS IT: {gap}")
    if column.no_value and not column.refused:
        found.append(column.no_value)
    if column.no_interval:
        found.append(f"no interval: {column.no_interval}")
    return list(map(plain, found))


def against_heads(comparison: Comparison) -> tuple[str, ...]:
    """Return the heads of the table of the two predictions."""
    drawn = () if comparison.drawn is None else (f"{comparison.drawn.level} % interval", "p")
    return ("name", "first", "second", "difference", *drawn)


def against_rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return a row for each column that has numbers of two predictions."""
    return [
        (
            column.name,
            percent(column.value),
            percent(column.against.value),
            percent(column.against.difference, signed=True),
            *(() if comparison.drawn is None else _tested(column.against)),
        )
        for column in comparison.columns
        if column.against is not None and column.value is not None
    ]


def _tested(against: SecondPrediction) -> tuple[str, str]:
    """Return the interval of a difference, and how often chance makes it as large."""
    return interval_text(against.difference_interval), "" if against.p is None else f"{float(against.p):.4f}"
