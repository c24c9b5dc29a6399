"""Match, all units at once: which predicted span meets which gold span (MAT-1 to MAT-9).

The spans of a side are disjoint and in order, for they were written as tags. Without alignment, and under `phased`, the
pairs are found in a few steps on whole arrays. For any other reading the spans are cut into groups that hang together
by overlaps, as in the reference, and the reference aligns each distinct group once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nerconform.engines.arrays import Flags, Indices, Met, Spans, first_rows, numbered, ranges
from nerconform.reference.dialect import Dialect
from nerconform.reference.matching import aligner
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align, Scope
from nerconform.reference.outcomes import Pair, Schema, answered
from nerconform.reference.spans import Span

_GOLD, _PRED = 0, 1
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
        sides = np.repeat([_GOLD, _PRED], [len(gold.starts), len(pred.starts)])[order]
        reach = np.concatenate([[0], np.maximum.accumulate(ends)])[:-1]
        bounds = np.append(np.flatnonzero(starts >= reach), len(starts))
        shifts = np.repeat(starts[bounds[:-1]], np.diff(bounds))
        rows = np.stack([sides, starts - shifts, ends - shifts, kinds], axis=1)
        return cls(rows, bounds, np.concatenate([[0], np.cumsum(sides == _GOLD)])[bounds])

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
    return tuple(sides[_GOLD]), tuple(sides[_PRED])


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
    free_gold = np.flatnonzero(_others(len(gold.starts), met.gold))
    free_pred = np.flatnonzero(_others(len(pred.starts), met.pred))
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


def _others(size: int, indices: Indices) -> Flags:
    """Return flags for all indices but these."""
    flags = np.ones(size, dtype=np.bool_)
    flags[indices] = False
    return flags
