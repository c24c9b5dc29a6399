"""Run: the verdicts of the golden cases on some implementations, and what changed between two runs."""

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from nerconform.results.values import Cause, ClauseRecord, Mismatch, Number, ResultRecord, SpansRead, Units, in_short


class Verdict(StrEnum):
    """What a golden case says of one implementation."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    """Every number that was asked agrees; or bad input was refused."""
    FAIL = "fail"
    """A number differs, bad input was answered, or a known divergence has changed or gone."""
    ERROR = "error"
    """The implementation crashed."""
    REFUSED = "refused"
    """The implementation refused where an answer was due."""
    UNSUPPORTED = "unsupported"
    """The implementation does not take such questions, and says why."""
    KNOWN = "known"
    """A divergence that is pinned, with its cause, in the list of known ones."""


DIVERGENT = frozenset({Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN})
"""Verdicts of an implementation that did not answer as the case says."""
BAD = DIVERGENT - {Verdict.KNOWN}
"""Verdicts that make a run fail."""


class Level(StrEnum):
    """The three questions that golden cases ask, in the order in which reports answer them."""

    LEGAL_DATA = "legal-data"
    """Is the number right?"""
    ILLEGAL_TAGS = "illegal-tags"
    """Which rule is followed, and is it followed everywhere?"""
    BAD_INPUT = "bad-input"
    """Is what has no score rejected?"""


NUMBERS = ("tp", "fp", "fn", "precision", "recall", "f1")
"""The strict micro numbers that a result keeps where sound dialects differ."""


class Result(ResultRecord, frozen=True):
    """The verdict of one golden case on one implementation.

    Where the verdict is divergent, `mismatches` say what differs, `gold` and `pred` hold the input, `spans` what the
    rule and the library read in it, and `dialect` is the canonical dialect that was asked (`dialect_short` the same in
    few words), so that a report needs nothing but the run. Where a case passed and sound dialects differ on it, `right`
    holds the strict micro numbers that are right in this one, and `choices` the options that make them so.
    """

    case: str
    kind: str
    clauses: Annotated[tuple[str, ...], Meta(min_length=1)]
    level: Level
    verdict: Verdict
    reason: str = ""
    mismatches: tuple[Mismatch, ...] = ()
    cause: str = ""
    why: str = ""
    source: str = ""
    flags: tuple[str, ...] = ()
    place: str = ""
    dialect: str = ""
    dialect_short: str = ""
    gold: Units = ()
    pred: Units = ()
    spans: tuple[SpansRead, ...] = ()
    reproduction: str = ""
    choices: str = ""
    right: Mapping[str, Number] = {}

    def __post_init__(self) -> None:
        """Refuse a case that nobody asked and nobody says why."""
        if self.verdict is Verdict.UNSUPPORTED and not self.reason:
            message = "an unsupported case needs a reason"
            raise ValueError(message)


class Diagnosis(ResultRecord, frozen=True):
    """Why the wrong answers of one level, or of several together, are wrong.

    The reference with all `causes` at once gives `explained` of `wrong` wrong answers to the last number, those of
    `cases`, and every right answer. No reference raises, or keeps something between calls: of a metric that does,
    `explained` is 0, and `cases` are those of which the cause is true. Where there are no causes, nothing explains more
    than half of them; `few` are causes that explain some. `line` is what to paste where the metric is right by another
    rule.
    """

    levels: tuple[Level, ...]
    wrong: int
    causes: tuple[Cause, ...] = ()
    explained: int = 0
    cases: tuple[str, ...] = ()
    few: tuple[Cause, ...] = ()
    line: str = ""


class Effect(StrEnum):
    """What a choice does to strict micro F1, beside the standard reading, on the golden cases on which it shows."""

    HIGHER = "higher"
    """Higher, where it is another number."""
    LOWER = "lower"
    """Lower, where it is another number."""
    BOTH = "both"
    """Higher on some, lower on others."""
    NONE = "none"
    """It is the same number everywhere, or one of the two is none."""


class DeclaredChoice(ResultRecord, frozen=True):
    """One choice of a declared dialect that the standard reading makes otherwise, in the words of its clause.

    `cases` counts the golden cases, of those that could be asked, on which the choice makes other numbers than the
    option `standard` would; on `refused` of them one of the two refuses. `effect` is that on strict micro F1.
    """

    axis: str
    option: str
    standard: str
    words: str
    clause: str
    cases: int
    effect: Effect
    refused: int = 0


class ImplementationRun(ResultRecord, frozen=True):
    """All results of one implementation, in the order of the suite, and why its wrong answers are wrong.

    `causes` are those of its known divergences, `diagnosis` explains what is not known, `levels` are those that it must
    pass. `calling` says how a function was called and its result read, `source` is the `file:line` where it stands.
    `call` is what a user of a library writes to get this mode, where its name does not say it.
    `dialect` is, in few words, the one to which it is held, `standard` the name of the standard reading beside it
    (`semeval`, without alignment `conlleval`), and `departures` are the choices in which the two differ.
    """

    name: str
    version: str
    results: Annotated[tuple[Result, ...], Meta(min_length=1)]
    causes: tuple[Cause, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    levels: tuple[Level, ...] = tuple(Level)
    calling: str = ""
    source: str = ""
    dialect: str = ""
    standard: str = ""
    departures: tuple[DeclaredChoice, ...] = ()
    call: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing but passes, unsupported questions and known divergences came in the levels that count."""
        return not any(result.verdict in BAD for result in self.results if result.level in self.levels)

    @property
    def keeps_claim(self) -> bool:
        """Whether every case that can be asked passed, and there is one."""
        asked = [result for result in self.results if result.verdict is not Verdict.UNSUPPORTED]
        return bool(asked) and all(result.verdict is Verdict.PASS for result in asked)

    def why(self, case: str) -> Diagnosis | None:
        """Return what explains the wrong answer to a case, `None` where nothing does."""
        return next((one for one in self.diagnosis if case in one.cases), None)

    def count(self, verdict: Verdict, level: Level | None = None) -> int:
        """Return how many cases (of this level) got the verdict."""
        return sum(result.verdict is verdict and level in {None, result.level} for result in self.results)


