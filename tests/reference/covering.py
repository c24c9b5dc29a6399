"""A covering array: a few rows in which every three options of three axes meet at least once."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np


class Covering:
    """Rows of options, one for each axis, until every triple that is allowed has met."""

    def __init__(self, options: Mapping[str, Sequence[str]], forbidden: set[tuple[tuple[str, str], ...]]) -> None:
        """Cover these options; pairs that are `forbidden` never stand in one row."""
        self.values = [(axis, option) for axis, names in options.items() for option in names]
        index = {value: number for number, value in enumerate(self.values)}
        self.axes = [[index[axis, option] for option in names] for axis, names in options.items()]
        size = len(self.values)
        axis_of = np.array([number for number, axis in enumerate(self.axes) for _ in axis])
        apart = axis_of[:, None] != axis_of[None, :]
        for one, other in forbidden:
            apart[index[one], index[other]] = apart[index[other], index[one]] = False
        self.apart = apart
        self.open: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (
            apart[:, :, None] & apart[:, None, :] & apart[None, :, :]
        )
        assert self.open.shape == (size, size, size)

    def rows(self) -> list[dict[str, str]]:
        """Return the rows: each begins with a triple that has not met, and adds what meets most that has not."""
        found = []
        while self.open.any():
            chosen = list(map(int, np.unravel_index(int(np.argmax(self.open)), self.open.shape)))
            for axis in self.axes:
                if not set(axis) & set(chosen):
                    chosen.append(max(axis, key=lambda value: self._gain(value, chosen)))
            for triple in combinations(chosen, 3):
                self._close(*triple)
            found.append(dict(self.values[value] for value in sorted(chosen)))
        return found

    def _gain(self, value: int, chosen: list[int]) -> int:
        if not self.apart[value, chosen].all():
            return -1
        return int(self.open[value][np.ix_(chosen, chosen)].sum())

    def _close(self, a: int, b: int, c: int) -> None:
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            self.open[x, y, z] = False
