"""Confusion: gold types against predicted types, adding up to the counts of the micro average."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.confusion import Confusion
from nerconform.reference.counting import Counts
from nerconform.reference.options import Align
from nerconform.reference.outcomes import answered
from nerconform.reference.refusals import NotAnswered
from tests.reference.strategies import dialects, sides, span_units

GOLD = [[("PER", 0, 2), ("LOC", 3, 4), ("ORG", 5, 6)]]
PRED = [[("PER", 0, 1), ("ORG", 3, 4), ("MISC", 8, 9)]]


def test_a_cell_counts_pairs_of_two_types() -> None:
    """PER is too short, LOC has the type ORG, ORG is missed, MISC is a false positive."""
    confusion = nc.evaluate(GOLD, PRED, outcomes=True).confusion
    assert confusion.cells == {
        ("LOC", "ORG"): Counts(inc=1),
        ("ORG", None): Counts(mis=1),
        ("PER", "PER"): Counts(inc=1),
        (None, "MISC"): Counts(spu=1),
    }
    assert (confusion["LOC", "ORG"], confusion["ORG", None], confusion[None, "MISC"]) == (1, 1, 1)
    assert confusion["PER", "LOC"] == 0
    assert confusion.gold_types == ("LOC", "ORG", "PER")
    assert confusion.pred_types == ("MISC", "ORG", "PER")


def test_a_dialect_without_alignment_pairs_equal_spans_only() -> None:
    confusion = nc.evaluate([[("A", 0, 1), ("A", 2, 3)]], [[("A", 0, 1), ("B", 2, 3)]], "conlleval", outcomes=True)
    assert confusion.confusion.cells == {
        ("A", "A"): Counts(cor=1),
        ("A", None): Counts(mis=1),
        (None, "B"): Counts(spu=1),
    }


def test_pairs_that_were_not_kept_are_refused() -> None:
    with pytest.raises(NotAnswered, match="did not keep them"):
        _ = nc.evaluate(GOLD, PRED).confusion


PAIRING = dialects(item="span", pool="corpus", weights="whole").filter(lambda one: one.align is not Align.TWO_SIDED)
"""Dialects in which every pair counts as one; `align:two-sided` makes no pairs."""


@given(span_units(), PAIRING, st.data())
def test_all_cells_add_up_to_the_counts(units: list, dialect: nc.Dialect, data: st.DataObject) -> None:  # type: ignore[type-arg]
    schema = data.draw(st.sampled_from(answered(dialect)))
    evaluation = nc.evaluate(*sides(units), dialect, outcomes=True)
    confusion = Confusion.of(evaluation.outcomes or (), schema)
    assert confusion.total == evaluation.schemas[schema].counts
