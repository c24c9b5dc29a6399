"""Entries: what was judged, one by one, as the formats of other tools want it (JUnit XML, SARIF, GitHub).

An entry is one case of one implementation, one class of a search, one change between releases. Whatever the result, the
writers of those formats know entries alone.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from nerconform.base.plain_text import plain
from nerconform.reporting.releases_text import change_words, counted
from nerconform.reporting.run_view import input_lines, why_of
from nerconform.results.bridge import Bridge
from nerconform.results.comparison import Comparison, ComparisonColumn
from nerconform.results.releases_result import Change, Releases
from nerconform.results.run import ImplementationRun, Result, Run, Verdict, accepted
from nerconform.results.search_result import Found, Search, Searches
from nerconform.results.stored import Stored
from nerconform.results.values import Mismatch, Units, in_short, unit_texts

_MOST = 10


class Severity(StrEnum):
    """How much an entry matters to whoever waits for the result."""

    PASS = "pass"  # noqa: S105 - a severity, not a password
    """As it should be."""
    KNOWN = "known"
    """A difference that is pinned, or explained by a cause that reproduces it."""
    BASELINE = "baseline"
    """Wrong, or crashed, exactly as in the run that it is held against."""
    NOT_REQUIRED = "not required"
    """Wrong, in a level that the metric need not pass."""
    UNSUPPORTED = "unsupported"
    """Not asked."""
    WRONG = "wrong"
    """A difference without an explanation, a refusal where an answer was due, a known divergence that changed."""
    CRASHED = "crashed"
    """An exception where an answer or a refusal was due."""


BAD = frozenset({Severity.WRONG, Severity.CRASHED})
"""Levels that make a result fail."""
_LEVELS = {
    Verdict.PASS: Severity.PASS,
    Verdict.FAIL: Severity.WRONG,
    Verdict.ERROR: Severity.CRASHED,
    Verdict.REFUSED: Severity.WRONG,
    Verdict.UNSUPPORTED: Severity.UNSUPPORTED,
    Verdict.KNOWN: Severity.KNOWN,
}


class Entry(NamedTuple):
    """One thing that was judged.

    `subject` is the implementation, `id` what was asked of it, `clause` the rule. `message` is one line, `detail` the
    whole of it. `place` is `file:line`, or empty. All of it is safe on a line of text: what cannot be printed is
    escaped.
    """

    subject: str
    version: str
    id: str
    severity: Severity
    group: str = ""
    clause: str = ""
    title: str = ""
    message: str = ""
    detail: str = ""
    place: str = ""

    @property
    def file(self) -> str:
        """Return the file of the place."""
        return self.place.rpartition(":")[0]

    @property
    def line(self) -> int:
        """Return the line of the place, counted from 1."""
        return int(self.place.rpartition(":")[2])


def entries(result: Stored, baseline: Run | None = None) -> tuple[Entry, ...]:
    """Return every entry of a result, in its order; what is wrong in a run as in its `baseline` is of that level."""
    match result:
        case Run():
            kept = accepted(baseline, result) if baseline else frozenset()
            return tuple(
                _entry(run, one, is_accepted=(run.name, one.case) in kept)
                for run in result.implementations
                for one in run.results
            )
        case Searches():
            return tuple(_class(search, found) for search in result.searches for found in search.classes)
        case Releases():
            return tuple(_change(change, one.titles) for one in result.libraries for change in one.changes)
        case Comparison():
            return (*map(_column, result.columns), *map(_bridge, result.bridges))
        case _:
            return ()


def _entry(run: ImplementationRun, result: Result, *, is_accepted: bool) -> Entry:
    """Return the entry of one case."""
    titles = {cause.id: cause.title for cause in run.causes}
    because = why_of(run, result.case)
    return Entry(
        subject=plain(run.name),
        version=plain(run.version),
        id=plain(result.case),
        severity=Severity.BASELINE if is_accepted else _severity(run, result),
        group=str(result.level),
        clause=plain(result.clauses[0]) if result.clauses else "",
        title=plain(because or titles.get(result.cause, result.why)),
        message=plain(in_short(result.mismatches, result.reason)),
        detail=_detail(result, because),
        place=_place(run.source or result.place),
    )


def _differs(one: Mismatch) -> str:
    return plain(str(one))


def _severity(run: ImplementationRun, result: Result) -> Severity:
    found = _LEVELS[result.verdict]
    return Severity.NOT_REQUIRED if found in BAD and result.level not in run.levels else found


def _detail(result: Result, because: str) -> str:
    """Return the input, what differs, and how to see it; nothing where the answer was right."""
    if result.verdict in {Verdict.PASS, Verdict.UNSUPPORTED}:
        return ""
    pairs = input_lines(result.gold, result.pred)
    units = [line for gold, pred in pairs for line in (f"gold  {gold}", f"pred  {pred}")]
    return _block([because, result.why, result.reason, *units], result.mismatches, result.reproduction)


def _block(lines: list[str], mismatches: tuple[Mismatch, ...], reproduction: str) -> str:
    """Return lines of text, the first things that differ, and the lines that show it, each made safe."""
    shown = [plain(line) for line in lines if line] + [_differs(one) for one in mismatches[:_MOST]]
    more = len(mismatches) - _MOST
    shown += [f"and {more} more"] if more > 0 else []
    shown += ["", *map(plain, reproduction.splitlines())] if reproduction else []
    return "\n".join(shown)


def _class(search: Search, found: Found) -> Entry:
    """Return the entry of one class of a search."""
    units = _input_lines(found.input.gold, found.input.pred)
    return Entry(
        subject=plain(f"{search.left} and {search.right}"),
        version=plain(search.version),
        id=plain(found.id),
        severity=Severity.KNOWN if found.explained else Severity.WRONG,
        group="search",
        clause=plain(next((cause.clause for cause in found.causes if cause.clause), "")),
        title=plain(found.title),
        message=_differs(found.mismatches[0]) if found.mismatches else plain(found.title),
        detail=_block(units, found.mismatches, found.reproduction),
        place=_place(found.input.place),
    )


def _input_lines(gold: Units, pred: Units) -> list[str]:
    """Return the units of both sides, each on its line."""
    return [*(f"gold  {unit}" for unit in unit_texts(gold)), *(f"pred  {unit}" for unit in unit_texts(pred))]


def _place(text: str) -> str:
    """Return a place that is `file:line`, and nothing for any other."""
    file, _, line = text.rpartition(":")
    return plain(text) if file and re.fullmatch(r"[1-9][0-9]*", line) else ""


def _change(change: Change, titles: Mapping[str, str]) -> Entry:
    """Return the entry of a group of answers that changed between two releases."""
    causes = (*change.gone, *change.new, *change.choices, *change.kept)
    example = change.example
    units = _input_lines(example.gold, example.pred)
    return Entry(
        subject=plain(change.mode),
        version=plain(change.after),
        id=plain(" ".join((f"{change.before} to {change.after}:", *causes)).rstrip(":")),
        severity=Severity.KNOWN if change.explained else Severity.WRONG,
        group="release",
        title=plain(f"{counted(change)} changed from {change.before} to {change.after}"),
        message=plain(change_words(change, titles)),
        detail=_block(units, example.differences, ""),
    )


def _column(column: ComparisonColumn) -> Entry:
    """Return the entry of one column of a comparison: whether its numbers are explained."""
    departure = column.departure
    head = plain(column.name), plain(column.version), "numbers"
    if departure is None:
        severity = Severity.UNSUPPORTED if column.refused else Severity.PASS
        return Entry(*head, severity, "compare", message=plain(column.refused))
    return Entry(
        *head,
        Severity.KNOWN if departure.causes else Severity.WRONG,
        "compare",
        clause=next((cause.clause for cause in departure.causes if cause.clause), ""),
        title=plain("; ".join(cause.title for cause in departure.causes)),
        message=_differs(departure.mismatches[0]) if departure.mismatches else "",
        detail=_block([], departure.mismatches, ""),
    )


def _bridge(bridge: Bridge) -> Entry:
    """Return the entry of one bridge: whether every step is explained."""
    steps = "; ".join(step.title for step in bridge.steps if step.matters)
    severity = Severity.PASS if bridge.explained else Severity.WRONG
    message = plain(bridge.broken or steps)
    return Entry(
        plain(bridge.left.title), "", f"bridge to {plain(bridge.right.title)}", severity, "compare", message=message
    )
