"""The columnar engine: the tally of the reference, counted on arrays of all units at once.

It serves units of tags in every scheme, policy and alignment; not spans as input, and not `pool:mean`, which wants a
tally of every unit. It refuses nothing by itself: where it cannot read or decode, it raises `NotServed`, and the
reference says what the input deserves. Linear in the number of tokens.

The spans of a side are disjoint and in order, for they were written as tags. Without alignment, and under `phased`, the
pairs are found in a few steps on whole arrays (MAT-1 to MAT-9). For any other alignment the spans are cut into groups
that hang together by overlaps, as in the reference, and the reference aligns each distinct group once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.arrays import Flags, Indices, Met, Spans, distinct, first_rows, numbered, ranges
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar_decoding import Alphabet, TagColumn, pairs_of, spans_of, spans_of_tokens
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Decode, Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.matching import aligner
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align, Attribution, Gold, Item, LabelRule, Pool, Scope
from nerconform.reference.outcomes import Outcome, Pair, Schema, answered
from nerconform.reference.points import Points
from nerconform.reference.spans import Span
from nerconform.reference.tags import Parse, parser

_GOLD = Span("X", 0, 1)
_CELLS = (
    Pair(_GOLD, Span("Y", 0, 2)),
    Pair(_GOLD, Span("X", 0, 2)),
    Pair(_GOLD, Span("Y", 0, 1)),
    Pair(_GOLD, _GOLD),
    Pair(_GOLD, None),
    Pair(None, _GOLD),
)
"""What a row can be, one of each: 2 for equal bounds plus 1 for equal types; then missing, and spurious."""
_MISSING, _SPURIOUS = 4, 5
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


def cells_of(gold: Spans, pred: Spans, met: Mapping[Schema, Met], kinds: int) -> Mapping[Schema, Cells]:
    """Return how many rows of each cell are charged to each type (CNT-2), [types, cells]; once for each alignment."""
    counted: dict[int, Cells] = {}
    for one in met.values():
        if id(one) not in counted:
            counted[id(one)] = _cells(gold, pred, one, kinds)
    return {schema: counted[id(one)] for schema, one in met.items()}


def _cells(gold: Spans, pred: Spans, met: Met, kinds: int) -> Cells:
    """Count one alignment."""
    left, right = gold.where(met.gold), pred.where(met.pred)
    bounds = (left.starts == right.starts) & (left.ends == right.ends)
    cells = np.zeros((kinds, len(_CELLS)), dtype=np.int64)
    pairs = 4 * left.kinds + 2 * bounds + (left.kinds == right.kinds)
    cells[:, :4] = np.bincount(pairs, minlength=4 * kinds).reshape(kinds, 4)
    cells[:, _MISSING] = np.bincount(gold.kinds[_others(gold, met.gold)], minlength=kinds)
    cells[:, _SPURIOUS] = np.bincount(pred.kinds[_others(pred, met.pred)], minlength=kinds)
    return cells


def _others(spans: Spans, indices: Indices) -> Flags:
    """Return flags for all spans but these."""
    flags = np.ones(len(spans.starts), dtype=np.bool_)
    flags[indices] = False
    return flags


_Both = tuple[tuple[Span, ...], tuple[Span, ...]]


class _SpanGroups(NamedTuple):
    """The spans of both sides in the order of their starts, cut where no span of either side crosses."""

    rows: Indices
    """[spans, 4]: the side, start and end within the group, the type."""
    bounds: Indices
    """The first row of each group, and after the last."""
    gold: Indices
    """How many gold spans there are before each bound."""

    @classmethod
    def of(cls, gold: Spans, pred: Spans) -> "_SpanGroups":
        """Sort and cut."""
        both = Spans(*(np.concatenate(parts) for parts in zip(gold, pred, strict=True)))
        order = np.argsort(both.starts, kind="stable")
        starts, ends, kinds = both.where(order)
        sides = np.repeat([0, 1], [len(gold.starts), len(pred.starts)])[order]
        reach = np.concatenate([[0], np.maximum.accumulate(ends)])[:-1]
        bounds = np.append(np.flatnonzero(starts >= reach), len(starts))
        shifts = np.repeat(starts[bounds[:-1]], np.diff(bounds))
        rows = np.stack([sides, starts - shifts, ends - shifts, kinds], axis=1)
        return cls(rows, bounds, np.concatenate([[0], np.cumsum(sides == 0)])[bounds])

    @property
    def pred(self) -> Indices:
        """Return how many predicted spans there are before each bound."""
        return self.bounds - self.gold

    def agreed(self) -> Indices:
        """Return the groups of two equal spans."""
        two = np.flatnonzero((np.diff(self.gold) == 1) & (np.diff(self.pred) == 1))
        first = self.bounds[two]
        equal: Indices = two[(self.rows[first, 1:] == self.rows[first + 1, 1:]).all(axis=1)]
        return equal

    def mixed(self) -> Indices:
        """Return the groups with spans of both sides."""
        return np.flatnonzero((np.diff(self.gold) > 0) & (np.diff(self.pred) > 0))

    def keys(self, chosen: Indices) -> list[bytes]:
        """Return the rows of some groups, each as a key."""
        bounds = zip(self.bounds[chosen].tolist(), self.bounds[chosen + 1].tolist(), strict=True)
        return [self.rows[start:end].tobytes() for start, end in bounds]


def align_groups(gold: Spans, pred: Spans, dialect: Dialect) -> Mapping[Schema, Met]:
    """Return who met whom, for every schema that a canonical dialect answers; one object where it is one alignment.

    Only groups with spans of both sides have pairs. Two equal spans that overlap no other are one in every reading.
    """
    schemas = answered(dialect)
    groups = _SpanGroups.of(gold, pred)
    agreed = groups.agreed()
    others = np.setdiff1d(groups.mixed(), agreed, assume_unique=True)
    numbers, keys = numbered(groups.keys(others))
    align = aligner(dialect)
    both = list(map(_spans, keys))
    alignments = [align(*spans) for spans in both]
    met: dict[Schema, Met] = {}
    for schema in schemas[:1] if dialect.scope is Scope.SHARED else schemas:
        found = [_indices(spans, alignment[schema]) for spans, alignment in zip(both, alignments, strict=True)]
        counts = np.array([len(pairs) for pairs in found], dtype=np.int64)
        pairs = Met(*np.array([pair for pairs in found for pair in pairs], dtype=np.int64).reshape(-1, 2).T)
        chosen = pairs.where(ranges(first_rows(counts)[numbers], counts[numbers]))
        at = np.repeat(others, counts[numbers])
        placed = Met(chosen.gold + groups.gold[at], chosen.pred + groups.pred[at])
        met[schema] = Met(groups.gold[agreed], groups.pred[agreed]).and_(placed)
    return {schema: met.get(schema, met[schemas[0]]) for schema in schemas}


def _spans(key: bytes) -> _Both:
    """Return the gold and the predicted spans of a group."""
    sides: tuple[list[Span], list[Span]] = ([], [])
    for side, start, end, kind in np.frombuffer(key, dtype=np.int64).reshape(-1, 4).tolist():
        sides[side].append(Span(str(kind), start, end))
    return tuple(sides[0]), tuple(sides[1])


def _indices(spans: _Both, rows: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return the pairs of a group by their indices."""
    gold, pred = ({span: index for index, span in enumerate(side)} for side in spans)
    return [(gold[row.gold], pred[row.pred]) for row in rows if row.gold is not None and row.pred is not None]


