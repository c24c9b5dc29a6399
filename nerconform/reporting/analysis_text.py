"""Analysis as text: classes of error, the confusion of types, groups, and sentences with the entities in brackets."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import shown
from nerconform.reporting.layout import folded, grid, shortened
from nerconform.results.analysis_result import (
    FALSE_POSITIVE,
    MISSED,
    Analysis,
    ConfusionCell,
    EntityError,
    EntityGroup,
    ErrorKind,
)
from nerconform.results.context import RatioFormat
from nerconform.results.values import SpanRecord

_PER_CENT = RatioFormat()
_NOTHING = "."
_EXAMPLES = 2
"""The first screen shows at most 2 sentences."""
_TYPES = 4
"""The first screen shows at most 4 types."""
_NAME = 10
"""The first screen shows at most 10 characters of a type."""
_CONFUSIONS = 4
"""The first screen shows at most 4 pairs of types."""
_AROUND = {"tokens": 6, "characters": 40}
"""A drawing shows at most so much before the first and after the last entity of an error."""
MEANINGS = {
    ErrorKind.WRONG_TYPE: "right bounds, wrong type",
    ErrorKind.TOO_LONG: "contains the gold entity and more",
    ErrorKind.TOO_SHORT: "a part of the gold entity",
    ErrorKind.SPLIT: "several predictions for one gold entity",
    ErrorKind.MERGED: "one prediction for several gold entities",
    ErrorKind.OVERLAPS: "any other overlap",
    ErrorKind.MISSED: "no prediction overlaps",
    ErrorKind.FALSE_POSITIVE: "no gold entity overlaps",
}
"""What each class of error is, in a few words."""


def print_screen(analysis: Analysis, console: Console) -> None:
    """Print the verdict, the classes, the types that are confused most, and two sentences."""
    _print_head(analysis, console)
    if analysis.found_errors:
        console.print()
        table, heads = _class_table(analysis, _TYPES)
        console.print(grid(table, heads, right=range(1, len(heads))))
        if words := confused(analysis):
            console.print(Text(shortened(words, console.width)))
        for error in _typical(analysis):
            for line in _error_lines(analysis, error):
                console.print(Text(shortened(line, console.width)))
    console.print(Text("more: --verbose (the confusion of types, groups, and every sentence)", "dim"))
    console.print(Text("the signature names the rules; put it beside the numbers:", "dim"))
    console.print(Text(f"{analysis.short}|spec:{analysis.spec}", "cyan"), soft_wrap=True)


def print_analysis(analysis: Analysis, console: Console) -> None:
    """Print everything: classes, confusion, groups, and every listed error with its sentence."""
    _print_head(analysis, console)
    if analysis.found_errors:
        table, heads = _class_table(analysis, None)
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
    files = "" if analysis.read is None else " ".join(plain(one.file) for one in analysis.read.inputs) + ": "
    rules = f"{counted(analysis.units, 'sentence')}, schema {analysis.schema}, by the rules of {analysis.short}"
    for line in folded(verdict(analysis)):
        console.print(Text(line, "bold"), soft_wrap=True)
    for line in folded(f"{files}{rules}"):
        console.print(Text(line), soft_wrap=True)
    if analysis.most_listed:
        words = f"listed: at most {analysis.most_listed} errors of each class and type, drawn from all sentences"
        console.print(Text(words), soft_wrap=True)
    if analysis.chosen:
        words = f"listed: {counted(len(analysis.errors), 'error')} with {plain(analysis.chosen)}"
        console.print(Text(words), soft_wrap=True)


def verdict(analysis: Analysis) -> str:
    """Return the answer in one line: how much is correct, and which error comes most often."""
    correct, gold = analysis.counts.get("cor", 0), analysis.gold_entities
    share = f" ({shown(analysis.recall, _PER_CENT)} %)" if gold else ""
    first = f"{correct} of {gold} gold entit{'y is' if gold == 1 else 'ies are'} correct{share}."
    if not analysis.found_errors:
        return f"{first} No errors."
    most = analysis.kinds[0]
    return f"{first} {counted(analysis.found_errors, 'error')}, most often: {most.kind} ({most.errors})."


def _class_table(analysis: Analysis, most: int | None) -> tuple[list[list[str]], list[str]]:
    """Return the rows of the classes and the heads: at most so many types, or all; those with most errors first."""
    types = error_types(analysis)
    kept = types[:most]
    numbers = {(one.kind, one.type): one.errors for one in analysis.classes}
    rows = []
    for one in analysis.kinds:
        cells = [one.errors, *(numbers.get((one.kind, name), 0) for name in kept)]
        if len(kept) < len(types):
            cells.append(one.errors - sum(cells[1:]))
        if most is None:
            cells.append(0 if one.kind is ErrorKind.WRONG_TYPE else one.also_wrong_type)
        rows.append([str(one.kind), *(str(cell or _NOTHING) for cell in cells)])
    names = [plain(name) if most is None else shortened(plain(name), _NAME) for name in kept]
    others = ["others"] if len(kept) < len(types) else []
    return rows, ["class", "errors", *names, *others, *(["also wrong type"] if most is None else [])]


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
    return f"types confused most, with any bounds: {', '.join(words)}" if words else ""


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


def _error_lines(analysis: Analysis, error: EntityError) -> list[str]:
    """Return place and class of an error, and both sides of its sentence."""
    seen = f", {error.seen} in training data" if error.seen else ""
    title = f"{plain(error.place)}  {error.kind}{', also wrong type' if also_wrong_type(error) else ''}{seen}"
    return [
        title,
        f"  gold       {drawn(analysis, error, error.gold)}",
        f"  predicted  {drawn(analysis, error, error.pred)}",
    ]


def also_wrong_type(error: EntityError) -> bool:
    """Whether an error of another class has a wrong type besides."""
    return error.types_differ and error.kind is not ErrorKind.WRONG_TYPE


class Bounds(NamedTuple):
    """The part of a sentence that is drawn."""

    start: int
    end: int


def drawn(analysis: Analysis, error: EntityError, spans: Sequence[SpanRecord]) -> str:
    """Return the part of the sentence around an error, with these entities in brackets; without words the entities."""
    unit = analysis.cited[error.unit]
    if not unit.tokens:
        return " ".join(plain(str(span)) for span in spans) or "nothing"
    items = list(unit.tokens[0]) if analysis.offsets == "characters" else list(unit.tokens)
    joint = "" if analysis.offsets == "characters" else " "
    all_spans = (*error.gold, *error.pred)
    around = _AROUND[analysis.offsets]
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
