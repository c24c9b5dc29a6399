"""Notebook forms: what results are in a notebook (a short `repr`, a table in HTML) and in a data frame.

A registry: `nerconform/__init__` calls `attach` when one of its functions is first used, so that neither the reference
nor the records import this room. What a form needs is loaded when it is used.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

_RESULTS: Mapping[str, tuple[str, ...]] = {
    "agree": ("nerconform.results.agreement_result:Agreement",),
    "analyze": ("nerconform.results.analysis_result:Analysis",),
    "check": ("nerconform.results.run:Run",),
    "compare": ("nerconform.results.comparison:Comparison",),
    "draw": ("nerconform.results.analysis_result:SentenceSpans",),
    "evaluate": ("nerconform.reference.evaluation:Evaluation", "nerconform.reference.confusion:Confusion"),
    "identify": ("nerconform.results.identification_result:Identification",),
    "rank": ("nerconform.results.ranking_result:Ranking",),
    "sweep": ("nerconform.results.sweep_result:Sweep",),
}
"""The classes of what each public function returns."""
_PICTURES = ("Analysis", "Ranking")
"""The classes that have a picture."""


def attach(function: str) -> None:
    """Give the results of a public function their forms in a notebook, `to_frame`, and `plot` where there is one."""
    for place in _RESULTS.get(function, ()):
        module, name = place.split(":")
        kind: Any = getattr(import_module(module), name)
        kind.__repr__ = _short
        kind._repr_html_ = _html
        kind.to_frame = _frame
        if name in _PICTURES:
            kind.plot = _plot


def _plot(result: object, what: str = "") -> object:
    """Return a picture, which a notebook shows: of an analysis the heat map, of a ranking `places` or `intervals`.

    Its `figure` is a figure of matplotlib. Raises `CannotPlot` for another picture, and `MissingMatplotlib`.
    """
    from nerconform.reporting.pictures import picture  # noqa: PLC0415 - loaded when it is used

    return picture(result, what)


def _short(result: object) -> str:
    """Return the result in one line, with its numbers."""
    from nerconform.reporting.short_forms import short  # noqa: PLC0415 - loaded when it is used

    return short(result)


def _html(result: object) -> str:
    """Return the result as HTML for a notebook."""
    from nerconform.reporting.short_forms import html  # noqa: PLC0415 - loaded when it is used

    return html(result)


def _frame(result: object, library: str | None = None) -> object:
    """Return the result as a data frame of pandas or polars: of the `library` that is named, or that is installed.

    Raises `NoFrames` where neither is installed.
    """
    from nerconform.reporting.frames import frame  # noqa: PLC0415 - loaded when it is used

    return frame(result, library)