def match(gold: Spans, pred: Spans, dialect: Dialect) -> Mapping[Schema, Met]:
    """Return who met whom, for every schema that a canonical dialect answers; one object where it is one alignment."""
    schemas = answered(dialect)
    if dialect.align is not Align.NONE and (dialect.align is not Align.PHASED or dialect.overlap != Overlap()):
        return align_groups(gold, pred, dialect)
    met = _equal_bounds(gold, pred)
    if dialect.align is Align.NONE:
        same = gold.kinds[met.gold] == pred.kinds[met.pred]
        return dict.fromkeys(schemas, met.where(same))
    return dict.fromkeys(schemas, met.and_(_overlapping(gold, pred, met)))


def _equal_bounds(gold: Spans, pred: Spans) -> Met:
    """Return the pairs with equal bounds, which the first two passes find (MAT-5); of disjoint spans each is in one."""
    index = np.searchsorted(gold.starts, pred.starts)
    inside = np.flatnonzero(index < len(gold.starts))
    index = index[inside]
    equal = (gold.starts[index] == pred.starts[inside]) & (gold.ends[index] == pred.ends[inside])
    return Met(index[equal], inside[equal])


def _overlapping(gold: Spans, pred: Spans, met: Met) -> Met:
    """Let each free prediction, from left to right, take the first free gold span that overlaps it: the third pass.

    It overlaps a stretch of the free gold spans, and shares at most the first of them with the predictions before it.
    """
    free_gold = np.flatnonzero(_others(gold, met.gold))
    free_pred = np.flatnonzero(_others(pred, met.pred))
    gold, pred = gold.where(free_gold), pred.where(free_pred)
    first = np.searchsorted(gold.ends, pred.starts, side="right")
    width = np.searchsorted(gold.starts, pred.ends, side="left") - first
    near = np.flatnonzero(width > 0)
    first, width = first[near], width[near]
    taken = _taken(first, width)
    does = width > taken
    return Met(free_gold[(first + taken)[does]], free_pred[near[does]])


def _taken(first: Indices, width: Indices) -> Flags:
    """Return for each prediction whether the first gold span that it overlaps is taken by one before it.

    If they share it, that depends on how many the one before overlaps: of one, it is taken; of two, if the first was;
    of more, it is free.
    """
    shared = np.zeros(len(first), dtype=np.bool_)
    shared[1:] = first[1:] < (first + width)[:-1]
    before = np.ones(len(first), dtype=np.int64)
    before[1:] = width[:-1]
    undecided = shared & (before == 2)  # noqa: PLR2004 # a gold span on either side
    decided = np.maximum.accumulate(np.where(undecided, 0, np.arange(len(first))))
    taken: Flags = (shared & (before == 1))[decided]
    return taken


