"""Confusion: how often a gold type met a predicted type, by the pairs of a dialect (MAT-2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from nerconform.reference.counting import Counts
from nerconform.reference.outcomes import Outcome, Outcomes, Schema

Cell = tuple[str | None, str | None]
"""Gold type and predicted type; `None` where the pair has no span on that side."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """The pairs of one schema by gold type and predicted type, each with its outcomes.

    `cells[gold, pred]` are the counts of the pairs of the two types. `None` in place of the predicted type means
    missed, `None` in place of the gold type means false positive. Cells without a pair are left out. All cells add up
    to the counts of the micro average.
    """

    schema: str
    cells: Mapping[Cell, Counts]

    @classmethod
    def of(cls, outcomes: Iterable[Outcomes], schema: str = Schema.STRICT) -> "Confusion":
        """Return the confusion of the pairs of all units. Raises `KeyError` for a schema without pairs."""
        found: Counter[tuple[Cell, Outcome]] = Counter()
        wanted = Schema(schema)
        for unit in outcomes:
            for row in unit.rows[wanted]:
                gold, pred = (None if span is None else span.type for span in row)
                found[(gold, pred), row.outcome(wanted)] += 1
        return cls.of_counts(found, wanted)

    @classmethod
    def of_counts(cls, found: Mapping[tuple[Cell, Outcome], int], schema: Schema) -> "Confusion":
        """Return the confusion of pairs that were counted by cell and outcome."""
        cells = sorted({cell for cell, _ in found}, key=lambda cell: tuple((name is None, name or "") for name in cell))
        counts = {cell: Counts(*(found.get((cell, outcome), 0) for outcome in Outcome)) for cell in cells}
        return cls(str(schema), MappingProxyType(counts))

    def __getitem__(self, cell: Cell) -> int:
        """Return the number of pairs of a gold type and a predicted type; `None` for missed or false positive."""
        return int(sum(self.cells.get(cell, Counts()).as_tuple()))

    @property
    def gold_types(self) -> tuple[str, ...]:
        """Return the types of the gold spans, sorted."""
        return tuple(sorted({gold for gold, _ in self.cells if gold is not None}))

    @property
    def pred_types(self) -> tuple[str, ...]:
        """Return the types of the predicted spans, sorted."""
        return tuple(sorted({pred for _, pred in self.cells if pred is not None}))

    @property
    def total(self) -> Counts:
        """Return the sum of all cells."""
        return sum(self.cells.values(), Counts())
