"""Sums: from what each behaviour contributes to the sum for every policy of a family."""

from collections.abc import Iterator, Mapping, Sequence

from nerconform.comparison.sweeping.behaviours import Assignment
from nerconform.comparison.sweeping.contributions import Contribution, Feature

Entries = Mapping[Assignment, Contribution]
"""What all policies that choose like an assignment have in common, beyond what shorter assignments say."""


class Sums:
    """Contributions that are being collected, by the assignment of options under which they are due."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.entries: dict[Assignment, dict[Feature, int]] = {}

    def add(self, assignment: Assignment, contribution: Contribution, times: int = 1) -> None:
        """Add what a behaviour contributes, as often as it occurs."""
        _add(self.entries.setdefault(assignment, {}), contribution, times)

    def of_policies(self, sizes: Sequence[int]) -> Iterator[Contribution]:
        """Yield the sum for each policy, the last point varying fastest."""
        return _of_policies(self.entries, sizes)


def _add(total: dict[Feature, int], contribution: Contribution, times: int) -> None:
    for feature, count in contribution.items():
        total[feature] = total.get(feature, 0) + times * count


def _of_policies(entries: Entries, sizes: Sequence[int]) -> Iterator[Contribution]:
    """Choose at the first point, and leave the others to the rest: what only they decide is merged once for all."""
    if not sizes:
        yield entries.get((), {})
        return
    for option in range(sizes[0]):
        merged: dict[Assignment, dict[Feature, int]] = {}
        for (first, *rest), contribution in entries.items():
            if first is None or first == option:
                _add(merged.setdefault(tuple(rest), {}), contribution, 1)
        yield from _of_policies(merged, sizes[1:])
