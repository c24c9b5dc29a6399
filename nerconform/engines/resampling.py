"""Resampling from integer counts: nothing is scored anew (CMP-6, CMP-7).

Units with the same counts cannot be told apart, so a resample of units is a draw of how often each distinct vector of
counts comes, which is multinomial; and of the units in which two predictions differ, how many of each kind are swapped
is binomial. Both are the exact distributions, at a cost that does not grow with the number of units.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nerconform.engines import scores
from nerconform.engines.vectors import WIDTH, Vector
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure

GENERATOR = f"numpy-{np.__version__}"
"""Whose numbers are drawn: a release of NumPy may change what a seed gives."""
Sums = NDArray[np.int64]
_CELLS = 10_000_000
"""So many draws are held at once."""
_BOOTSTRAP, _SWAP = 0, 1


def bootstrapped(
    tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int
) -> tuple[Sums, ...]:
    """Return the sums of so many resamples for each table: as many units as there are, drawn with replacement.

    A table has a vector for each kind of unit, and `times` says how many units are of each; there is one at least.
    """
    rng = np.random.default_rng([seed, _BOOTSTRAP])
    numbers = np.array(times, dtype=np.int64)
    units = int(numbers.sum())
    both = np.concatenate([_table(table) for table in tables], axis=1)
    blocks = _blocks(resamples, len(numbers))
    drawn = np.concatenate([rng.multinomial(units, numbers / units, size=size) @ both for size in blocks])
    return tuple(np.split(drawn.astype(np.int64), len(tables), axis=1))


def swapped(tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int) -> tuple[Sums, ...]:
    """Return the sums of two predictions, so many times with each unit swapped or not, as a coin falls."""
    rng = np.random.default_rng([seed, _SWAP])
    one, other = map(_table, tables)
    numbers = np.array(times, dtype=np.int64)
    blocks = _blocks(resamples, len(numbers))
    moved = np.concatenate([rng.binomial(numbers, 0.5, size=(size, len(numbers))) @ (other - one) for size in blocks])
    return (numbers @ one + moved).astype(np.int64), (numbers @ other - moved).astype(np.int64)


def values_of(sums: Sums, kinds: Sequence[str], dialect: Dialect, measure: Measure) -> list[float]:
    """Return the measure for each of many sums, a NaN where it is undefined."""
    found: list[float] = scores.values_of(sums.reshape(len(sums), -1, WIDTH), kinds, dialect, measure).tolist()
    return found


def _table(vectors: Sequence[Vector]) -> NDArray[np.float64]:
    """Return the vectors as doubles, whose products are fast, and exact as far as 2**53."""
    return np.array(vectors, dtype=np.float64)


def _blocks(resamples: int, width: int) -> list[int]:
    size = max(1, _CELLS // width)
    return [min(size, resamples - start) for start in range(0, resamples, size)]
