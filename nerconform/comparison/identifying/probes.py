"""Probes: what a black box is asked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nerconform.implementations.question import Form
from nerconform.reference.spans import Span

Item = str | Span
Side = tuple[tuple[Item, ...], ...]
"""The units of one side, each its tags or its spans."""


class Probe(NamedTuple):
    """Both sides of some units, as tags or as spans; a decoder is asked the units of `pred`, and `gold` is empty."""

    gold: Side
    pred: Side
    form: Form = Form.TAGS

    @property
    def size(self) -> int:
        """Return how many tags or spans it holds."""
        return sum(map(len, self.gold)) + sum(map(len, self.pred))

    def lists(self) -> tuple[list[list[Item]], list[list[Item]]]:
        """Return both sides as lists of lists, new ones at every call."""
        return [list(unit) for unit in self.gold], [list(unit) for unit in self.pred]


def probe_of(units: Iterable[tuple[Sequence[Item], Sequence[Item]]], form: Form = Form.TAGS) -> Probe:
    """Return the probe of pairs of gold and prediction."""
    pairs = [(tuple(gold), tuple(pred)) for gold, pred in units]
    return Probe(tuple(gold for gold, _ in pairs), tuple(pred for _, pred in pairs), form)


def decoding(tags: Sequence[str]) -> Probe:
    """Return the probe that asks a decoder one unit."""
    return Probe((), (tuple(tags),))
