"""When two observations differ, and when one is what was predicted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from nerconform.asking import records
from nerconform.asking.observation import Answer, Crash, Observation, Printed, Refusal, Unsupported, Value
from nerconform.asking.question import Form, Part, Question
from nerconform.diagnosis.divergence import Divergence, differences, reproduces, same_value
from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.spans import Span
from nerconform.results.values import NothingObserved, RowsObserved, ValuesObserved

F1, TP = Measure.parse("strict.micro.f1"), Measure.parse("strict.micro.tp")
X = Span("X", 0, 1)
EXACT = Rounding()


def asked(*measures: Measure) -> Question:
    return Question([["B-X"]], [["B-X"]], Form.TAGS, measures=frozenset(measures), parts=frozenset(Part))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (Fraction(2, 3), 2 / 3, True),
        (Fraction(2, 3), 0.667, False),
        (Fraction(2, 3), Printed("0.67"), True),
        (Fraction(2, 3), Printed("0.66"), False),
        (Fraction(1, 3), Fraction(1, 3), True),
        (2 / 3, Fraction(2, 3), True),
        (2, 2, True),
        (2, 3, False),
        (None, float("nan"), True),
        (float("nan"), None, True),
        (float("nan"), float("nan"), True),
        (None, 0.0, False),
        (0.1 + 0.2, 0.3, True),
        (0.3, Printed("0.30"), True),
        (0.31, Printed("0.30"), False),
        (Printed("66.67"), Printed("66.7"), True),
        (Printed("66.67"), Printed("0.67"), False),
        (Printed("nan"), float("nan"), True),
        (Printed("nan"), 0.5, False),
        (0.75, Printed("0.7"), True),  # half a unit of the last decimal
        (0.7501, Printed("0.7"), False),
        (100.4, Printed("100"), True),
        (100.6, Printed("100"), False),
        (Printed("0.1"), Printed("0.15"), True),  # 0.05 and 0.005 together
        (Printed("0.16"), Printed("0.1"), False),
        (Printed("0.5"), Printed("0.6"), True),  # 0.55
        (Printed("0.5"), Printed("0.7"), False),
        (float("nan"), 0.5, False),
        (0.5, float("nan"), False),
        (Printed("inf"), 0.5, False),
        (Printed("n/a"), float("nan"), True),
        (2, Fraction(2), True),
        (2, 2.0, True),
        (2.5, 2, False),
        (2, None, False),
        (None, 2, False),
        (None, None, True),
        (None, Fraction(2, 3), False),
        (Fraction(2, 3), None, False),
        (Printed("-"), None, True),
        (None, Printed("0.5"), False),
    ],
)
def test_two_numbers_are_one_as_far_as_both_are_known(left: Value, right: Value, same: bool) -> None:  # noqa: FBT001
    assert same_value(left, right, EXACT) is same


@pytest.mark.parametrize(("text", "same"), [("66.67", True), ("66.66", False), ("66.7", True), ("66.670", True)])
def test_a_number_that_is_rounded_has_to_be_printed_as_it_is(text: str, same: bool) -> None:  # noqa: FBT001
    assert same_value(Fraction(6667, 100), Printed(text), Rounding("half-up", 2, 100)) is same


@pytest.mark.parametrize(("text", "same"), [("0.13", False), ("0.12", False), ("0.1", True), ("0.125", True)])
def test_a_number_with_all_decimals_is_the_expected_one_not_one_nearby(text: str, *, same: bool) -> None:
    """1/8 is half a unit from 0.12 and from 0.13."""
    assert same_value(Fraction(1, 8), Printed(text), Rounding("half-up", 2, 1)) is same
    assert same_value(Fraction(1, 8), Printed(text), EXACT)


@pytest.mark.parametrize(
    ("left", "right", "number"),
    [
        (Answer({F1: Fraction(1)}), Answer({F1: 1.0}), 0),
        (Answer({F1: Fraction(1)}), Answer({F1: 0.5}), 1),
        (Answer({F1: Fraction(1)}), Answer(), 1),
        (Answer(), Answer({F1: 1.0}), 1),
        (Answer(), Answer(), 0),
        (Refusal("UnknownPrefix", "one"), Refusal("ValueError", "other"), 0),
        (Refusal("ValueError", ""), Crash("ValueError", ""), 1),
        (Crash("KeyError", "a"), Crash("KeyError", "b"), 0),
        (Crash("KeyError", ""), Crash("ValueError", ""), 1),
        (Answer(), Crash("KeyError", ""), 1),
        (Answer(), Unsupported("no"), 0),
        (Unsupported("no"), Crash("KeyError", ""), 0),
        (Crash("OutOfTime", ""), Crash("OutOfTime", ""), 1),
        (Refusal("ValueError", ""), Answer(), 1),
    ],
)
def test_observations_differ_where_they_say_something_else(left: Observation, right: Observation, number: int) -> None:
    assert len(differences(asked(F1), left, right)) == number


def test_a_refusal_reproduces_every_refusal_and_no_answer() -> None:
    refused = Refusal("UnknownPrefix", "one")
    assert reproduces(asked(F1), refused, Refusal("ValueError", "other"), EXACT)
    assert not reproduces(asked(F1), refused, Answer(), EXACT)


def test_what_is_expected_comes_first_in_every_part() -> None:
    left = Answer(spans={Side.GOLD: [[X], [X]]}, rows=frozenset("X"), pairs={Schema.STRICT: [[Pair(X, X)]]})
    right = Answer(spans={Side.GOLD: [[]]}, rows=frozenset("Y"), pairs={Schema.STRICT: [[Pair(X, None)]]})
    rows, empty, missing, pairs = differences(asked(), left, right)
    assert (rows.expected, rows.got) == (RowsObserved(("X",)), RowsObserved(("Y",)))
    assert (empty.expected, empty.got) == (records.spans([X]), records.spans([]))
    assert (missing.expected, missing.got) == (records.spans([X]), NothingObserved())
    assert (pairs.expected, pairs.got) == (records.pairs([Pair(X, X)]), records.pairs([Pair(X, None)]))


def test_a_measure_that_was_not_asked_is_not_compared() -> None:
    assert differences(asked(F1), Answer({F1: 1.0, TP: 1}), Answer({F1: 1.0, TP: 2})) == ()


def test_parts_are_compared_where_both_sides_show_them() -> None:
    left = Answer(
        spans={Side.GOLD: [[X]], Side.PRED: [[X]]}, rows=frozenset("X"), pairs={Schema.STRICT: [[Pair(X, X)]]}
    )
    right = Answer(
        spans={Side.GOLD: [[X]], Side.PRED: [[]]}, rows=frozenset("Y"), pairs={Schema.STRICT: [[Pair(X, None)]]}
    )
    assert [one.asked for one in differences(asked(), left, right)] == ["rows", "spans.pred[0]", "pairs.strict[0]"]
    assert differences(asked(), left, Answer()) == ()
    assert differences(replace(asked(), parts=frozenset()), left, right) == ()


def test_a_unit_too_many_is_a_difference() -> None:
    left, right = (Answer(spans={Side.GOLD: units, Side.PRED: []}) for units in ([[X]], [[X], []]))
    assert [one.asked for one in differences(asked(), left, right)] == ["spans.gold[1]"]


def test_the_same_spans_in_another_order_are_no_difference() -> None:
    other = Span("Y", 2, 3)
    left, right = Answer(spans={Side.GOLD: [[X, other]]}), Answer(spans={Side.GOLD: ((other, X),), Side.PRED: []})
    assert differences(asked(), left, right) == ()
    more = Answer(spans={Side.GOLD: [[X], [X], [other, X]], Side.PRED: [[other]]})
    assert [one.asked for one in differences(asked(), more, left)] == [
        "spans.gold[0]",
        "spans.gold[1]",
        "spans.gold[2]",
        "spans.pred[0]",
    ]


def test_pairs_are_compared_in_what_both_sides_have_whatever_their_order() -> None:
    one, other = Pair(X, X), Pair(X, None)
    left = Answer(pairs={Schema.STRICT: [[one, other], [one], [one]], Schema.EXACT: [[one]], Schema.TYPE: [[one]]})
    right = Answer(pairs={Schema.STRICT: [[other, one], [other], [one, one]], Schema.EXACT: [[other]]})
    found = differences(asked(), left, right)
    assert [each.asked for each in found] == ["pairs.exact[0]", "pairs.strict[1]", "pairs.strict[2]"]
    assert Divergence(asked(), left, right, found).sort == ("Answer", "Answer", "pairs")
    assert not reproduces(asked(), left, right, EXACT)
    assert reproduces(replace(asked(), parts=frozenset({Part.SPANS})), left, right, EXACT)


def test_pairs_are_compared_as_far_as_both_sides_have_units() -> None:
    left, right = (Answer(pairs={Schema.STRICT: [[Pair(X, X)]] * number}) for number in (1, 2))
    assert differences(asked(), left, right) == differences(asked(), right, left) == ()


def test_what_came_in_place_of_an_answer_is_told_without_its_numbers() -> None:
    crash = Crash("KeyError", "'X'")
    answer, values, raised = Answer({F1: 1.0}), ValuesObserved(), records.observed(crash)
    (one,) = differences(asked(F1), answer, crash)
    assert (one.asked, one.expected, one.got) == ("answer", values, raised)
    (other,) = differences(asked(F1), crash, answer)
    assert (other.asked, other.expected, other.got) == ("answer", raised, values)


def test_numbers_that_differ_are_told_in_their_order_with_what_each_side_gave() -> None:
    left, right = Answer({F1: Fraction(1, 2), TP: 1}), Answer({F1: 0.25})
    found = differences(asked(F1, TP), left, right)
    assert [one.asked for one in found] == sorted([str(F1), str(TP)])
    assert {one.asked: (one.expected_text, one.got_text) for one in found}[str(F1)] == ("1/2", "0.25")
    assert not reproduces(asked(F1, TP), left, right, EXACT)
    assert reproduces(asked(F1), left, Answer({F1: 0.5, TP: 7}), EXACT)


def test_of_a_predicted_exception_the_type_alone_is_held() -> None:
    predicted = Crash("ValueError", "")
    assert reproduces(asked(), predicted, Refusal("ValueError", "declared"), EXACT)
    assert reproduces(asked(), predicted, Crash("ValueError", "not declared"), EXACT)
    assert reproduces(
        asked(), Crash("OutOfTime", ""), Crash("OutOfTime", "the process did not answer within 60 s"), EXACT
    )
    assert not reproduces(asked(), predicted, Refusal("TypeError", ""), EXACT)
    assert not reproduces(asked(), predicted, Answer(), EXACT)


def test_the_sort_of_a_divergence_leaves_the_input_out() -> None:
    def sort(*kinds: str) -> tuple[str, ...]:
        measures = [Measure.of_type(Schema.STRICT, kind, "f1") for kind in kinds]
        left, right = Answer(dict.fromkeys(measures, Fraction(1))), Answer(dict.fromkeys(measures, Fraction(0)))
        question = asked(*measures)
        return Divergence(question, left, right, differences(question, left, right)).sort

    assert sort("X") == sort("Y", "Z") == ("Answer", "Answer", "types")


@pytest.mark.parametrize(
    ("left", "right", "sort", "words", "fault"),
    [
        (Answer({F1: 1.0}), Answer({F1: 0.5}), ("Answer", "Answer", "averages"), "other averages", ""),
        (Answer(rows=frozenset("X")), Answer(rows=frozenset("Y")), ("Answer", "Answer", "rows"), "other rows", ""),
        (
            Answer({F1: 1.0}, {Side.GOLD: [[X]], Side.PRED: [[X]]}),
            Answer({F1: 0.5}, {Side.GOLD: [[X]], Side.PRED: [[]]}),
            ("Answer", "Answer", "averages", "spans"),
            "other averages, spans",
            "",
        ),
        (
            Refusal("UnknownPrefix", "one"),
            Answer(),
            ("Refusal(UnknownPrefix)", "Answer", "answer"),
            "a refusal (UnknownPrefix) against an answer",
            "",
        ),
        (Answer(), Crash("KeyError", "a"), ("Answer", "Crash(KeyError)", "answer"), "an answer against KeyError", ""),
        (
            Answer(),
            Crash("OutOfTime", "late"),
            ("Answer", "Crash(OutOfTime)", "answer"),
            "an answer against OutOfTime",
            "OutOfTime",
        ),
    ],
    ids=["averages", "rows", "averages and spans", "refusal", "crash", "fault"],
)
def test_a_divergence_says_what_differs(
    left: Observation, right: Observation, sort: tuple[str, ...], words: str, fault: str
) -> None:
    question = asked(F1)
    found = Divergence(question, left, right, differences(question, left, right))
    assert (found.sort, found.in_words, found.fault) == (sort, words, fault)
    assert found.is_same(Divergence(question, left, right, ()))
    assert not found.is_same(Divergence(question, right, left, ()))


@pytest.mark.parametrize(
    ("expected", "got", "words", "fault"),
    [
        (Answer({F1: 1}), Refusal("EmptyTag", "x"), "an answer against a refusal (EmptyTag)", ""),
        (Refusal("EmptyTag", "x"), Crash("KeyError", "y"), "a refusal (EmptyTag) against KeyError", ""),
        (Unsupported("no spans"), Answer({F1: 1}), "unsupported against an answer", ""),
        (Answer({F1: 1}), Unsupported("no spans"), "an answer against unsupported", ""),
    ],
)
def test_what_came_on_each_side_is_named(expected: Observation, got: Observation, words: str, fault: str) -> None:
    found = Divergence(asked(F1), expected, got, ())
    assert (found.in_words, found.fault, found.is_of_answers) == (words, fault, False)
    assert found.sort[:2] != found.sort[1::-1]
