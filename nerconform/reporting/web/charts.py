"""Charts: drawn by matplotlib as SVG that stands in a page and takes the colours of its theme."""

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from nerconform.base.plain_text import plain
from nerconform.reporting.figure_style import figure_style

if TYPE_CHECKING:
    from markupsafe import Markup

_INK, _UP, _DOWN, _END = "#010101", "#020202", "#030303", "#040404"
_COLOURS = {_INK: "currentColor", _UP: "var(--good)", _DOWN: "var(--bad)", _END: "var(--span-line)"}
_WIDTH, _ROW = 7.0, 0.42
_LABEL = 38
_SEEN = 0.2
"""Steps that make a fifth of the greatest number can be seen on an axis from 0."""
_OFFSET = {"textcoords": "offset points"}


class Track(NamedTuple):
    """The places of one system from left to right; `None` where it has none."""

    label: str
    places: Sequence[int | None]


class Bar(NamedTuple):
    """One bar of a waterfall: from where to where; an end begins at the edge of the chart."""

    label: str
    start: float
    stop: float
    is_end: bool = False


def start_of_axis(bars: Sequence[Bar]) -> float:
    """Return where the axis of a waterfall starts: 0, or a higher number where small steps could not be seen from 0."""
    low, high = _bounds(bars)
    margin = _margin(low, high)
    return 0.0 if high - low >= _SEEN * high else max(0.0, low - margin)


def _bounds(bars: Sequence[Bar]) -> tuple[float, float]:
    """Return the least and the greatest number that a bar leads to."""
    values = [value for bar in bars for value in (bar.start, bar.stop) if not bar.is_end] + [bar.stop for bar in bars]
    return min(values), max(values)


def _margin(low: float, high: float) -> float:
    return (high - low or 1.0) * 0.25


def waterfall(bars: Sequence[Bar], name: str, words: str) -> "Markup | None":
    """Return a waterfall, the first bar above; `None` without matplotlib. `words` are what it says to a screen reader.

    `name` is a prefix for the ids of the drawing, which no other one of the page may have.
    """
    low, high = _bounds(bars)
    edge = start_of_axis(bars)
    margin = max(_margin(low, high), 0.1 * (high - edge))

    def paint(axes: Any) -> None:  # noqa: ANN401 - matplotlib has no types here
        for place, bar in enumerate(bars):
            start, stop = (edge if bar.is_end else bar.start), bar.stop
            colour = _END if bar.is_end else _UP if stop >= start else _DOWN
            hatch = "" if bar.is_end or stop >= start else "///"
            axes.barh(
                place, stop - start, left=start, color=colour, height=0.6, alpha=0.75, hatch=hatch, edgecolor=colour
            )
            text = f"{stop:.2f}" if bar.is_end else f"{stop - start:+.2f}"
            axes.annotate(text, (max(start, stop), place), (4, 0), va="center", color=_INK, fontsize=9, **_OFFSET)
            if place + 1 < len(bars):
                axes.plot([stop, stop], [place, place + 1], color=_INK, linewidth=0.6, alpha=0.6)
        axes.set_yticks(range(len(bars)), [_short(bar.label) for bar in bars])
        axes.invert_yaxis()
        axes.set_xlim(edge, high + margin)

    return _drawn(paint, name, words, max(1.6, _ROW * len(bars) + 0.5))


def histogram(
    values: Sequence[tuple[float, int]], marks: Sequence[tuple[str, float]], name: str, words: str
) -> "Markup | None":
    """Return how many policies give which number, with marked numbers as lines; `None` without matplotlib."""

    def paint(axes: Any) -> None:  # noqa: ANN401 - matplotlib has no types here
        axes.hist(
            [value for value, _ in values], bins=40, weights=[count for _, count in values], color=_END, alpha=0.6
        )
        top = axes.get_ylim()[1]
        for place, (label, value) in enumerate(marks):
            axes.axvline(value, color=_INK, linewidth=0.9, linestyle=("-", "--", ":", "-.")[place % 4])
            height = top * (0.97 - 0.09 * (place % 8))
            axes.annotate(_short(label), (value, height), (3, 0), va="top", color=_INK, fontsize=9, **_OFFSET)
        axes.set_ylabel("policies", color=_INK)

    return _drawn(paint, name, words, 3.2)


