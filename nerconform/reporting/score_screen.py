"""Score screen: the first screen of scores: the number, one table of types and averages, and the signature to cite."""

import re
import shlex
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import SchemaTable, scale, shown
from nerconform.reporting.layout import LINES, ScreenLine, folded, print_lines, shortened
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
"""Characters of the name of a file that are shown: its end."""
_MOST_MEASURES = 10
_MOST_PRINTED = 12
_WIDE_TYPE = 20
_SIDES = {"gold": "gold", "pred": "the prediction"}
_CITE = "the signature names rules and data; put it beside a score (*: any of them):"
_OUTCOMES = frozenset({"cor", "inc", "par", "mis", "spu", "tp", "fp", "fn"})


_MEANING = {
    "cor": "correct",
    "inc": "wrong type or bounds",
    "par": "correct in part",
    "mis": "missed",
    "spu": "spurious",
    "tp": "correct",
    "fp": "false positives",
    "fn": "missed",
    "pos": "gold entities",
    "act": "predicted",
}
"""The counts of a table in words."""
_CORRECT = {
    "strict": "bounds and type must match",
    "exact": "bounds must match",
    "partial": "bounds must match; an overlap counts half",
    "type": "the type must match, and the entities overlap",
    "left": "type and start must match",
    "right": "type and end must match",
    "partial-type": "the type must match; an overlap without the bounds counts half",
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
    lines = [ScreenLine(line, "bold") for line in folded(_sentence(scores, chosen[0].schema), most=2)]
    lines += [ScreenLine(line, "yellow") for line in folded(_illegal(scores), most=2)]
    lines += _about(scores)
    lines += [ScreenLine(line) for line in folded(f"texts, {scores.texts_line}", most=3)] if scores.texts_line else []
    legend = [ScreenLine(line, "dim") for line in folded(_legend(chosen), most=2)]
    if scores.shown_schemas:  # several tables are read from the top, so what their heads mean comes first
        lines += legend
    end = [] if scores.shown_schemas else legend
    hidden = [table.schema for table in found if table not in chosen]
    citation = scores.citation if scores.full_signature else _short(scores, "*")
    cited = [ScreenLine(_CITE, "dim"), ScreenLine(plain(citation), "cyan")]
    end += [*cited, *_end(scores, hidden)]
    tables = [_with_intervals(scores, table) for table in chosen]
    types = _MOST_TYPES
    if len(tables) == 1 and not scores.shown_schemas:  # the first screen
        excess = len(lines) + 1 + len(_table(tables[0], types)) + len(end) - LINES
        there = sum(not line.average for line in tables[0].lines)
        if excess > 0:  # where types are left out for the first time, a line says so
            types = min(types, there) - excess - (there <= types)
    for table in tables:
        meant = _CORRECT.get(table.schema, "") if scores.shown_schemas else ""
        lines += [ScreenLine(""), *([ScreenLine(f"{table.schema}: {meant}", "bold")] if meant else [])]
        lines += _table(table, max(types, 1))
    return [*lines, *end]


def _sentence(scores: FileScores, schema: str) -> str:
    """Return the micro average, which stands in the table with precision and recall, and its interval."""
    value = shown(python_number(scores.schemas[schema].averages.micro.f1), scores.round)
    interval = scores.intervals.get(schema)
    return f"{schema} micro F1 {value}{f', 95 % interval {interval_text(interval)}' if interval else ''}"


def _illegal(scores: FileScores) -> str:
    """Return how many tags are illegal, and what to do about it; nothing where none is known to be."""
    sides = [f"{number} in {_SIDES[name]}" for name, number in scores.illegal.items() if number]
    if not sides:
        return ""
    scheme = re.search(r"scheme:(\w+)", scores.short)
    named = [source.file for source in scores.read.inputs] + (["--scheme", scheme[1]] if scheme else [])
    what = f"illegal tags: {', '.join(sides)}; F1 depends on the rule for them"
    return f"{what} (all rules: nerconform sweep {shlex.join(named)})"


def _legend(tables: Sequence[SchemaTable]) -> str:
    """Return what the heads of counts mean, in one line."""
    heads = dict.fromkeys(head for table in tables for head in table.heads if head in _MEANING)
    return ", ".join(f"{head}: {_MEANING[head]}" for head in heads)


def _about(scores: FileScores) -> list[ScreenLine]:
    """Return what was scored by which rules, and what the ratios are."""
    names = [source.file for source in scores.read.inputs]
    files = " ".join(name if len(name) <= _WIDE_NAME else f"...{name[-_WIDE_NAME:]}" for name in names)
    unit = counted(scores.units, scores.read.unit)
    printed_as = scale(scores.round).partition(",")[0]
    words = f"{files}: {unit}, by the rules of {scores.short}; {printed_as}"
    return [ScreenLine(line, "dim") for line in folded(words, most=2)]


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
