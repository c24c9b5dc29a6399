"""Wrong metrics as people write them: each is caught, nine in ten are named truly, and none falsely.

Every fourth metric is asked, and of every twentieth text, JSON, HTML, the summary for CI and the plugin are read: they
name the same cause first. With NERCONFORM_EVERY=1 all are.
"""

import re

import pytest

from nerconform.results.run import BAD, ImplementationRun
from tests.diagnosis.diagnosed_metrics import (
    PAGE,
    Finding,
    checked,
    failures,
    finding,
    headline,
    line,
    right_metrics,
)
from tests.diagnosis.metrics.record import METRICS, OwnMetric
from tests.diagnosis.shown_causes import FORMS, names_in, plugin_says, stored_again, texts_of
from tests.shares import EVERY, one_in

KINDS = {"tags": 35, "spans": 12, "four schemas": 12, "arrays": 12}
"""The least number of wrong metrics of each kind."""
ASKED = one_in(4, METRICS)
"""Metrics that are asked and diagnosed."""
SAMPLE = (
    "no_flush_at_end_of_sentence",
    "compute_metrics_columns_cut",
)
"""Metrics of several kinds, diagnosed in the ordinary suite."""


def table(found: list[Finding]) -> str:
    """Return every finding in a line, and how many there are of each verdict."""
    counts = {
        "caught": sum(one.is_caught for one in found),
        "named truly": sum(one.is_true for one in found),
        "named falsely": sum(one.is_false for one in found),
        "not explained": sum(not one.named for one in found),
    }
    summary = ", ".join(f"{words}: {number}" for words, number in counts.items())
    return "\n".join([*map(str, found), f"{len(found)} wrong metrics. {summary}."])


def test_there_are_enough_of_every_kind_and_no_name_twice() -> None:
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    assert all(metric.truths and metric.says for metric in METRICS)
    for kind, least in KINDS.items():
        assert sum(metric.kind == kind for metric in METRICS) >= least, kind


@pytest.mark.long
@pytest.mark.parametrize("metric", right_metrics(), ids=lambda metric: metric.name)
def test_a_right_metric_gives_every_number_that_its_dialect_gives(metric: OwnMetric) -> None:
    assert failures(checked(metric)) == ()


@pytest.mark.parametrize("name", SAMPLE)
def test_a_wrong_metric_is_caught_and_named_truly(name: str) -> None:
    found = finding(name)
    assert found.is_caught, found
    assert found.is_true, found


@pytest.mark.long
def test_all_are_caught_nine_in_ten_are_named_truly_and_none_falsely() -> None:
    found = [finding(metric.name) for metric in ASKED]
    print(table(found))  # noqa: T201 - what a reader of the step wants to see
    assert [str(one) for one in found if one.raised] == []
    assert [one.metric.name for one in found if not one.is_caught] == []
    assert [str(one) for one in found if one.is_false] == []
    assert sum(one.is_true for one in found) >= 0.9 * len(found)


@pytest.mark.long
def test_the_page_says_what_the_kit_says() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    listed = [found[1] for one in lines if (found := re.match(r"\| `(\w+)` \|", one))]
    kinds = dict.fromkeys(metric.kind for metric in METRICS)
    assert listed == [metric.name for kind in kinds for metric in METRICS if metric.kind == kind]
    stale = [metric.name for metric in ASKED if line(finding(metric.name)) not in lines]
    assert stale == [], "write the page with `python -m tests.diagnosis.diagnosed_metrics`"


SHOWN = [
    pytest.param(one, id=one.name, marks=() if one.name in SAMPLE[:1] else pytest.mark.long)
    for at, one in enumerate(sorted(METRICS, key=lambda one: one.name))
    if EVERY or at % 20 == 0 or one.name in {SAMPLE[0], "lists_never_reset"}
]
"""Metrics whose reports are read: one in twenty, and one that keeps what it was given in earlier calls."""


def named(text: str, own: ImplementationRun) -> str:
    """Return which of the causes of a run a text names first; it has to say so if there are none."""
    ids, _ = headline(own)
    if not ids:
        assert "not explained by any" in text or "no single change explains" in text
        return ""
    return names_in(text, {cause.id for found in own.diagnosis for cause in (*found.causes, *found.few)})


@pytest.mark.parametrize("metric", SHOWN)
def test_every_report_names_the_same_cause_first(metric: OwnMetric) -> None:
    own = checked(metric)
    ids, _ = headline(own)
    first = ", ".join(ids[:1])
    assert headline(stored_again(own))[0] == ids
    assert any(one.verdict in BAD for one in own.results)
    assert {form: named(text, own) for form, text in texts_of(own).items()} == dict.fromkeys(FORMS, first)
    assert named(plugin_says(metric, own), own) == first
