"""Table header: what the first line of a table says by itself: that it names columns, which ones, and what cuts them.

Kaggle's `ner_dataset.csv` begins with `Sentence #,Word,POS,Tag`; data frames are written with such a line.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nerconform.formats.file_errors import HoldsBothSides
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.source import TextSource

UNIT = frozenset(
    {"sentence #", "sentence#", "sentence", "sentence_id", "sentence id", "sentence_idx", "sent_id", "sent_idx", "sent"}
)
TOKEN = frozenset({"token", "tokens", "word", "words", "form"})
GOLD = frozenset(
    {"gold", "tag", "tags", "ner", "ner_tag", "ner_tags", "label", "labels", "gold_tag", "gold_label", "y_true", "true"}
    | {"ne-coarse-lit"}
)
PRED = frozenset({"pred", "prediction", "predictions", "predicted", "pred_tag", "pred_label", "y_pred"})
_TAG = re.compile(r"O|[BIOESLUMW][-_].+")
_QUOTED = ",;"
"""Separators of CSV, in which a cell may stand in quotes."""
_CELL = {one: re.compile(rf'(?:"(?:[^"]|"")*"|[^"{one}]*)(?={one}|$)') for one in _QUOTED}


def of_header(source: TextSource, options: ReaderOptions) -> ReaderOptions:
    """Return the options of a file in columns, with what its header says where the options do not."""
    line = first_line(source)
    for separator in [options.separator] if options.separator else _separators(line):
        names = [cell.casefold() for cell in cells_of(line, separator)]
        if not _is_header(names) and not (options.has_header and set(names) & UNIT):
            continue
        unit = options.unit_column
        if unit is None:
            unit = next((names.index(name) for name in names if name in UNIT), None)
        return replace(options, separator=separator, header=True, unit_column=unit)
    return options


def first_line(source: TextSource) -> str:
    """Return the first line of a file as far as it has been looked at."""
    try:
        return source.head.decode(source.encoding, "replace").removeprefix("\ufeff").partition("\n")[0].rstrip("\r")
    except UnicodeError:
        return ""


def cells_of(line: str, separator: str | None) -> list[str]:
    """Return the cells of a line; between commas or semicolons they may stand in quotes."""
    if separator is None:
        return line.split()
    if '"' in line and separator in _QUOTED:
        return [unquoted(line[start:end]) for start, end in quoted_bounds(line, separator)]
    return line.split(separator)


def quoted_bounds(line: str, separator: str) -> list[tuple[int, int]]:
    """Return start and end of each cell of a line of CSV, quotes included; if it is none, those between separators."""
    bounds, at = [], 0
    while found := _CELL[separator].match(line, at):
        bounds.append(found.span())
        if found.end() == len(line):
            return bounds
        at = found.end() + 1
    bounds, at = [], 0
    for cell in line.split(separator):
        bounds.append((at, at + len(cell)))
        at += len(cell) + 1
    return bounds


def unquoted(cell: str) -> str:
    """Return a cell without its quotes, if it stands in quotes."""
    whole = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"') if whole else cell


def named(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return the number of the one column that has one of these names, `None` if there is none or there are more."""
    found = [number for number, cell in enumerate(header) if cell.casefold() in names]
    return found[0] if len(found) == 1 else None


def looks_like_tag(cell: str) -> bool:
    """Whether a cell looks like a tag: `O`, or a prefix of a scheme with a type."""
    return _TAG.fullmatch(cell) is not None


def _separators(line: str) -> Iterable[str | None]:
    """Return what may cut this line."""
    return [*(one for one in "\t,;" if one in line), None]


def _is_header(names: Sequence[str]) -> bool:
    """Whether these cells name columns: one of tags and one of tokens or sentences."""
    known = set(names)
    tags, others = known & (GOLD | PRED), known & (TOKEN | UNIT)
    return bool(tags and others) and not any(looks_like_tag(name.upper()) for name in names)


def require_one_side(source: TextSource, other: str, options: ReaderOptions) -> None:
    """Refuse a file that is given as gold, without saying which column is, and holds gold and prediction.

    That is so where its header names both, or where the last two columns of its first lines hold tags that share a type
    (of three columns: unless the types are others, as those of chunks are). Raises `HoldsBothSides`.
    """
    if options.gold_column is not None:
        return
    found = both_columns(source, options)
    if found is None:
        return
    gold, pred = found
    files = f"{source.name} {other}"
    hint = (
        f"To take gold from it and predictions from the second file: `nerconform score {files} --gold-column {gold}`. "
        f"If both files are parts of one corpus: `nerconform score {files} --gold-column {gold} --pred-column {pred}`."
    )
    message = f"this file, the first of two, holds both gold and prediction (columns {gold} and {pred})"
    raise HoldsBothSides(message, place=source.name, hint=hint)


def both_columns(source: TextSource, options: ReaderOptions) -> tuple[int, int] | None:
    """Return the columns of gold and prediction in a file that holds both, `None` if it does not look like it."""
    options = of_header(source, options)
    rows = list(_rows(source, options))
    if options.has_header and rows:
        header = rows.pop(0)
        gold, pred = named(header, GOLD), named(header, PRED)
        if gold is not None and pred is not None:
            return gold, pred
    width, *others = {len(row) for row in rows} or {0}
    if width < 3 or others:  # noqa: PLR2004 - token, gold, prediction
        return None
    sides = [{row[column] for row in rows} for column in (-2, -1)]
    if not all(looks_like_tag(tag) for side in sides for tag in side):
        return None
    types = [{tag[2:] for tag in side if tag != "O"} for side in sides]
    plain = width - (options.unit_column is not None) == 3 and not all(types)  # noqa: PLR2004 - as above
    return (width - 2, width - 1) if types[0] & types[1] or plain else None


def _rows(source: TextSource, options: ReaderOptions) -> Iterable[list[str]]:
    """Yield the cells of the lines at the start of a file, without comments and marks of documents."""
    try:
        text = source.head.decode(source.encoding, "replace").removeprefix("\ufeff")
    except UnicodeError:
        return
    *lines, last = text.replace("\r\n", "\n").split("\n")
    if not source.is_longer:
        lines.append(last)
    marks = ("-DOCSTART-", *filter(None, (options.comment, options.document)))
    for line in lines:
        if line.strip() and not line.startswith(marks):
            yield cells_of(line, options.separator)
