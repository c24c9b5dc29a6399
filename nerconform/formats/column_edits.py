"""Column edits: lines in columns with other tags in them, and everything else as it was."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from nerconform.formats.conll import BLANKS, CELLS, ColumnReader, is_document
from nerconform.formats.conllu import with_tag
from nerconform.formats.file_errors import CannotExpress
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, Retagged, layers_of
from nerconform.formats.stacked_tags import restacked
from nerconform.formats.table_header import quoted_bounds

_Edit = Callable[[str], str]
"""A line in, the line with its new tags out."""


def rewrite_columns(
    reader: ColumnReader, units: Iterator[Retagged], lines: Iterator[str], options: ReaderOptions
) -> Iterator[str]:
    """Yield the text, a unit at a time with what stands before it. Raises `CannotExpress`."""
    cells = _Cells(options)

    def edits(unit: Retagged) -> Iterator[tuple[int, _Edit]]:
        for number, tags in _changed(unit, reader):
            yield number, lambda line, tags=tags: cells.replaced(unit, line, tags)  # type: ignore[misc] # its own tags

    yield from _edited(units, lines, edits)


def rewrite_treebank(units: Iterator[Retagged], lines: Iterator[str], options: ReaderOptions) -> Iterator[str]:
    """Yield the text of a file of CoNLL-U, a sentence at a time. Raises `CannotExpress` for layers."""

    def edits(unit: Retagged) -> Iterator[tuple[int, _Edit]]:
        record = unit.record
        sides = ((options.gold_column, record.gold, unit.gold), (options.pred_column, record.pred, unit.pred))
        for column, old, new in sides:
            if layers_of(old):
                hint = "Remove --layers, and name the key or column of one layer: --column KEY."
                raise CannotExpress(
                    "the sentence has several layers of tags, but convert can only write one layer of a "
                    "CoNLL-U file at a time",
                    place=record.place(),
                    hint=hint,
                )
            for position, number in enumerate(record.lines):
                if old is not None and new is not None and old[position] != new[position]:
                    yield number, lambda line, column=column, tag=new[position]: with_tag(line, column, tag)  # type: ignore[misc]

    yield from _edited(units, lines, edits)


def _edited(
    units: Iterator[Retagged], lines: Iterator[str], edits: Callable[[Retagged], Iterator[tuple[int, _Edit]]]
) -> Iterator[str]:
    """Yield the lines of each unit as one text, changed."""
    numbered = enumerate(lines, 1)
    for unit in units:
        changed: dict[int, list[_Edit]] = {}
        for number, edit in edits(unit):
            changed.setdefault(number, []).append(edit)
        texts = []
        for number, text in numbered:
            line = text
            for edit in changed.get(number, ()):
                line = edit(line)
            texts.append(line)
            if number == unit.record.lines[-1]:
                break
        yield "".join(texts)
    yield from (line for _, line in numbered)


_New = str | tuple[str, ...]
"""The new tag of a cell, or the new tags of one in which those of all layers stand."""


def _changed(unit: Retagged, reader: ColumnReader) -> Iterator[tuple[int, dict[int, _New]]]:
    """Yield the lines whose tags change, each with the new tags by column."""
    columns, record = reader.columns, unit.record
    if columns is None:
        return
    sides = [
        *_sides(columns.gold, reader.layer_numbers(reader.layers.gold), record.gold, unit.gold),
        *_sides(columns.pred, reader.layer_numbers(reader.layers.pred), record.pred, unit.pred),
    ]
    for position, number in enumerate(record.lines):
        tags = {column: new[position] for column, old, new in sides if old[position] != new[position]}
        if tags:
            yield number, tags


def _sides(
    column: int | None, more: Sequence[int], old: Annotation | None, new: Annotation | None
) -> Iterator[tuple[int, Sequence[_New], Sequence[_New]]]:
    """Yield each column of one side with the tags before and after: of layers in cells those of each cell."""
    if column is None or old is None or new is None:
        return
    if not layers_of(old):
        yield column, old, new  # type: ignore[misc] # tags
    elif more:
        yield from zip((column, *more), layers_of(old), layers_of(new), strict=True)
    else:
        yield column, [*zip(*layers_of(old), strict=True)], [*zip(*layers_of(new), strict=True)]


class _Cells:
    """How a line is cut into columns, and the tags that are known to fit in one."""

    def __init__(self, options: ReaderOptions) -> None:
        self.options = options
        self.fitting: set[str] = set()

    def replaced(self, unit: Retagged, line: str, tags: Mapping[int, _New]) -> str:
        """Return a line with other tags in these columns."""
        body = line.removesuffix("\n").removesuffix("\r")
        parts = []
        at = 0
        for column, (start, end) in enumerate(self._bounds(body)):
            if column in tags:
                new = tags[column]
                for tag in [new] if isinstance(new, str) else new:
                    self._check(unit, tag)
                parts += [body[at:start], new if isinstance(new, str) else self._stacked(unit, body[start:end], new)]
                at = end
        text = "".join([*parts, body[at:]])
        if 0 in tags:
            self._check_line(unit, text)
        return text + line[len(body) :]

    @staticmethod
    def _stacked(unit: Retagged, cell: str, tags: tuple[str, ...]) -> str:
        """Return a cell with the new tags of its layers. Raises `CannotExpress` where it would be read otherwise."""
        new = restacked(cell, tags)
        if new is None:
            message = (
                f"the new tags {', '.join(tags)!r:.60} share one cell, and their delimiter makes it impossible to "
                "tell them apart there"
            )
            hint = "Use the delimiter - or _ between prefix and type: --to-delimiter -"
            raise CannotExpress(message, place=unit.record.place(), hint=hint)
        return new

    def _bounds(self, line: str) -> Iterator[tuple[int, int]]:
        """Yield start and end of each cell, as the reader cuts them."""
        separator = self.options.separator
        if separator is None:
            yield from (cell.span() for cell in CELLS.finditer(line))
            return
        if '"' in line and separator in {",", ";"}:
            yield from quoted_bounds(line, separator)
            return
        start = 0
        for cell in line.split(separator):
            yield start, start + len(cell)
            start += len(cell) + len(separator)

    def _check(self, unit: Retagged, tag: str) -> None:
        """Refuse a tag that would not be read again as it is. Raises `CannotExpress`."""
        if tag in self.fitting:
            return
        separator = self.options.separator
        odd = set("\n\r\0" + (BLANKS if separator is None else ""))
        hint = (
            "If the type has the blank or separator in its name, rename it. If it stands between prefix and type: "
            "--to-delimiter _."
        )
        if odd & set(tag) or (separator and separator in tag):
            raise CannotExpress(
                f"the new tag {tag[:40]!r} contains a character that separates columns",
                place=unit.record.place(),
                hint=hint,
            )
        if separator is not None and tag != tag.strip():
            raise CannotExpress(
                f"the new tag {tag!r:.40} starts or ends with a blank", place=unit.record.place(), hint=hint
            )
        self.fitting.add(tag)

    def _check_line(self, unit: Retagged, line: str) -> None:
        """Refuse a line that would be read as the start of a document, a comment or a blank line."""
        comment = self.options.comment and line.startswith(self.options.comment)
        mark = is_document(line, self.options.separator)
        if mark or comment or line.startswith("\ufeff") or not line.strip(BLANKS):
            what = "a comment (--comment)" if comment else "the start of a document" if mark else "a blank line"
            message = f"the new line {line[:40]!r} would be read as {what}, not as a token with its tag"
            hint = "Rename the type. Or write another column, such as the token, before the column of tags."
            raise CannotExpress(message, place=unit.record.place(), hint=hint)
