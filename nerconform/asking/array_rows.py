"""Array rows: where the tokens of each sentence stand in the arrays that `compute_metrics` gets.

Tokenizers and collators differ: some add special tokens, some pad on the left, a word may have several pieces. Only the
first piece of a word has a label; every other column holds -100, and the model predicts something there. The layout
follows from the content of the question, so one question is always asked in the same arrays.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple
from zlib import crc32

Labels = Sequence[Sequence[str | None]]
"""A label for every column of every row, `None` where there is -100."""


class ArrayLayout(NamedTuple):
    """Which columns beside those of labels a tokenizer and a collator make."""

    before: int = 0
    """Special tokens in front of a sentence."""
    after: int = 0
    """Special tokens behind it."""
    every: int = 0
    """A word has a second piece if its number can be divided by this; with 0 none has."""
    on_the_left: bool = False
    """Whether shorter rows are padded on the left."""
    spare: int = 0
    """Columns of padding that the longest row has, too."""


LAYOUTS: tuple[ArrayLayout, ...] = (
    ArrayLayout(before=1, after=1, every=3, spare=1),
    ArrayLayout(),
    ArrayLayout(after=1, every=2),
    ArrayLayout(before=1),
    ArrayLayout(every=1, on_the_left=True),
    ArrayLayout(before=1, on_the_left=True, spare=2),
)
"""What BERT, models without special tokens, T5, LLaMA, and two that pad on the left get."""


class ArrayRows(NamedTuple):
    """Gold labels and predicted tags, column by column; all rows have one width."""

    gold: Labels
    pred: Sequence[Sequence[str]]


def layout_of(gold: Sequence[Sequence[str]], pred: Sequence[Sequence[str]]) -> ArrayLayout:
    """Return the layout of a question: which one follows from its tags alone."""
    text = "\n".join(" ".join(unit) for unit in chain(gold, pred))
    return LAYOUTS[crc32(text.encode("utf-8", "surrogatepass")) % len(LAYOUTS)]


def array_columns(lengths: Sequence[int], layout: ArrayLayout) -> list[list[int | None]]:
    """Return for every row which token of its sentence stands in each column, `None` where there is -100."""
    rows = [[*[None] * layout.before, *_pieces(length, layout.every), *[None] * layout.after] for length in lengths]
    width = max(1, layout.spare + max(map(len, rows), default=0))
    padding: list[list[int | None]] = [[None] * (width - len(row)) for row in rows]
    return [[*pad, *row] if layout.on_the_left else [*row, *pad] for row, pad in zip(rows, padding, strict=True)]


def is_unsure(row: int, column: int) -> bool:
    """Whether a model is unsure of what it predicts in a column: its logit is the largest, but not by much."""
    return (row + column) % 3 == 1


def _pieces(length: int, every: int) -> Iterator[int | None]:
    for number in range(length):
        yield number
        if every and number % every == 0:
            yield None


def array_rows(gold: Sequence[Sequence[str]], pred: Sequence[Sequence[str]]) -> ArrayRows:
    """Return both sides of a question whose sentences have equal lengths, laid out in columns.

    Where gold has no label, a tag of the question that is not O is predicted: one in front of a labelled token, another
    behind it.
    """
    columns = array_columns([len(unit) for unit in gold], layout_of(gold, pred))
    tags = sorted({tag for unit in chain(gold, pred) for tag in unit} - {"O"}) or ["O"]
    guesses = []
    for row, unit in zip(columns, pred, strict=True):
        first = next((column for column, token in enumerate(row) if token is not None), len(row))
        guesses.append(
            [unit[token] if token is not None else tags[0 if at < first else -1] for at, token in enumerate(row)]
        )
    labels = [
        [None if token is None else unit[token] for token in row] for row, unit in zip(columns, gold, strict=True)
    ]
    return ArrayRows(labels, guesses)
