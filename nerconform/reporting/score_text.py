"""Scores as text: on a terminal, and as CSV and Markdown to be pasted elsewhere, with the signature in each."""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from urllib.parse import quote

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import paper_words
from nerconform.reporting.evaluation_view import SchemaTable, ScoreLine, count_text, scale, shown, tables
from nerconform.reporting.layout import ScreenLine, folded, print_lines
from nerconform.reporting.markdown_parts import code, escaped, rows, text
from nerconform.results.context import Interval, python_number
from nerconform.results.score_result import (
    AVERAGES,
    COUNTS,
    RATIOS,
    FileScores,
    LayeredScores,
    PrintedByProgram,
    RowScores,
)

_GAP = "  "
_WIDEST = 80
_TAB = 8
_MOST_FIGURES = 6


def print_scores(scores: FileScores, console: Console) -> None:
    """Print what was read, a table for each schema (or the measures that were asked for), and the signature."""
    console.print(_head(scores), soft_wrap=True)
    console.print(Text(f"ratios: {scale(scores.round)}", "dim"), soft_wrap=True)
    console.print(Text(f"engine: {scores.engine}", "dim"), soft_wrap=True)
    if scores.texts_line:
        console.print(Text(f"texts, {scores.texts_line}", "dim"), soft_wrap=True)
    if scores.program is not None:
        console.print()
        print_lines(program_lines(scores.program), console)
    for one in scores.measures:
        value = shown(one.value, scores.round)
        exact = f"  (exactly {one.value})" if isinstance(one.value, Fraction) else ""
        console.print()
        bounds = f"{_GAP}95 % {interval_text(one.interval)}" if one.interval else ""
        line = Text.assemble((one.measure, "bold"), _GAP, (value, "bold"), bounds, (exact, "dim"))
        console.print(line, soft_wrap=True)
        console.print(Text(one.citation, "cyan"), soft_wrap=True)
    if scores.measures:
        return
    for table in shown_tables(scores):
        console.print()
        every = bool(scores.row_intervals)
        print_lines(table_lines(with_interval(scores, table) if every else table), console)
        if not every and (interval := scores.intervals.get(table.schema)) is not None:
            console.print(f"micro f1, 95 % interval: {interval_text(interval)}")
    if scores.drawn is not None and not scores.measures:
        console.print()
        console.print(Text(drawn_text(scores), "dim"), soft_wrap=True)
    console.print()
    # The signature is there to be copied, so it is one line, however long.
    console.print(Text(scores.citation, "cyan"), soft_wrap=True)


def print_layers(scores: LayeredScores, console: Console) -> None:
    """Print the scores of each layer under its number."""
    for one in scores.layers:
        console.print(layer_head(one))
        print_scores(one, console)


def layer_head(scores: FileScores) -> Text:
    """Return the number of the layer as a line; an empty line stands before all but the first."""
    return Text(f"{'' if scores.layer == '1' else chr(10)}layer {scores.layer}", "bold")


def program_lines(program: PrintedByProgram, most: int | None = None) -> list[ScreenLine]:
    """Return what a program prints, at most so many lines of it, the defects that change it, and the right figures."""
    printed = [line.expandtabs(_TAB) for line in program.output.splitlines()]
    lines = [ScreenLine(plain(line)) for line in printed[:most]]
    if rest := len(printed[most:]) if most is not None else 0:
        lines.append(ScreenLine(f"and {counted(rest, 'more line')} (--verbose)", "dim"))
    name = f"{program.name} {program.version}"
    if not program.defects:
        said = f"This is what {name} prints. None of its known defects changes a figure on this file."
        return [*lines, ScreenLine(""), *map(ScreenLine, folded(said, most=2))]
    said = f"This is what {name} prints, with {counted(len(program.defects), 'defect')} that change it here:"
    lines += [ScreenLine(""), *map(ScreenLine, folded(said, most=2))]
    for one in program.defects:
        lines += [ScreenLine(line) for line in folded(f"  {one.title} [{one.id}]", most=3)]
    named = [
        f"{figure} {right} (printed: {program.figures.get(figure, 'nothing')})"
        for figure, right in program.without_defects.items()
    ]
    shown_figures = "; ".join(named[:_MOST_FIGURES])
    more = f"; and {len(named) - _MOST_FIGURES} more" if len(named) > _MOST_FIGURES else ""
    return [*lines, *map(ScreenLine, folded(f"Without them: {shown_figures}{more}", most=4))]


def intervals_of(scores: FileScores, schema: str) -> list[Interval | None]:
    """Return the interval of the F1 of each row of a schema's table, `None` where there is none."""
    kinds = [f"{schema}.{_scope(kind)}.f1" for kind in scores.schemas[schema].by_type]
    others = [*kinds, *(f"{schema}.{name}.f1" for name in AVERAGES)]
    micro = f"{schema}.{AVERAGES[0]}.f1"
    return [scores.intervals.get(schema) if name == micro else scores.row_intervals.get(name) for name in others]


