"""The columnar engine: the tally and the outcomes of the reference, counted on arrays of all units at once.

It serves units of tags and units of spans in every scheme, policy and alignment; not `pool:mean`, which wants a tally
of every unit. It refuses nothing by itself: where it cannot read or decode, it raises `NotServed`, and the reference
says what the input deserves. Linear in the number of tokens, or of spans where these were given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.arrays import Indices, Rows, Spans
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar_decoding import (
    Alphabet,
    Surroundings,
    TagColumn,
    few_tags,
    pairs_of,
    spans_of,
    spans_of_tokens,
)
from nerconform.engines.columnar_matching import is_by_order, match
from nerconform.engines.columnar_outcomes import outcomes_of
from nerconform.engines.span_columns import SpanColumn, are_spans
from nerconform.engines.unit_counts import PAIRS, UnitCells, counts_of_units, relations
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Decode, Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Align, Attribution, Gold, Item, LabelRule, Location, Pool, Subset
from nerconform.reference.outcomes import EXTENSIONS, MISSING, SAMPLES, SPURIOUS, Outcome, Outcomes, Schema
from nerconform.reference.points import Points
from nerconform.reference.spans import Span
from nerconform.reference.tags import Parse, parser

_CELLS = (*SAMPLES[:PAIRS], SAMPLES[MISSING], SAMPLES[SPURIOUS])
"""What a row of spans without gaps can be, one of each."""
_OUTCOMES = {
    schema: np.array([[cell.outcome(schema) is outcome for outcome in Outcome] for cell in _CELLS], dtype=np.int64)
    for schema in Schema
}
"""[cells, outcomes]: which outcome a cell is in a schema (MAT-2)."""
Cells = NDArray[np.int64]


def tally_of(
    gold: Spans, pred: Spans, types: Sequence[str], total: Mapping[Schema, Cells], of_type: Mapping[Schema, Cells]
) -> Tally:
    """Return the tally of all units: of all types together, and of each type (CNT-2, CNT-3)."""
    in_gold, in_pred = ({types[kind]: kind for kind in side.present()} for side in (gold, pred))
    outcomes = {schema: (cells @ _OUTCOMES[schema]).tolist() for schema, cells in of_type.items()}
    return Tally(
        {schema: Counts(*(cells.sum(axis=0) @ _OUTCOMES[schema]).tolist()) for schema, cells in total.items()},
        {
            name: {schema: Counts(*rows[kind]) for schema, rows in outcomes.items()}
            for name, kind in sorted({**in_gold, **in_pred}.items())
        },
        frozenset(in_gold),
        frozenset(in_pred),
    )


def cells_of(gold: Spans, pred: Spans, rows: Mapping[Schema, Rows], kinds: int) -> Mapping[Schema, Cells]:
    """Return how many rows of each cell are charged to each type (CNT-2), [types, cells]; once for each alignment."""
    counted: dict[int, Cells] = {}
    for one in rows.values():
        if id(one) not in counted:
            counted[id(one)] = _cells(gold, pred, one, kinds)
    return {schema: counted[id(one)] for schema, one in rows.items()}


def _cells(gold: Spans, pred: Spans, rows: Rows, kinds: int) -> Cells:
    """Count one alignment."""
    cells = np.zeros((kinds, len(_CELLS)), dtype=np.int64)
    pairs = PAIRS * gold.kinds.take(rows.gold) + relations(gold, pred, rows)
    cells[:, :PAIRS] = np.bincount(pairs, minlength=PAIRS * kinds).reshape(kinds, PAIRS)
    cells[:, PAIRS] = np.bincount(gold.kinds[rows.missing], minlength=kinds)
    cells[:, PAIRS + 1] = np.bincount(pred.kinds[rows.spurious], minlength=kinds)
    return cells


_MAX_SHARED_TAGS = 4096
"""With more distinct tags a block is counted in an alphabet of its own, so that no table outgrows the block."""


_MAX_PLACE = 2.0**62
"""The tokens of all units, one copy for each type, are counted in integers of 64 bits."""


class DecodedColumns(NamedTuple):
    """The spans of one side, the first token of every unit and the number of tokens, and the names of the types."""

    spans: Spans
    firsts: Indices
    types: list[str]

    def units(self) -> list[tuple[Span, ...]]:
        """Return the spans of each unit, counted from its first token."""
        of = np.searchsorted(self.firsts, self.spans.starts, side="right") - 1
        moved = self.firsts[of]
        numbers = (self.spans.kinds, self.spans.starts - moved, self.spans.ends - moved)
        kinds, starts, ends = (part.tolist() for part in numbers)
        found = [Span(self.types[kind], start, end) for kind, start, end in zip(kinds, starts, ends, strict=True)]
        bounds = np.searchsorted(of, np.arange(len(self.firsts))).tolist()
        return [tuple(found[first:last]) for first, last in pairwise(bounds)]


class _ColumnSpans(NamedTuple):
    """The spans of one side, counted in the tags of a column, and the places of these."""

    spans: Spans
    places: Indices

    def placed(self) -> Spans:
        """Return the spans counted in tokens."""
        return self.spans.at(self.places)


class _Both(NamedTuple):
    """The spans of both sides, the first token of every unit and the number of tokens."""

    gold: Spans
    pred: Spans
    firsts: Indices


class _MatchedSides(NamedTuple):
    """The spans that take part, their rows, and the rows where each type is matched by itself, if it is (CNT-3)."""

    gold: Spans
    pred: Spans
    rows: Mapping[Schema, Rows]
    of_types: Mapping[Schema, Rows] | None

    def tally(self, types: Sequence[str]) -> Tally:
        """Return what is counted."""
        cells = cells_of(self.gold, self.pred, self.rows, len(types))
        apart = cells if self.of_types is None else cells_of(self.gold, self.pred, self.of_types, len(types))
        return tally_of(self.gold, self.pred, types, cells, apart)

    def units(self, firsts: Indices) -> UnitCells:
        """Return what every unit adds."""
        rows = {schema: one for schema, one in self.rows.items() if schema not in EXTENSIONS}
        return counts_of_units(self.gold, self.pred, rows, firsts, _OUTCOMES)

    def outcomes(self, types: Sequence[str], firsts: Indices) -> tuple[Outcomes, ...]:
        """Return the outcomes of every unit."""
        return outcomes_of((self.gold, self.pred), firsts, types, self.rows, self.of_types)


def _narrow(alphabet: Alphabet, gold: TagColumn, pred: TagColumn) -> tuple[Alphabet, tuple[TagColumn, TagColumn]]:
    """Return the columns in an alphabet of their own if the shared one has become large."""
    if len(alphabet.marks) <= _MAX_SHARED_TAGS:
        return alphabet, (gold, pred)
    few, columns = few_tags((gold, pred), alphabet)
    return few, (columns[0], columns[1])


def _listed(units: object) -> Sequence[Any]:
    """Return the units of one side. Raises `NotServed` for anything but a list or a tuple."""
    if not isinstance(units, list | tuple):
        raise NotServed("a side is neither a list nor a tuple")
    return units


@dataclass(frozen=True, slots=True)
class Columnar:
    """The engine for one dialect, with the steps of the reference that it asks."""

    dialect: Dialect
    canonical: Dialect
    parse: Parse
    decode: Decode

    @classmethod
    def of(cls, dialect: Dialect) -> "Columnar":
        """Return the engine for a dialect. Raises `NotServed`."""
        if dialect.pool is Pool.MEAN:
            raise NotServed("pool:mean counts every sentence by itself")
        canonical = dialect.canonical()
        if canonical.align is Align.TWO_SIDED or canonical.weights.by_class:
            raise NotServed(f"align:{canonical.align} with weights:{canonical.weights} counts more than outcomes")
        if canonical.subset is not Subset.ALL:
            raise NotServed(f"subset:{canonical.subset} looks at which spans contain each other")
        if dialect.canonical().location is not Location.OFFSETS:
            raise NotServed(f"location:{dialect.location} compares texts")
        return cls(dialect, dialect.canonical(), parser(dialect), decoder(dialect))

    def evaluated(
        self, gold: object, pred: object, *, outcomes: bool = False
    ) -> tuple[Tally, tuple[Outcomes, ...] | None]:
        """Return what the pipeline of the dialect counts, and the outcomes of every unit if asked. Raises `NotServed`.

        `gold` and `pred` are lists of units, each a list of tags or a list of spans.
        """
        alphabet = Alphabet(self.parse)
        both = self._read(alphabet, gold, pred)
        if not outcomes:
            return self._tally(alphabet, both), None
        matched = self._matched(alphabet, both, self.dialect)
        return matched.tally(list(alphabet.types)), matched.outcomes(list(alphabet.types), both.firsts)

    def tally(self, gold: object, pred: object) -> Tally:
        """Return what the pipeline of the dialect counts. Raises `NotServed`."""
        return self.evaluated(gold, pred)[0]

    def decoded(self, gold: object, pred: object) -> tuple[Tally, dict[Side, DecodedColumns]]:
        """Return the tally, and the spans of every unit of tags before the filter. Raises `NotServed`."""
        alphabet = Alphabet(self.parse)
        golds, preds = TagColumn.of(gold, alphabet), TagColumn.of(pred, alphabet)
        both = self._decoded(alphabet, (golds, preds))
        firsts = np.append(0, np.cumsum(golds.lengths))
        found = (DecodedColumns(part, firsts, list(alphabet.types)) for part in (both.gold, both.pred))
        return self._tally(alphabet, both), dict(zip(Side, found, strict=True))

    def count(self, alphabet: Alphabet, gold: TagColumn, pred: TagColumn) -> Tally:
        """Return what the pipeline of the dialect counts in these columns. Raises `NotServed`."""
        few, columns = _narrow(alphabet, gold, pred)
        return self._tally(few, self._decoded(few, columns, placed=not is_by_order(self.canonical)))

    def count_apart(self, alphabet: Alphabet, gold: TagColumn, pred: TagColumn) -> tuple[Tally, UnitCells]:
        """Return the same, and what every unit adds. Raises `NotServed`."""
        few, columns = _narrow(alphabet, gold, pred)
        return self._counted(few, self._decoded(few, columns))

    def _read(self, alphabet: Alphabet, gold: object, pred: object) -> "_Both":
        """Return the spans of gold and prediction, from tags or as given. Raises `NotServed`."""
        sides = {Side.GOLD: _listed(gold), Side.PRED: _listed(pred)}
        given = [side for side, units in sides.items() if are_spans(units)]
        if not given:
            columns = (TagColumn.of(sides[Side.GOLD], alphabet), TagColumn.of(sides[Side.PRED], alphabet))
            return self._decoded(alphabet, columns)
        if self.dialect.item is Item.TOKEN:
            raise NotServed("item:token compares tags")
        if len(sides[Side.GOLD]) != len(sides[Side.PRED]):
            raise NotServed("the sides differ in their units")
        given = [side for side, units in sides.items() if side in given or not any(map(len, units))]
        spans = {side: SpanColumn.of(sides[side], alphabet.types) for side in given}
        tags = {side: TagColumn.of(sides[side], alphabet) for side in sides if side not in spans}
        reach = np.maximum.reduce([column.reach() for column in spans.values()])
        for column in tags.values():
            if (reach > column.lengths).any():
                raise NotServed("a span ends beyond the tags")
            reach = column.lengths
        if float(reach.sum(dtype=np.float64)) * len(alphabet.types) >= _MAX_PLACE:
            raise NotServed("the spans are too far apart")
        firsts = np.append(0, np.cumsum(reach))
        whole = firsts[[0, -1]] if self.dialect.pool is Pool.FLAT else firsts
        found = {side: column.placed(firsts[:-1]) for side, column in spans.items()}
        if self.canonical.align in {Align.NONE, Align.PHASED}:
            found = {side: placed.in_order() for side, placed in found.items()}
        found |= {
            side: self._spans(side, column, alphabet, Surroundings(whole)).placed() for side, column in tags.items()
        }
        return _Both(found[Side.GOLD], found[Side.PRED], whole)

    def _decoded(self, alphabet: Alphabet, columns: tuple[TagColumn, TagColumn], *, placed: bool = True) -> "_Both":
        """Return the spans of gold and prediction. Raises `NotServed`.

        Where they need not be placed and both columns have the same places, they are counted in these: numbers are
        smaller, and tables of them.
        """
        golds, preds = columns
        if not np.array_equal(golds.lengths, preds.lengths):
            raise NotServed("gold and predictions have different lengths")
        ends = np.cumsum(golds.lengths)
        flat = self.dialect.pool is Pool.FLAT
        firsts = np.append(0, (ends[-1:] if len(ends) else 0) if flat else ends)
        around = Surroundings(firsts)
        gold, pred = (self._spans(side, column, alphabet, around) for side, column in zip(Side, columns, strict=True))
        if not placed and gold.places is pred.places:
            return _Both(gold.spans, pred.spans, firsts)
        return _Both(gold.placed(), pred.placed(), firsts)

    def _tally(self, alphabet: Alphabet, both: "_Both") -> Tally:
        """Return what is counted of all spans."""
        return self._matched(alphabet, both, self.canonical).tally(list(alphabet.types))

    def _matched(self, alphabet: Alphabet, both: "_Both", dialect: Dialect) -> "_MatchedSides":
        """Filter and match (CNT-3): where each type is matched by itself, all types are matched at once.

        The spans of each type are moved after those of the one before.
        """
        gold, pred = self._filtered(alphabet, both.gold, both.pred)
        types = list(alphabet.types)
        rows = match(gold, pred, dialect, types)
        if dialect.attribution is not Attribution.REFILTER or dialect.align is Align.NONE:
            return _MatchedSides(gold, pred, rows, None)
        reach = max((int(side.ends.max()) for side in (gold, pred) if len(side.ends)), default=0)
        (left, golds), (right, preds) = gold.by_type(reach), pred.by_type(reach)
        apart = match(left, right, dialect, types)
        placed = {id(one): one.at(golds, preds) for one in apart.values()}
        return _MatchedSides(gold, pred, rows, {schema: placed[id(one)] for schema, one in apart.items()})

    def count_units(self, gold: object, pred: object) -> tuple[Tally, UnitCells]:
        """Return what the pipeline of the dialect counts, and what every unit adds. Raises `NotServed`."""
        alphabet = Alphabet(self.parse)
        return self._counted(alphabet, self._read(alphabet, gold, pred))

    def _counted(self, alphabet: Alphabet, both: "_Both") -> tuple[Tally, UnitCells]:
        matched = self._matched(alphabet, both, self.canonical)
        return matched.tally(list(alphabet.types)), matched.units(both.firsts)

    def _spans(self, side: Side, column: TagColumn, alphabet: Alphabet, around: Surroundings) -> "_ColumnSpans":
        """Return the spans of one side (DEC-8, MAT-12)."""
        dialect = self.dialect
        if dialect.item is Item.TOKEN:
            return _ColumnSpans(spans_of_tokens(column, alphabet), column.places)
        legal = side is Side.GOLD and dialect.gold is Gold.LEGAL
        pairs = pairs_of(dialect.scheme, Points() if legal else dialect.policy.at(dialect.scheme))
        if "O" not in pairs.clearing:
            column = column.with_outside()
        found = spans_of(column, alphabet, around, pairs, lambda marks: self.decode(marks, side))
        return _ColumnSpans(found, column.places)

    def _filtered(self, alphabet: Alphabet, gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
        """Return the spans of the types that take part, under their new names (FIL-1, FIL-3)."""
        labels, names, types = self.dialect.labels, dict(self.dialect.rename.given), alphabet.types
        if names:
            numbers = np.array([types[names.get(kind, kind)] for kind in list(types)])
            gold, pred = (side._replace(kinds=numbers[side.kinds]) for side in (gold, pred))
        if labels.rule is LabelRule.UNION:
            return gold, pred
        given = [types[kind] for kind in labels.given if kind in types]
        wanted = np.zeros(len(types), dtype=np.bool_)
        wanted[given if labels.rule is LabelRule.GIVEN else gold.present()] = True
        return gold.where(wanted[gold.kinds]), pred.where(wanted[pred.kinds])
