"""Layout: tables on a terminal, and lines of a first screen, shared by everything that prints there."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells
from rich.console import (
    Console,
    ConsoleOptions,
    ConsoleRenderable,
    Group,
    RenderableType,
    RenderHook,
    RenderResult,
)
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from nerconform.base.plain_text import counted, inert, plain

Cell = str | Text
_PROSE = frozenset({"why", "what it is", "title"})
_GAP = 2
LINES = 25
"""The most lines of a first screen; of a screen of several libraries or metrics, the most of each."""
WIDTH = 80
"""The columns of a first screen: no line is wider, but for a signature, which is there to be copied."""


class Inert(RenderHook):
    """Escapes whatever text a console prints, so that only its own colours are sent to the terminal."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Wrap what is printed."""
        return [_Inert(one) for one in renderables]


class _Inert(NamedTuple):
    """Something that is printed without what a terminal obeys."""

    content: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the segments of the content, each with its text escaped."""
        for segment in console.render(self.content, options):
            yield segment if segment.control else segment._replace(text=inert(segment.text))


class ScreenLine(NamedTuple):
    """One line of a first screen, and its style."""

    text: str
    style: str = ""


def print_lines(lines: Iterable[ScreenLine], console: Console) -> None:
    """Print lines as they are, however narrow the terminal: they may be copied."""
    for line in lines:
        console.print(Text(line.text, line.style), soft_wrap=True)


def grid(rows: Sequence[Sequence[Cell]], heads: Sequence[str] = (), right: Iterable[int] = ()) -> Table:
    """Return a table without lines; columns in `right` stand at the right, and long words fold."""
    table = Table(
        box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_header=any(heads), header_style="dim", show_edge=False
    )
    right = set(right)
    for index in range(len(rows[0]) if rows else len(heads)):
        head = heads[index] if heads else ""
        # Ids stay whole, because people copy them.
        whole = head in {"case", "mutant", "clause", "dialect", "name"}
        justify = "right" if index in right else "left"
        table.add_column(Text(head), justify=justify, overflow="fold", no_wrap=whole)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    return table


def listing(rows: Sequence[Sequence[str]], heads: Sequence[str], console: Console) -> RenderableType:
    """Return a table; where its last column is prose and it is too wide, the prose stands below the rest of its row."""
    widths = [max([len(head), *(len(row[index]) for row in rows)]) for index, head in enumerate(heads)]
    if not is_prose(heads[-1]) or sum(widths) + _GAP * len(widths) <= console.width:
        return grid(rows, heads)
    lines: list[RenderableType] = []
    for row in rows:
        lines += [Text.assemble((row[0], "bold"), *(f"  {cell}" for cell in row[1:-1])), indented(Text(row[-1]))]
    return Group(*lines)


def is_prose(head: str) -> bool:
    """Whether a column of this head holds prose, which may stand on a line of its own."""
    return head in _PROSE


def shortened(text: str, width: int = WIDTH) -> str:
    """Return a text as a line of at most `width` columns; one that is wider ends in three dots."""
    text = plain(text)
    return text if cell_len(text) <= width else f"{chop_cells(text, width - 3)[0].rstrip()}..."


def fitted(text: str, width: int = WIDTH) -> str:
    """Return as many whole words of a text as a line of `width` columns holds, and how many words it leaves out."""
    text = plain(text)
    if cell_len(text) <= width:
        return text
    words = text.split(" ")
    for number in range(len(words) - 1, 0, -1):
        before, left = " ".join(words[:number]).rstrip(), sum(map(bool, words[number:]))
        line = f"{before} (and {counted(left, 'more word')})"
        if before.strip() and cell_len(line) <= width:
            return line
    return shortened(text, width)


def folded(text: str, indent: str = "  ", most: int | None = None, width: int = WIDTH) -> list[str]:
    """Return a text in lines of at most `width` columns; all but the first begin with `indent`.

    The last of `most` lines ends in three dots where there would be more.
    """
    wrapped = textwrap.wrap(plain(text), width, subsequent_indent=indent, break_on_hyphens=False)
    lines = [part for line in wrapped for part in chop_cells(line, width)]
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], shortened(f"{lines[most - 1]} ...", width)] if most > 0 else []


def columns(rows: Sequence[Sequence[str]], heads: Sequence[str] = (), right: Iterable[int] = ()) -> list[str]:
    """Return a table as lines, one for each row; a line that is too wide is shortened at its end."""
    table = [[plain(cell) for cell in row] for row in (*([heads] if any(heads) else []), *rows)]
    right, widths = set(right), [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        blanks = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = [
            blank + cell if index in right else cell + blank
            for index, (cell, blank) in enumerate(zip(row, blanks, strict=True))
        ]
        lines.append(shortened((" " * _GAP).join(cells).rstrip()))
    return lines


def indented(content: RenderableType, by: int = _GAP) -> Padding:
    """Return the content some columns further right."""
    return Padding(content, (0, 0, 0, by), expand=False)
