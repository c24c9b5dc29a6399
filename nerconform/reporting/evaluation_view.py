"""Evaluation view: which rows and columns a table of scores has; the writers only lay it out."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from nerconform.reference.evaluation import Evaluation, ScoreRow
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Schema
from nerconform.reference.values import Rounding

RATIOS = ("precision", "recall", "f1")
_UNALIGNED = ("tp", "fp", "fn", "pos", "act")
_ALIGNED: Mapping[Schema, tuple[str, ...]] = {
    Schema.STRICT: ("cor", "inc", "mis", "spu", "pos", "act"),
    Schema.EXACT: ("cor", "inc", "mis", "spu", "pos", "act"),
    Schema.PARTIAL: ("cor", "par", "mis", "spu", "pos", "act"),
    Schema.TYPE: ("cor", "inc", "mis", "spu", "pos", "act"),
}
UNDEFINED = "-"
"""What stands for a ratio that the dialect leaves undefined."""
_HALF = Fraction(1, 2)


class Line(NamedTuple):
    """One row of a table: its name, whether it is an average, the scope of its measures, and its cells as text."""

    name: str
    average: bool
    scope: str
    cells: tuple[str, ...]

    @property
    def label(self) -> str:
        """Return the name, of a type that is called like an average with the word `type` before it."""
        return f"type {self.name}" if not self.average and self.name in AVERAGES else self.name


class SchemaTable(NamedTuple):
    """The rows of one schema, types first and averages last, under `heads` (without the head of the names).

    A count that is 0 in this schema by definition (INC under partial, PAR under the others) has no column.
    """

    schema: Schema
    heads: tuple[str, ...]
    lines: tuple[Line, ...]


def tables(evaluation: Evaluation) -> list[SchemaTable]:
    """Return one table for each schema that the dialect answers."""
    aligned = evaluation.dialect.align is not Align.NONE
    found = []
    for name in evaluation.schemas:
        schema = Schema(name)
        counts = _ALIGNED[schema] if aligned else _UNALIGNED
        found.append(SchemaTable(schema, (*RATIOS, *counts), tuple(_lines(evaluation, schema, counts))))
    return found


def _lines(evaluation: Evaluation, schema: Schema, counts: tuple[str, ...]) -> Iterator[Line]:
    result = evaluation.schemas[schema]
    rounding = evaluation.dialect.round
    for kind, row in result.by_type.items():
        yield Line(plain(kind), False, Measure.of_type(schema, kind, "f1").scope, _cells(row, counts, rounding))  # noqa: FBT003
    for name in AVERAGES:
        yield Line(name, True, name, _cells(result.averages[name], counts, rounding))  # noqa: FBT003


def _cells(row: ScoreRow, counts: tuple[str, ...], rounding: Rounding) -> tuple[str, ...]:
    ratios = (shown(getattr(row, name), rounding) for name in RATIOS)
    if row.counts is None:
        return (*ratios, *("" for _ in counts))
    return (*ratios, *(str(getattr(row.counts, name)) for name in counts))


def shown(value: Fraction | int | None, rounding: Rounding) -> str:
    """Return a count, or a ratio as the dialect rounds it; an exact one in per cent with two decimals, halves up."""
    if value is None:
        return UNDEFINED
    if isinstance(value, int):
        return str(value)
    if rounding.rule == "exact":
        return _decimal(math.floor(value * 10_000 + _HALF), 2)
    return _decimal(int(value * 10**rounding.digits), rounding.digits)


def _decimal(number: int, digits: int) -> str:
    """Return an integer with so many of its digits behind the point."""
    text = str(number).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def scale(rounding: Rounding) -> str:
    """Return what ratios are printed as, in words."""
    if rounding.rule == "exact":
        return "per cent, two decimals; exact values with --format json"
    return f"as the dialect rounds them ({rounding})"


def plain(text: str) -> str:
    """Return a text from a file as it can be printed on one line: what is not printable is escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
