"""Prediction: what the reference answers in a dialect, changed by causes, as an observation."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Value
from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.divergence import reproduces
from nerconform.engines.choice import decoded
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.reference.counting import Count, Tally, sum_of
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.matching import Match
from nerconform.reference.measures import Measure
from nerconform.reference.options import Pool
from nerconform.reference.outcomes import Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.spans import Span
from nerconform.reference.units import read_units

_MAX_PIPELINES = 200
"""Pipelines that are kept: each remembers the tags that it has read."""
_MAX_UNITS = 20_000
"""Units that each of them remembers."""


def given(question: Question, dialect: Dialect) -> Given:
    """Return the input on which a quirk may fire."""
    return Given(question.gold, question.pred, dialect, str(question.ask), question.choices)


def changed(dialect: Dialect, quirks: Sequence[Quirk], question: Question) -> Pipeline:
    """Return the pipeline of a dialect with those of these quirks that can fire, in the order of the path."""
    return _changed(Pipeline.of(dialect), acting(dialect, quirks, question), question)


def acting(dialect: Dialect, quirks: Sequence[Quirk], question: Question) -> list[Quirk]:
    """Return the quirks that can fire on the input; the others change nothing there.

    A quirk that raises looks at data that its library would never be given, and cannot fire.
    """
    asked = given(question, dialect)
    return [quirk for quirk in quirks if _fires(quirk, asked)]


def _fires(quirk: Quirk, asked: Given) -> bool:
    try:
        return quirk.fires(asked)
    except Exception:  # noqa: BLE001 - whatever a quirk makes of tags where there are spans
        return False


def _changed(pipeline: Pipeline, quirks: Sequence[Quirk], question: Question) -> Pipeline:
    for quirk in quirks:
        pipeline = quirk.on(given(question, pipeline.dialect))(pipeline)
    return pipeline


def _remembering(match: Match) -> Match:
    """Return a match step that takes a unit that comes again from memory: the same object each time.

    Spans in which a quirk has hidden more than spans hold are matched anew.
    """
    known: dict[tuple[Spans, Spans], Outcomes] = {}

    def matched(gold: Spans, pred: Spans) -> Outcomes:
        if not (_is_plain(gold) and _is_plain(pred)):
            return match(gold, pred)
        found = known.get((gold, pred))
        if found is None:
            if len(known) >= _MAX_UNITS:
                known.clear()
            found = known[gold, pred] = match(gold, pred)
        return found

    return matched


def _is_plain(spans: Spans) -> bool:
    """Whether equal spans are all alike: neither they nor their types are of classes of their own."""
    return type(spans) is tuple and all(type(span) is Span and type(span.type) is str for span in spans)


def _adding(count: Count) -> Count:
    """Return a count step that counts each unit once and adds the tallies (LAW-8); outcomes are known by identity."""
    known: dict[int, tuple[Outcomes, Tally]] = {}

    def tally_of(unit: Outcomes) -> Tally:
        if id(unit) not in known:
            if len(known) >= _MAX_UNITS:
                known.clear()
            known[id(unit)] = unit, count([unit])
        return known[id(unit)][1]

    def counted(units: Iterable[Outcomes]) -> Tally:
        return sum_of(map(tally_of, units)) or count(())

    return counted


def _values(evaluation: Evaluation, question: Question) -> dict[Measure, Value]:
    """Return the numbers that were asked, as far as there are such."""
    values: dict[Measure, Value] = {}
    for measure in question.measures:
        try:
            values[measure] = evaluation.value(measure)
        except NotAnswered:
            continue
    return values


class _Numbers(Mapping[Measure, Value]):
    """The numbers that were asked, as far as there are such, each made when it is looked at."""

    def __init__(self, evaluation: Evaluation, question: Question) -> None:
        self._evaluation = evaluation
        self._measures = question.measures

    def __getitem__(self, measure: Measure) -> Value:
        try:
            return self._evaluation.value(measure)
        except NotAnswered:
            raise KeyError(measure) from None

    def __iter__(self) -> Iterator[Measure]:
        return (measure for measure in self._measures if measure in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


_Making = Callable[[Evaluation, Question], Mapping[Measure, Value]]


@dataclass(slots=True)
class Predictor:
    """Answers questions as the reference does, and keeps the pipelines that do not depend on the question.

    What they match and count of a unit is remembered, too.
    """

    _bases: dict[Dialect, Pipeline] = field(default_factory=dict)
    _kept: dict[tuple[Dialect, tuple[str, ...]], Pipeline] = field(default_factory=dict)

    def predict(self, question: Question, dialect: Dialect, quirks: Sequence[Quirk] = ()) -> Observation:
        """Return what the reference answers in this dialect with these quirks; one that cannot fire changes nothing.

        An error of the reference is a refusal, and an exception that a quirk predicts is a crash.
        """
        return self._predicted(question, dialect, acting(dialect, quirks, question), _values)

    def reproduces(self, question: Question, dialect: Dialect, quirks: Sequence[Quirk], got: Observation) -> bool:
        """Whether the reference answers so in this dialect with these quirks; no number is made after one differs."""
        quirks = acting(dialect, quirks, question)
        numbers: _Making = _Numbers if isinstance(got, Answer) else _values
        try:
            return reproduces(question, self._predicted(question, dialect, quirks, numbers), got, dialect.round)
        except (NerconformError, LibraryRaises):  # of a number; and got is an answer
            return False

    def _predicted(
        self, question: Question, dialect: Dialect, quirks: Sequence[Quirk], numbers: _Making
    ) -> Observation:
        """Return what the reference answers with quirks all of which can fire."""
        try:
            fast = None if quirks else _of_arrays(question, dialect, numbers)
            return fast or answered_by(self.pipeline(question, dialect, quirks), question, numbers)
        except NerconformError as error:
            return Refusal(type(error).__name__, str(error))

    def pipeline(self, question: Question, dialect: Dialect, quirks: Sequence[Quirk]) -> Pipeline:
        """Return the pipeline, made anew where a quirk looks at the input as a whole."""
        base = self._base(dialect)
        if any(quirk.reads is not None for quirk in quirks):
            return _changed(base, quirks, question)
        key = dialect, tuple(quirk.id for quirk in quirks)
        if key not in self._kept:
            if len(self._kept) >= _MAX_PIPELINES:
                self._kept.clear()
            pipeline = _changed(base, quirks, question)
            same = pipeline.match is base.match
            self._kept[key] = pipeline if same else replace(pipeline, match=_remembering(pipeline.match))
        return self._kept[key]

    def _base(self, dialect: Dialect) -> Pipeline:
        """Return the pipeline of the dialect without quirks."""
        if dialect not in self._bases:
            if len(self._bases) >= _MAX_PIPELINES:
                self._bases.clear()
            plain = Pipeline.of(dialect)
            self._bases[dialect] = replace(plain, match=_remembering(plain.match), count=_adding(plain.count))
        return self._bases[dialect]


def _of_arrays(question: Question, dialect: Dialect, numbers: _Making) -> Answer | None:
    """Return what the columnar engine answers, `None` where it cannot, or where the question is small."""
    if question.form is not Form.TAGS or Part.PAIRS in question.parts:
        return None
    shown = Part.SPANS in question.parts
    found = decoded(dialect, question.gold, question.pred, spans=shown)
    if found is None:
        return None
    evaluation, spans = found
    rows = _rows(evaluation) if Part.ROWS in question.parts else None
    return Answer(numbers(evaluation, question), spans=spans if shown else None, rows=rows)


def answered_by(pipeline: Pipeline, question: Question, numbers: _Making = _values) -> Observation:
    """Return what a pipeline answers: an error of the reference is a refusal, what a quirk predicts is a crash."""
    try:
        return _answer(pipeline, question, numbers)
    except NerconformError as error:
        return Refusal(type(error).__name__, str(error))
    except LibraryRaises as raised:
        return Crash(raised.error, "")


def reproduced_by(pipeline: Pipeline, question: Question, got: Observation) -> bool:
    """Whether a pipeline answers so; no number is made after one that differs."""
    numbers: _Making = _Numbers if isinstance(got, Answer) else _values
    try:
        return reproduces(question, answered_by(pipeline, question, numbers), got, pipeline.dialect.round)
    except (NerconformError, LibraryRaises):  # of a number; and got is an answer
        return False


def _answer(pipeline: Pipeline, question: Question, numbers: _Making) -> Answer:
    """Return every measure and part that was asked; the spans are seen on their way, so nothing is decoded twice."""
    seen: list[tuple[Spans, Spans]] = []
    keep = pipeline.filter

    def watched(units: Stream) -> Stream:
        seen.extend(units)
        return keep(seen)

    spans = Part.SPANS in question.parts
    pairs = Part.PAIRS in question.parts
    watching = replace(pipeline, filter=watched) if spans else pipeline
    evaluation = watching.evaluate(question.gold, question.pred, outcomes=pairs)
    return Answer(
        numbers(evaluation, question),
        spans=_spans(pipeline, question, seen) if spans else None,
        pairs=_pairs(evaluation) if pairs else None,
        rows=_rows(evaluation) if Part.ROWS in question.parts else None,
    )


def _rows(evaluation: Evaluation) -> frozenset[str]:
    """Return the types that have a row: none where a quirk has taken all results away."""
    try:
        return frozenset(evaluation.by_type)
    except NotAnswered:
        return frozenset()


def _spans(pipeline: Pipeline, question: Question, seen: Sequence[tuple[Spans, Spans]]) -> dict[Side, list[Spans]]:
    """Return the spans of every unit; where all units were decoded as one, they are decoded again one by one."""
    if pipeline.dialect.pool is not Pool.FLAT:
        return {Side.GOLD: [gold for gold, _ in seen], Side.PRED: [pred for _, pred in seen]}
    units = read_units(question.gold, question.pred)
    return {
        Side.GOLD: [pipeline.spans(unit.gold, Side.GOLD) for unit in units],
        Side.PRED: [pipeline.spans(unit.pred, Side.PRED) for unit in units],
    }


def _pairs(evaluation: Evaluation) -> dict[Schema, list[tuple[Pair, ...]]]:
    """Return the rows of every unit, per schema."""
    units = evaluation.outcomes or ()
    return {schema: [unit.rows[schema] for unit in units] for schema in answered(evaluation.dialect)}
