"""Changes: what two of them make together, which of them exclude each other, and what is asked of a metric at all."""

from dataclasses import replace
from itertools import combinations

import pytest

from nerconform.asking.question import Form, Part, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.asked_case import reduced_to
from nerconform.diagnosis.changes import DialectChange, changes_tried, lenient_changes, of_mistake
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.suite.mutants import WRONG

BASE = NAMED["conlleval"]
TRIED = {change.causes[0].id: change for change in changes_tried(ReferenceImplementation("own", BASE), [BASE])}
DISCARD, REFUSE, DUPLICATES = TRIED["policy:discard"], TRIED["policy:refuse"], TRIED["zero:1"]
MISTAKES = {one.name: of_mistake(one) for one in WRONG}
SWAPPED, MOVED, FIRST, LAST = (
    MISTAKES[name] for name in ("sides-swapped", "p-and-r-swapped", "first-type-wins", "last-type-wins")
)
TOUCHING, INCLUSIVE, GOLD_FIRST, BY_SCHEMA = (
    MISTAKES[name]
    for name in ("touching-overlaps", "overlap-of-inclusive-ends", "each-gold-takes-first", "by-schema-gold-reused")
)
TAGS = [["B-X", "O"]]


def test_rivals_are_other_options_of_one_axis() -> None:
    assert DISCARD.is_rival_of(REFUSE)
    assert REFUSE.is_rival_of(DISCARD)
    for other in (DISCARD, DUPLICATES, SWAPPED, TRIED["dialect:semeval"]):
        assert not DISCARD.is_rival_of(other)
    assert not SWAPPED.is_rival_of(MOVED)


def test_both_changes_are_made_in_their_order() -> None:
    both = DISCARD.with_more(SWAPPED)
    assert both is not None
    assert both.causes == (*DISCARD.causes, *SWAPPED.causes)
    assert (both.choices, both.mistakes) == ({"policy": "discard"}, SWAPPED.mistakes)
    assert (both.weight, both.is_identity, both.ids) == (2, False, frozenset({"policy:discard", "sides-swapped"}))
    three = both.with_more(DUPLICATES)
    assert three is not None
    assert three.choices == {"policy": "discard", "zero": "1"}
    assert three.weight == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (DISCARD, DISCARD),
        (DISCARD, REFUSE),
        (SWAPPED, MOVED),
        (FIRST, LAST),
        (TOUCHING, INCLUSIVE),
        (GOLD_FIRST, BY_SCHEMA),
    ],
)
def test_changes_that_exclude_each_other_are_never_made_together(one: DialectChange, other: DialectChange) -> None:
    assert one.with_more(other) is None
    assert other.with_more(one) is None
    third = TRIED["zero:1"].with_more(one)
    assert third is not None
    assert third.with_more(other) is None


def test_who_is_another_dialect_stays_one_whatever_is_added() -> None:
    semeval = TRIED["dialect:semeval"]
    assert (semeval.is_identity, semeval.weight, semeval.line) == (True, 2, 'dialect = "semeval"')
    for both in (semeval.with_more(SWAPPED), SWAPPED.with_more(semeval)):
        assert both is not None
        assert (both.is_identity, both.weight, both.line) == (True, 3, "")


def test_an_unrounded_change_keeps_its_other_choices() -> None:
    rounded = TRIED["round:2-half-up-x1"].with_more(DISCARD)
    assert rounded is not None
    assert rounded.unrounded().choices == {"round": "exact", "policy": "discard"}
    assert rounded.choices["round"] == "2-half-up-x1"


def test_every_change_is_another_dialect_or_a_mistake() -> None:
    assert all(change.causes for change in TRIED.values())
    choices = [change for change in TRIED.values() if change.choices and not change.mistakes and change.declares]
    assert len({str(change.declares) for change in choices if not change.is_identity}) > 50
    assert all(str(change.declares) != str(BASE) for change in choices)
    assert {*TRIED} >= {"sides-swapped", "p-and-r-swapped", "first-type-wins", "last-type-wins"}
    assert not {*TRIED} & {wrong.name for wrong in WRONG if wrong.of_arrays}
    axes = {axis for change in lenient_changes(BASE) for axis in change.choices}
    assert {"bare", "unknown"} <= axes <= {"bare", "outside", "unknown"}


def test_two_mistakes_that_take_each_others_place_are_the_only_ones_apart() -> None:
    some = [SWAPPED, MOVED, FIRST, LAST, DISCARD]
    apart = {
        frozenset((one, other)) for one, other in combinations(range(5), 2) if some[one].with_more(some[other]) is None
    }
    assert apart == {frozenset((0, 1)), frozenset((2, 3))}


@pytest.mark.parametrize("parts", [set(), {Part.SPANS}, {Part.PAIRS, Part.ROWS}, set(Part)])
def test_a_question_is_reduced_to_what_a_metric_has(parts: set[Part]) -> None:
    metric = ReferenceImplementation("own", BASE)
    known, unknown = Measure.parse("strict.micro.f1"), Measure.parse("partial.micro.cor")
    question = Question(TAGS, TAGS, Form.TAGS, "IOB2", measures=frozenset({known, unknown}), parts=frozenset(parts))
    held = {part for part in parts if metric.holds(part, question)}
    reduced = reduced_to(metric, question)
    assert reduced is not None
    assert reduced[0].set(scheme="IOB2") == BASE.set(scheme="IOB2")
    assert reduced[1] == replace(question, measures=frozenset({known}), parts=frozenset(held))
    alone = reduced_to(metric, replace(question, measures=frozenset({unknown})))
    assert (alone is None) is not bool(held)


def test_another_alignment_comes_first_in_whatever_order_two_mistakes_are_put_together() -> None:
    """Of one type first: gold LOC[0,2) meets the second prediction, of which the type schema makes a partial match."""
    alignment, credit = MISTAKES["same-type-first"], MISTAKES["type-gives-partial"]
    gold, pred = [[("LOC", 0, 2)]], [[("PER", 0, 1), ("LOC", 1, 3)]]
    question = Question(gold, pred, Form.SPANS)
    for both in (alignment.with_more(credit), credit.with_more(alignment)):
        assert both is not None
        pipeline = both.pipeline(NAMED["semeval"], question)
        assert pipeline is not None
        assert pipeline.evaluate(gold, pred).schemas["type"].counts.as_tuple() == (0, 0, 1, 0, 1)


def test_schemas_that_are_swapped_show_the_counts_of_each_other_where_each_has_pairs_of_its_own() -> None:
    """PER[2,3) has the place of one gold span and the type of the other; ORG has the place of a LOC, and no more."""
    gold, pred = [[("PER", 0, 5), ("LOC", 2, 3), ("LOC", 7, 8)]], [[("PER", 2, 3), ("ORG", 7, 8)]]
    pipeline = MISTAKES["schemas-exact-and-type-swapped"].pipeline(
        NAMED["nervaluate-1"], Question(gold, pred, Form.SPANS)
    )
    assert pipeline is not None
    found = pipeline.evaluate(gold, pred).schemas
    assert [found[name].counts.as_tuple() for name in ("exact", "type")] == [(1, 1, 0, 1, 0), (2, 0, 0, 1, 0)]
