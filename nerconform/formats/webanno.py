"""WebAnno TSV 3: tokens with spans over them in columns, as WebAnno and INCEpTION export them."""

import re
from collections.abc import Iterator, Sequence

from nerconform.formats.file_errors import MissingColumn, WrongForm
from nerconform.formats.reader_options import TOGETHER, ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.source import TextSource
from nerconform.formats.span_json import one_side
from nerconform.reference.spans import Span, span_of_pieces

_TOKEN = re.compile(r"\d+-\d+")
_FORM = (
    "Write SENTENCE-TOKEN, START-END, the token, and each feature, with tabs between: `1-3<tab>8-11<tab>Ada<tab>PER`."
)
_VALUE = re.compile(r"((?:[^\\|\[]|\\.)*)(?:\[(\d+)\])?(?:\||$)")
_ESCAPED = re.compile(r"\\(.)")
_NO_VALUE = "*"
"""What stands in the column of a feature where an annotation has no value."""
_FIRST = 3
"""The first column of a feature."""


def read_webanno(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the sentences of a file; spans count tokens, and have the values of one feature for types.

    The feature is the one that the gold column names; else `value` of the layer NamedEntity, or the only one there is.
    With `layers`, the gold column may name several.
    Raises `WrongForm`, `MissingColumn`, and what `TextSource` raises.
    """
    wanted = options.layer_columns(options.pred_column if side is FileSide.PRED else options.gold_column)
    features: list[str] = []
    sentences: _Sentences | None = None
    rows: list[tuple[int, list[str]]] = []
    sentence = ""
    for block in source.blocks():
        for number, line in enumerate(block.lines(), block.line):
            if line.startswith("#T_"):
                features += _features(line)
            if not line or line.startswith("#"):
                continue
            cells = line.rstrip("\t").split("\t")
            if not _TOKEN.fullmatch(cells[0]):
                if "." in cells[0]:  # a part of a token
                    hint = "Annotate whole tokens. Or export in the format of brat, which counts characters."
                    raise WrongForm(
                        f"the annotation {cells[0]!r} covers only a part of a token",
                        place=f"{source.name}:{number}",
                        hint=hint,
                    )
                raise WrongForm(
                    f"the line is not a token as WebAnno writes it: {line[:60]!r}",
                    place=f"{source.name}:{number}",
                    hint=_FORM,
                )
            if sentences is None:
                columns = [_column(features, one, f"{source.name}:{number}") for one in wanted]
                columns = columns if options.layers in {"", TOGETHER} else columns[int(options.layers) - 1 :][:1]
                sentences = _Sentences(source.name, features, columns, side)
            if cells[0].partition("-")[0] != sentence and rows:
                yield sentences.record(rows)
                rows = []
            sentence = cells[0].partition("-")[0]
            rows.append((number, cells))
    if sentences is not None:
        yield sentences.record(rows)


def _features(line: str) -> Iterator[str]:
    """Yield `layer|feature` of each column that a line of the head declares; a layer without features has one."""
    layer, *names = line.partition("=")[2].split("|")
    yield from (f"{layer.rpartition('.')[2]}|{name}" for name in names or [""])


def _column(features: list[str], wanted: object, place: str) -> int:
    """Return the column of the feature that is meant. Raises `MissingColumn`."""
    if isinstance(wanted, int):
        return wanted
    if isinstance(wanted, str):
        found = [at for at, name in enumerate(features) if wanted in {name, name.partition("|")[2]}]
    else:
        found = [at for at, name in enumerate(features) if name == "NamedEntity|value"] or list(range(len(features)))
    if len(found) == 1:
        return _FIRST + found[0]
    if not features:
        hint = (
            "If WebAnno or INCEpTION wrote it, export again with a layer such as NamedEntity. If each line is a "
            "token and its tag: --input-format conll."
        )
        raise MissingColumn(
            "the file is read as WebAnno TSV, and its header names no layer of annotations", place=place, hint=hint
        )
    names = ", ".join(f"'{name}'" for name in features)
    hint = f"Name one of {names}: --gold-column '{features[0]}', or for a file of predictions --pred-column."
    message = (
        "the file has several columns of annotations, and it is not clear which of them holds the types of the entities"
    )
    raise MissingColumn(message, place=place, hint=hint)


class _Sentences:
    """The features that are read, and the numbers of the spans of all sentences so far."""

    def __init__(self, file: str, features: list[str], columns: Sequence[int], side: FileSide) -> None:
        self.file, self.columns, self.side = file, columns, side
        names = dict(enumerate(features, _FIRST))
        self.valued = {column for column in columns if names.get(column, "").partition("|")[2]}
        """The columns of features that have values; a layer without features has only the mark `*`."""
        self.before: set[tuple[int, str]] = set()

    def record(self, rows: list[tuple[int, list[str]]]) -> Record:
        """Return one sentence, with the spans of all these columns. Raises `WrongForm`."""
        spans = tuple(span for column in self.columns for span in self._spans(rows, column))
        tokens = tuple([_ESCAPED.sub(r"\1", cells[2]) if len(cells) > 2 else "" for _, cells in rows])  # noqa: PLR2004
        return Record(*one_side(spans, self.side), tokens=tokens, file=self.file, line=rows[0][0])

    def _spans(self, rows: list[tuple[int, list[str]]], column: int) -> list[Span]:
        """Return the spans of one feature in one sentence."""
        spans: list[Span] = []
        at: dict[str, int] = {}
        """Where the span of each number is, of which a cell may show several tokens."""
        for position, (number, cells) in enumerate(rows):
            cell = cells[column] if column < len(cells) else "_"
            for kind, name in _values(cell):
                if kind == _NO_VALUE and column in self.valued:
                    hint = "Give the annotation a value, such as PER, or delete it."
                    raise WrongForm(
                        "an annotation of this token has no type: its value is empty",
                        place=f"{self.file}:{number}",
                        hint=hint,
                    )
                if name and (column, name) in self.before:
                    message = f"the entity {kind}[{name}] began in an earlier sentence and goes on in this one"
                    hint = "Annotate it within one sentence, or as one entity in each sentence."
                    raise WrongForm(message, place=f"{self.file}:{number}", hint=hint)
                if name and name in at:
                    one = spans[at[name]]
                    pieces = one.pieces or ((one.start, one.end),)
                    spans[at[name]] = span_of_pieces(one.type, (*pieces, (position, position + 1)))
                    continue
                if name:
                    at[name] = len(spans)
                spans.append(Span(kind, position, position + 1))
        self.before |= {(column, name) for name in at}
        return spans


def _values(cell: str) -> Iterator[tuple[str, str]]:
    """Yield the type and the number of each span that covers a token; a span of one token may have no number."""
    if cell in {"_", ""}:
        return
    for found in _VALUE.finditer(cell):
        if found[0]:
            yield _ESCAPED.sub(r"\1", found[1]), found[2] or ""
