"""Sweep: one number under every policy of a family, and what moves it."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from nerconform.results.constraints import require_known
from nerconform.results.context import Exact, FilesRead, MeasureParts, PythonNumber, RatioFormat, python_number
from nerconform.results.values import Number, ResultRecord

KINDS = ("pair", "start", "end")
"""Where an illegal transition stands: between two tags, at the start, at the end of a sentence."""


class PolicyNumber(ResultRecord, frozen=True):
    """A policy and the number that it gives."""

    policy: str
    number: Number = field(name="value")

    value = Exact("number")
    """The number, `None` where it is undefined."""


class NamedPolicy(ResultRecord, frozen=True):
    """A number that is shown beside the family: that of one policy, or of the best legal tags (`viterbi`).

    `in_family` says whether the policy belongs to the family; `refused` says why there is no value; `words` say what
    the policy does in the scheme.
    """

    name: str
    number: Number = field(name="value")
    in_family: bool = False
    refused: str = ""
    words: str = ""

    value = Exact("number")
    """The number, `None` where it is undefined."""


class ValueShare(ResultRecord, frozen=True):
    """One value, how many policies of the family give it, and the first of them where it is shown.

    `words` say what that policy does wherever policies differ in their values.
    """

    number: Number = field(name="value")
    policies: int
    policy: str = ""
    words: str = ""

    value = Exact("number")
    """The value."""


class IllegalTransitions(ResultRecord, frozen=True):
    """One side of the data: how much there is, and how much of it an illegal transition touches.

    `entities` are the spans that `lenient` finds, which uses every tag; one is touched where it holds one of the two
    tags of an illegal transition. `kinds`, `points` and `letters` each count all illegal transitions: between two
    tags, at the start and at the end of sentences; by decision point; by what they look like, most frequent first.
    """

    units: int
    touched_units: int
    entities: int
    touched_entities: int
    kinds: Mapping[str, int]
    points: Mapping[str, int]
    letters: Mapping[str, int]

    def __post_init__(self) -> None:
        """Refuse counts in which a kind is missing."""
        require_known("every side", KINDS, "kinds", self.kinds)

    @property
    def transitions(self) -> int:
        """Return how many illegal transitions there are."""
        return sum(self.kinds.values())


class PointEffect(ResultRecord, frozen=True):
    """What one decision point alone does to a score, over all settings of the other points.

    `units` is how many sentences meet the point under some policy, `settings` how many settings give a value under
    every option, and `moved` in how many of those the options give different values. A *change* is the difference
    between the greatest and the least value in one setting; `largest` and `typical` are the greatest change and the
    median of all, `lower` and `higher` two policies that differ by the largest one. `medians` has for each option the
    median value of the policies that choose it.
    """

    point: str
    units: int
    settings: int
    moved: int
    largest_number: Number = field(name="largest")
    typical_number: Number = field(name="typical")
    median_numbers: Annotated[Mapping[str, Number], Meta(min_length=1)] = field(name="medians")
    lower: str = ""
    higher: str = ""
    words: Mapping[str, str] = {}
    """What each option does, in words."""

    largest = Exact("largest_number")
    """The greatest change."""

    typical = Exact("typical_number")
    """The median of all changes."""

    @property
    def medians(self) -> Mapping[str, PythonNumber]:
        """Return the median of each option."""
        return {option: python_number(number) for option, number in self.median_numbers.items()}


class Sweep(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-sweep-2"):
    """One measure of a dialect under every policy of the family of its scheme.

    `dialect` and `short` have the policy that the dialect was given with, or `lenient`; in `signature` `*` stands for
    the policy. `policies` is the size of the family, `undefined` how many of them give no value. `distribution` has the
    distinct values in order, `quartiles` are the lower quartile, the median and the upper quartile. `named` are the
    policies that have a name and are defined in the scheme, in the family or not, `viterbi` the best legal tags if
    there were logits. `touched` says for each side how much of the data illegal transitions touch. `every` has each
    policy of the family with its value, the last point varying fastest, where that was asked for.
    """

    tool: str
    spec: str
    signature: str
    dialect: str
    short: str
    scheme: str
    measure: str
    round: RatioFormat
    units: int
    policies: int
    points: Mapping[str, tuple[str, ...]]
    undefined: int
    distribution: tuple[ValueShare, ...]
    quartile_numbers: tuple[Number, Number, Number] = field(name="quartiles")
    named: tuple[NamedPolicy, ...]
    touched: Mapping[str, IllegalTransitions]
    effects: tuple[PointEffect, ...]
    minimum: ValueShare | None = None
    maximum: ValueShare | None = None
    viterbi: NamedPolicy | None = None
    read: FilesRead | None = None
    every: tuple[PolicyNumber, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a decision point that is not listed, or not counted on each side."""
        require_known("`effects`", (one.point for one in self.effects), "points", self.points)
        for name, side in self.touched.items():
            require_known("`points`", self.points, f"touched.{name}.points", side.points)

    @property
    def values(self) -> tuple[PythonNumber, ...]:
        """Return the value under each policy, where every one was asked for."""
        return tuple(one.value for one in self.every)

    @property
    def quartiles(self) -> tuple[PythonNumber, PythonNumber, PythonNumber]:
        """Return lower quartile, median and upper quartile of the policies that give a value."""
        lower, median, upper = self.quartile_numbers
        return python_number(lower), python_number(median), python_number(upper)

    @property
    def parts(self) -> MeasureParts:
        """Return the parts of the measure."""
        return MeasureParts.of(self.measure)

    @property
    def marked(self) -> tuple[NamedPolicy, ...]:
        """Return all that is marked in pictures: named policies, and the best legal tags."""
        return self.named if self.viterbi is None else (*self.named, self.viterbi)

    @property
    def citation(self) -> str:
        """Return the signature, and behind `#` what was read, if files were."""
        return self.signature if self.read is None else f"{self.signature} # {self.read.citation}"
