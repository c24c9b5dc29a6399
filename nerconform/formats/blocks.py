"""Blocks: the units of CoNLL columns as arrays, read from bytes a block at a time.

This is `formats.conll` for plain columns: a separator or any blanks between cells, the same cells on every line, LF or
CRLF, comments, documents and a header as there. UTF-8 and encodings of one byte for every character are cut as they
are, text in any other is recoded first. Of anything else, and of everything that is to be refused, it raises
`NotServed`; then the file is read line by line, and the reader of lines says what is wrong with it, and where.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nerconform.base.bounds import STDIN
from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices
from nerconform.engines.cells import WORD, Cells, Layout, Lexicon, cut, same_cells
from nerconform.engines.choice import NotServed
from nerconform.formats.conll import BLANKS, CELLS, DOCUMENT, META, ColumnNumbers, is_document
from nerconform.formats.detect import detect_in, format_of
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide
from nerconform.formats.source import BytesProgress, TextSource
from nerconform.formats.stacked_tags import is_stacked
from nerconform.formats.table_header import both_columns, of_header


def has_one_byte(encoding: str) -> bool:
    """Whether every byte is a character by itself, whatever stands before it, and ASCII is as it is."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    try:
        found = [decoder.decode(bytes([byte])) for byte in range(256)]
    except UnicodeError:  # an encoding that can replace nothing
        return False
    return all(len(one) == 1 for one in found) and "".join(found[:128]).isascii()


def recoded_blocks(source: TextSource) -> Iterator[bytes]:
    """Yield a file in UTF-8, in blocks of whole lines. Raises `NotServed` for what is no text."""
    try:
        for block in source.blocks():
            yield block.text.encode()
    except NerconformError as error:
        raise NotServed(error.message) from None


BLOCK_BYTES = 1 << 20
_MARK, _UTF8 = codecs.BOM_UTF8, "utf-8"
_BETWEEN = b"\1"
"""What stands for a separator of several bytes while cells are cut."""
_COLUMNS = {FileFormat.CONLL, FileFormat.CONLLU}
_CSV = b",;"
"""Separators between which cells may stand in quotes."""
_ENDS = re.compile(rb"\n([^\r\n]+)\r?\n(?=\r?\n)")
"""A line before an empty one."""


class UnitBlock(NamedTuple):
    """Some whole units, and the number of the line on which the text of the block begins, from 1."""

    line: int
    cells: Cells


