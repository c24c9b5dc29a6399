"""Outcomes of units, made from the rows of all units at once.

In each unit the rows of the predictions come first, in list order, then the gold spans that met nobody. Few objects
are made, for Python looks through all of them again and again: equal spans that met are one object, and so are units
without spans.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

import numpy as np

from nerconform.engines.arrays import Indices, Rows, Spans, distinct, others
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema
from nerconform.reference.spans import Span


class _Made(NamedTuple):
    """The spans of both sides as objects, `None` after the last, and which object each span is."""

    spans: list[Span | None]
    gold: Indices
    pred: Indices

    @classmethod
    def of(cls, gold: "_Placed", pred: "_Placed", types: Sequence[str], rows: Rows) -> "_Made":
        """Make the objects; `rows` are those of some alignment."""
        left, right = gold.spans.where(rows.gold), pred.spans.where(rows.pred)
        equal = np.all([one == other for one, other in zip(left, right, strict=True)], axis=0)
        places = np.empty(len(pred.units), dtype=np.int64)
        places[rows.pred[equal]] = rows.gold[equal]
        rest = others(len(places), rows.pred[equal])
        places[rest] = np.arange(len(rest)) + len(gold.units)
        spans = [*gold.made(types), *pred.where(rest).made(types), None]
        return cls(spans, np.arange(len(gold.units)), places)


class _Placed(NamedTuple):
    """The spans of one side, counted within their units, and the unit of each."""

    spans: Spans
    units: Indices

    @classmethod
    def of(cls, spans: Spans, firsts: Indices) -> "_Placed":
        """Count the spans within their units again; `firsts` are the first token of every unit."""
        units = np.searchsorted(firsts, spans.starts, side="right") - 1
        moved = firsts[units]
        return cls(Spans(spans.starts - moved, spans.ends - moved, spans.kinds), units)

    def where(self, chosen: Indices) -> "_Placed":
        """Return some of the spans."""
        return _Placed(self.spans.where(chosen), self.units[chosen])

    def made(self, types: Sequence[str]) -> list[Span]:
        """Return the spans as objects."""
        starts, ends, kinds = (part.tolist() for part in self.spans)
        names = map(types.__getitem__, kinds)
        return list(map(tuple.__new__, repeat(Span), zip(names, starts, ends, strict=True)))


class _Parts(NamedTuple):
    """The parts into which rows are cut, and the part of every span."""

    number: int
    gold: Indices
    pred: Indices


def outcomes_of(
    sides: tuple[Spans, Spans],
    firsts: Indices,
    types: Sequence[str],
    rows: Mapping[Schema, Rows],
    of_types: Mapping[Schema, Rows] | None,
) -> tuple[Outcomes, ...]:
    """Return the outcomes of every unit; `firsts` are the first token of every unit, and the number of tokens.

    `of_types` are the rows where each type is matched by itself, if it is (CNT-3).
    """
    number = len(firsts) - 1
    gold, pred = (_Placed.of(side, firsts[:-1]) for side in sides)
    made = _Made.of(gold, pred, types, next(iter(rows.values())))
    units = distinct(np.concatenate([gold.units, pred.units]))
    in_units = _Parts(len(units), *(np.searchsorted(units, side.units) for side in (gold, pred)))
    alignments = _alignments(rows, made, in_units)
    nothing: Alignment = dict.fromkeys(rows, ())
    found = [Outcomes(nothing, None if of_types is None else {})] * number
    if of_types is None:
        some = map(Outcomes, alignments)
    else:
        some = map(Outcomes, alignments, _by_type(of_types, made, types, sides, in_units))
    for unit, outcomes in zip(units.tolist(), some, strict=True):
        found[unit] = outcomes
    return tuple(found)


def _by_type(
    rows: Mapping[Schema, Rows], made: _Made, types: Sequence[str], sides: tuple[Spans, Spans], units: _Parts
) -> list[dict[str, Alignment]]:
    """Return for each of the units the rows of its types, in the order of their names."""
    names = sorted(range(len(types)), key=types.__getitem__)
    ranks = np.empty(len(types), dtype=np.int64)
    ranks[names] = np.arange(len(types))
    cells = [unit * len(types) + ranks[side.kinds] for unit, side in zip(units[1:], sides, strict=True)]
    present = distinct(np.concatenate(cells))
    parts = _Parts(len(present), *(np.searchsorted(present, cell) for cell in cells))
    found: list[dict[str, Alignment]] = [{} for _ in range(units.number)]
    for cell, alignment in zip(present.tolist(), _alignments(rows, made, parts), strict=True):
        found[cell // len(types)][types[names[cell % len(types)]]] = alignment
    return found


def _alignments(rows: Mapping[Schema, Rows], made: _Made, parts: _Parts) -> list[Alignment]:
    """Return the rows of every part in each schema; one object where they are one alignment."""
    found = {id(one): _cut(one, made, parts) for one in {id(one): one for one in rows.values()}.values()}
    columns = [found[id(one)] for one in rows.values()]
    return [dict(zip(rows, pairs, strict=True)) for pairs in zip(*columns, strict=True)]


def _cut(rows: Rows, made: _Made, parts: _Parts) -> list[tuple[Pair, ...]]:
    """Return the rows of every part."""
    after = len(parts.pred)
    part = np.concatenate([parts.pred[rows.pred], parts.pred[rows.spurious], parts.gold[rows.missing]])
    places = np.concatenate([rows.pred, rows.spurious, rows.missing + after])
    order = np.lexsort((places, part))
    nobody = [np.full(len(some), -1) for some in (rows.spurious, rows.missing)]
    left = np.concatenate([made.gold[rows.gold], nobody[0], made.gold[rows.missing]])
    right = np.concatenate([made.pred[rows.pred], made.pred[rows.spurious], nobody[1]])
    spans = [map(made.spans.__getitem__, one[order].tolist()) for one in (left, right)]
    pairs: list[Pair] = list(map(tuple.__new__, repeat(Pair), zip(*spans, strict=True)))
    bounds = np.searchsorted(part[order], np.arange(parts.number + 1)).tolist()
    return [tuple(pairs[first:last]) for first, last in pairwise(bounds)]
