"""Comparison view: the rows of the tables of a comparison, as text; the writers only lay them out."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from nerconform.comparison.compared import Against, Column, Comparison, Interval, Ran
from nerconform.comparison.comparing.bridge import Bridge, BridgeStep, Meeting, Part, UnitChange
from nerconform.comparison.comparing.numbers import Number
from nerconform.reference.dialect import Dialect, axis_of
from nerconform.reference.measures import COUNTS
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.evaluation_view import UNDEFINED, plain
from nerconform.reporting.words import sentence

_HALF = Fraction(1, 2)
_SPREAD = "semeval"
_COUNTED = ("tp", "fp", "fn")
_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_BESIDE = 2
"""So many tokens are shown on either side of what changed."""
_MOST = 16
"""So many tokens of a unit are shown."""


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
    return () if comparison.measure.scope in {"macro", "weighted"} else _COUNTED


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
    """Return who gives no numbers, and why."""
    return [(column.name, plain(column.refused)) for column in comparison.columns if not column.answers]


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


def title(bridge: Bridge) -> str:
    """Return from where to where a bridge leads."""
    left, right = bridge.left, bridge.right
    if left.measure == right.measure:
        return f"From {left.column} to {right.column}, {left.measure}"
    return f"From {left.column}, {left.measure}, to {right.column}, {right.measure}"


def bridge_heads(bridge: Bridge) -> tuple[str, ...]:
    """Return the heads of the table of a bridge."""
    return ("step", "change", *_counts(bridge), _quantity(bridge), "", "units")


def _quantity(bridge: Bridge) -> str:
    return bridge.right.measure.quantity


def bridge_rows(bridge: Bridge) -> list[tuple[str, ...]]:
    """Return the rows of a bridge: where it begins, the steps that matter, where it ends."""
    left, right = bridge.left, bridge.right
    first = ("", left.column, *_counted(left.standing.counts, bridge), percent(left.standing.value), "", "")
    last = ("", right.column, *_counted(right.standing.counts, bridge), percent(right.standing.value), "", "")
    steps = [
        (
            step.parts[0].step,
            "; ".join(part_title(part) for part in step.parts),
            *_counted(_change(step), bridge, signed=True),
            percent(step.after.value),
            percent(step.change, signed=True),
            str(len(step.units)) if step.units else "",
        )
        for step in bridge.steps
        if step.matters
    ]
    return [first, *steps, last]


def part_title(part: Part) -> str:
    """Return a single change in a few words."""
    if part.kind != "quirk":
        return part.title
    whose = part.whose.partition(":")[0]
    return f"{whose}: {part.title}" if part.after == "done" else f"without {whose}'s: {part.title}"


def _change(step: BridgeStep) -> Mapping[str, int]:
    before, after = step.before.counts, step.after.counts
    return {name: after[name] - count for name, count in before.items() if name in after}


def _counts(bridge: Bridge) -> tuple[str, ...]:
    """Return the counts that are shown: outcomes where both ends have them."""
    both = {*bridge.left.standing.counts} & {*bridge.right.standing.counts}
    aligned = bridge.left.measure.schema != "strict" and bridge.right.measure.schema != "strict"
    names = _OUTCOMES if aligned and both.issuperset(_OUTCOMES) else _COUNTED
    return tuple(name for name in COUNTS if name in names and name in both)


def _counted(counts: Mapping[str, int], bridge: Bridge, *, signed: bool = False) -> Iterable[str]:
    for name in _counts(bridge):
        count = counts.get(name)
        yield "" if count is None or (signed and not count) else f"{count:+d}" if signed else str(count)


def notes(bridge: Bridge, scheme: str) -> list[str]:
    """Return sentences about the steps: what they mean, how they act together, and which change nothing."""
    found = [words for step in bridge.steps if step.matters for words in _notes(step, scheme)]
    idle = [part_title(part) for step in bridge.steps if not step.matters for part in step.parts]
    if idle:
        found.append(f"Without effect on these data: {'; '.join(idle)}.")
    return found


def _notes(step: BridgeStep, scheme: str) -> Iterable[str]:
    name = "; ".join(part_title(part) for part in step.parts)
    for part in step.parts:
        words = part_words(part, scheme)
        if words:
            yield f"{part_title(part)} - {words}"
    if step.interaction:
        alone, change = percent(step.alone, signed=True), percent(step.change, signed=True)
        yield f"{name} - interaction: here {change}, as the first step alone {alone}."


def part_words(part: Part, scheme: str) -> str:
    """Return what a single change leads to, in sentences."""
    if part.kind == "choice":
        dialect = Dialect().set(**{"scheme": scheme, "policy": "lenient", axis_of(part.id).attribute: part.after})
        return sentence(dialect, part.id)
    return " ".join(part.prose.split())


def top_units(step: BridgeStep, most: int) -> Sequence[UnitChange]:
    """Return the units of a step whose counts change most, in the order of the data among equals."""
    return sorted(step.units, key=lambda unit: (-sum(map(abs, unit.counts.values())), unit.unit))[:most]


def unit_head(change: UnitChange, comparison: Comparison) -> str:
    """Return where a unit stands, and how its counts change."""
    moved = ", ".join(f"{name} {change.counts[name]:+d}" for name in _COUNTED if change.counts.get(name))
    place = plain(comparison.cited[change.unit].place)
    return f"{place}  {moved or 'other pairs, the same counts'}"


def _window(spans: Sequence[Span], length: int) -> list[int | None]:
    """Return the positions about some spans, `None` where some are left out."""
    near = sorted({at for span in spans for at in range(max(0, span.start - _BESIDE), min(length, span.end + _BESIDE))})
    shown: list[int | None] = []
    for before, at in zip([None, *near], near, strict=False):
        if before is not None and at > before + 1:
            shown.append(None)
        shown.append(at)
    return shown if len(shown) <= _MOST else [*shown[:_MOST], None]


def unit_rows(change: UnitChange, comparison: Comparison) -> list[tuple[str, ...]]:
    """Return the tokens about what changed: token, gold tag, predicted tag; none where the unit has spans."""
    unit = comparison.cited[change.unit]
    sides = (unit.gold, unit.pred)
    if not all(isinstance(item, str) for side in sides for item in side):
        return []
    spans = [span for row in (*change.before, *change.after) for span in (row.gold, row.pred) if span is not None]
    tokens = unit.tokens or [str(index) for index in range(len(unit.gold))]
    return [
        ("...", "", "") if at is None else (plain(tokens[at]), *(plain(str(side[at])) for side in sides))
        for at in _window(spans, len(unit.gold))
    ]


def readings_of(change: UnitChange, comparison: Comparison) -> list[tuple[str, str]]:
    """Return both readings of what changed in a unit, each in one line."""
    tokens = comparison.cited[change.unit].tokens
    return [
        (name, "; ".join(_meeting(row, tokens) for row in found) or "nothing")
        for name, found in (("before", change.before), ("after", change.after))
    ]


def _meeting(row: Meeting, tokens: Sequence[str]) -> str:
    if row.gold is not None and row.pred is not None and row.gold != row.pred:
        return f"{row.outcome} gold {_span(row.gold, tokens)} ~ predicted {_span(row.pred, tokens)}"
    if row.gold is None and row.pred is not None:
        return f"{row.outcome} predicted {_span(row.pred, tokens)}"
    return f"{row.outcome} {_span(row.gold, tokens)}" if row.gold is not None else row.outcome


def _span(span: Span, tokens: Sequence[str]) -> str:
    words = " ".join(tokens[span.start : span.end]) if tokens else f"{span.start} to {span.end}"
    return plain(f"{span.type}[{words}]")
