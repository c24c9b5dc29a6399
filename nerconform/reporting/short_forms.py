"""Short forms: a result in one line, and as HTML for a notebook, with its numbers first."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from nerconform.reporting import comparison_view, error_forms, ranking_view
from nerconform.reporting.evaluation_view import shown, tables
from nerconform.reporting.frames import scores_of
from nerconform.reporting.notebook_parts import NotebookTable, bold, code, table_html
from nerconform.reporting.run_view import VERDICTS
from nerconform.reporting.sweep_text import number_text, scale_text
from nerconform.results.comparison import Comparison
from nerconform.results.context import PythonNumber, RatioFormat
from nerconform.results.identification_result import Identification
from nerconform.results.ranking_result import Ranking
from nerconform.results.run import Run
from nerconform.results.sweep_result import Sweep

_RATIOS = ("precision", "recall", "f1")
_EXACT = RatioFormat()


def short(result: object) -> str:
    """Return a result in one line: its class, its numbers, and where there is one its signature."""
    name = type(result).__name__
    return f"<{name} {_SHORT[name](result)}>"


def html(result: object) -> str:
    """Return a result as HTML that stands by itself in a notebook, light or dark."""
    parts = []
    for one in _HTML[type(result).__name__](result):
        if isinstance(one, NotebookTable):
            parts.append(table_html(one))
        else:
            parts.append(f"<div style='margin:.3em 0'>{one}</div>")
    return f"<div class='nerconform'>{''.join(parts)}</div>"


def _short_evaluation(result: Any) -> str:  # noqa: ANN401 - an evaluation of the reference, which is no record
    numbers = ", ".join(f"{name} {_ratio(getattr(result, name))}" for name in _RATIOS)
    counts = ", ".join(f"{name} {getattr(result.counts, name)}" for name in ("tp", "fp", "fn"))
    return f"strict micro {numbers}; {counts}"


def _ratio(value: PythonNumber) -> str:
    return shown(value, _EXACT)


def _html_evaluation(result: Any) -> Iterator[str | NotebookTable]:  # noqa: ANN401 - as above
    """Yield the numbers of the strict schema, a table for each schema, and the signature."""
    yield bold(", ".join(f"strict micro {name} {_ratio(getattr(result, name))}" for name in _RATIOS))
    strict, *others = (
        NotebookTable((table.schema, *table.heads), [(line.label, *line.cells) for line in table.lines])
        for table in tables(scores_of(result))
    )
    yield strict
    if others:
        names = ", ".join(table.heads[0] for table in others)
        yield f"<details><summary>{escape(names)}</summary>{''.join(map(table_html, others))}</details>"
    yield code(result.signature)


def _short_ranking(result: Ranking) -> str:
    systems = ", ".join(f"{one.name} {shown(one.value, result.round)}" for one in result.systems)
    return f"{result.measure}: {systems}; {len(result.swapping)} pairs change places under other rules"


def _html_ranking(result: Ranking) -> Iterator[str | NotebookTable]:
    yield bold(ranking_view.verdict(result))
    yield escape(ranking_view.sureness(result))
    systems = ranking_view.systems(result)
    yield NotebookTable(systems.heads, systems.rows, 2)
    pairs = ranking_view.pairs(result.pairs, result)
    yield NotebookTable(pairs.heads, pairs.rows, 2)
    yield from (escape(ranking_view.swap_words(pair, result)) for pair in result.swapping)
    yield code(result.citation)


def _short_comparison(result: Comparison) -> str:
    columns = ", ".join(
        f"{one.name} {comparison_view.percent(one.value)}" for one in result.columns if one.number is not None
    )
    said = comparison_view.conclusion(result)
    return f"{result.measure}: {columns}{f'; {said[:-1]}' if said else ''}"


def _html_comparison(result: Comparison) -> Iterator[str | NotebookTable]:
    """Yield the numbers, each bridge, and who ran."""
    yield bold(f"{result.measure} on {result.units} units, in per cent")
    if result.conclusion:
        yield escape(comparison_view.conclusion(result))
    against = comparison_view.against(result)
    for table in (*comparison_view.grouped_tables(result), *([against] if against.rows else [])):
        yield NotebookTable(table.heads, table.rows)
    yield from (f"{bold(name)} {escape(reason)}" for name, reason in comparison_view.refused(result))
    for bridge in result.bridges:
        yield bold(comparison_view.bridge_title(bridge))
        if bridge.broken:
            yield escape(bridge.broken)
            continue
        steps = comparison_view.bridge_table(bridge)
        yield NotebookTable(steps.heads, steps.rows)
    yield escape(comparison_view.by(result))
    yield code(result.run_text)


def _short_sweep(result: Sweep) -> str:
    low, high = (None if one is None else one.value for one in (result.minimum, result.maximum))
    ends = f"{number_text(result, low)} to {number_text(result, high)}"
    return f"{result.measure}: {ends} under {result.policies} policies of {result.scheme}, dialect {result.short}"


def _html_sweep(result: Sweep) -> Iterator[str | NotebookTable]:
    yield bold(_short_sweep(result))
    rows = [(one.name, number_text(result, one.value)) for one in result.marked]
    yield NotebookTable(("policy", f"{result.parts.quantity}, {scale_text(result).split(';')[0]}"), rows)
    effects = [
        (one.point, str(one.units), number_text(result, one.largest), number_text(result, one.typical))
        for one in result.effects
    ]
    if effects:
        yield NotebookTable(("point", "sentences", "largest change", "typical change"), effects)
    yield code(result.citation)


def _short_run(result: Run) -> str:
    return "; ".join(
        f"{one.name}: " + ", ".join(f"{one.count(verdict)} {verdict}" for verdict in VERDICTS if one.count(verdict))
        for one in result.implementations
    )


def _html_run(result: Run) -> Iterator[str | NotebookTable]:
    heads = ("implementation", "version", *map(str, VERDICTS))
    rows = [
        (one.name, one.version, *(str(one.count(verdict)) for verdict in VERDICTS)) for one in result.implementations
    ]
    yield NotebookTable(heads, rows, 2)
    for one in result.implementations:
        for diagnosis in one.diagnosis:
            causes = "; ".join(cause.title for cause in diagnosis.causes) or "no single change explains all of them"
            words = f"{diagnosis.explained} of {diagnosis.wrong} wrong answers: {causes}"
            yield f"{bold(one.name)} {escape(words)}"
    yield escape(f"nerconform {result.tool}, spec {result.spec}, fixtures {result.fixtures}")


def _short_identification(result: Identification) -> str:
    found = (", ".join(result.names) or result.signature) if result.identified else "no dialect answers as it does"
    return f"{result.implementation}: {found} ({len(result.steps)} probes, {result.failed} answers differ)"


def _html_identification(result: Identification) -> Iterator[str | NotebookTable]:
    yield bold(f"{result.implementation}: {'identified' if result.identified else 'not identified'}")
    if result.names:
        yield escape(f"Named: {', '.join(result.names)}")
    yield escape(f"{len(result.steps)} probes, {result.verified} further inputs, {result.failed} answers differ")
    if result.left:
        rows = [(one.axis, ", ".join(one.options), one.reason) for one in result.left]
        yield NotebookTable(("cannot be told apart", "options", "why"), rows, 3)
    yield code(result.signature)


_SHORT: Mapping[str, Callable[[Any], str]] = {
    **error_forms.SHORT,
    "Comparison": _short_comparison,
    "Evaluation": _short_evaluation,
    "Identification": _short_identification,
    "Ranking": _short_ranking,
    "Run": _short_run,
    "Sweep": _short_sweep,
}
_HTML: Mapping[str, Callable[[Any], Iterator[str | NotebookTable]]] = {
    **error_forms.HTML,
    "Comparison": _html_comparison,
    "Evaluation": _html_evaluation,
    "Identification": _html_identification,
    "Ranking": _html_ranking,
    "Run": _html_run,
    "Sweep": _html_sweep,
}
"""Who writes a result, by the name of its class."""
