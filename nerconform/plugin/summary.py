"""Summary: what a run found, on one screen, in files, and where GitHub looks."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.resources import fixtures_dir
from nerconform.plugin.metric import Metric
from nerconform.reporting import view
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.report_writers import Format, format_of, render, write_report
from nerconform.results.run import BAD, Cause, ImplementationRun, Result, Run, Verdict
from nerconform.version import SPEC_VERSION, __version__

_MOST = 6
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


def run_of(told: Sequence[Mapping[str, Any]], metrics: Sequence[Metric]) -> Run:
    """Return the run that the reports of the items are, with the cases that were no question for a metric."""
    runs = []
    for metric in metrics:
        mine = [one for one in told if one["metric"] == metric.name and "result" in one]
        results = [Result.from_dict(one["result"]) for one in mine]
        causes = {cause["id"]: Cause(**cause) for one in mine for cause in one["causes"]}
        order = {case.id: number for number, case in enumerate(metric.cases)}
        results.sort(key=lambda result: order.get(result.case, len(order)))
        version = metric.implementation.version
        runs.append(ImplementationRun(metric.name, version, (*results, *metric.unasked), tuple(causes.values())))
    version = (fixtures_dir() / "VERSION").read_text(encoding="utf-8").strip()
    return Run(tuple(runs), tool=__version__, spec=SPEC_VERSION, fixtures=version)


def write(run: Run, paths: Sequence[Path]) -> None:
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
            file.write(render(run, Format.SUMMARY))


def print_to(terminal: Any, told: Sequence[Mapping[str, Any]], metrics: Sequence[Metric]) -> None:  # noqa: ANN401 - pytest's own
    """Print one section: each metric with its verdicts, the causes of what is wrong, and how to look further."""
    if not told:
        return
    run = run_of(told, metrics)
    terminal.section("nerconform")
    for metric, one in zip(metrics, run.implementations, strict=True):
        for line in _lines(metric, one, told):
            terminal.write_line(line)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        terminal.write_line("")
        terminal.write(render(run, Format.GITHUB))


def _plainness(result: Result) -> tuple[bool, tuple[int, int]]:
    """Put wrong numbers before bad input, and small inputs before large ones."""
    return result.kind == "contract", view.size(result)


def _lines(metric: Metric, run: ImplementationRun, told: Sequence[Mapping[str, Any]]) -> list[str]:
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
        kinds = ", ".join(
            f"{sum(one.kind == kind for one in wrong)} {kind}"
            for kind in view.KINDS
            if any(one.kind == kind for one in wrong)
        )
        lines.append(f"  wrong: {kinds}")
        lines += [f"  because {one.id}: {one.title} ({one.explained} of {one.wrong})" for one in metric.diagnosis]
        lines += [f"    {result.case}: {result.why}" for result in sorted(wrong, key=_plainness)[:_MOST]]
        if len(wrong) > _MOST:
            lines.append(f"    and {len(wrong) - _MOST} more")
    lines += [f"  search: {one['search']}" for one in told if one["metric"] == metric.name and "search" in one]
    return lines
