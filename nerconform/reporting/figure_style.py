"""How figures of matplotlib are painted: alike each time, and without a word about fonts."""

from collections.abc import Iterator
from contextlib import contextmanager
from warnings import catch_warnings, filterwarnings


@contextmanager
def figure_style() -> Iterator[None]:
    """Paint and save figures so that equal results give equal files.

    A character that the font does not have (a type in Chinese) is drawn as a box, and SVG keeps it as text. matplotlib
    would warn of it in the middle of our own output.
    """
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    alike = rc_context({"svg.hashsalt": "nerconform", "svg.fonttype": "none", "hatch.linewidth": 0.6})
    with alike, catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        yield
