"""Run: the verdicts of the golden cases on some implementations, which is what `nc.check` returns."""

from collections.abc import Mapping
from enum import StrEnum

from nerconform.results.values import Cause, ClauseRecord, Mismatch, Number, ResultRecord, SpansRead, Units


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
    clauses: tuple[str, ...]
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


class ImplementationRun(ResultRecord, frozen=True):
    """All results of one implementation, in the order of the suite, and the causes of its known divergences."""

    name: str
    version: str
    results: tuple[Result, ...]
    causes: tuple[Cause, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing but passes, unsupported questions and known divergences came."""
        return not any(result.verdict in BAD for result in self.results)

    def count(self, verdict: Verdict, kind: str | None = None) -> int:
        """Return how many cases (of this kind) got the verdict."""
        return sum(result.verdict is verdict and kind in {None, result.kind} for result in self.results)


class Run(ResultRecord, frozen=True, tag_field="format", tag="nerconform-run-2"):
    """What `nc.check` returns: the results of some implementations on the suite, and the three versions.

    `clauses` are those that the results speak of, in the order of the spec.
    """

    implementations: tuple[ImplementationRun, ...]
    tool: str
    spec: str
    fixtures: str
    clauses: tuple[ClauseRecord, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every implementation passed; the exit status of `check` is 0 then, else 1."""
        return all(run.passed for run in self.implementations)

    @property
    def status(self) -> int:
        """Return the exit status: 0 if every implementation passed, else 1."""
        return int(not self.passed)
