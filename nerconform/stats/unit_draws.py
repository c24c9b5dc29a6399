"""Unit draws: resamples of sentences, drawn from what each of them adds to the counts.

What each unit adds to a measure is a vector of integers; units with equal vectors are counted. The functions that draw
and score are those of `nerconform.engines.resampling`, without NumPy.
"""

import math
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from numbers import Integral
from random import Random
from types import ModuleType
from typing import NamedTuple, TypeGuard

from nerconform.base.bounds import MAX_DIGITS, MAX_RESAMPLES, has_few_digits
from nerconform.base.plain_text import short
from nerconform.engines.vectors import IN_GOLD, IN_PRED, MIS, SPU, WIDTH, Vector
from nerconform.reference.counting import Counts, Tally, charged
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import ALL_COUNTS, Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Align, LabelRule, Pool
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.scoring import scorer
from nerconform.results.context import Interval, Resampling

_PLACES = {outcome: number for number, outcome in enumerate(Outcome)}


class Sample(NamedTuple):
    """The units of some evaluations by what they add: a table for each evaluation, a row for each kind of unit.

    `times` says how many units are of each kind.
    """

    tables: tuple[tuple[Vector, ...], ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, evaluations: Sequence[Sequence[Vector]]) -> "Sample":
        """Return the sample of what the units of evaluations add."""
        return cls.counted(Counter(zip(*evaluations, strict=True)))

    @classmethod
    def counted(cls, kinds: Mapping[tuple[Vector, ...], int]) -> "Sample":
        """Return the sample of kinds of units, the most frequent first: equal kinds make equal samples."""
        found = sorted(kinds.items(), key=lambda one: (-one[1], one[0]))
        rows = [row for row, _ in found]
        return cls(tuple(zip(*rows, strict=True)), tuple(number for _, number in found))


def unsampled_choice(dialect: Dialect) -> str:
    """Return why a number in a dialect is no function of what units add, or nothing."""
    dialect = dialect.canonical()
    if dialect.pool is Pool.MEAN:
        return "pool:mean averages over sentences, so the score does not follow from summed counts"
    if dialect.pool is Pool.FLAT:
        return "pool:flat joins all sentences, so sentences cannot be resampled"
    if dialect.align is Align.TWO_SIDED:
        return "align:two-sided counts each side by itself, and only pairs are resampled"
    if dialect.weights.by_class:
        return f"weights:{dialect.weights} counts errors in parts, and only whole pairs are resampled"
    if dialect.labels.rule is LabelRule.GOLD:
        return "labels:gold looks across units: which types take part would change with the units that are drawn"
    return ""


def kinds_seen(measure: Measure, dialect: Dialect, tallies: Iterable[Tally]) -> tuple[str, ...]:
    """Return the types of which something has to be known: all that a mean can see, or all together as one."""
    if measure.scope not in {"macro", "weighted"}:
        return ("",)
    found = {kind for tally in tallies for kind in tally.by_type}
    return tuple(sorted(found | set(dialect.labels_avg.given)))


def vectors_by_unit(outcomes: Iterable[Outcomes], measure: Measure, kinds: Sequence[str]) -> list[Vector]:
    """Return what each unit adds: WIDTH numbers for each type, or for all types together."""
    width = WIDTH * len(kinds)
    places = {kind: WIDTH * number for number, kind in enumerate(kinds)}
    memo: dict[int, Vector] = {}
    found = []
    for unit in outcomes:
        if id(unit) not in memo:
            memo[id(unit)] = _vector(unit, measure, places, width)
        found.append(memo[id(unit)])
    return found


def _vector(unit: Outcomes, measure: Measure, places: Mapping[str, int], width: int) -> Vector:
    """Return what a unit adds; to a ratio a wrong pair is a miss and a spurious one, and counted so."""
    found = [0] * width
    alone = measure.scope not in {"macro", "weighted"}
    for kind, row in looked_at(unit, measure):
        place = places["" if alone else kind]
        outcome = row.outcome(measure.schema)
        if outcome is Outcome.INC and measure.quantity not in ALL_COUNTS:
            found[place + MIS] += 1
            found[place + SPU] += 1
        else:
            found[place + _PLACES[outcome]] += 1
    for row in () if alone else unit.rows[Schema.STRICT]:
        for span, place in zip(row, (IN_GOLD, IN_PRED), strict=True):
            if span is not None:
                found[places[span.type] + place] = 1
    return tuple(found)


