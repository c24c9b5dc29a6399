"""Coefficients of agreement: published examples, values derived by hand, and scikit-learn as an oracle."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.stats.coefficients import Items, cohen, fleiss, krippendorff, mean

FLEISS_1971 = """
0 0 0 0 14
0 2 6 4 2
0 0 3 5 6
0 3 9 2 0
2 2 8 1 1
7 7 0 0 0
3 2 6 3 0
2 5 3 2 2
6 5 2 1 0
0 2 2 3 7
"""
"""Ten items by 14 raters into five categories, as https://en.wikipedia.org/wiki/Fleiss%27_kappa works them out."""
KRIPPENDORFF = """
* * * * * 3 4 1 2 1 1 3 3 * 3
1 * 2 1 3 3 4 3 * * * * * * *
* * 2 1 3 4 4 * 2 1 1 3 3 * 4
"""
"""Three coders, fifteen units, * where there is no value: https://en.wikipedia.org/wiki/Krippendorff%27s_alpha."""
LABELS = st.lists(st.tuples(*[st.sampled_from("OAB")] * 2), min_size=1, max_size=12)


def test_cohen_of_fifty_proposals() -> None:
    """Observed (20 + 15) / 50 = 0.7; expected 25/50 * 30/50 + 25/50 * 20/50 = 0.5; kappa 0.2 / 0.5."""
    assert cohen({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}) == Fraction(2, 5)


def test_fleiss_of_the_published_table() -> None:
    rows = [list(map(int, line.split())) for line in FLEISS_1971.split("\n") if line]
    items = Counter(tuple("".join(name * n for name, n in zip("abcde", row, strict=True))) for row in rows)
    found = fleiss(items)
    assert found is not None
    assert round(float(found), 3) == 0.210


def test_krippendorff_of_the_published_units() -> None:
    coders = [line.split() for line in KRIPPENDORFF.split("\n") if line]
    items = Counter(tuple(value for value in unit if value != "*") for unit in zip(*coders, strict=True))
    found = krippendorff(items)
    assert found is not None
    assert round(float(found), 3) == 0.691


def test_alpha_by_hand() -> None:
    """AA, AB: one pair of two disagrees. Observed 2 of 4 values; expected 2 * 3 * 1 / 3 = 2; alpha 0."""
    assert krippendorff({("A", "A"): 1, ("A", "B"): 1}) == 0


def test_one_label_leaves_coefficients_undefined() -> None:
    items: Items = {("O", "O"): 7}
    assert (cohen(items), fleiss(items), krippendorff(items)) == (None, None, None)
    assert (cohen({}), fleiss({}), krippendorff({})) == (None, None, None)


def test_full_agreement_is_one() -> None:
    items: Items = {("O", "O", "O"): 7, ("A", "A", "A"): 1}
    assert (fleiss(items), krippendorff(items)) == (Fraction(1), Fraction(1))


@given(LABELS)
def test_cohen_is_that_of_scikit_learn(labels: list[tuple[str, str]]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    found = cohen(Counter(labels))
    first, second = zip(*labels, strict=True)
    if found is not None:
        assert float(found) == pytest.approx(sklearn.cohen_kappa_score(first, second))


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[st.sampled_from("OAB")] * n), min_size=1, max_size=9)))
def test_alpha_is_fleiss_with_the_correction_for_small_samples(items: list[tuple[str, ...]]) -> None:
    """For complete data 1 - alpha = (1 - kappa) * (n - 1) / n with n values in all (Krippendorff 2004)."""
    counted = Counter(items)
    kappa, alpha = fleiss(counted), krippendorff(counted)
    values = len(items) * len(items[0])
    if kappa is not None and alpha is not None:
        assert 1 - alpha == (1 - kappa) * Fraction(values - 1, values)


def test_a_mean_leaves_out_what_is_undefined() -> None:
    assert mean([Fraction(1, 2), None, Fraction(1)]) == Fraction(3, 4)
    assert mean([None]) is None
