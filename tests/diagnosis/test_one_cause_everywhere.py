"""One cause everywhere: text, JSON, HTML, the summary for CI and the plugin name the same causes of a metric first."""

import html
import re

import pytest

from nerconform.base.report_form import ReportForm
from nerconform.plugin.items import Metric
from nerconform.plugin.session import print_to
from nerconform.products.check.settings import MetricSettings
from nerconform.products.check.suite_run import prepared
from nerconform.reporting.report_writers import print_first_screen, printed, render
from nerconform.results.run import BAD, Level, Run
from nerconform.results.values import decode
from nerconform.suite.case_runs import run_record
from nerconform.suite.cases import load_suite
from tests.diagnosis.diagnosed_metrics import checked, headline
from tests.diagnosis.metrics.record import METRICS, OwnMetric

FEW = ("counts_never_reset", "sides_swapped")
"""Metrics that are asked in the ordinary suite."""
ASKED_ONCE = ("lists_never_reset", "scorer_never_reset")
"""Metrics that answer nothing any more after bad input, so that a process can ask them once."""
_LEVELS = (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
_WRITTEN = (ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.HTML, ReportForm.SUMMARY)


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


def plugin_says(metric: OwnMetric, run: Run) -> str:
    """Return what the plugin prints of the answers of a run."""
    (one,) = prepared([metric.function], dialect=metric.dialect, calling=dict(metric.calling)).implementations
    asked = Metric(MetricSettings(one, None, (), _LEVELS), load_suite(), ())
    terminal = Terminal()
    results = [{"metric": asked.name, "result": one.to_dict(), "causes": []} for one in run.implementations[0].results]
    print_to(terminal, results, [asked])
    return "\n".join(terminal.lines)


def test_every_report_names_the_same_cause_first(name: str) -> None:
    (metric,) = (one for one in METRICS if one.name == name)
    own = checked(metric)
    ids, _ = headline(own)
    run = run_record([own], load_suite().version)
    texts = {str(form): words_of(render(run, form)) for form in _WRITTEN}
    texts["first screen"] = words_of(printed(lambda console: print_first_screen(run, console), 80))
    texts["plugin"] = words_of(plugin_says(metric, run))
    assert headline(decode(render(run, ReportForm.JSON), Run, "run.json").implementations[0])[0] == ids
    assert any(one.verdict in BAD for one in own.results)
    every = {cause.id for found in own.diagnosis for cause in (*found.causes, *found.few)}
    for form, text in texts.items():
        if ids:
            assert names_in(text, every) == ", ".join(ids[:1]), form
        else:
            assert "not explained by any" in text or "no single change explains" in text, form


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask a few metrics in the ordinary suite, the others among the long tests."""
    names = [
        one.name if one.name in FEW else pytest.param(one.name, marks=pytest.mark.long)
        for one in METRICS
        if one.name not in ASKED_ONCE
    ]
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", names)
