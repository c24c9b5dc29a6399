"""Columns: which one of a CoNLL file is what."""

from typing import NamedTuple, Self

from nerconform.formats.errors import AmbiguousColumns, MissingColumn
from nerconform.formats.options import Column, ReaderOptions
from nerconform.formats.record import Side

_OWN_WIDTHS = {1: (0, None), 2: (1, None), 3: (1, 2)}
"""Gold and prediction in a file that is alone and of which nothing is said, by its number of columns."""


class Columns(NamedTuple):
    """The numbers of the columns, from 0; `None` where there is none."""

    token: int | None
    gold: int | None
    pred: int | None

    @classmethod
    def of(cls, width: int, header: tuple[str, ...], options: ReaderOptions, side: Side, place: str) -> Self:
        """Return the columns of a file. Raises `MissingColumn` or `AmbiguousColumns`."""

        def found(column: Column | None) -> int | None:
            return None if column is None else _number(column, width, header, place)

        gold = None if side is Side.PRED else found(options.gold_column)
        pred = None if side is Side.GOLD else found(options.pred_column)
        match side:
            case Side.GOLD:
                gold = width - 1 if gold is None else gold
            case Side.PRED:
                pred = width - 1 if pred is None else pred
            case Side.BOTH if gold is None:
                gold, pred = _unsaid(width, pred, place)
        if options.token_column == 0 and (width == 1 or 0 in {gold, pred}):
            return cls(None, gold, pred)
        return cls(found(options.token_column), gold, pred)


def _number(column: Column, width: int, header: tuple[str, ...], place: str) -> int:
    """Return the number of a column that is there."""
    if isinstance(column, str):
        if header.count(column) == 1:
            return header.index(column)
        names = ", ".join(header)[:200] or "none"
        hint = f"The names of the header are: {names}."
        fault = "names two columns" if column in header else "is not in the header"
        raise MissingColumn(f"{column!r} {fault}", place=place, hint=hint)
    if -width <= column < width:
        return column % width
    hint = "Columns count from 0, and from -1 backwards from the end; is it another separator?"
    raise MissingColumn(f"there is no column {column}: the lines have {width}", place=place, hint=hint)


def _unsaid(width: int, pred: int | None, place: str) -> tuple[int, int | None]:
    """Return gold and prediction where the gold column was not said."""
    if pred is None and width in _OWN_WIDTHS:
        return _OWN_WIDTHS[width]
    if pred is not None:
        hint = "Say the gold column, too."
        raise AmbiguousColumns("the prediction's column was said and gold's was not", place=place, hint=hint)
    message = f"of {width} columns, which is gold, and is one the prediction?"
    hint = (
        "Say gold column -2 and prediction column -1 (conlleval's order), or gold column -1 for a file of gold alone; "
        "for validate say --column."
    )
    raise AmbiguousColumns(message, place=place, hint=hint)
