"""CoNLL columns: one token on a line, a blank line between units."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn, Self

from nerconform.base.plain_text import counted
from nerconform.formats.file_errors import AmbiguousColumns, BlankInTag, MissingColumn, RaggedColumns
from nerconform.formats.layers import LayerColumns, layers_in_cells, wanted_layers
from nerconform.formats.reader_options import Column, ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Record
from nerconform.formats.source import TextSource
from nerconform.formats.stacked_tags import first_stacked, refusal
from nerconform.formats.table_header import GOLD, PRED, TOKEN, cells_of, named, of_header
from nerconform.reference.refusals import EmptyTag

_OWN_WIDTHS = {1: (0, None), 2: (1, None), 3: (1, 2)}
"""Gold and prediction in a file that is given without another and without options, by its number of columns."""


class ColumnNumbers(NamedTuple):
    """The numbers of the columns, from 0; `None` where there is none."""

    token: int | None
    gold: int | None
    pred: int | None

    @classmethod
    def of(cls, width: int, header: tuple[str, ...], options: ReaderOptions, side: FileSide, place: str) -> Self:
        """Return the columns of a file. Raises `MissingColumn` or `AmbiguousColumns`."""

        def found(column: Column | None) -> int | None:
            return None if column is None else _number(column, width, header, place)

        gold = None if side is FileSide.PRED else found(options.gold_column)
        pred = None if side is FileSide.GOLD else found(options.pred_column)
        unit = found(options.unit_column)
        rest = [number for number in range(width) if number != unit]
        tags, predicted = named(header, GOLD), named(header, PRED)
        match side:
            case _ if not rest:
                raise MissingColumn(
                    "--unit-column says that the only column of this line is the number of the sentence, so "
                    "no column of tags is left",
                    place=place,
                    hint=(
                        "Remove --unit-column. If the line has more columns, name what separates them: --separator tab."
                    ),
                )
            case FileSide.GOLD if gold is None:
                gold = rest[-1] if tags is None else tags
            case FileSide.PRED if pred is None:
                pred = predicted if predicted is not None else rest[-1] if tags is None else tags
            case FileSide.BOTH if gold is None and pred is None and tags is not None:
                gold, pred = tags, predicted
            case FileSide.BOTH if gold is None:
                gold, pred = _unsaid(rest, pred, place)
        if options.token_column != 0:
            return cls(found(options.token_column), gold, pred)
        token = named(header, TOKEN)
        token = rest[0] if token is None else token
        return cls(None if len(rest) == 1 or token in {gold, pred} else token, gold, pred)


def _number(column: Column, width: int, header: tuple[str, ...], place: str) -> int:
    """Return the number of a column that is there."""
    if isinstance(column, str):
        if header.count(column) == 1:
            return header.index(column)
        names = ", ".join(header)[:200] or "none"
        hint = f"Use a name of the header that occurs once ({names}), or the column's number from 0."
        if "," in column:
            hint = "If these columns are the layers of one annotation, add --layers together."
        fault = "is the name of two columns" if column in header else "is not a column name in the header"
        raise MissingColumn(f"{column!r} {fault}", place=place, hint=hint)
    if -width <= column < width:
        return column % width
    hint = (
        f"Name a column from 0 to {width - 1}, or -1 for the last. If the line has more columns, name what "
        "separates them: --separator tab."
    )
    raise MissingColumn(f"there is no column {column}: the line has {width} columns", place=place, hint=hint)


def _unsaid(columns: list[int], pred: int | None, place: str) -> tuple[int, int | None]:
    """Return gold and prediction where the gold column was not said."""
    if pred is None and len(columns) in _OWN_WIDTHS:
        own, other = _OWN_WIDTHS[len(columns)]
        return columns[own], None if other is None else columns[other]
    if pred is not None:
        hint = "Name both: --gold-column -2 --pred-column -1, in Python gold_column=-2, pred_column=-1."
        raise AmbiguousColumns(
            "--pred-column names the column of the predictions, and --gold-column is missing", place=place, hint=hint
        )
    message = f"the line has {len(columns)} columns, and it is not clear which are gold and prediction"
    hint = (
        "Name both: --gold-column -2 --pred-column -1 (in Python gold_column=-2, pred_column=-1). If the file has only "
        "gold: --gold-column -1, with `nerconform validate` --column -1."
    )
    raise AmbiguousColumns(message, place=place, hint=hint)


BLANKS = " \t\v\f"
"""What separates columns where no separator is said. Other white space, such as U+00A0, belongs to tokens."""
DOCUMENT = "-DOCSTART-"
CELLS = re.compile(f"[^{BLANKS}]+")
_ODD = re.compile("[\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
META = re.compile(r"\s*(sent_id|newdoc)\b(?:\s+id)?\s*(?:=\s*(.*?)\s*)?$")


def read_conll(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order.

    Raises `RaggedColumns`, `MissingColumn`, `AmbiguousColumns`, `RepeatedId`, `EmptyTag`, and what `TextSource` raises.
    """
    yield from ColumnReader(source, options, side).records()


