"""Ranges: several stretches of an array as one array of indices."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.viterbi_search import first_rows

Indices = NDArray[np.int64]

_Key = TypeVar("_Key", bound=Hashable)
_Scalar = TypeVar("_Scalar", bound=np.generic)


def ranges(starts: Indices, counts: Indices) -> Indices:
    """Return the indices of stretches, one behind the other: `counts[i]` of them from `starts[i]` on."""
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
