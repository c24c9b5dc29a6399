"""Numbers: values and counts of a comparison as plain data."""

import math
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from nerconform.implementations.observation import Printed, Value

Number = Fraction | float | int | None
"""A ratio or a count: exact, or the double that a library gave; `None` where it is undefined."""


def as_number(value: Number) -> object:
    """Return a count as it is, a ratio exact (`None` where only the library knows it) and as the nearest double."""
    if isinstance(value, Fraction):
        return {"exact": str(value), "float": float(value)}
    if isinstance(value, float):
        return None if math.isnan(value) else {"exact": None, "float": value}
    return value


def number_of(value: Value) -> Number:
    """Return what an implementation answered as a number: a printed one as its decimals say."""
    if not isinstance(value, Printed):
        return value
    try:
        return float(Decimal(value.text))
    except InvalidOperation:
        return None


def change_of(before: Number, after: Number) -> Number:
    """Return how far a number moved, `None` where it is undefined on one side alone; exact where both are."""
    if before is None or after is None:
        return Fraction(0) if before is after else None
    return after - before


def counts_change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the change of every count that both sides have."""
    return {name: after[name] - count for name, count in before.items() if name in after}
