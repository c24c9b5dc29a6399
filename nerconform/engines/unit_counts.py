"""Unit counts: what every unit adds to the counts of each schema, on arrays; resampling draws from nothing else.

A vector has five numbers (COR, INC, PAR, MIS, SPU) for each schema that the dialect answers, schema after schema.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.arrays import Flags, Indices, Rows, Spans, distinct
from nerconform.engines.vectors import Vector
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
    found |= gold.kinds[rows.gold] == pred.kinds[rows.pred]
    return found


def cells_of_units(gold: Spans, pred: Spans, rows: Rows, firsts: Indices) -> Matrix:
    """Return how many rows of each cell each unit has, [units, cells]; the cells are those of the columnar engine."""
    units = len(firsts) - 1
    of_gold, of_pred = (np.searchsorted(firsts[:-1], side.starts, side="right") - 1 for side in (gold, pred))
    pairs = PAIRS * of_gold[rows.gold] + relations(gold, pred, rows)
    found = [
        np.bincount(pairs, minlength=PAIRS * units).reshape(units, PAIRS),
        np.bincount(of_gold[rows.missing], minlength=units).reshape(units, 1),
        np.bincount(of_pred[rows.spurious], minlength=units).reshape(units, 1),
    ]
    return np.concatenate(found, axis=1)


def counts_of_units(
    gold: Spans, pred: Spans, rows: Mapping[Schema, Rows], firsts: Indices, outcomes: Mapping[Schema, Matrix]
) -> Matrix:
    """Return the vector of each unit, one row for each; `outcomes` say which outcome a cell is in each schema."""
    cells = {
        id(one): cells_of_units(gold, pred, one, firsts) for one in {id(one): one for one in rows.values()}.values()
    }
    return np.concatenate([cells[id(one)] @ outcomes[schema] for schema, one in rows.items()], axis=1)


def joined_units(units: Matrix, begins: Flags) -> Matrix:
    """Return the vectors of documents: each begins with a unit that says so, and the first unit begins one anyway."""
    starts = np.flatnonzero(begins)
    return np.add.reduceat(units, starts if len(starts) and not starts[0] else np.append(0, starts), axis=0)


def kinds_of_units(units: Matrix) -> list[tuple[Vector, int]]:
    """Return each distinct vector, and how many units have it."""
    keys = np.zeros(len(units), dtype=np.int64)
    most = 1
    for column in units.T:
        width = int(column.max(initial=0)) + 1
        if most * width > _MAX_KEY:
            found = distinct(keys)
            keys, most = np.searchsorted(found, keys), len(found)
        keys = keys * width + column
        most *= width
    order = np.argsort(keys, kind="stable")
    firsts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    times = np.diff(np.append(firsts, len(keys)))
    return list(zip(map(tuple, units[order[firsts]].tolist()), times.tolist(), strict=True))
