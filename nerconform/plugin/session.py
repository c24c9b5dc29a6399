"""Session: what the plugin does in a run of pytest, once it is asked for."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.base.errors import NerconformError
from nerconform.base.report_form import ReportForm
from nerconform.base.resources import fixtures_dir
from nerconform.base.whole_files import write_whole
from nerconform.plugin.items import CaseItem, Failure, ItemFailure, KnownItem, Metric, SearchItem
from nerconform.products.check.drafting import draft
from nerconform.products.check.settings import MetricSettings, read_settings
from nerconform.products.check.suite_run import load_pinned
from nerconform.reference.signature import short_dialect
from nerconform.reporting import run_view as view
from nerconform.reporting.report_writers import format_of, render, write_report
from nerconform.results.run import BAD, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Cause
from nerconform.suite.case_runs import run_record
from nerconform.suite.cases import load_suite
from nerconform.suite.known_draft import added, new_file

_DEFAULT = "nerconform-known.yaml"


def write_known(settings: Sequence[MetricSettings], folder: Path) -> Iterator[str]:
    """Write the divergences that are not known yet after those that are; yield what was done, in lines.

    Each file is written once, for all metrics that name it. Raises the errors of the file.
    """
    files: dict[Path | None, list[MetricSettings]] = {}
    for one in settings:
        files.setdefault(one.known, []).append(one)
    for known, metrics in files.items():
        path = known or folder / _DEFAULT
        there = path if path.is_file() else None
        found = draft(*(one.implementation for one in metrics), known=there, cases=_wanted(metrics))
        if there is None:
            text = new_file(found.drafts, found.stale)
        else:
            text = added(there.read_text(encoding="utf-8"), str(there), found.drafts, found.stale)
        write_whole(path, text.encode("utf-8"))
        cases = sum(len(cases) for one in found.drafts for cases in one.cases.values())
        drafted = f"{len(found.drafts)} causes of {cases} cases drafted"
        yield f"nerconform: {path}: {drafted}, {len(found.stale)} marked as STALE."
        if found.drafts:
            yield "Replace each TODO by your reason; until then the file is rejected."
        if known is None:
            yield f'Add it to [tool.nerconform] in pyproject.toml: known = "{_DEFAULT}".'


def _wanted(metrics: Sequence[MetricSettings]) -> list[str]:
    """Return the ids of the cases that one of these metrics is asked."""
    return [case.id for case in load_suite().cases if any(one.wants(case) for one in metrics)]


ROOT = "nerconform"


class Metrics(pytest.Collector):
    """The metrics of a repository."""

    def __init__(self, metrics: Sequence[Metric], **more: Any) -> None:  # noqa: ANN401 - what pytest passes
        """Collect these."""
        super().__init__(**more)
        self.metrics = metrics

    def collect(self) -> Iterator[pytest.Collector]:
        """Yield one collector for each metric."""
        for metric in self.metrics:
            yield MetricCases.from_parent(self, name=metric.name, metric=metric, nodeid=f"{ROOT}::{metric.name}")


class MetricCases(pytest.Collector):
    """What one metric is asked."""

    def __init__(self, metric: Metric, **more: Any) -> None:  # noqa: ANN401 - what pytest passes
        """Collect the items of this metric."""
        super().__init__(**more)
        self.metric = metric

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the cases that apply, then the entries of its own known list, then the search."""
        for case in self.metric.cases:
            yield CaseItem.from_parent(self, name=case.id, metric=self.metric, case=case)
        for cause in self.metric.own_causes:
            yield KnownItem.from_parent(self, name=f"known::{cause.id}", metric=self.metric, cause=cause)
        if self.config.option.nerconform_search:
            yield SearchItem.from_parent(self, name="search", metric=self.metric)


def collected(session: pytest.Session, metrics: Sequence[Metric]) -> list[pytest.Item]:
    """Return the items of all metrics; pytest counts them as it counts those of files."""
    root = Metrics.from_parent(session, name=ROOT, nodeid=ROOT, metrics=metrics)
    return list(session.genitems(root))


