"""Error classes: each derived by hand, and the law that they add up to the counts under every dialect."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.outcomes import answered
from nerconform.results.analysis_result import summed
from tests.reference.strategies import ALIGNMENTS, dialects, sides, span_units

CASES: dict[str, tuple[list[Any], list[Any], dict[str, int]]] = {
    "equal": ([("A", 0, 2)], [("A", 0, 2)], {}),
    "another type": ([("A", 0, 2)], [("B", 0, 2)], {"wrong type": 1}),
    "longer to the right": ([("A", 0, 2)], [("A", 0, 3)], {"too long": 1}),
    "longer on both sides": ([("A", 1, 2)], [("B", 0, 3)], {"too long": 1}),
    "shorter": ([("A", 0, 3)], [("A", 1, 3)], {"too short": 1}),
    "crossing": ([("A", 0, 3)], [("A", 2, 5)], {"overlaps": 1}),
    "touching": ([("A", 0, 2)], [("A", 2, 3)], {"missed": 1, "false positive": 1}),
    "one in two": ([("A", 0, 4)], [("A", 0, 2), ("A", 2, 4)], {"split": 1}),
    "two in one": ([("A", 0, 2), ("A", 2, 4)], [("A", 0, 4)], {"merged": 1}),
    "a chain": ([("A", 0, 2), ("A", 3, 5)], [("A", 1, 4), ("A", 4, 6)], {"overlaps": 1}),
    "inside a correct one": ([("A", 0, 4)], [("A", 0, 4), ("B", 1, 2)], {"false positive": 1}),
    "wrong types, nested": ([("A", 0, 2), ("B", 0, 5)], [("C", 0, 2), ("D", 0, 5)], {"wrong type": 2}),
    "twice predicted": ([("A", 0, 2)], [("A", 0, 2), ("A", 0, 2)], {"false positive": 1}),
    "twice missed": ([("A", 0, 2), ("A", 0, 2)], [], {"missed": 2}),
    "nested, both missed": ([("A", 0, 4), ("B", 1, 2)], [], {"missed": 2}),
}
LEGAL = [name for name in ALIGNMENTS if name in {"phased", "none", "best"}]


@pytest.mark.parametrize("align", LEGAL)
@pytest.mark.parametrize("name", CASES)
def test_the_class_says_how_entities_lie_whatever_the_dialect_pairs(name: str, align: str) -> None:
    gold, pred, due = CASES[name]
    found = nc.analyze([gold], [pred], nc.Dialect().set(align=align))
    assert Counter(str(error.kind) for error in found.errors) == due


def test_a_split_says_whether_a_part_has_a_wrong_type() -> None:
    (error,) = nc.analyze([[("A", 0, 4)]], [[("A", 0, 2), ("B", 2, 4)]]).errors
    assert (error.types_differ, error.length, error.type) == (True, 4, "A")
    assert error.outcomes == {"inc": 1, "spu": 1}
    assert error.cells == (("A", "A"), (None, "B"))


def test_without_alignment_a_wrong_type_is_missed_and_spurious() -> None:
    (error,) = nc.analyze([[("A", 0, 2)]], [[("B", 0, 2)]], "conlleval").errors
    assert (str(error.kind), error.outcomes) == ("wrong type", {"mis": 1, "spu": 1})


def pairing(**fixed: str) -> st.SearchStrategy[nc.Dialect]:
    """Draw dialects that pair spans, and in which every row counts as its outcome."""
    drawn = dialects(item="span", pool="corpus", weights="whole", **fixed)
    return drawn.filter(lambda dialect: dialect.align != "two-sided")


@given(span_units(), pairing(), st.data())
def test_classes_and_correct_pairs_add_up_to_the_counts(
    units: list[Any], dialect: nc.Dialect, data: st.DataObject
) -> None:
    schema = data.draw(st.sampled_from(answered(dialect)))
    found = nc.analyze(*sides(units), dialect, schema=schema)
    counts = nc.evaluate(*sides(units), dialect).schemas[schema].counts
    due = {
        name: number
        for name, number in zip(("cor", "inc", "par", "mis", "spu"), counts.as_tuple(), strict=True)
        if number
    }
    correct = {"cor": found.correct} if found.correct else {}
    assert summed([correct, *(one.outcomes for one in found.classes)]) == due == found.counts
    assert summed(cell.outcomes for cell in found.confusion) == due
    assert summed([correct, *(error.outcomes for error in found.errors)]) == due
    assert sum(one.errors for one in found.kinds) == len(found.errors) == found.found_errors
    for by in {group.by for group in found.groups}:
        assert summed(group.outcomes for group in found.groups if group.by == by) == due


@given(span_units(), pairing(attribution="gold"))
def test_classes_of_a_type_add_up_to_its_counts(units: list[Any], dialect: nc.Dialect) -> None:
    found = nc.analyze(*sides(units), dialect)
    rows = nc.evaluate(*sides(units), dialect.set(types="present")).by_type
    for kind, row in rows.items():
        assert row.counts is not None
        mine = summed(one.outcomes for one in found.classes if one.type == kind)
        wrong = (mine.get(name, 0) for name in ("inc", "mis", "spu"))
        assert tuple(wrong) == (row.counts.inc, row.counts.mis, row.counts.spu)
