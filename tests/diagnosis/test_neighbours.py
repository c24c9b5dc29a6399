"""Neighbours are small edits of an input, and always the same ones (KIT-6)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from nerconform.asking.question import Form
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis import explainer
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


State = tuple[list[list[Any]], list[list[Any]]]


def changed(state: State, side: int, unit: int, items: list[Any]) -> State:
    """Return both sides with other items in one unit of one side."""
    both = [[list(one) for one in part] for part in state]
    both[side][unit] = items
    return both[0], both[1]


def of_units(state: State) -> Iterator[State]:
    """Yield the sides without a unit, with one that comes again, and with one that is right."""
    gold, pred = state
    for at in range(len(gold)):
        yield gold[:at] + gold[at + 1 :], pred[:at] + pred[at + 1 :]
        yield [*gold, gold[at]], [*pred, pred[at]]
        yield changed(state, 1, at, gold[at])


def of_tokens(state: State) -> Iterator[State]:
    """Yield the sides without a token, with one that comes again, and with one more outside."""
    for at, (one, other) in enumerate(zip(*state, strict=True)):
        for place in range(len(one) + 1):
            yield in_place(state, at, place, place, "O", "O")
        for place, (tag, more) in enumerate(zip(one, other, strict=True)):
            yield in_place(state, at, place, place, tag, more)
            yield in_place(state, at, place, place + 1)


def in_place(state: State, unit: int, start: int, end: int, *tags: str) -> State:
    """Return the sides with a tag of gold and one of the prediction, or nothing, in place of some of a unit."""
    gold, pred = (side[unit] for side in state)
    first = changed(state, 0, unit, [*gold[:start], *tags[:1], *gold[end:]])
    return changed(first, 1, unit, [*pred[:start], *tags[1:], *pred[end:]])


def of_items(state: State, *, listed: bool = False) -> Iterator[State]:
    """Yield the sides with one tag, or one span, that is another."""
    every = [item for part in state for unit in part for item in unit]
    for side, part in enumerate(state):
        for at, unit in enumerate(part):
            for place, item in enumerate(unit):
                before, after = unit[:place], unit[place + 1 :]
                if isinstance(item, str):
                    yield from (changed(state, side, at, [*before, tag, *after]) for tag in {"O", *every})
                    continue
                yield changed(state, side, at, [*before, *after])
                kind, start, end = item
                others = [
                    (kind, start, end + 1),
                    (kind, max(start - 1, 0), end),
                    *((one[0], start, end) for one in every),
                ]
                others += [(kind, start, end - 1)] if end - start > 1 else []
                yield from (changed(state, side, at, [*before, Span(*one), *after]) for one in others)
                if listed:
                    yield changed(state, side, at, unit[::-1])
                    for more in (Span(kind, start, end + far) for far in range(3)):
                        yield changed(state, side, at, [*before, more, item, *after])
                        yield changed(state, side, at, [*before, item, more, *after])


X, Y = Span("X", 0, 2), Span("Y", 1, 2)
LONG = Span("X", 5, 9)


@pytest.mark.parametrize(
    ("state", "edits", "listed"),
    [
        (([["B-X", "O"]], [["O", "I-Y"]]), (of_units, of_tokens, of_items), False),
        (([["B-X"], ["O"]], [["O"], ["O"]]), (of_units, of_tokens, of_items), False),
        (([["B-X", "O"]], [["I-Y"]]), (of_units, of_items), False),
        (([["B-X"], ["O"]], [["I-Y"]]), (of_items,), False),
        (([[X]], [[Y]]), (of_units, of_items), False),
        (([[X, Y]], [[]]), (of_units, partial(of_items, listed=True)), True),
        (([[LONG]], [[]]), (of_units, of_items), False),
        (([[]], [[]]), (of_units, of_tokens), False),
        (([], []), (), False),
    ],
)
def test_neighbours_are_every_edit_and_two_at_most(
    state: State, edits: tuple[Callable[[State], Iterator[State]], ...], *, listed: bool
) -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    form = Form.SPANS if state in (([[X]], [[Y]]), ([[X, Y]], [[]]), ([[LONG]], [[]])) else Form.TAGS
    question = replace(question_to(inquiry, [], []), gold=state[0], pred=state[1], form=form)
    once = {repr(one): one for edit in edits for one in edit(state)}
    twice = {repr(one): one for each in once.values() for edit in edits for one in edit(each)}
    found = [repr((one.gold, one.pred)) for one in neighbours(question, 1000, listed=listed)]
    assert len({*found}) == len(found)
    assert repr(state) not in found
    assert {*once} - {repr(state)} <= {*found}
    assert {*found} <= {*once, *twice}


def test_sides_that_are_tuples_have_the_neighbours_of_the_same_lists() -> None:
    question = question_to(AgainstReference(Undeclared(policy="discard")), ["B-X O"], ["B-X I-X"])
    tuples = replace(question, gold=(("B-X", "O"),), pred=(("B-X", "I-X"),))
    found = [(one.gold, one.pred) for one in neighbours(tuples, 1000)]
    assert ([["B-X", "O"]], [["B-X", "I-X"]]) not in found
    assert len(found) > 20


def test_both_ends_of_a_unit_are_put_outside_more_often_than_a_place_within() -> None:
    """An end tells how a metric ends an entity. Of 20 tokens each end is drawn in 22 of 63 times."""
    question = question_to(AgainstReference(Undeclared(policy="discard")), ["B-X " * 20], ["B-X " * 20])
    every: list[Any] = [one for seed in range(60) for one in neighbours(question, 8, seed) if one.gold == one.pred]
    units = [one.gold[0] for one in every if len(one.gold) == 1]
    places = Counter(unit.index("O") for unit in units if len(unit) == 21 and unit.count("O") == 1)
    within = sum(number for place, number in places.items() if 0 < place < 20)
    assert min(places[0], places[20]) > within / 2


def test_four_draws_are_made_at_most_for_each_neighbour_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[object] = []
    copy = explainer._copy

    def counting(side: object) -> list[list[Any]]:
        copies.append(side)
        return copy(side)

    monkeypatch.setattr(explainer, "_copy", counting)
    nothing = question_to(AgainstReference(Undeclared(policy="discard")), [], [])
    for most in (1, 10):
        copies.clear()
        assert neighbours(nothing, most) == []
        assert len(copies) == 2 + 2 + 2 * 4 * most  # to choose edits, to begin with, and both sides at each draw
