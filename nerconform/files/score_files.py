"""Score files: every measure of a dialect on one file or two, and where every number of it comes from."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.engines.choice import Engine, NotServed, engine_of
from nerconform.engines.vectors import UnitKinds
from nerconform.files.count_files import Job, Streamed, count_files
from nerconform.files.evaluated_files import EvaluatedFiles, NoDocuments, OneAnnotation, SampledFiles
from nerconform.formats.file_errors import UnknownReaderOption
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file
from nerconform.formats.read import Input, paths_of, read
from nerconform.formats.reader_options import TOGETHER, ReaderOptions
from nerconform.formats.record import Record, is_mentions, layers_of, with_text
from nerconform.formats.source import BytesProgress
from nerconform.formats.stored_files import SameFile
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.locating import TextCounts
from nerconform.reference.options import Location, Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.units import Annotation, Unit, check_lengths, read_units
from nerconform.stats.resampler import telling
from nerconform.stats.unit_draws import unsampled_choice
from nerconform.version import __version__

if TYPE_CHECKING:
    from nerconform.reference.spans import Span

_PLAIN = ReaderOptions()


def sample_files(
    gold: Input, pred: Path | None, dialect: Dialect, unit: UnitKind, options: ReaderOptions
) -> SampledFiles:
    """Return the evaluation of files by the reference, with all outcomes. Raises what `score_files` raises."""
    pipeline = Pipeline.of(dialect)
    records = both_sides(read(gold, pred, options))
    evaluation = pipeline.evaluate_spans(_decoded(pipeline, records, unit, {}), outcomes=True)
    return SampledFiles(evaluation, evaluation.outcomes or ())


def score_files(  # noqa: PLR0913, PLR0917 - what is read, how, under which rules, and by whom
    gold: Input,
    pred: Path | None,
    dialect: Dialect,
    unit: UnitKind = UnitKind.SENTENCE,
    options: ReaderOptions = _PLAIN,
    engine: str = Engine.AUTO,
    jobs: int = 1,
    progress: BytesProgress | None = None,
    *,
    apart: bool = False,
) -> EvaluatedFiles:
    """Return the evaluation of a file with both annotations, of two files, or of several that each have both.

    `engine` says who counts, `jobs` in how many processes where that is possible; neither changes a number. `told` is
    told how many bytes more have been read. With `apart` the result says what units add. Raises the errors of the
    formats, `OneAnnotation`, `SameFile`, `NoDocuments`, `UnknownOption` for an engine, `NotServed` where the columnar
    one was asked for and cannot answer, and what the input deserves under the dialect, each with file and line.
    """
    paths = paths_of(gold, pred)
    for path in (*paths, *([options.id2label] if isinstance(options.id2label, Path) else [])):
        require_file(path)
    if len({path.resolve() for path in paths}) < len(paths):
        hint = f"Name another file for the predictions; if this file has both columns, name it once: {paths[0]}"
        message = "gold and predictions are the same file" if pred is not None else "one file is named twice"
        raise SameFile(message, place=str(paths[0]), hint=hint)
    require_layer(gold, pred, options)
    wanted = apart and not unsampled_choice(dialect)
    job = Job(gold, pred, dialect, unit, options, engine_of(engine), jobs, progress, wanted)
    evaluation, units, alone, kinds = _streamed(job)
    sources = tuple(map(SourceFile.of, paths))
    run = RunPart(__version__, unit, tuple(source.sha256 for source in sources), options.text() or "default")
    return EvaluatedFiles(evaluation, units, run, sources, alone=alone, kinds=kinds)


def layer_count(gold: Input, pred: Path | None, options: ReaderOptions) -> int:
    """Return how many layers the files have, on the side that has more. Raises what `read` raises."""
    options = replace(options, layers=TOGETHER)
    named = (len(options.layer_columns(column)) for column in (options.gold_column, options.pred_column))
    sides = (side for record in read(gold, pred, options) for side in (record.gold, record.pred))
    return max(*named, max((len(layers_of(side)) for side in sides), default=1))


def require_layer(gold: Input, pred: Path | None, options: ReaderOptions) -> None:
    """Refuse the number of a layer that no file has. Raises `UnknownReaderOption`."""
    if not options.layers.isdecimal():
        return
    count = layer_count(gold, pred, options)
    if int(options.layers) > count:
        hint = (
            f"Name a layer from 1 to {count}, such as --layers 1. Or use --layers together (one score for all) or "
            "--layers apart (one for each)."
        )
        message = f"there is no layer {options.layers}: the data have {count} layer{'s' * (count > 1)}"
        raise UnknownReaderOption(message, place=str(paths_of(gold)[0]), hint=hint)


def _streamed(job: Job) -> Streamed:
    """Return the evaluation of files, by the reference where the engine does not serve them."""
    try:
        return count_files(job)
    except NotServed as refusal:
        refused = refusal
    records = both_sides(read(job.gold, job.pred, job.options, job.progress))
    kinds = UnitKinds() if job.apart else None
    evaluation, units = evaluate_records(records, job.dialect, job.unit, kinds)
    if job.engine is Engine.COLUMNAR:
        raise refused
    reason = "" if job.engine is Engine.REFERENCE else f": {refused.reason}"
    evaluation = replace(evaluation, engine=f"{Engine.REFERENCE}{reason}")
    return Streamed(evaluation, units, "the reference counts" if job.jobs > 1 else "", kinds)


def both_sides(records: Iterable[Record]) -> Iterator[Record]:
    """Pass records on; one that has a side alone ends it."""
    for record in records:
        if record.gold is None or record.pred is None:
            place = f"{record.file}:{record.line}"
            if not record.lines:  # no format of columns
                missing = "gold" if record.gold is None else "prediction"
                message = f"this sentence has no {missing}, and a score needs gold and predictions"
                hint = "Name two files, GOLD PRED. Or write gold and predictions of every sentence into one file."
                raise OneAnnotation(message, place=place, hint=hint)
            if not record.tokens and (cut := next((one for one in ",;" if one in str((record.gold or "?")[0])), "")):
                message = f"the columns of this line are separated by {cut!r}, and blanks or tabs are expected"
                hint = f"Name what separates its columns: --separator '{cut}'. Or name two files, GOLD PRED."
                raise OneAnnotation(message, place=place, hint=hint)
            hint = (
                "Name two files, GOLD PRED. If this file has both, in two columns without tokens: --gold-column 0 "
                "--pred-column 1."
            )
            message = "there is only one column of tags, and a score needs gold and predictions"
            raise OneAnnotation(message, place=place, hint=hint)
        yield record


def evaluate_records(
    records: Iterable[Record], dialect: Dialect, unit: UnitKind, kinds: UnitKinds | None = None
) -> tuple[Evaluation, int]:
    """Return the evaluation of records with both sides, and the number of units; what each adds is told to `kinds`.

    Raises `NotAnswered` where documents are the units and entities are compared by text.

    Sentences are decoded and counted one by one as they come. `pool:flat` alone joins all tags before it decodes
    (DEC-10), and there the kind of unit plays no part.
    """
    pipeline = Pipeline.of(dialect)
    if dialect.pool is Pool.FLAT:
        kept = list(records)
        count = sum(starts for starts, _ in _documents(kept)) if unit is UnitKind.DOCUMENT else len(kept)
        sides = [with_text(one) if _has_layers(one) else (one.gold, one.pred) for one in kept]
        return pipeline.evaluate([gold for gold, _ in sides], [pred for _, pred in sides]), count
    if kinds is not None:
        pipeline = telling(pipeline, kinds)
    if unit is UnitKind.DOCUMENT and dialect.canonical().location is not Location.OFFSETS:
        hint = "Remove --unit document. Or write each whole document as one line of JSON Lines."
        raise NotAnswered(
            f"--unit document joins the sentences of a document. With location:{dialect.location} the texts "
            "of entities are compared within one sentence, so the two cannot be used together",
            hint=hint,
        )
    seen = [0]
    texts: dict[str, TextCounts] = {}

    def counted() -> Iterator[tuple[Spans, Spans]]:
        for pair in _decoded(pipeline, records, unit, texts):
            seen[0] += 1
            yield pair

    return replace(pipeline.evaluate_spans(counted()), texts=texts), seen[0]


def _decoded(
    pipeline: Pipeline, records: Iterable[Record], unit: UnitKind, texts: dict[str, TextCounts]
) -> Iterator[tuple[Spans, Spans]]:
    """Yield the spans of both sides of every unit; how often texts of mentions are found is added to `texts`."""
    if unit is UnitKind.SENTENCE:
        for record in records:
            yield sides_of(pipeline, record)
            if is_mentions(record.gold) or is_mentions(record.pred):
                for name, counts in pipeline.texts([unit_of(pipeline.dialect, record)]).items():
                    texts[name] = texts.get(name, TextCounts()) + counts
        return
    whole: tuple[list[Span], list[Span]] | None = None
    offset = 0
    for starts, record in _documents(records):
        if starts or whole is None:
            if whole is not None:
                yield tuple(whole[0]), tuple(whole[1])
            whole, offset = ([], []), 0
        pair = sides_of(pipeline, record)
        for side, spans in zip(whole, pair, strict=True):
            side += [span.moved(offset) for span in spans]
        offset += max(_reach(record), *(span.end for spans in pair for span in spans), 0)
    if whole is not None:
        yield tuple(whole[0]), tuple(whole[1])


def _documents(records: Iterable[Record]) -> Iterator[tuple[bool, Record]]:
    """Say of each record whether a document begins with it, as the first one does. Raises `NoDocuments`."""
    marked, record = False, None
    for number, record in enumerate(records):
        marked = marked or record.starts_document
        yield record.starts_document or not number, record
    if record is not None and not marked:
        hint = (
            "Remove --unit document. Or mark documents: with -DOCSTART- lines, or in JSON Lines with a field "
            "`document`."
        )
        raise NoDocuments(
            "--unit document is given, and the file does not say where documents start", place=record.file, hint=hint
        )


def _has_layers(record: Record) -> bool:
    return bool(layers_of(record.gold) or layers_of(record.pred))


def _reach(record: Record) -> int:
    """Return how many tokens a record shows without its spans."""
    firsts = ((layers_of(side) or (side,))[0] for side in (record.gold, record.pred))
    sides = (side for side in firsts if side and isinstance(side[0], str))
    return max(len(record.tokens), *(len(side) for side in sides), 0)


def sides_of(pipeline: Pipeline, record: Record) -> tuple[Spans, Spans]:
    """Return the spans of both sides of one record, which errors name by file and line."""
    unit = unit_of(pipeline.dialect, record)
    gold, pred = _side(pipeline, record, unit.gold, Side.GOLD), _side(pipeline, record, unit.pred, Side.PRED)
    if pipeline.dialect.location is Location.OFFSETS:
        return gold, pred
    try:
        return pipeline.locate(unit, gold, pred)
    except NerconformError as error:
        raise error.at(record.place()) from None


def unit_of(dialect: Dialect, record: Record) -> Unit:
    """Return both sides, checked against each other (INP-2, INP-3), with their text where the dialect needs it."""
    gold, pred = record.gold or (), record.pred or ()
    offsets = dialect.location is Location.OFFSETS
    none = any(said and not side for said, side in zip(record.as_entities, (gold, pred), strict=True))
    if offsets and not none and all(isinstance(item, str) for item in (*gold[:1], *pred[:1])):
        unit = Unit(Annotation(gold), Annotation(pred))  # type: ignore[arg-type] # tags, as was just seen
        check_lengths(unit, f"{record.file}:{record.line}")
        return unit
    sides = (gold, pred) if offsets and not none and not _has_layers(record) else with_text(record)
    try:
        (unit,) = read_units(sides[:1], sides[1:])
    except NerconformError as error:
        raise error.at(f"{record.file}:{record.line}") from None
    return unit


def _side(pipeline: Pipeline, record: Record, annotation: Annotation, side: Side) -> Spans:
    """Return the spans of one side."""
    try:
        return pipeline.spans(annotation, side)
    except NerconformError as error:
        raise placed(error, record, side) from None


def placed(error: NerconformError, record: Record, side: Side) -> NerconformError:
    """Return an error that knows the position of a tag with file and line."""
    layer, position = re.match(r"layer \d+", error.place), re.search(r"\bposition (\d+)", error.place)
    error.place = place_of(record, side, int(position[1]) if position else None) + (f", {layer[0]}" if layer else "")
    return error


def place_of(record: Record, side: Side, position: int | None = None) -> str:
    """Return file and line of a tag; the side where there are two; the position where a line holds a whole unit."""
    file, line = line_of(record, side, position)
    which = "" if record.pred is None else f", {side}"
    where = "" if position is None or _lines(record, side) else f", position {position}"
    return f"{file}:{line}{which}{where}"


def line_of(record: Record, side: Side, position: int | None = None) -> tuple[str, int]:
    """Return file and line of a tag; a `position` behind the last tag is the end of the unit, at its last line."""
    other = side is Side.PRED and bool(record.pred_file)
    file, line = (record.pred_file, record.pred_line) if other else (record.file, record.line)
    lines = _lines(record, side)
    return file, lines[min(position or 0, len(lines) - 1)] if lines else line


def _lines(record: Record, side: Side) -> tuple[int, ...]:
    """Return the lines of the tags of one side, none where they have no lines of their own."""
    return record.pred_lines if side is Side.PRED and record.pred_file else record.lines
