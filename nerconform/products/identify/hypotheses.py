"""Hypotheses: a dialect, and what the numbers of a black box may be in it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple, cast

from nerconform.asking.observation import Printed, Refusal, Value
from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import NamedNumbers, Outcome, Probe
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels, Rounding
from nerconform.reference.options import Empty, LabelRule, MacroF, Pool
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
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
    """Return a value as a double, `None` where it is undefined, infinite or too large to have decimals."""
    if value is None:
        return None
    try:
        number = float(value.text if isinstance(value, Printed) else value)
    except ValueError:
        return None
    return number if isfinite(number * 10**_MAX_DECIMALS) else None


Expected = Mapping[str, Fraction | None] | None
"""The numbers that are due under the names that the black box gives them; `None`: a refusal."""


class View(NamedTuple):
    """What the numbers are: of one schema and average, and a single number of which ratio.

    Where the black box names its numbers by itself (`named`), these are all schemas and averages among them, and
    `types` says whether there are rows of types.
    """

    schemas: frozenset[Schema]
    averages: frozenset[str]
    ratio: str | None = None
    types: bool = False
    named: bool = False

    @classmethod
    def of(cls, names: Iterable[str]) -> "View":
        """Return the view of measures by their names."""
        measures = [Measure.parse(name) for name in names]
        averages = frozenset(measure.scope for measure in measures if measure.type is None)
        types = any(measure.type is not None for measure in measures)
        return cls(frozenset(measure.schema for measure in measures), averages, types=types, named=True)

    def measure(self, key: str) -> Measure:
        """Return the measure that stands behind a name."""
        if self.named:
            return _parsed(key)
        (schema,), (average,) = self.schemas, self.averages
        return Measure(schema, average, self.ratio or key)

    def __str__(self) -> str:
        """Return the measures, with `*` for every ratio."""
        pairs = ((schema, average) for schema in sorted(self.schemas) for average in sorted(self.averages))
        shown = [f"{schema}.{average}.{self.ratio or '*'}" for schema, average in pairs]
        return ", ".join([*shown, *(["rows of types"] if self.types else [])])


_parsed = lru_cache(Measure.parse)


class Hypothesis(NamedTuple):
    """One dialect that is still possible, and what its numbers are."""

    dialect: Dialect
    view: View

    def options(self) -> dict[str, str]:
        """Return every choice in its text form, schema, average and ratio among them."""
        found = {axis.name: axis.write(getattr(self.dialect, axis.attribute)) for axis in AXES}
        if not self.view.named:
            found |= {"schema": "".join(self.view.schemas), "average": "".join(self.view.averages)}
            found |= {} if self.view.ratio is None else {"ratio": self.view.ratio}
        return found

    def plain(self) -> "Hypothesis":
        """Return the hypothesis with the choices put back to the default that these views cannot show."""
        dialect, view = self.dialect.canonical(), self.view
        idle: dict[str, Any] = {}
        if view.averages <= {"micro"}:
            idle["labels_avg"] = Labels(LabelRule.UNION)
            if not view.types:
                idle["attribution"] = _DEFAULT.attribution
        if "macro" not in view.averages:
            idle["empty"] = Empty.ZERO
        if dialect.pool is not Pool.MEAN and ("macro" not in view.averages or view.ratio in {"precision", "recall"}):
            idle["macro_f"] = MacroF.MEAN
        if Schema.PARTIAL not in view.schemas:
            idle["partial"] = _DEFAULT.partial
        return Hypothesis(replace(dialect, **idle).canonical(), view)


_DEFAULT = Dialect()
_SCORING: dict[str, Any] = {
    name: getattr(_DEFAULT, name)
    for name in ("zero", "empty", "empty_doc", "macro_f", "labels_avg", "partial", "round")
}
_SHOWN = (*_SCORING, "types", "pool")
"""What the numbers of a tally depend on."""
_MAX_KEPT = 10_000
"""A long search thinks of millions, and would keep them all."""


def evaluation(dialect: Dialect, probe: Probe, schemas: frozenset[Schema]) -> Evaluation | None:
    """Return an evaluation with the numbers of a probe in these schemas, unrounded; `None`: it is refused.

    Dialects that differ only in their score step share a tally.
    """
    counted, scored = _apart(dialect)
    tally = _tallied(counted, probe)
    return None if tally is None else Evaluation(scored, in_schemas(tally, schemas), scorer(scored))


@lru_cache(maxsize=_MAX_KEPT)
def _tallied(dialect: Dialect, probe: Probe) -> Tally | None:
    try:
        return Pipeline.of(dialect).evaluate(*probe.lists()).tally
    except NerconformError:
        return None


@lru_cache(maxsize=4096)
def _apart(dialect: Dialect) -> tuple[Dialect, Dialect]:
    """Return a dialect up to its score step, and one with only its score step, unrounded."""
    scores = {name: getattr(dialect, name) for name in _SHOWN} | {"round": Rounding()}
    return replace(dialect, **_SCORING), replace(_DEFAULT, **scores)


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
    for key in keys:
        measure = hypothesis.view.measure(key)
        asked = measure._replace(schema=Schema.STRICT) if alike else measure
        with suppress(NotAnswered):
            found[key] = cast("Fraction | None", evaluation.value(asked))  # every key is a ratio
    return found


def fits(hypothesis: Hypothesis, due: Expected, outcome: Outcome, number_format: NumberFormat) -> bool:
    """Whether an outcome is the one that is due: all numbers, or a refusal; rows of types may be missing."""
    if due is None or not isinstance(outcome, NamedNumbers):
        return due is None and isinstance(outcome, Refusal)
    missing = (key for key in outcome.values if key not in due)
    rule = hypothesis.dialect.round
    return all(hypothesis.view.measure(key).type is not None for key in missing) and all(
        number_format.agrees(due[key], value, rule) for key, value in outcome.values.items() if key in due
    )