def selected(items: Sequence[pytest.Item], ids: Sequence[str]) -> list[pytest.Item]:
    """Return the items that the ids of the command line name: an item, or all below a node."""
    return [item for item in items if any(item.nodeid == one or item.nodeid.startswith(f"{one}::") for one in ids)]


def unknown(items: Sequence[pytest.Item], ids: Sequence[str]) -> list[str]:
    """Return the ids that name nothing."""
    return [one for one in ids if not selected(items, [one])]


_MAX_CASES = 6
"""So many wrong cases of a metric are named."""


def title(metric: Metric) -> str:
    """Return a metric in one line: its name, its release, the dialect to which it is held."""
    base = getattr(metric.implementation, "base", None)
    dialect = f", {short_dialect(str(base))}" if base is not None and not callable(base) else ""
    return f"{metric.name} ({metric.implementation.version}{dialect})"


def check_paths(paths: Sequence[Path]) -> None:
    """Raise `NoSuchFormat` for a report whose suffix names no form."""
    for path in paths:
        format_of(path)


def run_of(recorded: Sequence[Mapping[str, Any]], metrics: Sequence[Metric]) -> Run:
    """Return the run that the reports of the items are, with the cases that were no question for a metric."""
    runs = []
    for metric in metrics:
        mine = [one for one in recorded if one["metric"] == metric.name and "result" in one]
        results = [msgspec.convert(one["result"], Result) for one in mine]
        causes = {cause.id: cause for one in mine for cause in msgspec.convert(one["causes"], list[Cause])}
        order = {case.id: number for number, case in enumerate(metric.cases)}
        results.sort(key=lambda result: order.get(result.case, len(order)))
        head = metric.name, metric.implementation.version, (*results, *metric.unasked), tuple(causes.values())
        diagnosis = metric.run.diagnosis if any(result.verdict in BAD for result in results) else ()
        own = metric.implementation if isinstance(metric.implementation, CallableImplementation) else None
        called = (own.called_as, own.source) if own else ()
        runs.append(ImplementationRun(*head, diagnosis, metric.settings.levels, *called))
    version = (fixtures_dir() / "VERSION").read_text(encoding="utf-8").strip()
    return run_record(runs, version)


def write_reports(run: Run, paths: Sequence[Path]) -> None:
    """Write a run to files, and to GitHub's step summary where there is one. Raises `UsageError`."""
    for path in paths:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_report(run, path)
        except OSError as error:
            raise pytest.UsageError(f"nerconform: cannot write {path}: {error.strerror}") from None
    step = os.environ.get("GITHUB_STEP_SUMMARY")
    if step and os.environ.get("GITHUB_ACTIONS") == "true":
        with Path(step).open("a", encoding="utf-8") as file:
            file.write(render(run, ReportForm.SUMMARY))


def print_to(terminal: Any, recorded: Sequence[Mapping[str, Any]], metrics: Sequence[Metric]) -> None:  # noqa: ANN401 - pytest's own
    """Print one section: each metric with its verdicts, the causes of what is wrong, and how to look further."""
    if not recorded:
        return
    run = run_of(recorded, metrics)
    terminal.section("nerconform")
    for metric, one in zip(metrics, run.implementations, strict=True):
        for line in _lines(metric, one, recorded):
            terminal.write_line(line)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        terminal.write_line("")
        terminal.write(render(run, ReportForm.GITHUB))


def _severity(result: Result) -> tuple[int, tuple[int, int]]:
    """Put wrong numbers before bad input, and small inputs before large ones."""
    return view.importance(result), view.size(result)


