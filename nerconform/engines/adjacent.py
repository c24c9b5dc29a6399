"""Adjacent: every tag beside the one before it, with the start and the end of each unit, as numbers."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

from nerconform.engines.ranges import Indices, distinct

Pair = tuple[int, int]
"""The numbers of two tags, plus one; 0 is the start or the end of a unit."""


class Adjacent(NamedTuple):
    """The pairs of all units on end: of a unit of n tags there are n + 1."""

    pairs: Indices
    """Each as one number: the first times `base`, and the second."""
    base: int
    rows: Indices
    """The row of the second tag of each pair; at the end of a unit that of the first."""

    @classmethod
    def of(cls, lengths: Indices, tags: Indices) -> "Adjacent":
        """Pair the tags of units, none of them empty."""
        base = int(tags.max(initial=0)) + 2
        places = np.arange(len(tags)) + np.repeat(np.arange(len(lengths)), lengths) + 1
        both = np.zeros(len(tags) + len(lengths) + 1, dtype=np.int64)
        both[places] = tags + 1
        rows = np.repeat(np.arange(len(tags)), np.diff(places, append=len(both)))
        return cls(both[:-1] * base + both[1:], base, rows)

    def distinct(self) -> list[Pair]:
        """Return the pairs that occur."""
        return [divmod(number, self.base) for number in distinct(self.pairs).tolist()]

    def where(self, wanted: Collection[Pair]) -> Iterator[tuple[int, Pair]]:
        """Yield the row of each of some pairs, in order, and the pair."""
        numbers = np.sort(np.array([before * self.base + here for before, here in wanted], dtype=np.int64))
        if len(numbers):
            found = np.flatnonzero(numbers[np.searchsorted(numbers[:-1], self.pairs)] == self.pairs)
            for row, number in zip(self.rows[found].tolist(), self.pairs[found].tolist(), strict=True):
                yield row, divmod(number, self.base)
