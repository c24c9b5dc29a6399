"""Coefficients of agreement beyond chance, exact: Cohen's kappa, Fleiss' kappa, Krippendorff's alpha.

They are fractions, so nothing is rounded before it is printed. Libraries compute them in doubles, on arrays of all
items; here equal items are counted once. The tests compare with published examples and with scikit-learn.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

Items = Mapping[tuple[str, ...], int]
"""The labels that annotators gave to an item, in the order of the annotators, and how many items have these labels."""


def cohen(items: Items) -> Fraction | None:
    """Return Cohen's kappa of two annotators: (observed - expected) / (1 - expected) agreement.

    The expected agreement follows from how often each annotator gives each label. `None` where it is 1: both give one
    label only, the same one, or there is no item.
    """
    number = sum(items.values())
    if not number:
        return None
    observed = Fraction(sum(times for (one, other), times in items.items() if one == other), number)
    first, second = _labels(items, 0), _labels(items, 1)
    expected = Fraction(sum(first[label] * second[label] for label in first), number**2)
    return _beyond(observed, expected)


def fleiss(items: Items) -> Fraction | None:
    """Return Fleiss' kappa of several annotators: as Cohen's, the expected agreement from all labels together.

    The observed agreement is the share of pairs of annotators that agree, averaged over items. `None` where the
    expected agreement is 1, or where there is no item.
    """
    number, raters = sum(items.values()), max(map(len, items), default=0)
    if not number:
        return None
    agreed = sum(times * sum(n * (n - 1) for n in Counter(labels).values()) for labels, times in items.items())
    every: Counter[str] = Counter()
    for labels, times in items.items():
        for label in labels:
            every[label] += times
    expected = Fraction(sum(n**2 for n in every.values()), (number * raters) ** 2)
    return _beyond(Fraction(agreed, number * raters * (raters - 1)), expected)


def krippendorff(items: Items) -> Fraction | None:
    """Return Krippendorff's alpha for nominal labels: 1 - observed / expected disagreement.

    An item counts by the pairs of its labels, so items may have different numbers of labels; those with less than two
    are left out. `None` where all labels are one, or where there is none.
    """
    paired = {labels: times for labels, times in items.items() if len(labels) > 1}
    every: Counter[str] = Counter()
    observed = Fraction(0)
    for labels, times in paired.items():
        counts = Counter(labels)
        for label, count in counts.items():
            every[label] += times * count
        differing = len(labels) ** 2 - sum(n**2 for n in counts.values())
        observed += Fraction(times * differing, len(labels) - 1)
    number = sum(every.values())
    expected = Fraction(number**2 - sum(n**2 for n in every.values()), max(1, number - 1))
    return None if not expected else 1 - observed / expected


def _labels(items: Items, annotator: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for labels, times in items.items():
        found[labels[annotator]] += times
    return found


def _beyond(observed: Fraction, expected: Fraction) -> Fraction | None:
    """Return the agreement beyond chance."""
    return None if expected == 1 else (observed - expected) / (1 - expected)


def mean(values: Sequence[Fraction | None]) -> Fraction | None:
    """Return the mean of the values that are defined, `None` of none."""
    defined = [value for value in values if value is not None]
    return sum(defined, Fraction(0)) / len(defined) if defined else None
