"""Arrays: stretches of indices, the spans of one side as arrays, and which span met which on the other side."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]

_Key = TypeVar("_Key", bound=Hashable)
_Scalar = TypeVar("_Scalar", bound=np.generic)


def first_rows(counts: Indices) -> Indices:
    """Return the first row of each unit, where the rows of all units stand on end."""
    firsts: Indices = np.cumsum(counts) - counts
    return firsts


def ranges(starts: Indices, counts: Indices) -> Indices:
    """Return the indices of stretches, one after the other: `counts[i]` of them from `starts[i]` on."""
    shifts: Indices = np.repeat(starts - first_rows(counts), counts)
    return shifts + np.arange(len(shifts))


def distinct(values: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return the distinct values in order. NumPy's `unique` does, too, once it has loaded half as much as NumPy is."""
    values = np.sort(values)
    kept = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=kept[1:])
    return values[kept]


def numbered(keys: Iterable[_Key]) -> tuple[Indices, list[_Key]]:
    """Return the number of each key, and the distinct keys in the order of their numbers."""
    numbers: dict[_Key, int] = {}
    found = [numbers.setdefault(key, len(numbers)) for key in keys]
    return np.array(found, dtype=np.int64), list(numbers)


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
        """Return the spans type by type, those of each moved after all tokens of the one before."""
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
