"""Conversion: what is to be said beside a converted file."""

from collections.abc import Iterator

from nerconform.files.convert_files import Converted, Tally
from nerconform.reporting.comparison_figures import Data, counts_text, number_text, row_of, title_of
from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.markdown_parts import code, rows, text


def notes(converted: Converted) -> Iterator[str]:
    """Yield a line for what was repaired and one for what was lost, each with the first places, where there is any."""
    way = converted.way
    if converted.repaired.count:
        words = _counted(converted.repaired, "illegal transition")
        yield f"{words} decided by the policy {way.source.policy}{_places(converted.repaired)}"
    if converted.merged.count:
        words = _counted(converted.merged, "span")
        lost = f"lost in {way.target.scheme}, which cannot say where two of one type touch"
        yield f"{words} {lost}{_places(converted.merged)}"


def _counted(tally: Tally, noun: str) -> str:
    return f"{tally.count} {noun}{'s were' if tally.count > 1 else ' was'}"


def _places(tally: Tally) -> str:
    """Return the first places, and how many there are beside them."""
    rest = tally.count - len(tally.places)
    more = f"; and {rest} more" if rest else ""
    return ": " + "; ".join(map(plain, tally.places)) + more


def render(data: Data) -> str:
    """Return the page: the numbers, and the steps of each bridge."""
    columns = [row_of(column) for column in data["columns"]]
    body = ([code(one.name), one.version, one.value, one.interval, one.counts, code(one.remark)] for one in columns)
    lines = ["## One data set, several rules", "", f"{data['measure']}, {data['scheme']}, {data['units']} units.", ""]
    lines += rows(["name", "version", data["measure"], "interval", "counts", "remark"], body)
    for bridge in data["bridges"]:
        left, right = (code(f"{end['column']} {end['measure']}") for end in (bridge["left"], bridge["right"]))
        lines += [f"### {left} to {right}: {number_text(bridge['difference'], signed=True)}", ""]
        lines += [f"- {_step(step)}" for step in bridge["steps"] if step["matters"]]
        lines += [code(bridge["broken"])] if bridge["broken"] else []
        lines += [""]
    return text(lines)


def _step(step: Data) -> str:
    """Return one step of a bridge."""
    change = number_text(step["change"], signed=True)
    counts = counts_text(step["counts_change"], signed=True)
    units = "1 unit" if len(step["units"]) == 1 else f"{len(step['units'])} units"
    return f"{step['step']}, {code(title_of(step))}: {change} ({', '.join(filter(None, (counts, units)))})"
