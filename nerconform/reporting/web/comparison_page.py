"""Comparison page: the numbers of one data set under several rules, and the bridges between them, as one HTML file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nerconform.reference.spans import Span
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.web.charts import Bar, histogram, waterfall
from nerconform.reporting.web.drawing import Drawing, Line, draw
from nerconform.reporting.web.pages import page

if TYPE_CHECKING:
    from markupsafe import Markup

TITLE = "One data set, several rules"
_MOST_UNITS = 5
_SHOWN = ("tp", "fp", "fn")
_COUNTS = ("tp", "fp", "fn", "cor", "inc", "par", "mis", "spu", "pos", "act")
_Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation or dialect: the number, its counts and interval, and what has to be said of it."""

    name: str
    version: str
    ran: str
    value: str
    interval: str
    counts: str
    dialect: str
    citation: str
    remark: str
    state: str


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


def render(data: _Data) -> str:
    """Return the page of a comparison as plain data. Raises `MissingJinja`."""
    inputs = [one["file"] for one in (data["run"] or {}).get("inputs", ())]
    return page(
        "comparison.html",
        title=TITLE,
        data=data,
        inputs=inputs,
        rows=[_row(column) for column in data["columns"]],
        bridges=[_bridge(f"b{index}", bridge, data["cited"]) for index, bridge in enumerate(data["bridges"])],
        spread=data["spread"],
        spread_words=_spread_words(data["spread"]) if data["spread"] else "",
        spread_chart=_spread_chart(data["spread"]) if data["spread"] else None,
    )


def _number(value: Any, *, signed: bool = False) -> str:  # noqa: ANN401 - a number of the schema: int, ratio or null
    """Return a number as text: a ratio with four decimals, a count as it is."""
    if value is None:
        return "undefined"
    sign = "+" if signed else ""
    return f"{value['float']:{sign}.4f}" if isinstance(value, Mapping) else f"{value:{sign}d}"


def _float(value: Any) -> float | None:  # noqa: ANN401 - as above
    return float(value["float"] if isinstance(value, Mapping) else value) if value is not None else None


def _counts(counts: Mapping[str, int], *, signed: bool = False) -> str:
    """Return counts as text; of a change only those that move."""
    sign = "+" if signed else ""
    shown = (name for name in _COUNTS if name in counts and (counts[name] or not signed))
    return ", ".join(f"{name} {counts[name]:{sign}d}" for name in shown)


def _row(column: _Data) -> Row:
    """Return one column."""
    departure, interval = column["departure"], column["interval"]
    causes = "; ".join(cause["title"] for cause in departure["causes"]) if departure else ""
    unexplained = bool(departure) and not departure["explained"]
    remarks = [
        column["refused"] or "",
        f"the reference in its place: {column['instead']}" if column["instead"] else "",
        f"tags decoded by {column['decoded_by']}" if column["decoded_by"] else "",
        f"departs from its dialect: {causes}" if causes else "",
        "departs from its dialect, and nothing explains it" if unexplained else "",
        column["no_value"] or "",
    ]
    results: _Data = next(iter(column["results"].values()), {"counts": {}})
    return Row(
        name=column["name"],
        version=column["version"],
        ran=column["ran"],
        value="refused" if column["refused"] else _number(column["value"]),
        interval=f"{interval['low']:.4f} to {interval['high']:.4f}" if interval else "",
        counts=_counts({name: count for name, count in results["counts"].items() if name in _SHOWN}),
        dialect=short_dialect(column["dialect"]["text"]) if column["dialect"] else "",
        citation=column["citation"] or "",
        remark=". ".join(filter(None, remarks)),
        state="unexplained" if unexplained else "refused" if column["refused"] else "known" if causes else "pass",
    )


