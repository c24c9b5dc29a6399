"""Items: one golden case, one known divergence or one search, as pytest runs it."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ExceptionInfo

from nerconform.diagnosis.mistakes import pinned_quirks, speaks_of
from nerconform.plugin.failure import Failure, of_case, of_known, of_search
from nerconform.plugin.metric import Metric, is_gone
from nerconform.results.run import BAD, Result, Verdict
from nerconform.results.search_result import Found, Search
from nerconform.suite.cases import Case
from nerconform.suite.known import KnownCause


class ItemFailure(Exception):
    """An item fails; the failure is what is printed, and no traceback."""

    def __init__(self, failure: Failure) -> None:
        """Keep what is to be said."""
        super().__init__(failure.line)
        self.failure = failure


class MetricItem(pytest.Item):
    """An item about one metric."""

    def __init__(self, metric: Metric, **more: Any) -> None:  # noqa: ANN401 - what pytest passes
        """Belong to this metric, and carry the marker `nerconform`."""
        super().__init__(**more)
        self.metric = metric
        self.told: dict[str, object] = {}
        self.add_marker(pytest.mark.nerconform)

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401
        """Return what was found; a traceback only of a fault of the kit itself."""
        if isinstance(excinfo.value, ItemFailure):
            return excinfo.value.failure
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the heading of a failure; the place of a case is in its text."""
        return self.config.rootpath / "nerconform", None, f"{self.metric.name} {self.name}"

    def tell(self, **words: str) -> None:
        """Add properties, which reports show beside the item."""
        self.user_properties += [(name, value) for name, value in words.items() if value]


class CaseItem(MetricItem):
    """One golden case that applies to the metric."""

    def __init__(self, case: Case, **more: Any) -> None:  # noqa: ANN401 - what pytest passes
        """Ask this case."""
        super().__init__(**more)
        self.case = case

    def runtest(self) -> None:
        """Ask, and judge: a known divergence is an expected failure, a stale one is another item's."""
        run = self.metric.ask(self.case.id)
        (result,) = run.results
        self.told = {"metric": run.name, "version": run.version, "result": result.to_dict()}
        self.told["causes"] = run.to_dict()["causes"]
        self._describe(result)
        if result.verdict is Verdict.KNOWN:
            pytest.xfail(f"{result.cause}: {run.causes[0].title}")
        if result.verdict is Verdict.UNSUPPORTED:
            pytest.skip(result.reason)
        if result.verdict in BAD and not is_gone(result):
            raise ItemFailure(of_case(result, self.metric.because(result)))

    def _describe(self, result: Result) -> None:
        self.tell(
            metric=self.metric.name,
            kind=result.kind,
            clause=", ".join(result.clauses),
            verdict=str(result.verdict),
            cause=result.cause,
            place=self.case.place,
        )


class KnownItem(MetricItem):
    """One entry of the repository's list of known divergences: it fails once it is no longer true."""

    def __init__(self, cause: KnownCause, **more: Any) -> None:  # noqa: ANN401 - what pytest passes
        """Look at this entry."""
        super().__init__(**more)
        self.cause = cause

    def runtest(self) -> None:
        """Ask every case of the entry."""
        implementation = self.metric.implementation
        self.told = {"metric": self.metric.name}
        self.tell(metric=self.metric.name, clause=self.cause.clause, cause=self.cause.id, place=self.cause.place)
        if not self.cause.covers(self.cause.implementation, implementation.version):
            words = f"it is pinned for {self.cause.versions}, and this is {implementation.version}"
            raise ItemFailure(of_known(self.cause, [words]))
        results = [self.metric.ask(case).results[0] for case in self.cause.cases]
        stale = [
            f"{result.case}: {_now(result)}"
            for result in results
            if result.verdict is not Verdict.KNOWN or result.cause != self.cause.id
        ]
        if stale:
            raise ItemFailure(of_known(self.cause, stale))


def _now(result: Result) -> str:
    """Return what a case answers now in place of what is pinned."""
    if is_gone(result):
        return "the answer is right now"
    if result.mismatches:
        return f"now {', '.join(f'{one.asked}={one.got}' for one in result.mismatches)}; {result.reason}"
    return f"{result.verdict}, {result.reason or 'and this entry does not say it'}"


class SearchItem(MetricItem):
    """A search for inputs on which the metric differs from the reference in its dialect."""

    def runtest(self) -> None:
        """Search, seeded; what is found fails, but a quirk of the library or a cause that is pinned."""
        from nerconform.products.search.random_search import Budget, search  # noqa: PLC0415 # Hypothesis is an extra

        option, metric = self.config.option, self.metric
        examples, seed = option.nerconform_search, option.nerconform_seed
        entries = {cause.id for cause in metric.own_causes}
        quirks = pinned_quirks(entries)
        (found,) = search([metric.implementation], budget=Budget(examples), seeded=seed, pinned=quirks).searches
        new = tuple(one for one in found.classes if not _is_known(one, entries))
        known = (
            f" Known: {', '.join(one.id for one in found.classes if one not in new)}." if new != found.classes else ""
        )
        self.told = {"metric": metric.name, "search": f"{_words(found)}{known}"}
        self.tell(metric=self.metric.name, inputs=str(found.examples), divergent=str(found.divergent), seed=str(seed))
        if found.untried:
            pytest.skip(found.untried)
        if new:
            raise ItemFailure(of_search(replace(found, classes=new)))


def _is_known(found: Found, entries: Collection[str]) -> bool:
    """Whether a class is no news: what explains it are quirks that the kit knows, or causes that an entry pins."""
    return found.explained and all(cause.kind == "quirk" or speaks_of(entries, cause.id) for cause in found.causes)


def _words(found: Search) -> str:
    from nerconform.reporting.search_pretty import summary_of  # noqa: PLC0415 # as above

    return summary_of(found)
