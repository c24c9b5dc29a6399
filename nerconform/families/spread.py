"""Spread: how numbers lie between the least and the greatest, exactly."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

Value = Fraction | int | None
"""A number of an evaluation; `None` where it is undefined."""
_HALF = Fraction(1, 2)


class Spread(NamedTuple):
    """Numbers in order, each once, with how often it occurs; those that are undefined are left out."""

    numbers: tuple[Fraction | int, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, values: Iterable[Value]) -> "Spread":
        """Return the spread of these values."""
        found = Counter(value for value in values if value is not None)
        numbers = sorted(found)
        return cls(tuple(numbers), tuple(found[number] for number in numbers))

    @property
    def total(self) -> int:
        """Return how many numbers there are, each as often as it occurs."""
        return sum(self.times)

    def quantile(self, share: Fraction) -> Fraction | None:
        """Return the number below which a share of them lies; `None` where there are none.

        Of n numbers in order, counted from 0, it is the one at share x (n - 1), between two of them in proportion: the
        definition of R's type 7, NumPy's default, and `statistics.quantiles(method="inclusive")`.
        """
        if not self.numbers:
            return None
        place = share * (self.total - 1)
        below = place.numerator // place.denominator
        return self._at(below) + (place - below) * (self._at(below + (place > below)) - self._at(below))

    @property
    def median(self) -> Fraction | None:
        """Return the middle one, or the mean of the middle two."""
        return self.quantile(_HALF)

    def _at(self, index: int) -> Fraction:
        return next(
            Fraction(number) for number, end in zip(self.numbers, accumulate(self.times), strict=True) if index < end
        )