def is_document(line: str, separator: str | None) -> bool:
    """Whether a line marks the start of a document."""
    rest = line.removeprefix(DOCUMENT)
    return len(rest) < len(line) and (not rest or rest[0] in BLANKS or rest.startswith(separator or "\t"))


def _split_odd(line: str) -> list[str]:
    """Split a line at blanks where it holds other white space, at which `str.split` would split, too."""
    return CELLS.findall(line)


class ColumnReader:
    """The unit that is being read, and what is known of the file: `columns` once there is a unit."""

    units_read: int
    """How many units were read of a file that is only looked at."""
    first: int
    """The line that set the width."""
    starts_hashed: bool
    """Whether that line begins as comments do."""

    def __init__(self, source: TextSource, options: ReaderOptions, side: FileSide) -> None:
        """Begin with nothing."""
        self.source = source
        self.file = source.name
        options = of_header(source, options)
        self.layers = LayerColumns.of(options)
        self.options = options = self.layers.first
        self.side = side
        self.ledger = Ledger(source.name)
        self.columns: ColumnNumbers | None = None
        self.header: tuple[str, ...] = ()
        self.header_due = options.has_header
        self.width = 0
        self.rows: list[list[str]] = []
        self.numbers: list[int] = []
        self.document = ""
        self.documents = 0
        self.unit_column: int | None = None
        self.unit = ""
        """What the column of sentences says last."""
        self.known_tags: set[str] = set()
        """The tags that have been looked at."""
        self.id = ""

    @property
    def is_cut(self) -> bool:
        """Whether the file says by a column of sentences, or by marks of documents, where units end."""
        return self.options.unit_column is not None or self.documents > 0

    def records(self) -> Iterator[Record]:
        """Yield the units of the file, in order."""
        for block in self.source.blocks():
            yield from self.units(block.lines(), block.line, odd=_ODD.search(block.text) is not None)
        yield from self.close()

    def units(self, lines: list[str], first: int, *, odd: bool) -> Iterator[Record]:
        """Yield the units that end in these lines."""
        split = self._split(odd=odd)
        blanks_only = self.options.separator is not None
        mark = DOCUMENT if self.options.marks_documents else None
        special = tuple(filter(None, (mark, self.options.comment, self.options.document)))
        by_column = self.options.unit_column is not None
        rows, numbers = self.rows, self.numbers
        for number, line in enumerate(lines, first):
            cells = split(line)
            if not cells or (blanks_only and not line.strip(BLANKS)):
                if rows:
                    yield self._unit()
                    rows, numbers = self.rows, self.numbers
                continue
            if line.startswith(special):
                if self._is_document(line):
                    yield from self.close()
                    self._open_document(self._document_name(line))
                    rows, numbers = self.rows, self.numbers
                    continue
                if self._took_comment(line, cells, number):
                    continue
            if (len(cells) != self.width or self.header_due) and self._took_header(line, cells, number):
                continue
            if by_column and self._begins_unit(cells, number) and rows:
                yield self._unit()
                rows, numbers = self.rows, self.numbers
            rows.append(cells)
            numbers.append(number)

    def _begins_unit(self, cells: list[str], number: int) -> bool:
        """Whether the column of sentences says something new; it may say it on the first token only."""
        column = self.options.unit_column
        if self.unit_column is None and column is not None:
            self.unit_column = _number(column, self.width, self.header, f"{self.file}:{number}")
        unit = cells[self.unit_column or 0].strip()
        begins = bool(unit) and unit != self.unit
        self.unit = unit or self.unit
        return begins

    def _is_document(self, line: str) -> bool:
        """Whether a line begins a document."""
        prefix = self.options.document
        if self.options.marks_documents and is_document(line, self.options.separator):
            return True
        return prefix is not None and line.startswith(prefix)

    def _document_name(self, line: str) -> str:
        """Return the name of the document that a line begins, which it has after its prefix."""
        prefix = self.options.document
        return line.removeprefix(prefix).strip(f"{BLANKS}=:") if prefix and line.startswith(prefix) else ""

    def close(self) -> Iterator[Record]:
        """Yield the last unit, which no blank line ends."""
        if self.rows:
            yield self._unit()

    def _split(self, *, odd: bool) -> Callable[[str], list[str]]:
        """Return how a line is cut into columns."""
        separator = self.options.separator
        if separator is not None:
            return lambda line: cells_of(line, separator)
        return _split_odd if odd else str.split

    def _took_header(self, line: str, cells: list[str], number: int) -> bool:
        """Take the width, and perhaps the header, from the first line; refuse another width than that."""
        if not self.width:
            self.width, self.first, self.starts_hashed = len(cells), number, line.startswith("#")
        if self.header_due:
            self.header, self.header_due = tuple(cells), False
            return True
        if len(cells) != self.width:
            self._refuse_width(line, cells, number)
        return False

    def _unit(self) -> Record:
        """Return the unit that ends here, and begin a new one."""
        rows, numbers = self.rows, self.numbers
        place = f"{self.file}:{numbers[0]}"
        if self.columns is None:
            self.columns = ColumnNumbers.of(self.width, self.header, self.options, self.side, place)
        tokens = None if self.columns.token is None else tuple([row[self.columns.token] for row in rows])
        gold = self._side("gold", self.columns.gold, self.layers.gold)
        pred = self._side("pred", self.columns.pred, self.layers.pred)
        self.rows, self.numbers = [], []
        starts = self.ledger.enter(numbers[0], self.id, self.document)
        name, self.id = self.id, ""
        return Record(
            gold,
            pred,
            tokens=tokens or (),
            file=self.file,
            line=numbers[0],
            lines=tuple(numbers),
            id=name,
            starts_document=starts,
            document=self.document,
        )

    def _side(self, name: str, column: int | None, more: Sequence[Column]) -> Annotation | None:
        """Return the tags of one side, of one layer or of all that are wanted."""
        if column is None:
            return None
        first = self._tags(name, column)
        if not self.options.layers:
            return first
        if more:
            layers = (first, *(self._tags(name, number) for number in self.layer_numbers(more)))
        else:
            layers = layers_in_cells(first, self._place)
        return wanted_layers(layers, self.options.layers)

    def layer_numbers(self, columns: Sequence[Column]) -> list[int]:
        """Return the numbers of the columns of further layers. Raises `MissingColumn`."""
        return [_number(one, self.width, self.header, f"{self.file}:{self.first}") for one in columns]

    def _tags(self, name: str, column: int) -> tuple[str, ...]:
        """Return the tags of one column. Raises `EmptyTag`, `BlankInTag` or `StackedTags`."""
        tags = tuple([row[column] for row in self.rows])
        if "" in tags:
            hint = (
                "Write O for a token outside all entities. Or look for one separator too many at the end of the line."
            )
            raise EmptyTag(f"the {name} tag of this line is empty", place=self._place(tags.index("")), hint=hint)
        if self.options.separator is not None:
            self._refuse_blanks(name, tags)
        if not self.known_tags.issuperset(tags):
            self._look_at(tags)
        return tags

    def _place(self, position: int) -> str:
        """Return where a token of the unit that is being read stands."""
        return f"{self.file}:{self.numbers[position]}"

    def _refuse_blanks(self, name: str, tags: tuple[str, ...]) -> None:
        """Refuse a tag with a blank at one end: it would be read as part of the type."""
        for position, tag in enumerate(tags):
            if tag != tag.strip():
                hint = "Remove the blank. Or remove --separator: then blanks separate columns, too."
                message = f"the {name} tag {tag[:40]!r} starts or ends with a blank"
                raise BlankInTag(message, place=self._place(position), hint=hint)

    def _look_at(self, tags: tuple[str, ...]) -> None:
        """Refuse a tag that consists of several, unless these are layers. Raises `StackedTags`."""
        at = first_stacked(tags)
        if at is not None and (self.layers.are_columns or not self.options.layers or " " in tags[at]):
            raise refusal(tags[at], self._place(at))
        self.known_tags.update(tags)

    def _is_comment(self, line: str, cells: list[str]) -> bool:
        """Whether a line that begins with the prefix of comments is one, and no token.

        With a separator that is no blank, a line without it is a comment, and so is one that has not the columns of the
        others; else a comment stands before the first token of its unit.
        """
        if not line.startswith(self.options.comment or "\n"):
            return False
        separator = self.options.separator
        if separator is None or separator == " ":
            return not self.rows
        return separator not in line or (bool(self.width) and len(cells) != self.width and not self.rows)

    def _took_comment(self, line: str, cells: list[str], number: int) -> bool:
        """Take the id of the unit, the start of a document or the names of the columns from a line, if a comment."""
        if not self._is_comment(line, cells):
            return False
        body = line.removeprefix(self.options.comment or "")
        if found := META.match(body):
            if found[1] == "newdoc":
                self._open_document(found[2] or "")
            else:
                self.id = found[2] or ""
            return True
        if self.header_due and not self.width:
            names = body.removeprefix(" ").removeprefix("global.columns").removeprefix(" ").removeprefix("=")
            cells = self._split(odd=True)(names.strip(BLANKS))
            options = self.options
            wanted = {options.token_column, options.gold_column, options.pred_column}
            if len(cells) == 1:
                cells = names.split()
            if {name for name in wanted if isinstance(name, str)} <= set(cells):
                self.header, self.header_due = tuple(cells), False
                self.width, self.first = len(cells), number
        return True

    def _open_document(self, name: str) -> None:
        """Begin a document, numbered if it has no name."""
        self.documents += 1
        self.document = name or str(self.documents)

    def _refuse_width(self, line: str, cells: list[str], number: int) -> NoReturn:
        """Refuse a line that has not the columns of the others."""
        count = counted(len(cells), "column")
        if line.startswith("# document_id") and not self.options.document:
            hint = "A document of HIPE's begins here: --document '# document_id' --comment '#'."
        elif not self.options.comment and (line.startswith("#") or self.starts_hashed):
            hint = "If lines that start with # are comments: --comment '#', in Python comment='#'."
        elif self.options.separator is None and "\t" in line:
            hint = "If only tabs separate columns, because a token can contain a blank: --separator tab."
        elif self.options.separator is not None and self.options.separator not in line:
            hint = f"Name the right separator, such as --separator tab: the line has no {self.options.separator!r}."
        else:
            hint = (
                "Give every line the same number of columns. Look for a column that is missing, or one too many, or a "
                "line that was cut off."
            )
        message = f"the line {line[:60]!r} has {count}, and line {self.first} has {self.width}"
        raise RaggedColumns(message, place=f"{self.file}:{number}", hint=hint)
