"""Probes: what a black box is asked."""

from collections.abc import Iterable, Sequence

from nerconform.comparison.shrinking import Item, Sides
from nerconform.implementations.question import Form

Probe = Sides
"""Both sides of some units; a decoder is asked the units of `pred`, and `gold` is empty."""


def probe_of(units: Iterable[tuple[Sequence[Item], Sequence[Item]]], form: Form = Form.TAGS) -> Probe:
    """Return the probe of pairs of gold and prediction."""
    pairs = [(tuple(gold), tuple(pred)) for gold, pred in units]
    return Probe(tuple(gold for gold, _ in pairs), tuple(pred for _, pred in pairs), form)


def decoding(tags: Sequence[str]) -> Probe:
    """Return the probe that asks a decoder one unit."""
    return Probe((), (tuple(tags),))
