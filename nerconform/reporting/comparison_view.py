"""Comparison view: the rows of the tables of a comparison and its bridges, as text; the writers only lay them out."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from nerconform.base.plain_text import plain
from nerconform.reporting.evaluation_view import UNDEFINED, count_text
from nerconform.results.bridge import Bridge, BridgeStep, PairOutcome, UnitChange
from nerconform.results.comparison import Comparison, ComparisonColumn, NumbersFrom, RuleVerdict, SecondPrediction
from nerconform.results.context import Interval, MeasureParts, PythonNumber
from nerconform.results.score_result import COUNTS
from nerconform.results.values import Count, RawInput, SpanRecord

_HALF = Fraction(1, 2)
SCHEMAS = ("strict", "exact", "partial", "type", "left", "right", "partial-type")
COUNTED = ("tp", "fp", "fn")


class ComparisonTable(NamedTuple):
    """A table as text; its first column holds names."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


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


def tables(comparison: Comparison) -> list[ComparisonTable]:
    """Return the table of numbers, and that of the other schemas where somebody answers one."""
    schema, others, quantity = _parts(comparison).schema, _others(comparison), _ratios(comparison)[-1]
    drawn = () if comparison.drawn is None else (f"{comparison.drawn.level} %",)
    numbers = ComparisonTable(
        ("name", *_shown_counts(comparison), *_ratios(comparison), *drawn),
        [_row(column, comparison, schema) for column in comparison.columns if schema in column.results],
    )
    other = ComparisonTable(
        ("name", *(f"{schema} {quantity}" for schema in others)),
        [
            (column.name, *(_ratio(column, schema, quantity) for schema in others))
            for column in comparison.columns
            if not {*others}.isdisjoint(column.results)
        ],
    )
    return [table for table in (numbers, other) if table.rows]


def grouped_tables(comparison: Comparison) -> list[ComparisonTable]:
    """Return the same tables with the names in one row that have the same numbers."""
    return [_grouped(table.heads[1:], table.rows) for table in tables(comparison)]


