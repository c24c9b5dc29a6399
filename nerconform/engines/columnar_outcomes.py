"""Outcomes of units, made from the rows of all units at once.

In each unit the rows of the predictions come first, in list order, then the gold spans that met nobody.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

import numpy as np

from nerconform.engines.arrays import Indices, Rows, Spans, distinct
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema
from nerconform.reference.spans import Span


class _Side(NamedTuple):
    """The spans of one side as objects, `None` after the last, and the part of the outcomes to which each belongs."""

    spans: list[Span | None]
    parts: Indices

    @classmethod
    def of(cls, spans: Spans, firsts: Indices, types: Sequence[str]) -> "_Side":
        """Count the spans within their units again, which are the parts; `firsts` are the first token of every unit."""
        units = np.searchsorted(firsts, spans.starts, side="right") - 1
        moved = firsts[units]
        bounds = (spans.starts - moved).tolist(), (spans.ends - moved).tolist()
        names = map(types.__getitem__, spans.kinds.tolist())
        made: list[Span] = list(map(tuple.__new__, repeat(Span), zip(names, *bounds, strict=True)))
        return cls([*made, None], units)


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
    units = len(firsts) - 1
    gold, pred = (_Side.of(side, firsts[:-1], types) for side in sides)
    alignments = _alignments(rows, gold, pred, units)
    if of_types is None:
        return tuple(map(Outcomes, alignments))
    names = sorted(range(len(types)), key=types.__getitem__)
    ranks = np.empty(len(types), dtype=np.int64)
    ranks[names] = np.arange(len(types))
    cells = [one.parts * len(types) + ranks[side.kinds] for one, side in zip((gold, pred), sides, strict=True)]
    present = distinct(np.concatenate(cells))
    gold, pred = (
        one._replace(parts=np.searchsorted(present, cell)) for one, cell in zip((gold, pred), cells, strict=True)
    )
    by_type: list[dict[str, Alignment]] = [{} for _ in range(units)]
    for cell, alignment in zip(present.tolist(), _alignments(of_types, gold, pred, len(present)), strict=True):
        by_type[cell // len(types)][types[names[cell % len(types)]]] = alignment
    return tuple(map(Outcomes, alignments, by_type))


def _alignments(rows: Mapping[Schema, Rows], gold: _Side, pred: _Side, parts: int) -> list[Alignment]:
    """Return the rows of every part in each schema; one object where it is one alignment."""
    found = {id(one): _cut(one, gold, pred, parts) for one in {id(one): one for one in rows.values()}.values()}
    if len(found) == 1:
        (only,) = found.values()
        return [dict.fromkeys(rows, pairs) for pairs in only]
    columns = [found[id(one)] for one in rows.values()]
    return [dict(zip(rows, pairs, strict=True)) for pairs in zip(*columns, strict=True)]


def _cut(rows: Rows, gold: _Side, pred: _Side, parts: int) -> list[tuple[Pair, ...]]:
    """Return the rows of every part."""
    nobody = [np.full(len(some), -1) for some in (rows.spurious, rows.missing)]
    left = np.concatenate([rows.gold, nobody[0], rows.missing])
    right = np.concatenate([rows.pred, rows.spurious, nobody[1]])
    part = np.concatenate([pred.parts[right[: len(right) - len(rows.missing)]], gold.parts[rows.missing]])
    order = np.lexsort((left, np.where(right < 0, len(pred.parts), right), part))
    spans = [map(side.spans.__getitem__, one[order].tolist()) for side, one in ((gold, left), (pred, right))]
    pairs: list[Pair] = list(map(tuple.__new__, repeat(Pair), zip(*spans, strict=True)))
    bounds = np.searchsorted(part[order], np.arange(parts + 1)).tolist()
    return [tuple(pairs[first:last]) for first, last in pairwise(bounds)]
