"""Comparison as text, and as Markdown: whole for an appendix, and short for a pull request."""

from functools import partial

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import comparison_view as view
from nerconform.reporting import markdown_parts
from nerconform.reporting.layout import grid, indented
from nerconform.reporting.markdown_parts import code, text
from nerconform.results.bridge import Bridge
from nerconform.results.comparison import Comparison


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print everything."""
    _head(comparison, console)
    _print_numbers(comparison, console)
    _against(comparison, console)
    for bridge in comparison.bridges:
        _print_bridge(bridge, comparison, console)
    console.print()
    # It is there to be copied, so it is one line, however long.
    console.print(Text(f"# {comparison.run_text}", "cyan"), soft_wrap=True)


def _head(comparison: Comparison, console: Console) -> None:
    files = " ".join(plain(one.file) for one in comparison.read.inputs) if comparison.read else ""
    units = f"{counted(comparison.units, 'unit')}, {comparison.scheme}"
    console.print(Text.assemble((f"{files}  " if files else "", "bold"), units), soft_wrap=True)
    console.print(Text.assemble((comparison.measure, "bold"), ", in per cent"))
    console.print()


def _print_numbers(comparison: Comparison, console: Console) -> None:
    for heads, rows in view.grouped_tables(comparison):
        console.print(indented(grid(rows, heads, right=range(1, len(heads)))))
        console.print()
    for name, reason in view.refused(comparison):
        console.print(indented(Text.assemble((name, "bold"), "  no numbers: ", (reason, "yellow"))))
    for name, words in view.remarks(comparison):
        console.print(indented(Text.assemble((name, "bold"), f"  {words}")))
    console.print(indented(Text(view.by(comparison), "dim")))
    spread = view.spread_words(comparison)
    if spread:
        console.print(indented(Text(spread, "dim")))


def _against(comparison: Comparison, console: Console) -> None:
    heads, rows = view.against(comparison)
    if not rows:
        return
    console.print()
    console.print(Text.assemble(("Second prediction  ", "bold"), plain(comparison.second)), soft_wrap=True)
    console.print(Text(view.conclusion(comparison)))
    console.print(indented(grid(rows, heads, right=range(1, len(heads)))))


def _print_bridge(bridge: Bridge, comparison: Comparison, console: Console) -> None:
    console.print()
    console.print(Text(view.bridge_title(bridge), "bold"), soft_wrap=True)
    if bridge.broken:
        console.print(indented(Text(f"There is no bridge: {plain(bridge.broken)}", "yellow")))
        return
    heads, steps = view.bridge_table(bridge)
    console.print(indented(grid(steps, heads, right=range(2, len(heads)))))
    show = partial(indented, by=4)
    for words in view.bridge_notes(bridge):
        console.print(indented(Text(words, "dim")))
    for step in bridge.steps:
        for change in step.most_touched[: comparison.shown_units]:
            console.print()
            console.print(indented(Text(view.unit_head(change, comparison))), soft_wrap=True)
            rows = view.unit_rows(change, comparison)
            if rows:
                console.print(show(grid(rows, ("token", "gold", "predicted"))))
            console.print(show(grid(view.pairs_of(change, comparison))))
        left = step.touched - comparison.shown_units
        if left > 0:
            console.print(indented(Text(f"{left} more units for {step.title}: all of them with --format json", "dim")))


def render(comparison: Comparison) -> str:
    """Return the whole comparison."""
    lines = _numbers(comparison, "#")
    lines += [f"- **{name}** gives no numbers: {code(reason)}" for name, reason in view.refused(comparison)]
    lines += [f"- **{name}** {code(words)}" for name, words in view.remarks(comparison)]
    against = view.against(comparison)
    if against.rows:
        lines += ["", f"## Second prediction: {code(plain(comparison.second))}", ""]
        lines += [markdown_parts.escaped(view.conclusion(comparison)), ""]
        lines += _table(against)
    for bridge in comparison.bridges:
        lines += ["", *_bridge(bridge, comparison)]
    spread = view.spread_words(comparison)
    ends = [view.by(comparison), *(["", spread] if spread else []), "", code(f"# {comparison.run_text}")]
    return text([*lines, "", *ends])


def summary(comparison: Comparison) -> str:
    """Return the numbers, which of two predictions is better, and the steps of each bridge."""
    lines = _numbers(comparison, "##")
    if comparison.conclusion:
        lines += [markdown_parts.escaped(view.conclusion(comparison)), "", *_table(view.against(comparison))]
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
    return lines + [line for table in view.grouped_tables(comparison) for line in _table(table)]


def _table(table: view.ComparisonTable) -> list[str]:
    """Return a table of Markdown; what can come from names stands as code."""
    names = {"name", "names", "change"}
    cells = (
        [code(cell) if head in names else cell for head, cell in zip(table.heads, row, strict=True)]
        for row in table.rows
    )
    return [*markdown_parts.rows(table.heads, cells, right=1), ""]


def _bridge(bridge: Bridge, comparison: Comparison) -> list[str]:
    lines = [f"## {plain(view.bridge_title(bridge))}", ""]
    if bridge.broken:
        return [*lines, f"There is no bridge: {code(plain(bridge.broken))}"]
    lines += _table(view.bridge_table(bridge))
    lines += [f"- {code(words)}" for words in view.bridge_notes(bridge)]
    for step in bridge.steps:
        for change in step.most_touched[: comparison.shown_units]:
            lines += ["", code(view.unit_head(change, comparison)), ""]
            lines += [f"- {name}: {code(words)}" for name, words in view.pairs_of(change, comparison)]
    return lines
