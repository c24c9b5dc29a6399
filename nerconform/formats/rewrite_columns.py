"""Rewriting of columns: the cells of tags replaced, every other character of the file as it was."""

from collections.abc import Iterator, Mapping

from nerconform.formats.conll import CELLS, ColumnReader
from nerconform.formats.file_errors import CannotWrite
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.retagged import Retagged
from nerconform.formats.writers import check_line, check_tag, check_word


def rewrite_columns(
    reader: ColumnReader, units: Iterator[Retagged], lines: Iterator[str], options: ReaderOptions
) -> Iterator[str]:
    """Yield the text, a unit at a time with what stands before it. Raises `CannotWrite`."""
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
        """Refuse a tag that would not be one cell. Raises `CannotWrite`."""
        if tag in self.fitting:
            return
        try:
            check_word(unit.record, tag, self.options.separator, self.options)
            if self.options.separator is not None:
                check_tag(unit.record, tag)
        except CannotWrite as error:
            error.hint = "Choose another delimiter, or the other side for the letter."
            raise
        self.fitting.add(tag)
