"""Rewrite: the tags of a file replaced, and everything else as it was, to the last byte."""

import codecs
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from nerconform.formats.conll import CELLS, ColumnReader
from nerconform.formats.file_errors import CannotExpress, NoTags
from nerconform.formats.huggingface import LabelReader, read_huggingface
from nerconform.formats.jsonl import read_jsonl, wanted
from nerconform.formats.read import detect_in, no_units
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide, Record, Retag, Retagged
from nerconform.formats.rewrite_json import rewrite_json
from nerconform.formats.source import TextSource
from nerconform.formats.writers import cannot, check_line, check_tag, check_word, to_file


def rewrite_columns(
    reader: ColumnReader, units: Iterator[Retagged], lines: Iterator[str], options: ReaderOptions
) -> Iterator[str]:
    """Yield the text, a unit at a time with what stands before it. Raises `CannotExpress`."""
    numbered = enumerate(lines, 1)
    cells = _Cells(options)
    for unit in units:
        changed = dict(_changed(unit, reader))
        texts = []
        for number, line in numbered:
            texts.append(cells.replaced(unit, line, changed[number]) if number in changed else line)
            if number == unit.record.lines[-1]:
                break
        yield "".join(texts)
    yield from (line for _, line in numbered)


def _changed(unit: Retagged, reader: ColumnReader) -> Iterator[tuple[int, dict[int, str]]]:
    """Yield the lines whose tags change, each with the new tags by column."""
    columns, record = reader.columns, unit.record
    if columns is None:
        return
    sides = [
        (column, old, new)
        for column, old, new in ((columns.gold, record.gold, unit.gold), (columns.pred, record.pred, unit.pred))
        if column is not None and old is not None and new is not None
    ]
    for position, number in enumerate(record.lines):
        tags = {column: new[position] for column, old, new in sides if old[position] != new[position]}
        if tags:
            yield number, tags


class _Cells:
    """How a line is cut into columns, and the tags that are known to fit in one."""

    def __init__(self, options: ReaderOptions) -> None:
        self.options = options
        self.fitting: set[str] = set()

    def replaced(self, unit: Retagged, line: str, tags: Mapping[int, str]) -> str:
        """Return a line with other tags in these columns."""
        body = line.removesuffix("\n").removesuffix("\r")
        parts = []
        at = 0
        for column, (start, end) in enumerate(self._bounds(body)):
            if column in tags:
                self._check(unit, tags[column])
                parts += [body[at:start], tags[column]]
                at = end
        new = "".join([*parts, body[at:]])
        if 0 in tags:
            check_line(unit.record, new, self.options, first=True)
        return new + line[len(body) :]

    def _bounds(self, line: str) -> Iterator[tuple[int, int]]:
        """Yield start and end of each cell, as the reader cuts them."""
        separator = self.options.separator
        if separator is None:
            yield from (cell.span() for cell in CELLS.finditer(line))
            return
        start = 0
        for cell in line.split(separator):
            yield start, start + len(cell)
            start += len(cell) + len(separator)

    def _check(self, unit: Retagged, tag: str) -> None:
        """Refuse a tag that would not be one cell. Raises `CannotExpress`."""
        if tag in self.fitting:
            return
        try:
            check_word(unit.record, tag, self.options.separator, self.options)
            if self.options.separator is not None:
                check_tag(unit.record, tag)
        except CannotExpress as error:
            error.hint = "Choose another delimiter, or the other side for the prefix."
            raise
        self.fitting.add(tag)


