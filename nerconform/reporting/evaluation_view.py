"""Evaluation view: which rows and columns a table of scores has; the writers only lay it out."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from nerconform.base.plain_text import plain
from nerconform.results.context import PythonNumber, RatioFormat, python_number
from nerconform.results.score_result import AVERAGES, RATIOS, EvaluationScores, RowScores
from nerconform.results.values import Count, ExactNumber, SideCounts

_EXACT = RatioFormat()
_UNALIGNED = ("tp", "fp", "fn", "pos", "act")
_ALIGNED: Mapping[str, tuple[str, ...]] = {
    "strict": ("cor", "inc", "mis", "spu", "pos", "act"),
    "exact": ("cor", "inc", "mis", "spu", "pos", "act"),
    "partial": ("cor", "par", "mis", "spu", "pos", "act"),
    "type": ("cor", "inc", "mis", "spu", "pos", "act"),
    "left": ("cor", "inc", "mis", "spu", "pos", "act"),
    "right": ("cor", "inc", "mis", "spu", "pos", "act"),
    "partial-type": ("cor", "inc", "par", "mis", "spu", "pos", "act"),
}
UNDEFINED = "-"
"""What stands for a ratio that the dialect leaves undefined."""
_HALF = Fraction(1, 2)


class ScoreLine(NamedTuple):
    """One row of a table: its name, whether it is an average, and its cells as text."""

    name: str
    average: bool
    cells: tuple[str, ...]

    @property
    def label(self) -> str:
        """Return the name, of a type that is called like an average with the word `type` before it."""
        return f"type {self.name}" if not self.average and self.name in AVERAGES else self.name


class SchemaTable(NamedTuple):
    """The rows of one schema, types first and averages last, under `heads` (without the head of the names).

    A count that is 0 in this schema by definition (INC under partial, PAR under the others) has no column.
    """

    schema: str
    heads: tuple[str, ...]
    lines: tuple[ScoreLine, ...]


def tables(scores: EvaluationScores, ratio_format: RatioFormat = _EXACT) -> list[SchemaTable]:
    """Return one table for each schema that the dialect answers."""
    found = []
    for schema, result in scores.schemas.items():
        counts = _ALIGNED.get(schema, _UNALIGNED) if "cor" in result.averages.micro.counts else _UNALIGNED
        rows = [(plain(kind), False, row) for kind, row in result.by_type.items()]
        rows += [(name, True, row) for name, row in result.averages.by_name().items()]
        lines = tuple(ScoreLine(name, average, _cells(row, counts, ratio_format)) for name, average, row in rows)
        found.append(SchemaTable(schema, (*RATIOS, *counts), lines))
    return found


def _cells(row: RowScores, counts: tuple[str, ...], ratio_format: RatioFormat) -> tuple[str, ...]:
    ratios = (shown(python_number(getattr(row, name)), ratio_format) for name in RATIOS)
    return (*ratios, *(count_text(row.counts.get(name)) for name in counts))


def count_text(count: Count | None, *, signed: bool = False) -> str:
    """Return a count; of a change the sign, and nothing for none."""
    if count is None or (signed and count == 0):
        return ""
    if isinstance(count, SideCounts):
        sides = (count_text(side, signed=signed) or "0" for side in (count.gold, count.pred))
        return "gold {}, predicted {}".format(*sides)
    number = count.fraction if isinstance(count, ExactNumber) else count
    return f"{'+' if signed and number > 0 else ''}{number}"


def shown(value: PythonNumber, ratio_format: RatioFormat) -> str:
    """Return a count, or a ratio as the dialect rounds it; an exact one in per cent with two decimals, halves up."""
    if value is None:
        return UNDEFINED
    if isinstance(value, int):
        return str(value)
    if ratio_format.rule == "exact":
        return _decimal(math.floor(value * 10_000 + _HALF), 2)
    return _decimal(int(value * 10**ratio_format.digits), ratio_format.digits)


def _decimal(number: int, digits: int) -> str:
    """Return an integer with so many of its digits behind the point."""
    text = str(number).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def scale(ratio_format: RatioFormat) -> str:
    """Return what ratios are printed as, in words."""
    if ratio_format.rule == "exact":
        return "per cent, two decimals; exact values with --format json"
    return f"as the dialect rounds them ({ratio_format})"
