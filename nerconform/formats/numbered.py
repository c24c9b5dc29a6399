"""Numbered: the tags of one file, or of two side by side, as numbers, some whole units at a time.

This is `formats.pair` for blocks: whatever has to be refused, because a side is missing or the files part, is left to
the reader of lines by raising `NotServed`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nerconform.engines.cells import Cells, same_cells
from nerconform.engines.lexicon import Lexicon
from nerconform.engines.not_served import NotServed
from nerconform.engines.ranges import Indices
from nerconform.engines.span_columns import Flags
from nerconform.formats.blocks import ReadPlan, UnitBlock
from nerconform.formats.source import Told

_PART = "the files part"


class Numbered(NamedTuple):
    """Some whole units: how many tokens each has, the numbers of their tags on end, which of them begin a document."""

    lengths: Indices
    gold: Indices
    pred: Indices
    marked: Flags


def numbered(plans: Sequence[ReadPlan], lexicon: Lexicon, told: Told | None = None) -> Iterator[Numbered]:
    """Yield the units of a file that has both sides, or of gold and prediction side by side. Raises `NotServed`."""
    if len(plans) == 1:
        return _of_one(plans[0], lexicon, told)
    return _of_two(plans[0], plans[1], lexicon, told)


def joined(parts: Iterator[Numbered]) -> Iterator[Numbered]:
    """Yield all units at once, if there are any: for choices that look across units."""
    kept = [part._replace(gold=part.gold.astype(np.int32), pred=part.pred.astype(np.int32)) for part in parts]
    if kept:
        yield Numbered(*(np.concatenate(columns) for columns in zip(*kept, strict=True)))


def _of_one(plan: ReadPlan, lexicon: Lexicon, told: Told | None) -> Iterator[Numbered]:
    """Yield the units of one file."""
    _, gold, pred = plan.columns
    if gold is None or pred is None:
        raise NotServed("there is one annotation alone")
    for _, cells in plan.blocks(told):
        yield Numbered(cells.lengths, lexicon.read(cells, gold), lexicon.read(cells, pred), cells.marked)


class _NumberedSide:
    """The units of one of two files, of which some have been taken."""

    def __init__(self, blocks: Iterator[UnitBlock], column: int | None, lexicon: Lexicon) -> None:
        self.blocks = blocks
        self.column = column or 0
        self.lexicon = lexicon
        self.cells: Cells | None = None
        self.tags: Indices = np.empty(0, dtype=np.int64)
        self.units = self.rows = 0
        """How many units and rows of the block have been taken."""
        self.marks = False
        """Whether a document has begun in this file."""

    def left(self) -> int:
        """Return how many units of the block are left, of a new one where all have been taken; 0 at the end."""
        if self.cells is None or self.units == len(self.cells.lengths):
            self.cells = next((block.cells for block in self.blocks), None)
            self.units = self.rows = 0
            if self.cells is None:
                return 0
            self.tags = self.lexicon.read(self.cells, self.column)
        return len(self.cells.lengths) - self.units

    def take(self, units: int) -> tuple[Cells, slice, slice]:
        """Return the block, and which of its units and rows are next."""
        assert self.cells is not None  # noqa: S101 - there are units left
        chosen = slice(self.units, self.units + units)
        rows = slice(self.rows, self.rows + int(self.cells.lengths[chosen].sum()))
        self.units, self.rows = chosen.stop, rows.stop
        return self.cells, chosen, rows

    def begun(self, marked: Flags) -> Flags:
        """Return for each of the next units whether a document has begun before it or with it."""
        found: Flags = np.logical_or.accumulate(marked) | self.marks
        self.marks = bool(found[-1])
        return found


def _of_two(gold: ReadPlan, pred: ReadPlan, lexicon: Lexicon, told: Told | None) -> Iterator[Numbered]:
    """Yield the units of two files."""
    if gold.layout.comment:
        raise NotServed("comments may name the units of two files")
    columns = gold.columns.gold, pred.columns.pred
    sides = [
        _NumberedSide(plan.blocks(told), column, lexicon) for plan, column in zip((gold, pred), columns, strict=True)
    ]
    while units := min(left := [side.left() for side in sides]):
        (one, units_of_one, rows_of_one), (other, units_of_other, rows_of_other) = (side.take(units) for side in sides)
        lengths = one.lengths[units_of_one]
        if not np.array_equal(lengths, other.lengths[units_of_other]):
            raise NotServed(_PART)
        if gold.columns.token is not None and pred.columns.token is not None:
            tokens = gold.columns.token, pred.columns.token
            if not same_cells(one, other, tokens, (rows_of_one, rows_of_other)):
                raise NotServed(_PART)
        marks = one.marked[units_of_one], other.marked[units_of_other]
        begun = [side.begun(marked) for side, marked in zip(sides, marks, strict=True)]
        if (begun[0] & begun[1] & (marks[0] != marks[1])).any():
            raise NotServed(_PART)
        yield Numbered(lengths, sides[0].tags[rows_of_one], sides[1].tags[rows_of_other], marks[0] | marks[1])
    if any(left):
        raise NotServed(_PART)
