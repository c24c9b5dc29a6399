"""Matrix as Markdown: for each library how every release did, what changed in which, and why."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.base.json_text import dumps
from nerconform.reporting import markdown_parts as parts
from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.markdown_parts import code
from nerconform.results.releases_result import Change, Example, LibraryMatrix, Matrix, ModeRow, Reach, ReleaseRow
from nerconform.results.run import Verdict

_MOST = 3


def counted(change: Change) -> str:
    """Return how many answers changed."""
    parts = [(change.golden, "golden case"), (change.random, "random question")]
    return " and ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in parts if number)


def change_words(change: Change, titles: Mapping[str, str]) -> str:
    """Return why answers changed, as sentences."""
    if not change.explained:
        return "No cause is known."
    parts = [f"Gone: {_named(cause, titles)}." for cause in change.gone]
    parts += [f"New: {_named(cause, titles)}." for cause in change.new]
    parts += [f"Wrong in another way: {_named(cause, titles)}." for cause in change.kept]
    if change.choices:
        parts.append(f"By the dialects: {', '.join(change.choices)}.")
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
    gold, pred = (" / ".join(side) or "(no units)" for side in (example.gold, example.pred))
    lines = [f"Smallest, {asked}: gold {code(plain(gold))}, prediction {code(plain(pred))}."]
    shown = [
        f"{code(one.asked)} was {code(plain(one.expected))}, is {code(plain(one.got))}"
        for one in example.differences[:_MOST]
    ]
    more = len(example.differences) - len(shown)
    return [*lines, "; ".join(shown) + (f"; and {more} more." if more else ".")]


def reach_words(reach: Reach) -> str:
    """Return one sentence about what is taken now, or not any more."""
    many = "1 question" if reach.questions == 1 else f"{reach.questions} questions"
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
_PROSE = """\
Every release that can be installed, each in an environment of its own, asked the same golden cases and the same
{examples} random questions from the seed {seed}. `nerconform releases {libraries} --output reports` makes this page and
[matrix.json](matrix.json) again.

The verdicts are those of the golden cases. *fail*, *error* and *refused* count what nobody has pinned as known for that
release, and *unsupported* what its interface cannot be asked. The last three columns count all answers, to golden cases
and random questions: as the reference gives them in the dialect that the release declares, otherwise and with a cause
that reproduces them, otherwise and without one. Under *What changed* an answer is compared with that of the last
release that took the same question."""


def pages(matrix: Matrix) -> dict[str, str]:
    """Return the two files of the reports by their names."""
    return {"matrix.md": render(matrix), "matrix.json": dumps(matrix.to_dict())}


def render(matrix: Matrix) -> str:
    """Return the whole page."""
    names = " ".join(one.library for one in matrix.libraries)
    prose = _PROSE.format(libraries=names, examples=matrix.examples, seed=matrix.seed)
    lines = ["# Releases", "", *prose.splitlines(), ""]
    for one in matrix.libraries:
        lines += _library(one)
    return parts.text(lines)


def _library(library: LibraryMatrix) -> list[str]:
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
    return next(mode for mode in row.modes if mode.name == name)


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


def _changes(changes: Sequence[Change], library: LibraryMatrix) -> list[str]:
    """Return what changed, each group of answers with its causes and its smallest question."""
    if not changes:
        return ["No answer changed.", ""]
    lines = ["#### What changed", ""]
    for change in changes:
        lines += [f"- **{change.after}** (before: {change.before}), {counted(change)}."]
        lines += [f"  {change_words(change, library.causes)}"]
        lines += [f"  {line}" for line in example_lines(change.example)]
    return [*lines, ""]


def _reaches(reaches: Iterable[Reach]) -> list[str]:
    """Return what a release takes that the one before did not, and the other way round."""
    words = [f"- {reach_words(reach)}" for reach in reaches]
    return ["#### What can be asked", "", *words, ""] if words else []


def _causes(rows: Sequence[ReleaseRow], name: str, library: LibraryMatrix) -> list[str]:
    """Return where each cause was seen, and what a release cannot be asked."""
    seen: dict[str, list[str]] = {}
    for row in reversed(rows):
        for cause in _mode(row, name).causes:
            seen.setdefault(cause, []).append(row.release)
    lines = []
    if seen:
        body = [
            [f"`{cause}`", library.causes.get(cause, ""), ", ".join(where)] for cause, where in sorted(seen.items())
        ]
        lines += ["#### Causes", "", *parts.rows(["cause", "what it is", "seen in"], body), ""]
    words = [f"- {line}" for line in untaken([(row.release, _mode(row, name)) for row in reversed(rows)])]
    return [*lines, "#### What cannot be asked", "", *words, ""] if words else lines
