"""Resamples: intervals and tests of the numbers of a comparison, from the counts of its units.

What each unit adds to a measure is a vector of integers; units with equal vectors are counted. The functions that draw
and score are those of `nerconform.engines.resampling`, without NumPy.
"""

import math
import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines.vectors import IN_GOLD, IN_PRED, MIS, SPU, WIDTH, Vector
from nerconform.products.compare.evaluations import PathEvaluation, looked_at
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import LabelRule, Pool
from nerconform.reference.outcomes import Outcome, Outcomes, Schema
from nerconform.reference.scoring import scorer
from nerconform.results.comparison import Interval, Resampling

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
        found = sorted(Counter(zip(*evaluations, strict=True)).items(), key=lambda one: (-one[1], one[0]))
        rows = [row for row, _ in found]
        return cls(tuple(zip(*rows, strict=True)), tuple(number for _, number in found))


def unsampled(path: ChangedDialect) -> str:
    """Return why the number of a path is no function of what units add, or nothing."""
    dialect = path.dialect.canonical()
    if dialect.pool is Pool.MEAN:
        return "pool:mean averages over sentences, so the score does not follow from summed counts"
    if dialect.pool is Pool.FLAT:
        return "pool:flat joins all sentences, so sentences cannot be resampled"
    if dialect.labels.rule is LabelRule.GOLD:
        return "labels:gold looks at all sentences together, so the types that are scored would depend on the resample"
    regrouping = next((quirk.id for quirk in path.quirks if quirk.reads is not None), None)
    counting = next((quirk.id for quirk in path.quirks if quirk.step in {"filter", "count", "score"}), None)
    if regrouping or counting:
        return f"the quirk {regrouping or counting} looks at all sentences together"
    return ""


def kinds_of(measure: Measure, dialect: Dialect, *evaluations: PathEvaluation) -> tuple[str, ...]:
    """Return the types of which something has to be known: all that a mean can see, or all together as one."""
    if measure.scope not in {"macro", "weighted"}:
        return ("",)
    found = {kind for evaluated in evaluations for kind in evaluated.evaluation.tally.by_type}
    return tuple(sorted(found | set(dialect.labels_avg.given)))


def vectors_of(evaluated: PathEvaluation, measure: Measure, kinds: Sequence[str]) -> list[Vector]:
    """Return what each unit adds: WIDTH numbers for each type, or for all types together."""
    width = WIDTH * len(kinds)
    places = {kind: WIDTH * number for number, kind in enumerate(kinds)}
    memo: dict[int, Vector] = {}
    found = []
    for unit in evaluated.outcomes:
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
        if outcome is Outcome.INC and measure.quantity not in COUNTS:
            found[place + MIS] += 1
            found[place + SPU] += 1
        else:
            found[place + _PLACES[outcome]] += 1
    for row in () if alone else unit.rows[Schema.STRICT]:
        for span, place in zip(row, (IN_GOLD, IN_PRED), strict=True):
            if span is not None:
                found[places[span.type] + place] = 1
    return tuple(found)


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


_TIE = 1e-12
"""Two differences are equal that are as close as doubles can tell."""


class NotResampled(NamedTuple):
    """Why there is no interval."""

    reason: str


class Paired(NamedTuple):
    """The second of two numbers on the same units: its interval, that of the difference, and the test."""

    interval: Interval | None
    difference: Interval | None
    p: Fraction | None


def engine() -> ModuleType:
    """Return what draws and scores on this machine: NumPy where it is installed, else this module."""
    return import_module("nerconform.engines.resampling" if find_spec("numpy") else __name__)


@dataclass(slots=True)
class Resampler:
    """Draws for one measure; what is equal unit by unit is drawn once."""

    measure: Measure
    drawn: Resampling
    _sums: dict[tuple[str, Sample], Sequence[Any]] = field(init=False, default_factory=dict)

    def interval(self, evaluated: PathEvaluation, path: ChangedDialect) -> Interval | NotResampled:
        """Return the percentile interval of a number over bootstrap resamples of the units."""
        reason = _reason(path, evaluated)
        if reason:
            return NotResampled(reason)
        found = self._interval(self._bootstrap((evaluated,), path.dialect)[0])
        return NotResampled("the number is undefined in some resamples") if found is None else found

    def paired(self, evaluations: tuple[PathEvaluation, PathEvaluation], path: ChangedDialect) -> Paired | NotResampled:
        """Return interval and test of the difference between two predictions of one gold, read along one path."""
        reason = _reason(path, *evaluations)
        if reason:
            return NotResampled(reason)
        first, second = self._bootstrap(evaluations, path.dialect)
        differences = [other - one for one, other in zip(first, second, strict=True)]
        own = self.interval(evaluations[1], path)
        return Paired(
            None if isinstance(own, NotResampled) else own,
            self._interval(differences),
            self._p(evaluations, path.dialect),
        )

    def _bootstrap(self, evaluations: Sequence[PathEvaluation], dialect: Dialect) -> list[list[float]]:
        """Return the numbers of every evaluation over the same resamples."""
        return self._drawn("bootstrapped", evaluations, dialect)

    def _p(self, evaluations: Sequence[PathEvaluation], dialect: Dialect) -> Fraction | None:
        """Return how often two predictions differ as much or more, if the units of both are swapped at random.

        The observed difference counts as one of them, so that the test keeps its level. `None` where one of the two
        numbers is undefined.
        """
        exact = replace(dialect, round=Rounding())
        tallies = (evaluated.evaluation.tally for evaluated in evaluations)
        values = [Evaluation(exact, tally, scorer(exact)).value(self.measure) for tally in tallies]
        if None in values:
            return None
        first, second = self._drawn("swapped", evaluations, dialect)
        observed = abs(float(values[1] or 0) - float(values[0] or 0)) - _TIE
        hits = sum(not abs(other - one) < observed for one, other in zip(first, second, strict=True))
        return Fraction(1 + hits, 1 + self.drawn.resamples)

    def _drawn(self, how: str, evaluations: Sequence[PathEvaluation], dialect: Dialect) -> list[list[float]]:
        kinds = kinds_of(self.measure, dialect, *evaluations)
        sample = Sample.of([vectors_of(evaluated, self.measure, kinds) for evaluated in evaluations])
        by, key = engine(), (how, sample)
        if key not in self._sums:
            draw = getattr(by, how)
            self._sums[key] = draw(sample.tables, sample.times, self.drawn.resamples, self.drawn.seed)
        return [by.values_of(one, kinds, dialect, self.measure) for one in self._sums[key]]

    def _interval(self, values: Sequence[float]) -> Interval | None:
        """Return the percentiles on both sides of the level, `None` where a number is undefined."""
        if any(map(math.isnan, values)):
            return None
        ordered, tail = sorted(values), Fraction(100 - self.drawn.level, 200)
        return Interval(_percentile(ordered, tail), _percentile(ordered, 1 - tail))


def _reason(path: ChangedDialect, *evaluations: PathEvaluation) -> str:
    """Return why nothing can be drawn, or nothing."""
    reason = unsampled(path)
    if reason or all(evaluated.outcomes for evaluated in evaluations):
        return reason
    quirks = ", ".join(quirk.id for quirk in path.quirks)
    return f"with {quirks} it does not count single sentences" if quirks else "there are no sentences"


def _percentile(ordered: Sequence[float], share: Fraction) -> float:
    """Return the number at a share of the way, between two of them in proportion (type 7 of R)."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + float(place - below) * (ordered[above] - ordered[below])
