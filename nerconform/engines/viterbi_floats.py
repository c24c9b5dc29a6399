"""Viterbi on NumPy arrays: the tags of the reference, many units at once (VIT-1 to VIT-5).

The definition is exact, and sums of floats are rounded. So a sum decides only where that is certain: where no other
column comes within the bound of all roundings, or where nothing was rounded at all. A unit in which a decision on the
way back is not certain goes to the reference, and so does everything that has to be refused, or is too little.
"""

from itertools import pairwise
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.float_error import are_exact, magnitudes, margins
from nerconform.engines.viterbi_search import BestPaths, TransitionArrays, first_rows, search
from nerconform.reference.logits import read_columns, read_lengths
from nerconform.reference.schemes import scheme_of
from nerconform.reference.transitions import Transitions
from nerconform.reference.viterbi import best_path
from nerconform.reference.viterbi import viterbi_decode as reference_decode

Indices = NDArray[np.int64]

_WHOLE = 2**53
"""Integers below this are floats."""
_WIDEST = 8
"""The bytes of the widest float whose numbers NumPy's float64 holds exactly."""
_SUMS = 1 << 16
"""How many sums are held at once, so that they stay in the processor's cache."""
_FEW_SUMS = 64
"""So many sums a token take the reference about as long as the calls of NumPy that go on by one token."""


@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: None = None) -> list[str]: ...
@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object) -> list[list[str]]: ...
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
        counts = self.counts[chosen]
        rows: Indices = np.repeat(self.starts[chosen] - first_rows(counts), counts)
        return rows + np.arange(len(rows))


def _read(logits: object, width: int, lengths: object) -> Units | None:
    """Return the units; `None` where something may have to be refused, or NumPy's floats may not hold the numbers."""
    try:
        array = None if isinstance(logits, list | tuple | np.ma.MaskedArray) else np.asarray(logits)
    except (RuntimeError, TypeError, ValueError):  # a tensor that its own library alone can read
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
        return rows.dtype.itemsize <= _WIDEST and bool(np.isfinite(rows.max(axis=1)).all())
    return rows.dtype.kind in "iu" and max(int(rows.max()), -int(rows.min())) < _WHOLE


def _decode(units: Units, transitions: Transitions, *, alone: bool) -> Indices:
    """Return the best columns of all units on end."""
    table = TransitionArrays.of(transitions)
    paths: Indices = units.rows.argmax(axis=1)
    for unit in _uncertain(table, units, paths):
        rows = units.where(np.array([unit]))
        place = "" if alone else f"unit {unit}"
        paths[rows] = best_path(units.rows[rows].tolist(), transitions, place)
    return paths


def _uncertain(table: TransitionArrays, units: Units, paths: Indices) -> list[int]:
    """Put legal paths in the place of illegal ones, and return the units whose path is not certain to be the best.

    A block with few sums a token, because its units are few or one of them is long, is not looked at: those are
    returned, too.
    """
    illegal = _illegal(table, units, paths)
    illegal = illegal[np.argsort(-units.counts[illegal], kind="stable")]
    width = max(1, _SUMS // len(table.class_of))
    found: list[int] = []
    for start in range(0, len(illegal), width):
        block = illegal[start : start + width]
        counts = units.counts[block]
        if counts.sum() * len(table.class_of) <= _FEW_SUMS * counts[0]:
            found += block.tolist()
            continue
        rows = units.where(block)
        best = _search(table, units.rows[rows], counts)
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


def _search(table: TransitionArrays, rows: NDArray[Any], counts: Indices) -> BestPaths:
    """Return the best paths of some units, none of them empty, in the order of falling lengths."""
    starts = first_rows(counts)
    sizes = magnitudes(rows, starts)
    bounds = margins(sizes, counts)
    found = search(table, rows, counts, bounds)
    if found.certain.all():
        return found
    exact = ~found.certain & are_exact(rows, starts, sizes)
    return search(table, rows, counts, np.where(exact, 0, bounds)) if exact.any() else found
