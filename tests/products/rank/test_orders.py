"""Places, orders and reversals: what is counted over the policies of a family is what a reader counts by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.products.rank.orders import FamilyOrders, places_of
from nerconform.products.rank.rank_systems import holm
from nerconform.reference.policies import Policy, family_of
from nerconform.reference.schemes import Scheme

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
POLICIES = 18


def test_equal_numbers_share_a_place_and_nothing_has_none() -> None:
    assert places_of([HALF, Fraction(1), HALF, None, THIRD]) == (2, 1, 2, None, 4)
    assert places_of([]) == ()


def test_orders_and_reversals_are_those_of_a_table_made_by_hand() -> None:
    # Of 18 policies, A is above B under 10, equal under 3, below under 4; under one B has no number.
    first = [HALF] * 10 + [HALF] * 3 + [THIRD] * 3 + [Fraction(0)] + [HALF]
    second = [THIRD] * 10 + [HALF] * 3 + [HALF] * 3 + [HALF] + [None]
    found = FamilyOrders(Scheme.IOB2, [first, second])
    pair = found.pair(0, 1)
    assert (pair.above, pair.equal, pair.below) == (10, 3, 4)
    assert pair.widest is not None
    assert (pair.widest.first, pair.widest.second) == (0, HALF)
    policies = [f"policy:{Policy.of(points).canonical(Scheme.IOB2)}" for points in family_of(Scheme.IOB2)]
    assert pair.widest.rule == policies[16]
    orders = [(order.places, order.policies, order.policy) for order in found.orders()]
    assert orders == [
        ((1, 2), 10, policies[0]),
        ((2, 1), 4, policies[13]),
        ((1, 1), 3, policies[10]),
        ((1, None), 1, policies[17]),
    ]


def test_holm_multiplies_by_the_tests_that_are_left() -> None:
    # 0.01 x 3, 0.02 x 2 and 0.9 x 1; 0.04 is not below 0.03 and stays.
    p = [Fraction(9, 10), Fraction(1, 100), None, Fraction(2, 100)]
    assert holm(p) == [Fraction(9, 10), Fraction(3, 100), None, Fraction(4, 100)]
    # 0.02 x 2 is 0.04, and 0.03 x 1 may not be smaller than that; nothing is greater than 1.
    assert holm([Fraction(3, 100), Fraction(2, 100)]) == [Fraction(4, 100), Fraction(4, 100)]
    assert holm([Fraction(9, 10), Fraction(8, 10)]) == [Fraction(1), Fraction(1)]


TAGS = st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), min_size=4, max_size=4)
SIDE = st.lists(TAGS, min_size=2, max_size=2)


@pytest.mark.long
@given(SIDE, st.fixed_dictionaries({"A": SIDE, "B": SIDE, "C": SIDE}))
def test_every_pair_is_counted_as_evaluating_each_policy_counts_it(
    gold: list[list[str]], systems: dict[str, list[list[str]]]
) -> None:
    found = nc.rank(gold, systems, resamples=0)
    dialect = nc.dialects()["semeval"]
    family = [replace(dialect, policy=Policy.of(points)) for points in family_of(Scheme.IOB2)]
    f1 = {name: [nc.evaluate(gold, pred, one).f1 or 0 for one in family] for name, pred in systems.items()}
    for pair in found.pairs:
        values = list(zip(f1[pair.first], f1[pair.second], strict=True))
        assert pair.above == sum(one > other for one, other in values)
        assert pair.below == sum(one < other for one, other in values)
        assert pair.above + pair.equal + pair.below == POLICIES == found.policies
        if pair.widest is not None:
            assert max(other - one for one, other in values) == (pair.widest.second or 0) - (pair.widest.first or 0)
    assert sum(order.policies for order in found.orders) == POLICIES
    assert [one.place for one in found.systems] == sorted(one.place or 0 for one in found.systems)
