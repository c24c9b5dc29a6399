"""Predictions for gold that is given: edits, and what they leave alone."""

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.suite import strategies as ner
from nerconform.suite.strategies.tapes import Edit, SpanEdit, edited, flattened
from tests.reference.exhaustive import LETTERS
from tests.suite.drawing import changes, draws, kinds_in, types_in

LONG = nc.Span("X", 1, 4)
NEXT = nc.Span("Y", 5, 6)
TAGS = [["B-PER", "I-PER", "O", "B-LOC"], [], ["O", "O"], ["B-LOC", "I-LOC", "I-LOC", "B-LOC"]]
SPANS = [[("PER", 0, 2), ("LOC", 1, 4)], [], [("PER", 0, 1), ("PER", 0, 1)]]


@pytest.mark.parametrize(
    ("change", "spans"),
    [
        (SpanEdit.RETYPE, [("Z", 1, 4), NEXT]),
        (SpanEdit.DROP, [NEXT]),
        (SpanEdit.INSERT, [LONG, NEXT, ("Z", 2, 3)]),
        (SpanEdit.START_LATER, [("X", 2, 4), NEXT]),
        (SpanEdit.START_EARLIER, [("X", 0, 4), NEXT]),
        (SpanEdit.END_EARLIER, [("X", 1, 3), NEXT]),
        (SpanEdit.END_LATER, [("X", 1, 5), NEXT]),
        (SpanEdit.SPLIT, [("X", 1, 2), ("X", 2, 4), NEXT]),
        (SpanEdit.MERGE, [("X", 1, 6)]),
        (SpanEdit.REPEAT, [LONG, LONG, NEXT]),
        (SpanEdit.FIRST, [LONG, NEXT]),
    ],
)
def test_each_change_does_what_it_says(change: SpanEdit, spans: list[nc.Span]) -> None:
    assert edited([LONG, NEXT], [Edit(change, 0, 2, "Z")], 6) == spans


def test_changes_stop_at_the_edges_and_at_spans_that_are_gone() -> None:
    only = nc.Span("X", 0, 1)
    for change in (
        SpanEdit.START_LATER,
        SpanEdit.START_EARLIER,
        SpanEdit.END_EARLIER,
        SpanEdit.END_LATER,
        SpanEdit.SPLIT,
    ):
        assert edited([only], [Edit(change, 0, 0, "")], 1) == [only]
    assert edited([only], [Edit(SpanEdit.DROP, 0, 0, ""), Edit(SpanEdit.REPEAT, 0, 0, "")], 1) == []
    assert edited([LONG, NEXT], [Edit(SpanEdit.DROP, 1, 0, ""), Edit(SpanEdit.MERGE, 0, 0, "")], 6) == [LONG]
    assert edited([LONG, NEXT], [Edit(SpanEdit.MERGE, 1, 0, "")], 6) == [LONG, NEXT]
    assert edited([LONG, NEXT], [Edit(SpanEdit.FIRST, 1, 0, "")], 6) == [NEXT, LONG]


def test_where_spans_meet_the_later_takes_the_tokens_and_what_is_left_of_a_span_may_be_two() -> None:
    inner = nc.Span("Z", 2, 3)
    assert flattened([LONG, NEXT, inner], 6, below=()) == [("X", 1, 2), inner, ("X", 3, 4), NEXT]
    assert flattened([inner, LONG], 6, below={LONG}) == [("X", 1, 2), inner, ("X", 3, 4)]
    assert flattened([inner, LONG], 6, below=()) == [LONG]


def test_predictions_of_tags_keep_the_lengths_and_err_in_every_way() -> None:
    found = draws(ner.relate(TAGS, pred="legal"))
    assert all([*map(len, pred)] == [4, 0, 2, 4] for pred in found)
    assert not kinds_in("IOB2", chain(*found))
    seen = {change for pred in found for gold, unit in zip(TAGS, pred, strict=True) for change in _changes(gold, unit)}
    bounds = {"start-earlier", "start-later", "end-earlier", "end-later"}
    assert seen >= {"drop", "insert", "retype", "split", "merge", *bounds}
    assert TAGS in found
    assert set().union(*map(types_in, found)) == {"PER", "LOC", "X"}


def _changes(gold: list[str], pred: list[str]) -> set[str]:
    return changes(nc.decode(gold), nc.decode(pred))


def test_predictions_of_spans_are_spans_in_any_order() -> None:
    found = draws(ner.relate(SPANS), 800)
    assert all(isinstance(span, nc.Span) for pred in found for span in chain(*pred))
    assert SPANS in found
    assert any([*map(sorted, pred)] == [*map(sorted, SPANS)] and pred != SPANS for pred in found)
    assert all(pred[1] == [] for pred in found)


def test_types_are_those_of_the_gold_and_plain_ones_or_those_given() -> None:
    assert set().union(*map(types_in, draws(ner.relate([["B-PER"]])))) == {"PER", "X", "Y"}
    assert set().union(*map(types_in, draws(ner.relate([["B-PER", "O"]], types=["PER"])))) == {"PER"}
    five = [[f"B-{name}" for name in "ABCDE"]]
    assert set().union(*map(types_in, draws(ner.relate(five)))) == set("ABCDE")


@given(st.data(), st.sampled_from(list(LETTERS)), st.sampled_from(["legal", "any", "malformed"]))
def test_gold_that_is_illegal_or_malformed_stays_as_it_is_where_that_may_be(
    data: st.DataObject, scheme: str, pred: str
) -> None:
    gold = data.draw(st.lists(ner.malformed_tags(scheme), max_size=3))
    before: Any = [list(unit) for unit in gold]
    found = data.draw(ner.relate(gold, scheme, pred=pred))
    assert gold == before
    assert [*map(len, found)] == [*map(len, gold)]
    if pred == "legal":
        assert not kinds_in(scheme, found)


@pytest.mark.long
def test_without_edits_illegal_gold_is_its_own_prediction() -> None:
    gold = [["I-X", "O", "Q-X", "B"], ["I-Y", "B-X"]]
    assert gold in draws(ner.relate(gold, pred="malformed"))
    assert any(pred[1] == gold[1] for pred in draws(ner.relate(gold)))
    assert [["B-X", "O", "B-X", "B-X"], ["B-Y", "B-X"]] in draws(ner.relate(gold, pred="legal"), 800)


def test_none_and_a_thousand_units_have_predictions() -> None:
    assert [] in draws(ner.relate([]), 5)
    assert [[], []] in draws(ner.relate([[], []]), 5)
    many = [["B-X", "I-X", "O"]] * 1000
    changed = {index for pred in draws(ner.relate(many), 10) for index, unit in enumerate(pred) if unit != many[index]}
    assert max(changed) > 500
