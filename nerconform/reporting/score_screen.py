"""Score screen: the first screen of scores: the number, one table of types and averages, and the signature to cite."""

import re
import shlex
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import SchemaTable, scale, shown
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, folded, print_lines, shortened
from nerconform.reporting.rule_words import by_rules
from nerconform.reporting.score_text import (
    interval_text,
    layer_head,
    program_lines,
    shown_tables,
    table_lines,
    with_interval,
)
from nerconform.results.context import PythonNumber, python_number
from nerconform.results.score_result import FileScores, LayeredScores

_MOST_TYPES = 12
_WIDE_NAME = 50
"""A longer name of a file is shown without its first folders."""
_MOST_MEASURES = 10
_MOST_PRINTED = 12
_WIDE_TYPE = 20
_SIDES = {"gold": "gold", "pred": "predicted"}
_CITE = "to cite this F1, put its signature (rules and data) beside it:"
_CITE_ALL = "to cite a number, put its signature beside it, with its name (strict.micro.f1) in place of *:"
_OUTCOMES = frozenset({"cor", "inc", "par", "mis", "spu", "tp", "fp", "fn"})


_MEANING = {
    "cor": "correct",
    "inc": "{wrong}",
    "par": "{partial}",
    "mis": "missed",
    "spu": "spurious",
    "tp": "correct",
    "fp": "wrong",
    "fn": "missed",
    "pos": "gold entities",
    "act": "predictions",
}
"""The counts of a table in words."""
_WRONG = {
    "strict": "wrong type or bounds",
    "exact": "wrong bounds",
    "type": "wrong type",
    "left": "wrong type or start",
    "right": "wrong type or end",
    "partial-type": "wrong type",
}
"""What is wrong with the predictions that count as `inc`, by schema."""
_APART = frozenset({"inc", "par"})
_PARTIAL = "other bounds, with partial credit"
_CORRECT = {
    "strict": "type and bounds must be those of a gold entity",
    "exact": "bounds must be those of a gold entity, the type does not matter",
    "partial": "as exact, and an overlap earns partial credit",
    "type": "the type must be that of a gold entity that overlaps",
    "left": "type and start must be those of a gold entity",
    "right": "type and end must be those of a gold entity",
    "partial-type": "as strict, and an overlap of the same type earns partial credit",
}
"""What is correct in a schema."""


def print_screen(scores: FileScores, console: Console) -> None:
    """Print the number, the table and the signature."""
    print_lines(screen(scores), console)


def print_layers(scores: LayeredScores, console: Console) -> None:
    """Print the first screen of each layer under its number."""
    for one in scores.layers:
        console.print(layer_head(one))
        print_screen(one, console)


def screen(scores: FileScores) -> list[ScreenLine]:
    """Return the lines; a signature is one line, however long, because it is there to be copied."""
    if scores.program is not None and not (scores.measures or scores.shown_schemas):
        return [
            *program_lines(scores.program, _MOST_PRINTED),
            ScreenLine(""),
            ScreenLine(plain(scores.citation), "cyan"),
            *_end(scores),
        ]
    if scores.measures:
        return [*_measured(scores), *_end(scores)]
    found = shown_tables(scores)
    chosen = found if scores.shown_schemas else found[:1]
    lines = [ScreenLine(line, "bold") for line in folded(_sentence(scores, chosen), most=3)]
    lines += [ScreenLine(line, "yellow") for line in folded(_illegal(scores), most=3)]
    lines += _about(scores)
    lines += [ScreenLine(line) for line in folded(f"texts, {scores.texts_line}", most=3)] if scores.texts_line else []
    legend = [ScreenLine(line, "dim") for line in folded(_legend(scores, chosen), most=4)]
    if scores.shown_schemas:  # several tables are read from the top, so what their heads mean comes first
        lines += legend
    end = [] if scores.shown_schemas else legend
    hidden = [table.schema for table in found if table not in chosen]
    cite, measure = (_CITE_ALL, "*") if len(chosen) > 1 else (_CITE, f"{chosen[0].schema}.micro.f1")
    citation = scores.citation_of(measure) if scores.full_signature else _short(scores, measure)
    cited = [*(ScreenLine(line, "dim") for line in folded(cite)), ScreenLine(plain(citation), "cyan")]
    end += [*cited, *_end(scores, hidden)]
    tables = [_with_intervals(scores, table) for table in chosen]
    types = _MOST_TYPES
    if len(tables) == 1 and not scores.shown_schemas:  # the first screen
        excess = len(lines) + 1 + len(_table(tables[0], types)) + len(end) - LINES
        there = sum(not line.average for line in tables[0].lines)
        if excess > 0:  # where types are left out for the first time, a line says so
            types = min(types, there) - excess - (there <= types)
    for table in tables:
        lines += [ScreenLine(""), *(_title(table, with_counts=len(chosen) > 1) if scores.shown_schemas else [])]
        lines += _table(table, max(types, 1))
    return [*lines, *end]