class Echo:
    """What a source has read, line by line and with the ends of lines, so that it can be written again."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._texts: deque[str] = deque()
        self._begun = False
        self.mark = ""
        """The byte-order mark with which the text begins, if it does; it belongs to no line."""

    def add(self, text: str) -> None:
        """Take the next piece of the file."""
        if text and not self._begun:
            self._begun = True
            rest = text.removeprefix("\ufeff")
            self.mark, text = text[: len(text) - len(rest)], rest
        self._texts.append(text)

    def lines(self) -> Iterator[str]:
        """Yield the lines that the reader has seen; one without an end is the last of the file."""
        pending: list[str] = []
        while self._texts:
            whole, end, rest = self._texts.popleft().rpartition("\n")
            if end:
                yield from [f"{line}\n" for line in ("".join(pending) + whole).split("\n")]
                pending.clear()
            pending.append(rest)
        if rest := "".join(pending):
            yield rest


SPANS = "Spans are the same in every scheme: there is nothing to convert (nc.encode writes spans as tags)."
"""What to do with a file without tags."""
_MAX_BYTES_IN_MEMORY = 1 << 22
_WITH_MARK = {
    "utf-8-sig": [(codecs.BOM_UTF8, "utf-8")],
    "utf-16": [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
    "utf-32": [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")],
}
"""The encodings that take a byte-order mark away: what they are after each mark, little-endian first."""


def rewrite(path: Path, target: Path | BinaryIO, options: ReaderOptions, retag: Retag) -> None:
    """Write a file again, to a file or a stream, with the tags that `retag` gives for each unit.

    Nothing is written before all of it is done; `target` may be the file itself. CoNLL and JSON Lines stream: memory
    does not grow with the file. Raises `FormatError` or another `NerconformError`, each with file and line, `NoTags`
    for a format that holds spans, `CannotExpress` where a tag cannot stand in the format, and whatever `retag` raises.
    """
    echo = Echo()
    with TextSource(path, options.encoding, echo.add) as source:
        encoding, mark = _as_written(source)
        texts = _marked(_texts(source, options, echo, retag), mark, echo)
        if isinstance(target, Path) and (target.is_file() or not target.exists()):
            to_file(texts, target.resolve() if target.is_symlink() else target, encoding)
            return
        with SpooledTemporaryFile(_MAX_BYTES_IN_MEMORY) as spool:
            _write(texts, cast("BinaryIO", spool), encoding, path)
            spool.seek(0)
            _deliver(cast("BinaryIO", spool), target)


def _as_written(source: TextSource) -> tuple[str, str]:
    """Return the encoding in which a text comes out as it was read, and the byte-order mark that was taken away."""
    name = codecs.lookup(source.encoding).name
    orders = _WITH_MARK.get(name)
    if orders is None:
        return name, ""
    for mark, encoding in orders:
        if source.head.startswith(mark):
            return encoding, "\ufeff"
    return orders[0 if sys.byteorder == "little" else -1][1], ""


def _marked(texts: Iterator[str], mark: str, echo: Echo) -> Iterator[str]:
    """Yield texts after the byte-order mark of the file, which is known when the first one is."""
    first = next(texts, "")
    yield f"{mark}{echo.mark}{first}"
    yield from texts


def _texts(source: TextSource, options: ReaderOptions, echo: Echo, retag: Retag) -> Iterator[str]:
    """Yield the new text of a file, piece by piece. Raises `NoTags`, `NoUnits`, `CannotExpress`."""
    kind = detect_in(source) if options.format == FileFormat.AUTO else FileFormat(options.format)
    units = 0

    def retagged(records: Iterator[Record]) -> Iterator[Retagged]:
        nonlocal units
        for record in records:
            units += 1
            yield retag(record)

    match kind:
        case FileFormat.CONLL:
            reader = ColumnReader(source, options, FileSide.BOTH)
            yield from rewrite_columns(reader, retagged(reader.records()), echo.lines(), options)
        case FileFormat.JSONL:
            records = retagged(read_jsonl(source, options, FileSide.BOTH))
            yield from rewrite_json(records, echo.lines(), _jsonl_keys, bare=False)
        case FileFormat.HUGGINGFACE:
            labels = LabelReader(source.name, options, FileSide.BOTH)
            records = retagged(read_huggingface(source, options, FileSide.BOTH))
            yield from rewrite_json(records, echo.lines(), lambda unit: labels.keys(unit, source.name), bare=True)
        case _:
            raise NoTags(f"{kind} holds spans, not tags", place=source.name, hint=SPANS)
    if not units:
        raise no_units(source, kind)


def _jsonl_keys(unit: Mapping[str, Any]) -> dict[str, str]:
    """Return the key of each side."""
    return {side: key for key, side in wanted(unit, FileSide.BOTH, "").items()}


def _write(texts: Iterator[str], stream: BinaryIO, encoding: str, path: Path) -> None:
    """Write texts to a stream, which stays open. Raises `CannotExpress`."""
    writer = TextIOWrapper(stream, encoding=encoding, newline="\n")
    try:
        writer.writelines(texts)
        writer.flush()
    except UnicodeEncodeError as error:
        raise cannot(path, error) from None
    finally:
        writer.detach()


def _deliver(spool: BinaryIO, target: Path | BinaryIO) -> None:
    """Copy what is done to where it shall go. Raises `CannotExpress`."""
    if not isinstance(target, Path):
        copyfileobj(spool, target)
        return
    try:
        with target.open("wb") as stream:
            copyfileobj(spool, stream)
    except OSError as error:
        raise cannot(target, error) from None
