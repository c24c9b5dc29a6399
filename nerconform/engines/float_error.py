"""Rounding: how far the floating-point sums along a sequence can be from the exact ones (VIT-2).

A sum of n floats, added one after the other, is off by at most (n - 1) u times the sum of their absolute values, where
u is a little more than 2**-53; and so is the greatest of such sums, since rounding keeps the order.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

_DIGITS = 53
"""The binary digits of a float's significand."""
_SAFE = 2.0**1000
"""Sums up to here do not overflow."""
_ZERO = 1 << 20
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
    return np.where(sizes < _SAFE, np.minimum(sizes, _SAFE) * counts * 2.0 ** (2 - _DIGITS), np.inf)


def are_exact(rows: NDArray[Any], starts: Indices, sizes: Floats) -> NDArray[np.bool_]:
    """Return for each unit whether no sum along its sequences is rounded.

    That is so where all numbers are multiples of one power of two, and no sum reaches 2**53 times that power.
    """
    parts, exponents = np.frexp(_finite(rows))
    digits = np.ldexp(parts, _DIGITS).astype(np.int64)
    _, lowest = np.frexp((digits & -digits).astype(np.float64))
    powers = np.where(digits == 0, _ZERO, exponents - _DIGITS + lowest - 1)
    _, reached = np.frexp(sizes)
    return (sizes < _SAFE) & (reached <= np.minimum.reduceat(powers.min(axis=1), starts) + _DIGITS)


def _finite(rows: NDArray[Any]) -> Floats:
    """Return the numbers as floats, nought for minus infinity."""
    floats = rows.astype(np.float64)
    floats[floats == -np.inf] = 0
    return floats
