"""Error forms: an analysis, a confusion, an agreement and a drawn sentence in one line, and as HTML for a notebook."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import agreement_text, analysis_text
from nerconform.reporting.notebook_parts import NotebookTable, bold, code, drawing_html, heat_html
from nerconform.reporting.web.analysis_page import drawn_error
from nerconform.reporting.web.line_drawing import Line, draw
from nerconform.results.agreement_result import Agreement
from nerconform.results.analysis_result import FALSE_POSITIVE, MISSED, Analysis, SentenceSpans

_MOST_ERRORS = 5
"""A notebook shows the sentences of the first 5 errors; `to_frame` has a row for each error."""
_MOST_CONFUSED = 3
Cells = Mapping[tuple[str | None, str | None], int]
"""The number of pairs of a gold type and a predicted type."""


def _short_analysis(analysis: Analysis) -> str:
    kinds = ", ".join(f"{one.kind} {one.errors}" for one in analysis.kinds)
    correct = f"{analysis.counts.get('cor', 0)} of {analysis.gold_entities} gold entities correct"
    return f"{analysis.schema}: {correct}; {counted(analysis.found_errors, 'error')}{f': {kinds}' if kinds else ''}"


def _html_analysis(analysis: Analysis) -> Iterator[str | NotebookTable]:
    """Yield the verdict, the heat map, the classes, the first errors with their sentences, and the signature."""
    yield bold(analysis_text.verdict(analysis))
    yield _heat({(cell.gold, cell.pred): cell.pairs for cell in analysis.confusion})
    if analysis.kinds:
        rows = [(str(one.kind), str(one.errors), analysis_text.MEANINGS[one.kind]) for one in analysis.kinds]
        yield NotebookTable(("class", "errors", "what it is"), rows)
    for error in analysis.errors[:_MOST_ERRORS]:
        title, drawing, _ = drawn_error(analysis, error)
        yield f"{escape(plain(title))}{drawing_html(drawing)}"
    more = len(analysis.errors) - _MOST_ERRORS
    if more > 0:
        yield f"and {counted(more, 'error')} more in to_frame()"
    yield code(analysis.citation)


def _heat(cells: Cells) -> str:
    """Return the heat map of a confusion: rows are gold types, columns predicted types."""
    golds, preds = (sorted({cell[side] for cell in cells if cell[side] is not None}) for side in (0, 1))  # type: ignore[type-var] # no None, as was just seen
    columns = [*preds, None]
    rows = [
        (FALSE_POSITIVE if gold is None else str(gold), [cells.get((gold, pred), 0) for pred in columns])
        for gold in (*golds, None)
    ]
    return heat_html(["gold", *map(str, preds), MISSED], rows) if cells else "no entities"


def _pairs(confusion: Any) -> Cells:  # noqa: ANN401 - a confusion of the reference, which is no record
    return {cell: confusion[cell] for cell in confusion.cells}


def _short_confusion(confusion: Any) -> str:  # noqa: ANN401 - as above
    cells = _pairs(confusion)
    confused = sorted(
        ((number, cell) for cell, number in cells.items() if None not in cell and cell[0] != cell[1]), reverse=True
    )
    words = ", ".join(f"{gold} as {pred} {number}" for number, (gold, pred) in confused[:_MOST_CONFUSED])
    missed = sum(number for (_, pred), number in cells.items() if pred is None)
    spurious = sum(number for (gold, _), number in cells.items() if gold is None)
    found = f"{missed} missed, {counted(spurious, FALSE_POSITIVE)}"
    return f"{confusion.schema}: {plain(words) or 'no types confused'}; {found}"


def _html_confusion(confusion: Any) -> Iterator[str | NotebookTable]:  # noqa: ANN401 - as above
    yield bold(_short_confusion(confusion))
    yield _heat(_pairs(confusion))


def _short_agreement(agreement: Agreement) -> str:
    return f"{counted(len(agreement.annotators), 'annotator')}. {agreement_text.verdict(agreement)}"


def _html_agreement(agreement: Agreement) -> Iterator[str | NotebookTable]:
    yield bold(agreement_text.verdict(agreement))
    yield escape(agreement_text.coefficients(agreement))
    rows = [(f"{pair.first} - {pair.second}", *(agreement_text.pair_cells(pair))) for pair in agreement.pairs]
    yield NotebookTable(("pair", "F1", "interval", "Cohen's kappa"), rows)
    if agreement.disagreements:
        yield escape(", ".join(f"{kind} {number}" for kind, number in agreement.kinds.items()))
    yield code(agreement.citation)


def _short_sentence(sentence: SentenceSpans) -> str:
    sides = (f"{name}: {', '.join(map(str, spans)) or 'nothing'}" for name, spans in sentence.sides.items())
    return plain("; ".join(sides))


def _html_sentence(sentence: SentenceSpans) -> Iterator[str | NotebookTable]:
    lines = [Line(name, "entities", "rule", spans=spans) for name, spans in sentence.sides.items()]
    yield drawing_html(draw(lines, len(sentence.tokens), sentence.tokens))


SHORT: Mapping[str, Callable[[Any], str]] = {
    "Agreement": _short_agreement,
    "Analysis": _short_analysis,
    "Confusion": _short_confusion,
    "SentenceSpans": _short_sentence,
}
HTML: Mapping[str, Callable[[Any], Iterator[str | NotebookTable]]] = {
    "Agreement": _html_agreement,
    "Analysis": _html_analysis,
    "Confusion": _html_confusion,
    "SentenceSpans": _html_sentence,
}
"""Who writes a result, by the name of its class."""