def _grouped(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> ComparisonTable:
    names: dict[tuple[str, ...], list[str]] = {}
    for name, *cells in rows:
        names.setdefault(tuple(cells), []).append(name)
    return ComparisonTable(("names", *heads), [(", ".join(found), *cells) for cells, found in names.items()])


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


def against(comparison: Comparison) -> ComparisonTable:
    """Return the numbers of two predictions, names with the same numbers in one row; it may have no row."""
    drawn = () if comparison.drawn is None else (f"{comparison.drawn.level} % interval", "p")
    rows = [
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
    return _grouped(("first", "second", "difference", *drawn), rows)


def conclusion(comparison: Comparison) -> str:
    """Return in one sentence which prediction is better and whether the rule decides that, nothing without a second."""
    found = comparison.conclusion
    if found is None:
        return ""
    tested = any(verdict.p_least is not None for verdict in found.verdicts)
    names = {"first": plain(found.first), "second": plain(found.second)}
    words = [_claim(verdict, names, tested=tested, said=number > 0) for number, verdict in enumerate(found.verdicts)]
    if not found.flips:
        columns = len(found.verdicts[0].columns)
        where = f"by all {columns} names" if columns > 1 else f"by {plain(found.verdicts[0].columns[0])}"
        return f"{words[0]} {where}."
    wheres = [_where(verdict) for verdict in found.verdicts]
    said = ", ".join(f"{claim} {where}" for claim, where in zip(words, wheres, strict=True))
    return f"{said}."


def _claim(verdict: RuleVerdict, names: Mapping[str, str], *, tested: bool, said: bool) -> str:
    """Return who is better; `said` where another verdict stands before it in the sentence."""
    if not verdict.better:
        if tested:
            head = (
                "not significantly different"
                if said
                else f"{names['first']} and {names['second']} are not significantly different"
            )
        else:
            head = "equal" if said else f"{names['first']} and {names['second']} are equal"
    else:
        one, other = names[verdict.better], names["second" if verdict.better == "first" else "first"]
        relation = "is better than" if tested else "has a higher score than"
        head = f"{one} {relation} {other}"
    if verdict.p_least is None or verdict.p_most is None:
        return head
    least, most = (f"{p:.4f}" for p in (verdict.p_least, verdict.p_most))
    return f"{head} at p = {least}" if least == most else f"{head} at p = {least} to {most}"


def _where(verdict: RuleVerdict) -> str:
    """Return by which rules a verdict comes: the options that only its columns have, else their names."""
    if verdict.options:
        return f"under {' or '.join(map(plain, verdict.options))}"
    return f"by {joined_names(verdict.columns, _MOST_NAMES)}"


def joined_names(names: Sequence[str], most: int) -> str:
    """Return names in a row; of more than `most` the first ones and how many there are besides."""
    shown = ", ".join(map(plain, names[:most]))
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


_MOST_NAMES = 3


def _tested(against: SecondPrediction) -> tuple[str, str]:
    """Return the interval of a difference, and how often chance makes it as large."""
    return interval_text(against.difference_interval), "" if against.p is None else f"{float(against.p):.4f}"


_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_WORDS: Mapping[str, str] = {
    "cor": "correct",
    "inc": "incorrect",
    "par": "partial",
    "mis": "missed",
    "spu": "spurious",
}
_TOKENS_BESIDE = 2
"""How many tokens are shown on either side of what changed."""
_MOST_TOKENS = 16
"""At most this many tokens of a unit are shown."""


def bridge_title(bridge: Bridge) -> str:
    """Return from where to where a bridge leads."""
    left, right = bridge.left, bridge.right
    if left.measure == right.measure:
        return f"From {left.column} to {right.column}, {left.measure}"
    return f"From {left.column}, {left.measure}, to {right.column}, {right.measure}"


def bridge_table(bridge: Bridge) -> ComparisonTable:
    """Return the table of a bridge: where it begins, the steps that matter, where it ends."""
    heads = ("step", "change", *_bridge_counts(bridge), MeasureParts.of(bridge.right.measure).quantity, "", "units")
    first, last = (
        ("", end.column, *_counted(end.counts, bridge), percent(end.value), "", "")
        for end in (bridge.left, bridge.right)
    )
    steps = [
        (
            step.step,
            step.title,
            *_counted(step.counts, bridge, signed=True),
            percent(step.after.value),
            percent(step.change, signed=True),
            str(step.touched) if step.units else "",
        )
        for step in bridge.steps
        if step.matters
    ]
    return ComparisonTable(heads, [first, *steps, last])


def _bridge_counts(bridge: Bridge) -> tuple[str, ...]:
    """Return the counts that are shown: outcomes where both ends have them."""
    both = {*bridge.left.counts} & {*bridge.right.counts}
    schemas = {MeasureParts.of(end.measure).schema for end in (bridge.left, bridge.right)}
    names = _OUTCOMES if "strict" not in schemas and both.issuperset(_OUTCOMES) else COUNTED
    return tuple(name for name in COUNTS if name in names and name in both)


def _counted(counts: Mapping[str, Count], bridge: Bridge, *, signed: bool = False) -> Iterable[str]:
    return (count_text(counts.get(name), signed=signed) for name in _bridge_counts(bridge))


def bridge_notes(bridge: Bridge) -> list[str]:
    """Return sentences about the steps: what they mean, how they act together, and which change nothing."""
    found = [words for step in bridge.steps if step.matters for words in _step_notes(step)]
    idle = [change.title for step in bridge.steps if not step.matters for change in step.changes]
    if idle:
        found.append(f"Without effect on these data: {'; '.join(idle)}.")
    return found


def _step_notes(step: BridgeStep) -> Iterable[str]:
    for change in step.changes:
        words = " ".join(change.cause.words.split())
        if words:
            yield f"{change.title} - {words}"
    if step.interaction:
        alone, change_here = percent(step.alone, signed=True), percent(step.change, signed=True)
        yield f"{step.title} - interaction: here {change_here}, as the first step alone {alone}."


def unit_head(change: UnitChange, comparison: Comparison) -> str:
    """Return where a unit stands, and how its counts change."""
    texts = {name: count_text(change.counts.get(name), signed=True) for name in COUNTED}
    moved = ", ".join(f"{name} {text}" for name, text in texts.items() if text)
    place = plain(comparison.cited[change.unit].place)
    return f"{place}  {moved or 'other pairs, the same counts'}"


def _window(spans: Sequence[SpanRecord], length: int) -> list[int | None]:
    """Return the positions about some spans, `None` where some are left out."""
    bounds = [(max(0, (span.start or 0) - _TOKENS_BESIDE), (span.end or 0) + _TOKENS_BESIDE) for span in spans]
    near = sorted({at for start, end in bounds for at in range(start, min(length, end))})
    shown: list[int | None] = []
    for before, at in zip([None, *near], near, strict=False):
        if before is not None and at > before + 1:
            shown.append(None)
        shown.append(at)
    return shown if len(shown) <= _MOST_TOKENS else [*shown[:_MOST_TOKENS], None]


def unit_rows(change: UnitChange, comparison: Comparison) -> list[tuple[str, ...]]:
    """Return the tokens about what changed: token, gold tag, predicted tag; none where the unit has spans."""
    unit = comparison.cited[change.unit]
    sides = [() if isinstance(side, RawInput) else side for side in (unit.gold, unit.pred)]
    if not all(isinstance(item, str) for side in sides for item in side):
        return []
    spans = [span for row in (*change.before, *change.after) for span in (row.gold, row.pred) if span is not None]
    tokens = unit.tokens or [str(index) for index in range(len(sides[0]))]
    return [
        ("...", "", "") if at is None else (plain(tokens[at]), *(plain(str(side[at])) for side in sides))
        for at in _window(spans, len(sides[0]))
    ]


def pairs_of(change: UnitChange, comparison: Comparison) -> list[tuple[str, str]]:
    """Return the pairs that changed in a unit, before and after, each in one line."""
    tokens = comparison.cited[change.unit].tokens
    return [
        (name, "; ".join(_pair(row, tokens) for row in found) or "nothing")
        for name, found in (("before", change.before), ("after", change.after))
    ]


def _pair(row: PairOutcome, tokens: Sequence[str]) -> str:
    outcome = _WORDS.get(row.outcome, row.outcome)
    if row.gold is not None and row.pred is not None and row.gold != row.pred:
        return f"{outcome}: gold {_span(row.gold, tokens)} ~ predicted {_span(row.pred, tokens)}"
    if row.gold is None and row.pred is not None:
        return f"{outcome}: predicted {_span(row.pred, tokens)}"
    return f"{outcome}: {_span(row.gold, tokens)}" if row.gold is not None else outcome


def _span(span: SpanRecord, tokens: Sequence[str]) -> str:
    if span.start is None:
        return plain(str(span))
    words = " ".join(tokens[span.start : span.end]) if tokens else f"{span.start} to {span.end}"
    return plain(f"{span.type}[{words}]")
