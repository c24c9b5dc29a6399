"""Resamples: intervals and tests of the numbers of a comparison, from the counts of its units."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from nerconform.diagnosis.versus import ChangedDialect
from nerconform.products.compare.evaluations import PathEvaluation
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.scoring import scorer
from nerconform.results.comparison import Interval, Resampling
from nerconform.stats import unit_draws
from nerconform.stats.unit_draws import (
    Sample,
    interval_of,
    kinds_seen,
    swap_p,
    unsampled_choice,
    vectors_by_unit,
)


def unsampled(path: ChangedDialect) -> str:
    """Return why the number of a path is no function of what units add, or nothing."""
    choice = unsampled_choice(path.dialect)
    if choice:
        return choice
    regrouping = next((quirk.id for quirk in path.quirks if quirk.reads is not None), None)
    counting = next((quirk.id for quirk in path.quirks if quirk.step in {"filter", "count", "score"}), None)
    if regrouping or counting:
        return f"the quirk {regrouping or counting} looks across units"
    return ""


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

    def interval(self, evaluated: PathEvaluation, path: ChangedDialect) -> Interval | NotResampled:
        """Return the percentile interval of a number over bootstrap resamples of the units."""
        reason = _reason(path, evaluated)
        if reason:
            return NotResampled(reason)
        found = interval_of(self._bootstrap((evaluated,), path.dialect)[0], self.drawn.level)
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
            interval_of(differences, self.drawn.level),
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
        observed = float(values[1] or 0) - float(values[0] or 0)
        return swap_p(zip(first, second, strict=True), observed, self.drawn.resamples)

    def _drawn(self, how: str, evaluations: Sequence[PathEvaluation], dialect: Dialect) -> list[list[float]]:
        kinds = kinds_seen(self.measure, dialect, (evaluated.evaluation.tally for evaluated in evaluations))
        sample = Sample.of([vectors_by_unit(evaluated.outcomes, self.measure, kinds) for evaluated in evaluations])
        by, key = unit_draws.engine(), (how, sample)
        if key not in self._sums:
            draw = getattr(by, how)
            self._sums[key] = draw(sample.tables, sample.times, self.drawn.resamples, self.drawn.seed)
        return [by.values_of(one, kinds, dialect, self.measure) for one in self._sums[key]]


def _reason(path: ChangedDialect, *evaluations: PathEvaluation) -> str:
    """Return why nothing can be drawn, or nothing."""
    reason = unsampled(path)
    if reason or all(evaluated.outcomes for evaluated in evaluations):
        return reason
    quirks = ", ".join(quirk.id for quirk in path.quirks)
    return f"with {quirks} it counts no spans of single units" if quirks else "there are no units"
