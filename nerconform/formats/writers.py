"""Writers: one unit, as each format has it."""

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from nerconform.formats.conll import BLANKS, is_document
from nerconform.formats.file_errors import CannotExpress, UnknownFormat
from nerconform.formats.labels import names_from
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Offsets, Record, is_spans, is_tags
from nerconform.formats.source import shown
from nerconform.reference.spans import Span


def write(
    records: Iterable[Record],
    target: Path | TextIO,
    kind: str,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
    side: FileSide = FileSide.BOTH,
) -> None:
    """Write units to a file, or to a stream, in a format; `read` with the same options gives them back.

    A file appears when all of it is written; a stream has got what could be written. `side` writes one annotation
    alone. Raises `UnknownFormat`, or `CannotExpress` where a unit has no form in the format, and what the records
    raise while they are read.
    """
    if kind not in set(FileFormat) - {FileFormat.AUTO}:
        hint = f"The formats are {', '.join(set_of())}."
        raise UnknownFormat(f"there is no format {kind!r} to write", hint=hint)
    texts = lines(_sided(records, side), FileFormat(kind), options)
    if not isinstance(target, Path):
        for text in texts:
            target.write(text)
    elif target.exists() and not target.is_file():
        _to_device(texts, target, options.encoding)
    else:
        to_file(texts, target, options.encoding)


def set_of() -> list[str]:
    """Return the formats that can be written."""
    return [str(one) for one in FileFormat if one is not FileFormat.AUTO]


def _sided(records: Iterable[Record], side: FileSide) -> Iterator[Record]:
    """Yield the units with the wanted annotations."""
    for record in records:
        match side:
            case FileSide.GOLD:
                yield replace(record, pred=None)
            case FileSide.PRED:
                yield replace(record, gold=None)
            case _:
                yield record


def _to_device(texts: Iterator[str], target: Path, encoding: str) -> None:
    """Write to a pipe or a terminal, as far as it goes."""
    try:
        with target.open("w", encoding=encoding, newline="\n") as stream:
            stream.writelines(texts)
    except OSError as error:
        raise cannot(target, error) from None


