"""Changed: what differs between two runs, case by case; plain data (KIT-8)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from nerconform.results.run import BAD, DIVERGENT, ImplementationRun, Result, Run, Verdict

FORMAT = "nerconform-changes-1"
"""The name of the file format; `spec/formats/changes.schema.json` is its JSON Schema."""
NOT_ASKED = "not asked"
"""What stands for the verdict of a case that a run does not hold."""


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


@dataclass(frozen=True, slots=True)
class CaseChange:
    """One case that is judged otherwise: verdicts, causes, and what came, before and after."""

    case: str
    turn: Turn
    clause: str
    before: str
    after: str
    cause_before: str = ""
    cause_after: str = ""
    got_before: str = ""
    got_after: str = ""


@dataclass(frozen=True, slots=True)
class ImplementationChange:
    """What changed in one implementation; a version is empty where a run does not hold it.

    `kept` counts the cases that are wrong in both runs in the same way.
    """

    name: str
    version_before: str
    version_after: str
    kept: int
    changes: tuple[CaseChange, ...]


@dataclass(frozen=True, slots=True)
class Changes:
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

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/changes.schema.json`); empty texts are left out."""
        implementations = [
            {
                "name": one.name,
                "before": one.version_before,
                "after": one.version_after,
                "kept": one.kept,
                "changes": [{name: text for name, text in asdict(change).items() if text} for change in one.changes],
            }
            for one in self.implementations
        ]
        head = {"format": FORMAT, "before": dict(self.before), "after": dict(self.after)}
        return {**head, "implementations": implementations}


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
        yield CaseChange(
            case,
            turn,
            clause,
            _verdict(before),
            _verdict(after),
            _cause(before),
            _cause(after),
            _got(before),
            _got(after),
        )


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
    one, other = ({mismatch.asked: mismatch.got for mismatch in result.mismatches} for result in (before, after))
    alike = before.reason == after.reason or before.verdict is Verdict.UNSUPPORTED
    return before.verdict is after.verdict and alike and same_answer(one, other)


def _verdict(result: Result | None) -> str:
    return str(result.verdict) if result else NOT_ASKED


def _cause(result: Result | None) -> str:
    return result.cause if result else ""


def _got(result: Result | None) -> str:
    """Return in one line what came, where it was not as it should be."""
    if result is None or result.verdict not in DIVERGENT:
        return ""
    first, more = (result.mismatches[0] if result.mismatches else None), len(result.mismatches) - 1
    if first is None:
        return result.reason
    return f"{first.asked}: expected {first.expected}, got {first.got}" + (f" (and {more} more)" if more else "")


def same_answer(pinned: Mapping[str, str], got: Mapping[str, str]) -> bool:
    """Whether what came is what is pinned; doubles are compared within a relative 1e-9, as text loses digits."""
    return pinned.keys() == got.keys() and all(_same_text(pinned[asked], got[asked]) for asked in pinned)


def _same_text(left: str, right: str) -> bool:
    try:
        return math.isclose(float(left), float(right), rel_tol=1e-9)
    except ValueError:
        return left == right
