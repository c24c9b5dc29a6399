"""When an observed value is the expected one (KIT-4)."""

import math
from fractions import Fraction

import pytest

from nerconform.asking.observation import Printed, Value
from nerconform.reference.option_values import Rounding
from nerconform.suite.agreement import agrees, show
from nerconform.suite.expectations import Number

THIRD = Fraction(1, 3)
PERCENT = Rounding("half-up", 2, 100)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (3, 3),
        (3, 3.0),
        (THIRD, 1 / 3),
        (THIRD, (1 / 3) * (1 + 9e-13)),
        (THIRD, THIRD),
        (THIRD, Printed("0.33")),
        (Fraction(1, 8), Printed("0.12")),
        (Fraction(1, 8), Printed("0.13")),
        (Fraction(0), 0.0),
        (None, None),
        (None, math.nan),
        (None, Printed("nan")),
        (None, Printed("None")),
        (None, Printed("-")),
    ],
)
def test_these_agree(expected: Number, got: Value) -> None:
    assert agrees(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (3, 4),
        (3, 3.0001),
        (THIRD, 0.333),
        (THIRD, (1 / 3) * (1 + 2e-12)),
        (THIRD, Printed("0.34")),
        (THIRD, Printed("0.333334")),
        (THIRD, Printed("?")),
        (THIRD, Printed("inf")),
        (THIRD, math.nan),
        (THIRD, None),
        (Fraction(0), 1e-13),
        (None, 0.0),
        (None, Printed("0.00")),
    ],
)
def test_these_do_not(expected: Number, got: Value) -> None:
    assert not agrees(expected, got)


def test_ratios_are_rounded_as_the_dialect_rounds_and_counts_are_not() -> None:
    assert agrees(THIRD, 33.33, PERCENT)
    assert not agrees(THIRD, 1 / 3, PERCENT)
    assert agrees(3, 3, PERCENT)


def test_values_are_shown_alike_on_every_machine() -> None:
    shown = [show(value) for value in (3, THIRD, 1 / 3, math.nan, None, Printed("0.10"))]
    assert shown == ["3", "1/3", "0.333333333333", "undefined", "undefined", "0.10"]


@pytest.mark.parametrize(("text", "right"), [("66.67", True), ("66.66", False), ("0.67", False), ("67", True)])
def test_printed_ratios_are_rounded_and_scaled_as_the_dialect_says(text: str, right: bool) -> None:  # noqa: FBT001
    assert agrees(Fraction(2, 3), Printed(text), PERCENT) is right


def test_a_dialect_that_rounds_half_up_does_not_print_the_lower_neighbour() -> None:
    half_up = Rounding("half-up", 2, 1)
    assert agrees(Fraction(1, 8), Printed("0.13"), half_up)
    assert not agrees(Fraction(1, 8), Printed("0.12"), half_up)
