"""Bump chart: the place of each system under each rule, as SVG or PNG; needs matplotlib."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nerconform.base.plain_text import plain
from nerconform.base.whole_files import write_whole
from nerconform.reporting.figure_style import figure_style
from nerconform.results.ranking_result import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

_Result = TypeVar("_Result")
_DPI = 150
_WIDTH, _HEIGHT = 0.75, 0.45
"""Inches for one rule, and for one system."""
_ORDERS = 8
"""Orders of the policy family that are drawn at most, the most frequent first."""
_MARKS = "osD^vP*X"


def write_bump_chart(ranking: Ranking, path: Path) -> None:
    """Write the chart; the same ranking makes the same file with one release of matplotlib."""
    write_whole(path, bump_chart(ranking, path.suffix.lower().removeprefix(".")))


def bump_chart(ranking: Ranking, form: str) -> bytes:
    """Return the chart as an image; `form` is `svg` or `png`."""
    return image(figure_of, ranking, form)


def image(paint: "Callable[[_Result], Figure]", result: _Result, form: str) -> bytes:
    """Return the figure of a result as an image, the same bytes each time."""
    out = BytesIO()
    with figure_style():
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        paint(result).savefig(out, format=form, dpi=_DPI, metadata=metadata)
    return out.getvalue()


def figure_of(ranking: Ranking) -> "Figure":
    """Return the chart as a figure of matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    columns = places_by_rule(ranking)
    many = len(ranking.systems)
    size = (max(6.0, 2.5 + _WIDTH * len(columns)), 2.4 + _HEIGHT * many)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    for number, system in enumerate(ranking.systems):
        heights = [float(places[number] or "nan") for _, places in columns]
        mark = _MARKS[number % len(_MARKS)]
        axes.plot(range(len(columns)), heights, marker=mark, linewidth=2, color=f"C{number % 10}")
        for at, side, gap in ((0, "right", -8), (-1, "left", 8)):
            place = columns[at][1][number]
            if place is not None:
                where = (0 if at == 0 else len(columns) - 1, place)
                words = plain(system.name).replace("$", r"\$")
                axes.annotate(words, where, (gap, 0), textcoords="offset points", ha=side, va="center")
    axes.set_xticks(range(len(columns)), [label for label, _ in columns], rotation=45, ha="right", fontsize="small")
    axes.set_yticks(range(1, many + 1))
    axes.set_ylim(many + 0.5, 0.5)
    axes.set_xlim(-1.6, len(columns) + 0.6)
    axes.set_ylabel("place")
    axes.set_title(f"places by {ranking.measure} under each rule".replace("$", r"\$"), fontsize="medium")
    for side in ("top", "right", "bottom"):
        axes.spines[side].set_visible(False)
    return figure


def places_by_rule(ranking: Ranking) -> list[tuple[str, tuple[int | None, ...]]]:
    """Return what is drawn from left to right: the chosen rule, the named dialects, the orders of the family."""
    columns = [("the chosen rule", tuple(one.place for one in ranking.systems))]
    columns += [(rule.rule, rule.places) for rule in ranking.named if not rule.refused]
    columns += [
        (f"{order.policies:,} polic{'y' if order.policies == 1 else 'ies'}", order.places)
        for order in ranking.orders[:_ORDERS]
    ]
    return columns
