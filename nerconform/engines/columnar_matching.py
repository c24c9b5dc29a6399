"""Match, all units at once: from the spans of both sides in arrays to the rows of an alignment (MAT-1 to MAT-11).

Where the spans of each side are disjoint, as tags write them, the pairs of `phased` are found in a few steps on whole
arrays; so are those of `none` for any spans. For everything else the spans are cut into groups that hang together by
overlaps, as in the reference. A group of one span, or of one span on each side, has one reading; of the others the
reference aligns each distinct one once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nerconform.engines.arrays import Flags, Indices, Rows, Spans, first_rows, numbered, others, ranges
from nerconform.engines.choice import NotServed
from nerconform.reference.dialect import Dialect
from nerconform.reference.matching import aligner
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align, Duplicates, Scope
from nerconform.reference.outcomes import Pair, Schema, answered
from nerconform.reference.refusals import TooManyPairs
from nerconform.reference.spans import Span

_Both = tuple[tuple[Span, ...], tuple[Span, ...]]
_MOST_TOKENS = 100
"""Tokens for each span at most, so that a table of all tokens is small beside the spans."""
_INT32 = 2**31 - 1
_BY_DISTANCE = frozenset({Align.BEST, Align.INPUT_BEST, Align.FAIR})
"""Readings that look at how far spans are apart or how long they are, not only at their order."""


def match(gold: Spans, pred: Spans, dialect: Dialect, types: Sequence[str]) -> Mapping[Schema, Rows]:
    """Return the rows for every schema that a dialect answers; one object where it is one alignment.

    Under `none` and `phased` the order of the spans plays no part; spans in order are matched faster. Raises
    `NotServed` where the reference refuses.
    """
    schemas = answered(dialect)
    if is_by_order(dialect) and gold.are_flat() and pred.are_flat():
        return dict.fromkeys(schemas, _disjoint(gold, pred, dialect.align))
    if dialect.align is Align.NONE:
        return dict.fromkeys(schemas, _equal(gold, pred, dialect.duplicates))
    return _in_groups(gold, pred, dialect, types)


def is_by_order(dialect: Dialect) -> bool:
    """Whether disjoint spans are matched by the order of their bounds alone, however far apart these are."""
    return dialect.align is Align.NONE or (dialect.align is Align.PHASED and dialect.overlap == Overlap())


def _disjoint(gold: Spans, pred: Spans, align: Align) -> Rows:
    """Return the rows of disjoint spans in order; the first pairs have equal bounds, which one of each side has."""
    in_gold, in_pred = _equal_bounds(gold, pred)
    met_gold, met_pred = np.flatnonzero(in_gold), np.flatnonzero(in_pred)
    if align is Align.NONE:
        same = gold.kinds.take(met_gold) == pred.kinds.take(met_pred)
        in_gold[met_gold], in_pred[met_pred] = same, same
        met_gold, met_pred = np.flatnonzero(in_gold), np.flatnonzero(in_pred)
    equal = len(met_gold)
    missing, spurious = np.flatnonzero(~in_gold), np.flatnonzero(~in_pred)
    if align is Align.PHASED:
        left, right = _overlapping(gold.where(missing), pred.where(spurious))
        met_gold, met_pred = np.append(met_gold, missing[left]), np.append(met_pred, spurious[right])
        missing, spurious = missing[others(len(missing), left)], spurious[others(len(spurious), right)]
    return Rows(met_gold, met_pred, missing, spurious, equal)


def _equal_bounds(gold: Spans, pred: Spans) -> tuple[Flags, Flags]:
    """Return which spans of either side have equal bounds with one of the other, in one order on both sides (MAT-5).

    Tables of all tokens are much faster than a search; spans that are far apart would make them too large.
    """
    reach = max((int(side.ends[-1]) for side in (gold, pred) if len(side.ends)), default=0)
    if reach > min(_MOST_TOKENS * (len(gold.starts) + len(pred.starts)), _INT32):
        return _found_in(gold, pred), _found_in(pred, gold)
    ends = np.zeros(reach, dtype=np.int32)
    ends[gold.starts] = gold.ends.astype(ends.dtype)  # else NumPy converts one number at a time
    in_pred = ends.take(pred.starts) == pred.ends.astype(ends.dtype)
    met = np.zeros(reach, dtype=np.bool_)
    met[pred.starts] = in_pred
    return met.take(gold.starts), in_pred


def _found_in(spans: Spans, other: Spans) -> Flags:
    """Return which spans have equal bounds with one of the other side, by search."""
    found = np.zeros(len(spans.starts), dtype=np.bool_)
    if len(other.starts):
        index = np.minimum(np.searchsorted(other.starts, spans.starts), len(other.starts) - 1)
        found = (other.starts[index] == spans.starts) & (other.ends[index] == spans.ends)
    return found


def _overlapping(gold: Spans, pred: Spans) -> tuple[Indices, Indices]:
    """Let each prediction, from left to right, take the first free gold span that overlaps it: the third pass.

    It overlaps a stretch of the gold spans, and shares at most the first of them with the predictions before it.
    """
    near = _near(pred, gold)
    pred = pred.where(near)
    first = np.searchsorted(gold.ends, pred.starts, side="right")
    width = np.searchsorted(gold.starts, pred.ends, side="left") - first
    taken = _taken(first, width)
    does = width > taken
    return (first + taken)[does], near[does]


def _near(spans: Spans, others_: Spans) -> Indices:
    """Return the spans that overlap one of the others at least."""
    first = np.searchsorted(spans.ends, others_.starts, side="right")
    width = np.searchsorted(spans.starts, others_.ends, side="left") - first
    found = np.zeros(len(spans.starts), dtype=np.bool_)
    found[ranges(first, width)] = True
    return np.flatnonzero(found)


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


def _equal(gold: Spans, pred: Spans, duplicates: Duplicates) -> Rows:
    """Pair equal spans of any shape; the copies of a span stand side by side, gold before predicted (MAT-1, MAT-9)."""
    both = gold.and_(pred)
    order = np.lexsort((both.kinds, both.ends, both.starts))
    columns = [part[order] for part in both]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = np.any([part[1:] != part[:-1] for part in columns], axis=0)
    span = np.cumsum(new) - 1
    is_gold = order < len(gold.starts)
    golds, preds = (np.bincount(span[side], minlength=int(new.sum())) for side in (is_gold, ~is_gold))
    copy = np.arange(len(order)) - np.flatnonzero(new)[span] - np.where(is_gold, 0, golds[span])
    met_gold, met_pred = (copy < preds[span]) & is_gold, (copy < golds[span]) & ~is_gold
    lone_gold, lone_pred = is_gold & ~met_gold, ~is_gold & ~met_pred
    if duplicates is Duplicates.SET:
        met_gold, met_pred, lone_gold, lone_pred = (
            flags & (copy == 0) for flags in (met_gold, met_pred, lone_gold, lone_pred)
        )
    pairs = order[met_gold], order[met_pred] - len(gold.starts)
    if duplicates is Duplicates.BY_VALUE:
        reused = ~is_gold & (golds[span] > 0)
        pairs = order[np.flatnonzero(new)[span[reused]]], order[reused] - len(gold.starts)
        lone_gold, lone_pred = is_gold & (preds[span] == 0), ~is_gold & ~reused
    return Rows(*pairs, order[lone_gold], order[lone_pred] - len(gold.starts))


class _Groups(NamedTuple):
    """The spans of both sides, cut where no span of either side crosses."""

    order: Indices
    """The places of all spans, those of gold first, group by group; in each gold before predicted, in list order."""
    firsts: Indices
    """The first place of each group in `order`."""
    starts: Indices
    """The first token of each group."""
    golds: Indices
    """How many gold spans each group has."""
    preds: Indices
    """How many predicted spans each group has."""

    @classmethod
    def of(cls, both: Spans, golds: int) -> "_Groups":
        """Sort and cut; in `both` the gold spans stand before the predicted ones."""
        order = np.argsort(both.starts, kind="stable")
        starts = both.starts[order]
        reach = np.concatenate([[0], np.maximum.accumulate(both.ends[order])])[:-1]
        new = starts >= reach
        group = np.empty(len(order), dtype=np.int64)
        group[order] = np.cumsum(new) - 1
        number = int(new.sum())
        order = np.argsort(group, kind="stable")
        counts = (np.bincount(some, minlength=number) for some in (group[:golds], group[golds:]))
        return cls(order, np.flatnonzero(new), starts[new], *counts)

    def alone(self, *, sets: bool) -> Flags:
        """Whether a group has spans of one side only; with copies that are one span it needs a look."""
        one_sided: Flags = (self.golds == 0) | (self.preds == 0)
        if sets:
            one_sided &= self.golds + self.preds == 1
        return one_sided

    def two(self, both: Spans, overlap: Overlap) -> Flags:
        """Whether a group is one pair in every reading: a span of each side, which overlap enough."""
        found: Flags = (self.golds == 1) & (self.preds == 1)
        if overlap != Overlap():
            some = np.flatnonzero(found)
            gold, pred = (both.where(self.order[self.firsts[some] + side]) for side in (0, 1))
            found[some] = (gold.starts == pred.starts) & (gold.ends == pred.ends)
        return found

    def keys(self, chosen: Indices, both: Spans, *, by_distance: bool) -> list[bytes]:
        """Return the spans of some groups, each as a key: side, start, end, type; ranks will do without distances."""
        counts = (self.golds + self.preds)[chosen]
        of = np.repeat(np.arange(len(chosen)), counts)
        starts, ends, kinds = both.where(self.order[ranges(self.firsts[chosen], counts)])
        golds = self.golds[chosen]
        sides = ranges(np.zeros_like(counts), counts) >= golds[of]
        if by_distance:
            shifts = self.starts[chosen][of]
            starts, ends = starts - shifts, ends - shifts
        else:
            starts, ends = np.split(_ranks(np.concatenate([of, of]), np.concatenate([starts, ends])), 2)
        rows = np.stack([sides, starts, ends, kinds], axis=1)
        bounds = first_rows(counts)
        return [
            rows[start:end].tobytes() for start, end in zip(bounds.tolist(), (bounds + counts).tolist(), strict=True)
        ]


def _ranks(groups: Indices, values: Indices) -> Indices:
    """Return the rank of each value among the distinct ones of its group."""
    order = np.lexsort((values, groups))
    groups, values = groups[order], values[order]
    new_group = np.ones(len(order), dtype=np.bool_)
    new_group[1:] = groups[1:] != groups[:-1]
    new = new_group.copy()
    new[1:] |= values[1:] != values[:-1]
    rank: Indices = np.cumsum(new)
    ranks: Indices = np.empty_like(rank)
    ranks[order] = rank - np.repeat(rank[new_group], np.diff(np.append(np.flatnonzero(new_group), len(order))))
    return ranks


def _in_groups(gold: Spans, pred: Spans, dialect: Dialect, types: Sequence[str]) -> Mapping[Schema, Rows]:
    """Return the rows of all groups."""
    schemas = answered(dialect)
    both, golds = gold.and_(pred), len(gold.starts)
    groups = _Groups.of(both, golds)
    alone = groups.alone(sets=dialect.duplicates is Duplicates.SET)
    two = groups.two(both, dialect.overlap)
    if dialect.align is Align.GOLD_ORDER:  # two spans that overlap may earn nothing in the schema, and are no pair then
        two = np.zeros_like(two)
    lonely = groups.order[ranges(groups.firsts[alone], (groups.golds + groups.preds)[alone])]
    pairs = groups.firsts[two]
    simple = Rows(
        groups.order[pairs],
        groups.order[pairs + 1] - golds,
        lonely[lonely < golds],
        lonely[lonely >= golds] - golds,
    )
    chosen = np.flatnonzero(~(alone | two))
    by_distance = dialect.align in _BY_DISTANCE or dialect.overlap != Overlap()
    numbers, keys = numbered(groups.keys(chosen, both, by_distance=by_distance))
    align = aligner(dialect)
    spans = [_spans(key, types) for key in keys]
    try:
        alignments = [align(*sides) for sides in spans]
    except TooManyPairs:
        raise NotServed("there are too many pairs") from None
    found: dict[Schema, Rows] = {}
    for schema in schemas[:1] if dialect.scope is Scope.SHARED else schemas:
        rows = [_indices(sides, alignment[schema]) for sides, alignment in zip(spans, alignments, strict=True)]
        found[schema] = simple.and_(_placed(groups, chosen, numbers, rows, golds))
    return {schema: found.get(schema, found[schemas[0]]) for schema in schemas}


def _placed(groups: _Groups, chosen: Indices, numbers: Indices, rows: list[list[tuple[int, int]]], golds: int) -> Rows:
    """Return the rows of all groups, given those of each distinct one."""
    counts = np.array([len(one) for one in rows], dtype=np.int64)
    local = np.array([row for one in rows for row in one], dtype=np.int64).reshape(-1, 2)
    local = local[ranges(first_rows(counts)[numbers], counts[numbers])]
    at = np.repeat(chosen, counts[numbers])
    left, right = local.T
    lone_gold, lone_pred = right < 0, left < 0
    met = ~(lone_gold | lone_pred)

    def in_gold(some: Flags) -> Indices:
        found: Indices = groups.order[groups.firsts[at[some]] + left[some]]
        return found

    def in_pred(some: Flags) -> Indices:
        found: Indices = groups.order[groups.firsts[at[some]] + groups.golds[at[some]] + right[some]]
        return found - golds

    return Rows(in_gold(met), in_pred(met), in_gold(lone_gold), in_pred(lone_pred))


def _spans(key: bytes, types: Sequence[str]) -> _Both:
    """Return the gold and the predicted spans of a group."""
    sides: tuple[list[Span], list[Span]] = ([], [])
    for side, start, end, kind in np.frombuffer(key, dtype=np.int64).reshape(-1, 4).tolist():
        sides[side].append(Span(types[kind], start, end))
    return tuple(sides[0]), tuple(sides[1])


def _indices(spans: _Both, rows: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return the rows of a group by indices, -1 for nobody; of equal spans one stands for all."""
    gold, pred = ({span: index for index, span in enumerate(side)} for side in spans)
    return [(-1 if row.gold is None else gold[row.gold], -1 if row.pred is None else pred[row.pred]) for row in rows]
