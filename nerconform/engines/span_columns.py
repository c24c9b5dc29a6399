"""Spans as arrays: those of all units of one side, and who met whom on the other."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.ranges import Indices

Flags = NDArray[np.bool_]


class Spans(NamedTuple):
    """Disjoint spans in order, their tokens counted through all units: starts, ends (exclusive), numbers of types."""

    starts: Indices
    ends: Indices
    kinds: Indices

    def where(self, chosen: Flags | Indices) -> "Spans":
        """Return some of the spans."""
        return Spans(self.starts[chosen], self.ends[chosen], self.kinds[chosen])

    def present(self) -> list[int]:
        """Return the types that occur."""
        found: list[int] = np.flatnonzero(np.bincount(self.kinds)).tolist()
        return found

    def by_type(self, tokens: int) -> "Spans":
        """Return the spans type by type, those of each moved behind all tokens of the one before."""
        starts, ends, kinds = self.where(np.argsort(self.kinds, kind="stable"))
        return Spans(starts + tokens * kinds, ends + tokens * kinds, kinds)


class Met(NamedTuple):
    """Pairs: the index of the gold span and that of the predicted span. A span in no pair met nobody."""

    gold: Indices
    pred: Indices

    def where(self, chosen: Flags | Indices) -> "Met":
        """Return some of the pairs."""
        return Met(self.gold[chosen], self.pred[chosen])

    def and_(self, other: "Met") -> "Met":
        """Return the pairs of both."""
        return Met(np.concatenate([self.gold, other.gold]), np.concatenate([self.pred, other.pred]))
