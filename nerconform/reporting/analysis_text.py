"""Analysis as text: classes of error, the confusion of types, groups, and sentences with the entities in brackets."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import shown
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, grid, print_lines
from nerconform.reporting.rule_words import by_rules
from nerconform.results.analysis_result import (
    FALSE_POSITIVE,
    MISSED,
    Analysis,
    ConfusionCell,
    EntityError,
    EntityGroup,
    ErrorKind,
    OutcomeCounts,
)
from nerconform.results.context import RatioFormat
from nerconform.results.values import SpanRecord

_PER_CENT = RatioFormat()
_NOTHING = "."
_EXAMPLES = 2
"""The first screen shows at most 2 sentences."""
_TYPES = 4
"""The first screen shows at most 4 types."""
_WIDE_TABLE = 9
"""The columns of the table of classes: the class, four numbers, and a number for each of at most 4 types."""
_CONFUSIONS = 4
"""The first screen shows at most 4 pairs of types."""
_AROUND = {"characters": 40}
_AROUND_TOKENS = 6
"""A drawing shows at most 6 tokens, or 40 characters, before the first and after the last entity of an error."""
MEANINGS = {
    ErrorKind.WRONG_TYPE: "right bounds, wrong type",
    ErrorKind.TOO_LONG: "contains the gold entity and more",
    ErrorKind.TOO_SHORT: "a part of the gold entity",
    ErrorKind.SPLIT: "several predictions, one gold entity",
    ErrorKind.MERGED: "one prediction, several gold entities",
    ErrorKind.OVERLAPS: "any other overlap",
    ErrorKind.MISSED: "no prediction overlaps",
    ErrorKind.FALSE_POSITIVE: "no gold entity overlaps",
}
"""What each class of error is, in a few words."""
_LESS_KNOWN = frozenset({ErrorKind.SPLIT, ErrorKind.MERGED, ErrorKind.OVERLAPS})
_ALL = "all"


def print_screen(analysis: Analysis, console: Console) -> None:
    """Print the verdict, the classes, the types that are confused most, and two sentences."""
    print_lines(screen(analysis), console)


def screen(analysis: Analysis) -> list[ScreenLine]:
    """Return the lines of the first screen; sentences as far as there is room."""
    lines = _head(analysis)
    end = [ScreenLine("more: --verbose (which types are confused, groups, and every sentence)", "dim")]
    # The signature is there to be copied, so it is one line, however long.
    end += [ScreenLine(f"to cite the numbers, with their rules: {analysis.short}|spec:{analysis.spec}", "cyan")]
    if not analysis.found_errors:
        return [*lines, *end]
    lines.append(ScreenLine(""))
    types = error_types(analysis)[:_TYPES]
    table = columns(*_class_table(analysis, types, counted_rows=True), right=range(1, _WIDE_TABLE))
    while types and max(map(cell_len, table)) >= WIDTH:
        types = types[:-1]
        table = columns(*_class_table(analysis, types, counted_rows=True), right=range(1, _WIDE_TABLE))
    lines += map(ScreenLine, table)
    lines += [ScreenLine(line, "dim") for line in folded(_legend(analysis, types), most=4)]
    lines += map(ScreenLine, folded(confused(analysis), most=2))
    for error in _typical(analysis):
        drawing = [part for line in _fitting(analysis, error) for part in folded(line, " " * 13)]
        if len(lines) + len(drawing) + len(end) <= LINES:
            lines += map(ScreenLine, drawing)
    return [*lines, *end]


def _legend(analysis: Analysis, types: Sequence[str]) -> str:
    """Return what the columns and the less known classes mean."""
    words = ["gold, predicted: entities that are not correct"]
    if types:
        words.append(f"{', '.join(map(plain, types))}: errors by gold type, of false positives by their own")
    words += [f"{one.kind}: {MEANINGS[one.kind]}" for one in analysis.kinds if one.kind in _LESS_KNOWN]
    return "; ".join(words)


def _fitting(analysis: Analysis, error: EntityError) -> list[str]:
    """Return an error with as many words around it as fit into the lines."""
    of_kind = next(one.errors for one in analysis.kinds if one.kind is error.kind)
    for around in range(_AROUND.get(analysis.offsets, _AROUND_TOKENS), -1, -1):
        title, *sides = _error_lines(analysis, error, around)
        lines = [f"{title} (1 of {of_kind})", *sides]
        if max(map(cell_len, lines)) <= WIDTH:
            break
    return lines


def print_analysis(analysis: Analysis, console: Console) -> None:
    """Print everything: classes, confusion, groups, and every listed error with its sentence."""
    _print_head(analysis, console)
    if analysis.found_errors:
        table, heads = _class_table(analysis, error_types(analysis))
        console.print()
        console.print(grid(table, heads, right=range(1, len(heads))))
        console.print()
        console.print(grid([(one.kind, MEANINGS[one.kind]) for one in analysis.kinds]))
    heat = confusion_rows(analysis)
    if heat:
        console.print()
        console.print(Text("rows: gold type; columns: predicted type", "dim"))
        console.print(grid(heat[1:], heat[0], right=range(1, len(heat[0]))))
    if not analysis.aligned:
        console.print(Text(_UNALIGNED, "dim"))
    for by in dict.fromkeys(group.by for group in analysis.groups):
        rows = [_group_row(group) for group in analysis.groups if group.by == by]
        console.print()
        console.print(grid(rows, (by, "gold", "correct", "recall", "spurious"), right=range(1, 5)))
    for one in analysis.kinds:
        if errors := analysis.of(one.kind):
            console.print()
            console.print(Text(f"{one.kind}: {counted(len(errors), 'error')}", "bold"))
            for error in errors:
                for line in _error_lines(analysis, error):
                    console.print(Text(line), soft_wrap=True)
    console.print()
    # The signature is there to be copied, so it is one line, however long.
    console.print(Text(analysis.citation, "cyan"), soft_wrap=True)


_UNALIGNED = "This dialect pairs equal entities only. --dialect semeval shows which types are confused."


def _print_head(analysis: Analysis, console: Console) -> None:
    for line in _head(analysis):
        console.print(Text(line.text, line.style), soft_wrap=True)


def _head(analysis: Analysis) -> list[ScreenLine]:
    """Return the verdict, what was read, and which errors are listed."""
    files = "" if analysis.read is None else " ".join(plain(one.file) for one in analysis.read.inputs) + ": "
    rules = f"{counted(analysis.units, 'sentence')}, {by_rules(analysis.short)}; schema {analysis.schema}"
    lines = [ScreenLine(line, "bold") for line in folded(verdict(analysis))]
    lines += map(ScreenLine, folded(f"{files}{rules}"))
    if analysis.most_listed:
        words = f"listed: at most {analysis.most_listed} errors of each class and type, drawn from all sentences"
        lines.append(ScreenLine(words))
    if analysis.chosen:
        words = f"listed: {counted(len(analysis.errors), 'error')} with {plain(analysis.chosen)}"
        lines.append(ScreenLine(words))
    return lines


def verdict(analysis: Analysis) -> str:
    """Return the answer in one line: how much is correct, what is not, and which error comes most often."""
    correct, gold = analysis.counts.get("cor", 0), analysis.gold_entities
    share = f" ({shown(analysis.recall, _PER_CENT)} %)" if gold else ""
    first = f"{correct} of {gold} gold entit{'y is' if gold == 1 else 'ies are'} correct{share}."
    if not analysis.found_errors:
        return f"{first} No errors."
    most = analysis.kinds[0]
    if analysis.found_errors == 1:
        return f"{first} One error: {most.kind}."
    missed, extra = _wrong(analysis.counts)
    sides = [f"{missed} gold entit{'y' if missed == 1 else 'ies'}"] if missed else []
    sides += [counted(extra, "prediction")] if extra else []
    errors = counted(analysis.found_errors, "error")
    return f"{first} {' and '.join(sides)} that are not correct make {errors}, most often: {most.kind} ({most.errors})."


class WrongEntities(NamedTuple):
    """How many entities of each side are not correct."""

    gold: int
    pred: int


def _wrong(counts: OutcomeCounts) -> WrongEntities:
    both = counts.get("inc", 0) + counts.get("par", 0)
    return WrongEntities(both + counts.get("mis", 0), both + counts.get("spu", 0))


def _class_table(
    analysis: Analysis, kept: Sequence[str], *, counted_rows: bool = False
) -> tuple[list[list[str]], list[str]]:
    """Return the rows of the classes and the heads: these types, and the others together.

    With `counted_rows` there are the wrong entities of each side and a row of sums, otherwise errors that also have a
    wrong type.
    """
    others = len(kept) < len(error_types(analysis)) and bool(kept)
    numbers = {(one.kind, one.type): one.errors for one in analysis.classes}
    rows: list[tuple[str, list[int]]] = []
    for one in analysis.kinds:
        typed = [numbers.get((one.kind, name), 0) for name in kept]
        typed += [one.errors - sum(typed)] if others else []
        sides = [*_wrong(one.outcomes)] if counted_rows else []
        also = [] if counted_rows else [0 if one.kind is ErrorKind.WRONG_TYPE else one.also_wrong_type]
        rows.append((str(one.kind), [one.errors, *sides, *typed, *also]))
    if counted_rows and len(rows) > 1:
        rows.append((_ALL, [sum(column) for column in zip(*(cells for _, cells in rows), strict=True)]))
    heads = ["class", "errors", *(["gold", "predicted"] if counted_rows else []), *map(plain, kept)]
    heads += [*(["others"] if others else []), *([] if counted_rows else ["also wrong type"])]
    return [[name, *(str(cell or _NOTHING) for cell in cells)] for name, cells in rows], heads


def error_types(analysis: Analysis) -> list[str]:
    """Return the types that errors are charged to, the one with most errors first."""
    numbers: dict[str, int] = {}
    for one in analysis.classes:
        numbers[one.type] = numbers.get(one.type, 0) + one.errors
    return sorted(numbers, key=lambda name: (-numbers[name], name))


def confused(analysis: Analysis) -> str:
    """Return the pairs of different types that come most often, as words."""
    pairs = [cell for cell in analysis.confusion if cell.gold is not None and cell.pred is not None]
    pairs = sorted((cell for cell in pairs if cell.gold != cell.pred), key=lambda cell: -cell.pairs)
    words = [f"{plain(cell.gold or '')} as {plain(cell.pred or '')} {cell.pairs}" for cell in pairs[:_CONFUSIONS]]
    if not words:
        return ""
    rest = sum(cell.pairs for cell in pairs[_CONFUSIONS:])
    total = sum(cell.pairs for cell in pairs)
    right = sum(one.errors for one in analysis.kinds if one.kind is ErrorKind.WRONG_TYPE)
    parts = f"{', '.join(words)}{f', others {rest}' if rest else ''}"
    bounds = f"{total} pairs, {right} of them with right bounds: " if total != right else ""
    return f"types confused (gold as predicted): {bounds}{parts}"


def confusion_rows(analysis: Analysis) -> list[list[str]]:
    """Return the table of the confusion, heads first: a row for each gold type, missed and false positives last."""
    cells = {(cell.gold, cell.pred): cell.pairs for cell in analysis.confusion}
    if not cells:
        return []
    golds, preds = axes(analysis.confusion)
    rows = [[plain(gold), *(str(cells.get((gold, pred), _NOTHING)) for pred in (*preds, None))] for gold in golds]
    last = [FALSE_POSITIVE, *(str(cells.get((None, pred), _NOTHING)) for pred in preds), ""]
    return [["", *map(plain, preds), MISSED], *rows, last]


def axes(cells: Sequence[ConfusionCell]) -> tuple[list[str], list[str]]:
    """Return the gold types and the predicted types of a confusion, sorted; a type of either side is on both axes."""
    names = sorted({name for cell in cells for name in (cell.gold, cell.pred) if name is not None})
    return names, names


def _group_row(group: EntityGroup) -> tuple[str, ...]:
    correct, spurious = group.outcomes.get("cor", 0), group.outcomes.get("spu", 0)
    return group.name, str(group.gold_entities), str(correct), shown(group.recall, _PER_CENT), str(spurious)


def _typical(analysis: Analysis) -> Iterator[EntityError]:
    """Yield the first error of each of the most frequent classes."""
    found = (errors[0] for one in analysis.kinds if (errors := analysis.of(one.kind)))
    yield from (error for _, error in zip(range(_EXAMPLES), found, strict=False))


def _error_lines(analysis: Analysis, error: EntityError, around: int | None = None) -> list[str]:
    """Return place and class of an error, and both sides of its sentence."""
    seen = f", {error.seen} in training data" if error.seen else ""
    title = f"{plain(error.place)}  {error.kind}{', also wrong type' if also_wrong_type(error) else ''}{seen}"
    return [
        title,
        f"  gold       {drawn(analysis, error, error.gold, around)}",
        f"  predicted  {drawn(analysis, error, error.pred, around)}",
    ]


def also_wrong_type(error: EntityError) -> bool:
    """Whether an error of another class has a wrong type besides."""
    return error.types_differ and error.kind is not ErrorKind.WRONG_TYPE


class Bounds(NamedTuple):
    """The part of a sentence that is drawn."""

    start: int
    end: int


def drawn(analysis: Analysis, error: EntityError, spans: Sequence[SpanRecord], most: int | None = None) -> str:
    """Return the part of the sentence around an error, with these entities in brackets; without words the entities.

    `most` is how many tokens or characters are drawn before the first entity and after the last one.
    """
    unit = analysis.cited.get(error.unit)
    if unit is None or not unit.tokens:
        return " ".join(plain(str(span)) for span in spans) or "nothing"
    items = list(unit.tokens[0]) if analysis.offsets == "characters" else list(unit.tokens)
    joint = "" if analysis.offsets == "characters" else " "
    all_spans = (*error.gold, *error.pred)
    around = _AROUND.get(analysis.offsets, _AROUND_TOKENS) if most is None else most
    bounds = Bounds(
        max(0, min(span.start or 0 for span in all_spans) - around),
        min(len(items), max(span.end or 0 for span in all_spans) + around),
    )
    opened: dict[int, str] = {}
    closed: dict[int, str] = {}
    for span in sorted(spans, key=lambda one: (one.start or 0, -(one.end or 0))):
        for start, end in span.pieces or ((span.start or 0, span.end or 0),):
            opened[start] = opened.get(start, "") + f"[{plain(span.type)} "
            closed[end - 1] = closed.get(end - 1, "") + "]"
    words = (f"{opened.get(at, '')}{plain(items[at])}{closed.get(at, '')}" for at in range(bounds.start, bounds.end))
    before, after = ("... " if bounds.start else ""), (" ..." if bounds.end < len(items) else "")
    return f"{before}{joint.join(words)}{after}"


def csv_text(analysis: Analysis) -> str:
    """Return one row for each listed error."""
    out = io.StringIO()
    rows = analysis.error_table()
    names = ["class", "type", "gold", "pred", "gold_text", "pred_text", "seen", "place"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
