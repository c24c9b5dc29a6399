"""Markdown: a comparison as tables, whole for an appendix, and short for a pull request."""

from collections.abc import Sequence

from nerconform.base.plain_text import plain
from nerconform.reporting import bridge_view
from nerconform.reporting import comparison_view as view
from nerconform.reporting.markdown_parts import code, rows, text
from nerconform.results.bridge import Bridge
from nerconform.results.comparison import Comparison


def render(comparison: Comparison) -> str:
    """Return the whole comparison."""
    lines = _numbers(comparison, "#")
    lines += [f"- **{name}** gives no numbers: {code(reason)}" for name, reason in view.refused(comparison)]
    lines += [f"- **{name}** {code(words)}" for name, words in view.remarks(comparison)]
    against = view.against_rows(comparison)
    if against:
        lines += ["", f"## Second prediction: {code(plain(comparison.second))}", ""]
        lines += _table(view.against_heads(comparison), against)
    for bridge in comparison.bridges:
        lines += ["", *_bridge(bridge, comparison)]
    spread = view.spread_words(comparison)
    ends = [view.by(comparison), *(["", spread] if spread else []), "", code(f"# {comparison.run_text}")]
    return text([*lines, "", *ends])


def summary(comparison: Comparison) -> str:
    """Return the numbers and the steps of each bridge."""
    lines = _numbers(comparison, "##")
    for bridge in comparison.bridges:
        left, right = (code(end.title) for end in (bridge.left, bridge.right))
        lines += [f"### {left} to {right}: {view.percent(bridge.difference, signed=True)}", ""]
        for step in bridge.steps:
            if step.matters:
                lines.append(f"- {step.step}, {code(step.title)}: {view.percent(step.change, signed=True)}")
        lines += [code(bridge.broken)] if bridge.broken else []
        lines += [""]
    return text(lines)


def _numbers(comparison: Comparison, head: str) -> list[str]:
    """Return the numbers of every column."""
    files = " ".join(code(plain(one.file)) for one in comparison.read.inputs) if comparison.read else "Data"
    described = f"{files}, {comparison.units} units, {comparison.scheme}. In per cent."
    lines = [f"{head} {comparison.measure}", "", described, ""]
    lines += _table(view.heads(comparison), view.rows(comparison))
    return lines + _table(view.other_heads(comparison), view.other_rows(comparison))


def _table(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Return a table, empty where it has no row; what can come from names stands as code."""
    names = {"name", "change"}
    cells = ([code(cell) if head in names else cell for head, cell in zip(heads, row, strict=True)] for row in body)
    return [*rows(list(heads), cells, right=1), ""] if body else []


def _bridge(bridge: Bridge, comparison: Comparison) -> list[str]:
    lines = [f"## {plain(bridge_view.title(bridge))}", ""]
    if bridge.broken:
        return [*lines, f"There is no bridge: {code(plain(bridge.broken))}"]
    lines += _table(bridge_view.bridge_heads(bridge), bridge_view.bridge_rows(bridge))
    lines += [f"- {code(words)}" for words in bridge_view.notes(bridge)]
    for step in bridge.steps:
        for change in step.most_touched[: comparison.shown_units]:
            lines += ["", code(bridge_view.unit_head(change, comparison)), ""]
            lines += [f"- {name}: {code(words)}" for name, words in bridge_view.pairs_of(change, comparison)]
    return lines
