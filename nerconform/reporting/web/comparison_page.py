"""Comparison page: the numbers of one data set under several rules, and the bridges between them, as one HTML file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nerconform.reporting import comparison_view as view
from nerconform.reporting.web.charts import Bar, histogram, start_of_axis, waterfall
from nerconform.reporting.web.line_drawing import Drawing, Line, draw
from nerconform.reporting.web.pages import page, without_folders
from nerconform.results.bridge import Bridge, PairOutcome, UnitChange
from nerconform.results.comparison import CitedUnit, Comparison
from nerconform.results.context import PythonNumber
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import RawInput, SpanRecord

if TYPE_CHECKING:
    from markupsafe import Markup

TITLE = "One data set, several rules"


def render(comparison: Comparison) -> str:
    """Return the page. Raises `MissingJinja`."""
    spread_chart = _spread_chart(comparison, comparison.spread) if comparison.spread else None
    functions = {"view": view, "waterfall": _chart, "axis": _axis, "drawing": _drawing}
    text = page("comparison.html", title=TITLE, comparison=comparison, spread_chart=spread_chart, **functions)
    files = [one.file for one in comparison.read.inputs] if comparison.read else []
    return without_folders(text, [*files, comparison.second])


def _chart(name: str, bridge: Bridge) -> "Markup | None":
    """Return the waterfall, where every value on the way is a number."""
    bars = _bars(bridge)
    steps = [step for step in bridge.steps if step.matters]
    said = ", then ".join(f"{step.title} {view.percent(step.change, signed=True)}" for step in steps)
    ends = (f"{end.title} {view.percent(end.value)}" for end in (bridge.left, bridge.right))
    words = "From {}, {}, to {}".format(next(ends), said or "nothing changes", next(ends))
    return waterfall(bars, name, words) if bars else None


def _axis(bridge: Bridge) -> str:
    """Return in one sentence where the axis of a waterfall starts."""
    start = start_of_axis(_bars(bridge))
    return f"The axis starts at {start:.2f}, not at 0, so that small steps can be seen." if start else ""


def _bars(bridge: Bridge) -> list[Bar]:
    """Return the bars of a waterfall; none where a value on the way is not a number."""
    first, last = bridge.left.value, bridge.right.value
    steps = [step for step in bridge.steps if step.matters]
    on_the_way = [(step.title, step.before.value, step.after.value) for step in steps]
    bars = [
        Bar(title, _place(before), _place(after))
        for title, before, after in on_the_way
        if before is not None and after is not None
    ]
    if bridge.broken or first is None or last is None or len(bars) < len(steps):
        return []
    left, right = (Bar(end.title, 0, _place(end.value), is_end=True) for end in (bridge.left, bridge.right))
    return [left, *bars, right]


def _place(value: PythonNumber) -> float:
    """Return where a number stands on an axis: a ratio in per cent, a count as it is."""
    return float(value if isinstance(value, int) else 100 * (value or 0))


def _drawing(unit: UnitChange, cited: CitedUnit) -> Drawing:
    """Return one unit that a step touches, both sides before the step and behind it."""
    before, after = (*unit.same, *unit.before), (*unit.same, *unit.after)
    lines = []
    for side, key in (("gold", "gold"), ("prediction", "pred")):
        lines += _tags(side, getattr(cited, key))
        lines.append(Line(side, "before", "rule", _spans(before, key)))
        lines.append(Line(side, "after", "library", _spans(after, key)))
    return draw(lines, _length(cited, lines), cited.tokens)


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
    return tuple(
        SpanRecord(f"{span.type} {outcome}", span.start, span.end, text=span.text) for span, outcome in found if span
    )


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
