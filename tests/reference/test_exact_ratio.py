"""Exact ratios: fractions in every operation, and floats to whatever formats or serialises them."""

import copy
import json
import math
import operator
import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest

from nerconform.reference.exact_ratio import ExactRatio

third, two = ExactRatio(Fraction(1, 3)), ExactRatio(Fraction(2))


def test_it_is_the_nearest_float_and_is_written_as_the_fraction() -> None:
    assert isinstance(third, float)
    assert float(third).hex() == (1 / 3).hex()
    assert (repr(third), str(third), f"{third}") == ("Fraction(1, 3)", "1/3", "1/3")
    assert (f"{third:.2f}", f"{third:.0%}") == ("0.33", "33%")
    assert json.loads(json.dumps([third, two])) == [1 / 3, 2.0]


def test_it_equals_the_fraction_and_no_float_that_is_only_near() -> None:
    assert third == Fraction(1, 3)
    assert ExactRatio(Fraction(2, 6)) == third
    assert third != 1 / 3
    assert (third != Fraction(1, 3), third == Fraction(2, 3), third != Fraction(2, 3)) == (False, False, True)
    assert two == 2
    assert {third: 1}[Fraction(1, 3)] == 1  # type: ignore[index] # equal, with one hash


def test_it_has_the_parts_of_a_fraction() -> None:
    assert (third.numerator, third.denominator, third.as_integer_ratio()) == (1, 3, (1, 3))
    assert (third.is_integer(), two.is_integer()) == (False, True)
    assert third.real is third
    assert third.conjugate() is third
    near = ExactRatio(Fraction(333, 1000))
    assert (near.limit_denominator(10), near.limit_denominator(), near.limit_denominator(3)) == (
        Fraction(1, 3),
        Fraction(333, 1000),
        Fraction(1, 3),
    )
    assert isinstance(third, Fraction)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301 - our own
def test_a_copy_is_as_exact(copied: Callable[[ExactRatio], ExactRatio]) -> None:
    made = copied(third)
    assert type(made) is ExactRatio
    assert made == Fraction(1, 3)


@pytest.mark.parametrize(
    ("compute", "expected"),
    [
        (lambda: third + Fraction(1, 6), Fraction(1, 2)),
        (lambda: 1 - third, Fraction(2, 3)),
        (lambda: third - 1, Fraction(-2, 3)),
        (lambda: third * two, Fraction(2, 3)),
        (lambda: third / two, Fraction(1, 6)),
        (lambda: two / third, Fraction(6)),
        (lambda: 2 / third, Fraction(6)),
        (lambda: two**2, Fraction(4)),
        (lambda: -third, Fraction(-1, 3)),
        (lambda: abs(-third), Fraction(1, 3)),
        (lambda: two % third, Fraction(0)),
        (lambda: round(third, 1), Fraction(3, 10)),
    ],
)
def test_what_is_computed_from_it_and_exact_numbers_is_exact_again(
    compute: Callable[[], object], expected: Fraction
) -> None:
    found = compute()
    assert type(found) is ExactRatio
    assert found == expected


def test_whole_parts_are_integers_and_comparisons_are_exact() -> None:
    half = ExactRatio(Fraction(7, 2))
    assert [type(one) for one in (half // 2, math.floor(half), round(half))] == [int] * 3
    assert (half // 2, math.floor(half), math.ceil(half), math.trunc(half), round(half)) == (1, 3, 4, 3, 4)
    whole, rest = divmod(half, 2)
    assert (whole, rest - Fraction(3, 2)) == (1, 0)
    for compare in (operator.lt, operator.le):
        assert compare(third, Fraction(334, 1000))
        assert not compare(two, third)
    for compare in (operator.gt, operator.ge):
        assert compare(third, Fraction(333, 1000))
        assert not compare(third, two)
    assert (third <= Fraction(1, 3), third < Fraction(1, 3)) == (True, False)


def test_what_no_double_is_near_to_is_refused() -> None:
    with pytest.raises(OverflowError):
        ExactRatio(Fraction(10) ** 400)
