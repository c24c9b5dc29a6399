"""Both sides as libraries take them."""

from dataclasses import replace

import pytest

from nerconform.asking.inputs import are_paired, can_be_written, column, reach, read_scheme
from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Question
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import raw, spans, tags


@pytest.mark.parametrize(
    ("quantity", "expected"), [("f1", "f1"), ("f1.0", "f1"), ("f2", "f-beta"), ("recall", "recall"), ("mis", "mis")]
)
def test_every_other_f_shares_a_column(quantity: str, expected: str) -> None:
    assert column(Measure.parse(f"strict.micro.{quantity}")) == expected


def test_a_scheme_is_read_by_its_name_or_alias() -> None:
    assert read_scheme(tags([], [], scheme="IOBES"), (Scheme.BIOES,), "x") is Scheme.BIOES
    for name in ("IOB2", "IOB", "nonsense"):
        refused = read_scheme(tags([], [], scheme=name), (Scheme.BIOES,), "x")
        assert isinstance(refused, Unsupported)
        assert refused.reason.startswith("x ")


@pytest.mark.parametrize(
    ("question", "units", "tokens"),
    [
        (tags(["B-A O"], ["O O"]), True, True),
        (tags(["B-A O"], ["O"]), True, False),
        (tags(["B-A", "O"], ["O"]), False, False),
        (spans([[Span("A", 0, 1)]], [[]]), True, True),
        (raw("B-A", "B-A"), False, False),
        (raw([["B-A"]], ["B-A"]), False, False),
        (raw([["B-A", 1]], [[None, "O"]]), True, True),
    ],
)
def test_pairs_are_units_and_their_tags(question: Question, units: bool, tokens: bool) -> None:  # noqa: FBT001 - a table
    assert (are_paired(question, tokens=False), are_paired(question)) == (units, tokens)


@pytest.mark.parametrize(
    ("tag", "written"), [("B-A", True), ("", True), ("B-é|:-", True), ("B-a b", False), ("B-\ud800", False)]
)
def test_a_tag_is_written_if_it_is_a_word(tag: str, written: bool) -> None:  # noqa: FBT001 - a table
    assert can_be_written(replace(tags([], []), gold=[[tag]], pred=[["O"]])) is written
    assert not can_be_written(raw([[tag]], [["O"]]))


def test_a_unit_reaches_to_the_last_end_of_either_side() -> None:
    assert reach(spans([[Span("A", 0, 1)], []], [[Span("B", 2, 7), Span("B", 1, 2)], []])) == [7, 0]
