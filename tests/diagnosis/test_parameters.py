"""Parameters: the number in a mistake is found by asking, and a metric without the mistake shows none."""

from collections.abc import Callable

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.diagnosis.parameters import AskedMetric, parameters
from nerconform.reference.named import NAMED
from tests import miniatures
from tests.miniatures import Entity, Metric, Result, Tags, entities

CONLLEVAL = NAMED["conlleval"]


def found_by(metric: Metric) -> list[str]:
    """Return the names of the mistakes whose number shows."""
    asked = AskedMetric(CallableImplementation("own:metric", metric, CONLLEVAL), CONLLEVAL)
    return [mistake.name for mistake in parameters(asked)]


def with_beta(beta: float) -> Metric:
    """Return a metric whose F1 is F-beta."""

    def metric(gold: Tags, pred: Tags) -> Result:
        found = miniatures.sound(gold, pred)
        p, r = found["precision"], found["recall"]
        return {**found, "f1": (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0}

    return metric


def where(near: Callable[[Entity, Entity], bool]) -> Metric:
    """Return a metric in which a prediction is right if it is near a gold entity of its sentence."""

    def metric(gold: Tags, pred: Tags) -> Result:
        pairs = [(entities(one), entities(other)) for one, other in zip(gold, pred, strict=True)]
        right = sum(any(near(one, other) for one in wanted) for wanted, found in pairs for other in found)
        return miniatures.scores(right, sum(len(found) for _, found in pairs), sum(len(wanted) for wanted, _ in pairs))

    return metric


def shared(one: Entity, other: Entity) -> int:
    return max(0, min(one[2], other[2]) - max(one[1], other[1]))


def size(one: Entity) -> int:
    return one[2] - one[1]


def iou(one: Entity, other: Entity) -> float:
    return shared(one, other) / (size(one) + size(other) - shared(one, other))


def moved(number: int) -> Metric:
    """Return a metric that is right where a prediction starts and ends so many tokens after its gold entity."""
    return where(lambda one, other: (one[1] + number, one[2] + number) == (other[1], other[2]))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (miniatures.sound, []),
        (with_beta(1), []),
        (with_beta(2), ["f1-is-f2"]),
        (with_beta(0.5), ["f1-is-f0.5"]),
        (with_beta(3), ["f1-is-f3"]),
        (with_beta(1e9), []),  # recall, of which the score is 1/2
        (with_beta(1e-9), []),
        (with_beta(1e-3), []),  # precision, but for a rounding error
        (with_beta(1 / 3), []),  # betas have two decimals
        (moved(1), ["gold-positions-from-1"]),
        (moved(3), ["gold-positions-from-3"]),
        (moved(-1), ["predicted-positions-from-1"]),
        (moved(-3), ["predicted-positions-from-3"]),
        (moved(4), []),
    ],
)
def test_beta_and_shift_are_found(metric: Metric, expected: list[str]) -> None:
    assert found_by(metric) == expected


@pytest.mark.parametrize(
    ("metric", "shares", "tolerances"),
    [
        # Of 50 tokens moved in start only, IoU is 50 / (50 + far), and at least 0.6 as far as 33.
        (
            where(lambda one, other: iou(one, other) >= 0.6),
            {"iou-from-0.6", "gold-from-0.6", "prediction-from-0.6"},
            [33],
        ),
        (
            where(lambda one, other: iou(one, other) > 0.5),
            {"iou-above-0.5", "gold-above-0.5", "prediction-above-0.5"},
            [],
        ),
        (where(lambda one, other: shared(one, other) >= 0.7 * size(one)), {"iou-from-0.7", "gold-from-0.7"}, []),
        (
            where(lambda one, other: shared(one, other) > 0.3 * size(other)),
            {"iou-above-0.3", "prediction-above-0.3"},
            [],
        ),
        (
            where(lambda one, other: max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= 3),
            {"iou-from-0.97", "gold-from-0.97", "prediction-from-0.97"},
            [3],
        ),
        (where(lambda one, other: shared(one, other) > 0), set(), []),
        (
            where(lambda one, other: shared(one, other) >= 2),
            {"iou-from-0.02", "gold-from-0.02", "prediction-from-0.02"},
            [],
        ),
        (
            where(lambda one, other: max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= 2),
            {"iou-from-0.98", "gold-from-0.98", "prediction-from-0.98"},
            [2],
        ),
        (
            where(lambda one, other: max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= 1),
            {"iou-from-0.99", "gold-from-0.99", "prediction-from-0.99"},
            [],  # a mistake of its own
        ),
    ],
)
def test_thresholds_and_tolerances_are_found(metric: Metric, shares: set[str], tolerances: list[int]) -> None:
    names = [name for name in found_by(metric) if name.endswith("-as-match")]
    near = [f"counts-ends-up-to-{most}-off-as-match" for most in tolerances]
    assert [name for name in names if name.startswith("counts-ends")] == near
    assert {*names} - {*near} == {f"counts-{share}-as-match" for share in shares}


def test_recall_is_read_from_f1_where_a_metric_gives_no_other_number() -> None:
    def only_f1(gold: Tags, pred: Tags) -> float:
        return miniatures.sound(gold, pred)["f1"]

    asked = AskedMetric(CallableImplementation("own:metric", only_f1, CONLLEVAL), CONLLEVAL)
    gold, pred = [["B-X", "B-X", "B-X"]], [["B-X", "O", "O"]]
    assert asked.recall(gold, pred) == pytest.approx(1 / 3)  # of F1 = 2/4 with precision 1
    assert asked.f1(gold, pred) == 0.5
    assert asked.types() == []


@pytest.mark.parametrize("value", [1.5, -0.5, float("nan"), float("inf")])
def test_a_number_that_is_no_ratio_is_none(value: float) -> None:
    def beyond(gold: Tags, pred: Tags) -> Result:
        return {"recall": value, "f1": 0.5} if gold != [["O"]] and pred else {"recall": 0.0, "f1": 0.0}

    asked = AskedMetric(CallableImplementation("own:metric", beyond, CONLLEVAL), CONLLEVAL)
    assert asked.recall([["B-X"]], [["B-X"]]) == pytest.approx(1 / 3)  # from F1
    assert asked.f1([["B-X"]], [["B-X"]]) == 0.5


def test_an_answer_of_zero_is_an_answer() -> None:
    asked = AskedMetric(CallableImplementation("own:metric", miniatures.sound, CONLLEVAL), CONLLEVAL)
    assert asked.recall([["B-X"]], [["O"]]) == 0
    assert asked.f1([["B-X"]], [["O"]]) == 0
