"""Credits: what a row adds to the counts, where that is not simply one outcome (CNT-8, CNT-9)."""

from collections.abc import Callable
from fractions import Fraction

from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import FairClass
from nerconform.reference.options import Align, Credit
from nerconform.reference.outcomes import AskedRow, Outcome, Pair, Schema
from nerconform.reference.spans import shared_tokens

Amount = int | Fraction
CELLS = 7
COR, INC, PAR, MIS, SPU, MORE_COR, MORE_PAR = range(CELLS)
"""The cells of counts; the last two say how many more predictions than gold spans are COR and PAR."""
OF_OUTCOME = {outcome: cell for cell, outcome in enumerate(Outcome)}
Add = Callable[[list[Amount], Pair, Schema], None]
"""Cells, a row and a schema in; the cells have what the row adds."""


def adder(dialect: Dialect) -> Add:
    """Return how a row is added to cells."""
    if dialect.align is Align.TWO_SIDED:
        return lambda cells, row, schema: _add_asked(cells, row, schema, dialect.credit)
    if dialect.weights.by_class:
        return lambda cells, row, schema: _add_weighted(cells, row, schema, dialect)
    return _add_outcome


def _add_outcome(cells: list[Amount], row: Pair, schema: Schema) -> None:
    """Add one to the cell of the outcome (CNT-1)."""
    cells[OF_OUTCOME[row.outcome(schema)]] += 1


def _add_asked(cells: list[Amount], row: Pair, schema: Schema, credit: Credit) -> None:
    """Add what a span is worth to its side alone: all of it, or of an overlap the part that is covered (CNT-8)."""
    if not isinstance(row, AskedRow):  # a pair of equal spans, which both ask and answer
        _add_outcome(cells, row, schema)
        return
    outcome, size = row.outcome(schema), row.own.size
    whole = size if credit is Credit.TOKENS else 1
    got: Amount = whole if outcome in {Outcome.COR, Outcome.PAR} else 0
    cell, more = (PAR, MORE_PAR) if outcome is Outcome.PAR else (COR, MORE_COR)
    if outcome is Outcome.PAR and credit is not Credit.FIXED:
        got = row.covered if credit is Credit.TOKENS else Fraction(row.covered, size)
        cell, more = COR, MORE_COR
    if row.gold_asks:
        cells[cell] += got
        cells[more] -= got
        cells[MIS] += whole - got
    else:
        cells[more] += got
        cells[SPU] += whole - got


def _add_weighted(cells: list[Amount], row: Pair, schema: Schema, dialect: Dialect) -> None:
    """Add the shares of an error: of a true positive, a false positive and a false negative (CNT-9)."""
    if row.outcome(schema) not in {Outcome.INC, Outcome.PAR}:
        _add_outcome(cells, row, schema)
        return
    weight = dialect.weights.of(error_class(row))
    cells[COR] += weight.tp
    cells[SPU] += weight.fp
    cells[MIS] += weight.fn


def error_class(row: Pair) -> FairClass:
    """Return the class of a row that pairs two spans that are not equal (CNT-9)."""
    gold, pred = row
    assert gold is not None and pred is not None  # noqa: S101, PT018 - it is a pair
    if gold.bounds == pred.bounds:
        return FairClass.LE
    if gold.type != pred.type:
        return FairClass.LBE
    shared = shared_tokens(gold, pred)
    if shared == pred.size:
        return FairClass.BES
    return FairClass.BEL if shared == gold.size else FairClass.BEO


def plain(amount: Amount) -> Amount:
    """Return a whole amount as an integer."""
    return amount if type(amount) is int or amount.denominator != 1 else int(amount)
