"""Analyze: the errors of a prediction, for data at hand and for files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.files.evaluated_files import files_read
from nerconform.files.record_shards import Progress, RecordFiles
from nerconform.files.score_files import score_files, sides_of
from nerconform.formats.provenance import UnitKind, require_file
from nerconform.formats.read import Input, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets, Record
from nerconform.products.analyze.analysis_parts import AnalysisPart, Sentence, outcomes_named
from nerconform.products.analyze.entity_groups import Training
from nerconform.reference.confusion import Confusion
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import across_units
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Align, Pool
from nerconform.reference.outcomes import SCHEMAS, Outcomes, Schema, answered
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered, UnknownOption
from nerconform.reference.signature import Signature, short_dialect
from nerconform.reference.units import read_plain_units, read_units
from nerconform.results.analysis_result import Analysis, ConfusionCell, SentenceSpans
from nerconform.results.context import FilesRead
from nerconform.version import SPEC_VERSION, __version__

MOST_LISTED = 100
"""Errors of each class and type that are listed of Parquet files."""
_RECORDS_AT_ONCE = 5000
_PLAIN = ReaderOptions()


class NoTokens(NerconformError):
    """Whether an entity was seen in training data needs the words of both, which are not there."""

    code = "no-tokens"


class _AnalyzedData(NamedTuple):
    """What all sentences add, and what is known besides."""

    part: AnalysisPart
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
    training = None
    if train is not None:
        if tokens is None or train_tokens is None:
            hint = (
                "Pass a list of words for each sentence: tokens=[['Ada', 'met'], ...], and train_tokens= for the "
                "training data."
            )
            raise NoTokens(
                "train= looks up the words of each entity in the training data, but tokens= or train_tokens= "
                "is missing",
                place="train",
                hint=hint,
            )
        examples = read_units(train, train)
        sentences = [Sentence("", own) for own in _words(train_tokens, len(examples), "train_tokens")]
        training = _training(zip(pipeline.decoded(examples, Side.GOLD), sentences, strict=True))
    part = AnalysisPart(wanted)
    for index, (own, found) in enumerate(zip(words, _outcomes(pipeline, zip(*sides, strict=True)), strict=True)):
        part.add(index, Sentence(f"sentence {index}", own), found, training)
    data = _AnalyzedData(part, training, "" if training is None else "train", str(Signature(rules)))
    return _analysis(data, rules)


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
    sides = {name: tuple(map(sentence.span, next(pipeline.decoded(unit, side)))) for name, side in names.items()}
    return SentenceSpans(sentence.tokens, sides)


def analyze_files(  # noqa: PLR0913, PLR0917 - what is read, how, and under which rules
    gold: Input,
    pred: Path | None,
    dialect: Dialect,
    schema: str = "strict",
    options: ReaderOptions = _PLAIN,
    train: Path | None = None,
    jobs: int = 1,
    progress: Progress = None,
) -> Analysis:
    """Return the errors of a file with both annotations, of two files, or of a corpus, sentence by sentence.

    `train` is a file of the training data, read with the same options. Of Parquet files, read in `jobs` processes, at
    most `MOST_LISTED` errors of each class and type are listed, and no sentence is kept but theirs. Raises what
    `score_files` and `analyze` raise, each with file and line.
    """
    wanted = _schema(dialect, schema)
    files = RecordFiles(gold, pred, options, jobs, progress)
    if files.in_parts:
        run, sources = files.run()
    else:
        scored = score_files(gold, pred, dialect, UnitKind.SENTENCE, options)
        run, sources = scored.run, scored.sources
    training = None
    if train is not None:
        require_file(train)
        training = _read_training(train, options, Pipeline.of(dialect))
    most = MOST_LISTED if files.in_parts else None
    whole = AnalysisPart(wanted, most)
    for part in files.each(
        partial(analysis_part, str(dialect), wanted, most, training), apart=not across_units(dialect)
    ):
        whole.update(part)
    if train is not None and not whole.has_words:
        hint = "If a column has the words, name it: --token-column 0. Or remove --train."
        raise NoTokens(
            "--train looks up the words of each entity, but this file has only tags, no words",
            place=str(gold),
            hint=hint,
        )
    citation = f"{Signature(dialect)} # {run}"
    named = "" if train is None else str(train)
    return _analysis(_AnalyzedData(whole, training, named, citation, files_read(run, sources)), dialect)


def analysis_part(  # noqa: PLR0913, PLR0917 - what is counted, and how
    dialect: str,
    schema: Schema,
    most: int | None,
    training: Training | None,
    records: Iterator[Record],
    first: int,
) -> AnalysisPart:
    """Return what some sentences add, of which `first` is the number of the first."""
    rules = resolve(dialect)
    pipeline, found = Pipeline.of(rules), AnalysisPart(schema, most)
    size = None if across_units(rules) else _RECORDS_AT_ONCE
    while batch := list(islice(records, size)):
        outcomes = _outcomes(pipeline, (sides_of(pipeline, record) for record in batch))
        for record, unit in zip(batch, outcomes, strict=True):
            found.add(first + found.units, Sentence.of(record), unit, training)
    return found


def _read_training(path: Path, options: ReaderOptions, pipeline: Pipeline) -> Training:
    """Return the entities of a file of training data. Raises `NoTokens`."""
    found = []
    for record in read_one(path, options):
        sentence = Sentence.of(record)
        if not sentence.tokens and not sentence.text:
            hint = "Write the word before each tag: `Ada B-PER`."
            raise NoTokens(
                "--train looks up the words of each entity, but this file of training data has only tags, no words",
                place=f"{path}:{record.line}",
                hint=hint,
            )
        found.append((sides_of(pipeline, replace(record, pred=record.gold))[0], sentence))
    return _training(found)


def _training(found: Iterable[tuple[Spans, Sentence]]) -> Training:
    return Training.of((span.type, sentence.words(span)) for spans, sentence in found for span in spans)


def _schema(dialect: Dialect, name: str) -> Schema:
    """Return the schema by its name. Raises `UnknownOption` and `NotAnswered`."""
    if name not in set(Schema):
        raise UnknownOption(f"there is no schema {name!r:.60}", hint=f"Use {SCHEMAS}.")
    if name not in answered(dialect):
        hint = "Use a dialect that pairs overlaps: --dialect semeval, in Python dialect='semeval'."
        raise NotAnswered(
            "with align:none, which pairs only identical spans, there are scores only in the schema "
            f"'strict', not in {name!r}",
            hint=hint,
        )
    if dialect.align is Align.TWO_SIDED:
        hint = "Use a dialect that makes pairs: --set align=phased (in Python: 'DIALECT,align:phased')."
        raise NotAnswered(
            "`analyze` lists errors as pairs of a gold entity and a prediction, but align:two-sided makes no "
            "such pairs",
            hint=hint,
        )
    if dialect.pool is Pool.FLAT:
        hint = "Keep the sentences apart: --set pool=corpus (in Python: 'DIALECT,pool:corpus')."
        raise NotAnswered(
            "`analyze` shows each error with its sentence, but pool:flat joins all sentences into one", hint=hint
        )
    return Schema(name)


def _words(tokens: Sequence[Sequence[str]] | None, units: int, argument: str) -> list[tuple[str, ...]]:
    """Return the words of each sentence, none where they were not given. Raises `NoTokens` for another number."""
    if tokens is None:
        return [()] * units
    if len(tokens) != units:
        message = f"the argument {argument} has {len(tokens)} sentences, and the data have {units}"
        raise NoTokens(message, place=argument, hint="Pass one list of words for each sentence of the data.")
    return [tuple(map(str, own)) for own in tokens]


def _outcomes(pipeline: Pipeline, sides: Iterable[tuple[Spans, Spans]]) -> tuple[Outcomes, ...]:
    return pipeline.evaluate_spans(sides, outcomes=True).outcomes or ()


def _analysis(data: _AnalyzedData, dialect: Dialect) -> Analysis:
    """Return the record of all errors."""
    part, training = data.part, data.training
    confusion = Confusion.of_counts(part.cells, part.schema)
    offsets = part.offsets or str(Offsets.TOKENS)
    source = "gold" if training is None else "training data"
    frequencies = part.gold_types if training is None else training.frequencies
    errors, cited = part.listed(), part.cited
    return Analysis(
        tool=__version__,
        spec=SPEC_VERSION,
        citation=data.citation,
        short=short_dialect(str(dialect)),
        schema=str(part.schema),
        units=part.units,
        counts=outcomes_named(confusion.total),
        correct=part.correct,
        confusion=tuple(ConfusionCell(outcomes_named(counts), *cell) for cell, counts in confusion.cells.items()),
        classes=tuple(part.classes()),
        errors=errors,
        groups=part.groups.groups(offsets, frequencies, source),
        cited={index: cited[index] for index in dict.fromkeys(error.unit for error in errors)},
        aligned=dialect.align is not Align.NONE,
        offsets=offsets,
        train=data.train,
        most_listed=part.most or 0,
        read=data.read,
    )
