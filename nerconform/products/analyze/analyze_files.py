"""Analyze: the errors of a prediction, for data at hand and for files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.files.score_files import both_sides, files_read, score_files, sides_of
from nerconform.formats.provenance import UnitKind, require_file
from nerconform.formats.read import Input, read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets, Record
from nerconform.products.analyze.entity_groups import Training, groups_of, representative
from nerconform.products.analyze.error_classes import FoundError, errors_of, is_correct
from nerconform.reference.confusion import Confusion
from nerconform.reference.counting import Counts, charged
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Align, Pool
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered, UnknownOption
from nerconform.reference.signature import Signature, short_dialect
from nerconform.reference.spans import Span, canonical
from nerconform.reference.units import read_plain_units, read_units
from nerconform.results.analysis_result import (
    Analysis,
    ConfusionCell,
    EntityError,
    ErrorClass,
    ErrorKind,
    OutcomeCounts,
    SentenceSpans,
)
from nerconform.results.comparison import CitedUnit
from nerconform.results.context import FilesRead
from nerconform.results.values import SpanRecord
from nerconform.version import SPEC_VERSION, __version__

_PLAIN = ReaderOptions()


class NoTokens(NerconformError):
    """Whether an entity was seen in training data needs the words of both, which are not there."""

    code = "no-tokens"


class Sentence(NamedTuple):
    """One unit: where it stands, and its words, as tokens or, where spans count characters, as text.

    `record` is the unit of a file.
    """

    place: str
    tokens: tuple[str, ...] = ()
    text: str = ""
    record: Record | None = None

    def place_of(self, span: Span) -> str:
        """Return where a span begins."""
        tagged = self.record is not None and self.record.lines
        return self.record.place(span.start) if tagged and self.record is not None else self.place

    def words(self, span: Span) -> str:
        """Return the words of a span, nothing where they are not known."""
        pieces = span.pieces or ((span.start, span.end),)
        words = (self.text[start:end] if self.text else " ".join(self.tokens[start:end]) for start, end in pieces)
        return " ... ".join(words)


class _AnalyzedData(NamedTuple):
    """The sentences of the data with the outcomes of each, and what is known besides."""

    sentences: Sequence[Sentence]
    outcomes: Sequence[Outcomes]
    offsets: str = str(Offsets.TOKENS)
    training: Training | None = None
    train: str = ""
    citation: str = ""
    read: FilesRead | None = None


def analyze(  # noqa: PLR0913 - what is evaluated, how, and what is known of the data
    gold: object,
    pred: object,
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    schema: str = "strict",
    tokens: Sequence[Sequence[str]] | None = None,
    train: Sequence[Sequence[str]] | None = None,
    train_tokens: Sequence[Sequence[str]] | None = None,
) -> Analysis:
    """Return the errors of a prediction: confusion of types, classes of error, and the sentence of each.

    `gold`, `pred`, `dialect` and `scheme` are those of `nerconform.evaluate`, `schema` says by which of the four
    schemas a pair is correct. `tokens` are the words of each sentence. With `train`, the gold tags or spans of the
    training data, and `train_tokens`, errors are counted by whether the entity was seen in training.

    Raises what `evaluate` raises, `NotAnswered` where the dialect has no such schema or joins all sentences, and
    `NoTokens` for training data without words.
    """
    rules = resolve(dialect, scheme)
    wanted = _schema(rules, schema)
    units = read_plain_units(gold, pred)
    pipeline = Pipeline.of(rules)
    sides = (pipeline.decoded(units, side) for side in (Side.GOLD, Side.PRED))
    words = _words(tokens, len(units), "tokens")
    data = _AnalyzedData(
        [Sentence(f"sentence {index}", own) for index, own in enumerate(words)],
        _outcomes(pipeline, zip(*sides, strict=True)),
        citation=str(Signature(rules)),
    )
    if train is not None:
        if tokens is None or train_tokens is None:
            hint = "Pass tokens= and train_tokens=, a list of words for each sentence."
            raise NoTokens("train= needs the words of both data", place="train", hint=hint)
        examples = read_units(train, train)
        sentences = [Sentence("", own) for own in _words(train_tokens, len(examples), "train_tokens")]
        data = data._replace(
            training=_training(zip(pipeline.decoded(examples, Side.GOLD), sentences, strict=True)), train="train"
        )
    return _analysis(data, rules, wanted)


def draw(
    tokens: Sequence[str],
    gold: object,
    pred: object = None,
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
) -> SentenceSpans:
    """Return one sentence with its spans, which a notebook draws below the tokens.

    `gold` and `pred` are the tags or the spans of the sentence; without `pred` only one side is drawn. Raises what
    `evaluate` raises.
    """
    pipeline = Pipeline.of(resolve(dialect, scheme))
    unit = read_units([gold], [gold if pred is None else pred])
    sentence = Sentence("sentence 0", tuple(map(str, tokens)))
    names = {"gold": Side.GOLD} if pred is None else {"gold": Side.GOLD, "prediction": Side.PRED}
    sides = {
        name: tuple(_span(span, sentence) for span in next(pipeline.decoded(unit, side)))
        for name, side in names.items()
    }
    return SentenceSpans(sentence.tokens, sides)


def analyze_files(  # noqa: PLR0913, PLR0917 - what is read, how, and under which rules
    gold: Input,
    pred: Path | None,
    dialect: Dialect,
    schema: str = "strict",
    options: ReaderOptions = _PLAIN,
    train: Path | None = None,
) -> Analysis:
    """Return the errors of a file with both annotations, or of two files, sentence by sentence.

    `train` is a file of the training data, read with the same options. Raises what `score_files` and `analyze` raise,
    each with file and line.
    """
    wanted = _schema(dialect, schema)
    scored = score_files(gold, pred, dialect, UnitKind.SENTENCE, options)
    pipeline = Pipeline.of(dialect)
    records = list(both_sides(read(gold, pred, options)))
    data = _AnalyzedData(
        [_sentence(record) for record in records],
        _outcomes(pipeline, (sides_of(pipeline, record) for record in records)),
        str(records[0].offsets) if records else str(Offsets.TOKENS),
        citation=f"{Signature(dialect)} # {scored.run}",
        read=files_read(scored.run, scored.sources),
    )
    if train is not None:
        require_file(train)
        if not any(sentence.tokens or sentence.text for sentence in data.sentences):
            hint = "Name the column of the words (--token-column), or leave --train out."
            raise NoTokens("--train needs the words of the data", place=str(gold), hint=hint)
        data = data._replace(training=_read_training(train, options, pipeline), train=str(train))
    return _analysis(data, dialect, wanted)


def _read_training(path: Path, options: ReaderOptions, pipeline: Pipeline) -> Training:
    """Return the entities of a file of training data. Raises `NoTokens`."""
    found = []
    for record in read_one(path, options):
        sentence = _sentence(record)
        if not sentence.tokens and not sentence.text:
            hint = "Write the token in a column beside each tag of the training file."
            raise NoTokens("training data without words", place=f"{path}:{record.line}", hint=hint)
        found.append((sides_of(pipeline, replace(record, pred=record.gold))[0], sentence))
    return _training(found)


def _training(found: Iterable[tuple[Spans, Sentence]]) -> Training:
    return Training.of((span.type, sentence.words(span)) for spans, sentence in found for span in spans)


def _schema(dialect: Dialect, name: str) -> Schema:
    """Return the schema by its name. Raises `UnknownOption` and `NotAnswered`."""
    if name not in set(Schema):
        raise UnknownOption(f"there is no schema {name!r:.60}", hint=f"Use one of: {', '.join(Schema)}.")
    if name not in answered(dialect):
        hint = "Use a dialect that aligns, such as semeval."
        raise NotAnswered(f"without alignment there is no schema {name!r}, only 'strict'", hint=hint)
    if dialect.align is Align.TWO_SIDED:
        hint = "Use --set align=phased; in Python, dialect.set(align='phased')."
        raise NotAnswered("align:two-sided makes no pairs, so an error has no gold entity and prediction", hint=hint)
    if dialect.pool is Pool.FLAT:
        hint = "Use --set pool=corpus; in Python, dialect.set(pool='corpus')."
        raise NotAnswered("pool:flat joins all sentences, so no error can be shown with its sentence", hint=hint)
    return Schema(name)


def _words(tokens: Sequence[Sequence[str]] | None, units: int, name: str) -> list[tuple[str, ...]]:
    """Return the words of each sentence, none where they were not given. Raises `NoTokens` for another number."""
    if tokens is None:
        return [()] * units
    if len(tokens) != units:
        message = f"{name} has {len(tokens)} sentences, the data have {units}"
        raise NoTokens(message, place=name, hint="Pass a list of words for each sentence.")
    return [tuple(map(str, own)) for own in tokens]


def _sentence(record: Record) -> Sentence:
    if record.offsets is Offsets.CHARACTERS:
        return Sentence(record.place(), text=record.text, record=record)
    return Sentence(record.place(), record.tokens, record=record)


def _outcomes(pipeline: Pipeline, sides: Iterable[tuple[Spans, Spans]]) -> tuple[Outcomes, ...]:
    return pipeline.evaluate_spans(sides, outcomes=True).outcomes or ()


def _analysis(data: _AnalyzedData, dialect: Dialect, schema: Schema) -> Analysis:
    """Return the record of all errors."""
    confusion = Confusion.of(data.outcomes, schema)
    found = [(index, error) for index, unit in enumerate(data.outcomes) for error in errors_of(unit.rows[schema])]
    errors = tuple(_error(index, error, data, schema) for index, error in found)
    rows = [(row, _seen(row, data, index)) for index, unit in enumerate(data.outcomes) for row in unit.rows[schema]]
    training = data.training
    frequencies = _gold_types(data.outcomes, schema) if training is None else training.frequencies
    source = "gold" if training is None else "training data"
    return Analysis(
        tool=__version__,
        spec=SPEC_VERSION,
        citation=data.citation,
        short=short_dialect(str(dialect)),
        schema=str(schema),
        units=len(data.sentences),
        counts=_named(confusion.total),
        correct=sum(is_correct(row) for row, _ in rows),
        confusion=tuple(ConfusionCell(_named(counts), *cell) for cell, counts in confusion.cells.items()),
        classes=tuple(_classes([error for _, error in found], errors, schema)),
        errors=errors,
        groups=groups_of(rows, schema, data.offsets, frequencies, source),
        cited={index: _cited(index, data, schema) for index in dict.fromkeys(index for index, _ in found)},
        aligned=dialect.align is not Align.NONE,
        offsets=data.offsets,
        train=data.train,
        read=data.read,
    )


def _named(counts: Counts) -> OutcomeCounts:
    """Return the counts that are not 0, by their names."""
    return {str(outcome): int(number) for outcome, number in zip(Outcome, counts.as_tuple(), strict=True) if number}


def _gold_types(outcomes: Iterable[Outcomes], schema: Schema) -> Mapping[str, int]:
    return Counter(row.gold.type for unit in outcomes for row in unit.rows[schema] if row.gold is not None)


def _seen(row: Pair, data: _AnalyzedData, index: int) -> str:
    """Return what training data say of the span of a row, nothing without training data."""
    span = representative(row)
    return "" if data.training is None else data.training.seen(span.type, data.sentences[index].words(span))


def _error(index: int, error: FoundError, data: _AnalyzedData, schema: Schema) -> EntityError:
    sentence, outcomes = data.sentences[index], Counter(str(row.outcome(schema)) for row in error.rows)
    gold, pred = (tuple(_span(span, sentence) for span in side) for side in (error.gold, error.pred))
    first = Pair(*(side[0] if side else None for side in (error.gold, error.pred)))
    cells = dict.fromkeys((row.gold and row.gold.type, row.pred and row.pred.type) for row in error.rows)
    place = sentence.place_of(representative(first))
    return EntityError(error.kind, index, place, outcomes, tuple(cells), gold, pred, seen=_seen(first, data, index))


def _span(span: Span, sentence: Sentence) -> SpanRecord:
    return SpanRecord(span.type, span.start, span.end, span.pieces, sentence.words(span))


def _classes(found: Sequence[FoundError], errors: Sequence[EntityError], schema: Schema) -> Iterator[ErrorClass]:
    """Yield the classes by type: errors by that of their first entity, rows by that to which they are charged."""
    numbers = Counter((error.kind, error.type) for error in errors)
    also = Counter((error.kind, error.type) for error in errors if error.types_differ)
    outcomes: dict[tuple[ErrorKind, str], Counter[str]] = {}
    for error in found:
        for row in error.rows:
            outcomes.setdefault((error.kind, charged(row)), Counter())[str(row.outcome(schema))] += 1
    for key in sorted({*numbers, *outcomes}, key=lambda one: (-numbers[one], list(ErrorKind).index(one[0]), one[1])):
        yield ErrorClass(*key, numbers[key], outcomes.get(key, {}), also[key])


def _cited(index: int, data: _AnalyzedData, schema: Schema) -> CitedUnit:
    """Return a sentence with the spans of both sides as they were decoded and kept by the label filter."""
    sentence, rows = data.sentences[index], data.outcomes[index].rows[schema]
    sides = {row.gold for row in rows if row.gold}, {row.pred for row in rows if row.pred}
    gold, pred = (tuple(_span(span, sentence) for span in sorted(side, key=canonical)) for side in sides)
    return CitedUnit(sentence.place, sentence.tokens or ((sentence.text,) if sentence.text else ()), gold, pred)
