"""Metric: one metric of a repository with its golden cases, what is known of it, and what is wrong with it."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from nerconform.asking.protocol import known_as
from nerconform.diagnosis.metric import Diagnosed, diagnose
from nerconform.plugin.settings import MetricSettings
from nerconform.products.check.suite_run import NoSuchCase
from nerconform.results.run import ImplementationRun, Result, Verdict
from nerconform.suite.case_runs import check_one, retagged
from nerconform.suite.cases import Case, Suite
from nerconform.suite.judge import not_asked
from nerconform.suite.known import KnownCause, load_known


class Metric:
    """One metric, and what it is asked."""

    def __init__(self, settings: MetricSettings, suite: Suite, pinned: Sequence[KnownCause]) -> None:
        """Ask the cases of this suite that the settings want and that apply. Raises `NoSuchCase`."""
        self.settings = settings
        self.implementation = settings.implementation
        self.name = settings.implementation.name
        self.pinned = pinned
        self._suite = suite
        self._by_id = {case.id: case for case in suite.cases}
        for pattern in settings.cases:
            if not any(settings.wants(case) for case in suite.cases):
                raise NoSuchCase(f"no case matches {pattern!r}", place="cases", hint="See `nerconform list cases`.")

    @cached_property
    def _wanted(self) -> tuple[Case, ...]:
        """Return the cases that the settings select, in the form in which this metric can be asked."""
        return tuple(retagged(case, self.implementation) for case in self._suite.cases if self.settings.wants(case))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Return the cases that apply."""
        return tuple(case for case in self._wanted if not_asked(case, self.implementation) is None)

    @cached_property
    def unasked(self) -> tuple[Result, ...]:
        """Return a result for each wanted case that does not apply, with the reason."""
        found = []
        for case in self._wanted:
            why = not_asked(case, self.implementation)
            if why is not None:
                found.append(Result(case.id, str(case.kind), case.clauses, Verdict.UNSUPPORTED, why.reason))
        return tuple(found)

    @cached_property
    def diagnosis(self) -> tuple[Diagnosed, ...]:
        """Return what explains its wrong answers, and is true of all golden cases, asked for or not."""
        chosen = {case.id for case in self.cases}
        others = (case for case in self._suite.cases if case.id not in chosen)
        return diagnose(self.implementation, self.cases, [retagged(case, self.implementation) for case in others])

    @property
    def own_causes(self) -> tuple[KnownCause, ...]:
        """Return the known divergences of the repository's own file that speak of this metric."""
        file = self.settings.known
        mine = (cause for cause in self.pinned if cause.names(known_as(self.implementation)))
        return tuple(cause for cause in mine if file is not None and cause.place.rpartition(":")[0] == str(file))

    def ask(self, case: str) -> ImplementationRun:
        """Return the run of one case."""
        return check_one(self.implementation, [self._by_id[case]], self.pinned)

    def because(self, result: Result) -> list[str]:
        """Return the cause of a wrong answer in words, each in a line."""
        for one in self.diagnosis:
            if result.case in one.cases:
                clause = f" [{one.clause}]" if one.clause else ""
                link = f" {one.link}" if one.link else ""
                share = f"all {one.wrong}" if one.explained == one.wrong else f"{one.explained} of {one.wrong}"
                gives = f"gives {share} wrong answers to the last number, and every right one"
                return [f"because {one.id}: {one.title}{clause}.{link}", f"The reference with this change {gives}."]
        due = result.mismatches[0].expected if result.mismatches else ""
        if due.startswith("refused") and result.verdict is Verdict.ERROR:
            error = result.reason.partition(":")[0]
            named = f'refusals = ["ValueError", "{error}"]'
            return [f"because it crashes on bad input: raise ValueError, or call {error} its way to refuse ({named})."]
        if due.startswith("refused"):
            return ["because it answers bad input, which has no score: raise ValueError and say what is wrong."]
        return ["No single choice, known mistake or quirk gives this answer: nothing explains it."]


def is_gone(result: Result) -> bool:
    """Whether a known divergence is pinned on this case and the answer is right."""
    return result.verdict is Verdict.FAIL and bool(result.cause) and not result.mismatches


def load_pinned(known: Path | None, suite: Suite) -> tuple[KnownCause, ...]:
    """Return the kit's known divergences and those of a file. Raises `BadFile` and `NoSuchCase`."""
    pinned = load_known(known)
    ids = {case.id for case in suite.cases}
    for cause in pinned:
        for case in cause.cases:
            if case not in ids:
                raise NoSuchCase(f"there is no case {case!r}", place=cause.place, hint="Remove or rename the entry.")
    return pinned
