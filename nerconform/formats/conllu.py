"""CoNLL-U: the treebanks' ten columns, with the tag of a name in the last one, as in `NER=B-PER|SpaceAfter=No`."""

from collections.abc import Iterator, Sequence

from nerconform.formats.file_errors import MissingColumn, RaggedColumns
from nerconform.formats.layers import OUTSIDE, layers_in_cells, wanted_layers
from nerconform.formats.reader_options import Column, ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Record
from nerconform.formats.source import TextSource
from nerconform.formats.stacked_tags import first_stacked, refusal

_WIDTH = 10
_FORM, _MISC = 1, 9
_KEYS = ("NER", "NE", "ner", "ne", "name")
"""How tools call the tag: Stanza `ner`, spaCy `name` or `NE`."""


def read_conllu(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the sentences of a file. Words that several tokens make up (`1-2`) and empty nodes (`1.1`) are left out.

    A column is the number of one, or a key of the last one. Raises `RaggedColumns`, `MissingColumn`, `StackedTags`,
    `RepeatedId`, and what `TextSource` raises.
    """
    reader = _TreebankReader(source.name, options, side)
    for block in source.blocks():
        for number, line in enumerate(block.lines(), block.line):
            if not line.strip():
                yield from reader.unit()
            elif line.startswith("#"):
                reader.comment(line)
            else:
                reader.token(line, number)
    yield from reader.unit()
    if not reader.found:
        column = "pred" if side is FileSide.PRED else "gold"
        hint = (
            f"If tags are under another key or in another column, name it: --{column}-column Entity. "
            "If the file has no entities, write NER=O in the last column."
        )
        raise MissingColumn(
            "no token of the file has a tag: the last column has no NER=...", place=source.name, hint=hint
        )


class _TreebankReader:
    """The sentence that is being read."""

    def __init__(self, file: str, options: ReaderOptions, side: FileSide) -> None:
        self.file, self.side = file, side
        self.layers = options.layers
        self.gold, self.pred = options.layer_columns(options.gold_column), options.layer_columns(options.pred_column)
        self.ledger = Ledger(file)
        self.rows: list[tuple[int, list[str]]] = []
        self.id = self.document = ""
        self.documents = 0
        self.found = False

    def comment(self, line: str) -> None:
        """Take the name of the sentence, or the start of a document, from a comment."""
        key, _, value = line.lstrip("# ").partition("=")
        if key.strip() == "sent_id":
            self.id = value.strip()
        elif key.split()[:1] == ["newdoc"]:
            self.documents += 1
            self.document = value.strip() or str(self.documents)

    def token(self, line: str, number: int) -> None:
        """Take a token."""
        cells = line.split("\t")
        if len(cells) != _WIDTH:
            message = f"the line has {len(cells)} columns, and CoNLL-U has {_WIDTH}: {line[:60]!r}"
            raise RaggedColumns(
                message,
                place=f"{self.file}:{number}",
                hint="Write ten columns with tabs between them; a column without a value is _.",
            )
        if cells[0].isdigit():
            self.rows.append((number, cells))

    def unit(self) -> Iterator[Record]:
        """Yield the sentence that ends here, if there is one."""
        if not self.rows:
            return
        rows, self.rows = self.rows, []
        line = rows[0][0]
        other = self.side is FileSide.PRED or (self.side is FileSide.BOTH and self.pred != (None,))
        starts = self.ledger.enter(line, self.id, self.document)
        name, self.id = self.id, ""
        yield Record(
            None if self.side is FileSide.PRED else self._side(rows, self.gold),
            self._side(rows, self.pred) if other else None,
            tokens=tuple([cells[_FORM] for _, cells in rows]),
            file=self.file,
            line=line,
            lines=tuple([number for number, _ in rows]),
            id=name,
            starts_document=starts,
            document=self.document,
        )

    def _side(self, rows: list[tuple[int, list[str]]], columns: Sequence[Column | None]) -> Annotation:
        """Return the tags of one side; a token that has none is outside every name."""
        layers = tuple([self._tags(rows, column) for column in columns])
        if not self.layers:
            return layers[0]
        if len(layers) == 1:
            layers = layers_in_cells(layers[0], lambda at: f"{self.file}:{rows[at][0]}")
        return wanted_layers(layers, self.layers)

    def _tags(self, rows: list[tuple[int, list[str]]], column: Column | None) -> tuple[str, ...]:
        """Return the tags of one column, or of one key. Raises `StackedTags`."""
        if isinstance(column, int):
            tags = tuple([OUTSIDE if cells[column] == "_" else cells[column] for _, cells in rows])
            self.found = True
        else:
            found = [_tag(cells[_MISC], _KEYS if column is None else (column,)) for _, cells in rows]
            self.found = self.found or any(found)
            tags = tuple([tag or OUTSIDE for tag in found])
        at = first_stacked(tags)
        if at is not None and (not self.layers or " " in tags[at]):
            raise refusal(tags[at], f"{self.file}:{rows[at][0]}")
        return tags


def with_tag(line: str, column: Column | None, tag: str) -> str:
    """Return a line with another tag, in a column or under the key that has one."""
    body = line.rstrip("\r\n")
    cells = body.split("\t")
    if isinstance(column, int):
        cells[column] = tag
    else:
        parts = cells[_MISC].split("|")
        keys = [part.partition("=")[0] for part in parts]
        key = next(key for key in (_KEYS if column is None else (column,)) if _tag(cells[_MISC], (key,)))
        parts[keys.index(key)] = f"{key}={tag}"
        cells[_MISC] = "|".join(parts)
    return "\t".join(cells) + line[len(body) :]


def _tag(misc: str, keys: tuple[str, ...]) -> str:
    """Return the value of the first of these keys, empty if there is none."""
    pairs = dict(part.partition("=")[::2] for part in misc.split("|"))
    return next((pairs[key] for key in keys if pairs.get(key)), "")
