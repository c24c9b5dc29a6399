"""Pictures: the heat map of a confusion, and the intervals of systems, as figures of matplotlib."""

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nerconform.base.plain_text import plain
from nerconform.base.whole_files import write_whole
from nerconform.reporting import ranking_plot, sweep_plot
from nerconform.reporting.analysis_text import axes as axes_of
from nerconform.reporting.figure_style import figure_style
from nerconform.results.analysis_result import FALSE_POSITIVE, MISSED, Analysis
from nerconform.results.ranking_result import Ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

_CELL = 0.6
"""Inches for one type of a heat map, or one system."""
_DPI = 100
_DARK = 0.6
"""The share of a row from which the number of a cell is written in white."""


class Picture(NamedTuple):
    """A figure of matplotlib, which a notebook shows without pyplot."""

    figure: "Figure"

    def _repr_png_(self) -> bytes:
        """Return the figure as an image."""
        out = BytesIO()
        with figure_style():
            self.figure.savefig(out, format="png", dpi=_DPI)
        return out.getvalue()


def picture(result: object, what: str = "") -> Picture:
    """Return the picture of a result by its name. Raises `CannotPlot` and `MissingMatplotlib`."""
    if find_spec("matplotlib") is None:
        hint = "Run: pip install 'nerconform[plots]'."
        raise sweep_plot.MissingMatplotlib("plots need matplotlib, which is not installed", hint=hint)
    if isinstance(result, Analysis) and what in {"", "confusion"}:
        return Picture(heat_map(result))
    if isinstance(result, Ranking) and what in {"", "places"}:
        return Picture(ranking_plot.figure_of(result))
    if isinstance(result, Ranking) and what == "intervals":
        return Picture(intervals(result))
    names = "'confusion'" if isinstance(result, Analysis) else "'places') or plot('intervals'"
    raise sweep_plot.CannotPlot(
        f"this result has no picture {what!r:.60}", place="plot", hint=f"Draw one that it has: plot({names})."
    )


def heat_map(analysis: Analysis) -> "Figure":
    """Return gold types against predicted types; the darker a cell, the larger its share of the row."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    golds, preds = axes_of(analysis.confusion)
    cells = {(cell.gold, cell.pred): cell.pairs for cell in analysis.confusion}
    columns: Sequence[str | None] = (*preds, None)
    rows: Sequence[str | None] = (*golds, None)
    numbers = [[cells.get((gold, pred), 0) for pred in columns] for gold in rows]
    shares = [[number / (sum(row) or 1) for number in row] for row in numbers]
    figure = Figure(figsize=(2.5 + _CELL * len(columns), 1.5 + _CELL * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), [_label(name, MISSED) for name in columns], rotation=45, ha="right")
    axes.set_yticks(range(len(rows)), [_label(name, FALSE_POSITIVE) for name in rows])
    axes.set_xlabel("predicted type")
    axes.set_ylabel("gold type")
    for at, row in enumerate(numbers):
        for place, number in enumerate(row):
            colour = "white" if shares[at][place] > _DARK else "black"
            axes.text(place, at, str(number or ""), ha="center", va="center", color=colour)
    return figure


def _label(name: str | None, nobody: str) -> str:
    return nobody if name is None else plain(name).replace("$", r"\$")


def intervals(ranking: Ranking) -> "Figure":
    """Return the number of each system with its interval, in per cent, the best above."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figure = Figure(figsize=(7.0, 1.0 + _CELL * len(ranking.systems)), layout="constrained")
    axes = figure.add_subplot()
    for at, one in enumerate(ranking.systems):
        if one.interval is not None:
            axes.plot([100 * one.interval.low, 100 * one.interval.high], [at, at], linewidth=3, color="C0")
        if one.value is not None:
            axes.plot([100 * float(one.value)], [at], marker="o", color="black")
    axes.set_yticks(range(len(ranking.systems)), [_label(one.name, "") for one in ranking.systems])
    axes.set_ylim(len(ranking.systems) - 0.5, -0.5)
    axes.set_xlabel(f"{ranking.measure}, per cent, with its interval".replace("$", r"\$"))
    return figure


def write_heat_map(analysis: Analysis, path: Path) -> None:
    """Write the heat map; the same analysis makes the same file with one release of matplotlib."""
    write_whole(path, ranking_plot.image(heat_map, analysis, path.suffix.lower().removeprefix(".")))
