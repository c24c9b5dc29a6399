"""Compared: one data set under several implementations and dialects, and why their numbers differ (CMP-1 to CMP-7)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from nerconform.formats.provenance import RunPart, SourceFile
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.signature import Signature
from nerconform.results.bridge import Bridge, Number, as_number, change_of
from nerconform.results.run import Mismatch
from nerconform.results.search_result import CauseShown
from nerconform.results.sweep_result import Sweep
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-comparison-1"
"""The name of the file format; `spec/formats/comparison.schema.json` is its JSON Schema."""


class Ran(StrEnum):
    """Who gave the numbers of a column."""

    LIBRARY = "library"
    """The implementation itself."""
    REFERENCE = "reference"
    """The reference: in a dialect that was asked for, or in that of a library that is not installed."""


class Figures(NamedTuple):
    """The numbers of one schema at the scope of the measure, by their quantities; what is not given is left out.

    `None` where a ratio is undefined. A mean over types has no counts.
    """

    ratios: Mapping[str, Number]
    counts: Mapping[str, int]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {**{name: as_number(value) for name, value in self.ratios.items()}, "counts": dict(self.counts)}


class Departure(NamedTuple):
    """Where a library departs from its declared dialect on these data.

    `causes` are those with which the reference gives every number of the library; none where nothing explains it.
    `mismatches` hold what the declared dialect expects and the library gave.
    """

    causes: tuple[CauseShown, ...]
    mismatches: tuple[Mismatch, ...]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        causes = [{name: value for name, value in asdict(cause).items() if value} for cause in self.causes]
        mismatches = [asdict(mismatch) for mismatch in self.mismatches]
        return {"explained": bool(self.causes), "causes": causes, "mismatches": mismatches}


class Interval(NamedTuple):
    """The bounds of a percentile interval, as ratios."""

    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Return both as plain data."""
        return self._asdict()


class Against(NamedTuple):
    """What a column gives for the second prediction, and the paired comparison of the two (CMP-7).

    `value` and `difference` (second minus first) are ratios; `p` is that of the randomisation test, two-sided.
    """

    value: Number
    difference: Number
    interval: Interval | None = None
    difference_interval: Interval | None = None
    p: Fraction | None = None

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "value": as_number(self.value),
            "difference": as_number(self.difference),
            "interval": self.interval and self.interval.to_dict(),
            "difference_interval": self.difference_interval and self.difference_interval.to_dict(),
            "p": as_number(self.p),
        }


@dataclass(frozen=True, slots=True)
class Column:
    """One implementation or dialect, and what it gives on the data.

    `name` selects it, `instead` says why the reference ran in its place, `decoded_by` by which policy the tags became
    spans for a library that takes spans alone. `results` hold the numbers of every schema that it answers, exact where
    the reference reproduces them, as `dialect` rounds them; `refused` is the error where there are none. `value` is the
    measure of the comparison as a ratio, whatever the rounding; `no_value` says why there is none though it answers.
    `unresampled` says why there is no interval.
    """

    name: str
    version: str
    ran: Ran
    dialect: Dialect | None
    results: Mapping[str, Figures] = field(default_factory=dict)
    value: Number = None
    no_value: str = ""
    instead: str = ""
    decoded_by: str = ""
    refused: str = ""
    departure: Departure | None = None
    interval: Interval | None = None
    unresampled: str = ""
    against: Against | None = None

    @property
    def answers(self) -> bool:
        """Whether it gives numbers."""
        return not self.refused

    @property
    def is_explained(self) -> bool:
        """Whether the reference gives its numbers, in its declared dialect or with causes."""
        return self.departure is None or bool(self.departure.causes)

    def to_dict(self, measure: Measure, run: str) -> dict[str, object]:
        """Return everything as plain data."""
        dialect = self.dialect
        return {
            "name": self.name,
            "version": self.version,
            "ran": str(self.ran),
            "instead": self.instead or None,
            "dialect": None if dialect is None else {"text": str(dialect), "name": name_of(dialect)},
            "citation": None if dialect is None else f"{Signature(dialect, measure)} # {run}",
            "decoded_by": self.decoded_by or None,
            "refused": self.refused or None,
            "scale": 1 if dialect is None else dialect.round.scale,
            "results": {schema: figures.to_dict() for schema, figures in self.results.items()},
            "value": as_number(self.value),
            "no_value": self.no_value or None,
            "departure": self.departure and self.departure.to_dict(),
            "interval": self.interval and self.interval.to_dict(),
            "unresampled": self.unresampled or None,
            "against": self.against and self.against.to_dict(),
        }


class Cited(NamedTuple):
    """A unit that some step touches, as it was read: where it stands, its tokens, and both sides."""

    place: str
    tokens: tuple[str, ...]
    gold: tuple[object, ...]
    pred: tuple[object, ...]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data: tags as text, spans as `[type, start, end]`."""
        sides = {
            side: [list(item) if isinstance(item, tuple) else item for item in getattr(self, side)]
            for side in ("gold", "pred")
        }
        return {"place": self.place, "tokens": list(self.tokens), **sides}


class Drawn(NamedTuple):
    """How intervals and tests were drawn: everything that is needed to draw the same again (CMP-6)."""

    resamples: int
    seed: int
    random: str
    level: int = 95

    def __str__(self) -> str:
        """Return what the run part of a signature says of it."""
        return f"resamples:{self.resamples} seed:{self.seed} random:{self.random}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One data set under several implementations and dialects.

    `columns` are in the order in which they were asked for, `bridges` lead from one of them to another, and `cited` are
    the units that their steps touch, by index. `second` names the prediction that is held against the first, and
    `spread` is the sweep of the policies, where these were asked for.
    """

    measure: Measure
    scheme: str
    units: int
    columns: tuple[Column, ...]
    bridges: tuple[Bridge, ...]
    cited: Mapping[int, Cited] = field(default_factory=dict)
    drawn: Drawn | None = None
    second: str = ""
    spread: Sweep | None = None
    run: RunPart | None = None
    sources: tuple[SourceFile, ...] = ()

    def column(self, name: str) -> Column:
        """Return a column by its name. Raises `KeyError`."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    @property
    def status(self) -> int:
        """Return the exit status: 1 where a library's number or a step of a bridge is unexplained, else 0."""
        explained = all(column.is_explained for column in self.columns) and all(one.explained for one in self.bridges)
        return 0 if explained else 1

    @property
    def run_text(self) -> str:
        """Return what stands behind the `#` of every signature: what was read, and what was drawn."""
        read = f"nerconform:{__version__}" if self.run is None else str(self.run)
        return read if self.drawn is None else f"{read} {self.drawn}"

    def difference(self, left: str, right: str) -> Number:
        """Return by how much the measure of one column exceeds that of another."""
        return change_of(self.column(left).value, self.column(right).value)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/comparison.schema.json`)."""
        run = None
        if self.run is not None:
            inputs = [source._asdict() for source in self.sources]
            run = {"unit": str(self.run.unit), "reader": self.run.reader, "inputs": inputs}
        return {
            "format": FORMAT,
            "tool": __version__,
            "spec": SPEC_VERSION,
            "measure": str(self.measure),
            "scheme": self.scheme,
            "run": run,
            "units": self.units,
            "second": self.second or None,
            "drawn": self.drawn and self.drawn._asdict(),
            "columns": [column.to_dict(self.measure, self.run_text) for column in self.columns],
            "bridges": [bridge.to_dict() for bridge in self.bridges],
            "cited": {str(index): unit.to_dict() for index, unit in sorted(self.cited.items())},
            "spread": self.spread and self.spread.to_dict(),
        }
