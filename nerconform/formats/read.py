"""Read: from one file or two to units."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from itertools import chain, islice, zip_longest
from operator import ne
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.formats.brat import is_brat_folder, read_brat, read_brat_folder
from nerconform.formats.byte_files import is_folder, shown
from nerconform.formats.conll import ColumnReader, read_conll
from nerconform.formats.conllu import read_conllu
from nerconform.formats.detect import format_of, of_value
from nerconform.formats.file_errors import FilesPart, MixedForms, NoUnits
from nerconform.formats.huggingface import read_huggingface
from nerconform.formats.json_values import JsonRows, JsonSource
from nerconform.formats.jsonl import read_jsonl
from nerconform.formats.labels import IGNORED, meet
from nerconform.formats.packaged import arrow_rows, is_dataset_folder, named_rows, read_docbin, shards, stored_rows
from nerconform.formats.reader_options import FileFormat, ReaderOptions, require_columns
from nerconform.formats.record import (
    Annotation,
    FileSide,
    Record,
    check_sides,
    is_mentions,
    is_spans,
    is_tags,
    layers_of,
)
from nerconform.formats.source import BytesProgress, TextSource
from nerconform.formats.span_exports import read_doccano, read_gliner, read_label_studio, read_pipeline
from nerconform.formats.span_json import read_prodigy, read_spacy
from nerconform.formats.stored_files import StoredFile, url_of
from nerconform.formats.table_header import looks_like_tag, require_one_side
from nerconform.formats.webanno import read_webanno
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer

_HINT = "Write both files for the same tokens in the same order. Look for a missing line, or for another tokeniser."

_EMPTY_LINE = (
    "Write empty lines at the same positions of both files. If a column numbers the sentences, remove all empty lines "
    "(`grep -v '^$' FILE`), and name the column: --unit-column 0."
)


def pair(gold: Iterator[Record], pred: Iterator[Record], names: tuple[str, str]) -> Iterator[Record]:
    """Yield the units of both files joined.

    Raises `UnitsDiffer`, `FilesPart`, `LengthsDiffer`, `MixedForms` or `IgnoredAlone`, with the place in both files.
    """
    marks = [False, False]
    for number, (one, other) in enumerate(zip_longest(gold, pred)):
        if one is None or other is None:
            ended, there = (names[0], other) if one is None else (names[1], one)
            message = f"{ended} ends after {number} sentence{'s' * (number != 1)}, and {there.file} has more"
            raise UnitsDiffer(message, place=there.place(), hint=_HINT)
        _check_document(one, other, marks)
        yield _join(one, other)


def _check_document(gold: Record, pred: Record, marks: list[bool]) -> None:
    """Refuse a document that begins in only one file, where both mark documents; `marks` remembers which have."""
    starts = (gold.starts_document, pred.starts_document)
    marks[:] = [before or now for before, now in zip(marks, starts, strict=True)]
    if all(marks) and starts[0] != starts[1]:
        words = [("the start of a document" if start else "none") for start in starts]
        _part(gold.place(), words[0], pred.place(), words[1])


def _join(gold: Record, pred: Record) -> Record:
    """Return one unit of both files."""
    _check_text(gold, pred)
    own, other, tokens = gold.gold, pred.pred, gold.tokens or pred.tokens
    none = (gold.as_entities[0] and not own) or (pred.as_entities[1] and not other)
    if none or is_mentions(own) or is_mentions(other):
        pass  # neither a text nor nothing has a length in common with the other side
    elif is_spans(own) or is_spans(other):
        _check_forms(gold, pred)
    else:
        _check_length(gold, pred)
        if own and (IGNORED in own or IGNORED in (other or ())):
            place = f"{gold.place()} and {pred.place()}"
            own, other, kept = meet(own, other, tokens, place)  # type: ignore[arg-type] # tags: one of them is IGNORED
            tokens = kept or ()
    joined = replace(
        gold,
        gold=own,
        pred=other,
        tokens=tokens,
        id=gold.id or pred.id,
        starts_document=gold.starts_document or pred.starts_document,
        document=gold.document or pred.document,
        text=gold.text or pred.text,
        offsets=gold.offsets if is_spans(own) or is_mentions(other) or (none and own) else pred.offsets,
        as_entities=(gold.as_entities[0], pred.as_entities[1]),
        pred_file=pred.file,
        pred_line=pred.line,
        pred_lines=pred.lines,
    )
    check_sides(joined)
    return joined


def _check_text(gold: Record, pred: Record) -> None:
    """Refuse units of different ids, tokens or text. Raises `FilesPart`."""
    if gold.id and pred.id and gold.id != pred.id:
        _part(gold.place(), f"the id {short(gold.id)}", pred.place(), f"the id {short(pred.id)}")
    if gold.tokens and pred.tokens and gold.tokens != pred.tokens:
        at = _first_difference(gold.tokens, pred.tokens)
        hint = _HINT
        if len(gold.tokens) == len(pred.tokens):
            hint += " If one file has no tokens, compare only the tags: --token-column none."
        elif at == min(len(gold.tokens), len(pred.tokens)) and gold.lines and pred.lines:
            hint = _EMPTY_LINE
        _part(_near(gold, at), _shown(gold, gold.gold, at), _near(pred, at), _shown(pred, pred.pred, at), hint)
    if gold.text and pred.text and gold.text != pred.text:
        at = _first_difference(gold.text, pred.text)
        texts = [f"{short(text[at : at + 20])} at character {at}" for text in (gold.text, pred.text)]
        _part(gold.place(), texts[0], pred.place(), texts[1])


def _first_difference(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the first place at which two sequences differ, the length of the shorter one if they do not before."""
    return next((at for at, differ in enumerate(map(ne, one, other)) if differ), min(len(one), len(other)))


