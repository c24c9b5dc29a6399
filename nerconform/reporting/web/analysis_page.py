"""Analysis page: a heat map of the confusion whose cells lead to the sentences behind them, as one HTML file."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from nerconform.reporting.analysis_text import MEANINGS, also_wrong_type, axes, error_types, verdict
from nerconform.reporting.evaluation_view import shown
from nerconform.reporting.web.line_drawing import Drawing, Line, draw
from nerconform.reporting.web.pages import page, without_folders
from nerconform.results.analysis_result import FALSE_POSITIVE, MISSED, Analysis, ConfusionCell, EntityError
from nerconform.results.context import RatioFormat
from nerconform.results.values import SpanRecord

TITLE = "Errors of a prediction"
MOST_ERRORS = 50
"""A cell shows at most 50 errors; the JSON has all of them."""
_LEVELS = 4
_BEFORE = 4
"""A drawing begins at most 4 tokens before the first entity of the error."""


class HeatCell(NamedTuple):
    """One cell of the heat map; `level` is 0 without pairs, `anchor` leads to the errors, if there are any."""

    pairs: int
    level: int
    right: bool
    anchor: str
    title: str


class DrawnError(NamedTuple):
    """One error with its sentence from `before` tokens on; without words the drawing lists the entities."""

    title: str
    drawing: Drawing
    before: int


class ErrorCard(NamedTuple):
    """The errors of one cell."""

    anchor: str
    title: str
    total: int
    errors: tuple[DrawnError, ...]


def render(analysis: Analysis) -> str:
    """Return the page. Raises `MissingJinja`."""
    anchors = {(cell.gold, cell.pred): f"cell-{number}" for number, cell in enumerate(analysis.confusion)}
    by_cell: dict[tuple[str | None, str | None], list[EntityError]] = {}
    for error in analysis.errors:
        for gold, pred in error.cells:
            by_cell.setdefault((gold, pred), []).append(error)
    linked = {key: anchors[key] for key in by_cell}
    cards = [_card(analysis, key, linked[key], by_cell[key]) for key in anchors if key in linked]
    classes = [(one, MEANINGS[one.kind]) for one in analysis.kinds]
    groups = {group.by: [one for one in analysis.groups if one.by == group.by] for group in analysis.groups}
    context = {
        "analysis": analysis,
        "files": " ".join(one.file for one in analysis.read.inputs) if analysis.read else "",
        "verdict": verdict(analysis),
        "columns": [*axes(analysis.confusion)[1], MISSED] if analysis.confusion else [],
        "heat": list(_heat(analysis, linked)),
        "classes": classes,
        "types": error_types(analysis),
        "numbers": {(one.kind, one.type): one.errors for one in analysis.classes},
        "groups": groups,
        "percent": lambda ratio: shown(ratio, RatioFormat()),
        "cards": sorted(cards, key=lambda card: -card.total),
    }
    files = [one.file for one in analysis.read.inputs] if analysis.read else []
    return without_folders(page("analysis.html", title=TITLE, **context), files)


def _heat(
    analysis: Analysis, anchors: dict[tuple[str | None, str | None], str]
) -> Iterator[tuple[str, list[HeatCell | None]]]:
    """Yield the rows of the heat map: the darker, the more of the gold type's entities are in the cell."""
    cells = {(cell.gold, cell.pred): cell for cell in analysis.confusion}
    golds, preds = axes(analysis.confusion)
    for gold in (*golds, None):
        row: Sequence[ConfusionCell | None] = [cells.get((gold, pred)) for pred in (*preds, None)]
        whole = sum(cell.pairs for cell in row if cell is not None)
        line: list[HeatCell | None] = []
        for pred, cell in zip((*preds, None), row, strict=True):
            pairs = 0 if cell is None else cell.pairs
            level = -(-_LEVELS * pairs // whole) if whole else 0
            anchor = anchors.get((gold, pred), "")
            line.append(HeatCell(pairs, level, gold == pred, anchor, _cell_title(gold, pred)))
        if gold is None:
            line[-1] = None
        yield FALSE_POSITIVE if gold is None else gold, line


def _cell_title(gold: str | None, pred: str | None) -> str:
    """Return the pairs of a cell in words."""
    if gold is None:
        return f"{FALSE_POSITIVE}: predicted {pred}"
    return f"{MISSED}: gold {gold}" if pred is None else f"gold {gold}, predicted {pred}"


def _card(
    analysis: Analysis, key: tuple[str | None, str | None], anchor: str, errors: Sequence[EntityError]
) -> ErrorCard:
    drawn = tuple(drawn_error(analysis, error) for error in errors[:MOST_ERRORS])
    return ErrorCard(anchor, _cell_title(*key), len(errors), drawn)


def drawn_error(analysis: Analysis, error: EntityError) -> DrawnError:
    """Return an error with the part of its sentence that it touches, the entities of the error over the tokens."""
    seen = f", {error.seen} in training data" if error.seen else ""
    title = f"{error.place}: {error.kind}{', also wrong type' if also_wrong_type(error) else ''}{seen}"
    unit = analysis.cited[error.unit]
    tokens = tuple(unit.tokens)
    if analysis.offsets != "tokens" or not tokens:
        lines = [Line(name, "entities", "rule", note=_listed(side)) for name, side in _sides(error)]
        return DrawnError(title, draw(lines, 0), 0)
    first = max(0, min(span.start or 0 for span in (*error.gold, *error.pred)) - _BEFORE)
    lines = [Line(name, "entities", "rule", spans=_moved(side, first)) for name, side in _sides(error)]
    return DrawnError(title, draw(lines, len(tokens) - first, tokens[first:]), first)


def _sides(error: EntityError) -> tuple[tuple[str, tuple[SpanRecord, ...]], ...]:
    return (("gold", error.gold), ("prediction", error.pred))


def _moved(spans: Sequence[SpanRecord], by: int) -> tuple[SpanRecord, ...]:
    """Return spans counted from another token."""
    return tuple(replace(span, start=(span.start or 0) - by, end=(span.end or 0) - by) for span in spans)


def _listed(spans: Sequence[SpanRecord]) -> str:
    """Return spans as words, with their text where it is known."""
    return ", ".join(f"{span} {span.text!r}" if span.text else str(span) for span in spans) or "nothing"
