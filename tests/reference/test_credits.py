"""Credits: what each row adds to the seven cells of the counts (CNT-1, CNT-8, CNT-9)."""

from fractions import Fraction

import pytest

import nerconform as nc
from nerconform.reference.credits import CELLS, Amount, adder
from nerconform.reference.outcomes import AskedRow, Pair, Schema
from nerconform.reference.spans import Span

GOLD, SHORT, SHIFTED = Span("X", 0, 4), Span("X", 0, 3), Span("X", 2, 6)
"""SHORT covers 3 tokens of GOLD; GOLD and SHIFTED each cover 2 tokens of the other."""


def added(row: Pair, schema: Schema, **choices: str) -> list[Amount]:
    """Return what a row adds: COR, INC, PAR, MIS and SPU, then how many more predictions than gold are COR and PAR."""
    cells: list[Amount] = [0] * CELLS
    adder(nc.Dialect().set(**choices))(cells, row, schema)
    return cells


@pytest.mark.parametrize(
    ("row", "schema", "cell"),
    [
        (Pair(GOLD, GOLD), Schema.STRICT, 0),
        (Pair(GOLD, SHORT), Schema.STRICT, 1),
        (Pair(GOLD, SHORT), Schema.PARTIAL, 2),
        (Pair(GOLD, None), Schema.STRICT, 3),
        (Pair(None, GOLD), Schema.STRICT, 4),
    ],
)
def test_a_row_adds_one_to_the_cell_of_its_outcome(row: Pair, schema: Schema, cell: int) -> None:
    expected = [int(at == cell) for at in range(CELLS)]
    assert added(row, schema) == expected
    assert added(row, schema, align="two-sided") == expected  # a row that nobody asks for by itself


def gold_asks(other: Span | None, covered: int) -> Pair:
    return AskedRow.of(GOLD, other, covered, gold_asks=True)


def pred_asks(other: Span | None, covered: int) -> Pair:
    return AskedRow.of(SHIFTED, other, covered, gold_asks=False)


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("row", "schema", "credit", "expected"),
    [
        (gold_asks(GOLD, 4), Schema.STRICT, "fixed", [1, 0, 0, 0, 0, -1, 0]),
        (gold_asks(GOLD, 4), Schema.STRICT, "tokens", [4, 0, 0, 0, 0, -4, 0]),
        (gold_asks(None, 0), Schema.STRICT, "fixed", [0, 0, 0, 1, 0, 0, 0]),
        (gold_asks(None, 0), Schema.STRICT, "tokens", [0, 0, 0, 4, 0, 0, 0]),
        (gold_asks(SHORT, 3), Schema.STRICT, "fixed", [0, 0, 0, 1, 0, 0, 0]),
        (gold_asks(SHORT, 3), Schema.PARTIAL, "fixed", [0, 0, 1, 0, 0, 0, -1]),
        (gold_asks(SHORT, 3), Schema.PARTIAL, "share", [3 * QUARTER, 0, 0, QUARTER, 0, -3 * QUARTER, 0]),
        (gold_asks(SHORT, 3), Schema.PARTIAL, "tokens", [3, 0, 0, 1, 0, -3, 0]),
        (pred_asks(SHIFTED, 4), Schema.STRICT, "fixed", [0, 0, 0, 0, 0, 1, 0]),
        (pred_asks(SHIFTED, 4), Schema.STRICT, "share", [0, 0, 0, 0, 0, 1, 0]),
        (pred_asks(SHIFTED, 4), Schema.STRICT, "tokens", [0, 0, 0, 0, 0, 4, 0]),
        (pred_asks(None, 0), Schema.STRICT, "fixed", [0, 0, 0, 0, 1, 0, 0]),
        (pred_asks(None, 0), Schema.STRICT, "tokens", [0, 0, 0, 0, 4, 0, 0]),
        (pred_asks(GOLD, 2), Schema.PARTIAL, "fixed", [0, 0, 0, 0, 0, 0, 1]),
        (pred_asks(GOLD, 2), Schema.PARTIAL, "share", [0, 0, 0, 0, HALF, HALF, 0]),
        (pred_asks(GOLD, 2), Schema.PARTIAL, "tokens", [0, 0, 0, 0, 2, 2, 0]),
    ],
)
def test_a_span_that_asks_adds_what_it_is_worth_to_its_own_side(
    row: Pair, schema: Schema, credit: str, expected: list[Amount]
) -> None:
    assert added(row, schema, align="two-sided", credit=credit) == expected


def test_an_error_adds_the_shares_of_its_class() -> None:
    fair = {"align": "fair", "weights": "given{BES=1/2+1/3+1/6,BEL=0+1/4+3/4}"}
    assert added(Pair(GOLD, SHORT), Schema.STRICT, **fair) == [HALF, 0, 0, Fraction(1, 6), Fraction(1, 3), 0, 0]
    assert added(Pair(SHORT, GOLD), Schema.STRICT, **fair) == [0, 0, 0, 3 * QUARTER, QUARTER, 0, 0]
    assert added(Pair(GOLD, GOLD), Schema.STRICT, **fair) == [1, 0, 0, 0, 0, 0, 0]
    assert added(Pair(GOLD, None), Schema.STRICT, **fair) == [0, 0, 0, 1, 0, 0, 0]
    assert added(Pair(None, GOLD), Schema.STRICT, **fair) == [0, 0, 0, 0, 1, 0, 0]
