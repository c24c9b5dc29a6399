"""Hypotheses: a dialect, and what the numbers of a black box may be in it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from nerconform.asking.observation import Printed, Value
from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import NamedNumbers, Outcome, Probe, RefusedProbe
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels, Rounding
from nerconform.reference.options import Empty, LabelRule, MacroF, Pool
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.scoring import rounded, scorer
from nerconform.suite.agreement import SINGLE, TOLERANCE, agrees

_MAX_DECIMALS = 6
_TOLERANCE = 1e-9


class NumberFormat(NamedTuple):
    """The scale, 1 or 100, and the decimals, `None` where nothing shows that numbers are rounded."""

    scale: int = 1
    digits: int | None = None

    @classmethod
    def of(cls, values: Iterable[Value]) -> "NumberFormat":
        """Return the reading that these numbers show: more decimals than six are taken for none left out."""
        numbers = [number for value in values if (number := _number(value)) is not None]
        scale = 100 if any(number > 1 + _TOLERANCE for number in numbers) else 1
        for digits in range(_MAX_DECIMALS + 1):
            if all(abs(number * 10**digits - round(number * 10**digits)) < _TOLERANCE * 100 for number in numbers):
                return cls(scale, digits)
        return cls(scale)

    def agrees(self, expected: Fraction | None, got: Value, rounding: Rounding = Rounding()) -> bool:
        """Whether a number is the expected one: as a dialect rounds it, else within half a unit of the last decimal."""
        if expected is None or got is None or isinstance(got, Printed):
            return agrees(expected, got, Rounding("half-even", 12, self.scale) if self.scale > 1 else Rounding())
        number = _number(got)
        if number is None:
            return False
        if rounding.rule != "exact":
            return abs(number - float(rounded(expected, rounding) or 0)) < _TOLERANCE
        due = self._scaled(expected)
        slack = 0.5 * 10.0**-self.digits + _TOLERANCE if self.digits is not None else 0.0
        return abs(number - due) <= max(slack, TOLERANCE * abs(due), TOLERANCE * SINGLE)

    def coarse(self, expected: Fraction | None, rounding: Rounding = Rounding()) -> float | None:
        """Return what can be seen of an expected number."""
        if expected is None:
            return None
        if rounding.rule != "exact":
            return float(rounded(expected, rounding) or 0)
        return round(self._scaled(expected), 10 if self.digits is None else self.digits)

    def _scaled(self, expected: Fraction) -> float:
        return expected.numerator * self.scale / expected.denominator


def _number(value: Value) -> float | None:
    """Return a value as a double, `None` where it is undefined."""
    if value is None:
        return None
    try:
        number = float(value.text if isinstance(value, Printed) else value)
    except ValueError:
        return None
    return None if number != number else number  # noqa: PLR0124 - a NaN


Expected = Mapping[str, Fraction | None] | None
"""The numbers that are due under the names that the black box gives them; `None`: a refusal."""


class View(NamedTuple):
    """What the numbers are: schema and average, and for a single number which ratio it is."""

    schema: Schema
    average: str
    ratio: str | None = None

    def __str__(self) -> str:
        """Return the measure, with `*` for every ratio."""
        return f"{self.schema}.{self.average}.{self.ratio or '*'}"


class HypothesisViews(NamedTuple):
    """What a black box names by itself: whole measures, of these schemas and averages, and rows of types or none."""

    schemas: frozenset[Schema]
    averages: frozenset[str]
    types: bool

    @classmethod
    def of(cls, names: Iterable[str]) -> "HypothesisViews":
        """Return the views of these measures."""
        measures = [Measure.parse(name) for name in names]
        averages = frozenset(measure.scope for measure in measures if measure.type is None)
        types = any(measure.type is not None for measure in measures)
        return cls(frozenset(measure.schema for measure in measures), averages, types)

    def __str__(self) -> str:
        """Return what is shown, in words."""
        shown = [f"{schema}.{average}.*" for schema in sorted(self.schemas) for average in sorted(self.averages)]
        return ", ".join([*shown, *(["rows of types"] if self.types else [])])


_parsed = lru_cache(Measure.parse)


class Hypothesis(NamedTuple):
    """One dialect that is still possible, and what its numbers are: one view, or several that are named."""

    dialect: Dialect
    view: View | HypothesisViews

    def measure(self, key: str) -> Measure:
        """Return the measure that stands behind a name."""
        if isinstance(self.view, HypothesisViews):
            return _parsed(key)
        return Measure(self.view.schema, self.view.average, self.view.ratio or key)

    @property
    def schemas(self) -> frozenset[Schema]:
        """Return the schemas that are shown."""
        return self.view.schemas if isinstance(self.view, HypothesisViews) else frozenset({self.view.schema})

    def options(self) -> dict[str, str]:
        """Return every choice in its text form, schema, average and ratio among them."""
        found = {axis.name: axis.write(getattr(self.dialect, axis.attribute)) for axis in AXES}
        if isinstance(self.view, View):
            found |= {"schema": str(self.view.schema), "average": self.view.average}
            found |= {} if self.view.ratio is None else {"ratio": self.view.ratio}
        return found

    def plain(self) -> "Hypothesis":
        """Return the hypothesis with the choices put back to the default that these views cannot show."""
        dialect = self.dialect.canonical()
        types = isinstance(self.view, HypothesisViews) and self.view.types
        averages = self.view.averages if isinstance(self.view, HypothesisViews) else {self.view.average}
        ratio = None if isinstance(self.view, HypothesisViews) else self.view.ratio
        idle: dict[str, Any] = {}
        if averages <= {"micro"}:
            idle["labels_avg"] = Labels(LabelRule.UNION)
            if not types:
                idle["attribution"] = _DEFAULT.attribution
        if "macro" not in averages:
            idle["empty"] = Empty.ZERO
        if dialect.pool is not Pool.MEAN and ("macro" not in averages or ratio in {"precision", "recall"}):
            idle["macro_f"] = MacroF.MEAN
        if Schema.PARTIAL not in self.schemas:
            idle["partial"] = _DEFAULT.partial
        return Hypothesis(replace(dialect, **idle).canonical(), self.view)


_DEFAULT = Dialect()
_SCORING: dict[str, Any] = {
    name: getattr(_DEFAULT, name)
    for name in ("zero", "empty", "empty_doc", "macro_f", "labels_avg", "partial", "round")
}
_SHOWN = (*_SCORING, "types", "pool")
"""What the numbers of a tally depend on."""
_MAX_KEPT = 20_000
"""A long search thinks of millions, and would keep them all."""


_Content = tuple[object, ...]


class HypothesisPredictor:
    """What each hypothesis expects: the reference's own answers, each tally made once, as far as memory goes.

    Dialects that differ only in their score step share a tally, and equal tallies that are scored alike a score.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self._tallies: dict[tuple[Dialect, Probe], Tally | None] = {}
        self._equal: dict[_Content, Tally] = {}
        self._scored: dict[tuple[int, Dialect, frozenset[Schema]], Evaluation] = {}

    def evaluation(self, dialect: Dialect, probe: Probe, schemas: frozenset[Schema]) -> Evaluation | None:
        """Return an evaluation with the numbers of a probe in these schemas, unrounded; `None`: it is refused."""
        if len(self._scored) >= _MAX_KEPT or len(self._tallies) >= _MAX_KEPT:
            for kept in (self._tallies, self._equal, self._scored):
                kept.clear()
        counted, alike = _apart(dialect)
        tally = self._tallied(counted, probe)
        if tally is None:
            return None
        key = (id(tally), alike, schemas)
        if key not in self._scored:
            self._scored[key] = Evaluation(alike, in_schemas(tally, schemas), scorer(alike))
        return self._scored[key]

    def _tallied(self, dialect: Dialect, probe: Probe) -> Tally | None:
        """Return the tally of a probe, the same object for equal ones."""
        key = (dialect, probe)
        if key not in self._tallies:
            try:
                tally = Pipeline.of(dialect).evaluate(*probe.lists()).tally
            except NerconformError:
                self._tallies[key] = None
            else:
                self._tallies[key] = self._equal.setdefault(_content(tally), tally)
        return self._tallies[key]


