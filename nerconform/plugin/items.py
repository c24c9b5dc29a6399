"""Items: one golden case, one known divergence or one search, as pytest runs it."""

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr
from _pytest._io import TerminalWriter
from msgspec.structs import replace

from nerconform.asking.protocol import known_as
from nerconform.diagnosis.candidates import pinned_quirks, speaks_of
from nerconform.products.check.settings import MetricSettings
from nerconform.products.check.suite_run import NoSuchCase, checked
from nerconform.products.search.classes import searches_record
from nerconform.reporting.report_writers import printed
from nerconform.reporting.run_text import print_divergence
from nerconform.reporting.search_text import print_searches, summary_of
from nerconform.results.run import BAD, ImplementationRun, Level, Result, Verdict
from nerconform.results.search_result import Found, Search
from nerconform.results.values import RefusalDue
from nerconform.suite.case_runs import check_one, retagged
from nerconform.suite.cases import Case, Suite
from nerconform.suite.clauses import clause_records
from nerconform.suite.judge import not_asked
from nerconform.suite.known import KnownCause, KnownDivergences

_MAX_LINE_CHARACTERS = 120


class Failure(TerminalRepr):
    """A text, and one line of it for the summary of the run."""

    def __init__(self, text: str, line: str) -> None:
        """Print this."""
        self.text = text.rstrip()
        self.line = line
        self.reprcrash = SimpleNamespace(message=line)

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def toterminal(self, tw: TerminalWriter) -> None:
        """Write the text."""
        tw.line(self.text)


def of_case(result: Result, because: Sequence[str]) -> Failure:
    """Return the failure of a golden case."""
    text = printed(lambda console: print_divergence(result, because, clause_records(result.clauses), console))
    first = result.mismatches[0] if result.mismatches else None
    words = str(first) if first else result.reason
    return Failure(text, _line(words))


def of_known(cause: KnownCause, stale: Sequence[str]) -> Failure:
    """Return the failure of an entry of the list of known divergences."""
    lines = [
        f"The known divergence {cause.id} ({cause.place}) is stale:",
        *(f"  {one}" for one in stale),
        "Remove what is gone, and pin what has changed: pytest --nerconform-known-write marks the lines. Where it was",
        "an upgrade of the library, versions and fixed_in say until when it was true.",
    ]
    return Failure("\n".join(lines), _line(f"stale: {stale[0]}"))


def of_search(found: Search) -> Failure:
    """Return the failure of a search: every class, with its smallest input."""
    searches = searches_record((found,))
    text = printed(lambda console: print_searches(searches, console))
    return Failure(text, _line(summary_of(found)))


def _line(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _MAX_LINE_CHARACTERS else f"{line[: _MAX_LINE_CHARACTERS - 3]}..."


class Metric:
    """One metric, and what it is asked."""

    def __init__(self, settings: MetricSettings, suite: Suite, pinned: KnownDivergences) -> None:
        """Ask the cases of this suite that the settings want and that apply. Raises `NoSuchCase`."""
        self.settings = settings
        self.implementation = settings.implementation
        self.name = settings.implementation.name
        self.pinned = pinned
        self._suite = suite
        self._by_id = {case.id: case for case in suite.cases}
        for pattern in settings.cases:
            if not any(settings.wants(case) for case in suite.cases):
                hint = 'Write ids or patterns: cases = ["decode.*"]. `nerconform list cases` shows the ids.'
                raise NoSuchCase(f"no golden case matches {pattern!r}", place="cases", hint=hint)

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
                found.append(Result(case.id, str(case.kind), case.clauses, case.level, Verdict.UNSUPPORTED, why.reason))
        return tuple(found)

    @cached_property
    def run(self) -> ImplementationRun:
        """Return its whole run, with what explains its wrong answers and is true of all golden cases."""
        cases = [self._by_id[case.id] for case in self.cases]
        return checked(self.implementation, cases, self.pinned, self.settings.levels)

    @property
    def own_causes(self) -> tuple[KnownCause, ...]:
        """Return the known divergences of the repository's own file that speak of this metric."""
        return tuple(cause for cause in self.pinned.own if cause.names(known_as(self.implementation)))

    def ask(self, case: str) -> ImplementationRun:
        """Return the run of one case."""
        return check_one(self.implementation, [self._by_id[case]], self.pinned)

    def because(self, result: Result) -> list[str]:
        """Return the cause of a wrong answer in words, each in a line."""
        found = self.run.why(result.case)
        if found and result.level is not Level.BAD_INPUT:
            share = f"{found.explained} of {found.wrong} wrong answers"
            if found.explained == found.wrong:
                share = "the wrong answer" if found.wrong == 1 else f"all {found.wrong} wrong answers"
            lines = [f"because {one.id}: {one.title} [{one.clause}]. {one.link}".rstrip() for one in found.causes]
            line = [f"If that is meant, write: {found.line}"] if found.line else []
            these = "this change" if len(found.causes) == 1 else "these changes"
            given = [f"The reference with {these} gives {share}, and every right one."] if found.explained else []
            return [*lines, *given, *line]
        is_refusal_due = any(isinstance(one.expected, RefusalDue) for one in result.mismatches)
        if is_refusal_due and result.verdict is Verdict.ERROR:
            error = result.reason.partition(":")[0]
            named = f'refusals = ["ValueError", "{error}"]'
            return [f"because it crashes on bad input: raise ValueError, or call {error} its way to refuse ({named})."]
        if is_refusal_due:
            return ["because it answers bad input, which has no score: raise ValueError and say what is wrong."]
        return ["No single choice, known mistake or quirk gives this answer: nothing explains it."]


def is_gone(result: Result) -> bool:
    """Whether a known divergence is pinned on this case and the answer is right."""
    return result.verdict is Verdict.FAIL and bool(result.cause) and not result.mismatches


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
        self.recorded: dict[str, object] = {}
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
        self.recorded = {"metric": run.name, "version": run.version, "result": result.to_dict()}
        self.recorded["causes"] = [cause.to_dict() for cause in run.causes]
        self._describe(result)
        if result.verdict is Verdict.KNOWN:
            pytest.xfail(f"{result.cause}: {run.causes[0].title}")
        if result.verdict is Verdict.UNSUPPORTED:
            pytest.skip(result.reason)
        if result.verdict in BAD and result.level not in self.metric.settings.levels:
            pytest.xfail(f"{result.level} is not required: {result.reason or 'the answer is wrong'}")
        if result.verdict in BAD and not is_gone(result):
            raise ItemFailure(of_case(result, self.metric.because(result)))

    def _describe(self, result: Result) -> None:
        self.tell(
            metric=self.metric.name,
            level=str(result.level),
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
        self.recorded = {"metric": self.metric.name}
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
        return f"now {', '.join(f'{one.asked}={one.got_text}' for one in result.mismatches)}; {result.reason}"
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
        self.recorded = {"metric": metric.name, "search": f"{_words(found)}{known}"}
        self.tell(metric=self.metric.name, inputs=str(found.examples), divergent=str(found.divergent), seed=str(seed))
        if found.untried:
            pytest.skip(found.untried)
        if new:
            raise ItemFailure(of_search(replace(found, classes=new)))


def _is_known(found: Found, entries: Collection[str]) -> bool:
    """Whether a class is no news: what explains it are quirks that the kit knows, or causes that an entry pins."""
    return found.explained and all(cause.kind == "quirk" or speaks_of(entries, cause.id) for cause in found.causes)


def _words(found: Search) -> str:
    from nerconform.reporting.search_text import summary_of  # noqa: PLC0415 # as above

    return summary_of(found)
