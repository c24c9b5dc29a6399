"""Text: a comparison on a terminal: the table, two predictions, the bridges with their units, the run part last."""

from functools import partial

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import plain
from nerconform.reporting import bridge_view
from nerconform.reporting import comparison_view as view
from nerconform.reporting.layout import grid, indented
from nerconform.results.bridge import Bridge
from nerconform.results.comparison import Comparison


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print everything."""
    _head(comparison, console)
    _table(comparison, console)
    _against(comparison, console)
    for bridge in comparison.bridges:
        _bridge(bridge, comparison, console)
    console.print()
    # It is there to be copied, so it is one line, however long.
    console.print(Text(f"# {comparison.run_text}", "cyan"), soft_wrap=True)


def _head(comparison: Comparison, console: Console) -> None:
    files = files_text(comparison)
    units = f"{comparison.units} unit{'' if comparison.units == 1 else 's'}, {comparison.scheme}"
    console.print(Text.assemble((f"{files}  " if files else "", "bold"), units), soft_wrap=True)
    console.print(Text.assemble((comparison.measure, "bold"), ", in per cent"))
    console.print()


def files_text(comparison: Comparison) -> str:
    """Return the files that were read."""
    return " ".join(plain(one.file) for one in comparison.read.inputs) if comparison.read else ""


def _table(comparison: Comparison, console: Console) -> None:
    for heads, rows in (
        (view.heads(comparison), view.rows(comparison)),
        (view.other_heads(comparison), view.other_rows(comparison)),
    ):
        if rows:
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
    rows = view.against_rows(comparison)
    if not rows:
        return
    console.print()
    console.print(Text.assemble(("Second prediction  ", "bold"), plain(comparison.second)), soft_wrap=True)
    heads = view.against_heads(comparison)
    console.print(indented(grid(rows, heads, right=range(1, len(heads)))))


def _bridge(bridge: Bridge, comparison: Comparison, console: Console) -> None:
    console.print()
    console.print(Text(bridge_view.title(bridge), "bold"), soft_wrap=True)
    if bridge.broken:
        console.print(indented(Text(f"There is no bridge: {plain(bridge.broken)}", "yellow")))
        return
    heads = bridge_view.bridge_heads(bridge)
    console.print(indented(grid(bridge_view.bridge_rows(bridge), heads, right=range(2, len(heads)))))
    show = partial(indented, by=4)
    for words in bridge_view.notes(bridge):
        console.print(indented(Text(words, "dim")))
    for step in bridge.steps:
        for change in step.most_touched[: comparison.shown_units]:
            console.print()
            console.print(indented(Text(bridge_view.unit_head(change, comparison))), soft_wrap=True)
            rows = bridge_view.unit_rows(change, comparison)
            if rows:
                console.print(show(grid(rows, ("token", "gold", "predicted"))))
            console.print(show(grid(bridge_view.pairs_of(change, comparison))))
        left = len(step.units) - comparison.shown_units
        if left > 0:
            console.print(indented(Text(f"{left} more units for {step.title}: all of them with --format json", "dim")))
