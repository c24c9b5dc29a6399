"""Columns: who is compared by default, who was asked for, and what each gives on the data (CMP-1, CMP-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect, Reason, shown
from nerconform.products.compare.asked import TAGS, Asked, Asking, Sides, measures_of
from nerconform.products.compare.contestants import Contestant
from nerconform.products.compare.evaluations import Reading, Readings, Refused
from nerconform.products.compare.steps import Computation, counts_of, standing_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.outcomes import Schema
from nerconform.results.bridge import number_of
from nerconform.results.comparison import Column, Departure, Figures, Ran

_RATIOS = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Answered:
    """A column, and the way in which the reference computes its number; that of its dialect if nothing explains it."""

    column: Column
    computation: Computation | None


@dataclass(slots=True)
class Columns:
    """Answers for one data set; `spans` are the same data decoded by `decoder`, for those who take spans alone."""

    readings: Readings
    sides: Sides
    measure: Measure
    decoder: Dialect
    asking: Asking = field(init=False)
    _spans: list[Sides] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Begin."""
        self.asking = Asking(self.readings)

    def answer(self, contestant: Contestant) -> Answered:
        """Return the column of one who is compared."""
        implementation = contestant.implementation
        sides, decoded = self.sides, None
        dialect = self._dialect(implementation, sides)
        if isinstance(dialect, Unsupported) and sides.form is Form.TAGS and not contestant.instead:
            spans = self._as_spans()
            other = Unsupported("") if spans is None else self._dialect(implementation, spans)
            if spans is not None and isinstance(other, Dialect):
                sides, decoded, dialect = spans, self.decoder, other
        if isinstance(dialect, Unsupported):
            return self._without(contestant, f"it is not asked: {dialect.reason}")
        if contestant.instead or isinstance(implementation, ReferenceImplementation):
            return self._by_reference(contestant, dialect)
        if decoded is not None:
            dialect = dialect.set(**{axis: decoded.option(axis) for axis in TAGS})
        return self._by_library(implementation, self.asking.ask(implementation, dialect, sides, self.measure), decoded)

    def _dialect(self, implementation: Implementation, sides: Sides) -> Dialect | Unsupported:
        try:
            return implementation.dialect(sides.question(measures_of(self.measure)))
        except NerconformError as error:
            return Unsupported(str(error))

    def _as_spans(self) -> Sides | None:
        """Return the data as spans, `None` where they cannot be decoded."""
        if not self._spans:
            units = self.readings.spans(self.decoder)
            if units is None:
                return None
            gold, pred = ([list(unit[side]) for unit in units] for side in (0, 1))
            self._spans.append(Sides(gold, pred, Form.SPANS, self.sides.scheme))
        return self._spans[0]

    def _without(self, contestant: Contestant, reason: str) -> Answered:
        implementation = contestant.implementation
        ran = Ran.REFERENCE if contestant.instead else Ran.LIBRARY
        column = Column(
            implementation.name, implementation.version, ran, None, refused=reason, instead=contestant.instead
        )
        return Answered(column, None)

    def _by_reference(self, contestant: Contestant, dialect: Dialect) -> Answered:
        """Return what the reference gives in a dialect."""
        implementation = contestant.implementation
        way = Computation(ChangedDialect(dialect), self.measure, implementation.name)
        reading = self.readings.read(way.path)
        column = Column(implementation.name, implementation.version, Ran.REFERENCE, dialect, instead=contestant.instead)
        if isinstance(reading, Refused):
            return Answered(replace(column, refused=reading.reason), None)
        return Answered(self._filled(column, reading, None), way)

    def _by_library(self, implementation: Implementation, asked: Asked, decoded: Dialect | None) -> Answered:
        """Return what a library gave: exact where the reference gives the same along some path."""
        departure = None
        if asked.mismatches:
            causes = tuple(shown(Reason(cause, implementation.name)) for cause in asked.causes)
            departure = Departure(causes, asked.mismatches)
        column = Column(
            implementation.name,
            implementation.version,
            Ran.LIBRARY,
            asked.dialect,
            departure=departure,
            decoded_by="" if decoded is None else str(decoded.policy),
        )
        observation = asked.observation
        if not isinstance(observation, Answer):
            return Answered(replace(column, refused=_words(observation)), None)
        reading = None if asked.path is None else self.readings.read(asked.path)
        if asked.path is None or not isinstance(reading, Reading):
            declared = Computation(ChangedDialect(asked.dialect), self.measure, implementation.name, asked.dialect)
            return Answered(self._as_given(column, observation), declared)
        way = Computation(asked.path, self.measure, implementation.name, asked.dialect)
        filled = self._filled(column, reading, observation)
        return Answered(filled, way)

    def _filled(self, column: Column, reading: Reading, answer: Answer | None) -> Column:
        """Return a column with the numbers of a reading: of a library's, those that it gives."""
        results: dict[str, Figures] = {}
        for schema in Schema:
            ratios = {
                name: reading.evaluation.value(one)
                for name, one in self._ratios(schema).items()
                if schema in reading.evaluation.schemas and (answer is None or one in answer.values)
            }
            if ratios or (answer is not None and any(one.schema is schema for one in answer.values)):
                measure = self.measure._replace(schema=schema)
                results[schema] = Figures(ratios, _counts(reading, measure, answer))
        standing = standing_of(reading, self.measure)
        if isinstance(standing, Refused) or (answer is not None and self.measure not in answer.values):
            reason = standing.reason if isinstance(standing, Refused) else f"it gives no {self.measure}"
            return replace(column, results=results, no_value=reason)
        return replace(column, results=results, value=standing.value)

    def _as_given(self, column: Column, answer: Answer) -> Column:
        """Return a column with the numbers of a library that nothing explains."""
        results: dict[str, Figures] = {}
        for schema in Schema:
            given = {one: number_of(value) for one, value in answer.values.items() if one.schema is schema}
            if given:
                ratios = {name: given[one] for name, one in self._ratios(schema).items() if one in given}
                counts = {
                    one.quantity: int(value)
                    for one, value in given.items()
                    if one.quantity in COUNTS and value is not None
                }
                results[schema] = Figures(ratios, counts)
        if self.measure not in answer.values:
            return replace(column, results=results, no_value=f"it gives no {self.measure}")
        scale = 1 if column.dialect is None or self.measure.quantity in COUNTS else column.dialect.round.scale
        value = number_of(answer.values[self.measure])
        return replace(column, results=results, value=None if value is None else value / scale if scale != 1 else value)

    def _ratios(self, schema: Schema) -> Mapping[str, Measure]:
        """Return the ratios that are shown of a schema."""
        names = dict.fromkeys((*_RATIOS, *([self.measure.quantity] if self.measure.beta is not None else [])))
        return {name: Measure(schema, self.measure.scope, name) for name in names}


def _counts(reading: Reading, measure: Measure, answer: Answer | None) -> Mapping[str, int]:
    """Return the counts of a reading: of a library's, all that its precision and recall speak of, or those it gives."""
    if measure.scope in {"macro", "weighted"}:
        return {}
    counts = counts_of(reading, measure)
    if answer is None or all(measure._replace(quantity=name) in answer.values for name in ("precision", "recall")):
        return counts
    return {name: count for name, count in counts.items() if measure._replace(quantity=name) in answer.values}


def _words(observation: Observation) -> str:
    """Return a refusal or a crash in one line."""
    match observation:
        case Refusal(error, message):
            return f"{error}: {message}".rstrip(": ")
        case Crash(error, message):
            return f"it crashes: {error}: {message}".rstrip(": ")
        case Unsupported(reason):
            return f"it is not asked: {reason}"
    return ""
