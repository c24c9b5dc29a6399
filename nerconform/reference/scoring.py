"""Score: from counts to numbers (SCO-1 to SCO-11)."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeVar

from nerconform.reference.counting import Counts, Tally, alike, rows_of
from nerconform.reference.credits import Amount
from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Labels, Rounding
from nerconform.reference.options import Empty, LabelRule, MacroF, Pool, Undefined
from nerconform.reference.outcomes import Schema

Value = TypeVar("Value")


class Deferred(Mapping[str, Value]):
    """Values by name; most evaluations are asked for only a few of their numbers."""

    __slots__ = ("_made", "_make", "_names")

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        """Make the value of each of these names by `make`."""
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        """Return the value of a name."""
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is such a name; nothing is made."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Yield the names in their order."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._names)

    def __reduce__(self) -> tuple[type[dict[str, Value]], tuple[dict[str, Value]]]:
        """Copy and pickle as a dict of all values, which does not hold how they were made."""
        return dict, (dict(self),)

    def __repr__(self) -> str:
        """Return the mapping as a dict is shown."""
        return repr(dict(self))


Ratio = Fraction | Undefined
"""A value, or the way in which it is undefined (`nan` or `omit`)."""

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F of one row or average; `None` where the dialect leaves a ratio undefined."""

    precision: Fraction | None
    recall: Fraction | None
    f: Fraction | None


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores of one schema: three averages, and a row for each type."""

    averages: Mapping[str, Score]
    by_type: Mapping[str, Score]


Scorer = Callable[[Tally, Fraction], Mapping[Schema, Scores]]
"""A tally and the beta of F in, the scores of every schema out."""


def scorer(dialect: Dialect) -> Scorer:
    """Return the score step of a dialect."""

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return {schema: _Schema(dialect, tally, schema, beta).scores() for schema in tally.total}

    return score


@dataclass(frozen=True, slots=True)
class _Ratios:
    """Exact precision, recall and F, before rounding."""

    precision: Ratio
    recall: Ratio
    f: Ratio


class _Schema:
    """The scores of one schema of one tally."""

    def __init__(self, dialect: Dialect, tally: Tally, schema: Schema, beta: Fraction) -> None:
        self.dialect = dialect
        self.tally = tally
        self.schema = schema
        self.beta = beta
        self.types: dict[str, _Ratios] = {}

    @cached_property
    def whole(self) -> Counter[Counts]:
        """The counts of every unit, and how many units have them."""
        found = Counter[Counts]()
        for unit, times in alike(self.tally.units):
            found[unit.total[self.schema]] += times
        return found

    @cached_property
    def units(self) -> dict[str, Counter[Counts]]:
        """The same for each type, without the units in which it does not occur."""
        found: dict[str, Counter[Counts]] = {}
        for unit, times in alike(self.tally.units):
            for kind in unit.by_type:
                found.setdefault(kind, Counter())[unit.counts(self.schema, kind)] += times
        return found

    def scores(self) -> Scores:
        averages = {"micro": self._micro, "macro": self._macro, "weighted": self._weighted}
        return Scores(
            Deferred(averages, lambda name: self._rounded(averages[name]())),
            Deferred(rows_of(self.tally, self.dialect), lambda kind: self._rounded(self._of_type(kind))),
        )

    def _micro(self) -> _Ratios:
        """Score all spans together (SCO-5)."""
        return self._pooled(self.tally.total[self.schema], self.whole)

    def _of_type(self, kind: str) -> _Ratios:
        """Score one type, once."""
        if kind not in self.types:
            units = self.units.get(kind, Counter())
            missing = self.whole.total() - units.total()
            units[Counts()] += missing
            self.types[kind] = self._pooled(self.tally.counts(self.schema, kind), units)
        return self.types[kind]

    def _pooled(self, whole: Counts, units: Mapping[Counts, int]) -> _Ratios:
        """Score counts of the whole, or average the scores of the units (SCO-5, CNT-6)."""
        if self.dialect.pool is Pool.MEAN:
            return self._mean_over_units(units)
        zero = self.dialect.zero
        return self._ratios(whole, zero.precision, zero.recall)

    def _ratios(self, counts: Counts, no_prediction: Undefined, no_gold: Undefined) -> _Ratios:
        """Divide, with the values that stand for undefined ratios."""
        return _divided(counts, self.dialect.partial, no_prediction, no_gold, self.beta)

    def _mean_over_units(self, counts: Mapping[Counts, int]) -> _Ratios:
        """Average over units, those with the same counts at once; where none contributes, it is undefined (CNT-6)."""
        dialect = self.dialect
        alone = Undefined(dialect.empty_doc)
        units = [(number, self._ratios(count, alone, alone)) for count, number in counts.items() if number]
        precision = _weighted_mean(((n, unit.precision) for n, unit in units), substitute(dialect.zero.precision))
        recall = _weighted_mean(((n, unit.recall) for n, unit in units), substitute(dialect.zero.recall))
        of_means = f_measure(precision, recall, self.beta)
        if dialect.macro_f is MacroF.OF_MEANS:
            return _Ratios(precision, recall, of_means)
        return _Ratios(precision, recall, _weighted_mean(((n, unit.f) for n, unit in units), of_means))

    def _labels(self) -> Sequence[str]:
        """Return the types that enter an average (SCO-8)."""
        labels: Labels = self.dialect.labels_avg
        if labels.rule is LabelRule.GIVEN:
            return labels.given
        if labels.rule is LabelRule.GOLD:
            return sorted(self.tally.gold_types)
        return sorted(self.tally.gold_types | self.tally.pred_types)

    def _macro(self) -> _Ratios:
        """Average over types, each with the same weight (SCO-6)."""
        rows = [self._of_type(kind) for kind in self._labels()]
        if not rows:
            return self._over_no_label()
        precision = _mean(row.precision for row in rows)
        recall = _mean(row.recall for row in rows)
        if self.dialect.macro_f is MacroF.OF_MEANS:
            return _Ratios(precision, recall, f_measure(precision, recall, self.beta))
        return _Ratios(precision, recall, _mean(row.f for row in rows))

    def _over_no_label(self) -> _Ratios:
        """Return the macro mean over no label (SCO-9)."""
        if self.dialect.empty is Empty.NAN:
            return _Ratios(Undefined.NAN, Undefined.NAN, Undefined.NAN)
        zero = self.dialect.zero
        return self._ratios(Counts(), zero.precision, zero.recall)

    def _weighted(self) -> _Ratios:
        """Average over types, each with its gold spans as weight (SCO-7)."""
        counts = {kind: self.tally.counts(self.schema, kind) for kind in self._labels()}
        if not any(count.pos for count in counts.values()):
            predicted = any(count.act for count in counts.values())
            zero = self.dialect.zero
            return self._ratios(Counts(), Undefined.ZERO if predicted else zero.precision, zero.recall)
        rows = [(count.pos, self._of_type(kind)) for kind, count in counts.items() if count.pos]
        return _Ratios(
            _weighted_mean((weight, row.precision) for weight, row in rows),
            _weighted_mean((weight, row.recall) for weight, row in rows),
            _weighted_mean((weight, row.f) for weight, row in rows),
        )

    def _rounded(self, ratios: _Ratios) -> Score:
        rounding = self.dialect.round
        return Score(*(rounded(value, rounding) for value in (ratios.precision, ratios.recall, ratios.f)))


@lru_cache(maxsize=4096)  # under `pool:mean` the same few counts come again in every mean
def _divided(
    counts: Counts, partial: Fraction, no_prediction: Undefined, no_gold: Undefined, beta: Fraction
) -> _Ratios:
    """Divide (SCO-1, SCO-2), with the values that stand for undefined ratios (SCO-4)."""
    found, right = counts.tp_pred + partial * counts.par_pred, counts.tp_gold + partial * counts.par_gold
    precision = Fraction(found) / counts.act if counts.act else substitute(no_prediction)
    recall = Fraction(right) / counts.pos if counts.pos else substitute(no_gold)
    return _Ratios(precision, recall, f_measure(precision, recall, beta))


def slot_error_rate(counts: Counts, dialect: Dialect) -> Ratio:
    """Return the errors for each gold span; without gold spans 1 less what stands for recall (SCO-13)."""
    errors = counts.inc + (1 - dialect.partial) * counts.par + counts.mis + counts.spu
    if counts.pos:
        return Fraction(errors) / counts.pos
    instead = substitute(dialect.zero.recall)
    return instead if isinstance(instead, Undefined) else 1 - instead


def substitute(option: Undefined) -> Ratio:
    """Return the value that stands for an undefined ratio (SCO-4)."""
    match option:
        case Undefined.ZERO:
            return Fraction(0)
        case Undefined.ONE:
            return Fraction(1)
    return option


def f_measure(precision: Ratio, recall: Ratio, beta: Fraction = Fraction(1)) -> Ratio:
    """Return F-beta: 0 if both are 0, undefined if either is (SCO-3)."""
    if isinstance(precision, Undefined) or isinstance(recall, Undefined):
        return Undefined.NAN if Undefined.NAN in {precision, recall} else Undefined.OMIT
    square = beta * beta
    below = square * precision + recall
    return (1 + square) * precision * recall / below if below else Fraction(0)


def _mean(values: Iterable[Ratio]) -> Ratio:
    """Return the mean; `omit` is left out, `nan` makes it undefined."""
    return _weighted_mean((1, value) for value in values)


def _weighted_mean(values: Iterable[tuple[Amount, Ratio]], nothing: Ratio = Undefined.OMIT) -> Ratio:
    """Return the mean of values with weights; `nothing` is the mean over no value."""
    above: dict[int, Amount] = {}  # by denominators, of which there are few
    weights: Amount = 0
    for weight, value in values:
        if value is Undefined.NAN:
            return Undefined.NAN
        if isinstance(value, Fraction):
            below = value.denominator
            above[below] = above.get(below, 0) + weight * value.numerator
            weights += weight
    if not weights:
        return nothing
    common = math.lcm(*above)
    return Fraction(sum(number * (common // below) for below, number in above.items()), common * weights)


def rounded(value: Ratio, rounding: Rounding) -> Fraction | None:
    """Return the value as the dialect prints it, `None` where it is undefined (SCO-10)."""
    if isinstance(value, Undefined):
        return None
    if rounding.rule == "exact":
        return value
    value *= rounding.scale
    if rounding.rule == "binary":
        return Fraction(f"{float(value):.{rounding.digits}f}")
    unit = 10**rounding.digits
    return Fraction(round(value * unit) if rounding.rule == "half-even" else math.floor(value * unit + _HALF), unit)