def _part(place: str, one: str, other_place: str, other: str, hint: str = _HINT) -> None:
    """Say where the files part, with both lines."""
    raise FilesPart(f"the files differ: this line has {one}, and {other_place} has {other}", place=place, hint=hint)


def _near(record: Record, at: int) -> str:
    """Return the place of a token, or of the last one where the unit ends before it."""
    ended = at >= len(record.tokens)
    return record.place(min(at, len(record.tokens) - 1)) if ended and record.lines else record.place(at)


def _shown(record: Record, annotation: Annotation | None, at: int) -> str:
    """Return a token with its tag, as its line has it."""
    if at >= len(record.tokens):
        return f"the end of the sentence, after {short(record.tokens[-1])}"
    if annotation and is_tags(annotation) and at < len(annotation):
        return f"{short(record.tokens[at])} with {short(annotation[at])}"
    return short(record.tokens[at])


def _check_length(gold: Record, pred: Record) -> None:
    """Refuse different numbers of tags. Raises `LengthsDiffer`."""
    one, other = ((layers_of(side) or (side or (),))[0] for side in (gold.gold, pred.pred))
    if len(one) != len(other):
        message = f"this sentence has {len(one)} tags in gold, and {len(other)} in {pred.place()}"
        raise LengthsDiffer(message, place=gold.place(), hint=_HINT)


def _check_forms(gold: Record, pred: Record) -> None:
    """Refuse tokens on one side and characters on the other. Raises `MixedForms`."""
    hint = "Write both files with spans that count tokens, or both with spans that count characters."
    one = "tags" if is_tags(gold.gold) else f"spans in {gold.offsets}"
    other = "tags" if is_tags(pred.pred) else f"spans in {pred.offsets}"
    counted = {"tokens" if form == "tags" else form.removeprefix("spans in ") for form in (one, other)}
    if IGNORED in (gold.gold or ()) or IGNORED in (pred.pred or ()):
        labelled, spans = ("gold", "pred") if IGNORED in (gold.gold or ()) else ("pred", "gold")
        message = (
            f"the label -100 in {labelled} leaves a token out. In {spans} there are spans, from which no single "
            "token can be left out"
        )
        raise MixedForms(message, place=gold.place(), hint="Write gold and predictions with one label for each token.")
    if gold.gold and pred.pred and len(counted) > 1:
        message = f"gold has {one}, {pred.place()} has {other}"
        raise MixedForms(message, place=gold.place(), hint=hint)