def _title(table: SchemaTable, *, with_counts: bool) -> list[ScreenLine]:
    """Return what is correct in a schema, and what its own columns count where the legend does not say it."""
    if table.schema not in _CORRECT:
        return []
    heads = [head for head in table.heads if head in _APART and with_counts]
    own = ", ".join(f"{head}: {_meaning(table.schema, head)}" for head in heads)
    lines = [ScreenLine(line, "bold") for line in folded(f"{table.schema}: {_CORRECT[table.schema]}")]
    return [*lines, *(ScreenLine(line, "dim") for line in folded(f"  {own}" if own else "", "  "))]


def _sentence(scores: FileScores, chosen: Sequence[SchemaTable]) -> str:
    """Return the micro average of each schema, which stands in its table with precision and recall."""
    numbers = [shown(python_number(scores.schemas[one.schema].averages.micro.f1), scores.round) for one in chosen]
    interval = scores.intervals.get(chosen[0].schema)
    sure = f"95 % interval {interval_text(interval)}" if interval else ""
    if len(chosen) == 1:
        return f"{chosen[0].schema} micro F1 {numbers[0]}{f', {sure}' if sure else ''}"
    words = [f"{one.schema} {number}" for one, number in zip(chosen, numbers, strict=True)]
    return f"micro F1: {', '.join([f'{words[0]} ({sure})' if sure else words[0], *words[1:]])}"


def _illegal(scores: FileScores) -> str:
    """Return how many tags are illegal, and what to do about it; nothing where none is known to be."""
    sides = [
        f"{counted(number, f'{_SIDES.get(name, plain(name))} tag')}"
        for name, number in scores.illegal.items()
        if number
    ]
    if not sides:
        return ""
    scheme = re.search(r"scheme:(\w+)", scores.short)
    files = [source.file for source in scores.read.inputs]
    named = (files if sum(map(len, files)) < WIDTH else ["FILE"]) + (["--scheme", scheme[1]] if scheme else [])
    verb = "is" if sum(scores.illegal.values()) == 1 else "are"
    what = f"{' and '.join(sides)} {verb} illegal in {scheme[1] if scheme else 'IOB2'}"
    return f"{what}, and F1 depends on how such tags are read; all ways: nerconform sweep {shlex.join(named)}"


def _legend(scores: FileScores, tables: Sequence[SchemaTable]) -> str:
    """Return what the heads of counts mean; of several schemas without what each counts in its own way."""
    heads = dict.fromkeys(head for table in tables for head in table.heads if head in _MEANING)
    kept = [head for head in heads if len(tables) == 1 or head not in _APART]
    words = ", ".join(f"{head}: {_meaning(tables[0].schema, head)}" for head in kept)
    moved = "inc" in heads and "attribution:gold" in scores.citation
    return f"{words}; a prediction of a wrong type is in the row of the gold type" if moved else words


def _meaning(schema: str, head: str) -> str:
    """Return what a count of a schema counts."""
    return _MEANING[head].format(wrong=_WRONG.get(schema, "wrong"), partial=_PARTIAL)


