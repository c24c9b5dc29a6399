"""Unit counts: what every unit adds to the counts of each schema, on arrays; resampling draws from nothing else.

A vector has five numbers (COR, INC, PAR, MIS, SPU) for each schema that the dialect answers, schema after schema.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.arrays import Flags, Indices, Rows, Spans, distinct
from nerconform.engines.vectors import UnitKinds
from nerconform.reference.outcomes import Schema

Matrix = NDArray[np.int64]
_MAX_KEY = 2**62
PAIRS = 8
"""The relations of a pair of spans without gaps: the same start or not, end, and type."""


_BOUNDS = 6
"""The same start and the same end."""


def relations(gold: Spans, pred: Spans, rows: Rows) -> NDArray[np.uint8]:
    """Return the relation of each pair, as `nerconform.reference.outcomes.relation` does."""
    left, right = rows.gold[rows.equal :], rows.pred[rows.equal :]
    found = np.full(len(rows.gold), _BOUNDS, dtype=np.uint8)
    found[rows.equal :] = 4 * (gold.starts[left] == pred.starts[right]) + 2 * (gold.ends[left] == pred.ends[right])
    found |= gold.kinds.take(rows.gold) == pred.kinds.take(rows.pred)
    return found


_MOST_TOKENS = 100
"""Tokens for each span at most, so that a table of all tokens is small beside the spans."""


class UnitCells(NamedTuple):
    """How many rows of each cell each unit has, [cells, units]; and how a cell counts in a vector, [cells, numbers]."""

    cells: Matrix
    outcomes: Matrix

    @classmethod
    def of_vectors(cls, vectors: Matrix) -> "UnitCells":
        """Return units of which the vectors are known, [units, numbers]: each number is a cell."""
        return cls(vectors.T, np.eye(vectors.shape[1], dtype=np.int64))

    def vectors(self) -> Matrix:
        """Return the vector of each unit, [units, numbers]."""
        return self.cells.T @ self.outcomes

    def joined(self, begins: Flags) -> "UnitCells":
        """Return the documents: each begins with a unit that says so, and the first unit begins one anyway."""
        starts = np.flatnonzero(begins)
        starts = starts if len(starts) and not starts[0] else np.append(0, starts)
        return self._replace(cells=np.add.reduceat(self.cells, starts, axis=1))

    def kinds(self) -> UnitKinds:
        """Return how many units add each vector; of units with equal cells only one is looked at."""
        keys, some = self._keys()
        times = np.bincount(keys, minlength=len(some)).tolist()
        found = UnitKinds()
        for vector, number in zip((self.cells[:, some].T @ self.outcomes).tolist(), times, strict=True):
            found[tuple(vector)] += number
        return found

    def _keys(self) -> tuple[Indices, Indices]:
        """Return a number for each unit, equal for equal cells, and one unit of each number."""
        units = self.cells.shape[1]
        keys, most = np.zeros(units, dtype=np.int64), 1
        for column in self.cells:
            width = int(column.max(initial=0)) + 1
            if width > 1:
                if most * width > _MAX_KEY:
                    keys, most = _ranked(keys)
                keys = keys * width + column
                most *= width
        keys, most = _ranked(keys)
        some = np.zeros(most, dtype=np.int64)
        some[keys] = np.arange(units)
        return keys, some


def _ranked(keys: Indices) -> tuple[Indices, int]:
    """Return the rank of each key among the distinct ones, and how many these are."""
    found = distinct(keys)
    return np.searchsorted(found, keys), len(found)


def cells_of_units(gold: Spans, pred: Spans, rows: Rows, firsts: Indices) -> Matrix:
    """Return how many rows of each cell each unit has, [cells, units]; the cells are those of the columnar engine."""
    units = len(firsts) - 1
    of_gold, of_pred = (_units_of(side.starts, firsts) for side in (gold, pred))
    pairs = units * relations(gold, pred, rows).astype(np.int64) + of_gold.take(rows.gold)
    cells = np.empty((PAIRS + 2, units), dtype=np.int64)
    cells[:PAIRS] = np.bincount(pairs, minlength=PAIRS * units).reshape(PAIRS, units)
    cells[PAIRS] = np.bincount(of_gold[rows.missing], minlength=units)
    cells[PAIRS + 1] = np.bincount(of_pred[rows.spurious], minlength=units)
    return cells


def _units_of(starts: Indices, firsts: Indices) -> Indices:
    """Return the unit of each span; a table of all tokens is faster than a search, where it is not too large."""
    tokens = int(firsts[-1])
    if tokens > _MOST_TOKENS * len(starts):
        return np.searchsorted(firsts[:-1], starts, side="right") - 1
    table = np.repeat(np.arange(len(firsts) - 1), np.diff(firsts))
    return table.take(starts)


def counts_of_units(
    gold: Spans, pred: Spans, rows: Mapping[Schema, Rows], firsts: Indices, outcomes: Mapping[Schema, Matrix]
) -> UnitCells:
    """Return what each unit adds; `outcomes` say which outcome a cell is in each schema."""
    alignments = {id(one): one for one in rows.values()}
    places = {key: number for number, key in enumerate(alignments)}
    cells = [cells_of_units(gold, pred, one, firsts) for one in alignments.values()]
    width = len(next(iter(outcomes.values())).T)
    table = np.zeros((len(cells), PAIRS + 2, len(rows), width), dtype=np.int64)
    for number, (schema, one) in enumerate(rows.items()):
        table[places[id(one)], :, number] = outcomes[schema]
    return UnitCells(np.concatenate(cells), table.reshape(len(cells) * (PAIRS + 2), len(rows) * width))
