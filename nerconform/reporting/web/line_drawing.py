"""Drawing: spans over tokens, gold above and prediction below, each as the rule reads it and as a library does.

A drawing is a table: a column for each token, a row for each reading, a span a cell as wide as the tokens that it
covers. So it needs no picture, and a screen reader walks it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nerconform.reference.spans import Span, canonical

_SPAN = re.compile(r"(\S*)\[([0-9]{1,9}),([0-9]{1,9})\)")
_EMPTY = "(empty)"
_RAW = "[('\"{"
_WIDEST = 60


@dataclass(frozen=True, slots=True)
class Spelled:
    """One side of one unit: its tags, or its spans where it has no tags; `raw` is text that is neither."""

    tags: tuple[str, ...] = ()
    spans: tuple[Span, ...] | None = None
    raw: str = ""

    @property
    def length(self) -> int:
        """Return the number of tokens that the unit is known to have."""
        return len(self.tags) or max((span.end for span in self.spans or ()), default=0)


def spelled(text: str) -> Spelled:
    """Return a unit of a run: tags with blanks between them, spans as `TYPE[start,end)`, or whatever it is."""
    if text in {_EMPTY, ""}:
        return Spelled()
    if text[0] in _RAW or (not text.isprintable() and "\n" in text):
        return Spelled(raw=text)
    spans = spans_of(text)
    return Spelled(tuple(text.split(" "))) if spans is None else Spelled(spans=spans)


def spans_of(text: str) -> tuple[Span, ...] | None:
    """Return spans from their text, `None` where it is none."""
    if text == "none":
        return ()
    found = [_SPAN.fullmatch(part) for part in text.split(" ")]
    if not all(found):
        return None
    return tuple(Span(one[1], int(one[2]), int(one[3])) for one in found if one)


def cut(text: str, widest: int = _WIDEST) -> str:
    """Return text that fits into a cell; what is left out is counted."""
    return text if len(text) <= widest else f"{text[: widest - 20]}… ({len(text)} characters)"


MOST_TOKENS = 24
"""So many tokens are drawn; the JSON has all of them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a row: `width` tokens, and what stands there; `span` tells a span from a tag and from nothing."""

    text: str = ""
    width: int = 1
    span: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a drawing; `kind` is `tags`, `rule` or `library`. `note` stands in place of cells."""

    side: str
    label: str
    kind: str
    cells: tuple[Cell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One unit: the heads of its columns, and its rows; `more` tokens are not drawn."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """What a row is made of: spans, tags, or a note in place of either; `side` is `gold` or `prediction`."""

    side: str
    label: str
    kind: str
    spans: tuple[Span, ...] = ()
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
    layers = _layers(span for span in line.spans if 0 <= span.start < min(span.end, length))
    return [Row(*head, _cells(layer, length)) for layer in layers] or [Row(*head, note="no span")]


def _layers(spans: Iterable[Span]) -> list[list[Span]]:
    """Put spans into as few rows as a walk from left to right needs, so that none overlap in one row."""
    layers: list[list[Span]] = []
    for span in sorted(spans, key=canonical):
        free = next((layer for layer in layers if layer[-1].end <= span.start), None)
        if free is None:
            layers.append([span])
        else:
            free.append(span)
    return layers


def _cells(spans: Iterable[Span], length: int) -> tuple[Cell, ...]:
    """Return the cells of one row: spans, and a cell for every token that is outside."""
    cells: list[Cell] = []
    at = 0
    for span in spans:
        cells += [Cell()] * (span.start - at)
        at = min(span.end, length)
        cells.append(Cell(cut(span.type) or "(no type)", at - span.start, span=True))
    return (*cells, *([Cell()] * (length - at)))