Input = Path | Sequence[Path]
"""A file, or several that each hold both sides and are one corpus."""


def paths_of(gold: Input, *others: Path | None) -> list[Path]:
    """Return all files that are read."""
    return [*([gold] if isinstance(gold, Path) else gold), *(path for path in others if path is not None)]


def read(
    gold: Input,
    pred: Path | None = None,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
    progress: BytesProgress | None = None,
) -> Iterator[Record]:
    """Yield the units of a file, or of two files side by side, in order; of several files one after the other.

    CoNLL and JSON Lines stream: memory does not grow with the file, but for its ids. Each of two files may have a
    format of its own (`auto`). Raises `FormatError` or another `NerconformError`, each with file and line, at the unit
    that cannot be read; a file without units raises `NoUnits`, and a file of both sides given as gold `HoldsBothSides`.
    """
    if not isinstance(gold, Path):
        for path in gold:
            yield from read(path, None, options, progress)
        return
    with ExitStack() as stack:
        sides = (FileSide.BOTH,) if pred is None else (FileSide.GOLD, FileSide.PRED)
        paths = (gold,) if pred is None else (gold, pred)
        opened = [stack.enter_context(_opened(path, options, progress)) for path in paths]
        if pred is not None and isinstance(opened[0], TextSource) and _is_columns(opened[0], options):
            require_one_side(opened[0], shown(pred), options)
        units = [_units(source, options, side, progress) for source, side in zip(opened, sides, strict=True)]
        yield from units[0] if pred is None else pair(units[0], units[1], (shown(gold), shown(pred)))


def read_one(path: Path, options: ReaderOptions, side: FileSide = FileSide.GOLD) -> Iterator[Record]:
    """Yield the units of a file with one annotation, such as training data; of several columns the last one.

    Raises what `read` raises.
    """
    with ExitStack() as stack:
        yield from _units(stack.enter_context(_opened(path, options, None)), options, side, None)


def read_row_groups(
    file: StoredFile, groups: Sequence[int], first_row: int, options: ReaderOptions
) -> Iterator[Record]:
    """Yield the units of some row groups of a Parquet file of both sides; the first row has this number, from 0.

    Raises what `read` raises.
    """
    yield from _row_units(stored_rows(file, groups, first_row), options, FileSide.BOTH)


def read_beside(records: Iterable[Record], name: str, pred: Path, options: ReaderOptions) -> Iterator[Record]:
    """Yield units that were read already, from the file of this name, with the prediction of another file.

    Raises what `read` raises of two files.
    """
    with _opened(pred, options, None) as source:
        yield from pair(iter(records), _units(source, options, FileSide.PRED, None), (name, shown(pred)))


def columns_of(path: Path, options: ReaderOptions, side: FileSide) -> ColumnReader | None:
    """Return the reader of a file in columns after its first two units; `None` for a file in another format.

    Raises what `read` raises, if the file is another one by now.
    """
    if is_folder(path) or url_of(path):
        return None
    with TextSource(path, options.encoding) as source:
        if not _is_columns(source, options):
            return None
        reader = ColumnReader(source, options, side)
        reader.units_read = len(list(islice(reader.records(), 2)))
        return reader


def holds_both(path: Path, options: ReaderOptions) -> bool:
    """Whether a file in columns has tags in both columns that are named; of no other file that can be said."""
    try:
        reader = columns_of(path, options, FileSide.BOTH)
    except NerconformError:
        return False
    if reader is None or reader.columns is None or options.gold_column is None or options.pred_column is None:
        return False
    _, gold, pred = reader.columns
    return gold != pred and all(map(looks_like_tag, reader.known_tags))


def _is_columns(source: TextSource, options: ReaderOptions) -> bool:
    return format_of(source, options) is FileFormat.CONLL


Opened = TextSource | StoredFile | Path
"""An opened file, one behind a URL, or a folder."""


