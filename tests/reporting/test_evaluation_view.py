"""How numbers and names are shown."""

from fractions import Fraction

import pytest
from msgspec import convert

from nerconform.api import evaluate
from nerconform.base.plain_text import plain
from nerconform.reference.option_values import Rounding
from nerconform.reporting.evaluation_view import ScoreLine, shown, tables
from nerconform.reporting.score_text import _row_name
from nerconform.results.context import RatioFormat
from nerconform.results.score_result import EvaluationScores


def _scores(gold: object, pred: object, dialect: str = "semeval") -> EvaluationScores:
    """Return the record of an evaluation."""
    return convert(evaluate(gold, pred, dialect).to_dict(), EvaluationScores)


@pytest.mark.parametrize(
    ("value", "rounding", "text"),
    [
        (Fraction(746, 1866), "exact", "39.98"),
        (Fraction(1, 3), "exact", "33.33"),
        (Fraction(1, 20000), "exact", "0.01"),
        (Fraction(1), "exact", "100.00"),
        (Fraction(0), "exact", "0.00"),
        (Fraction(3998, 100), "2-half-up-x100", "39.98"),
        (Fraction(40, 100), "2-half-even-x1", "0.40"),
        (Fraction(40), "0-half-up-x100", "40"),
        (None, "exact", "-"),
        (7, "exact", "7"),
    ],
)
def test_a_number_is_shown_as_the_dialect_rounds_it(value: Fraction | None, rounding: str, text: str) -> None:
    assert shown(value, RatioFormat(*Rounding.parse(rounding))) == text


def test_a_type_cannot_break_a_line_or_colour_a_terminal() -> None:
    assert plain("a\nb\x1b[31m\u2028é日") == "a\\nb\\x1b[31m\\u2028é日"


def test_a_type_called_micro_is_not_the_average() -> None:
    (table,) = tables(_scores([["B-micro"]], [["B-micro"]], "conlleval"))
    assert [(line.label, line.average) for line in table.lines[:2]] == [("type micro", False), ("micro", True)]


def test_unaligned_there_is_one_table_and_aligned_there_are_four() -> None:
    heads = [table.heads[3:] for table in tables(_scores([["B-A"]], [["O"]]))]
    assert [("par" in names, "inc" in names) for names in heads] == [
        (False, True),
        (False, True),
        (True, False),
        (False, True),
    ]
    (table,) = tables(_scores([["B-A"]], [["O"]], "conlleval"))
    assert table.heads[3:] == ("tp", "fp", "fn", "pos", "act")


def test_a_name_that_no_terminal_can_show_is_cut_there() -> None:
    line = ScoreLine("A" * 1000, average=False, cells=())
    assert _row_name(line) == "A" * 80 + "..."
