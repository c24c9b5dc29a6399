"""Arrays: stretches of indices, the spans of one side as arrays, and which span met which on the other side."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
_KEPT_BYTES = 30 << 20
np.empty(_KEPT_BYTES, dtype=np.uint8)
"""The C library of Linux learns from a large array that is freed: it keeps as many bytes for the next arrays. Else each
batch gets its memory from the system anew, which takes as long as counting."""

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
    """Spans, their tokens counted through all units: starts, ends (exclusive), numbers of types."""

    starts: Indices
    ends: Indices
    kinds: Indices

    def where(self, chosen: Flags | Indices) -> "Spans":
        """Return some of the spans."""
        places = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen
        return Spans(self.starts.take(places), self.ends.take(places), self.kinds.take(places))

    def at(self, places: Indices) -> "Spans":
        """Return the same spans, given the place of each token that they are counted in."""
        return Spans(places.take(self.starts), places.take(self.ends - 1) + 1, self.kinds)

    def and_(self, other: "Spans") -> "Spans":
        """Return the spans of both."""
        return Spans(*(np.concatenate(parts) for parts in zip(self, other, strict=True)))

    def are_flat(self) -> bool:
        """Whether the spans are disjoint and in order."""
        return bool((self.starts[1:] >= self.ends[:-1]).all())

    def in_order(self) -> "Spans":
        """Return the spans by their starts, those of one start as they are."""
        is_sorted = bool((self.starts[1:] >= self.starts[:-1]).all())
        return self if is_sorted else self.where(np.argsort(self.starts, kind="stable"))

    def present(self) -> list[int]:
        """Return the types that occur."""
        found: list[int] = np.flatnonzero(np.bincount(self.kinds)).tolist()
        return found

    def by_type(self, tokens: int) -> tuple["Spans", Indices]:
        """Return the spans type by type, those of each moved after all tokens of the one before, and where each was."""
        places = np.argsort(self.kinds, kind="stable")
        starts, ends, kinds = self.where(places)
        return Spans(starts + tokens * kinds, ends + tokens * kinds, kinds), places


class Rows(NamedTuple):
    """The rows of an alignment by the indices of spans: who met whom, and who met nobody."""

    gold: Indices
    """The gold span of each pair."""
    pred: Indices
    """The predicted span of each pair."""
    missing: Indices
    """The gold spans that met nobody."""
    spurious: Indices
    """The predicted spans that met nobody."""
    equal: int = 0
    """So many of the first pairs are known to have equal bounds; the others may have them, too."""

    def and_(self, other: "Rows") -> "Rows":
        """Return the rows of both."""
        pairs = np.concatenate([self.gold, other.gold]), np.concatenate([self.pred, other.pred])
        lonely = np.concatenate([self.missing, other.missing]), np.concatenate([self.spurious, other.spurious])
        return Rows(*pairs, *lonely)

    def at(self, gold: Indices, pred: Indices) -> "Rows":
        """Return the same rows of spans that have other places."""
        return Rows(gold[self.gold], pred[self.pred], gold[self.missing], pred[self.spurious], self.equal)


def others(number: int, indices: Indices) -> Indices:
    """Return the numbers below `number` that are not among these."""
    flags = np.ones(number, dtype=np.bool_)
    flags[indices] = False
    return np.flatnonzero(flags)
