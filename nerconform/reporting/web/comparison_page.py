"""Comparison page: the numbers of one data set under several rules, and the bridges between them, as one HTML file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nerconform.reference.spans import Span
from nerconform.reporting.comparison_figures import Data, counts_text, number_text, ratio, row_of, title_of
from nerconform.reporting.web.charts import Bar, histogram, waterfall
from nerconform.reporting.web.line_drawing import Drawing, Line, draw
from nerconform.reporting.web.pages import page

if TYPE_CHECKING:
    from markupsafe import Markup

TITLE = "One data set, several rules"
_MOST_UNITS = 5


@dataclass(frozen=True, slots=True)
class Touched:
    """A unit that a step touches: where it stands, the change of counts, and its drawing before and after."""

    place: str
    change: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a bridge."""

    path: str
    title: str
    clause: str
    prose: str
    change: str
    counts: str
    alone: str
    interaction: str
    touched: int
    units: tuple[Touched, ...]


@dataclass(frozen=True, slots=True)
class BridgeView:
    """One bridge: its ends, its steps that matter and those that do not, and the waterfall."""

    left: str
    right: str
    difference: str
    broken: str
    explained: bool
    steps: tuple[Step, ...]
    idle: tuple[str, ...]
    chart: "Markup | None"


def render(data: Data) -> str:
    """Return the page of a comparison as plain data. Raises `MissingJinja`."""
    inputs = [one["file"] for one in (data["run"] or {}).get("inputs", ())]
    return page(
        "comparison.html",
        title=TITLE,
        data=data,
        inputs=inputs,
        rows=[row_of(column) for column in data["columns"]],
        bridges=[_bridge(f"b{index}", bridge, data["cited"]) for index, bridge in enumerate(data["bridges"])],
        spread=data["spread"],
        spread_words=_spread_words(data["spread"]) if data["spread"] else "",
        spread_chart=_spread_chart(data["spread"]) if data["spread"] else None,
    )


def _bridge(name: str, bridge: Data, cited: Data) -> BridgeView:
    """Return one bridge."""
    left, right = (f"{end['column']} {end['measure']}" for end in (bridge["left"], bridge["right"]))
    matters = [step for step in bridge["steps"] if step["matters"]]
    return BridgeView(
        left=left,
        right=right,
        difference=number_text(bridge["difference"], signed=True),
        broken=bridge["broken"] or "",
        explained=bridge["explained"],
        steps=tuple(_step(step, cited) for step in matters),
        idle=tuple(title_of(step) for step in bridge["steps"] if not step["matters"]),
        chart=_chart(name, bridge, matters, (left, right)),
    )


def _chart(name: str, bridge: Data, steps: Sequence[Data], ends: tuple[str, str]) -> "Markup | None":
    """Return the waterfall, where every value on the way is a number."""
    first, last = ratio(bridge["left"]["value"]), ratio(bridge["right"]["value"])
    on_the_way = [(title_of(step), ratio(step["before"]["value"]), ratio(step["after"]["value"])) for step in steps]
    bars = [
        Bar(title, before, after) for title, before, after in on_the_way if before is not None and after is not None
    ]
    if bridge["broken"] or first is None or last is None or len(bars) < len(steps):
        return None
    words = ", then ".join(f"{bar.label} {bar.stop - bar.start:+.4f}" for bar in bars)
    told = f"From {ends[0]} {first:.4f}, {words or 'nothing changes'}, to {ends[1]} {last:.4f}"
    return waterfall([Bar(ends[0], 0, first, is_end=True), *bars, Bar(ends[1], 0, last, is_end=True)], name, told)


def _step(step: Data, cited: Data) -> Step:
    """Return one step with the units that it touches most."""
    units = sorted(step["units"], key=lambda unit: -sum(map(abs, unit["counts_change"].values())))
    first = step["parts"][0]
    return Step(
        path=step["step"],
        title=title_of(step),
        clause=first.get("clause", ""),
        prose=" ".join(part["prose"] for part in step["parts"] if part.get("prose")),
        change=number_text(step["change"], signed=True),
        counts=counts_text(step["counts_change"], signed=True),
        alone="no number" if step["alone_refused"] else number_text(step["alone"], signed=True),
        interaction=number_text(step["interaction"], signed=True),
        touched=len(units),
        units=tuple(_touched(unit, cited[str(unit["unit"])]) for unit in units[:_MOST_UNITS]),
    )


def _touched(unit: Data, cited: Data) -> Touched:
    """Return one unit, both sides read before the step and behind it."""
    before, after = ([*unit["same"], *unit[name]] for name in ("before", "after"))
    lines = []
    for side, key in (("gold", "gold"), ("prediction", "pred")):
        if all(isinstance(item, str) for item in cited[key]):
            lines.append(Line(side, "tags", "tags", tags=tuple(cited[key])))
        lines += [
            Line(side, "before", "rule", _spans(before, key)),
            Line(side, "after", "library", _spans(after, key)),
        ]
    length = len(cited["tokens"]) or max((span.end for line in lines for span in line.spans), default=0)
    return Touched(
        cited["place"], counts_text(unit["counts_change"], signed=True), draw(lines, length, cited["tokens"])
    )


def _spans(rows: Sequence[Data], key: str) -> tuple[Span, ...]:
    """Return the spans of one side, each with its outcome."""
    found = ((row[key], row["outcome"]) for row in rows if row[key])
    return tuple(Span(f"{span[0]} {outcome}", span[1], span[2]) for span, outcome in found)


def _spread_words(spread: Data) -> str:
    """Return how far the number moves with the policy, in a sentence."""
    policies = spread["family"]["policies"]
    if not spread["minimum"] or not spread["maximum"]:
        return f"No policy of the {policies} gives a number."
    low, high = (number_text(spread[name]["value"]) for name in ("minimum", "maximum"))
    middle = number_text(spread["quartiles"]["median"])
    return f"Under the {policies} policies of the family: from {low} to {high}, median {middle}."


def _spread_chart(spread: Data) -> "Markup | None":
    """Return the histogram of the family, with the named policies as lines."""
    values = [(ratio(one["value"]), one["policies"]) for one in spread["distribution"]]
    named = [(one["name"], ratio(one["value"])) for one in spread["named"]]
    shown = [(value, count) for value, count in values if value is not None]
    lines: dict[float, list[str]] = {}
    for name, value in named:
        if value is not None:
            lines.setdefault(value, []).append(name)
    marks = [(", ".join(names), value) for value, names in sorted(lines.items())]
    words = "; ".join(f"{label} {value:.4f}" for label, value in marks)
    return histogram(shown, marks, "spread", f"{_spread_words(spread)} {words}") if shown else None