def to_file(texts: Iterator[str], target: Path, encoding: str) -> None:
    """Write to a new file beside the target, and put it in its place at the end. Raises `CannotExpress`."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        with open(handle, "w", encoding=encoding, newline="\n") as stream:  # noqa: PTH123 # a descriptor
            stream.writelines(texts)
        _give_mode(Path(name), target)
        Path(name).replace(target)
        name = ""
    except (OSError, UnicodeEncodeError) as error:
        raise cannot(target, error) from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


def _give_mode(new: Path, target: Path) -> None:
    """Give the new file the permissions of the old one, or those that a new file gets."""
    if target.exists():
        new.chmod(target.stat().st_mode)
        return
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(0o666 & ~mask)


def cannot(target: Path, error: OSError | UnicodeEncodeError) -> CannotExpress:
    """Return the error of a file that cannot be written, for this reason."""
    reason = error.strerror if isinstance(error, OSError) else f"{error.encoding} has no {error.object[error.start]!a}"
    hint = "Look at the folder and its permissions, and at the encoding."
    return CannotExpress(f"the file cannot be written: {reason}", place=shown(target), hint=hint)


Writer = Callable[[Record], str]
"""A unit in, its lines out, with the last line feed."""


def conll_writer(options: ReaderOptions) -> Writer:
    """Return a writer of columns: token (`_` where it is not known), gold, and the prediction if there is one."""
    separator = options.separator or "\t"
    width = 0

    def write(record: Record) -> str:
        nonlocal width
        lines = [] if width or not options.has_header else [separator.join(_header(record, options))]
        columns = [column for column in (record.gold, record.pred) if column is not None]
        if any(is_spans(column) for column in columns):
            _refuse(record, "columns hold tags, not spans", "Encode the spans in a scheme first.")
        length = max(map(len, columns), default=0)
        tokens = record.tokens or ("_",) * length
        if not length or any(len(column) != len(tokens) for column in columns):
            _refuse(
                record, "columns need a token on every line, and a unit without tokens has no line", "Leave it out."
            )
        if width and width != len(columns):
            _refuse(record, "some units have a prediction and some have none", "Write the same columns for all.")
        width = len(columns)
        if record.starts_document:
            lines += ["-DOCSTART-", ""]
        if options.comment and record.id:
            lines.append(f"{options.comment} sent_id = {check_word(record, record.id, None, options)}")
        for number, row in enumerate(zip(tokens, *columns, strict=True)):
            for tag in row[1:]:
                check_tag(record, str(tag))
            cells = [check_word(record, str(cell), options.separator, options) for cell in row]
            line = separator.join(cells)
            if line.split(separator) != cells:
                _refuse(record, f"the line {line[:40]!r} would be split elsewhere", "Choose another separator.")
            check_line(record, line, options, first=number == 0)
            lines.append(line)
        return "\n".join(lines) + "\n\n"

    return write


def _header(record: Record, options: ReaderOptions) -> list[str]:
    """Return the names of the columns."""
    names = [("token", options.token_column), ("gold", options.gold_column)]
    if record.pred is not None:
        names.append(("pred", options.pred_column))
    return [column if isinstance(column, str) else name for name, column in names]


def check_word(record: Record, word: str, separator: str | None, options: ReaderOptions) -> str:
    """Return a cell, refused where it would be read as something else. Raises `CannotExpress`."""
    odd = BLANKS if separator is None else ""
    if (separator is None and not word) or set(word) & set("\n\r\0" + odd) or (separator and separator in word):
        _refuse(record, f"{word[:40]!r} cannot stand in a column", "Choose a separator that no token holds.")
    if options.comment and "\n" in options.comment:
        _refuse(record, "the prefix of comments holds a line end", "Choose another one.")
    return word


def check_tag(record: Record, tag: str) -> None:
    """Refuse a tag with white space at an end, which a reader would take away or refuse. Raises `CannotExpress`."""
    if tag != tag.strip():
        _refuse(record, "a tag begins or ends with a blank", "Rename the type.")


def check_line(record: Record, line: str, options: ReaderOptions, *, first: bool) -> None:
    """Raise `CannotExpress` for a line that would be read as the start of a document, a comment or a blank line."""
    comment = first and options.comment and line.startswith(options.comment)
    mark = first and line.startswith("\ufeff")
    if is_document(line, options.separator) or comment or mark or not line.strip(BLANKS):
        _refuse(record, f"the line {line[:40]!r} would not be read as a token", "Replace the token.")


def json_writer(unit: Callable[[Record], dict[str, Any]]) -> Writer:
    """Return a writer of one object on each line."""

    def write(record: Record) -> str:
        try:
            text = json.dumps(unit(record), ensure_ascii=False)
            text.encode("utf-8")
        except UnicodeEncodeError:
            _refuse(record, "a string holds half of a surrogate pair", "Repair the text.")
        return text + "\n"

    return write


def _named(record: Record) -> dict[str, Any]:
    """Return the fields that every JSON format has."""
    fields = {"id": record.id, "document": record.document}
    return {key: value for key, value in fields.items() if value}


def _jsonl_unit(record: Record) -> dict[str, Any]:
    """Return a unit in the kit's own form."""
    unit = _named(record)
    if record.tokens:
        unit["tokens"] = list(record.tokens)
    if record.text:
        unit["text"] = record.text
    if is_spans(record.gold) or is_spans(record.pred) or record.offsets is Offsets.CHARACTERS:
        unit["offsets"] = str(record.offsets)
    for key, annotation in (("gold", record.gold), ("pred", record.pred)):
        if annotation is not None:
            unit[key] = [list(one) if isinstance(one, Span) else one for one in annotation]
    return unit


def _one_side(record: Record) -> tuple[Span, ...]:
    """Return the spans of a format that has one annotation."""
    if record.gold is not None and record.pred is not None:
        _refuse(
            record, "the format has one annotation, and the unit has two", "Write gold and prediction to two files."
        )
    annotation: Annotation = (record.pred if record.gold is None else record.gold) or ()
    if is_tags(annotation):
        _refuse(record, "the format has spans, and the unit has tags", "Decode the tags first.")
    return annotation  # type: ignore[return-value] # no tags


