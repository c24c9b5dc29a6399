"""Matrix as Markdown: for each library how every release did, what changed in which, and why."""

from collections.abc import Iterable, Sequence

from nerconform.comparison.matrixed import Change, LibraryMatrix, Matrix, ModeRow, Reach, ReleaseRow
from nerconform.comparison.results import Verdict
from nerconform.reporting import markdown_parts as parts
from nerconform.reporting.json_text import dumps
from nerconform.reporting.matrix_words import change_words, counted, example_lines, reach_words, untaken

_VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN, Verdict.UNSUPPORTED)
_HEADS = ("release", "Python", *_VERDICTS, "as declared", "with a cause", "without")
_PROSE = """\
Every release that can be installed, each in an environment of its own, asked the same golden cases and the same
{examples} random questions from the seed {seed}. `nerconform matrix {libraries} --output reports` makes this page and
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
