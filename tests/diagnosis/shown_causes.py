"""What every form of a report shows of a run of one metric, as a reader would see it."""

import html
import re

from nerconform.base.report_form import ReportForm
from nerconform.plugin.items import Metric
from nerconform.plugin.session import print_to
from nerconform.products.check.settings import MetricSettings
from nerconform.products.check.suite_run import prepared
from nerconform.reporting.report_writers import print_first_screen, printed, render
from nerconform.results.run import ImplementationRun, Level, Run
from nerconform.results.values import decode
from nerconform.suite.case_runs import run_record
from nerconform.suite.cases import load_suite
from nerconform.suite.known import load_known
from tests.diagnosis.diagnosed_metrics import CASES
from tests.diagnosis.metrics.record import OwnMetric

_LEVELS = (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
_WRITTEN = (ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.HTML, ReportForm.SUMMARY)
_SCREEN = "first screen"
FORMS = (*map(str, _WRITTEN), _SCREEN)
"""The forms of a report."""


class Terminal:
    """Keeps what the plugin writes."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def section(self, title: str) -> None:
        self.lines.append(title)

    def write_line(self, line: str) -> None:
        self.lines.append(line)

    def write(self, text: str) -> None:
        self.lines.append(text)


def words_of(text: str) -> str:
    """Return a text without markup, in one line."""
    plain = html.unescape(re.sub(r"<[^>]+>", "", text))
    return " ".join(plain.replace("\\", "").replace("\u2068", "").replace("\u2069", "").split())


def names_in(text: str, names: set[str]) -> str:
    """Return the name in brackets that stands first in a text, of those that causes have."""
    found = [(text.find(f"[{name}]"), name) for name in names if f"[{name}]" in text]
    return min(found)[1] if found else ""


def plugin_says(metric: OwnMetric, own: ImplementationRun) -> str:
    """Return what the plugin prints of the answers of a metric, which a process of its own calls, as for a user."""
    path = f"{metric.function.__module__}:{metric.function.__name__}"
    (one,) = prepared([path], dialect=metric.dialect, calling=dict(metric.calling)).implementations
    asked = Metric(MetricSettings(one, None, tuple(CASES), _LEVELS), load_suite(), load_known())
    terminal = Terminal()
    results = [{"metric": asked.name, "result": one.to_dict(), "causes": []} for one in own.results]
    print_to(terminal, results, [asked])
    return words_of("\n".join(terminal.lines))


def texts_of(own: ImplementationRun) -> dict[str, str]:
    """Return the words of every form by its name: the written ones, and the first screen."""
    run = run_record([own], load_suite().version)
    found = {str(form): words_of(render(run, form)) for form in _WRITTEN}
    found[_SCREEN] = words_of(printed(lambda console: print_first_screen(run, console), 80))
    return found


def stored_again(own: ImplementationRun) -> ImplementationRun:
    """Return the run as it is read from JSON."""
    run: Run = decode(render(run_record([own], load_suite().version), ReportForm.JSON), Run, "run.json")
    return run.implementations[0]
