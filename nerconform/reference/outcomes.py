"""Outcomes: what a pair of spans is in each schema (MAT-2, MAT-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Align
from nerconform.reference.spans import Span


class Schema(StrEnum):
    """The four readings of a pair of SemEval-2013 task 9.1 (MAT-3)."""

    STRICT = "strict"
    """Bounds and type."""
    EXACT = "exact"
    """Bounds only."""
    PARTIAL = "partial"
    """Bounds only, with credit for an overlap."""
    TYPE = "type"
    """Some overlap, and the type."""


class Outcome(StrEnum):
    """What became of a gold span, a predicted span, or a pair (MUC)."""

    COR = "cor"
    """Correct."""
    INC = "inc"
    """Incorrect: paired with a span that the schema does not accept."""
    PAR = "par"
    """Partial: paired with an overlapping span, in a schema that gives credit for it."""
    MIS = "mis"
    """Missed: a gold span without a prediction."""
    SPU = "spu"
    """Spurious: a prediction without a gold span."""


class Pair(NamedTuple):
    """One row of an alignment: a gold span and the predicted span that met it, or only one of them."""

    gold: Span | None
    pred: Span | None

    def outcome(self, schema: Schema) -> Outcome:
        """Return the cell of the outcome table (MAT-2)."""
        gold, pred = self
        if gold is None:
            return Outcome.SPU
        if pred is None:
            return Outcome.MIS
        same_bounds = gold.bounds == pred.bounds
        same_type = gold.type == pred.type
        match schema:
            case Schema.STRICT:
                return Outcome.COR if same_bounds and same_type else Outcome.INC
            case Schema.EXACT:
                return Outcome.COR if same_bounds else Outcome.INC
            case Schema.PARTIAL:
                return Outcome.COR if same_bounds else Outcome.PAR
            case Schema.TYPE:
                return Outcome.COR if same_type else Outcome.INC


def answered(dialect: Dialect) -> tuple[Schema, ...]:
    """Return the schemas that a dialect answers: without alignment only `strict` exists (MAT-1)."""
    return (Schema.STRICT,) if dialect.align is Align.NONE else tuple(Schema)


Alignment = Mapping[Schema, tuple[Pair, ...]]
"""The rows of one unit, for every schema that is answered."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Which span met which in one unit.

    `rows` holds every gold and every predicted span at least once. `of_type` holds, under `attribution:refilter`, the
    rows of each type by itself (CNT-3); otherwise it is `None`.
    """

    rows: Alignment
    of_type: Mapping[str, Alignment] | None = None