class ClaimMade(ResultRecord, frozen=True):
    """A claim that was checked: what it means in words, and the dialect to which everybody was held."""

    name: str
    says: str
    dialect: str


class Run(ResultRecord, frozen=True, tag_field="format", tag="nerconform-run-2"):
    """What `nc.check` returns: the results of some implementations on the suite, and the three versions.

    `clauses` are those that the results speak of, in the order of the spec. Where a `claim` was checked, the results
    are those of its cases, and none of them may be wrong: a known wrong answer does not keep a claim, either.
    """

    implementations: tuple[ImplementationRun, ...]
    tool: str
    spec: str
    fixtures: str
    clauses: tuple[ClauseRecord, ...] = ()
    claim: ClaimMade | None = None

    @property
    def passed(self) -> bool:
        """Whether every implementation passed, or kept the claim; the exit status of `check` is 0 then, else 1."""
        if self.claim:
            return all(run.keeps_claim for run in self.implementations)
        return all(run.passed for run in self.implementations)

    @property
    def status(self) -> int:
        """Return the exit status: 0 if every implementation passed, else 1."""
        return int(not self.passed)


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
        return in_short(self.mismatches, self.reason) if self.verdict in DIVERGENT else ""


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
    found = tuple(_implementation_change(name, old.get(name), new.get(name)) for name in names)
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


def _implementation_change(
    name: str, before: ImplementationRun | None, after: ImplementationRun | None
) -> ImplementationChange:
    """Return what changed in one implementation."""
    old, new = ({result.case: result for result in run.results} if run else {} for run in (before, after))
    kept = sum(result.verdict in BAD and case in old and _same(old[case], result) for case, result in new.items())
    found = tuple(_case_changes(old, new)) if after else ()
    return ImplementationChange(name, before.version if before else "", after.version if after else "", kept, found)


def _case_changes(old: Mapping[str, Result], new: Mapping[str, Result]) -> Iterator[CaseChange]:
    """Yield the cases that are judged otherwise; of those that only one run holds, the ones that are or were wrong."""
    for case in dict.fromkeys((*new, *old)):
        before, after = old.get(case), new.get(case)
        turn = _turn(before, after)
        if turn is None:
            continue
        shown = after or before
        clause = shown.clauses[0] if shown else ""
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


def same_answer(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two answers are one; doubles are compared within a relative 1e-9, as text loses digits."""
    return one.keys() == other.keys() and all(_same_text(one[asked], other[asked]) for asked in one)


def is_pinned(pinned: Mapping[str, str], got: Mapping[str, str]) -> bool:
    """Whether what came is what is pinned. A pinned text that ends in `...` stands for any text that begins so.

    Releases of Python word some errors differently.
    """
    opened = {asked for asked, text in pinned.items() if text.endswith("...")}
    begin_so = all(got.get(asked, "").startswith(pinned[asked].removesuffix("...")) for asked in opened)
    return begin_so and same_answer({**pinned, **{asked: got.get(asked, "") for asked in opened}}, got)


def _same_text(left: str, right: str) -> bool:
    try:
        return math.isclose(float(left), float(right), rel_tol=1e-9)
    except ValueError:
        return left == right
