"""Notebook forms: what results are in a notebook (a short `repr`, a table in HTML) and in a data frame.

A registry: `nerconform/__init__` calls `attach` when one of its functions is first used, so that neither the reference
nor the records import this room. What a form needs is loaded when it is used.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

_RESULTS: Mapping[str, str] = {
    "check": "nerconform.results.run:Run",
    "compare": "nerconform.results.comparison:Comparison",
    "evaluate": "nerconform.reference.evaluation:Evaluation",
    "identify": "nerconform.results.identification_result:Identification",
    "rank": "nerconform.results.ranking_result:Ranking",
    "sweep": "nerconform.results.sweep_result:Sweep",
}
"""The class of what each public function returns."""


def attach(function: str) -> None:
    """Give the result of a public function its forms in a notebook, and `to_frame`."""
    if function not in _RESULTS:
        return
    module, name = _RESULTS[function].split(":")
    kind: Any = getattr(import_module(module), name)
    kind.__repr__ = _short
    kind._repr_html_ = _html
    kind.to_frame = _frame


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
