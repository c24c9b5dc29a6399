"""The drop-in where seqeval 1.2.2 has a defect, its signatures, the Trainer's callable, the metric of evaluate."""

import json
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import nerconform as nc
from nerconform.compat.evaluate_form import SeqevalMetric
from nerconform.compat.seqeval import metrics
from nerconform.compat.seqeval.counted import InvalidWeight
from nerconform.compat.trainer import LabelUnknown, TagMetrics
from nerconform.reference.refusals import AmbiguousScheme, UnitsDiffer, UnknownOption, UnknownPrefix

GOLD, PRED = [["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "B-ORG"]]


def test_every_result_has_a_signature_that_gives_its_number() -> None:
    f1 = metrics.f1_score(GOLD, PRED)
    found = nc.parse_signature(f1.signature)
    assert nc.evaluate(GOLD, PRED, found.dialect).value(str(found.measure)) == f1 == 0.5
    for as_dict in (False, True):
        report = metrics.classification_report(
            GOLD, PRED, output_dict=as_dict, mode="strict", scheme="IOB2", zero_division=1
        )
        assert report.signature == "seqeval-strict,zero:1,empty:zero|*|spec:1.0"
    assert metrics.f1_score(GOLD, PRED, average=None, zero_division=0).signature.endswith("|*|spec:1.0")


def test_results_are_pickled_and_written_as_json() -> None:
    report = metrics.classification_report(GOLD, PRED, output_dict=True, zero_division=0)
    assert json.loads(json.dumps(report)) == pickle.loads(pickle.dumps(report)) == report  # noqa: S301 - written above
    f1 = metrics.f1_score(GOLD, PRED)
    assert pickle.loads(pickle.dumps(f1)).signature == f1.signature  # noqa: S301 - written above
    rows = metrics.f1_score(GOLD, PRED, average=None, zero_division=0)
    assert pickle.loads(pickle.dumps(rows)).tolist() == rows.tolist() == [0, 0, 1]  # noqa: S301 - written above


def test_a_mode_and_a_zero_division_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownOption, match="mode is 'Strict'"):
        metrics.f1_score(GOLD, PRED, mode="Strict", scheme="IOB2")
    for value in ("none", 2, None, float("nan")):
        with pytest.raises(UnknownOption, match="zero_division"):
            metrics.f1_score(GOLD, PRED, zero_division=value)


def test_a_scheme_counts_in_default_mode() -> None:
    bilou = [["U-X", "U-X", "B-X", "L-X"]]
    assert metrics.classification_report(bilou, bilou, output_dict=True, scheme="BILOU")["X"]["support"] == 3
    with pytest.raises(UnknownPrefix, match="scheme='BILOU'"):
        metrics.f1_score(bilou, bilou)


def test_strict_mode_without_a_scheme_is_strict_in_every_function() -> None:
    gold, pred = [["B-X", "I-X"]], [["I-X", "I-X"]]
    assert metrics.f1_score(gold, pred, mode="strict") == 0
    with pytest.raises(AmbiguousScheme):
        metrics.f1_score(pred, pred, mode="strict")
    assert float(metrics.accuracy_score([["O"]], [["O"]])) == 1
    assert metrics.recall_score([["O"]], [["O"]], mode="strict", zero_division=1) == 1


def test_legal_touching_entities_of_ioe1_are_kept() -> None:
    gold = [["E-X", "I-X"]]
    assert (
        metrics.classification_report(gold, gold, output_dict=True, mode="strict", scheme="IOE1")["X"]["support"] == 2
    )


def test_weights_count() -> None:
    gold, pred = [["B-X"], ["B-X"], ["O"]], [["B-X"], ["O"], ["B-X"]]
    assert metrics.recall_score(gold, pred, sample_weight=[1, 0, 0]) == 1
    assert metrics.recall_score(gold, pred, sample_weight=[1, 3, 0]) == 0.25
    row = metrics.classification_report(gold, pred, sample_weight=np.array([0.5, 1, 2]), output_dict=True)["X"]
    assert row == {"precision": 0.2, "recall": pytest.approx(1 / 3), "f1-score": 0.25, "support": 1.5}
    assert metrics.recall_score(gold, pred, sample_weight=[0, 0, 0], zero_division=1) == 1
    with pytest.raises(UnitsDiffer):
        metrics.recall_score(gold, pred, sample_weight=[1])
    for weight in (-1, float("nan"), None):
        with pytest.raises(InvalidWeight):
            metrics.recall_score(gold, pred, sample_weight=[1, 1, weight])  # type: ignore[list-item] # not a number


def test_nothing_gives_numbers_and_not_a_crash() -> None:
    empty: list[list[str]] = []
    with pytest.warns(UserWarning, match="undefined"):
        assert "weighted avg" in metrics.classification_report(empty, empty)
    assert float(metrics.accuracy_score(empty, empty)) == 0


def test_a_type_named_like_an_average_is_not_hidden() -> None:
    gold = [["B-micro avg"]]
    assert metrics.classification_report(gold, gold).count("micro avg") == 2
    with pytest.raises(UnknownOption, match="micro avg"):
        metrics.classification_report(gold, gold, output_dict=True)


def test_a_batch_as_an_array_is_read() -> None:
    gold, pred = np.array([["O", "O"], ["O", "O"]]), np.array([["O", "B-X"], ["O", "O"]])
    assert metrics.accuracy_score(gold, pred) == 0.75
    assert metrics.precision_score(gold, pred) == 0


LABELS = ["O", "B-PER", "I-PER", "B-LOC"]


def _logits(ids: list[list[int]]) -> Any:  # noqa: ANN401 - an array
    return np.eye(len(LABELS))[np.array(ids)]


def test_the_trainer_gets_numbers_without_the_ignored_positions() -> None:
    predicted, labels = [[1, 2, 0, 3], [3, 1, 1, 1]], [[1, 2, 0, -100], [-100, 3, -100, 0]]
    compute_metrics = TagMetrics(LABELS, per_type=True)
    expected = {"precision": 1 / 3, "recall": 0.5, "f1": 0.4, "accuracy": 0.6}
    # gold PER[0,2) and LOC; predicted PER[0,2), PER, PER: 1 of 3 right, 1 of 2 found; 3 of 5 tokens
    expected |= {
        "LOC_precision": 0,
        "LOC_recall": 0,
        "LOC_f1": 0,
        "PER_precision": 1 / 3,
        "PER_recall": 1,
        "PER_f1": 0.5,
    }
    for logits in (
        _logits(predicted),
        (_logits(predicted), "states"),
        _logits(predicted).tolist(),
        np.array(predicted),
    ):
        prediction = SimpleNamespace(predictions=logits, label_ids=np.array(labels))
        assert compute_metrics(prediction) == pytest.approx(expected)
    assert compute_metrics((np.array(predicted), labels)) == pytest.approx(expected)
    assert TagMetrics({"0": "O", "1": "B-PER", "2": "I-PER", "3": "B-LOC"})((predicted, labels))["f1"] == pytest.approx(
        0.4
    )
    assert compute_metrics.signature == "seqeval,scheme:BIOES,empty:zero|*|spec:1.0"


def test_the_trainer_hears_of_a_label_without_a_tag() -> None:
    with pytest.raises(LabelUnknown, match="sentence 0, token 1"):
        TagMetrics(LABELS)(([[0, 0]], [[0, 7]]))


def test_the_metric_of_evaluate_has_the_same_keys() -> None:
    expected = {
        "LOC": {"precision": 0, "recall": 0, "f1": 0, "number": 1},
        "ORG": {"precision": 0, "recall": 0, "f1": 0, "number": 0},
        "PER": {"precision": 1, "recall": 1, "f1": 1, "number": 1},
        "overall_precision": 0.5,
        "overall_recall": 0.5,
        "overall_f1": 0.5,
        "overall_accuracy": 0.75,
    }
    metric = SeqevalMetric()
    assert metric.compute(predictions=PRED, references=GOLD, zero_division=0) == expected
    metric.add(prediction=PRED[0], reference=GOLD[0])
    assert metric.compute(zero_division=0).signature.startswith("seqeval,")
    assert metric.compute(predictions=[[]], references=[[]], zero_division=1)["overall_f1"] == 1
    with pytest.raises(UnknownOption, match="predictions= or references= is missing"):
        metric.compute(predictions=PRED)
