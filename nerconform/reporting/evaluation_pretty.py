"""Pretty: scores on a terminal, the signature under the table."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from nerconform.files.score_files import Scored
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.evaluation_view import Line, SchemaTable, plain, scale, shown, tables

_GAP = "  "
_WIDEST = 80


def print_scored(scored: Scored, console: Console) -> None:
    """Print what was read, a table for each schema (or the measures that were asked for), and the signature."""
    rounding = scored.evaluation.dialect.round
    console.print(_head(scored), soft_wrap=True)
    console.print(Text(f"ratios: {scale(rounding)}", "dim"), soft_wrap=True)
    console.print(Text(f"engine: {scored.evaluation.engine}", "dim"), soft_wrap=True)
    if scored.measures:
        for measure, value in scored.values():
            exact = "" if value is None or isinstance(value, int) else f"  (exactly {value})"
            console.print()
            console.print(
                Text.assemble((str(measure), "bold"), _GAP, (shown(value, rounding), "bold"), (exact, "dim")),
                soft_wrap=True,
            )
            console.print(Text(scored.citation(measure), "cyan"), soft_wrap=True)
        return
    for table in tables(scored.evaluation):
        console.print()
        _print_table(table, console)
    console.print()
    # The signature is there to be copied, so it is one line, however long.
    console.print(Text(scored.citation(), "cyan"), soft_wrap=True)


def _head(scored: Scored) -> Text:
    files = " ".join(plain(source.file) for source in scored.sources)
    units = f"{scored.units} {scored.run.unit}{'' if scored.units == 1 else 's'}"
    return Text.assemble((files, "bold"), f"  {units}, dialect {short_dialect(str(scored.evaluation.dialect))}")


def _print_table(table: SchemaTable, console: Console) -> None:
    names = [str(table.schema), *map(_name, table.lines)]
    first = max(cell_len(name) for name in names)
    columns = zip(table.heads, *(line.cells for line in table.lines), strict=True)
    widths = [max(map(len, column)) for column in columns]
    console.print(Text(_row(str(table.schema), table.heads, first, widths), "dim"), soft_wrap=True)
    types = [_line(line, first, widths) for line in table.lines if not line.average]
    if types:
        console.print(Text("\n".join(types)), soft_wrap=True)
    averages = [_line(line, first, widths) for line in table.lines if line.average]
    console.print(Text("\n".join(averages), "bold"), soft_wrap=True)


def _name(line: Line) -> str:
    """Return the name of a row, cut where no terminal could show it; the other forms have it whole."""
    return line.label if len(line.label) <= _WIDEST else f"{line.label[:_WIDEST]}..."


def _line(line: Line, first: int, widths: Sequence[int]) -> str:
    return _row(_name(line), line.cells, first, widths)


def _row(name: str, cells: Sequence[str], first: int, widths: Sequence[int]) -> str:
    """Return one row: the name at the left, whatever its characters' widths, and numbers at the right."""
    padded = [
        name + " " * (first - cell_len(name)),
        *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)),
    ]
    return _GAP.join(padded).rstrip()
