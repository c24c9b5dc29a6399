"""Comparison view: the rows of the tables of a comparison, as text; the writers only lay them out."""

import math
from fractions import Fraction

from nerconform.reference.outcomes import Schema
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.evaluation_view import UNDEFINED, plain
from nerconform.results.bridge import Number
from nerconform.results.comparison import Against, Column, Comparison, Interval, Ran

_HALF = Fraction(1, 2)
_SPREAD = "semeval"
COUNTED = ("tp", "fp", "fn")


def percent(value: Number, *, signed: bool = False) -> str:
    """Return a ratio in per cent with two decimals, halves up; a count as it is."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return UNDEFINED
    if isinstance(value, int):
        return f"{value:+d}" if signed else str(value)
    hundredths = math.floor(abs(Fraction(value)) * 10_000 + _HALF)
    sign = "-" if value < 0 else "+" if signed else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def interval_text(interval: Interval | None, between: str = " to ") -> str:
    """Return the bounds of an interval in per cent."""
    return "" if interval is None else f"{percent(interval.low)}{between}{percent(interval.high)}"


def heads(comparison: Comparison) -> tuple[str, ...]:
    """Return the heads of the table of numbers."""
    drawn = () if comparison.drawn is None else (f"{comparison.drawn.level} %",)
    return ("name", *_shown_counts(comparison), *_ratios(comparison), *drawn)


def rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return a row for each column that answers in the schema of the measure."""
    schema = comparison.measure.schema
    return [_row(column, comparison) for column in comparison.columns if schema in column.results]


def _row(column: Column, comparison: Comparison) -> tuple[str, ...]:
    figures = column.results[comparison.measure.schema]
    drawn = () if comparison.drawn is None else (interval_text(column.interval, "-"),)
    return (
        column.name,
        *(str(figures.counts.get(name, "")) for name in _shown_counts(comparison)),
        *(_ratio(column, comparison.measure.schema, name) for name in _ratios(comparison)),
        *drawn,
    )


def _ratio(column: Column, schema: str, name: str) -> str:
    """Return a ratio of a column in per cent, nothing where it gives none."""
    figures = column.results.get(schema)
    if figures is None or name not in figures.ratios:
        return ""
    value, scale = figures.ratios[name], 1 if column.dialect is None else column.dialect.round.scale
    return percent(value if value is None or scale == 1 else value / scale)


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
    libraries = dict.fromkeys(column.version for column in comparison.columns if column.ran is Ran.LIBRARY)
    reference = any(column.ran is Ran.REFERENCE for column in comparison.columns)
    ran = [f"{', '.join(libraries)} ran"] if libraries else []
    rest = "the reference gave the rest" if libraries else "the reference ran"
    return f"{'; '.join([*ran, *([rest] if reference else [])])}."


def _shown_counts(comparison: Comparison) -> tuple[str, ...]:
    return () if comparison.measure.scope in {"macro", "weighted"} else COUNTED


def _ratios(comparison: Comparison) -> tuple[str, ...]:
    quantity = comparison.measure.quantity
    return ("precision", "recall", quantity if comparison.measure.beta is not None else "f1")


def _others(comparison: Comparison) -> list[Schema]:
    """Return the other schemas that somebody answers."""
    return [
        schema
        for schema in Schema
        if schema != comparison.measure.schema and any(schema in column.results for column in comparison.columns)
    ]


def spread_words(comparison: Comparison) -> str:
    """Return how far the number moves with the policy, nothing where that was not asked."""
    spread = comparison.spread
    if spread is None or spread.minimum is None or spread.maximum is None:
        return ""
    low, middle, high = (percent(value) for value in (spread.minimum.value, spread.quartiles[1], spread.maximum.value))
    policies = f"{len(spread.values)} policies of the family"
    return f"Under the {policies}, in the dialect {_SPREAD}: from {low} to {high}, median {middle}."


def refused(comparison: Comparison) -> list[tuple[str, str]]:
    """Return who gives no numbers, and why; those together who say the same."""
    names: dict[str, list[str]] = {}
    for column in comparison.columns:
        if not column.answers:
            names.setdefault(plain(column.refused), []).append(column.name)
    return [(", ".join(found), reason) for reason, found in names.items()]


def remarks(comparison: Comparison) -> list[tuple[str, str]]:
    """Return what has to be said of columns: how they depart from their dialects, and why they have no interval."""
    found = []
    for column in comparison.columns:
        if column.instead:
            dialect = "" if column.dialect is None else short_dialect(str(column.dialect))
            found.append(
                (column.name, f"{column.instead}: these are numbers of the reference in its dialect, {dialect}")
            )
        if column.decoded_by:
            found.append((column.name, f"takes spans: the tags were decoded by policy:{column.decoded_by}"))
        if column.departure is not None:
            causes = "; ".join(cause.title for cause in column.departure.causes)
            first = column.departure.mismatches[0] if column.departure.mismatches else None
            gap = f"{first.asked} is {first.got}, its dialect has {first.expected}" if first else ""
            words = f"departs from its dialect: {causes}" if causes else f"NOTHING EXPLAINS IT: {gap}"
            found.append((column.name, plain(words)))
        if column.no_value and column.answers:
            found.append((column.name, plain(column.no_value)))
        if column.unresampled:
            found.append((column.name, f"no interval: {column.unresampled}"))
    return found


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


def _tested(against: Against) -> tuple[str, str]:
    """Return the interval of a difference, and how often chance makes it as large."""
    return interval_text(against.difference_interval), "" if against.p is None else f"{float(against.p):.4f}"
