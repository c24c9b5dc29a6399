"""Line drawing: spans over tokens, gold above and prediction below, each as the rule reads it and as a library does.

A drawing is a table: a column for each token, a row for each reading, a span a cell as wide as the tokens that it
covers. So it needs no picture, and a screen reader walks it. What it shows is stored in the result.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from nerconform.results.values import (
    ErrorObserved,
    RawInput,
    SpanRecord,
    SpansObserved,
    SpansRead,
    Unit,
    Units,
    unit_texts,
)

MOST_UNITS = 6
"""At most 6 units of an input are drawn; the JSON has all of them."""
MOST_TOKENS = 24
"""At most 24 tokens of a unit are drawn; the JSON has all of them."""
_WIDEST = 60


def cut(text: str, widest: int = _WIDEST) -> str:
    """Return text that fits into a cell; what is left out is counted."""
    return text if len(text) <= widest else f"{text[: widest - 20]}… ({len(text)} characters)"


class Cell(NamedTuple):
    """A part of a row: `width` tokens, and what stands there; `span` tells a span from a tag and from nothing."""

    text: str = ""
    width: int = 1
    span: bool = False


class Row(NamedTuple):
    """One line of a drawing; `kind` is `tags`, `rule` or `library`. `note` stands in place of cells."""

    side: str
    label: str
    kind: str
    cells: tuple[Cell, ...] = ()
    note: str = ""


class Drawing(NamedTuple):
    """One unit: the heads of its columns, and its rows; `more` tokens are not drawn."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    more: int = 0


class Line(NamedTuple):
    """What a row is made of: spans, tags, or a note in place of either; `side` is `gold` or `prediction`."""

    side: str
    label: str
    kind: str
    spans: tuple[SpanRecord, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""


def draw(lines: Sequence[Line], length: int, tokens: Sequence[str] = ()) -> Drawing:
    """Return a drawing of lines over so many tokens; `tokens` are their words, where there are any."""
    shown = min(length, MOST_TOKENS)
    heads = tuple(cut(tokens[index]) if index < len(tokens) else str(index) for index in range(shown))
    return Drawing(heads, tuple(row for line in lines for row in _rows(line, shown)), length - shown)


def _rows(line: Line, length: int) -> list[Row]:
    """Return the rows of one line: several where spans overlap."""
    head = line.side, line.label, line.kind
    if line.note or not length:
        return [Row(*head, note=cut(line.note, 200) or "no tokens")]
    if line.kind == "tags":
        return [Row(*head, tuple(Cell(cut(tag)) for tag in line.tags[:length]))]
    layers = _layers(
        piece for span in line.spans for piece in _pieces(span) if 0 <= piece.start < min(piece.end, length)
    )
    return [Row(*head, _cells(layer, length)) for layer in layers] or [Row(*head, note="no span")]


class _Piece(NamedTuple):
    """Tokens that hang together of one span."""

    start: int
    end: int
    type: str


def _pieces(span: SpanRecord) -> list[_Piece]:
    """Return the parts of a span that are drawn: none of an entity without bounds."""
    if span.start is None or span.end is None:
        return []
    return [_Piece(start, end, span.type) for start, end in span.pieces or ((span.start, span.end),)]


def _layers(pieces: Iterable[_Piece]) -> list[list[_Piece]]:
    """Put pieces into as few rows as a walk from left to right needs, so that none overlap in one row."""
    layers: list[list[_Piece]] = []
    for piece in sorted(pieces):
        free = next((layer for layer in layers if layer[-1].end <= piece.start), None)
        if free is None:
            layers.append([piece])
        else:
            free.append(piece)
    return layers


def _cells(pieces: Iterable[_Piece], length: int) -> tuple[Cell, ...]:
    """Return the cells of one row: spans, and a cell for every token that is outside."""
    cells: list[Cell] = []
    at = 0
    for piece in pieces:
        cells += [Cell()] * (piece.start - at)
        at = min(piece.end, length)
        cells.append(Cell(cut(piece.type) or "(no type)", at - piece.start, span=True))
    return (*cells, *([Cell()] * (length - at)))


class InputDrawing(NamedTuple):
    """The units of an input as drawings; units that cannot be drawn are `raw` lines. `more` units are left out."""

    drawings: tuple[Drawing, ...] = ()
    raw: tuple[str, ...] = ()
    more: int = 0


def raw_input(gold: Units, pred: Units) -> InputDrawing:
    """Return an input as text alone."""
    lines = [f"gold  {one}" for one in unit_texts(gold)] + [f"pred  {one}" for one in unit_texts(pred)]
    return InputDrawing(raw=tuple(lines))


def input_drawing(gold: Units, pred: Units, read: Sequence[SpansRead] = ()) -> InputDrawing:
    """Return the drawings of an input: the tags of each unit, and what each reader reads in them."""
    if isinstance(gold, RawInput) or isinstance(pred, RawInput):
        return raw_input(gold, pred)
    units = list(zip_longest(gold, pred, fillvalue=()))
    if any(isinstance(side, RawInput) or not _is_printable(side) for unit in units for side in unit):
        return raw_input(gold, pred)
    shown = [_unit_drawing(index, unit, read) for index, unit in enumerate(units[:MOST_UNITS])]
    return InputDrawing(tuple(shown), more=max(0, len(units) - MOST_UNITS))


def _is_printable(unit: Unit) -> bool:
    """Whether the tags of a unit are text that takes one line."""
    return isinstance(unit, RawInput) or not any(isinstance(one, str) and "\n" in one for one in unit)


def _unit_drawing(index: int, unit: Sequence[Unit], read: Sequence[SpansRead]) -> Drawing:
    """Return the drawing of one unit."""
    lines: list[Line] = []
    length = max(map(_length, unit))
    for side, name, mine in (("gold", "gold", unit[0]), ("pred", "prediction", unit[1])):
        found = () if isinstance(mine, RawInput) else mine
        spans = tuple(one for one in found if isinstance(one, SpanRecord))
        if spans or not found:
            label, by = (read[0].reader, read[0].by) if read else ("the input", "rule")
            lines.append(Line(name, label, by, spans))
            continue
        lines.append(Line(name, "tags", "tags", tags=tuple(map(str, found))))
        lines += [_line(name, one, getattr(one, side), index) for one in read]
    return draw(lines, length)


def _line(side: str, read: SpansRead, units: Sequence[SpansObserved | ErrorObserved], index: int) -> Line:
    """Return what somebody reads of one side of a unit; where that is an error, its name."""
    found = units[index] if index < len(units) else SpansObserved()
    if isinstance(found, ErrorObserved):
        return Line(side, read.reader, read.by, note=str(found))
    return Line(side, read.reader, read.by, found.spans)


def _length(unit: Unit) -> int:
    """Return the number of tokens that a unit is known to have."""
    if isinstance(unit, RawInput):
        return 0
    ends = [one.end or 0 for one in unit if isinstance(one, SpanRecord)]
    return max(ends) if ends else len(unit)
