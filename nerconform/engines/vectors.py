"""Vectors: what is summed over units for a type, or for all types together, and at which place of a vector."""

from collections import Counter

from nerconform.reference.outcomes import EXTENSIONS, Outcome, Outcomes

Vector = tuple[int, ...]
WIDTH = 7
"""COR, INC, PAR, MIS, SPU, whether the type is in gold, whether it is predicted."""
COR, INC, PAR, MIS, SPU, IN_GOLD, IN_PRED = range(WIDTH)
UnitKinds = Counter[Vector]
"""How many units add each vector; what is counted in parts adds up."""


def vector_of(unit: Outcomes) -> Vector:
    """Return what a unit adds: COR, INC, PAR, MIS and SPU for each schema that is shown where nobody asks for one."""
    found: list[int] = []
    for schema, rows in unit.rows.items():
        if schema not in EXTENSIONS:
            counts = Counter(row.outcome(schema) for row in rows)
            found += [counts[outcome] for outcome in Outcome]
    return tuple(found)
