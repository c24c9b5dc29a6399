"""Exported cases: the golden cases as a plain JSON file that drivers in any language read; what was exported."""

from collections.abc import Mapping
from typing import Any

from nerconform.results.values import ResultRecord


class ExportedNumber(ResultRecord, frozen=True):
    """A ratio: exactly, as `2/3` or `1`, and as the nearest double; both `null` where it is undefined."""

    exact: str | None
    double: float | None


ExportedSpan = tuple[str, int, int]
"""Type, start, end; in tokens from 0, the end exclusive."""


class ExportedPieces(ResultRecord, frozen=True):
    """A span of several pieces: its type, and each piece from its start to its exclusive end."""

    type: str
    pieces: tuple[tuple[int, int], ...]


class ExportedPair(ResultRecord, frozen=True, array_like=True):
    """A gold span and the prediction that met it; `null` where one of them met none."""

    gold: ExportedSpan | ExportedPieces | None
    pred: ExportedSpan | ExportedPieces | None


class ExportedAnswer(ResultRecord, frozen=True):
    """What is right in some dialects, named in `dialects` (`*`: in every one): a refusal, or all that is given.

    `refused` is the code of an error that is due instead of numbers. The keys of `numbers` are measures,
    `SCHEMA.SCOPE.QUANTITY`; counts are integers. `spans` holds the decoded spans of `gold` and `pred`, one list for
    each sentence. `pairs` holds who met whom, by schema, in any order within a sentence. `rows` are the types that
    have a row.
    """

    dialects: tuple[str, ...]
    refused: str = ""
    numbers: Mapping[str, int | ExportedNumber] = {}
    spans: Mapping[str, tuple[tuple[ExportedSpan | ExportedPieces, ...], ...]] = {}
    pairs: Mapping[str, tuple[tuple[ExportedPair, ...], ...]] = {}
    rows: tuple[str, ...] | None = None


class ExportedCase(ResultRecord, frozen=True):
    """One golden case.

    `form` is `tags` (a list of tags for each sentence), `spans` (a list of spans), `pieces` (spans of which some have
    several pieces), `mentions` (entities without offsets, or with the text of the sentence), `layers` (several lists of
    tags for a sentence), or `raw` and `raw-spans` (bad input, to be passed on as it is). `choices` are options that the
    case imposes on every dialect. `printed` holds what a document prints and its own definition contradicts.
    """

    id: str
    level: str
    kind: str
    clauses: tuple[str, ...]
    why: str
    source: str
    scheme: str
    form: str
    gold: Any
    pred: Any
    answers: tuple[ExportedAnswer, ...]
    choices: Mapping[str, str] = {}
    flags: tuple[str, ...] = ()
    printed: Mapping[str, str] = {}
    reads_report: bool = False


class ExportedDialect(ResultRecord, frozen=True):
    """A dialect: its signature without a measure, and its option at every axis, in its default scheme."""

    signature: str
    options: Mapping[str, str]


class ExportedClaim(ResultRecord, frozen=True):
    """A claim: what it means, the dialect whose answers count, and the cases that all have to be right."""

    says: str
    dialect: str
    cases: tuple[str, ...]


class ExportedScheme(ResultRecord, frozen=True):
    """A scheme: its other names, and what each prefix means: B first, I inner, E last, S only token of a span."""

    aliases: tuple[str, ...]
    prefixes: Mapping[str, str]


class ExportedCases(ResultRecord, frozen=True, tag_field="format", tag="nerconform-cases-3"):
    """The golden cases of one claim, or all of them (`claim` is empty), and what a driver needs to ask them."""

    spec: str
    fixtures: str
    licence: str
    claim: str
    dialects: Mapping[str, ExportedDialect]
    schemes: Mapping[str, ExportedScheme]
    claims: Mapping[str, ExportedClaim]
    flags: Mapping[str, str]
    cases: tuple[ExportedCase, ...]


class ExportedFile(ResultRecord, frozen=True):
    """One file of an export: its name, size in bytes, SHA-256, and how many cases it holds."""

    name: str
    bytes: int
    sha256: str
    cases: int = 0


class MovedAnswer(ResultRecord, frozen=True):
    """A case that two exports answer differently in some dialects, and the reason that it gives."""

    case: str
    turn: str
    dialects: tuple[str, ...] = ()
    why: str = ""


class Export(ResultRecord, frozen=True, tag_field="format", tag="nerconform-export-2"):
    """What `nerconform export` wrote, and what moved since the export that it was held against."""

    spec: str
    fixtures: str
    cases: int
    answers: int
    files: tuple[ExportedFile, ...]
    against: str = ""
    moved: tuple[MovedAnswer, ...] = ()
