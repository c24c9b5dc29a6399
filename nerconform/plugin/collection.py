"""Collection: golden cases, known divergences and searches as test items, `nerconform::METRIC::CASE`."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from nerconform.plugin.items import CaseItem, KnownItem, SearchItem
from nerconform.plugin.metric import Metric

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
