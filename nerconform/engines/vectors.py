"""Vectors: what is summed over units for a type, or for all types together, and at which place of a vector."""

from collections import Counter

Vector = tuple[int, ...]
WIDTH = 7
"""COR, INC, PAR, MIS, SPU, whether the type is in gold, whether it is predicted."""
COR, INC, PAR, MIS, SPU, IN_GOLD, IN_PRED = range(WIDTH)
UnitKinds = Counter[Vector]
"""How many units add each vector; what is counted in parts adds up."""
