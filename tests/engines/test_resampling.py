"""Resampling: every resample could be drawn, blocks do not show, and means are those of probability."""

import numpy as np
import pytest

from nerconform.engines import resampling
from nerconform.engines.resampling import bootstrapped, scores_of, swapped, values_of
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED

TIMES = [3, 1, 6]
"""How many units are of each kind."""
KINDS = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
"""A vector that says which kind a unit is: its sum says how often each kind is drawn."""
ONE = [(2, 0), (1, 5), (0, 3)]
OTHER = [(0, 0), (4, 1), (7, 3)]
MANY = 4000


def test_as_many_units_are_drawn_as_there_are_each_in_every_table() -> None:
    more = [(2, 0, 1), (1, 5, 0), (0, 3, 9)]
    counts, one = bootstrapped([KINDS, more], TIMES, 500, 7)
    assert counts.shape == one.shape == (500, 3)
    assert (counts.sum(axis=1) == sum(TIMES)).all()
    assert (counts >= 0).all()
    assert (one == counts @ np.array(more)).all()


def test_each_unit_is_drawn_with_the_same_probability() -> None:
    """Of 10 units kind k has n: its number is binomial (10, n/10); the mean of 4,000 lies within five deviations."""
    (counts,) = bootstrapped([KINDS], TIMES, MANY, 1)
    for column, n in zip(counts.T, TIMES, strict=True):
        deviation = (10 * n / 10 * (1 - n / 10) / MANY) ** 0.5
        assert abs(column.mean() - n) < 5 * deviation
        assert column.var() == pytest.approx(n * (1 - n / 10), rel=0.15)


def test_what_is_swapped_stays_in_one_of_the_two() -> None:
    one, other = swapped([ONE, OTHER], TIMES, 500, 7)
    whole = np.array(TIMES) @ (np.array(ONE) + np.array(OTHER))
    assert (one + other == whole).all()
    first, kinds = swapped([[(0, 0, 0)] * 3, KINDS], TIMES, MANY, 3)
    assert ((first >= 0) & (first <= TIMES)).all()
    assert (first + kinds == TIMES).all()
    for column, n in zip(first.T, TIMES, strict=True):
        assert abs(column.mean() - n / 2) < 5 * (n / 4 / MANY) ** 0.5
        assert column.var() == pytest.approx(n / 4, rel=0.15)


def test_equal_units_are_swapped_without_a_trace() -> None:
    one, other = swapped([ONE, ONE], TIMES, 20, 0)
    assert (one == np.array(TIMES) @ np.array(ONE)).all()
    assert (one == other).all()


def test_a_seed_gives_one_draw_whatever_is_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bootstrapped([KINDS], TIMES, 10, 5), swapped([ONE, OTHER], TIMES, 10, 5)
    assert not np.array_equal(whole[0][0], bootstrapped([KINDS], TIMES, 10, 6)[0])
    assert not np.array_equal(whole[1][0], swapped([ONE, OTHER], TIMES, 10, 6)[0])
    for most in (1, 9, 12):  # blocks of one, three and four resamples
        monkeypatch.setattr(resampling, "_MAX_DRAWS", most)
        parts = bootstrapped([KINDS], TIMES, 10, 5), swapped([ONE, OTHER], TIMES, 10, 5)
        for one, other in zip(whole, parts, strict=True):
            assert all(map(np.array_equal, one, other))


CELLS = (5, 3, 2, 4, 1)
"""COR, INC, PAR, MIS, SPU."""
COUNTS = {"cor": 5, "inc": 3, "par": 2, "mis": 4, "spu": 1, "pos": 14, "act": 11, "tp": 5, "fp": 6, "fn": 9}
"""POS = COR + INC + PAR + MIS, ACT = COR + INC + PAR + SPU, FP = ACT - TP, FN = POS - TP (SCO-1)."""


@pytest.mark.parametrize("quantity", COUNTS)
def test_counts_are_those_of_their_definition(quantity: str) -> None:
    sums = np.array([[[*CELLS, 1, 1]], [[0] * 7]])
    measure = Measure.parse(f"partial.micro.{quantity}")
    assert scores_of(sums, [""], NAMED["semeval"], measure).tolist() == [COUNTS[quantity], 0]


def test_values_are_those_of_flat_tables() -> None:
    sums = np.array([[*CELLS, 1, 1, 0, 1, 0, 0, 0, 1, 1]])
    measure = Measure.parse("partial.macro.precision")
    assert values_of(sums, ["A", "B"], NAMED["semeval"], measure) == [pytest.approx((6 / 11 + 0) / 2)]
