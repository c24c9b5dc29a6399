"""Tapes: short strings of bytes, each byte one step of writing a corpus.

A draw costs Hypothesis tens of microseconds whatever it draws, so a corpus is one draw: a string of bytes, each of
which stands for one step (a token, a span, an edit of what has just been written, the beginning of the next unit).
Every string is a corpus, so nothing is ever filtered. A step refers only to what stands before it, and byte 0 is no
step at all: each byte can be deleted or made smaller without giving the others another meaning, so that finds shrink
well.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import accumulate, pairwise
from typing import TypeVar

from hypothesis import strategies as st

from nerconform.suite.strategies.sizes import Size


class Sign(Enum):
    """What a byte says of the tape itself."""

    NOTHING = 0
    UNIT = 1
    """The next unit begins; the first begins by itself."""
    END = 2
    """The rest is not read."""


Step = TypeVar("Step")
Table = tuple[Step | Sign, ...]
"""The step that each byte stands for."""
_BYTES = 256
_FOR_A_TOKEN = 1.8
"""About how many steps there are to a token, edits included."""
_LONG = 1500
"""Longer tapes are not asked for: Hypothesis has a limit to what it draws."""


def _steps(size: Size) -> tuple[float, float]:
    """Return how many steps a unit of middling length has, and a corpus of as many units as is usual."""
    units, tokens = (sum(bounds) / 2 for bounds in size)
    return 1 + tokens * _FOR_A_TOKEN, (1 + tokens * _FOR_A_TOKEN) * max(units, 1)


def table_of(weights: Sequence[tuple[Step, int]], size: Size) -> Table[Step]:
    """Return the table in which each step has a share of the bytes that is proportional to its weight.

    Each has one byte at least. They come simplest first: shrinking makes bytes smaller, and always tries 0, which is no
    step, and 1, the first.
    """
    unit, corpus = _steps(size)
    total = sum(weight for _, weight in weights)
    entries: list[tuple[Step | Sign, float]] = [*weights]
    if size.units[1] > 1:
        entries.append((Sign.UNIT, total / unit))
    if corpus < _BYTES // 4:  # of a longer tape, one byte for the end would be too many
        entries.append((Sign.END, total / corpus / 4))
    ends = list(accumulate((weight for _, weight in entries), initial=0.0))
    shared = _BYTES - 1 - len(entries)
    bounds = [index + round(end / ends[-1] * shared) for index, end in enumerate(ends)]
    steps = (
        entry for (entry, _), (start, end) in zip(entries, pairwise(bounds), strict=True) for _ in range(start, end)
    )
    return (Sign.NOTHING, *steps)


def tapes(size: Size) -> st.SearchStrategy[bytes]:
    """Draw the tape of a corpus of about this size."""
    steps = min(int(_steps(size)[1]), _LONG)
    return st.binary(min_size=steps // 2, max_size=4 * steps + 2)


def units_of(tape: bytes, table: Table[Step], size: Size) -> list[list[Step]]:
    """Return the steps of each unit; what comes after the last unit that there may be is passed over."""
    fewest, most = size.units
    units: list[list[Step]] = []
    for byte in tape:
        step = table[byte]
        if step is Sign.NOTHING:
            continue
        if step is Sign.END:
            break
        if step is Sign.UNIT or not units:
            if len(units) == most:
                break
            units.append([])
        if not isinstance(step, Sign):
            units[-1].append(step)
    return units + [[] for _ in range(fewest - len(units))]
