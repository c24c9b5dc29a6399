"""Comparison figures: what every view of a stored comparison shows of its numbers, as text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nerconform.reporting.dialects import short_dialect

Data = Mapping[str, Any]
"""A part of a comparison as plain data (`spec/formats/comparison.schema.json`)."""
_SHOWN = ("tp", "fp", "fn")
_COUNTS = ("tp", "fp", "fn", "cor", "inc", "par", "mis", "spu", "pos", "act")


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


def number_text(value: Any, *, signed: bool = False) -> str:  # noqa: ANN401 - a number of the schema: int, ratio or null
    """Return a number as text: a ratio with four decimals, a count as it is."""
    if value is None:
        return "undefined"
    sign = "+" if signed else ""
    return f"{value['float']:{sign}.4f}" if isinstance(value, Mapping) else f"{value:{sign}d}"


def ratio(value: Any) -> float | None:  # noqa: ANN401 - as above
    """Return a number as a double, `None` where it is undefined."""
    return float(value["float"] if isinstance(value, Mapping) else value) if value is not None else None


def counts_text(counts: Mapping[str, int], *, signed: bool = False) -> str:
    """Return counts as text; of a change only those that move."""
    sign = "+" if signed else ""
    shown = (name for name in _COUNTS if name in counts and (counts[name] or not signed))
    return ", ".join(f"{name} {counts[name]:{sign}d}" for name in shown)


def title_of(step: Data) -> str:
    """Return what a step of a bridge changes, in words."""
    return "; ".join(part["title"] for part in step["parts"])


def row_of(column: Data) -> Row:
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
    results: Data = next(iter(column["results"].values()), {"counts": {}})
    return Row(
        name=column["name"],
        version=column["version"],
        ran=column["ran"],
        value="refused" if column["refused"] else number_text(column["value"]),
        interval=f"{interval['low']:.4f} to {interval['high']:.4f}" if interval else "",
        counts=counts_text({name: count for name, count in results["counts"].items() if name in _SHOWN}),
        dialect=short_dialect(column["dialect"]["text"]) if column["dialect"] else "",
        citation=column["citation"] or "",
        remark=". ".join(filter(None, remarks)),
        state="unexplained" if unexplained else "refused" if column["refused"] else "known" if causes else "pass",
    )
