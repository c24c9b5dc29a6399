"""The record of a metric as people write it: what is wrong with it, in words and as causes, and how it is called.

`truths` are derived from the code of the metric, by reading it. A cause that the kit names first is true of the metric
if it is among them, and false if it is not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

Tags = list[list[str]]
"""One list of tags for each sentence."""
Entity = tuple[str, int, int]
"""Type, start and end of an entity; the end is exclusive."""
Numbers = dict[str, float]
Three = tuple[float, float, float]
"""Precision, recall, F1."""
LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG", "B-MISC", "I-MISC")
"""The labels of the model whose arrays `compute_metrics` is called with."""

_Function = TypeVar("_Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class OwnMetric:
    """A metric of somebody's own.

    `kind` says what it takes or returns (tags, spans, four schemas, arrays), `says` what is wrong with it (empty for a
    right one), `truths` the ids of the causes that are true of it, `dialect` the one that it is held to, and `calling`
    what has to be said of how it is called.
    """

    function: Callable[..., object]
    kind: str
    says: str = ""
    truths: frozenset[str] = frozenset()
    dialect: str = "conlleval"
    calling: Mapping[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the name of the function."""
        return self.function.__name__


METRICS: list[OwnMetric] = []
"""The wrong metrics, in the order in which their modules are imported."""
RIGHT: list[OwnMetric] = []
"""The right ones."""


def wrong(
    kind: str, says: str, *truths: str, dialect: str = "conlleval", **calling: object
) -> Callable[[_Function], _Function]:
    """Return a decorator that records a wrong metric, and leaves the function as it is."""

    def record(function: _Function) -> _Function:
        METRICS.append(OwnMetric(function, kind, says, frozenset(truths), dialect, calling))
        return function

    return record


def right(kind: str, *, dialect: str = "conlleval", **calling: object) -> Callable[[_Function], _Function]:
    """Return a decorator that records a right metric."""

    def record(function: _Function) -> _Function:
        RIGHT.append(OwnMetric(function, kind, "", frozenset(), dialect, calling))
        return function

    return record