class ReadPlan(NamedTuple):
    """How a file of plain columns is read: a value, so that another process can read a part of it."""

    path: Path
    layout: Layout
    columns: ColumnNumbers
    start: int
    """The first byte after a byte-order mark and the header."""
    line: int
    """The number of the line that begins there, from 1."""
    stop: int
    """The size of the file."""
    recoded: str = ""
    """The encoding of a file that is recoded, and read from its first byte; `start` is one of its text in UTF-8."""
    between: bytes = b""
    """A separator of several bytes, for which `layout` has one that stands for it."""

    @classmethod
    def of(cls, path: Path, options: ReaderOptions, side: FileSide) -> "ReadPlan":
        """Return the plan of a file, after a look at its first lines. Raises `NotServed`, and as `TextSource` does."""
        if path == STDIN or not path.is_file():
            raise NotServed("the input is a pipe, which can be read only once")
        if options.layers:
            raise NotServed("the file has layers")
        with TextSource(path, options.encoding) as source:
            _require_columns(source, options)
            options = of_header(source, options)
            encoding, recoded = _encoding(options)
            if options.unit_column is not None or options.document is not None or source.is_compressed:
                raise NotServed("a column cuts sentences, documents have a mark of their own, or it is compressed")
            if side is FileSide.GOLD and options.gold_column is None and both_columns(source, options):
                raise NotServed("the file holds both sides")
            head = next(recoded_blocks(source), b"") if recoded else source.head
        size = path.stat().st_size
        start = len(_MARK) if head.startswith(_MARK) and encoding == _UTF8 and not recoded else 0
        line, text, after = _first(head, start, options, encoding)
        if after == len(head) < size and not recoded and not head.endswith(b"\n"):
            raise NotServed("the first line is too long")
        cells = CELLS.findall(text) if options.separator is None else text.split(options.separator)
        header = tuple(cells) if options.has_header else ()
        if header and (line > 1 or set(text) & {"\0", "\r", '"'}):
            raise NotServed("the header is not on the first line, or contains a quote, a NUL or a carriage return")
        try:
            columns = ColumnNumbers.of(len(cells), header, options, side, "")
        except NerconformError as error:
            raise NotServed(error.message) from None
        start, line = (after, 2) if header else (start, 1)
        separator = None if options.separator is None else options.separator.encode(encoding)
        between = separator if separator is not None and len(separator) > 1 else b""
        byte = None if separator is None else ord(_BETWEEN if between else separator)
        layout = Layout(byte, len(cells), DOCUMENT.encode(), (options.comment or "").encode(encoding), encoding)
        return cls(path, layout, columns, start, line, size, recoded, between)

    def blocks(self, progress: BytesProgress | None = None, size: int = BLOCK_BYTES) -> Iterator[UnitBlock]:
        """Yield the units in blocks of about `size` bytes, larger only where a unit is. Raises `NotServed`."""
        line, rest, wanted, notes = self.line, b"", size, _Notes(self.layout.comment)
        pieces, left = self._pieces(progress, size), True
        while left:
            chunk, left = _taken(pieces, wanted)
            if (self.layout.separator or 0) in _CSV and b'"' in chunk:
                raise NotServed("cells may stand in quotes")
            if self.between and _BETWEEN in chunk:
                raise NotServed("the text contains a control character that is used for the separator")
            text = rest + chunk
            end = text.rfind(b"\n") + 1
            whole, tail = (text[:end], text[end:]) if left else (_closed(text), b"")
            if self.between:
                whole = whole.replace(self.between, _BETWEEN)
            cells = cut(whole, self.layout)
            used, lines = cells.ended()
            if left and cells.unfinished:
                cells = cells.some(len(cells.lengths) - 1)
                used, lines = cells.ended()
            if len(cells.lengths):
                yield UnitBlock(line, notes.enter(cells, lines))
            rest = cells.block[used:-WORD] + tail
            line += lines
            wanted = size if lines else 2 * wanted

    def _pieces(self, progress: BytesProgress | None, size: int) -> Iterator[bytes]:
        """Yield the bytes that are to be cut, in pieces of about `size`. Raises `NotServed`."""
        if self.recoded:
            with TextSource(self.path, self.recoded, progress=progress) as source:
                pieces = recoded_blocks(source)
                yield next(pieces, b"")[self.start :]
                yield from pieces
            return
        left = self.stop - self.start
        with self.path.open("rb") as file:
            file.seek(self.start)
            while chunk := file.read(min(size, left)):
                left -= len(chunk)
                if progress is not None:
                    progress(len(chunk))
                yield chunk

    def parts(self, number: int) -> list["ReadPlan"]:
        """Return at most `number` plans that together read this file, cut at ends of units; they know no lines."""
        if self.recoded:
            return [self]
        bounds = [self.start]
        with self.path.open("rb") as file:
            for part in range(1, number):
                file.seek(max(bounds[-1], self.start + (self.stop - self.start) * part // number))
                place = file.tell()
                end = next(
                    (match.end() for match in _ENDS.finditer(file.read(BLOCK_BYTES)) if self._is_row(match[1])), None
                )
                if end is not None and place + end < self.stop:
                    bounds.append(place + end)
        ends = [*bounds[1:], self.stop]
        return [self._replace(start=start, stop=stop) for start, stop in zip(bounds, ends, strict=True)]

    def _is_row(self, line: bytes) -> bool:
        """Whether a line is no blank one, and marks no document."""
        text = line.decode(self.layout.encoding, "replace")
        byte = self.layout.separator
        separator = self.between or (None if byte is None else bytes([byte]))
        decoded = None if separator is None else separator.decode(self.layout.encoding)
        return bool(text.strip(BLANKS)) and not is_document(text, decoded)


def _require_columns(source: TextSource, options: ReaderOptions) -> None:
    """Raise `NotServed` for a file that is not in columns, or does not look like it."""
    try:
        columns = format_of(source, options) is FileFormat.CONLL and detect_in(source) in _COLUMNS
    except NerconformError as error:
        raise NotServed(error.message) from None
    if not columns:
        raise NotServed("the file is not in columns")


def _encoding(options: ReaderOptions) -> tuple[str, str]:
    """Return the encoding in which bytes are cut, and the one from which they are recoded, empty if they are not.

    Raises `NotServed` for options that only the reader of lines knows.
    """
    separator, comment = options.separator or "", options.comment or ""
    try:
        encoding = codecs.lookup(options.encoding).name
        recoded = encoding != _UTF8 and not has_one_byte(encoding)
        encoding = _UTF8 if recoded else encoding
        prefix, between = comment.encode(encoding), separator.encode(encoding)
    except (LookupError, UnicodeError, TypeError, ValueError):
        raise NotServed(f"the text is in {options.encoding}") from None
    if comment and (options.has_header or len(prefix) > WORD):
        raise NotServed("comments can name the columns, or start with more than eight bytes")
    if len(between) > 1 and (comment or set(separator) & set(DOCUMENT) or _BETWEEN in between):
        raise NotServed("the separator of several bytes can be part of a document mark or of a comment")
    return encoding, options.encoding if recoded else ""


def _taken(pieces: Iterator[bytes], wanted: int) -> tuple[bytes, bool]:
    """Return pieces of at least `wanted` bytes together, and whether some may be left."""
    taken, size = [], 0
    for piece in pieces:
        taken.append(piece)
        size += len(piece)
        if size >= wanted:
            return b"".join(taken), True
    return b"".join(taken), False


def _first(head: bytes, start: int, options: ReaderOptions, encoding: str) -> tuple[int, str, int]:
    """Return the number of the first line that is a token or the header, the line, and the first byte after it."""
    number = 0
    while start < len(head):
        number += 1
        end = head.find(b"\n", start)
        end = len(head) if end < 0 else end
        try:
            line = head[start:end].decode(encoding).removesuffix("\r")
        except UnicodeDecodeError:
            raise NotServed(f"the text is not valid {encoding}") from None
        if line.strip(BLANKS) and not is_document(line, options.separator) and not _is_comment(line, options):
            return number, line, min(end + 1, len(head))
        start = end + 1
    raise NotServed("there is no token in the first lines")


def _is_comment(line: str, options: ReaderOptions) -> bool:
    """Whether a line before the first token is a comment."""
    if options.comment is None or not line.startswith(options.comment):
        return False
    return options.separator in {None, " "} or str(options.separator) not in line


class _Notes:
    """What comments say of units and documents. It grows with their names, as the reader of lines does."""

    def __init__(self, prefix: bytes) -> None:
        self.prefix = prefix
        self.names: set[tuple[str, str]] = set()

    def enter(self, cells: Cells, lines: int) -> Cells:
        """Return cells marked where a comment begins a document; what is after `lines` belongs to the next units."""
        notes = [note for note in cells.notes if b"newdoc" in note.text or b"sent_id" in note.text]
        if any(note.inside for note in notes):
            raise NotServed("a comment inside a sentence can be its id")
        notes = [note for note in notes if note.line < lines]
        ends = np.cumsum(cells.lengths)
        firsts = cells.lines[ends - cells.lengths]
        marked = cells.marked.copy()
        for note in notes:
            found = META.match(note.text.removeprefix(self.prefix).decode(cells.encoding))
            if found is None:
                continue
            if found[2] and (found[1], found[2]) in self.names:
                raise NotServed("two sentences or two documents have the same id")
            self.names.add((found[1], found[2] or ""))
            if found[1] == "newdoc":
                if (found[2] or "").isdigit():
                    raise NotServed("a document has a number as its id")
                marked[np.searchsorted(firsts, note.line)] = True
        return cells._replace(marked=marked)


def _closed(text: bytes) -> bytes:
    """Return a text whose last line ends in a line feed."""
    return text if text.endswith(b"\n") or not text else text + b"\n"


_PART = "the two files differ"


class TagLexicon(Lexicon):
    """The cells of files; those that hold the tags of several layers are not served."""

    def _tag(self, tag: str) -> int:
        """Return the number of a tag."""
        if is_stacked(tag):
            raise NotServed("a cell holds the tags of several layers")
        return super()._tag(tag)


class Numbered(NamedTuple):
    """Some whole units: how many tokens each has, the numbers of their tags on end, which of them begin a document."""

    lengths: Indices
    gold: Indices
    pred: Indices
    marked: Flags


def numbered(plans: Sequence[ReadPlan], lexicon: Lexicon, progress: BytesProgress | None = None) -> Iterator[Numbered]:
    """Yield the units of a file that has both sides, or of gold and prediction side by side. Raises `NotServed`."""
    if len(plans) == 1:
        return _of_one(plans[0], lexicon, progress)
    return _of_two(plans[0], plans[1], lexicon, progress)


def joined(parts: Iterator[Numbered]) -> Iterator[Numbered]:
    """Yield all units at once, if there are any: for choices that look across units."""
    kept = [part._replace(gold=part.gold.astype(np.int32), pred=part.pred.astype(np.int32)) for part in parts]
    if kept:
        yield Numbered(*(np.concatenate(columns) for columns in zip(*kept, strict=True)))


def _of_one(plan: ReadPlan, lexicon: Lexicon, progress: BytesProgress | None) -> Iterator[Numbered]:
    """Yield the units of one file."""
    _, gold, pred = plan.columns
    if gold is None or pred is None:
        raise NotServed("there is only one annotation")
    for _, cells in plan.blocks(progress):
        yield Numbered(cells.lengths, lexicon.read(cells, gold), lexicon.read(cells, pred), cells.marked)


class _NumberedSide:
    """The units of one of two files, of which some have been taken."""

    def __init__(self, blocks: Iterator[UnitBlock], column: int | None, lexicon: Lexicon) -> None:
        assert column is not None  # noqa: S101 - the plan of a side has its column
        self.blocks = blocks
        self.column = column
        self.lexicon = lexicon
        self.cells: Cells | None = None
        self.tags: Indices = np.empty(0, dtype=np.int64)
        self.units = self.rows = 0
        """How many units and rows of the block have been taken."""
        self.marks = False
        """Whether a document has begun in this file."""

    def left(self) -> int:
        """Return how many units of the block are left, of a new one where all have been taken; 0 at the end."""
        if self.cells is None or self.units == len(self.cells.lengths):
            self.cells = next((block.cells for block in self.blocks), None)
            self.units = self.rows = 0
            if self.cells is None:
                return 0
            self.tags = self.lexicon.read(self.cells, self.column)
        return len(self.cells.lengths) - self.units

    def take(self, units: int) -> tuple[Cells, slice, slice]:
        """Return the block, and which of its units and rows are next."""
        assert self.cells is not None  # noqa: S101 - there are units left
        chosen = slice(self.units, self.units + units)
        rows = slice(self.rows, self.rows + int(self.cells.lengths[chosen].sum()))
        self.units, self.rows = chosen.stop, rows.stop
        return self.cells, chosen, rows

    def begun(self, marked: Flags) -> Flags:
        """Return for each of the next units whether a document has begun before it or with it."""
        found: Flags = np.logical_or.accumulate(marked) | self.marks
        self.marks = bool(found[-1])
        return found


def _of_two(gold: ReadPlan, pred: ReadPlan, lexicon: Lexicon, progress: BytesProgress | None) -> Iterator[Numbered]:
    """Yield the units of two files."""
    if gold.layout.comment:
        raise NotServed("comments can be ids of sentences in two files")
    columns = gold.columns.gold, pred.columns.pred
    sides = [
        _NumberedSide(plan.blocks(progress), column, lexicon)
        for plan, column in zip((gold, pred), columns, strict=True)
    ]
    while units := min(left := [side.left() for side in sides]):
        (one, units_of_one, rows_of_one), (other, units_of_other, rows_of_other) = (side.take(units) for side in sides)
        lengths = one.lengths[units_of_one]
        if not np.array_equal(lengths, other.lengths[units_of_other]):
            raise NotServed(_PART)
        if gold.columns.token is not None and pred.columns.token is not None:
            tokens = gold.columns.token, pred.columns.token
            if not same_cells(one, other, tokens, (rows_of_one, rows_of_other)):
                raise NotServed(_PART)
        marks = one.marked[units_of_one], other.marked[units_of_other]
        begun = [side.begun(marked) for side, marked in zip(sides, marks, strict=True)]
        if (begun[0] & begun[1] & (marks[0] != marks[1])).any():
            raise NotServed(_PART)
        yield Numbered(lengths, sides[0].tags[rows_of_one], sides[1].tags[rows_of_other], marks[0] | marks[1])
    if any(left):
        raise NotServed(_PART)
