"""Plot: the histogram of a sweep as SVG or PNG, with everything that is marked as lines; needs matplotlib."""

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import plain
from nerconform.base.whole_files import write_whole
from nerconform.reporting.figure_style import figure_style
from nerconform.reporting.sweep_text import bins, number_text, position, scale_text
from nerconform.results.sweep_result import Sweep

FORMS = (".svg", ".png")
_BARS = 60
_SIZE = (8.0, 4.5)
_DPI = 150
_WRAP = 150
_DASHES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 4)), (0, (9, 3)))
"""One for each line, so that a plot can be read without its colours."""


class MissingMatplotlib(NerconformError):
    """Plots need matplotlib, which is not installed."""

    code = "missing-matplotlib"


class CannotPlot(NerconformError):
    """A plot cannot be written to this file."""

    code = "cannot-plot"


def require_plot(path: Path) -> None:
    """Raise `CannotPlot` or `MissingMatplotlib` where no plot could be written, before anything is worked out."""
    if path.suffix.lower() not in FORMS:
        message = (
            f"a plot cannot be written as {path.suffix or 'a file without an ending'}, only as {' or '.join(FORMS)}"
        )
        raise CannotPlot(message, place=str(path), hint=f"Name the file {path.stem or 'plot'}.svg.")
    if not path.parent.is_dir():
        hint = f"Make the folder first: mkdir -p {path.parent}"
        raise CannotPlot("the folder of the plot does not exist", place=str(path.parent), hint=hint)
    if path.is_dir():
        raise CannotPlot("this is a folder, not a file", place=str(path), hint=f"Name a file: {path}/spread.svg.")
    if find_spec("matplotlib") is None:
        raise MissingMatplotlib(
            "plots need matplotlib, which is not installed", hint="Run: pip install 'nerconform[plots]'."
        )


def write_plot(sweep: Sweep, path: Path) -> None:
    """Write the histogram; the same sweep makes the same file with one release of matplotlib."""
    write_whole(path, plot(sweep, path.suffix.lower().removeprefix(".")))


def plot(sweep: Sweep, form: str) -> bytes:
    """Return the histogram as an image; `form` is `svg` or `png`."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    with figure_style():
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
        found = bins(sweep, _BARS)
        axes.bar(
            [float(one.low) for one in found],
            [one.policies for one in found],
            [float(one.high - one.low) for one in found],
            align="edge",
            color="0.75",
            edgecolor="white",
        )
        for number, (label, value) in enumerate(_lines(sweep)):
            axes.axvline(value, color=f"C{number % 10}", linestyle=_DASHES[number % len(_DASHES)], label=label)
        axes.set_xlabel(f"{sweep.measure} ({scale_text(sweep).split(';')[0]})".replace("$", r"\$"))
        axes.set_ylabel(f"policies of {sweep.policies}")
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small", title=_title(sweep), title_fontsize="small")
        signature = plain(sweep.signature).replace("$", r"\$")
        figure.suptitle("\n".join(signature[at : at + _WRAP] for at in range(0, len(signature), _WRAP)), fontsize=6)
        out = BytesIO()
        figure.savefig(out, format=form, dpi=_DPI, metadata={"Date": None} if form == "svg" else {"Software": None})
    return out.getvalue()


def _lines(sweep: Sweep) -> list[tuple[str, float]]:
    """Return a line for each marked number; names with one number share it."""
    found: dict[float, list[str]] = {}
    for one in sweep.marked:
        if one.value is not None:
            label = f"{one.name} {number_text(sweep, one.value)}"
            found.setdefault(float(position(sweep, one.value)), []).append(label)
    return [(", ".join(names), value) for value, names in found.items()]


def _title(sweep: Sweep) -> str | None:
    """Return what the legend cannot show as a line."""
    refused = [one.name for one in sweep.named if one.refused]
    return f"refused: {', '.join(refused)}" if refused else None
