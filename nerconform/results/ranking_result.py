"""Ranking: the order of several systems under one rule, how sure it is, and under which other rules it changes."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from nerconform.results.constraints import require_known, require_length
from nerconform.results.context import (
    Exact,
    FilesRead,
    Interval,
    MeasureParts,
    PythonNumber,
    RatioFormat,
    Resampling,
    python_number,
)
from nerconform.results.values import Count, Number, ResultRecord


class RankedSystem(ResultRecord, frozen=True):
    """One system: its place (1 is the best; equal numbers share a place), and its number with the interval.

    `precision` and `recall` belong to the same schema and scope as the number; `support` is the number of gold
    entities, for a mean over types those of all types. Without a number there is no place.
    """

    name: str
    number: Number = field(name="value")
    place: int | None = None
    precision_number: Number | None = field(name="precision", default=None)
    recall_number: Number | None = field(name="recall", default=None)
    interval: Interval | None = None
    support: Count | None = None

    value = Exact("number")
    """The number, `None` where it is undefined."""

    precision = Exact("precision_number")
    """The precision, `None` where it is undefined."""

    recall = Exact("recall_number")
    """The recall, `None` where it is undefined."""


class Reversal(ResultRecord, frozen=True):
    """A rule under which the second of two systems is above the first, and the numbers of both there."""

    rule: str
    first_number: Number = field(name="first")
    second_number: Number = field(name="second")

    first = Exact("first_number")
    """The number of the first system."""

    second = Exact("second_number")
    """The number of the second system, which is greater."""


class SystemPair(ResultRecord, frozen=True):
    """Two systems, the better first: how sure the difference is, and under how many rules it changes its sign.

    `difference` is first minus second, `p` that of the paired randomisation test (two-sided), and `adjusted` the same
    after Holm's correction for all pairs. `above`, `equal` and `below` count the policies of the family under which the
    first is above the second, equal to it, and below it; the rest give one of the two no number. `reversals` holds each
    named dialect under which the first is below, and `widest` the policy under which it is furthest below.
    """

    first: str
    second: str
    difference_number: Number = field(name="difference")
    difference_interval: Interval | None = None
    p_number: Number | None = field(name="p", default=None)
    adjusted_number: Number | None = field(name="adjusted", default=None)
    above: int = 0
    equal: int = 0
    below: int = 0
    reversals: tuple[Reversal, ...] = ()
    widest: Reversal | None = None

    difference = Exact("difference_number")
    """By how much the first exceeds the second."""

    p = Exact("p_number")
    """How often chance makes the difference as large; `None` where that was not drawn."""

    adjusted = Exact("adjusted_number")
    """The p value after Holm's correction; `None` where there is none."""

    @property
    def swaps(self) -> bool:
        """Whether the two change places under some rule."""
        return bool(self.below or self.reversals) and self.difference != 0


class RuleOrder(ResultRecord, frozen=True):
    """The numbers and places of all systems under one named dialect, in the order of `Ranking.systems`.

    `refused` says why the dialect gives no numbers here.
    """

    rule: str
    numbers: tuple[Number, ...] = field(name="values", default=())
    places: tuple[int | None, ...] = ()
    round: RatioFormat = RatioFormat()
    refused: str = ""

    @property
    def values(self) -> tuple[PythonNumber, ...]:
        """Return the number of each system."""
        return tuple(map(python_number, self.numbers))


class PolicyOrder(ResultRecord, frozen=True):
    """One order of the systems, how many policies of the family give it, and the first of them with its numbers."""

    places: tuple[int | None, ...]
    policies: int
    policy: str
    numbers: tuple[Number, ...] = field(name="values")

    @property
    def values(self) -> tuple[PythonNumber, ...]:
        """Return the number of each system under the first of the policies."""
        return tuple(map(python_number, self.numbers))


class Ranking(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-ranking-2"):
    """Several systems on one gold standard: their order under the chosen dialect, and under other rules.

    `systems` are in the order of their places, those without a number last. `pairs` has every two of them. `named` has
    their places under each named dialect, `orders` each order that policies of the family give, most frequent first,
    and `policies` how many policies there are; `no_family` says why none was tried. `no_interval` says why nothing was
    drawn. `citation` is the signature of the chosen rule with the run part.
    """

    tool: str
    spec: str
    citation: str
    dialect: str
    short: str
    scheme: str
    measure: str
    round: RatioFormat
    units: int
    systems: Annotated[tuple[RankedSystem, ...], Meta(min_length=1)]
    pairs: tuple[SystemPair, ...]
    named: tuple[RuleOrder, ...] = ()
    policies: int = 0
    orders: tuple[PolicyOrder, ...] = ()
    no_family: str = ""
    drawn: Resampling | None = None
    no_interval: str = ""
    read: FilesRead | None = None

    def __post_init__(self) -> None:
        """Refuse a pair of systems that are not listed, and a rule without a place and a number for each system."""
        require_known(
            "`pairs`", (name for one in self.pairs for name in (one.first, one.second)), "systems", self.places
        )
        orders = (("named", self.named), ("orders", self.orders))
        for member, one in ((member, one) for member, found in orders for one in found):
            if not (isinstance(one, RuleOrder) and one.refused):
                require_length(f"{member}.places", one.places, "systems", self.systems)
                require_length(f"{member}.values", one.numbers, "systems", self.systems)

    @property
    def parts(self) -> MeasureParts:
        """Return the parts of the measure."""
        return MeasureParts.of(self.measure)

    @property
    def places(self) -> Mapping[str, int | None]:
        """Return the place of each system under the chosen rule."""
        return {one.name: one.place for one in self.systems}

    @property
    def swapping(self) -> tuple[SystemPair, ...]:
        """Return the pairs that change places under some rule, those with the most policies first."""
        return tuple(sorted((pair for pair in self.pairs if pair.swaps), key=lambda pair: -pair.below))
