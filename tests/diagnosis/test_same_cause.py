"""`check` and the plugin name the same first cause, in every form in which a result is written."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.report_form import ReportForm
from nerconform.reporting.report_writers import print_first_screen, printed, render
from nerconform.results.run import ImplementationRun, Run
from nerconform.results.stored import read_as
from tests.diagnosis.diagnosed_metrics import headline
from tests.diagnosis.metrics.record import METRICS, OwnMetric

QUICK = ("sides_swapped",)
"""Asked in the ordinary suite."""
MORE = (
    *("range_one_too_short", "sentences_glued", "zip_cuts_the_rest", "spans_as_sets", "spans_by_position"),
    *("partial_worth_one", "partial_for_wrong_type", "iou_above_one_half", "iou_of_gold"),
    *("compute_metrics_ignored_is_outside", "compute_metrics_columns_cut", "compute_metrics_glued"),
)
"""Asked in the long tests; those whose name begins with `iou` are not explained."""
CASES = {"tags": ["decode.*"], "spans": ["mat.*", "sco.*"], "four schemas": ["mat.*", "cnt.*"]}
"""A part of the golden cases, which is quicker; of arrays all."""
PROSE = (ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.SUMMARY, ReportForm.HTML)
ROOT = Path(__file__).parents[2]
_PARAGRAPH = re.compile(
    r"\(\d+ wrong answers? on (?:legal data|illegal tags)[^)]*\):|\d+ wrong answers? on legal data: n"
)
_ENDS = ("Verified:", "If that is intended", "What the metric does wrong", "wrong answers on", "wrong answer on")
_IDENTIFIER = re.compile(r"\[([a-z][\w.:+{}=,-]*)\]")


def named(text: str) -> tuple[str, ...]:
    """Return the ids that the first paragraph on wrong numbers names; empty if it names nothing."""
    plain = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).replace("\\", "").split())
    found = _PARAGRAPH.search(plain)
    assert found, f"no paragraph says why answers are wrong: {plain[:300]}"
    rest = plain[found.end() :]
    if not found[0].endswith("):"):
        return ()
    ends = [rest.index(end) for end in _ENDS if end in rest]
    return tuple(_IDENTIFIER.findall(rest[: min(ends, default=len(rest))]))


def by_check(metric: OwnMetric) -> Run:
    """Return what `check` finds of a metric, which is called in this process."""
    return nc.check(
        metric.function, dialect=metric.dialect, calling=dict(metric.calling), cases=CASES.get(metric.kind, ())
    )


def by_plugin(metric: OwnMetric, folder: Path) -> tuple[str, ImplementationRun]:
    """Return what pytest prints, and the result that it stores."""
    settings = {
        "metric": f"{metric.function.__module__}:{metric.name}",
        "dialect": metric.dialect,
        **metric.calling,
        **({"cases": CASES[metric.kind]} if metric.kind in CASES else {}),
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    (folder / "pyproject.toml").write_text("\n".join(["[tool.nerconform]", *lines, ""]), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--nerconform",
            "--nerconform-report=run.json",
            "-q",
            "--tb=no",
            "--no-summary",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    (run,) = read_as(folder / "run.json", Run).implementations
    return done.stdout, run


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(one, marks=pytest.mark.long) for one in MORE)])
def test_every_form_and_the_plugin_name_the_same_first_cause(name: str, tmp_path: Path) -> None:
    metric = next(one for one in METRICS if one.name == name)
    result = by_check(metric)
    due, _ = headline(result.implementations[0])
    assert bool(due) is (not name.startswith("iou_")), due
    screen = printed(lambda console: print_first_screen(result, console), 80)
    found = {"first screen": named(screen), **{str(form): named(render(result, form)) for form in PROSE}}
    out, stored = by_plugin(metric, tmp_path)
    found |= {"pytest": named(out), "pytest, stored": headline(stored)[0]}
    assert found == dict.fromkeys(found, due)
