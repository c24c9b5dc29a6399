"""LibraryAnswer: what an implementation gives on the data, and the path along which the reference gives the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Value
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form, Question
from nerconform.diagnosis.candidates import Cause, ordered, with_choices
from nerconform.diagnosis.divergence import differences, reproduces
from nerconform.diagnosis.explainer import Explainer
from nerconform.diagnosis.prediction import Predictor
from nerconform.diagnosis.versus import ChangedDialect, Clock
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.quirk import Quirk
from nerconform.products.compare.evaluations import NoEvaluation, PathEvaluation, PathEvaluations
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.outcomes import FOUR, Schema
from nerconform.reference.refusals import NotAnswered
from nerconform.results.values import Mismatch

_RATIOS = ("precision", "recall")
_MOST_CAUSES = 3
_BLOCK = 64
_LOOKED_AT = 8
"""So many units on which a library departs from its dialect are explained by themselves."""
TAGS = frozenset({"policy", "bare", "unknown", "affix", "delimiter", "outside", "scheme"})


@dataclass(frozen=True, slots=True)
class DataSides:
    """The data as an implementation is handed them, and their scheme."""

    gold: Sequence[Sequence[object]]
    pred: Sequence[Sequence[object]]
    form: Form
    scheme: str

    def question(self, measures: frozenset[Measure] = frozenset()) -> Question:
        """Return the question about all units."""
        return Question(self.gold, self.pred, self.form, self.scheme, measures=measures)

    def answered(self, implementation: Implementation, measure: Measure) -> frozenset[Measure]:
        """Return which of the numbers of a comparison an implementation declares, asked of the smallest question."""
        smallest = probe(QuestionKind(self.form, self.scheme))
        return frozenset(one for one in measures_of(measure) if implementation.answers(one, smallest))

    def part(self, units: Sequence[int]) -> "DataSides":
        """Return some of the units."""
        gold, pred = ([side[index] for index in units] for side in (self.gold, self.pred))
        return DataSides(gold, pred, self.form, self.scheme)


class LibraryAnswer(NamedTuple):
    """What an implementation answered, its declared dialect, and the path that reproduces it, if one does.

    `causes` lead from the dialect to the path; `mismatches` say where the dialect alone fails.
    """

    observation: Observation
    dialect: Dialect
    path: ChangedDialect | None
    causes: tuple[Cause, ...]
    mismatches: tuple[Mismatch, ...]


def measures_of(measure: Measure) -> frozenset[Measure]:
    """Return all numbers that a comparison shows beside a measure: every schema, at its scope."""
    ratios = (*_RATIOS, "f1", *([measure.quantity] if measure.beta is not None else []))
    counts = () if measure.scope in {"macro", "weighted"} else COUNTS
    asked = product(schemas_shown(measure), (*ratios, *counts))
    return frozenset(Measure(schema, measure.scope, quantity) for schema, quantity in asked)


def schemas_shown(measure: Measure) -> tuple[Schema, ...]:
    """Return the schemas that are compared beside a measure: the four, and its own."""
    return tuple(dict.fromkeys((*FOUR, Schema(measure.schema))))


@dataclass(slots=True)
class LibraryAsker:
    """Asks implementations about one data set, and finds the path along which the reference gives the same numbers."""

    evaluations: PathEvaluations
    clock: Clock = field(default_factory=Clock)

    def ask(
        self, implementation: Implementation, dialect: Dialect, sides: DataSides, measure: Measure
    ) -> LibraryAnswer:
        """Return what an implementation answers whose dialect for these data is known."""
        question = sides.question(sides.answered(implementation, measure))
        got = self.clock.ask(implementation, question)
        expected = self._predicted(ChangedDialect(dialect), question)
        mismatches = differences(question, expected, got, dialect.round)
        if not mismatches:
            return LibraryAnswer(got, dialect, ChangedDialect(dialect), (), ())
        for causes in self._candidates(implementation, sides, question, dialect):
            path = _path(dialect, causes)
            if path and reproduces(question, self._predicted(path, question), got, path.dialect.round):
                return LibraryAnswer(got, dialect, path, tuple(causes), mismatches)
        return LibraryAnswer(got, dialect, None, (), mismatches)

    def _predicted(self, path: ChangedDialect, question: Question) -> Observation:
        """Return what the reference gives along a path, as an observation."""
        evaluated = self.evaluations.along(path)
        if isinstance(evaluated, NoEvaluation):
            return (Crash if evaluated.crashes else Refusal)(evaluated.error, evaluated.reason)
        return Answer(dict(_values(evaluated, question.measures)))

    def _candidates(
        self, implementation: Implementation, sides: DataSides, question: Question, dialect: Dialect
    ) -> Iterator[tuple[Cause, ...]]:
        """Yield sets of causes: quirks that can fire, fewest first, then what explains units on which they part."""
        explainer = Explainer(implementation, Predictor(), self.clock.ask)
        quirks = self.evaluations.firing(explainer.quirks, dialect)
        for size in range(1, _MOST_CAUSES + 1):
            yield from combinations(quirks, size)
        found: dict[str, Cause] = {}
        for index in self._apart(implementation, sides, question.measures, dialect):
            one = sides.part([index]).question(question.measures)
            explained = explainer.explain(one, self.clock.ask(implementation, one), verify=False)
            if explained is not None:
                yield explained.causes
                found.update({cause.id: cause for cause in explained.causes})
        yield ordered(found.values())

    def _apart(
        self, implementation: Implementation, sides: DataSides, measures: frozenset[Measure], dialect: Dialect
    ) -> Sequence[int]:
        """Return the first units on which the implementation departs from the dialect."""
        predictor, found = Predictor(), list[int]()

        def look(units: range) -> None:
            question = sides.part(units).question(measures)
            got = self.clock.ask(implementation, question)
            if len(found) >= _LOOKED_AT or reproduces(
                question, predictor.predict(question, dialect), got, dialect.round
            ):
                return
            if len(units) == 1:
                found.append(units[0])
                return
            look(units[: len(units) // 2])
            look(units[len(units) // 2 :])

        for start in range(0, len(sides.gold), _BLOCK):
            look(range(len(sides.gold))[start : start + _BLOCK])
            if len(found) >= _LOOKED_AT:
                break
        return found


def _path(dialect: Dialect, causes: Sequence[Cause]) -> ChangedDialect | None:
    """Return the path that a dialect and causes make."""
    changed = with_choices(dialect, causes)
    return (
        None
        if changed is None
        else ChangedDialect(changed, tuple(cause for cause in causes if isinstance(cause, Quirk)))
    )


def _values(evaluated: PathEvaluation, measures: frozenset[Measure]) -> Iterator[tuple[Measure, Value]]:
    """Yield the numbers that an evaluation has."""
    for measure in measures:
        try:
            yield measure, evaluated.evaluation.value(measure)
        except (NotAnswered, KeyError):
            continue
