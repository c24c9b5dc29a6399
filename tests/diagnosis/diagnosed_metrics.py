"""`python -m tests.diagnosis.diagnosed_metrics`: write `docs/reference/wrong-metrics.md`, what `check` says of each.

Every wrong metric of `tests/diagnosis/metrics` is asked the golden cases in this process, and diagnosed.
"""

import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nerconform as nc
from nerconform.reporting.markdown_parts import code, rows, text
from nerconform.results.run import BAD, ImplementationRun, Level
from nerconform.suite.cases import load_suite
from tests.diagnosis.metrics import (
    arrays,
    by_schema,
    four_schemas,
    looked_up,
    near_misses,
    of_spans,
    own_pairing,
    right,
    tags_cut,
    tags_decoded,
    tags_scored,
    with_limits,
    with_memory,
    with_sets,
    wrapped,
    wrapped_nervaluate,
)
from tests.diagnosis.metrics.record import METRICS, RIGHT, OwnMetric

CASES = [case.id for case in load_suite().cases if case.level is not Level.BAD_INPUT]
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "wrong-metrics.md"
_HEAD = """\
Each metric is right but for one mistake. They stand in `tests/diagnosis/metrics`, written as people write them. The
table says what `nerconform check` names first for the golden cases of legal data and illegal tags. A metric without a
cause is reported as failing, and not explained.

This page is written by `python -m tests.diagnosis.diagnosed_metrics`."""
_FAMILIES = (
    tags_decoded,
    tags_cut,
    tags_scored,
    with_limits,
    with_memory,
    wrapped,
    of_spans,
    looked_up,
    four_schemas,
    own_pairing,
    by_schema,
    wrapped_nervaluate,
    arrays,
    near_misses,
    with_sets,
    right,
)
"""The modules whose metrics are recorded when they are imported."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the kit finds of one metric: the golden cases that it fails, and what is named first, by ids and in words.

    Bad input does not count: these metrics do not reject it. `raised` is what the kit raised.
    """

    metric: OwnMetric
    failed: tuple[str, ...]
    named: tuple[str, ...]
    words: str
    raised: str = ""

    @property
    def is_caught(self) -> bool:
        """Whether a golden case that asks for numbers fails."""
        return bool(self.failed)

    @property
    def is_true(self) -> bool:
        """Whether a cause is named, and all that is named is true of the metric."""
        return bool(self.named) and {*self.named} <= self.metric.truths

    @property
    def is_false(self) -> bool:
        """Whether something is named that is not true of the metric."""
        return bool(self.named) and not self.is_true

    def __str__(self) -> str:
        """Return a line of the table that the test prints."""
        verdict = "true" if self.is_true else "FALSE" if self.is_false else "not explained"
        caught = f"{len(self.failed)} failed" if self.is_caught else "NOT CAUGHT"
        named, truths = ", ".join(self.named) or self.raised or "nothing", " | ".join(sorted(self.metric.truths))
        return f"{self.metric.name:40} {caught:12} {verdict:14} {named}  (true: {truths})"


def headline(run: ImplementationRun) -> tuple[tuple[str, ...], str]:
    """Return the ids of what the kit names first of wrong numbers, and its words; empty where it names nothing."""
    first = next((one for one in run.diagnosis if {*one.levels} - {Level.BAD_INPUT}), None)
    causes = first.causes if first else ()
    ids = tuple(name for cause in causes for name in cause.id.split(", "))
    return ids, "; ".join(cause.title for cause in causes)


def failures(run: ImplementationRun) -> tuple[str, ...]:
    """Return the golden cases on legal data and illegal tags that the metric fails."""
    return tuple(one.case for one in run.results if one.verdict in BAD and one.level is not Level.BAD_INPUT)


def checked(metric: OwnMetric) -> ImplementationRun:
    """Return what `check` finds of a metric in this process, bad input apart, which none of them rejects.

    Each is checked once: some give no score a second time.
    """
    return _checked(metric.name)


@cache
def _checked(name: str) -> ImplementationRun:
    metric = next(one for one in (*METRICS, *RIGHT) if one.name == name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # seqeval and scikit-learn warn of what is undefined
        (run,) = nc.check(
            metric.function, cases=CASES, dialect=metric.dialect, calling=dict(metric.calling)
        ).implementations
    return run


@cache
def finding(name: str) -> Finding:
    """Return what the kit finds of the metric with this name."""
    metric = next(one for one in METRICS if one.name == name)
    try:
        run = checked(metric)
    except Exception as error:  # noqa: BLE001 - that it raises is a finding
        return Finding(metric, (), (), "", f"{type(error).__name__}: {error}")
    return Finding(metric, failures(run), *headline(run))


def page() -> str:
    """Return the page: a table for each kind of metric."""
    lines = ["# Wrong metrics, and what `check` says of them", "", _HEAD, ""]
    for kind in dict.fromkeys(metric.kind for metric in METRICS):
        body = [_cells(finding(metric.name)) for metric in METRICS if metric.kind == kind]
        lines += [f"## {kind.capitalize()}", "", *rows(["metric", "what is wrong", "what `check` says first"], body)]
    return text(lines)


def line(found: Finding) -> str:
    """Return the line of the page that tells of one metric."""
    return next(one for one in rows([""] * 3, [_cells(found)]) if found.metric.name in one)


def _cells(found: Finding) -> list[str]:
    says = f"{code(', '.join(found.named))}: {found.words}." if found.named else "not explained"
    return [code(found.metric.name), found.metric.says, says]


def right_metrics() -> tuple[OwnMetric, ...]:
    """Return the right metrics."""
    return tuple(RIGHT)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
