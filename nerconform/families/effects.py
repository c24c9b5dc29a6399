"""Effects: how far each decision point moves a score."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from nerconform.families.spread import Spread, Value

Change = tuple[int, int]
"""Two policies by their number in the family: that of the lower score, and that of the higher one."""


class Effect(NamedTuple):
    """What one decision point alone does to a score, over all settings of the other points.

    `settings` is how many of them give a value under every option, and `moved` in how many of those the options give
    different values. A *change* is the difference between the greatest and the least value in one setting; `largest`
    and `typical` are the greatest change and the median of all, `example` two policies that differ by the largest one
    (`None` where nothing moves). `medians` has for each option the median value of the policies that choose it. `units`
    is how many units meet the point under some policy of the family.
    """

    point: str
    units: int
    settings: int
    moved: int
    largest: Fraction | int
    typical: Fraction | int
    example: Change | None
    medians: Mapping[str, Fraction | None]


def effects_of(
    lists: Mapping[str, Sequence[str]], values: Sequence[Value], units: Mapping[str, int]
) -> Iterator[Effect]:
    """Yield the effect of each point of a family, whose policies have these values, the last point varying fastest."""
    numbers = Spread.of(values).numbers
    ranks = {number: rank for rank, number in enumerate(numbers)}
    # Ranks stand for the numbers, because fractions are slow to compare.
    ranked = [None if value is None else ranks[value] for value in values]
    stride = len(values)
    for point, options in lists.items():
        stride //= len(options)
        pairs: dict[tuple[int, int], list[Change]] = {}
        for setting in _settings(len(values), len(options), stride):
            found = [(rank, number) for number in setting if (rank := ranked[number]) is not None]
            if len(found) == len(options):
                (low, lower), (high, higher) = min(found), max(found)
                pairs.setdefault((low, high), []).append((lower, higher))
        changes: Counter[Fraction | int] = Counter()
        for (low, high), examples in pairs.items():
            changes[numbers[high] - numbers[low]] += len(examples)
        spread = Spread.of(changes.elements())
        largest = spread.numbers[-1] if spread.numbers else Fraction(0)
        example = next(
            (found[0] for (low, high), found in pairs.items() if numbers[high] - numbers[low] == largest), None
        )
        medians = {
            text: _median(numbers, _choosing(ranked, len(options), stride, at)) for at, text in enumerate(options)
        }
        typical = spread.median or Fraction(0)
        moved = spread.total - changes[0]
        yield Effect(point, units[point], spread.total, moved, largest, typical, example if largest else None, medians)


def _choosing(ranked: Sequence[int | None], options: int, stride: int, option: int) -> Iterator[int | None]:
    """Yield what the policies that choose an option have."""
    for first in range(option * stride, len(ranked), stride * options):
        yield from ranked[first : first + stride]


def _median(numbers: Sequence[Fraction | int], ranks: Iterable[int | None]) -> Fraction | None:
    """Return the median of numbers that are given by their ranks."""
    found = Spread.of(ranks)
    return Spread(tuple(numbers[int(rank)] for rank in found.numbers), found.times).median


def _settings(policies: int, options: int, stride: int) -> Iterator[range]:
    """Yield for each setting of the other points the policies that have it, one for each option of this point."""
    for first in range(0, policies, stride * options):
        for start in range(first, first + stride):
            yield range(start, start + stride * options, stride)