def _bridge(name: str, bridge: _Data, cited: _Data) -> BridgeView:
    """Return one bridge."""
    left, right = (f"{end['column']} {end['measure']}" for end in (bridge["left"], bridge["right"]))
    matters = [step for step in bridge["steps"] if step["matters"]]
    return BridgeView(
        left=left,
        right=right,
        difference=_number(bridge["difference"], signed=True),
        broken=bridge["broken"] or "",
        explained=bridge["explained"],
        steps=tuple(_step(step, cited) for step in matters),
        idle=tuple(_title(step) for step in bridge["steps"] if not step["matters"]),
        chart=_chart(name, bridge, matters, (left, right)),
    )


def _title(step: _Data) -> str:
    return "; ".join(part["title"] for part in step["parts"])


def _chart(name: str, bridge: _Data, steps: Sequence[_Data], ends: tuple[str, str]) -> "Markup | None":
    """Return the waterfall, where every value on the way is a number."""
    first, last = _float(bridge["left"]["value"]), _float(bridge["right"]["value"])
    on_the_way = [(_title(step), _float(step["before"]["value"]), _float(step["after"]["value"])) for step in steps]
    bars = [
        Bar(title, before, after) for title, before, after in on_the_way if before is not None and after is not None
    ]
    if bridge["broken"] or first is None or last is None or len(bars) < len(steps):
        return None
    words = ", then ".join(f"{bar.label} {bar.stop - bar.start:+.4f}" for bar in bars)
    told = f"From {ends[0]} {first:.4f}, {words or 'nothing changes'}, to {ends[1]} {last:.4f}"
    return waterfall([Bar(ends[0], 0, first, is_end=True), *bars, Bar(ends[1], 0, last, is_end=True)], name, told)


def _step(step: _Data, cited: _Data) -> Step:
    """Return one step with the units that it touches most."""
    units = sorted(step["units"], key=lambda unit: -sum(map(abs, unit["counts_change"].values())))
    first = step["parts"][0]
    return Step(
        path=step["step"],
        title=_title(step),
        clause=first.get("clause", ""),
        prose=" ".join(part["prose"] for part in step["parts"] if part.get("prose")),
        change=_number(step["change"], signed=True),
        counts=_counts(step["counts_change"], signed=True),
        alone="no number" if step["alone_refused"] else _number(step["alone"], signed=True),
        interaction=_number(step["interaction"], signed=True),
        touched=len(units),
        units=tuple(_touched(unit, cited[str(unit["unit"])]) for unit in units[:_MOST_UNITS]),
    )


def _touched(unit: _Data, cited: _Data) -> Touched:
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
    return Touched(cited["place"], _counts(unit["counts_change"], signed=True), draw(lines, length, cited["tokens"]))


def _spans(rows: Sequence[_Data], key: str) -> tuple[Span, ...]:
    """Return the spans of one side, each with its outcome."""
    found = ((row[key], row["outcome"]) for row in rows if row[key])
    return tuple(Span(f"{span[0]} {outcome}", span[1], span[2]) for span, outcome in found)


def _spread_words(spread: _Data) -> str:
    """Return how far the number moves with the policy, in a sentence."""
    policies = spread["family"]["policies"]
    if not spread["minimum"] or not spread["maximum"]:
        return f"No policy of the {policies} gives a number."
    low, high = (_number(spread[name]["value"]) for name in ("minimum", "maximum"))
    middle = _number(spread["quartiles"]["median"])
    return f"Under the {policies} policies of the family: from {low} to {high}, median {middle}."


def _spread_chart(spread: _Data) -> "Markup | None":
    """Return the histogram of the family, with the named policies as lines."""
    values = [(_float(one["value"]), one["policies"]) for one in spread["distribution"]]
    named = [(one["name"], _float(one["value"])) for one in spread["named"]]
    shown = [(value, count) for value, count in values if value is not None]
    lines: dict[float, list[str]] = {}
    for name, value in named:
        if value is not None:
            lines.setdefault(value, []).append(name)
    marks = [(", ".join(names), value) for value, names in sorted(lines.items())]
    words = "; ".join(f"{label} {value:.4f}" for label, value in marks)
    return histogram(shown, marks, "spread", f"{_spread_words(spread)} {words}") if shown else None
