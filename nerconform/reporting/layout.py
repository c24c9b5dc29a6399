"""Layout: tables on a terminal, shared by everything that prints there."""

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

Cell = str | Text
_PROSE = frozenset({"why", "what it is", "title"})
_GAP = 2


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
    if heads[-1] not in _PROSE or sum(widths) + _GAP * len(widths) <= console.width:
        return grid(rows, heads)
    lines: list[RenderableType] = []
    for row in rows:
        lines += [Text.assemble((row[0], "bold"), *(f"  {cell}" for cell in row[1:-1])), indented(Text(row[-1]))]
    return Group(*lines)


def shortened(text: str, width: int) -> str:
    """Return a line that is not wider than `width` columns; one that is ends in three dots."""
    return text if len(text) <= width else f"{text[: width - 3].rstrip()}..."


def indented(content: RenderableType, by: int = _GAP) -> Padding:
    """Return the content some columns further right."""
    return Padding(content, (0, 0, 0, by), expand=False)
