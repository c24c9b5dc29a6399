"""Score: what `score` finds in files, and the form of an evaluation in JSON."""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from nerconform.results.constraints import require_known
from nerconform.results.context import Exact, FilesRead, Interval, RatioFormat, Resampling
from nerconform.results.values import Count, Number, Ratio, ResultRecord

COUNTS = ("cor", "inc", "par", "mis", "spu", "pos", "act", "tp", "fp", "fn")
AVERAGES = ("micro", "macro", "weighted")
RATIOS = ("precision", "recall", "f1")


class RowScores(ResultRecord, frozen=True):
    """The numbers of one type or average; the macro and weighted averages have no counts of their own.

    Without alignment there is no INC, PAR, MIS and SPU.
    """

    precision: Ratio
    recall: Ratio
    f1: Ratio
    counts: Mapping[str, Count] = {}


class AverageScores(ResultRecord, frozen=True):
    """The averages over types."""

    micro: RowScores
    macro: RowScores
    weighted: RowScores

    def by_name(self) -> Mapping[str, RowScores]:
        """Return each average by its name."""
        return {name: getattr(self, name) for name in AVERAGES}


class SchemaScores(ResultRecord, frozen=True):
    """The numbers of one schema: the averages over types, and a row for each type."""

    averages: AverageScores
    by_type: Mapping[str, RowScores]


class EvaluationScores(ResultRecord, frozen=True):
    """Every measure of one dialect on one set of data: what `Evaluation.to_dict` returns."""

    signature: str
    schemas: Annotated[Mapping[str, SchemaScores], Meta(min_length=1)]


class TextsFound(ResultRecord, frozen=True):
    """How many entities without offsets have a text that stands in their sentence once, several times, or not.

    The numbers are those of one side; no score depends on them (LOC-6).
    """

    once: int
    several: int
    absent: int

    @property
    def number(self) -> int:
        """Return how many entities there are."""
        return self.once + self.several + self.absent

    def __str__(self) -> str:
        """Return the three numbers in words."""
        return f"{self.once} found once, {self.several} several times, {self.absent} not in the text"


class MeasuredValue(ResultRecord, frozen=True):
    """One number that was asked for apart, its signature with the run part, and its interval if there is one."""

    measure: str
    number: Number = field(name="value")
    citation: str
    interval: Interval | None = None

    value = Exact("number")
    """The number, `None` where it is undefined."""


class KnownDefect(ResultRecord, frozen=True):
    """A defect of a program: `nerconform explain ID` says more."""

    id: str
    title: str


class PrintedByProgram(ResultRecord, frozen=True):
    """What a published program prints for the files, as nerconform reproduces it.

    `figures` are the numbers of `output` by a name, as they are printed; `without_defects` those that are others
    without the defects of the program. `defects` are those that the data can trigger.
    """

    name: str
    version: str
    output: str
    figures: Mapping[str, str]
    without_defects: Mapping[str, str]
    defects: tuple[KnownDefect, ...] = ()


class FileScores(EvaluationScores, frozen=True, kw_only=True, tag_field="format", tag="nerconform-score-2"):
    """Scores of files: every measure of a dialect, and what was read.

    `citation` is the signature of all numbers with the run part behind `#`, `short` the dialect in its shortest form,
    `measures` the numbers that were asked for apart (none: everything is shown). `engine` says who counted.
    `intervals` are those of the micro F1 of each schema, `row_intervals` those of every other F1 by its measure, where
    they were asked for; `drawn` says how they were drawn, `no_interval` why not.
    Texts show the tables of `shown_schemas` (none: all, and on the first screen one), and the first screen the
    signature in full if `full_signature` says so.
    """

    tool: str
    spec: str
    citation: str
    short: str
    round: RatioFormat
    engine: str
    units: int
    read: FilesRead
    measures: tuple[MeasuredValue, ...] = ()
    intervals: Mapping[str, Interval] = {}
    row_intervals: Mapping[str, Interval] = {}
    no_interval: str = ""
    drawn: Resampling | None = None
    shown_schemas: tuple[str, ...] = ()
    full_signature: bool = False
    texts: Mapping[str, TextsFound] = {}
    """By side, where entities have no offsets and the text of their sentences is known."""
    illegal: Mapping[str, int] = {}
    """How many tags of each side the scheme forbids, where that was looked at."""
    program: PrintedByProgram | None = None
    """Where the files were scored as a published program scores them."""

    def __post_init__(self) -> None:
        """Refuse a schema that has an interval, or is shown, and has no scores."""
        require_known("`shown_schemas`", self.shown_schemas, "schemas", self.schemas)
        require_known("`intervals`", self.intervals, "schemas", self.schemas)

    @property
    def layer(self) -> str:
        """Return the number of the layer that was read alone; nothing where there are no layers, or all were read."""
        layer = re.search(r"(?:^|,)layers:([0-9]+)(?:,|$)", self.read.reader)
        return layer[1] if layer else ""

    @property
    def texts_line(self) -> str:
        """Return how often the texts of entities are found, in one line; nothing where none was looked for."""
        named = {"gold": "gold", "pred": "predicted"}
        return "; ".join(f"{named[side]}: {found}" for side, found in self.texts.items() if found.number)

    def citation_of(self, measure: str) -> str:
        """Return the signature of one number, with the run part."""
        return self.citation.replace("|*|", f"|{measure}|", 1)


class LayeredScores(ResultRecord, frozen=True, tag_field="format", tag="nerconform-layered-score-1"):
    """Scores of each layer of files by itself, in the order of the layers (INP-6)."""

    tool: str
    spec: str
    layers: tuple[FileScores, ...]
