"""Comparison page: the numbers of one data set under several rules, and the bridges between them, as one HTML file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nerconform.reporting import comparison_view as view
from nerconform.reporting.web.charts import Bar, histogram, waterfall
from nerconform.reporting.web.line_drawing import Drawing, Line, draw
from nerconform.reporting.web.pages import page
from nerconform.results.bridge import Bridge, BridgeStep, PairOutcome, UnitChange
from nerconform.results.comparison import CitedUnit, Comparison, ComparisonColumn
from nerconform.results.context import PythonNumber
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import RawInput, SpanRecord

if TYPE_CHECKING:
    from markupsafe import Markup

TITLE = "One data set, several rules"
_MOST_UNITS = 5


class ShownUnit(NamedTuple):
    """A unit that a step touches: where it stands, the change of counts, and its drawing before and after."""

    place: str
    change: str
    drawing: Drawing


class ShownStep(NamedTuple):
    """One step of a bridge, and the units that it touches most."""

    step: BridgeStep
    clause: str
    words: str
    change: str
    counts: str
    alone: str
    interaction: str
    units: tuple[ShownUnit, ...]


class ShownBridge(NamedTuple):
    """One bridge: its steps that matter and those that do not, and the waterfall."""

    bridge: Bridge
    difference: str
    steps: tuple[ShownStep, ...]
    idle: tuple[str, ...]
    chart: "Markup | None"


def render(comparison: Comparison) -> str:
    """Return the page. Raises `MissingJinja`."""
    spread = comparison.spread
    return page(
        "comparison.html",
        title=TITLE,
        comparison=comparison,
        tables=[
            (heads, rows)
            for heads, rows in (
                (view.heads(comparison), view.rows(comparison)),
                (view.other_heads(comparison), view.other_rows(comparison)),
            )
            if rows
        ],
        against=(view.against_heads(comparison), view.against_rows(comparison)),
        states=[(column, _state(column), _remark(column)) for column in comparison.columns],
        bridges=[_bridge(f"b{index}", bridge, comparison) for index, bridge in enumerate(comparison.bridges)],
        spread_words=view.spread_words(comparison),
        spread_chart=_spread_chart(comparison, spread) if spread else None,
        named=[(one.name, "refused" if one.refused else view.percent(one.value)) for one in spread.named]
        if spread
        else [],
    )


def _state(column: ComparisonColumn) -> str:
    """Return the state of a column, by the words of badges."""
    if not column.is_explained:
        return "unexplained"
    return "refused" if column.refused else "known" if column.departure else "pass"


def _remark(column: ComparisonColumn) -> str:
    """Return everything that has to be said of a column."""
    return ". ".join([*([column.refused] if column.refused else []), *view.remarks_of(column)])


def _bridge(name: str, bridge: Bridge, comparison: Comparison) -> ShownBridge:
    """Return one bridge."""
    matters = [step for step in bridge.steps if step.matters]
    return ShownBridge(
        bridge=bridge,
        difference=view.percent(bridge.difference, signed=True),
        steps=tuple(_step(step, comparison) for step in matters),
        idle=tuple(step.title for step in bridge.steps if not step.matters),
        chart=_chart(name, bridge, matters),
    )


def _chart(name: str, bridge: Bridge, steps: Sequence[BridgeStep]) -> "Markup | None":
    """Return the waterfall, where every value on the way is a number."""
    first, last = bridge.left.value, bridge.right.value
    on_the_way = [(step.title, step.before.value, step.after.value) for step in steps]
    bars = [
        Bar(title, _place(before), _place(after))
        for title, before, after in on_the_way
        if before is not None and after is not None
    ]
    if bridge.broken or first is None or last is None or len(bars) < len(steps):
        return None
    said = ", then ".join(f"{step.title} {view.percent(step.change, signed=True)}" for step in steps)
    ends = (f"{end.title} {view.percent(end.value)}" for end in (bridge.left, bridge.right))
    words = "From {}, {}, to {}".format(next(ends), said or "nothing changes", next(ends))
    left, right = (Bar(end.title, 0, _place(end.value), is_end=True) for end in (bridge.left, bridge.right))
    return waterfall([left, *bars, right], name, words)


def _place(value: PythonNumber) -> float:
    """Return where a number stands on an axis: a ratio in per cent, a count as it is."""
    return float(value if isinstance(value, int) else 100 * (value or 0))


def _step(step: BridgeStep, comparison: Comparison) -> ShownStep:
    """Return one step with the units that it touches most."""
    return ShownStep(
        step=step,
        clause=step.changes[0].cause.clause,
        words=" ".join(change.cause.words for change in step.changes),
        change=view.percent(step.change, signed=True),
        counts=view.counts_text(step.counts),
        alone="no number" if step.alone_refused else view.percent(step.alone, signed=True),
        interaction=view.percent(step.interaction, signed=True),
        units=tuple(_unit(unit, comparison) for unit in step.most_touched[:_MOST_UNITS]),
    )


def _unit(unit: UnitChange, comparison: Comparison) -> ShownUnit:
    """Return one unit, both sides before the step and behind it."""
    cited = comparison.cited[unit.unit]
    before, after = (*unit.same, *unit.before), (*unit.same, *unit.after)
    lines = []
    for side, key in (("gold", "gold"), ("prediction", "pred")):
        lines += _tags(side, getattr(cited, key))
        lines.append(Line(side, "before", "rule", _spans(before, key)))
        lines.append(Line(side, "after", "library", _spans(after, key)))
    return ShownUnit(cited.place, view.counts_text(unit.counts), draw(lines, _length(cited, lines), cited.tokens))


def _tags(side: str, unit: object) -> list[Line]:
    """Return the line of tags, none where the unit has spans."""
    if isinstance(unit, RawInput) or not isinstance(unit, tuple) or not all(isinstance(item, str) for item in unit):
        return []
    return [Line(side, "tags", "tags", tags=unit)]


def _length(cited: CitedUnit, lines: Sequence[Line]) -> int:
    ends = (span.end or 0 for line in lines for span in line.spans)
    return len(cited.tokens) or max((*ends, *(len(line.tags) for line in lines)), default=0)


def _spans(rows: Sequence[PairOutcome], key: str) -> tuple[SpanRecord, ...]:
    """Return the spans of one side, each with its outcome."""
    found = ((getattr(row, key), row.outcome) for row in rows)
    return tuple(SpanRecord(f"{span.type} {outcome}", span.start, span.end) for span, outcome in found if span)


def _spread_chart(comparison: Comparison, spread: Sweep) -> "Markup | None":
    """Return the histogram of the family, with the named policies as lines."""
    shown = [(_place(one.value), one.policies) for one in spread.distribution]
    lines: dict[float, list[str]] = {}
    for one in spread.named:
        if one.value is not None:
            lines.setdefault(_place(one.value), []).append(one.name)
    marks = [(", ".join(names), value) for value, names in sorted(lines.items())]
    words = "; ".join(f"{label} {value:.2f}" for label, value in marks)
    return histogram(shown, marks, "spread", f"{view.spread_words(comparison)} {words}") if shown else None