def _opened(path: Path, options: ReaderOptions, progress: BytesProgress | None) -> AbstractContextManager[Opened]:
    """Open a file; a folder of files stays as it is."""
    if url := url_of(path):
        return nullcontext(StoredFile(url))
    if is_folder(path) and (is_brat_folder(path) or is_dataset_folder(path)):
        return nullcontext(path)
    return TextSource(path, options.encoding, progress=progress)


def _units(source: Opened, options: ReaderOptions, side: FileSide, progress: BytesProgress | None) -> Iterator[Record]:
    """Yield the units of one file, or of a folder. Raises `NoUnits` where there is none."""
    if isinstance(source, TextSource):
        kind = format_of(source, options)
        require_columns(kind, options, source.name)
        records = READERS[kind](source, options, side)
    elif isinstance(source, StoredFile):
        kind, records = FileFormat.ARROW, _row_units(stored_rows(source), options, side)
    elif is_dataset_folder(source):
        kind, records = FileFormat.ARROW, _shard_units(source, options, side)
    else:
        require_columns(FileFormat.BRAT, options, shown(source))
        kind, records = FileFormat.BRAT, read_brat_folder(source, options, side, progress)
    empty = True
    for record in records:
        empty = False
        yield record
    if empty:
        raise no_units(source, kind)


def _arrow_units(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a table, each row as an object of JSON."""
    yield from _row_units(arrow_rows(source), options, side)


def _shard_units(folder: Path, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of the files of a dataset, each with the number of its row in its file."""
    for path in shards(folder):
        with TextSource(path) as source:
            yield from _arrow_units(source, options, side)


def _row_units(rows: JsonRows, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of rows, in the form of JSON in which they are."""
    rows = named_rows(rows, options)
    first = next(rows.rows, None)
    if first is None:
        return
    kind = of_value(first.data, set(first.data))
    gold, pred = (
        name if isinstance(column, str) else column
        for name, column in (("gold", options.gold_column), ("pred", options.pred_column))
    )
    options = replace(options, gold_column=gold, pred_column=pred)
    yield from _ROW_READERS[kind](JsonRows(rows.name, chain([first], rows.rows)), options, side)


_ROW_READERS: dict[FileFormat, Callable[[JsonSource, ReaderOptions, FileSide], Iterator[Record]]] = {
    FileFormat.JSONL: read_jsonl,
    FileFormat.PRODIGY: read_prodigy,
    FileFormat.SPACY: read_spacy,
    FileFormat.LABEL_STUDIO: read_label_studio,
    FileFormat.DOCCANO: read_doccano,
    FileFormat.GLINER: read_gliner,
    FileFormat.HUGGINGFACE: read_huggingface,
    FileFormat.PIPELINE: read_pipeline,
}
"""The formats in which a row of a table may be."""


def no_units(source: Opened, kind: FileFormat) -> NoUnits:
    """Return the error of a file without units."""
    name = shown(source) if isinstance(source, Path) else source.name
    has_bytes = not isinstance(source, TextSource) or source.head
    message = f"the file has no sentences in the format {kind}" if has_bytes else "the file is empty"
    hint = "Check that it is the right file, and that it was written to its end; another format: --input-format jsonl."
    return NoUnits(message, place=name, hint=hint)


Reader = Callable[[TextSource, ReaderOptions, FileSide], Iterator[Record]]
READERS: dict[FileFormat, Reader] = {
    FileFormat.CONLL: read_conll,
    FileFormat.JSONL: read_jsonl,
    FileFormat.PRODIGY: read_prodigy,
    FileFormat.SPACY: read_spacy,
    FileFormat.BRAT: read_brat,
    FileFormat.LABEL_STUDIO: read_label_studio,
    FileFormat.DOCCANO: read_doccano,
    FileFormat.GLINER: read_gliner,
    FileFormat.PIPELINE: read_pipeline,
    FileFormat.WEBANNO: read_webanno,
    FileFormat.CONLLU: read_conllu,
    FileFormat.DOCBIN: read_docbin,
    FileFormat.ARROW: _arrow_units,
    FileFormat.HUGGINGFACE: read_huggingface,
}
