"""Changes: what differs between two runs, case by case."""

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum

from nerconform.results.run import BAD, DIVERGENT, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Mismatch, ResultRecord


class Turn(StrEnum):
    """What has become of a case between two runs."""

    NEW = "new"
    """It is wrong now, and was not, or was not asked."""
    CHANGED = "changed"
    """It was wrong, and is wrong in another way."""
    EXPLAINED = "explained"
    """It was wrong, and is known now."""
    GONE = "gone"
    """It was wrong or known, and is as it should be, or cannot be asked any more."""
    OTHER = "other"
    """Its verdict or its cause is another one, and nothing about it is wrong."""


WORSE = frozenset({Turn.NEW, Turn.CHANGED})
"""What makes the exit status 1."""


class CaseAnswer(ResultRecord, frozen=True):
    """How a case came out in one run: the verdict, its cause, and what differs."""

    verdict: Verdict
    reason: str = ""
    cause: str = ""
    mismatches: tuple[Mismatch, ...] = ()

    def __str__(self) -> str:
        """Return in one line what came, where it was not as it should be."""
        if self.verdict not in DIVERGENT:
            return ""
        if not self.mismatches:
            return self.reason
        more = len(self.mismatches) - 1
        return f"{self.mismatches[0]}" + (f" (and {more} more)" if more else "")


class CaseChange(ResultRecord, frozen=True):
    """One case that is judged otherwise; an answer is `None` where the run does not hold the case."""

    case: str
    turn: Turn
    clause: str
    before: CaseAnswer | None
    after: CaseAnswer | None


class ImplementationChange(ResultRecord, frozen=True):
    """What changed in one implementation; a version is empty where a run does not hold it.

    `kept` counts the cases that are wrong in both runs in the same way.
    """

    name: str
    version_before: str
    version_after: str
    kept: int
    changes: tuple[CaseChange, ...]


class Changes(ResultRecord, frozen=True, tag_field="format", tag="nerconform-changes-2"):
    """What changed between two runs, with the versions of tool, spec and fixtures of both."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    implementations: tuple[ImplementationChange, ...]

    def count(self, turn: Turn) -> int:
        """Return how many cases took this turn."""
        return sum(change.turn is turn for one in self.implementations for change in one.changes)

    @property
    def worse(self) -> int:
        """Return how many cases are wrong that were not, or not in this way."""
        return sum(self.count(turn) for turn in WORSE)

    @property
    def status(self) -> int:
        """Return the exit status: 1 where anything is newly wrong, else 0."""
        return int(bool(self.worse))


def changes(before: Run, after: Run) -> Changes:
    """Return what changed from one run to another; implementations are matched by their names."""
    old, new = ({one.name: one for one in run.implementations} for run in (before, after))
    names = dict.fromkeys((*new, *old))
    found = tuple(_implementation(name, old.get(name), new.get(name)) for name in names)
    return Changes(_versions(before), _versions(after), found)


def accepted(baseline: Run, run: Run) -> frozenset[tuple[str, str]]:
    """Return implementation and case of every result that is wrong in a run as it was in the baseline."""
    old = {(one.name, result.case): result for one in baseline.implementations for result in one.results}
    return frozenset(
        (one.name, result.case)
        for one in run.implementations
        for result in one.results
        if result.verdict in BAD and (one.name, result.case) in old and _same(old[one.name, result.case], result)
    )


def _versions(run: Run) -> dict[str, str]:
    return {"tool": run.tool, "spec": run.spec, "fixtures": run.fixtures}


def _implementation(
    name: str, before: ImplementationRun | None, after: ImplementationRun | None
) -> ImplementationChange:
    """Return what changed in one implementation."""
    old, new = ({result.case: result for result in run.results} if run else {} for run in (before, after))
    kept = sum(result.verdict in BAD and case in old and _same(old[case], result) for case, result in new.items())
    found = tuple(_cases(old, new)) if after else ()
    return ImplementationChange(name, before.version if before else "", after.version if after else "", kept, found)


def _cases(old: Mapping[str, Result], new: Mapping[str, Result]) -> Iterator[CaseChange]:
    """Yield the cases that are judged otherwise; of those that only one run holds, the ones that are or were wrong."""
    for case in dict.fromkeys((*new, *old)):
        before, after = old.get(case), new.get(case)
        turn = _turn(before, after)
        if turn is None:
            continue
        shown = after or before
        clause = shown.clauses[0] if shown and shown.clauses else ""
        yield CaseChange(case, turn, clause, _answer(before), _answer(after))


def _turn(before: Result | None, after: Result | None) -> Turn | None:
    """Return what has become of a case, `None` where nothing has."""
    was = before is not None and before.verdict in BAD
    if after is not None and after.verdict in BAD:
        if not was:
            return Turn.NEW
        return None if before and _same(before, after) else Turn.CHANGED
    if was and after is not None and after.verdict is Verdict.KNOWN:
        return Turn.EXPLAINED
    if before is not None and before.verdict in DIVERGENT and (after is None or after.verdict not in DIVERGENT):
        return Turn.GONE
    if before is None or after is None:
        return None
    same = before.verdict is after.verdict and before.cause == after.cause and _same(before, after)
    return None if same else Turn.OTHER


def _same(before: Result, after: Result) -> bool:
    """Whether both came out alike: the verdict, and everything that came."""
    one, other = ({mismatch.asked: mismatch.got_text for mismatch in result.mismatches} for result in (before, after))
    alike = before.reason == after.reason or before.verdict is Verdict.UNSUPPORTED
    return before.verdict is after.verdict and alike and same_answer(one, other)


def _answer(result: Result | None) -> CaseAnswer | None:
    """Return how a case came out; what differs is left out where nothing is wrong."""
    if result is None:
        return None
    divergent = result.verdict in DIVERGENT
    reason = result.reason if divergent else ""
    return CaseAnswer(result.verdict, reason, result.cause, result.mismatches if divergent else ())


def same_answer(pinned: Mapping[str, str], got: Mapping[str, str]) -> bool:
    """Whether what came is what is pinned; doubles are compared within a relative 1e-9, as text loses digits."""
    return pinned.keys() == got.keys() and all(_same_text(pinned[asked], got[asked]) for asked in pinned)


def _same_text(left: str, right: str) -> bool:
    try:
        return math.isclose(float(left), float(right), rel_tol=1e-9)
    except ValueError:
        return left == right
