"""Session: what the plugin does in a run of pytest, once it is asked for."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.plugin import collection, drafted, summary
from nerconform.plugin.failure import Failure
from nerconform.plugin.items import ItemFailure
from nerconform.plugin.metric import Metric, load_pinned
from nerconform.plugin.settings import read_settings
from nerconform.suite.cases import load_suite

PLUGIN = "nerconform-session"
_TOLD = ("nerconform_search", "nerconform_seed", "nerconform_selected", "nerconform_alone")


def start(config: pytest.Config) -> None:
    """Read the settings and register what runs them. Raises `UsageError`, with which pytest ends at status 4."""
    try:
        running = Running(config)
    except NerconformError as error:
        raise pytest.UsageError(_words(error)) from None
    config.pluginmanager.register(running, PLUGIN)


def draft(config: pytest.Config) -> int:
    """Write the known divergences of the repository, say so, and return 0. Raises `UsageError`."""
    file = settings_file(config)
    try:
        for line in drafted.write(read_settings(file, drafts=True), file.parent):
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
        summary.check_paths(config.option.nerconform_report)
        settings = read_settings(settings_file(config))
        suite = load_suite()
        self.metrics = [Metric(one, suite, load_pinned(one.known, suite)) for one in settings]
        self.told: list[dict[str, Any]] = []
        if self.ids and getattr(config.option, "nerconform_alone", False):
            config.args = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - a worker of pytest-xdist
        """Tell a worker what was asked for, however it was: workers do not read `addopts`."""
        option = vars(self.config.option)
        node.workerinput["nerconform"] = {name: option[name] for name in _TOLD if name in option}

    def pytest_report_header(self) -> list[str]:
        """Return one line for each metric."""
        return [f"nerconform: {summary.title(metric)}" for metric in self.metrics]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add the items, before any other plugin selects among them. Raises `UsageError` for an id that names none."""
        own = collection.collected(session, self.metrics)
        if self.ids:
            missing = collection.unknown(own, self.ids)
            if missing and not hasattr(self.config, "workerinput"):
                hint = "The ids are those that pytest --nerconform --collect-only -q prints"
                raise pytest.UsageError(f"nerconform: there is no item {missing[0]}. {hint}.")
            own = collection.selected(own, self.ids)
        items += own

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put what an item found into its report, which may travel to another process."""
        report = yield
        told = getattr(item, "told", None)
        if told and call.when == "call":
            if call.excinfo is not None and isinstance(call.excinfo.value, ItemFailure):
                told = {**told, "line": call.excinfo.value.failure.line}
            report.nerconform = told  # type: ignore[attr-defined] # pytest keeps further attributes
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what was found; of a failure that came from another process the summary would lose the line."""
        told = getattr(report, "nerconform", None)
        if told:
            self.told.append({**told, "outcome": report.outcome})
            if isinstance(report.longrepr, str):
                report.longrepr = Failure(report.longrepr, told.get("line", ""))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the reports, where this is not a worker."""
        if not hasattr(self.config, "workerinput"):
            summary.write(summary.run_of(self.told, self.metrics), self.config.option.nerconform_report)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # noqa: ANN401 - pytest's own, not public
        """Print one screen of what was found, and what GitHub shows where this runs there."""
        summary.print_to(terminalreporter, self.told, self.metrics)
