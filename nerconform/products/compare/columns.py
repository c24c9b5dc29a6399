"""Columns: who is compared by default, who was asked for, and what each gives on the data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from nerconform.asking.callers import Function
from nerconform.asking.calling import Calling
from nerconform.asking.inputs import NO_MENTIONS
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.asking.records import number
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.prediction import acting
from nerconform.diagnosis.versus import ChangedDialect, Reason, shown
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.library import call_of, libraries
from nerconform.libraries.program import Program, program_of
from nerconform.libraries.registry import NotInstalled, declared_by, resolve, resolved
from nerconform.products.compare.evaluations import (
    Computation,
    NoEvaluation,
    PathEvaluation,
    PathEvaluations,
    counts_of,
    path_value_of,
)
from nerconform.products.compare.library_answers import (
    TAGS,
    DataSides,
    LibraryAnswer,
    LibraryAsker,
    measures_of,
    schemas_shown,
)
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import ALL_COUNTS, COUNTS, Measure
from nerconform.reference.named import NAMED, SCORES
from nerconform.reference.options import Location
from nerconform.reference.outcomes import EXTENSIONS, Schema, answered
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import AS, short_dialect
from nerconform.results.comparison import ComparisonColumn, Departure, Figures, NumbersFrom
from nerconform.results.context import RatioFormat, python_number
from nerconform.results.values import Count, number_of

Wanted = str | Implementation | Function


class Participant(NamedTuple):
    """One who is compared; `instead` says why its dialect is evaluated in its place.

    A `program` is reproduced: the reference evaluates its dialect with its quirks.
    """

    implementation: Implementation
    instead: str = ""
    program: Program | None = None


def participants(wanted: Sequence[Wanted], dialect: str | None, limits: Limits, calling: Calling) -> list[Participant]:
    """Return who was asked for, a family as all its modes.

    The name of a dialect that is no library means the reference in it. Raises what `resolve` raises, but for a library
    that is not installed and whose dialect is known.
    """
    found = [one for each in wanted for one in _contestants(each, dialect, limits, calling)]
    return list({one.implementation.name: one for one in found}.values())


def _contestants(wanted: Wanted, dialect: str | None, limits: Limits, calling: Calling) -> Iterator[Participant]:
    if isinstance(wanted, str) and wanted.startswith(AS):
        yield _reproduced(*program_of(wanted))
        return
    name = f"reference:{wanted}" if isinstance(wanted, str) and _is_dialect(wanted) else wanted
    try:
        yield from map(Participant, resolved(name, dialect, limits, calling))
    except NotInstalled as error:
        for implementation in declared_by(str(name)):
            yield Participant(implementation, error.message)


def _reproduced(program: Program, scheme: Scheme | None) -> Participant:
    """Return a program as one who is compared; it is not run."""
    written = scheme or Scheme.IOB2
    found = ReferenceImplementation(program.rules(written), program.dialect(written, program.first))
    found.version = f"{program.name} {program.version}, reproduced"
    return Participant(found, program=program)


def _is_dialect(text: str) -> bool:
    """Whether a text begins with the name of a dialect and of no library."""
    name = text.partition(",")[0].partition("|")[0].strip()
    return name in {*NAMED, *SCORES} and (name not in libraries() or name != text.strip())


def defaults(sides: DataSides) -> list[Participant]:
    """Return the libraries that read the data, and behind them the named dialects that no library declares.

    A library that is not installed is passed over, and so is a dialect that the scheme excludes.
    """
    found: list[Participant] = []
    if sides.form is Form.MENTIONS:
        return [Participant(one) for one in _by_texts() if isinstance(one.dialect(sides.question()), Dialect)]
    for name in (library.selector(mode) for library in libraries().values() for mode in library.compared):
        try:
            found += map(Participant, resolve(name))
        except NotInstalled:
            continue
    question = probe(QuestionKind(sides.form, sides.scheme))
    found = [one for one in found if isinstance(one.implementation.dialect(question), Dialect)]
    declared = {str(one.implementation.dialect(question)) for one in found}
    for name, dialect in NAMED.items():
        implementation = ReferenceImplementation(f"reference:{name}", dialect)
        own = implementation.dialect(question)
        if isinstance(own, Dialect) and str(own) not in declared:
            found.append(Participant(implementation))
    return found


def _by_texts() -> Iterator[ReferenceImplementation]:
    """Yield the rules by which entities without offsets can be compared."""
    for location in Location:
        if location is not Location.OFFSETS:
            yield ReferenceImplementation(f"{_TEXTS_IN}{location}", NAMED["conlleval"].set(location=str(location)))


_TEXTS_IN = "reference:conlleval,location:"
_RATIOS = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class AnsweredColumn:
    """A column, and the way in which the reference computes its number; that of its dialect if nothing explains it."""

    column: ComparisonColumn
    computation: Computation | None


@dataclass(slots=True)
class Columns:
    """Answers for one data set; `spans` are the same data decoded by `decoder`, for those who take spans alone."""

    evaluations: PathEvaluations
    sides: DataSides
    measure: Measure
    decoder: Dialect
    asker: LibraryAsker = field(init=False)
    _spans: list[DataSides] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Begin."""
        self.asker = LibraryAsker(self.evaluations)

    def answer(self, participant: Participant) -> AnsweredColumn:
        """Return the column of one who is compared."""
        implementation = participant.implementation
        sides, decoded = self.sides, None
        dialect = self._dialect(implementation, sides)
        if isinstance(dialect, Unsupported) and sides.form is Form.TAGS and not participant.instead:
            spans = self._as_spans()
            other = Unsupported("") if spans is None else self._dialect(implementation, spans)
            if spans is not None and isinstance(other, Dialect):
                sides, decoded, dialect = spans, self.decoder, other
        if isinstance(dialect, Unsupported):
            ran = NumbersFrom.REFERENCE if participant.instead else NumbersFrom.LIBRARY
            reason = f"it is not asked: {dialect.reason}"
            return AnsweredColumn(_column(implementation, ran, None, refused=reason, instead=participant.instead), None)
        if participant.instead or isinstance(implementation, ReferenceImplementation):
            return self._by_reference(participant, dialect)
        if decoded is not None:
            dialect = dialect.set(**{axis: decoded.option(axis) for axis in TAGS})
        return self._by_library(implementation, self.asker.ask(implementation, dialect, sides, self.measure), decoded)

    def _dialect(self, implementation: Implementation, sides: DataSides) -> Dialect | Unsupported:
        if sides.form is Form.MENTIONS and not isinstance(implementation, ReferenceImplementation):
            return Unsupported(NO_MENTIONS)
        try:
            return implementation.dialect(sides.question(measures_of(self.measure)))
        except NerconformError as error:
            return Unsupported(str(error))

    def _as_spans(self) -> DataSides | None:
        """Return the data as spans, `None` where they cannot be decoded."""
        if not self._spans:
            units = self.evaluations.spans(self.decoder)
            if units is None:
                return None
            gold, pred = ([list(unit[side]) for unit in units] for side in (0, 1))
            self._spans.append(DataSides(gold, pred, Form.SPANS, self.sides.scheme))
        return self._spans[0]

    def _by_reference(self, participant: Participant, dialect: Dialect) -> AnsweredColumn:
        """Return what the reference gives in a dialect, of a program with the quirks that can fire."""
        implementation, program = participant.implementation, participant.program
        path = ChangedDialect(dialect)
        if program is not None:
            dialect = program.dialect(dialect.scheme, program.first)
            known = program.quirks(dialect, program.first)
            path = ChangedDialect(dialect, tuple(acting(dialect, known, self.sides.question())))
        whose = implementation.name if program is None else program.name
        way = Computation(path, self.measure, whose)
        evaluated = self.evaluations.along(way.path)
        column = _column(implementation, NumbersFrom.REFERENCE, dialect, instead=participant.instead)
        if isinstance(evaluated, NoEvaluation):
            return AnsweredColumn(replace(column, refused=evaluated.reason), None)
        return AnsweredColumn(self._filled(column, evaluated, None), way)

    def _by_library(
        self, implementation: Implementation, asked: LibraryAnswer, decoded: Dialect | None
    ) -> AnsweredColumn:
        """Return what a library gave: exact where the reference gives the same along some path."""
        departure = None
        if asked.mismatches:
            causes = tuple(shown(Reason(cause, implementation.name)) for cause in asked.causes)
            departure = Departure(causes, asked.mismatches)
        by = "" if decoded is None else str(decoded.policy)
        column = _column(implementation, NumbersFrom.LIBRARY, asked.dialect, departure=departure, decoded_by=by)
        observation = asked.observation
        if not isinstance(observation, Answer):
            return AnsweredColumn(replace(column, refused=_words(observation)), None)
        way = Computation(asked.path or ChangedDialect(asked.dialect), self.measure, implementation.name, asked.dialect)
        evaluated = self.evaluations.along(way.path)
        if asked.path is None or not isinstance(evaluated, PathEvaluation):
            return AnsweredColumn(self._as_given(column, observation), way)
        return AnsweredColumn(self._filled(column, evaluated, observation), way)

    def _filled(self, column: ComparisonColumn, evaluated: PathEvaluation, answer: Answer | None) -> ComparisonColumn:
        """Return a column with the numbers of an evaluation: of a library's, those that it gives."""
        results: dict[str, Figures] = {}
        extension = {*EXTENSIONS} & {self.measure.schema} & {*answered(evaluated.evaluation.dialect)}
        for schema in schemas_shown(self.measure):
            ratios = {
                name: number_of(evaluated.evaluation.value(one))
                for name, one in self._ratios(schema).items()
                if schema in {*evaluated.evaluation.schemas, *extension} and (answer is None or one in answer.values)
            }
            if ratios or (answer is not None and any(one.schema is schema for one in answer.values)):
                measure = self.measure._replace(schema=schema)
                results[schema] = Figures(ratios, _counts(evaluated, measure, answer))
        path_value = path_value_of(evaluated, self.measure)
        if isinstance(path_value, NoEvaluation) or (answer is not None and self.measure not in answer.values):
            reason = path_value.reason if isinstance(path_value, NoEvaluation) else f"it gives no {self.measure}"
            return replace(column, results=results, no_value=reason)
        return replace(column, results=results, number=path_value.number)

    def _as_given(self, column: ComparisonColumn, answer: Answer) -> ComparisonColumn:
        """Return a column with the numbers of a library that nothing explains."""
        results: dict[str, Figures] = {}
        for schema in schemas_shown(self.measure):
            given = {one: number(value) for one, value in answer.values.items() if one.schema is schema}
            if given:
                ratios = {name: given[one] for name, one in self._ratios(schema).items() if one in given}
                counts = {one.quantity: python_number(value) for one, value in given.items() if one.quantity in COUNTS}
                whole = {name: int(count) for name, count in counts.items() if count is not None}
                results[schema] = Figures(ratios, whole)
        if self.measure not in answer.values:
            return replace(column, results=results, no_value=f"it gives no {self.measure}")
        found = number(answer.values[self.measure])
        if self.measure.quantity not in ALL_COUNTS and column.format.scale != 1:
            value = python_number(found)
            found = number_of(None if value is None else Fraction(value) / column.format.scale)
        return replace(column, results=results, number=found)

    def _ratios(self, schema: Schema) -> Mapping[str, Measure]:
        """Return the ratios that are shown of a schema."""
        names = dict.fromkeys((*_RATIOS, *([self.measure.quantity] if self.measure.beta is not None else [])))
        return {name: Measure(schema, self.measure.scope, name) for name in names}


def _column(
    implementation: Implementation,
    numbers_from: NumbersFrom,
    dialect: Dialect | None,
    **more: Any,  # noqa: ANN401 - fields of a column
) -> ComparisonColumn:
    """Return a column without numbers."""
    head = implementation.name, implementation.version, numbers_from
    more["call"] = call_of(implementation.name)
    if dialect is None:
        return ComparisonColumn(*head, **more)
    text = str(dialect)
    return ComparisonColumn(*head, text, short_dialect(text), format=RatioFormat(*dialect.round), **more)


def _counts(evaluated: PathEvaluation, measure: Measure, answer: Answer | None) -> Mapping[str, Count]:
    """Return the counts of an evaluation: of a library's, all that precision and recall speak of, or those it gives."""
    if measure.scope in {"macro", "weighted"}:
        return {}
    counts = counts_of(evaluated, measure)
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
