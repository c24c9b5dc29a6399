"""Orders: the places of systems under each policy of a family and each named dialect, and who changes places."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from nerconform.families.effects import Value
from nerconform.reference.policies import Policy, family_of
from nerconform.reference.schemes import Scheme
from nerconform.results.ranking_result import PolicyOrder, Reversal, RuleOrder
from nerconform.results.values import number_of

Places = tuple[int | None, ...]
"""The place of each system: 1 is the best, equal numbers share a place, and without a number there is none."""


def places_of(values: Sequence[Value]) -> Places:
    """Return the places of numbers: one more than how many systems have a greater number."""
    ordered = sorted((value for value in values if value is not None), reverse=True)
    return tuple(None if value is None else 1 + ordered.index(value) for value in values)


@dataclass(frozen=True, slots=True)
class PairCount:
    """Under how many policies the first of two systems is above the second, equal and below, and where most so."""

    above: int = 0
    equal: int = 0
    below: int = 0
    widest: Reversal | None = None


class FamilyOrders:
    """The numbers of systems under every policy of a family, equal ones looked at once."""

    def __init__(self, scheme: Scheme, columns: Sequence[Sequence[Value]]) -> None:
        """Take the numbers of each system under the policies in the order of the family."""
        self.scheme = scheme
        self.policies = len(columns[0])
        self._times: Counter[tuple[Value, ...]] = Counter()
        self._first: dict[tuple[Value, ...], int] = {}
        for number, values in enumerate(zip(*columns, strict=True)):
            self._times[values] += 1
            self._first.setdefault(values, number)

    def orders(self) -> Iterator[PolicyOrder]:
        """Yield each order that occurs, most frequent first, with the first policy that gives it."""
        times: Counter[Places] = Counter()
        firsts: dict[Places, tuple[Value, ...]] = {}
        for values, policies in self._times.items():
            places = places_of(values)
            times[places] += policies
            firsts.setdefault(places, values)
        for places, policies in times.most_common():
            values = firsts[places]
            yield PolicyOrder(places, policies, self._policy(values), tuple(map(number_of, values)))

    def pair(self, first: int, second: int) -> PairCount:
        """Return how two systems stand to each other, by their numbers in the list."""
        signs: Counter[int] = Counter()
        widest: tuple[Value, ...] | None = None
        least = Fraction(0)
        for values, policies in self._times.items():
            one, other = values[first], values[second]
            if one is None or other is None:
                continue
            difference = Fraction(one) - other
            signs[(difference > 0) - (difference < 0)] += policies
            if difference < least:
                least, widest = difference, values
        found = None if widest is None else _reversal(self._policy(widest), widest, first, second)
        return PairCount(signs[1], signs[0], signs[-1], found)

    def _policy(self, values: tuple[Value, ...]) -> str:
        """Return the first policy that gives these numbers, by its name or its points."""
        points = next(islice(family_of(self.scheme), self._first[values], None))
        return f"policy:{Policy.of(points).canonical(self.scheme)}"


def reversals(rules: Sequence[tuple[RuleOrder, tuple[Value, ...]]], first: int, second: int) -> Iterator[Reversal]:
    """Yield each named dialect under which the first of two systems is below the second."""
    for rule, values in rules:
        if not rule.refused:
            one, other = values[first], values[second]
            if one is not None and other is not None and one < other:
                yield _reversal(rule.rule, values, first, second)


def _reversal(rule: str, values: Sequence[Value], first: int, second: int) -> Reversal:
    return Reversal(rule, number_of(values[first]), number_of(values[second]))