def _about(scores: FileScores) -> list[ScreenLine]:
    """Return what was scored by which rules, and what the ratios are."""
    names = [_file(source.file) for source in scores.read.inputs]
    unit = counted(scores.units, scores.read.unit)
    printed_as = scale(scores.round).partition(",")[0]
    words = f"{' '.join(names)}: {unit}, {by_rules(scores.short)}; {printed_as}"
    return [ScreenLine(line, "dim") for line in folded(words, most=4)]


def _file(name: str) -> str:
    """Return the name of a file; of a long one the last folders, as far as there is room, and the file."""
    name = plain(name)
    if len(name) <= _WIDE_NAME:
        return name
    folders, _, file = name.rpartition("/")
    kept = file
    for folder in reversed(folders.split("/")):
        if len(kept) + len(folder) >= _WIDE_NAME:
            break
        kept = f"{folder}/{kept}"
    return f".../{kept}"


def _with_intervals(scores: FileScores, table: SchemaTable) -> SchemaTable:
    """Return a table with intervals in place of the outcomes, where each F1 has one: both are too wide for a screen."""
    if not scores.row_intervals:
        return table
    whole = with_interval(scores, table)
    kept = [at for at, head in enumerate(whole.heads) if head not in _OUTCOMES]
    lines = tuple(line._replace(cells=tuple(line.cells[at] for at in kept)) for line in whole.lines)
    return whole._replace(heads=tuple(whole.heads[at] for at in kept), lines=lines)


def _table(table: SchemaTable, most: int) -> list[ScreenLine]:
    """Return a table with the types that have most gold entities, in their order, and the averages."""
    at = table.heads.index("pos")
    types = [line for line in table.lines if not line.average]
    support = sorted(types, key=lambda line: -Fraction(line.cells[at] or 0))
    kept = {line.name for line in support[:most]}
    named = [line._replace(name=shortened(line.name, _WIDE_TYPE)) for line in types if line.name in kept]
    averages = [line for line in table.lines if line.average]
    head, *rows = table_lines(table._replace(lines=(*named, *averages)))
    rest = len(types) - len(kept)
    more = f"and {counted(rest, 'more type')}, none with more gold entities (--verbose)"
    folded_types = [ScreenLine(more, "dim")] if rest else []
    return [head, *rows[: len(named)], *folded_types, *rows[len(named) :]]


def _measured(scores: FileScores) -> list[ScreenLine]:
    """Return the numbers that were asked for apart, each above its signature."""
    lines = []
    for one in scores.measures[:_MOST_MEASURES]:
        sure = f"  95 % {interval_text(one.interval)}" if one.interval else ""
        number = f"{one.measure}  {shown(one.value, scores.round)}{sure}{_exactly(one.value)}"
        lines += [ScreenLine(line, "bold") for line in folded(number, most=2)]
        citation = one.citation if scores.full_signature else _short(scores, one.measure)
        lines.append(ScreenLine(plain(citation), "cyan"))
    more = len(scores.measures) - _MOST_MEASURES
    return [*lines, *([ScreenLine(f"and {more} more with --verbose", "dim")] if more > 0 else []), *_about(scores)]


def _exactly(value: PythonNumber) -> str:
    return f"  (exactly {value})" if isinstance(value, Fraction) else ""


def _short(scores: FileScores, measure: str) -> str:
    """Return the signature of a number with the dialect in its shortest form, and with the run part."""
    return f"{scores.short}|{measure}|spec:{scores.spec} # {scores.read.citation}"


def _end(scores: FileScores, hidden: Sequence[str] = ()) -> list[ScreenLine]:
    """Return where more is shown."""
    schemas = ["--schemas all"] if hidden else []
    signature = [] if scores.full_signature else ["--full-signature"]
    return [ScreenLine(f"more: {', '.join([*schemas, *signature, '--verbose', '--format json'])}", "dim")]
