"""Count, all units at once: from pairs to the tally of the reference (CNT-1 to CNT-5)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.span_columns import Met, Spans
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Outcome, Pair, Schema
from nerconform.reference.spans import Span

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
    cells[:, _MISSING] = np.bincount(_others(gold.kinds, met.gold), minlength=kinds)
    cells[:, _SPURIOUS] = np.bincount(_others(pred.kinds, met.pred), minlength=kinds)
    return cells


def _others(values: NDArray[Any], indices: NDArray[np.int64]) -> NDArray[Any]:
    """Return the values at all other indices."""
    flags = np.ones(len(values), dtype=np.bool_)
    flags[indices] = False
    return values[flags]
