"""Comparison: one data set under several implementations and dialects, and why their numbers differ."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, field

from nerconform.results.bridge import Bridge, change_of
from nerconform.results.constraints import require_known, require_length
from nerconform.results.context import (
    Exact,
    FilesRead,
    Interval,
    PythonNumber,
    RatioFormat,
    Resampling,
    python_number,
)
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import Cause, Count, Mismatch, Number, RawInput, ResultRecord, Unit


class NumbersFrom(StrEnum):
    """Who gave the numbers of a column."""

    LIBRARY = "library"
    """The implementation itself."""
    REFERENCE = "reference"
    """The reference: in a dialect that was asked for, or in that of a library that is not installed."""


class Figures(ResultRecord, frozen=True):
    """The numbers of one schema at the scope of the measure, by their quantities; what is not given is left out.

    A mean over types has no counts.
    """

    numbers: Mapping[str, Number] = field(name="ratios")
    counts: Mapping[str, Count] = {}

    @property
    def ratios(self) -> Mapping[str, PythonNumber]:
        """Return the ratios by their quantities."""
        return {name: python_number(number) for name, number in self.numbers.items()}


class Departure(ResultRecord, frozen=True):
    """Where a library departs from its declared dialect on these data.

    `causes` are those with which the reference gives every number of the library; none where nothing explains it.
    `mismatches` hold what the declared dialect expects and the library gave.
    """

    causes: tuple[Cause, ...]
    mismatches: tuple[Mismatch, ...]


class SecondPrediction(ResultRecord, frozen=True):
    """What a column gives for the second prediction, and the paired comparison of the two.

    `value` and `difference` (second minus first) are ratios; `p` is that of the randomisation test, two-sided.
    """

    number: Number = field(name="value")
    difference_number: Number = field(name="difference")
    interval: Interval | None = None
    difference_interval: Interval | None = None
    p_number: Number | None = field(name="p", default=None)

    value = Exact("number")
    """The number of the second prediction."""

    difference = Exact("difference_number")
    """By how much it exceeds the first."""

    p = Exact("p_number")
    """How often chance makes the difference as large; `None` where that was not drawn."""


class ComparisonColumn(ResultRecord, frozen=True):
    """One implementation or dialect, and what it gives on the data.

    `name` selects it, `instead` says why the reference ran in its place, `decoded_by` by which policy the tags became
    spans for a library that takes spans alone. `dialect` is canonical and `short` its shortest form; `citation` is the
    signature of the number. `results` hold the numbers of every schema that it answers, exact where the reference
    reproduces them, as `format` prints them; `refused` is the error where there are none. `value` is the measure of the
    comparison as a ratio, whatever the format; `no_value` says why there is none though it answers, `no_interval` why
    there is no interval. `call` is what a user of a library writes to get these numbers.
    """

    name: str
    version: str
    numbers_from: NumbersFrom
    dialect: str = ""
    short: str = ""
    citation: str = ""
    format: RatioFormat = RatioFormat()
    results: Mapping[str, Figures] = {}
    number: Number | None = field(name="value", default=None)
    no_value: str = ""
    instead: str = ""
    decoded_by: str = ""
    refused: str = ""
    departure: Departure | None = None
    interval: Interval | None = None
    no_interval: str = ""
    against: SecondPrediction | None = None
    call: str = ""

    value = Exact("number")
    """The measure of the comparison, as a ratio; `None` where it is undefined or not given."""

    @property
    def is_explained(self) -> bool:
        """Whether the reference gives its numbers, in its declared dialect or with causes."""
        return self.departure is None or bool(self.departure.causes)

    def ratio(self, schema: str, quantity: str) -> PythonNumber:
        """Return a ratio of a schema as a ratio, whatever the format prints. Raises `KeyError` where there is none."""
        value = python_number(self.results[schema].numbers[quantity])
        return None if value is None else Fraction(value) / self.format.scale


class CitedUnit(ResultRecord, frozen=True):
    """A sentence that some step touches, as it was read: where it stands, its tokens, and both sides."""

    place: str
    tokens: tuple[str, ...]
    gold: Unit
    pred: Unit

    def __post_init__(self) -> None:
        """Refuse tags that have not one gold tag and one predicted tag for each token."""
        sides = [() if isinstance(side, RawInput) else side for side in (self.gold, self.pred)]
        if sides[0] and all(isinstance(one, str) for side in sides for one in side):
            require_length("pred", sides[1], "gold", sides[0])
            if self.tokens:
                require_length("tokens", self.tokens, "gold", sides[0])


class RuleVerdict(ResultRecord, frozen=True):
    """What several columns say of two predictions.

    `better` is `first` or `second`, or empty where the test is not significant (p of 0.05 or more) or the two numbers
    are equal. `options` are the options on which these columns differ from those that say something else; without
    any, no single axis separates them. `p_least` and `p_most` are those of the tests, `None` without tests.
    """

    better: str
    columns: Annotated[tuple[str, ...], Meta(min_length=1)]
    options: tuple[str, ...] = ()
    p_least: float | None = None
    p_most: float | None = None


class Conclusion(ResultRecord, frozen=True):
    """Which of two predictions is better, and by which rules: the verdict of most columns first.

    Where some column has a test, `verdicts` hold the tested columns only; else they compare the numbers.
    """

    first: str
    second: str
    verdicts: Annotated[tuple[RuleVerdict, ...], Meta(min_length=1)]

    @property
    def flips(self) -> bool:
        """Whether the verdict depends on the rule."""
        return len(self.verdicts) > 1


class Comparison(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-comparison-2"):
    """What several columns give on one data set, and why they differ.

    `bridges` lead from one column to another, and `cited` are the
    sentences that their steps touch, by index; texts show `shown_units` of each step. `second` names the prediction
    that is held against the first, `conclusion` says which of the two is better, and `spread` is the sweep of the
    policies, where these were asked for. `run_text` is what stands behind the `#` of every signature.
    """

    tool: str
    spec: str
    measure: str
    scheme: str
    units: int
    run_text: str
    columns: tuple[ComparisonColumn, ...]
    bridges: tuple[Bridge, ...]
    cited: Mapping[int, CitedUnit] = {}
    drawn: Resampling | None = None
    second: str = ""
    conclusion: Conclusion | None = None
    spread: Sweep | None = None
    read: FilesRead | None = None
    shown_units: int = 2

    def __post_init__(self) -> None:
        """Refuse a step whose sentence is missing."""
        units = (unit.unit for bridge in self.bridges for step in bridge.steps for unit in step.units)
        require_known("`bridges`", units, "cited", self.cited)

    def column(self, name: str) -> ComparisonColumn:
        """Return a column by its name. Raises `KeyError`."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    @property
    def unexplained(self) -> int:
        """Return how many numbers of libraries and how many bridges nothing explains."""
        columns = sum(not column.is_explained for column in self.columns)
        return columns + sum(not bridge.explained for bridge in self.bridges)

    @property
    def status(self) -> int:
        """Return the exit status: 1 where a library's number or a step of a bridge is unexplained, else 0."""
        return 1 if self.unexplained else 0

    def difference(self, left: str, right: str) -> PythonNumber:
        """Return by how much the measure of one column exceeds that of another."""
        return change_of(self.column(left).value, self.column(right).value)
