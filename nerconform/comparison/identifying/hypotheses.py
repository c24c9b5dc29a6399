"""Hypotheses: a dialect, and what the numbers of a black box may be in it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from nerconform.comparison.identifying.outcomes import Numbers, Outcome, Refused
from nerconform.comparison.identifying.probes import Probe
from nerconform.comparison.identifying.reading import Reading
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.options import Empty, LabelRule, MacroF, Pool
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.scoring import scorer
from nerconform.reference.values import Labels, Rounding

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


class Views(NamedTuple):
    """What a black box names by itself: whole measures, of these schemas and averages, and rows of types or none."""

    schemas: frozenset[Schema]
    averages: frozenset[str]
    types: bool

    @classmethod
    def of(cls, names: Iterable[str]) -> "Views":
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
    view: View | Views

    def measure(self, key: str) -> Measure:
        """Return the measure that stands behind a name."""
        if isinstance(self.view, Views):
            return _parsed(key)
        return Measure(self.view.schema, self.view.average, self.view.ratio or key)

    @property
    def schemas(self) -> frozenset[Schema]:
        """Return the schemas that are shown."""
        return self.view.schemas if isinstance(self.view, Views) else frozenset({self.view.schema})

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
        types = isinstance(self.view, Views) and self.view.types
        averages = self.view.averages if isinstance(self.view, Views) else {self.view.average}
        ratio = None if isinstance(self.view, Views) else self.view.ratio
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
_MOST_KEPT = 20_000
"""A long search thinks of millions, and would keep them all."""


class Predictor:
    """What each hypothesis expects: the reference's own answers, each tally made once, as far as memory goes.

    Dialects that differ in their score step alone share a tally.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self._tallies: dict[tuple[Dialect, Probe], Evaluation | None] = {}
        self._evaluations: dict[tuple[Dialect, Probe, frozenset[Schema]], Evaluation | None] = {}

    def evaluation(self, dialect: Dialect, probe: Probe, schemas: frozenset[Schema]) -> Evaluation | None:
        """Return the evaluation of a probe in these schemas, unrounded; `None` where the dialect refuses it."""
        dialect = replace(dialect, round=Rounding())
        key = (dialect, probe, schemas)
        if key not in self._evaluations:
            if len(self._evaluations) >= _MOST_KEPT:
                self._tallies.clear()
                self._evaluations.clear()
            made = self._tallied(replace(dialect, **_SCORING), probe)
            if made is not None:
                made = Evaluation(dialect, narrowed(made.tally, schemas), scorer(dialect))
            self._evaluations[key] = made
        return self._evaluations[key]

    def _tallied(self, dialect: Dialect, probe: Probe) -> Evaluation | None:
        key = (dialect, probe)
        if key not in self._tallies:
            try:
                self._tallies[key] = Pipeline.of(dialect).evaluate(*probe.lists())
            except NerconformError:
                self._tallies[key] = None
        return self._tallies[key]


def narrowed(tally: Tally, schemas: frozenset[Schema]) -> Tally:
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
        measure = hypothesis.measure(key)
        schema = Schema.STRICT if alike else measure.schema
        if schema not in evaluation.tally.total:
            continue
        result = evaluation.schemas[schema]
        rows = result.by_type if measure.type is not None else result.averages
        row = rows.get(measure.type or measure.scope)
        if row is not None:
            found[key] = getattr(row, "f1" if measure.beta == 1 else measure.quantity)
    return found


def fits(hypothesis: Hypothesis, due: Expected, outcome: Outcome, reading: Reading) -> bool:
    """Whether an outcome is the one that is due: all numbers, or a refusal; rows of types may be missing."""
    if due is None or not isinstance(outcome, Numbers):
        return due is None and isinstance(outcome, Refused)
    missing = (key for key in outcome.values if key not in due)
    rule = hypothesis.dialect.round
    return all(hypothesis.measure(key).type is not None for key in missing) and all(
        reading.agrees(due[key], value, rule) for key, value in outcome.values.items() if key in due
    )
