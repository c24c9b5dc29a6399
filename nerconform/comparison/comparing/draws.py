"""Draws: resampling where NumPy is not installed: the same distributions and the scores of the reference, but slower.

The functions are those of `nerconform.engines.resampling`; from one seed they draw other numbers.
"""

import math
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random

from nerconform.comparison.comparing.samples import tally_of
from nerconform.engines.vectors import Vector
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.scoring import scorer
from nerconform.reference.values import Rounding

GENERATOR = f"python-{platform.python_version()}"
"""Whose numbers are drawn."""


def bootstrapped(
    tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int
) -> tuple[list[Vector], ...]:
    """Return the sums of so many resamples for each table: as many units as there are, drawn with replacement."""
    random = Random(f"bootstrap {seed}")  # noqa: S311 - no secret
    units, bounds = sum(times), list(accumulate(times))
    sums: tuple[list[Vector], ...] = tuple([] for _ in tables)
    for _ in range(resamples):
        drawn = Counter(random.choices(range(len(times)), cum_weights=bounds, k=units))
        for found, table in zip(sums, tables, strict=True):
            found.append(_sum((table[number], count) for number, count in drawn.items()))
    return sums


def swapped(
    tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int
) -> tuple[list[Vector], ...]:
    """Return the sums of two predictions, so many times with each unit swapped or not, as a coin falls."""
    random = Random(f"swap {seed}")  # noqa: S311 - no secret
    one, other = (_sum(zip(table, times, strict=True)) for table in tables)
    differences = [_sum([(there, 1), (here, -1)]) for here, there in zip(*tables, strict=True)]
    found: tuple[list[Vector], list[Vector]] = ([], [])
    for _ in range(resamples):
        heads = (random.getrandbits(number).bit_count() for number in times)
        moved = _sum(zip(differences, heads, strict=True))
        found[0].append(_sum([(one, 1), (moved, 1)]))
        found[1].append(_sum([(other, 1), (moved, -1)]))
    return found


def values_of(sums: Sequence[Vector], kinds: Sequence[str], dialect: Dialect, measure: Measure) -> list[float]:
    """Return the measure for each of many sums, a NaN where it is undefined; as the reference scores it."""
    exact = replace(dialect, round=Rounding())
    score = scorer(exact)
    memo: dict[Vector, float] = {}
    for one in sums:
        if one not in memo:
            value = Evaluation(exact, tally_of(one, measure, kinds), score).value(measure)
            memo[one] = math.nan if value is None else float(value)
    return [memo[one] for one in sums]


def _sum(weighted: Iterable[tuple[Vector, int]]) -> Vector:
    """Return the sum of vectors, each so many times."""
    columns = zip(*([count * number for number in vector] for vector, count in weighted), strict=True)
    return tuple(map(sum, columns))
