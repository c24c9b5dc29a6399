"""Releases screen: the first screen of releases: in which of them answers changed, and why."""

from collections.abc import Iterator, Sequence

from rich.console import Console

from nerconform.base.plain_text import counted
from nerconform.reporting.layout import LINES, ScreenLine, folded, print_lines
from nerconform.results.releases_result import Change, LibraryReleases, Releases

_MOST_MISSING = 2
_HEAD = f"{'release':<9}{'answers':>7}  "


def print_screen(found: Releases, console: Console) -> None:
    """Print for each library what changed in which release."""
    print_lines(screen(found), console)


def screen(found: Releases) -> list[ScreenLine]:
    """Return the lines: a block for each library, then where to read on."""
    lines: list[ScreenLine] = []
    for library in found.libraries:
        lines += [ScreenLine("")] if lines else []
        lines += _lines(library, LINES - 2)
    return [*lines, ScreenLine("more: --verbose, --output reports (a page with every table)", "dim")]


def _lines(library: LibraryReleases, room: int) -> list[ScreenLine]:
    """Return the verdict on one library, then its changes, those without a cause first, then the newest."""
    unexplained = sum(not change.explained for change in library.changes)
    style = "bold red" if unexplained else "bold" if library.changes else "green"
    lines = [ScreenLine(line, style) for line in folded(_sentence(library, unexplained), most=2)]
    missing = [ScreenLine(line, "yellow") for line in _missing(library)]
    changes = _changes(library)
    room -= len(lines) + len(missing)
    rows = (
        [ScreenLine(f"{_HEAD}changed in the release, for this reason; newest release first", "dim")] if changes else []
    )
    for number, change in enumerate(changes):
        text = _row(change, library)
        last = number == len(changes) - 1
        if len(rows) + len(text) + (0 if last else 1) > room:
            rows.append(ScreenLine(f"and {counted(len(changes) - number, 'more change')} with --verbose", "dim"))
            break
        rows += text
    return [*lines, *rows, *missing]


def _sentence(library: LibraryReleases, unexplained: int) -> str:
    """Return in how many releases an answer changed."""
    asked = sum(not row.reason for row in library.releases)
    head = f"{library.library}: {counted(asked, 'release')} tested"
    if not library.changes:
        return f"{head}, no answer changed"
    where = len({change.after for change in library.changes})
    cause = (
        f"{counted(unexplained, 'change')} without a known cause"
        if unexplained
        else "the cause of every change is known"
    )
    return f"{head}, answers changed in {where} of them; {cause}"


def _changes(library: LibraryReleases) -> Sequence[Change]:
    """Return what changed: without a cause first, then the newest release, then the most answers."""
    order = {row.release: number for number, row in enumerate(library.releases)}
    return sorted(
        library.changes,
        key=lambda one: (one.explained, order.get(one.after, len(order)), -one.golden - one.random),
    )


def _row(change: Change, library: LibraryReleases) -> list[ScreenLine]:
    """Return one change: the release, how many answers, the mode, and why."""
    mode = change.mode.removeprefix(library.library).removeprefix(":")
    head = f"{change.after:<9}{change.golden + change.random:>7}  {f'{mode}, ' if mode else ''}"
    lines = folded(head + _why(change, library), " " * len(_HEAD), most=2)
    return [ScreenLine(line, "" if change.explained else "bold red") for line in lines]


def _why(change: Change, library: LibraryReleases) -> str:
    """Return why answers changed, in words: each cause by its title."""
    if not change.explained:
        return "no cause is known"
    kinds = (("fixed", change.gone), ("new defect", change.new), ("still wrong, but otherwise", change.kept))
    parts = [f"{words}: {library.titles.get(cause, cause)}" for words, causes in kinds for cause in causes]
    parts += [f"now follows other rules: {', '.join(change.choices)}"] if change.choices else []
    return "; ".join(parts)


def _missing(library: LibraryReleases) -> Iterator[str]:
    """Yield why releases are not installed."""
    rows = [row for row in library.releases if row.reason]
    for row in rows[:_MOST_MISSING]:
        yield from folded(f"{row.release} is not installed: {row.reason}", most=2)
    if len(rows) > _MOST_MISSING:
        yield f"and {counted(len(rows) - _MOST_MISSING, 'more release')} not installed"
