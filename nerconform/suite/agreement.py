"""Agreement: when an observed value is the expected one."""

import math
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from nerconform.asking.observation import Printed, Value
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Undefined
from nerconform.reference.scoring import rounded
from nerconform.suite.expectations import Number

TOLERANCE = 1e-12
"""The relative tolerance of a double."""
SINGLE = 1e-6
"""That of a number that was rounded to single precision on the way."""


def agrees(expected: Number, got: Value, rounding: Rounding = Rounding(), *, tolerance: float = TOLERANCE) -> bool:
    """Whether an observed value is the expected one, as a dialect with this rounding gives it.

    Counts and exact fractions are compared exactly, doubles within a relative 1e-12, printed numbers within half a
    unit of their last decimal; an undefined value agrees with `None` and NaN only.
    """
    if expected is None or got is None:
        return expected is None and _is_undefined(got)
    if isinstance(expected, int) and isinstance(got, int):
        return expected == got
    target = rounded(Fraction(expected), rounding) if isinstance(expected, Fraction) else Fraction(expected)
    if isinstance(got, Printed):
        digits = rounding.digits if isinstance(expected, Fraction) and rounding.rule != "exact" else None
        return _agrees_printed(target or Fraction(0), got.text, digits)
    if isinstance(got, float) and not isinstance(got, Fraction):
        return math.isclose(got, float(target or 0), rel_tol=tolerance)
    return Fraction(got) == target


def _is_undefined(got: Value) -> bool:
    """Whether a value says that there is none."""
    if isinstance(got, Printed):
        return got.text.lower() in {str(Undefined.NAN), "none", "-"}
    return got is None or (isinstance(got, float) and math.isnan(got))


def _agrees_printed(expected: Fraction, text: str, digits: int | None) -> bool:
    """Whether the printed text is within half a unit of its last decimal.

    Where the dialect has rounded to `digits` decimals and as many are printed, the text is that number.
    """
    try:
        value = Decimal(text)
    except InvalidOperation:
        return False
    if not value.is_finite():
        return False
    exponent = value.as_tuple().exponent
    if digits is not None and -int(exponent) >= digits:
        return Fraction(value) == expected
    half = Fraction(1, 2) * Fraction(10) ** int(exponent)
    return abs(Fraction(value) - expected) <= half


def show(value: Value) -> str:
    """Return a value as text: fractions exact, doubles to twelve digits, so that it is the same on every machine."""
    if value is None:
        return "undefined"
    if isinstance(value, float) and not isinstance(value, Fraction):
        return "undefined" if math.isnan(value) else f"{value:.12g}"
    return str(value)
