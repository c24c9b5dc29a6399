"""Releases as text, and as a page of Markdown: how every release did, what changed in which, and why."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted as _counted
from nerconform.base.plain_text import plain
from nerconform.reporting import markdown_parts as parts
from nerconform.reporting.layout import Cell, grid, indented
from nerconform.reporting.markdown_parts import code
from nerconform.results.releases_result import Change, Example, LibraryReleases, ModeRow, Reach, ReleaseRow, Releases
from nerconform.results.run import Verdict
from nerconform.results.values import unit_texts

_MOST = 3


def counted(change: Change) -> str:
    """Return how many answers changed."""
    parts = [(change.golden, "golden case"), (change.random, "random question")]
    return " and ".join(_counted(number, noun) for number, noun in parts if number)


def change_words(change: Change, titles: Mapping[str, str]) -> str:
    """Return why answers changed, as sentences."""
    if not change.explained:
        return "No cause is known."
    parts = [f"Fixed: {_named(cause, titles)}." for cause in change.gone]
    parts += [f"New defect: {_named(cause, titles)}." for cause in change.new]
    parts += [f"Still wrong, with other numbers: {_named(cause, titles)}." for cause in change.kept]
    if change.choices:
        parts.append(f"Now judged by other rules: {', '.join(change.choices)}.")
    return " ".join(parts)


def _named(cause: str, titles: Mapping[str, str]) -> str:
    """Return a cause with its title."""
    title = titles.get(cause, "")
    return f"{title} (`{cause}`)" if title else f"`{cause}`"


def example_lines(example: Example) -> list[str]:
    """Return the smallest question, and what was answered before and after, one line each."""
    how = [example.scheme, *(f"{axis}:{option}" for axis, option in example.choices.items())]
    how += ["as the report prints it"] if example.ask == "report" else []
    asked = ", ".join(filter(None, [example.question, *how]))
    gold, pred = (" / ".join(unit_texts(side)) or "(no units)" for side in (example.gold, example.pred))
    lines = [f"Smallest, {asked}: gold {code(plain(gold))}, prediction {code(plain(pred))}."]
    shown = [
        f"{code(one.asked)} was {code(plain(one.expected_text))}, is {code(plain(one.got_text))}"
        for one in example.differences[:_MOST]
    ]
    more = len(example.differences) - len(shown)
    return [*lines, "; ".join(shown) + (f"; and {more} more." if more else ".")]


def reach_words(reach: Reach) -> str:
    """Return one sentence about what is taken now, or not any more."""
    many = _counted(reach.questions, "question")
    if reach.gained:
        return f"{reach.after} takes {many} that {reach.before} did not: {plain(reach.reason)}."
    return f"{reach.after} takes {many} less than {reach.before}: {plain(reach.reason)}."


def untaken(modes: Iterable[tuple[str, ModeRow]]) -> list[str]:
    """Return why some releases cannot be asked what others can; what none can be asked is left out."""
    rows: Sequence[tuple[str, ModeRow]] = [(release, mode) for release, mode in modes if not mode.reason]
    where: dict[str, list[str]] = {}
    for release, mode in rows:
        for reason in mode.unsupported:
            where.setdefault(reason.replace(release, "it"), []).append(release)
    some = {reason: releases for reason, releases in where.items() if len(releases) < len(rows)}
    return [f"{', '.join(releases)}: {plain(reason)}" for reason, releases in some.items()]


_VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN, Verdict.UNSUPPORTED)
_HEADS = ("release", "Python", *_VERDICTS, "as declared", "with a cause", "without")


def render(found: Releases) -> str:
    """Return the whole page."""
    names = " ".join(one.library for one in found.libraries)
    words = {"libraries": names, "examples": found.examples, "seed": found.seed}
    lines = ["# Releases", "", *parts.prose("releases", **words)]
    for one in found.libraries:
        lines += _library(one)
    return parts.text(lines)


def _library(library: LibraryReleases) -> list[str]:
    """Return the part of one library."""
    installed = [row for row in library.releases if not row.reason]
    lines = [f"## {library.library}", "", f"{len(installed)} of {len(library.releases)} releases install.", ""]
    missing = [row for row in library.releases if row.reason]
    for row in missing:
        lines += [f"- {row.release} does not: {parts.code(row.reason)}"]
    lines += [""] if missing else []
    for mode in _modes(installed):
        lines += [f"### {mode}", "", *_table(installed, mode), ""]
        changes = [change for change in library.changes if change.mode == mode]
        lines += [*_changes(changes, library), *_reaches(one for one in library.reaches if one.mode == mode)]
        lines += _causes(installed, mode, library)
    return lines


def _modes(rows: Sequence[ReleaseRow]) -> list[str]:
    """Return the names of the modes, each once."""
    return list(dict.fromkeys(mode.name for row in rows for mode in row.modes))


def _mode(row: ReleaseRow, name: str) -> ModeRow:
    absent = ModeRow(name, reason="the release has no such mode")
    return next((mode for mode in row.modes if mode.name == name), absent)


def _table(rows: Sequence[ReleaseRow], name: str) -> list[str]:
    """Return the table of one mode, and below it why releases have no row."""
    modes = [(row, _mode(row, name)) for row in rows]
    body = [
        [
            row.release,
            row.python,
            *(mode.verdicts.get(verdict, 0) for verdict in _VERDICTS),
            mode.declared,
            mode.explained,
            mode.unexplained,
        ]
        for row, mode in modes
        if not mode.reason
    ]
    lines = parts.rows(list(_HEADS), body, right=2)
    reasons = dict.fromkeys(mode.reason for _, mode in modes if mode.reason)
    for reason in reasons:
        releases = ", ".join(row.release for row, mode in modes if mode.reason == reason)
        lines += ["", f"Not asked: {releases} ({reason})."]
    return lines


def _changes(changes: Sequence[Change], library: LibraryReleases) -> list[str]:
    """Return what changed, each group of answers with its causes and its smallest question."""
    if not changes:
        return ["No answer changed.", ""]
    lines = ["#### What changed", ""]
    for change in changes:
        lines += [f"- **{change.after}** (before: {change.before}), {counted(change)}."]
        lines += [f"  {change_words(change, library.titles)}"]
        lines += [f"  {line}" for line in example_lines(change.example)]
    return [*lines, ""]


def _reaches(reaches: Iterable[Reach]) -> list[str]:
    """Return what a release takes that the one before did not, and the other way round."""
    words = [f"- {reach_words(reach)}" for reach in reaches]
    return ["#### What can be asked", "", *words, ""] if words else []


def _causes(rows: Sequence[ReleaseRow], name: str, library: LibraryReleases) -> list[str]:
    """Return where each cause was seen, and what a release cannot be asked."""
    seen: dict[str, list[str]] = {}
    for row in reversed(rows):
        for cause in _mode(row, name).causes:
            seen.setdefault(cause, []).append(row.release)
    lines = []
    if seen:
        body = [
            [f"`{cause}`", library.titles.get(cause, ""), ", ".join(where)] for cause, where in sorted(seen.items())
        ]
        lines += ["#### Causes", "", *parts.rows(["cause", "what it is", "seen in"], body), ""]
    words = [f"- {line}" for line in untaken([(row.release, _mode(row, name)) for row in reversed(rows)])]
    return [*lines, "#### What cannot be asked", "", *words, ""] if words else lines


_ASKED = _VERDICTS[:-1]
_TEXT_HEADS = ("release", *_ASKED, "as declared", "with a cause", "without")


def print_releases(found: Releases, console: Console) -> None:
    """Print every library, and one line that says whether every change has a cause."""
    for library in found.libraries:
        for mode in dict.fromkeys(mode.name for row in library.releases for mode in row.modes):
            console.rule(Text(mode, "bold"), align="left", style="dim")
            console.print(indented(grid(_rows(library.releases, mode), _TEXT_HEADS, right=range(1, len(_TEXT_HEADS)))))
            console.print()
            _print_changes([change for change in library.changes if change.mode == mode], library, console)
        for row in library.releases:
            if row.reason:
                console.print(Text(f"{library.library} {row.release} is not installed: {plain(row.reason)}", "yellow"))
    changes = sum(len(library.changes) for library in found.libraries)
    words = f"{_counted(changes, 'change')}, {found.unexplained} without a cause."
    console.print(Text(words, "bold red" if found.unexplained else "green"))


def _rows(releases: Sequence[ReleaseRow], name: str) -> list[list[Cell]]:
    """Return one row for each release that was asked in this mode."""
    found = [(row, mode) for row in releases for mode in row.modes if mode.name == name and not mode.reason]
    return [
        [
            row.release,
            *(str(mode.verdicts.get(verdict, 0)) for verdict in _ASKED),
            str(mode.declared),
            str(mode.explained),
            Text(str(mode.unexplained), "bold red" if mode.unexplained else ""),
        ]
        for row, mode in found
    ]


def _print_changes(changes: Sequence[Change], library: LibraryReleases, console: Console) -> None:
    for change in changes:
        style = "" if change.explained else "bold red"
        console.print(Text.assemble((change.after, "bold"), f"  {counted(change)}, before {change.before}"))
        lines = [Text(change_words(change, library.titles), style), *map(Text, example_lines(change.example))]
        for line in lines:
            console.print(indented(line))
    if changes:
        console.print()
