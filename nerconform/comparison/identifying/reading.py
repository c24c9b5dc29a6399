"""Reading: on which scale a black box gives its numbers, and to how many decimals."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from nerconform.comparison.agreement import SINGLE, TOLERANCE, agrees
from nerconform.implementations.observation import Printed, Value
from nerconform.reference.scoring import rounded
from nerconform.reference.values import Rounding

_MOST_DIGITS = 6
_NEARLY = 1e-9


class Reading(NamedTuple):
    """The scale, 1 or 100, and the decimals, `None` where nothing shows that numbers are rounded."""

    scale: int = 1
    digits: int | None = None

    @classmethod
    def of(cls, values: Iterable[Value]) -> "Reading":
        """Return the reading that these numbers show: more decimals than six are taken for none left out."""
        numbers = [number for value in values if (number := _number(value)) is not None]
        scale = 100 if any(number > 1 + _NEARLY for number in numbers) else 1
        for digits in range(_MOST_DIGITS + 1):
            if all(abs(number * 10**digits - round(number * 10**digits)) < _NEARLY * 100 for number in numbers):
                return cls(scale, digits)
        return cls(scale)

    def agrees(self, expected: Fraction | None, got: Value, rounding: Rounding = Rounding()) -> bool:
        """Whether a number is the expected one: as a dialect rounds it, else within half a unit of the last decimal."""
        if expected is None or got is None or isinstance(got, Printed):
            return agrees(expected, got, Rounding("half-even", 12, self.scale) if self.scale > 1 else Rounding())
        number = _number(got)
        if number is None:
            return False
        if rounding.rule != "exact":
            return abs(number - float(rounded(expected, rounding) or 0)) < _NEARLY
        due = self._scaled(expected)
        slack = 0.5 * 10.0**-self.digits + _NEARLY if self.digits is not None else 0.0
        return abs(number - due) <= max(slack, TOLERANCE * abs(due), TOLERANCE * SINGLE)

    def coarse(self, expected: Fraction | None, rounding: Rounding = Rounding()) -> float | None:
        """Return what can be seen of an expected number."""
        if expected is None:
            return None
        if rounding.rule != "exact":
            return float(rounded(expected, rounding) or 0)
        return round(self._scaled(expected), 10 if self.digits is None else self.digits)

    def _scaled(self, expected: Fraction) -> float:
        return expected.numerator * self.scale / expected.denominator


def _number(value: Value) -> float | None:
    """Return a value as a double, `None` where it is undefined."""
    if value is None:
        return None
    try:
        number = float(value.text if isinstance(value, Printed) else value)
    except ValueError:
        return None
    return None if number != number else number  # noqa: PLR0124 - a NaN