def looked_at(outcomes: Outcomes, measure: Measure) -> Iterator[tuple[str, Pair]]:
    """Yield the rows of a unit that a measure counts, each with the type to which it is charged (CNT-2, CNT-3)."""
    of_type = outcomes.of_type
    if of_type is not None and measure.scope != "micro":
        for kind, alignment in of_type.items():
            if measure.type in {None, kind}:
                yield from ((kind, row) for row in alignment.get(Schema(measure.schema), ()))
        return
    for row in outcomes.rows.get(Schema(measure.schema), ()):
        kind = charged(row)
        if measure.type in {None, kind}:
            yield kind, row


def tally_of(sums: Vector, measure: Measure, kinds: Sequence[str]) -> Tally:
    """Return the tally that a sum of vectors speaks of, as far as the measure looks at it."""
    schema = Schema(measure.schema)
    rows = {kind: sums[WIDTH * number : WIDTH * (number + 1)] for number, kind in enumerate(kinds)}
    counts = {kind: Counts(*row[:IN_GOLD]) for kind, row in rows.items()}
    if measure.scope not in {"macro", "weighted"}:
        (whole,) = counts.values()
        by_type = {} if measure.type is None else {measure.type: {schema: whole}}
        return Tally({schema: whole}, by_type, frozenset(by_type), frozenset(by_type))
    in_gold, in_pred = (frozenset(kind for kind, row in rows.items() if row[place]) for place in (IN_GOLD, IN_PRED))
    by_type = {kind: {schema: counts[kind]} for kind in sorted(in_gold | in_pred)}
    return Tally({schema: Counts()}, by_type, in_gold, in_pred)


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


def drawing(resamples: object, seed: object) -> Resampling | None:
    """Return how intervals and tests are drawn, `None` for no resamples.

    Raises `UnknownOption` for what is not a whole number, and beyond `MAX_RESAMPLES` or `MAX_DIGITS` of the seed.
    """
    if not _is_count(resamples) or resamples > MAX_RESAMPLES:
        message = f"the argument resamples is {short(resamples)}, not a whole number from 0 to {MAX_RESAMPLES}"
        raise UnknownOption(message, place="resamples", hint="Pass a whole number: resamples=1000.")
    if not _is_count(seed) or not has_few_digits(seed):
        message = f"the argument seed is {short(seed)}, not a whole number of 0 or more, of at most {MAX_DIGITS} digits"
        raise UnknownOption(message, place="seed", hint="Pass a whole number: seed=1000.")
    return Resampling(int(resamples), int(seed), engine().GENERATOR) if resamples else None


def _is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number of 0 or more (NumPy's too)."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0


def engine() -> ModuleType:
    """Return what draws and scores on this machine: NumPy where it is installed, else this module."""
    return import_module("nerconform.engines.resampling" if find_spec("numpy") else __name__)


_TIE = 1e-12
"""Two differences are equal that are as close as doubles can tell."""


def swap_p(pairs: Iterable[tuple[float, float]], observed: float, resamples: int) -> Fraction:
    """Return how often two numbers differ as much as `observed` or more, if their units are swapped at random.

    The observed difference counts as one of the resamples, so that the test keeps its level.
    """
    hits = sum(not abs(other - one) < abs(observed) - _TIE for one, other in pairs)
    return Fraction(1 + hits, 1 + resamples)


def interval_of(values: Sequence[float], level: int) -> Interval | None:
    """Return the percentiles on both sides of a level in per cent, `None` where a number is undefined."""
    if any(map(math.isnan, values)):
        return None
    ordered, tail = sorted(values), Fraction(100 - level, 200)
    return Interval(_percentile(ordered, tail), _percentile(ordered, 1 - tail))


def _percentile(ordered: Sequence[float], share: Fraction) -> float:
    """Return the number at a share of the way, between two of them in proportion (type 7 of R)."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + float(place - below) * (ordered[above] - ordered[below])
