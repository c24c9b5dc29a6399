"""Releases text: one table for each mode, then what changed."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import plain
from nerconform.reporting.layout import Cell, grid, indented
from nerconform.reporting.releases_markdown import change_words, counted, example_lines
from nerconform.results.releases_result import Change, LibraryReleases, ModeRow, ReleaseRow, Releases
from nerconform.results.run import Verdict

_VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN)
_HEADS = ("release", *_VERDICTS, "as declared", "with a cause", "without")


def print_releases(found: Releases, console: Console) -> None:
    """Print every library, and one line that says whether every change has a cause."""
    for library in found.libraries:
        for mode in dict.fromkeys(mode.name for row in library.releases for mode in row.modes):
            console.rule(Text(mode, "bold"), align="left", style="dim")
            console.print(indented(grid(_rows(library.releases, mode), _HEADS, right=range(1, len(_HEADS)))))
            console.print()
            _print_changes([change for change in library.changes if change.mode == mode], library, console)
        for row in library.releases:
            if row.reason:
                console.print(Text(f"{library.library} {row.release} is not installed: {plain(row.reason)}", "yellow"))
    changes = sum(len(library.changes) for library in found.libraries)
    words = f"{changes} change{'' if changes == 1 else 's'}, {found.unexplained} without a cause."
    console.print(Text(words, "bold red" if found.unexplained else "green"))


def _rows(releases: Sequence[ReleaseRow], name: str) -> list[list[Cell]]:
    """Return one row for each release that was asked in this mode."""
    found = [(row, mode) for row in releases for mode in row.modes if mode.name == name and not mode.reason]
    return [[row.release, *_cells(mode)] for row, mode in found]


def _cells(mode: ModeRow) -> list[Cell]:
    golden = [str(mode.verdicts.get(verdict, 0)) for verdict in _VERDICTS]
    without = Text(str(mode.unexplained), "bold red" if mode.unexplained else "")
    return [*golden, str(mode.declared), str(mode.explained), without]


def _print_changes(changes: Sequence[Change], library: LibraryReleases, console: Console) -> None:
    for change in changes:
        style = "" if change.explained else "bold red"
        console.print(Text.assemble((change.after, "bold"), f"  {counted(change)}, before {change.before}"))
        lines = [Text(change_words(change, library.titles), style), *map(Text, example_lines(change.example))]
        for line in lines:
            console.print(indented(line))
    if changes:
        console.print()