_MARKS = "osD^vP*X"
_STEP = 0.4
"""Inches for one rule of a bump chart."""


def bump(tracks: Sequence[Track], labels: Sequence[str], name: str, words: str) -> "Markup | None":
    """Return a line for each track, place 1 at the top; `None` without matplotlib."""

    def paint(axes: Any) -> None:  # noqa: ANN401 - matplotlib has no types here
        for number, track in enumerate(tracks):
            heights = [float(place or "nan") for place in track.places]
            mark = _MARKS[number % len(_MARKS)]
            axes.plot(range(len(labels)), heights, marker=mark, linewidth=2, color=f"C{number % 10}")
            for at, side, gap in ((0, "right", -8), (len(labels) - 1, "left", 8)):
                place = track.places[at]
                if place is not None:
                    axes.annotate(
                        _short(track.label),
                        (at, place),
                        (gap, 0),
                        ha=side,
                        va="center",
                        color=_INK,
                        fontsize=9,
                        **_OFFSET,
                    )
        axes.set_xticks(range(len(labels)), [_short(label) for label in labels], rotation=45, ha="right")
        axes.set_yticks(range(1, len(tracks) + 1))
        axes.set_ylim(len(tracks) + 0.5, 0.5)
        axes.set_xlim(-2.0, len(labels) + 1.0)
        axes.set_ylabel("place", color=_INK)

    width = max(_WIDTH, 2.5 + _STEP * len(labels))
    return _drawn(paint, name, words, 2.2 + _ROW * len(tracks), width)


def whiskers(rows: Sequence[tuple[str, float, float, float]], name: str, words: str) -> "Markup | None":
    """Return numbers with their intervals (label, number, low, high), the first above; `None` without matplotlib."""

    def paint(axes: Any) -> None:  # noqa: ANN401 - matplotlib has no types here
        for place, (_, value, low, high) in enumerate(rows):
            axes.plot([low, high], [place, place], color=_END, linewidth=3, solid_capstyle="butt")
            axes.plot([value], [place], marker="o", color=_INK)
            axes.annotate(f"{value:.2f}", (value, place), (0, 6), ha="center", color=_INK, fontsize=9, **_OFFSET)
        axes.set_yticks(range(len(rows)), [_short(label) for label, *_ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.7)

    return _drawn(paint, name, words, max(1.4, _ROW * len(rows) + 0.6))


def _short(label: str) -> str:
    """Return a label that fits, and in which matplotlib sees no formula."""
    text = plain(label).replace("$", r"\$")
    return text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}…"


def _drawn(
    paint: Callable[[Any], None], name: str, words: str, height: float, width: float = _WIDTH
) -> "Markup | None":
    """Return what a function paints on axes, as SVG for a page; `None` without matplotlib."""
    if find_spec("matplotlib") is None:
        return None
    from markupsafe import Markup, escape  # noqa: PLC0415 - comes with Jinja2
    from matplotlib.figure import Figure  # noqa: PLC0415

    with figure_style():
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        paint(axes)
        axes.patch.set_alpha(0)
        axes.tick_params(colors=_INK, labelsize=9)
        for side, spine in axes.spines.items():
            spine.set_visible(side == "bottom")
            spine.set_color(_INK)
        out = BytesIO()
        figure.savefig(
            out, format="svg", transparent=True, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type"))
        )
    text = out.getvalue().decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\b(id=")|((?:xlink:)?href="#)|(url\(#)', lambda found: f"{found[0]}{name}-", text)
    for sentinel, colour in _COLOURS.items():
        text = text.replace(sentinel, colour)
    text = re.sub(r"font: [^;\"]*?([0-9.]+px)[^;\"]*", r"font: \1 system-ui, sans-serif", text)
    label = f'role="img" aria-label="{escape(words)}"'
    return Markup(text.replace("<svg ", f"<svg {label} ", 1))  # noqa: S704 - what matplotlib wrote, its texts escaped
