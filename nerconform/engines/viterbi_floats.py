"""Viterbi on NumPy arrays: the tags of the reference, many units at once (VIT-1 to VIT-5).

The definition is exact, and sums of floats are rounded. So a sum decides only where that is certain: where no other
column comes within the bound of all roundings, or where nothing was rounded at all. A unit in which a decision on the
way back is not certain goes to the reference, and so does everything that has to be refused, or is too little.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.arrays import Flags, Indices, first_rows, ranges
from nerconform.reference.logits import read_columns, read_lengths
from nerconform.reference.schemes import scheme_of
from nerconform.reference.viterbi import Group, Transitions, best_path
from nerconform.reference.viterbi import viterbi_decode as reference_decode

Floats = NDArray[np.float64]


class TransitionArrays(NamedTuple):
    """Transitions as arrays. One column after the last, which nothing reaches, fills groups that have gaps."""

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


class Best(NamedTuple):
    """The best of some columns, for each unit: its sum, which one it is (of equals the first), and the doubt."""

    sums: Floats
    columns: Indices
    doubts: Flags


class BestPaths(NamedTuple):
    """The best columns of each unit, one unit after the other, and which units are certain."""

    paths: Indices
    certain: Flags


@np.errstate(invalid="ignore", over="ignore")
def search(table: TransitionArrays, rows: NDArray[Any], counts: Indices, margins: Floats) -> BestPaths:
    """Return the best sequence of each unit.

    `rows` are those of all units on end, `counts` their numbers of tokens, falling and none of them 0. A margin of 0
    says that nothing is rounded, an infinite one that sums may overflow. A unit is certain if a sequence exists, and
    no decision on its way back is in doubt.
    """
    starts = first_rows(counts)
    running = np.searchsorted(-counts, -np.arange(counts[0] + 1))  # units with more than 0, 1, 2, ... tokens
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
    """Return the way back from the ends: at each token the origin of the column after it."""
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


_SIGNIFICAND_BITS = 53
"""The binary digits of a float's significand."""
_MAX_SAFE_SUM = 2.0**1000
"""Sums up to here do not overflow."""
_EXPONENT_OF_ZERO = 1 << 20
"""Stands for the power of two of which zero is a multiple: any."""


def magnitudes(rows: NDArray[Any], starts: Indices) -> Floats:
    """Return for each unit a bound of all sums along its sequences: that of its tokens' greatest absolute values.

    `starts` are the first rows of the units, none of which is empty. Minus infinity is left out.
    """
    with np.errstate(over="ignore"):
        return np.add.reduceat(np.abs(_finite(rows)).max(axis=1), starts)


def margins(sizes: Floats, counts: Indices) -> Floats:
    """Return for each unit a distance: sums that lie further apart are in their exact order. Infinite if unknown.

    Two sums are off by (n - 1) u size each at most, and the comparison rounds once more; 4 n u size is beyond that.
    """
    return np.where(
        sizes < _MAX_SAFE_SUM, np.minimum(sizes, _MAX_SAFE_SUM) * counts * 2.0 ** (2 - _SIGNIFICAND_BITS), np.inf
    )


def are_exact(rows: NDArray[Any], starts: Indices, sizes: Floats) -> Flags:
    """Return for each unit whether no sum along its sequences is rounded.

    That is so where all numbers are multiples of one power of two, and no sum reaches 2**53 times that power.
    """
    parts, exponents = np.frexp(_finite(rows))
    digits = np.ldexp(parts, _SIGNIFICAND_BITS).astype(np.int64)
    _, lowest = np.frexp((digits & -digits).astype(np.float64))
    powers = np.where(digits == 0, _EXPONENT_OF_ZERO, exponents - _SIGNIFICAND_BITS + lowest - 1)
    _, reached = np.frexp(sizes)
    return (sizes < _MAX_SAFE_SUM) & (reached <= np.minimum.reduceat(powers.min(axis=1), starts) + _SIGNIFICAND_BITS)


def _finite(rows: NDArray[Any]) -> Floats:
    """Return the numbers as floats, nought for minus infinity."""
    floats = rows.astype(np.float64)
    floats[floats == -np.inf] = 0
    return floats


_MAX_EXACT_INTEGER = 2**53
"""Integers below this are floats."""
_MAX_FLOAT_BYTES = 8
"""The bytes of the widest float whose numbers NumPy's float64 holds exactly."""
_MAX_SUMS = 1 << 16
"""Sums that are held at once, so that they stay in the processor's cache."""
_MIN_SUMS = 64
"""With fewer sums a token the reference is as fast as the calls of NumPy for one token."""


def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object = None) -> list[str] | list[list[str]]:
    """Return the tags of the best legal sequence of one unit, or with `lengths` those of each unit (VIT-1).

    As `nerconform.api.viterbi_decode`, which says what the parameters are and what is raised.
    """
    columns = read_columns(labels, scheme_of(scheme))
    units = _read(logits, len(columns.labels), lengths)
    if units is None:
        return reference_decode(logits, labels, scheme, lengths)
    paths = _decode(units, Transitions.of(columns.scheme, columns.marks), alone=lengths is None)
    tags: list[str] = np.array(columns.labels, dtype=object)[paths].tolist()
    if lengths is None:
        return tags
    return [tags[start:end] for start, end in pairwise([0, *np.cumsum(units.counts).tolist()])]


