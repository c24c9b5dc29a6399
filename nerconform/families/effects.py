"""Effects: how numbers lie between the least and the greatest, and how far each decision point moves a score."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from nerconform.reference.words import said_of_option
from nerconform.results.sweep_result import PointEffect
from nerconform.results.values import number_of

Value = Fraction | int | None
"""A number of an evaluation; `None` where it is undefined."""
_HALF = Fraction(1, 2)


class Spread(NamedTuple):
    """Numbers in order, each once, with how often it occurs; those that are undefined are left out."""

    numbers: tuple[Fraction | int, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, values: Iterable[Value]) -> "Spread":
        """Return the spread of these values."""
        found = Counter(value for value in values if value is not None)
        numbers = sorted(found)
        return cls(tuple(numbers), tuple(found[number] for number in numbers))

    @property
    def total(self) -> int:
        """Return how many numbers there are, each as often as it occurs."""
        return sum(self.times)

    def quantile(self, share: Fraction) -> Fraction | None:
        """Return the number below which a share of them lies; `None` where there are none.

        Of n numbers in order, counted from 0, it is the one at share x (n - 1), between two of them in proportion: the
        definition of R's type 7, NumPy's default, and `statistics.quantiles(method="inclusive")`.
        """
        if not self.numbers:
            return None
        place = share * (self.total - 1)
        below = place.numerator // place.denominator
        return self._at(below) + (place - below) * (self._at(below + (place > below)) - self._at(below))

    @property
    def median(self) -> Fraction | None:
        """Return the middle one, or the mean of the middle two."""
        return self.quantile(_HALF)

    def _at(self, index: int) -> Fraction:
        return next(
            Fraction(number) for number, end in zip(self.numbers, accumulate(self.times), strict=True) if index < end
        )


def effects_of(
    lists: Mapping[str, Sequence[str]],
    values: Sequence[Value],
    units: Mapping[str, int],
    policy: Callable[[int], str],
) -> Iterator[PointEffect]:
    """Yield the effect of each point of a family, whose policies have these values, the last point varying fastest.

    `units` is how many units meet each point, `policy` names a policy by its number in the family.
    """
    numbers = Spread.of(values).numbers
    ranks = {number: rank for rank, number in enumerate(numbers)}
    # Ranks stand for the numbers, because fractions are slow to compare.
    ranked = [None if value is None else ranks[value] for value in values]
    stride = len(values)
    for point, options in lists.items():
        stride //= len(options)
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
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
        apart = (found[0] for (low, high), found in pairs.items() if numbers[high] - numbers[low] == largest)
        least, most = map(policy, next(apart)) if largest else ("", "")
        medians = {
            text: _median(numbers, _choosing(ranked, len(options), stride, at)) for at, text in enumerate(options)
        }
        yield PointEffect(
            point,
            units[point],
            spread.total,
            spread.total - changes[0],
            number_of(largest),
            number_of(spread.median or Fraction(0)),
            {text: number_of(median) for text, median in medians.items()},
            least,
            most,
            words={text: said_of_option(text) for text in options},
        )


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
