"""Match, all units at once: which predicted span meets which gold span (MAT-1 to MAT-9).

The spans of a side are disjoint and in order, for they were written as tags. Without alignment, and under `phased`, the
pairs are found in a few steps on whole arrays. For any other reading the spans are cut into groups that hang together
by overlaps, as in the reference, and the reference aligns each distinct group once.
"""

from collections.abc import Mapping

import numpy as np

from nerconform.engines.groups import align_groups
from nerconform.engines.ranges import Indices
from nerconform.engines.span_columns import Flags, Met, Spans
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Schema, answered
from nerconform.reference.values import Overlap


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
