"""Releases screen: the first screen of releases: in which of them answers changed, and why."""

from collections.abc import Iterator, Sequence

from rich.console import Console

from nerconform.base.plain_text import counted
from nerconform.reporting.layout import LINES, ScreenLine, folded, print_lines
from nerconform.results.releases_result import Change, LibraryReleases, Releases

_MOST_MISSING = 2
_MOST_LINES = 4
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
    rows = [ScreenLine(line, "dim") for line in folded(_legend(library))] if changes else []
    rows += [ScreenLine(f"{_HEAD}what changed", "dim")] if changes else []
    for number, change in enumerate(changes):
        text = _row(change, library)
        last = number == len(changes) - 1
        if len(rows) + len(text) + (0 if last else 1) > room:
            answers = sum(one.golden + one.random for one in changes[number:])
            more = (
                f"and {counted(len(changes) - number, 'more change')}, of {counted(answers, 'answer')}, with --verbose"
            )
            rows.append(ScreenLine(more, "dim"))
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


def _legend(library: LibraryReleases) -> str:
    """Return what the columns mean."""
    modes = any(_mode(change, library) for change in library.changes)
    called = f"; mode: a way to call {library.library}" if modes else ""
    return f"release: the first one with the change; answers: to how many test questions{called}; newest first"


def _mode(change: Change, library: LibraryReleases) -> str:
    """Return the mode of a change without the name of the library."""
    return change.mode.removeprefix(library.library).removeprefix(":")


def _changes(library: LibraryReleases) -> Sequence[Change]:
    """Return what changed: without a cause first, then the newest release, then the most answers."""
    order = {row.release: number for number, row in enumerate(library.releases)}
    return sorted(
        library.changes,
        key=lambda one: (one.explained, order.get(one.after, len(order)), -one.golden - one.random),
    )


def _row(change: Change, library: LibraryReleases) -> list[ScreenLine]:
    """Return one change: the release, how many answers, the mode, and why."""
    head = f"{change.after:<9}{change.golden + change.random:>7}  "
    lines = folded(head + _why(change, library), " " * len(_HEAD), most=_MOST_LINES)
    return [ScreenLine(line, "" if change.explained else "bold red") for line in lines]


def _why(change: Change, library: LibraryReleases) -> str:
    """Return why answers changed, in words: each cause by its title."""
    mode = f" (mode {_mode(change, library)})" if _mode(change, library) else ""
    if not change.explained:
        return f"no cause is known{mode}"
    kinds = (
        ("fixed defect", change.gone),
        ("new defect", change.new),
        ("still wrong, with another answer", change.kept),
    )
    parts = [f"{words}{mode}: {library.titles.get(cause, cause)}" for words, causes in kinds for cause in causes]
    rules = (library.titles.get(one, one) for one in change.choices)
    parts += [f"other rules{mode}: {', '.join(rules)}"] if change.choices else []
    return "; ".join(parts)


def _missing(library: LibraryReleases) -> Iterator[str]:
    """Yield why releases are not installed."""
    rows = [row for row in library.releases if row.reason]
    for row in rows[:_MOST_MISSING]:
        yield from folded(f"{row.release} is not installed: {row.reason.partition(' (from versions')[0]}", most=2)
    if len(rows) > _MOST_MISSING:
        yield f"and {counted(len(rows) - _MOST_MISSING, 'more release')} not installed"
