"""Markdown: a comparison as tables, for a pull request or an appendix."""

from collections.abc import Sequence

from nerconform.reporting import bridge_view
from nerconform.reporting import comparison_view as view
from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.markdown_parts import code, rows, text
from nerconform.results.bridge import Bridge
from nerconform.results.comparison import Comparison


def render(comparison: Comparison, *, units: int = 2) -> str:
    """Return the whole comparison; of each step so many units."""
    files = " ".join(code(plain(source.file)) for source in comparison.sources)
    lines = [
        f"# {comparison.measure}",
        "",
        f"{files or 'Data'}, {comparison.units} units, {comparison.scheme}. In per cent.",
        "",
    ]
    lines += _table(view.heads(comparison), view.rows(comparison))
    lines += _table(view.other_heads(comparison), view.other_rows(comparison))
    lines += [f"- **{name}** gives no numbers: {code(reason)}" for name, reason in view.refused(comparison)]
    lines += [f"- **{name}** {code(words)}" for name, words in view.remarks(comparison)]
    against = view.against_rows(comparison)
    if against:
        lines += ["", f"## Second prediction: {code(plain(comparison.second))}", ""]
        lines += _table(view.against_heads(comparison), against)
    for bridge in comparison.bridges:
        lines += ["", *_bridge(bridge, comparison, units)]
    return text([*lines, "", view.by(comparison), "", code(f"# {comparison.run_text}")])


def _table(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Return a table, empty where it has no row; what can come from names stands as code."""
    names = {"name", "change"}
    cells = ([code(cell) if head in names else cell for head, cell in zip(heads, row, strict=True)] for row in body)
    return [*rows(list(heads), cells, right=1), ""] if body else []


def _bridge(bridge: Bridge, comparison: Comparison, units: int) -> list[str]:
    lines = [f"## {plain(bridge_view.title(bridge))}", ""]
    if bridge.broken:
        return [*lines, f"There is no bridge: {code(plain(bridge.broken))}"]
    lines += _table(bridge_view.bridge_heads(bridge), bridge_view.bridge_rows(bridge))
    lines += [f"- {code(words)}" for words in bridge_view.notes(bridge, comparison.scheme)]
    for step in bridge.steps:
        for change in bridge_view.top_units(step, units):
            lines += ["", code(bridge_view.unit_head(change, comparison)), ""]
            lines += [f"- {name}: {code(words)}" for name, words in bridge_view.readings_of(change, comparison)]
    return lines