_MAX_SHARED_TAGS = 4096
"""With more distinct tags a block is counted in an alphabet of its own, so that no table outgrows the block."""


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
        return cls(dialect, dialect.canonical(), parser(dialect), decoder(dialect))

    def tally(self, gold: object, pred: object) -> Tally:
        """Return what the pipeline of the dialect counts. Raises `NotServed`.

        `gold` and `pred` are lists of units, each a list of tags.
        """
        alphabet = Alphabet(self.parse)
        return self.count(alphabet, (TagColumn.of(gold, alphabet), TagColumn.of(pred, alphabet)))

    def decoded(self, gold: object, pred: object) -> tuple[Tally, dict[Side, DecodedColumns]]:
        """Return the tally, and the spans of every unit before the filter. Raises `NotServed`."""
        alphabet = Alphabet(self.parse)
        columns = (TagColumn.of(gold, alphabet), TagColumn.of(pred, alphabet))
        spans = self._decoded(alphabet, columns)
        firsts = np.append(0, np.cumsum(np.array(columns[0].lengths, dtype=np.int64)))
        found = (DecodedColumns(part, firsts, list(alphabet.types)) for part in spans)
        return self._tally(alphabet, *spans), dict(zip(Side, found, strict=True))

    def count(self, alphabet: Alphabet, columns: tuple[TagColumn, TagColumn]) -> Tally:
        """Return what the pipeline of the dialect counts in these columns, gold and prediction. Raises `NotServed`."""
        return self._tally(alphabet, *self._decoded(alphabet, columns))

    def _decoded(self, alphabet: Alphabet, columns: tuple[TagColumn, TagColumn]) -> tuple[Spans, Spans]:
        """Return the spans of gold and prediction. Raises `NotServed`."""
        if columns[0].lengths != columns[1].lengths:
            raise NotServed("gold and predictions have different lengths")
        ends = np.cumsum(np.array(columns[0].lengths, dtype=np.int64))
        firsts = np.append(0, ends[-1:] if self.dialect.pool is Pool.FLAT else ends)
        gold, pred = (self._spans(side, column, alphabet, firsts) for side, column in zip(Side, columns, strict=True))
        return gold, pred

    def _tally(self, alphabet: Alphabet, gold: Spans, pred: Spans) -> Tally:
        """Return what is counted of all spans."""
        left, right = self._filtered(alphabet, gold, pred)
        types = list(alphabet.types)
        cells = cells_of(left, right, match(left, right, self.canonical), len(types))
        return tally_of(left, right, types, cells, self._of_types(left, right, len(types)) or cells)

    def count_numbers(self, alphabet: Alphabet, lengths: Indices, gold: Indices, pred: Indices) -> Tally:
        """Return what the pipeline of the dialect counts in tags that are numbered already. Raises `NotServed`."""
        if len(alphabet.marks) > _MAX_SHARED_TAGS:
            numbers = distinct(np.concatenate([gold, pred]))
            alphabet, (gold, pred) = alphabet.only(numbers), (np.searchsorted(numbers, one) + 1 for one in (gold, pred))
        most, units = len(alphabet.marks) - 1, lengths.tolist()
        return self.count(alphabet, (TagColumn.of_numbers(gold, units, most), TagColumn.of_numbers(pred, units, most)))

    def _spans(self, side: Side, column: TagColumn, alphabet: Alphabet, firsts: Indices) -> Spans:
        """Return the spans of one side (DEC-8, MAT-12)."""
        dialect = self.dialect
        if dialect.item is Item.TOKEN:
            return spans_of_tokens(column, alphabet)
        legal = side is Side.GOLD and dialect.gold is Gold.LEGAL
        pairs = pairs_of(dialect.scheme, Points() if legal else dialect.policy.at(dialect.scheme))
        return spans_of(column, alphabet, firsts, pairs, lambda marks: self.decode(marks, side))

    def _filtered(self, alphabet: Alphabet, gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
        """Return the spans of the types that take part (FIL-1)."""
        labels = self.dialect.labels
        if labels.rule is LabelRule.UNION:
            return gold, pred
        given = [alphabet.types[kind] for kind in labels.given if kind in alphabet.types]
        wanted = np.zeros(len(alphabet.types), dtype=np.bool_)
        wanted[given if labels.rule is LabelRule.GIVEN else gold.present()] = True
        return gold.where(wanted[gold.kinds]), pred.where(wanted[pred.kinds])

    def _of_types(self, gold: Spans, pred: Spans, kinds: int) -> Mapping[Schema, Cells] | None:
        """Return the cells of each type matched by itself, `None` where the dialect does not do that (CNT-3).

        All types are matched at once: the spans of each are moved after those of the one before.
        """
        if self.canonical.attribution is not Attribution.REFILTER or self.canonical.align is Align.NONE:
            return None
        reach = max((int(side.ends[-1]) for side in (gold, pred) if len(side.ends)), default=0)
        left, right = gold.by_type(reach), pred.by_type(reach)
        return cells_of(left, right, match(left, right, self.canonical), kinds)
