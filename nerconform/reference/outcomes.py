"""Outcomes: what a pair of spans is in each schema (MAT-2, MAT-3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Align, Item, Scope
from nerconform.reference.spans import Span, span_of_pieces


class Schema(StrEnum):
    """The readings of a pair: the four of SemEval-2013 task 9.1 (MAT-3), and three extensions (MAT-14)."""

    STRICT = "strict"
    """Bounds and type."""
    EXACT = "exact"
    """Bounds only."""
    PARTIAL = "partial"
    """Bounds only, with credit for an overlap."""
    TYPE = "type"
    """Some overlap, and the type."""
    LEFT = "left"
    """The start, and the type; an extension."""
    RIGHT = "right"
    """The end, and the type; an extension."""
    PARTIAL_TYPE = "partial-type"
    """Bounds and type, with credit for an overlap of the type; an extension."""


FOUR = (Schema.STRICT, Schema.EXACT, Schema.PARTIAL, Schema.TYPE)
"""The schemas of SemEval-2013 task 9.1, which are shown where nobody asks for another."""
SCHEMAS = (
    "strict (type, start and end are right), exact (start and end), partial (as exact, with credit for an overlap), "
    "type (the type, and an overlap), left (type and start), right (type and end) or partial-type (as strict, with "
    "credit for an overlap)"
)
"""Each schema, and in a few words when a prediction is right in it."""
EXTENSIONS = (Schema.LEFT, Schema.RIGHT, Schema.PARTIAL_TYPE)
"""The other schemas."""


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
        if _RIGHT[schema](gold, pred):
            return Outcome.COR
        credited = schema is Schema.PARTIAL or (schema is Schema.PARTIAL_TYPE and gold.type == pred.type)
        return Outcome.PAR if credited else Outcome.INC

    def with_spans(self, gold: Span | None, pred: Span | None) -> "Pair":
        """Return the same row of other spans."""
        return Pair(gold, pred)


class AskedRow(Pair):
    """A row of two-sided counting: a span that asks, and the span of the other side that answers, if one does."""

    gold_asks: bool
    covered: int
    """How many tokens of the span that asks are covered by what answers."""

    @classmethod
    def of(cls, span: Span, other: Span | None, covered: int, *, gold_asks: bool) -> "AskedRow":
        """Return the row of a span that asks."""
        made = cls(span, other) if gold_asks else cls(other, span)
        made.gold_asks, made.covered = gold_asks, covered
        return made

    @property
    def own(self) -> Span:
        """Return the span that asks."""
        span = self.gold if self.gold_asks else self.pred
        assert span is not None  # noqa: S101 - it asks
        return span

    def with_spans(self, gold: Span | None, pred: Span | None) -> "AskedRow":
        """Return the same row of other spans."""
        span, other = (gold, pred) if self.gold_asks else (pred, gold)
        assert span is not None  # noqa: S101 - it asks
        return AskedRow.of(span, other, self.covered, gold_asks=self.gold_asks)


_RIGHT: Mapping[Schema, Callable[[Span, Span], bool]] = {
    Schema.STRICT: lambda gold, pred: gold.type == pred.type and gold.bounds == pred.bounds,
    Schema.EXACT: lambda gold, pred: gold.bounds == pred.bounds,
    Schema.PARTIAL: lambda gold, pred: gold.bounds == pred.bounds,
    Schema.TYPE: lambda gold, pred: gold.type == pred.type,
    Schema.LEFT: lambda gold, pred: gold.type == pred.type and gold.start == pred.start,
    Schema.RIGHT: lambda gold, pred: gold.type == pred.type and gold.end == pred.end,
    Schema.PARTIAL_TYPE: lambda gold, pred: gold.type == pred.type and gold.bounds == pred.bounds,
}
"""When a pair is COR."""
MISSING, SPURIOUS = 10, 11
"""The relations of a span that met nobody."""
_GOLD, _ENDS = Span("X", 0, 4), ((0, 1), (3, 4))
SAMPLES: tuple[Pair, ...] = (
    *(Pair(_GOLD, Span(kind, start, end)) for start, end in ((1, 3), (1, 4), (0, 3), (0, 4)) for kind in ("Y", "X")),
    *(Pair(_GOLD, span_of_pieces(kind, _ENDS)) for kind in ("Y", "X")),
    Pair(_GOLD, None),
    Pair(None, _GOLD),
)
"""A row of each relation."""


def relation(row: Pair) -> int:
    """Return all that a row is to the schemas, as a number: rows of one relation have one outcome in each (MAT-2).

    It is 1 for one type, plus 2 for the same end, plus 4 for the same start, plus 2 more where both are the same and
    pieces differ (MAT-13); or `MISSING` or `SPURIOUS`.
    """
    gold, pred = row
    if gold is None or pred is None:
        return SPURIOUS if gold is None else MISSING
    ends = 4 * (gold.start == pred.start) + 2 * (gold.end == pred.end)
    gaps = 2 * (ends == 6 and gold.bounds != pred.bounds)  # noqa: PLR2004 # the same start and the same end
    return ends + gaps + (gold.type == pred.type)


def answered(dialect: Dialect) -> tuple[Schema, ...]:
    """Return the schemas that a dialect answers.

    Without alignment only `strict` exists (MAT-1). Where each schema has an alignment of its own, the extensions have
    none (MAT-14).
    """
    if dialect.align is Align.NONE:
        return (Schema.STRICT,)
    return FOUR if aligns_apart(dialect) else tuple(Schema)


def shown(dialect: Dialect) -> tuple[Schema, ...]:
    """Return the schemas that are shown where nobody asks for one: the four that the dialect answers."""
    return (Schema.STRICT,) if dialect.align is Align.NONE else FOUR


def aligns_apart(dialect: Dialect) -> bool:
    """Whether each schema has an alignment of its own (MAT-8).

    Tokens meet by their position, so their schemas differ under `gold-order` only.
    """
    if dialect.scope is not Scope.SCHEMA:
        return False
    if dialect.align is Align.GOLD_ORDER:
        return True
    return dialect.align in {Align.INPUT_BEST, Align.BEST} and dialect.item is not Item.TOKEN


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
