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

from nerconform.formats.conll import ColumnReader
from nerconform.formats.detect import detect_in
from nerconform.formats.file_errors import NoTags
from nerconform.formats.huggingface import LabelReader, read_huggingface
from nerconform.formats.jsonl import read_jsonl, wanted
from nerconform.formats.read import no_units
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.retagged import Retag, Retagged
from nerconform.formats.rewrite_columns import rewrite_columns
from nerconform.formats.rewrite_json import rewrite_json
from nerconform.formats.source import TextSource
from nerconform.formats.write import cannot, to_file


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
_SPOOL = 1 << 22
_WITH_MARK = {
    "utf-8-sig": [(codecs.BOM_UTF8, "utf-8")],
    "utf-16": [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
    "utf-32": [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")],
}
"""The encodings that take a byte-order mark away: what they are behind each mark, little-endian first."""


def rewrite(path: Path, target: Path | BinaryIO, options: ReaderOptions, retag: Retag) -> None:
    """Write a file again, to a file or a stream, with the tags that `retag` gives for each unit.

    Nothing is written before all of it is done; `target` may be the file itself. CoNLL and JSON Lines stream: memory
    does not grow with the file. Raises `FormatError` or another `NerconformError`, each with file and line, `NoTags`
    for a format that holds spans, `CannotWrite` where a tag cannot stand in the format, and whatever `retag` raises.
    """
    echo = Echo()
    with TextSource(path, options.encoding, echo.add) as source:
        encoding, mark = _as_written(source)
        texts = _marked(_texts(source, options, echo, retag), mark, echo)
        if isinstance(target, Path) and (target.is_file() or not target.exists()):
            to_file(texts, target.resolve() if target.is_symlink() else target, encoding)
            return
        with SpooledTemporaryFile(_SPOOL) as spool:
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
    """Yield texts behind the byte-order mark of the file, which is known when the first one is."""
    first = next(texts, "")
    yield f"{mark}{echo.mark}{first}"
    yield from texts


def _texts(source: TextSource, options: ReaderOptions, echo: Echo, retag: Retag) -> Iterator[str]:
    """Yield the new text of a file, piece by piece. Raises `NoTags`, `NoUnits`, `CannotWrite`."""
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
    """Write texts to a stream, which stays open. Raises `CannotWrite`."""
    writer = TextIOWrapper(stream, encoding=encoding, newline="\n")
    try:
        writer.writelines(texts)
        writer.flush()
    except UnicodeEncodeError as error:
        raise cannot(path, error) from None
    finally:
        writer.detach()


def _deliver(spool: BinaryIO, target: Path | BinaryIO) -> None:
    """Copy what is done to where it shall go. Raises `CannotWrite`."""
    if not isinstance(target, Path):
        copyfileobj(spool, target)
        return
    try:
        with target.open("wb") as stream:
            copyfileobj(spool, stream)
    except OSError as error:
        raise cannot(target, error) from None
