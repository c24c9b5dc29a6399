"""Steadiness: a metric that answers the same data otherwise is said to; what it adds is named if that is verified."""

from math import nan

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.question import Form, Question
from nerconform.diagnosis.candidates import ADDS_EARLIER_CALLS, UNSTEADY
from nerconform.diagnosis.steadiness import unsteady
from nerconform.libraries.quirk import Quirk
from nerconform.products.check.suite_run import prepared
from nerconform.reference.measures import Measure
from nerconform.reference.named import named
from nerconform.results.run import Level
from tests import miniatures
from tests.diagnosis.diagnosed_metrics import checked
from tests.diagnosis.metrics import with_memory
from tests.diagnosis.metrics.record import METRICS, Tags
from tests.diagnosis.metrics.tags_decoded import chunks

F1 = Measure.parse("strict.micro.f1")
HALF = Question([["B-X", "O", "B-X"]], [["B-X", "O", "O"]], Form.TAGS, measures=frozenset({F1}))


def cause_of(function: object, *questions: Question) -> Quirk | None:
    (metric,) = prepared([function], dialect="conlleval").implementations  # type: ignore[list-item]
    return unsteady(metric, questions)


def spans_of_a_call(gold: Tags, pred: Tags) -> tuple[int, int, int]:
    """Return how many entities are right, in gold, and predicted."""
    both = [({*chunks(one)}, {*chunks(other)}) for one, other in zip(gold, pred, strict=True)]
    return sum(len(a & b) for a, b in both), sum(len(a) for a, _ in both), sum(len(b) for _, b in both)


def test_counts_of_earlier_calls_are_named_where_they_give_the_next_answers() -> None:
    hits, total = [3], [11]

    def keeps_counts(gold: Tags, pred: Tags) -> float:
        right, pos, act = spans_of_a_call(gold, pred)
        hits[0] += right
        total[0] += pos + act
        return 2 * hits[0] / total[0]

    assert cause_of(keeps_counts, HALF) is ADDS_EARLIER_CALLS


def test_counts_that_fade_are_unsteady_and_no_sum_of_earlier_calls() -> None:
    kept = [3.0, 11.0]

    def fades(gold: Tags, pred: Tags) -> float:
        right, pos, act = spans_of_a_call(gold, pred)
        kept[:] = 0.9 * kept[0] + right, 0.9 * kept[1] + pos + act
        return 2 * kept[0] / kept[1]

    assert cause_of(fades, HALF) is UNSTEADY


def test_what_turns_from_a_number_to_nan_is_unsteady_and_nan_alone_is_not() -> None:
    answers = [0.5]

    def nan_later(gold: Tags, _pred: Tags) -> float:
        return answers.pop() if answers and gold == HALF.gold else nan

    assert cause_of(nan_later, HALF) is UNSTEADY
    assert cause_of(nan_later, HALF) is None


def test_another_order_of_a_sum_is_no_other_answer() -> None:
    last = [0.5]

    def in_another_order(_gold: Tags, _pred: Tags) -> float:
        last[0] += 1e-15
        return last[0]

    assert cause_of(in_another_order, HALF) is None


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_what_was_answered_first_may_not_raise_later(error: type[Exception]) -> None:
    broken: list[bool] = []

    def raises_once_it_is_broken(_gold: Tags, _pred: Tags) -> float:
        if broken:
            raise error
        return 0.5

    (metric,) = prepared([raises_once_it_is_broken]).implementations
    assert unsteady(metric, [HALF]) is None
    broken.append(True)
    assert unsteady(metric, [HALF]) is UNSTEADY


def test_without_a_wrong_answer_nothing_is_asked() -> None:
    def never(_gold: Tags, _pred: Tags) -> float:
        raise AssertionError

    metric = CallableImplementation("never", never, named("conlleval"))
    assert unsteady(metric, []) is None


@pytest.mark.parametrize("function", [miniatures.sound, miniatures.ignores_type, miniatures.averages_types])
def test_a_metric_that_keeps_nothing_is_steady(function: object) -> None:
    assert cause_of(function, HALF, HALF, HALF) is None


def test_a_check_says_it_of_all_data_and_names_nothing_else() -> None:
    (metric,) = (one for one in METRICS if one.function is with_memory.counts_never_reset)
    first, *others = checked(metric).diagnosis
    assert [cause.id for cause in first.causes] == ["earlier-calls-added"]
    assert first.levels == (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
    assert (len(first.cases), first.explained) == (first.wrong, 0)
    assert all(one.levels == (Level.BAD_INPUT,) for one in others)
