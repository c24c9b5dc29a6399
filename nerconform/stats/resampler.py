"""Resampler: intervals of a number and paired tests of two predictions, from the counts of sentences or documents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from nerconform.engines.vectors import UnitKinds, Vector, vector_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import EXTENSIONS, Outcome, Outcomes, Schema, shown
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.scoring import scorer
from nerconform.results.context import Interval, Resampling
from nerconform.stats import unit_draws
from nerconform.stats.unit_draws import (
    Sample,
    interval_of,
    kinds_seen,
    swap_p,
    unsampled_choice,
    vectors_by_unit,
)


class Sampled(Protocol):
    """An evaluation with the outcomes of each of its units."""

    @property
    def evaluation(self) -> Evaluation:
        """Return the evaluation of all units."""

    @property
    def outcomes(self) -> Sequence[Outcomes]:
        """Return who met whom in each unit."""


def _of_ratio(counts: Vector) -> Vector:
    """Return the vector of a unit's counts of one schema; to a ratio a wrong pair is a miss and a spurious one."""
    cor, inc, par, mis, spu = counts
    return (cor, 0, par, mis + inc, spu + inc, 0, 0)


def telling(pipeline: Pipeline, kinds: UnitKinds) -> Pipeline:
    """Return a pipeline that tells `kinds` what each unit adds to each schema, as soon as it is matched."""

    def match(gold: Spans, pred: Spans) -> Outcomes:
        found = pipeline.match(gold, pred)
        kinds[vector_of(found)] += 1
        return found

    return replace(pipeline, match=match)


class NotResampled(NamedTuple):
    """Why there is no interval."""

    reason: str


class Paired(NamedTuple):
    """The second of two numbers on the same units: its interval, that of the difference, and the test."""

    interval: Interval | None
    difference: Interval | None
    p: Fraction | None


@dataclass(slots=True)
class Resampler:
    """Draws for one measure; what is equal unit by unit is drawn once."""

    measure: Measure
    drawn: Resampling
    _sums: dict[tuple[str, Sample], Sequence[Any]] = field(init=False, default_factory=dict)

    def interval(self, evaluated: Sampled, dialect: Dialect, reason: str = "") -> Interval | NotResampled:
        """Return the percentile interval of a number over bootstrap resamples of the units.

        `dialect` gives the number, and `reason` says why no resample would, if anything is known.
        """
        if unknown := reason or _reason(dialect, evaluated):
            return NotResampled(unknown)
        found = interval_of(self._bootstrap((evaluated,), dialect)[0], self.drawn.level)
        return NotResampled("the number is undefined in some resamples") if found is None else found

    def of_kinds(self, kinds: UnitKinds, dialect: Dialect) -> Interval | NotResampled:
        """Return the interval of a ratio of the micro average, from what units add to each schema.

        It is the interval that `interval` returns, whoever counted.
        """
        schema = Schema(self.measure.schema)
        extension = f"counts of sentences hold no schema {schema}" if schema in EXTENSIONS else ""
        if unknown := unsampled_choice(dialect) or extension or ("" if kinds else "there are no sentences"):
            return NotResampled(unknown)
        at = len(Outcome) * shown(dialect).index(schema)
        found: Counter[tuple[Vector, ...]] = Counter()
        for vector, times in kinds.items():
            found[_of_ratio(vector[at : at + len(Outcome)]),] += times
        (values,) = self._values("bootstrapped", Sample.counted(found), ("",), dialect)
        interval = interval_of(values, self.drawn.level)
        return NotResampled("the number is undefined in some resamples") if interval is None else interval

    def paired(self, evaluations: tuple[Sampled, Sampled], dialect: Dialect, reason: str = "") -> Paired | NotResampled:
        """Return interval and test of the difference between two predictions of one gold, read in one dialect."""
        if unknown := reason or _reason(dialect, *evaluations):
            return NotResampled(unknown)
        first, second = self._bootstrap(evaluations, dialect)
        differences = [other - one for one, other in zip(first, second, strict=True)]
        own = self.interval(evaluations[1], dialect)
        return Paired(
            None if isinstance(own, NotResampled) else own,
            interval_of(differences, self.drawn.level),
            self._p(evaluations, dialect),
        )

    def mean_interval(self, evaluations: Sequence[Sampled], dialect: Dialect) -> Interval | NotResampled:
        """Return the interval of the mean of several numbers, all from the same units in each resample."""
        if unknown := _reason(dialect, *evaluations):
            return NotResampled(unknown)
        drawn = self._bootstrap(evaluations, dialect)
        means = [sum(values) / len(values) for values in zip(*drawn, strict=True)]
        found = interval_of(means, self.drawn.level)
        return NotResampled("a number is undefined in some resamples") if found is None else found

    def _bootstrap(self, evaluations: Sequence[Sampled], dialect: Dialect) -> list[list[float]]:
        """Return the numbers of every evaluation over the same resamples."""
        return self._drawn("bootstrapped", evaluations, dialect)

    def _p(self, evaluations: Sequence[Sampled], dialect: Dialect) -> Fraction | None:
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
        observed = float(values[1] or 0) - float(values[0] or 0)
        return swap_p(zip(first, second, strict=True), observed, self.drawn.resamples)

    def _drawn(self, how: str, evaluations: Sequence[Sampled], dialect: Dialect) -> list[list[float]]:
        kinds = kinds_seen(self.measure, dialect, [evaluated.evaluation.tally for evaluated in evaluations])
        sample = Sample.of([vectors_by_unit(evaluated.outcomes, self.measure, kinds) for evaluated in evaluations])
        return self._values(how, sample, kinds, dialect)

    def _values(self, how: str, sample: Sample, kinds: Sequence[str], dialect: Dialect) -> list[list[float]]:
        """Return the numbers of each evaluation over the same resamples of a sample."""
        by, key = unit_draws.engine(), (how, sample)
        if key not in self._sums:
            draw = getattr(by, how)
            self._sums[key] = draw(sample.tables, sample.times, self.drawn.resamples, self.drawn.seed)
        return [by.values_of(one, kinds, dialect, self.measure) for one in self._sums[key]]


def _reason(dialect: Dialect, *evaluations: Sampled) -> str:
    """Return why nothing can be drawn, or nothing."""
    if all(evaluated.outcomes for evaluated in evaluations):
        return unsampled_choice(dialect)
    return unsampled_choice(dialect) or "there are no sentences"
