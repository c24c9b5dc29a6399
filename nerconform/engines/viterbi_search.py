"""Search: the Viterbi recursion for many units at once, over columns x units, in floats (VIT-1).

Each decision carries a doubt: whether another column came so near that rounding could have reversed the two.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nerconform.reference.transitions import Group, Transitions

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TransitionArrays(NamedTuple):
    """Transitions as arrays. One column behind the last, which nothing reaches, fills groups that have gaps."""

    first: Indices
    last: Indices
    shared: tuple[Indices, ...]
    own: Indices
    """[places, groups]: the columns of the groups of one type, ascending."""
    classes: Indices
    """[2, classes]: the shared and the own group of each class."""
    class_of: Indices

    @classmethod
    def of(cls, transitions: Transitions) -> Self:
        """Return the arrays of these transitions."""
        none = len(transitions.marks)
        places = max(1, *map(len, transitions.own))
        own = [[*group, *[none] * (places - len(group))] for group in transitions.own]
        return cls(
            np.array(transitions.first, dtype=np.int64),
            _group(transitions.last, none),
            tuple(_group(group, none) for group in transitions.shared),
            np.array(own, dtype=np.int64).T,
            np.array(transitions.classes, dtype=np.int64).T,
            np.array([*transitions.class_of, 0], dtype=np.int64),
        )

    def allow(self, before: Indices, after: Indices) -> Flags:
        """Return for each pair of columns whether one may follow the other."""
        left, right = self.classes[:, self.class_of[after]]
        shared = np.zeros((len(self.shared), len(self.class_of)), dtype=np.bool_)
        for flags, group in zip(shared, self.shared, strict=True):
            flags[group] = True
        allowed: Flags = shared[left, before] | (self.own[:, right] == before).any(axis=0)
        return allowed


def _group(group: Group, none: int) -> Indices:
    """Return a group that is never empty."""
    return np.array(group or (none,), dtype=np.int64)


def first_rows(counts: Indices) -> Indices:
    """Return the first row of each unit, where the rows of all units stand on end."""
    firsts: Indices = np.cumsum(counts) - counts
    return firsts


class Best(NamedTuple):
    """The best of some columns, for each unit: its sum, which one it is (of equals the first), and the doubt."""

    sums: Floats
    columns: Indices
    doubts: Flags


class BestPaths(NamedTuple):
    """The best columns of each unit, one unit after the other, and which units are certain."""

    paths: Indices
    certain: Flags


def search(table: TransitionArrays, rows: NDArray[Any], counts: Indices, margins: Floats) -> BestPaths:
    """Return the best sequence of each unit.

    `rows` are those of all units on end, `counts` their numbers of tokens, falling and none of them 0. A margin of 0
    says that nothing is rounded, an infinite one that sums may overflow. A unit is certain if a sequence exists, and
    no decision on its way back is in doubt.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        return _search(table, rows, counts, margins)


def _search(table: TransitionArrays, rows: NDArray[Any], counts: Indices, margins: Floats) -> BestPaths:
    """Return the best sequence of each unit."""
    starts = first_rows(counts)
    running = np.searchsorted(-counts, -np.arange(counts[0] + 1))  # how many units have more than so many tokens
    sums = np.full((len(table.class_of), len(counts)), -np.inf)
    sums[table.first] = rows[starts].T[table.first]
    steps: list[Best] = []
    ends: list[Best] = []
    for position, (here, beyond) in enumerate(pairwise(running.tolist())):
        if position:
            steps.append(_origins(table, sums[:, :here], margins[:here]))
            sums = _step(table, steps[-1].sums, rows[starts[:here] + position])
        ends.append(_best_of(sums[:, beyond:here], table.last, margins[beyond:here]))
    return _back(table, starts, ends, steps, margins)


def _step(table: TransitionArrays, bases: Floats, rows: NDArray[Any]) -> Floats:
    """Return the sums at the next token: the best origin of each column's class, and the column's own number."""
    sums = np.full((len(table.class_of), bases.shape[1]), -np.inf)
    np.add(bases[table.class_of[:-1]], rows.T, out=sums[:-1])
    return sums


def _origins(table: TransitionArrays, sums: Floats, margins: Floats) -> Best:
    """Return the best predecessor of each class, [classes, units]."""
    shared = _stack([_best_of(sums, group, margins) for group in table.shared])
    left, right = table.classes
    one = Best(*(part[left] for part in shared))
    return _better(one, Best(*(part[right] for part in _best_own(sums, table.own, margins))), margins)


def _stack(found: Sequence[Best]) -> Best:
    return Best(*(np.stack(parts) for parts in zip(*found, strict=True)))


def _best_of(sums: Floats, group: Indices, margins: Floats) -> Best:
    """Return the best column of a group, [units]. Linear in the group."""
    candidates = sums[group]
    best = candidates.max(axis=0)
    near = candidates >= best - margins
    return Best(best, group[near.argmax(axis=0)], np.count_nonzero(near, axis=0) > 1)


def _best_own(sums: Floats, own: Indices, margins: Floats) -> Best:
    """Return the best column of each group of one type, [groups, units]."""
    found = _single(sums, own[0])
    for place in own[1:]:
        found = _better(found, _single(sums, place), margins)
    return found


def _single(sums: Floats, columns: Indices) -> Best:
    """Return groups of one column each."""
    taken = sums[columns]
    return Best(taken, np.broadcast_to(columns[:, None], taken.shape), np.zeros(taken.shape, dtype=np.bool_))


def _better(one: Best, other: Best, margins: Floats) -> Best:
    """Return the better of two for each unit, of equals the smaller column (VIT-3)."""
    sums = np.maximum(one.sums, other.sums)
    floor = sums - margins
    left, right = one.sums >= floor, other.sums >= floor
    both = left & right
    columns = np.where(left, one.columns, other.columns)
    np.minimum(columns, other.columns, out=columns, where=both)
    return Best(sums, columns, both | (left & one.doubts) | (right & other.doubts))


def _back(
    table: TransitionArrays, starts: Indices, ends: Sequence[Best], steps: Sequence[Best], margins: Floats
) -> BestPaths:
    """Return the way back from the ends: at each token the origin of the column behind it."""
    total = sum(len(best.sums) * (position + 1) for position, best in enumerate(ends))
    paths = np.empty(total, dtype=np.int64)
    columns = np.empty(0, dtype=np.int64)
    doubts = np.empty(0, dtype=np.bool_)
    reached = np.empty(0, dtype=np.bool_)
    for position in range(len(ends) - 1, -1, -1):
        if position + 1 < len(ends):
            step, chosen = steps[position], (table.class_of[columns], np.arange(len(columns)))
            columns, doubts = step.columns[chosen], doubts | step.doubts[chosen]
        end = ends[position]
        columns = np.concatenate([columns, end.columns])
        doubts = np.concatenate([doubts, end.doubts])
        reached = np.concatenate([reached, end.sums > -np.inf])
        paths[starts[: len(columns)] + position] = columns
    return BestPaths(paths, reached & ~(doubts & (margins > 0)) & np.isfinite(margins))