class Units(NamedTuple):
    """The rows of all units on end, and how many each unit has."""

    rows: NDArray[Any]
    counts: Indices

    @property
    def starts(self) -> Indices:
        """Return the first row of each unit."""
        return first_rows(self.counts)

    def where(self, chosen: Indices) -> Indices:
        """Return the indices of the rows of some units, one unit after the other."""
        return ranges(self.starts[chosen], self.counts[chosen])


def _read(logits: object, width: int, lengths: object) -> Units | None:
    """Return the units; `None` where something may have to be refused, or NumPy's floats may not hold the numbers."""
    try:
        array = None if isinstance(logits, list | tuple | np.ma.MaskedArray) else np.asarray(logits)
    except (RuntimeError, TypeError, ValueError):  # a tensor that only its own library can read
        return None
    if array is None or array.ndim not in {2, 3} or array.shape[-1] != width:
        return None
    if lengths is None:
        units = Units(array, np.array([len(array)])) if array.ndim == 2 else None  # noqa: PLR2004 # [tokens, labels]
    else:
        units = _cut(array, np.array(read_lengths(lengths), dtype=np.int64))
    return units if units is not None and _is_sound(units.rows) else None


def _cut(array: NDArray[Any], counts: Indices) -> Units | None:
    """Return units without their padding, `None` where the lengths do not fit."""
    if array.ndim == 2:  # noqa: PLR2004 # the rows of all units on end
        return Units(array, counts) if counts.sum() == len(array) else None
    units, tokens, _ = array.shape
    if len(counts) != units or (counts > tokens).any():
        return None
    if (counts == tokens).all():
        return Units(array.reshape(-1, array.shape[-1]), counts)
    return Units(array[np.arange(tokens) < counts[:, None]], counts)


def _is_sound(rows: NDArray[Any]) -> bool:
    """Whether the numbers are finite or -inf, each token has a finite one, and all of them are exact as float64."""
    if not rows.size:
        return rows.dtype.kind in "fiu"
    if rows.dtype.kind == "f":
        return rows.dtype.itemsize <= _MAX_FLOAT_BYTES and bool(np.isfinite(rows.max(axis=1)).all())
    return rows.dtype.kind in "iu" and max(int(rows.max()), -int(rows.min())) < _MAX_EXACT_INTEGER


def _decode(units: Units, transitions: Transitions, *, alone: bool) -> Indices:
    """Return the best columns of all units on end."""
    table = TransitionArrays.of(transitions)
    paths: Indices = units.rows.argmax(axis=1)
    for unit in _uncertain(table, units, paths):
        rows = units.where(np.array([unit]))
        place = "" if alone else f"sentence {unit}"
        paths[rows] = best_path(units.rows[rows].tolist(), transitions, place)
    return paths


def _uncertain(table: TransitionArrays, units: Units, paths: Indices) -> list[int]:
    """Put legal paths in the place of illegal ones, and return the units whose path is not certain to be the best.

    A block with few sums a token, because its units are few or one of them is long, is not looked at: those are
    returned, too.
    """
    illegal = _illegal(table, units, paths)
    illegal = illegal[np.argsort(-units.counts[illegal], kind="stable")]
    width = max(1, _MAX_SUMS // len(table.class_of))
    found: list[int] = []
    for start in range(0, len(illegal), width):
        block = illegal[start : start + width]
        counts = units.counts[block]
        if counts.sum() * len(table.class_of) <= _MIN_SUMS * counts[0]:
            found += block.tolist()
            continue
        rows = units.where(block)
        best = _certain_paths(table, units.rows[rows], counts)
        paths[rows] = best.paths
        found += block[~best.certain].tolist()
    return sorted(found)


def _illegal(table: TransitionArrays, units: Units, paths: Indices) -> Indices:
    """Return the units whose path breaks the table."""
    busy = np.flatnonzero(units.counts)
    if not len(busy):
        return busy
    starts = units.starts[busy]
    wrong = np.ones(len(paths), dtype=np.bool_)
    wrong[1:] = ~table.allow(paths[:-1], paths[1:])
    wrong[starts] = ~np.isin(paths[starts], table.first)
    endless = ~np.isin(paths[starts + units.counts[busy] - 1], table.last)
    broken: Indices = np.flatnonzero(np.logical_or.reduceat(wrong, starts) | endless)
    return busy[broken]


def _certain_paths(table: TransitionArrays, rows: NDArray[Any], counts: Indices) -> BestPaths:
    """Return the best paths of some units, none of them empty, in the order of falling lengths."""
    starts = first_rows(counts)
    sizes = magnitudes(rows, starts)
    bounds = margins(sizes, counts)
    found = search(table, rows, counts, bounds)
    if found.certain.all():
        return found
    exact = ~found.certain & are_exact(rows, starts, sizes)
    return search(table, rows, counts, np.where(exact, 0, bounds)) if exact.any() else found