def _lines(metric: Metric, run: ImplementationRun, recorded: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what is to be said of one metric."""
    asked = [result for result in run.results if result.verdict is not Verdict.UNSUPPORTED]
    counts = ", ".join(f"{run.count(verdict)} {verdict}" for verdict in view.VERDICTS[:-1] if run.count(verdict))
    lines = (
        [title(metric), f"  {len(asked)} golden cases: {counts}; {len(metric.unasked)} do not apply"]
        if asked
        else [title(metric)]
    )
    wrong = [result for result in view.wrong(run) if result.verdict in BAD]
    if wrong:
        lines += [f"  {line}" for line in view.why_lines(metric.run)]
        lines += [f"    {result.case}: {result.why}" for result in sorted(wrong, key=_severity)[:_MAX_CASES]]
        if len(wrong) > _MAX_CASES:
            lines.append(f"    and {len(wrong) - _MAX_CASES} more")
    lines += [f"  search: {one['search']}" for one in recorded if one["metric"] == metric.name and "search" in one]
    return lines


PLUGIN = "nerconform-session"
_TOLD = ("nerconform_search", "nerconform_seed", "nerconform_selected", "nerconform_alone")


def start(config: pytest.Config) -> None:
    """Read the settings and register what runs them. Raises `UsageError`, with which pytest ends at status 4."""
    try:
        running = Running(config)
    except NerconformError as error:
        raise pytest.UsageError(_words(error)) from None
    config.pluginmanager.register(running, PLUGIN)


def draft_known(config: pytest.Config) -> int:
    """Write the known divergences of the repository, say so, and return 0. Raises `UsageError`."""
    file = settings_file(config)
    try:
        for line in write_known(read_settings(file, drafts=True), file.parent):
            print(line)  # noqa: T201 - what the option is there for
    except NerconformError as error:
        raise pytest.UsageError(_words(error)) from None
    return 0


def _words(error: NerconformError) -> str:
    head = f"{error.place}: " if error.place else ""
    end = "" if error.message.endswith((".", "?", "!")) else "."
    return f"nerconform: {head}{error.message}{end} {error.hint}".rstrip()


def settings_file(config: pytest.Config) -> Path:
    """Return the pyproject.toml of a repository: the one that configures pytest, or the one at its root."""
    own = config.inipath
    return own if own is not None and own.name == "pyproject.toml" else config.rootpath / "pyproject.toml"


class Running:
    """The hooks of a run that asks metrics."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the settings. Raises every `NerconformError` that they deserve."""
        self.config = config
        self.ids: Sequence[str] = getattr(config.option, "nerconform_selected", ())
        check_paths(config.option.nerconform_report)
        settings = read_settings(settings_file(config))
        suite = load_suite()
        self.metrics = [Metric(one, suite, load_pinned(one.known, suite)) for one in settings]
        self.recorded: list[dict[str, Any]] = []
        if self.ids and getattr(config.option, "nerconform_alone", False):
            config.args = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - a worker of pytest-xdist
        """Tell a worker what was asked for, however it was: workers do not read `addopts`."""
        option = vars(self.config.option)
        node.workerinput["nerconform"] = {name: option[name] for name in _TOLD if name in option}

    def pytest_report_header(self) -> list[str]:
        """Return one line for each metric."""
        return [f"nerconform: {title(metric)}" for metric in self.metrics]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the items, before any other plugin selects among them. Raises `UsageError` for an id that names none."""
        own = collected(session, self.metrics)
        if self.ids:
            missing = unknown(own, self.ids)
            if missing and not hasattr(self.config, "workerinput"):
                hint = "Use an id that `pytest --nerconform --collect-only -q` prints."
                raise pytest.UsageError(f"nerconform: there is no item {missing[0]}. {hint}")
            own = selected(own, self.ids)
        items += own

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put what an item found into its report, which may travel to another process."""
        report = yield
        recorded = getattr(item, "recorded", None)
        if recorded and call.when == "call":
            if call.excinfo is not None and isinstance(call.excinfo.value, ItemFailure):
                recorded = {**recorded, "line": call.excinfo.value.failure.line}
            report.nerconform = recorded  # type: ignore[attr-defined] # pytest keeps further attributes
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what was found; of a failure that came from another process the summary would lose the line."""
        recorded = getattr(report, "nerconform", None)
        if recorded:
            self.recorded.append({**recorded, "outcome": report.outcome})
            if isinstance(report.longrepr, str):
                report.longrepr = Failure(report.longrepr, recorded.get("line", ""))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the reports, where this is not a worker."""
        if not hasattr(self.config, "workerinput"):
            write_reports(run_of(self.recorded, self.metrics), self.config.option.nerconform_report)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # noqa: ANN401 - pytest's own, not public
        """Print one screen of what was found, and what GitHub shows where this runs there."""
        print_to(terminalreporter, self.recorded, self.metrics)
