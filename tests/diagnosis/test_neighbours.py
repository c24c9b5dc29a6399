"""Neighbours are small edits of an input, and always the same ones (KIT-6)."""

from dataclasses import replace

import pytest

from nerconform.asking.question import Form
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.versus import AgainstReference
from nerconform.reference.named import NAMED
from nerconform.reference.spans import Span
from tests.products.search.searched import Undeclared, question_to


def test_neighbours_are_small_edits_and_always_the_same() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    question = question_to(inquiry, ["B-X I-X", "O"], ["I-X I-X", "B-Y"])
    some = neighbours(question, 8)
    assert len(some) == 8
    assert some == neighbours(question, 8)
    assert all((one.gold, one.pred) != (question.gold, question.pred) for one in some)
    assert all(len(one.gold) == len(one.pred) for one in some)  # type: ignore[arg-type]
    assert some != neighbours(question, 8, seed=1)


def test_a_token_outside_is_put_on_both_sides_of_some_neighbours() -> None:
    question = question_to(AgainstReference(Undeclared(policy="discard")), ["B-X"], ["B-X"])
    found = [(one.gold, one.pred) for one in neighbours(question, 30)]
    assert ([["O", "B-X"]], [["O", "B-X"]]) in found
    assert ([["B-X", "O"]], [["B-X", "O"]]) in found


def test_neighbours_of_spans_stay_spans() -> None:
    inquiry = AgainstReference(ReferenceImplementation("semeval", NAMED["semeval"]))
    question = replace(
        question_to(inquiry, [], []), gold=[[Span("X", 0, 2)]], pred=[[Span("Y", 1, 2)]], form=Form.SPANS
    )
    some = neighbours(question, 6)
    spans = [span for one in some for side in (one.gold, one.pred) for unit in side for span in unit]  # type: ignore[attr-defined]
    assert some
    assert all(isinstance(span, Span) and 0 <= span.start < span.end for span in spans)


@pytest.mark.parametrize(("gold", "pred"), [(["B-X", "O"], ["B-X"]), (["B-X"], ["B-X", "O"]), (["B-X O"], ["B-X"])])
def test_neighbours_of_sides_of_unequal_lengths_leave_them_so(gold: list[str], pred: list[str]) -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    question = question_to(inquiry, ["O"], ["O"])
    uneven = replace(question, gold=[unit.split() for unit in gold], pred=[unit.split() for unit in pred])
    some = neighbours(uneven, 30)
    assert some
    lengths = {(len(one.gold), len(one.pred)) for one in some}  # type: ignore[arg-type]
    if len(gold) != len(pred):
        assert lengths == {(len(gold), len(pred))}