def with_interval(scores: FileScores, table: SchemaTable) -> SchemaTable:
    """Return a table with the intervals of F1 as its last column, if there are any."""
    found = intervals_of(scores, table.schema)
    if not any(found):
        return table
    texts = [interval_text(one) if one else "" for one in found]
    lines = (line._replace(cells=(*line.cells, text)) for line, text in zip(table.lines, texts, strict=True))
    return table._replace(heads=(*table.heads, "f1 95 %"), lines=tuple(lines))


def interval_text(interval: Interval) -> str:
    """Return the bounds of an interval in per cent."""
    return f"[{100 * interval.low:.2f}, {100 * interval.high:.2f}]"


def drawn_text(scores: FileScores) -> str:
    """Return how intervals were drawn, or why there are none."""
    if scores.drawn is None or scores.no_interval:
        return f"no interval: {scores.no_interval}"
    what = f"{scores.drawn.resamples} resamples of {scores.read.unit}s, seed {scores.drawn.seed}"
    return f"intervals: per cent, {what}"


def _head(scores: FileScores) -> Text:
    files = " ".join(plain(source.file) for source in scores.read.inputs)
    units = counted(scores.units, scores.read.unit)
    return Text.assemble((files, "bold"), f"  {units}, dialect {scores.short}")


def shown_tables(scores: FileScores) -> list[SchemaTable]:
    """Return the tables of the schemas that were asked for; where none was, of all."""
    found = tables(scores, scores.round)
    return [table for table in found if not scores.shown_schemas or table.schema in scores.shown_schemas]


def table_lines(table: SchemaTable) -> list[ScreenLine]:
    """Return a table as lines: its head, a row for each type, and the averages."""
    names = [table.schema, *map(_row_name, table.lines)]
    first = max(cell_len(name) for name in names)
    columns = zip(table.heads, *(line.cells for line in table.lines), strict=True)
    widths = [max(map(len, column)) for column in columns]
    rows = [ScreenLine(_line(line, first, widths), "bold" if line.average else "") for line in table.lines]
    return [ScreenLine(_table_row(table.schema, table.heads, first, widths), "dim"), *rows]


def _row_name(line: ScoreLine) -> str:
    """Return the name of a row, cut where no terminal could show it; the other forms have it whole."""
    return line.label if len(line.label) <= _WIDEST else f"{line.label[:_WIDEST]}..."


def _line(line: ScoreLine, first: int, widths: Sequence[int]) -> str:
    return _table_row(_row_name(line), line.cells, first, widths)


def _table_row(name: str, cells: Sequence[str], first: int, widths: Sequence[int]) -> str:
    """Return one row: the name at the left, whatever its characters' widths, and numbers at the right."""
    padded = [
        name + " " * (first - cell_len(name)),
        *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)),
    ]
    return _GAP.join(padded).rstrip()


def csv_text(scores: FileScores) -> str:
    """Return one row for each schema and type or average; each average with the signature of its F1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if scores.measures:
        writer.writerow(["measure", "value", "exact", "signature"])
        for one in scores.measures:
            value = float(one.value) if isinstance(one.value, Fraction) else one.value
            writer.writerow([one.measure, value, "" if one.value is None else one.value, one.citation])
        return out.getvalue()
    writer.writerow(["schema", "scope", *RATIOS, *COUNTS, "signature"])
    for schema, result in scores.schemas.items():
        if scores.shown_schemas and schema not in scores.shown_schemas:
            continue
        for kind, row in result.by_type.items():
            writer.writerow([schema, _scope(kind), *_csv_cells(row), ""])
        for scope, row in result.averages.by_name().items():
            writer.writerow([schema, scope, *_csv_cells(row), scores.citation_of(f"{schema}.{scope}.f1")])
    return out.getvalue()


def _scope(kind: str) -> str:
    """Return the scope of a type, percent-encoded as measures write it."""
    return "type{" + quote(kind, safe="", errors="surrogatepass") + "}"


def _csv_cells(row: RowScores) -> list[object]:
    """Return ratios as doubles, empty where undefined, and counts, empty where there are none."""
    values = (python_number(getattr(row, name)) for name in RATIOS)
    ratios = ["" if value is None else float(value) for value in values]
    return [*ratios, *(count_text(row.counts.get(name)) for name in COUNTS)]


def markdown_text(scores: FileScores) -> str:
    """Return a table for each schema, and the signature as a block."""
    lines: list[str] = []
    if scores.measures:
        body = [[code(one.measure), shown(one.value, scores.round)] for one in scores.measures]
        lines += rows(["measure", "value"], body, right=1)
        citations = [one.citation for one in scores.measures]
    else:
        for table in (with_interval(scores, one) for one in shown_tables(scores)):
            body = [[f"**{line.name}**" if line.average else code(line.name), *line.cells] for line in table.lines]
            lines += rows([table.schema, *table.heads], body, right=1)
        citations = [scores.citation]
    lines += [f"Ratios: {scale(scores.round)}.", ""]
    lines += [escaped(sentence) for sentence in paper_words.of_scores(scores)]
    return text([*lines, "", "```text", *citations, "```"])


def markdown_of_layers(scores: LayeredScores) -> str:
    """Return the scores of each layer under a heading."""
    return "\n".join(f"## Layer {one.layer}\n\n{markdown_text(one)}" for one in scores.layers)