def _prodigy_unit(record: Record) -> dict[str, Any]:
    """Return a task; ends of tokens become inclusive."""
    spans = _one_side(record)
    if record.offsets is Offsets.CHARACTERS:
        entities = [{"start": one.start, "end": one.end, "label": one.type} for one in spans]
        return {**_named(record), "text": record.text, "spans": entities, "answer": "accept"}
    text, bounds = _laid_out(record)
    tokens = [
        {"text": token, "start": start, "end": end, "id": number}
        for number, (token, (start, end)) in enumerate(zip(record.tokens, bounds, strict=True))
    ]
    tasks = []
    for one in spans:
        if one.end > len(tokens):
            _refuse(
                record, f"the span {tuple(one)!r} needs tokens that the unit does not show", "Give the tokens, too."
            )
        tasks.append(
            {
                "start": bounds[one.start][0],
                "end": bounds[one.end - 1][1],
                "token_start": one.start,
                "token_end": one.end - 1,
                "label": one.type,
            }
        )
    return {**_named(record), "text": text, "tokens": tokens, "spans": tasks, "answer": "accept"}


def _laid_out(record: Record) -> tuple[str, list[tuple[int, int]]]:
    """Return the text and the characters of each token; without a text that holds them, blanks go between tokens."""
    bounds, at = [], 0
    for token in record.tokens:
        start = record.text.find(token, at)
        if start < 0:
            break
        at = start + len(token)
        bounds.append((start, at))
    else:
        if record.text:
            return record.text, bounds
    bounds, at = [], 0
    for token in record.tokens:
        bounds.append((at, at + len(token)))
        at += len(token) + 1
    return record.text or " ".join(record.tokens), bounds


def _spacy_unit(record: Record) -> dict[str, Any]:
    """Return text and entities."""
    spans = _one_side(record)
    if record.offsets is not Offsets.CHARACTERS:
        _refuse(record, "entities count characters, and the unit has tokens", "Write jsonl or prodigy.")
    entities = [[one.start, one.end, one.type] for one in spans]
    return {**_named(record), "text": record.text, "entities": entities}


def _huggingface_writer(options: ReaderOptions) -> Writer:
    """Return a writer of labels, or of their ids where `id2label` is said."""
    names = names_from(options.id2label)
    ids = None if names is None else {name: number for number, name in names.items()}

    def labels(record: Record, annotation: Annotation) -> list[Any]:
        if is_spans(annotation):
            _refuse(record, "the format has labels, and the unit has spans", "Encode the spans in a scheme first.")
        if ids is None:
            return list(annotation)
        for label in annotation:
            if label not in ids:
                _refuse(record, f"the label {str(label)[:40]!r} has no id", "Add it to id2label.")
        return [ids[str(label)] for label in annotation]

    def unit(record: Record) -> dict[str, Any]:
        fields = _named(record)
        if record.tokens:
            fields["tokens"] = list(record.tokens)
        for key, annotation in (("ner_tags", record.gold), ("predictions", record.pred)):
            if annotation is not None:
                fields[key] = labels(record, annotation)
        return fields

    return json_writer(unit)


def writer(kind: FileFormat, options: ReaderOptions) -> Writer:
    """Return the writer of a format."""
    match kind:
        case FileFormat.CONLL:
            return conll_writer(options)
        case FileFormat.PRODIGY:
            return json_writer(_prodigy_unit)
        case FileFormat.SPACY:
            return json_writer(_spacy_unit)
        case FileFormat.HUGGINGFACE:
            return _huggingface_writer(options)
    return json_writer(_jsonl_unit)


def _refuse(record: Record, message: str, hint: str) -> None:
    """Refuse a unit that the format cannot say."""
    raise CannotExpress(message, place=record.place() if record.file else "", hint=hint)


def lines(records: Iterator[Record], kind: FileFormat, options: ReaderOptions) -> Iterator[str]:
    """Yield the text of each unit."""
    write = writer(kind, options)
    for record in records:
        yield write(record)