@lru_cache(maxsize=4096)
def _apart(dialect: Dialect) -> tuple[Dialect, Dialect]:
    """Return a dialect up to its score step, and one with only its score step, unrounded."""
    scores = {name: getattr(dialect, name) for name in _SHOWN} | {"round": Rounding()}
    return replace(dialect, **_SCORING), replace(_DEFAULT, **scores)


def _content(tally: Tally) -> _Content:
    """Return what makes two tallies equal, as something that has a hash."""
    rows = tuple((kind, *counts.items()) for kind, counts in tally.by_type.items())
    units = tuple(map(_content, tally.units))
    return (*tally.total.items(), rows, tally.gold_types, tally.pred_types, units, tally.times)


def in_schemas(tally: Tally, schemas: frozenset[Schema]) -> Tally:
    """Return the tally of these schemas, as far as there are such, so that nothing else is scored."""
    return replace(tally, total={schema: counts for schema, counts in tally.total.items() if schema in schemas})


def expected(hypothesis: Hypothesis, evaluation: Evaluation | None, keys: Iterable[str], *, alike: bool) -> Expected:
    """Return the numbers that are due; a number that the dialect does not have is left out.

    `alike` says that on this probe all schemas are, so that `strict` stands for each.
    """
    if evaluation is None:
        return None
    found: dict[str, Fraction | None] = {}
    for row in _rows(hypothesis.view, tuple(keys)):
        schema = Schema.STRICT if alike else row.schema
        if schema not in evaluation.tally.total:
            continue
        result = evaluation.schemas[schema]
        ratios = (result.averages if row.type is None else result.by_type).get(row.type or row.scope)
        if ratios is not None:
            found.update((key, getattr(ratios, name)) for key, name in row.ratios)
    return found


class _RatioRow(NamedTuple):
    """A row of a type, or of an average (`scope`), whose ratios a black box gives under keys."""

    schema: Schema
    type: str | None
    scope: str
    ratios: tuple[tuple[str, str], ...]


@lru_cache
def _rows(view: View | HypothesisViews, keys: tuple[str, ...]) -> tuple[_RatioRow, ...]:
    """Return the rows in which the numbers under these keys stand."""
    found: dict[tuple[Schema, str | None, str], list[tuple[str, str]]] = {}
    for key in keys:
        one = Hypothesis(_DEFAULT, view).measure(key)
        ratio = "f1" if one.beta == 1 else one.quantity
        found.setdefault((one.schema, one.type, one.scope), []).append((key, ratio))
    return tuple(_RatioRow(*where, tuple(ratios)) for where, ratios in found.items())


def fits(hypothesis: Hypothesis, due: Expected, outcome: Outcome, reading: NumberFormat) -> bool:
    """Whether an outcome is the one that is due: all numbers, or a refusal; rows of types may be missing."""
    if due is None or not isinstance(outcome, NamedNumbers):
        return due is None and isinstance(outcome, RefusedProbe)
    missing = (key for key in outcome.values if key not in due)
    rule = hypothesis.dialect.round
    return all(hypothesis.measure(key).type is not None for key in missing) and all(
        reading.agrees(due[key], value, rule) for key, value in outcome.values.items() if key in due
    )
