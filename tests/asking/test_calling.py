"""Forms of functions: how each takes its data, and what of its result is read; each metric here is right."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import nerconform as nc
from nerconform.asking.arguments import WrongArity
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling, WrongKey
from nerconform.asking.outputs import UnreadableResult, read_output
from nerconform.libraries.registry import resolve
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import UnknownMeasure, UnknownOption
from tests.libraries.asking_libraries import run, tags, values

Data = Any
"""Whatever a metric takes."""
GOLD, PRED = ["B-A I-A O", "B-B"], ["B-A I-A O", "B-A"]  # one of two right on both sides
HALF = {"strict.micro.precision": 0.5, "strict.micro.recall": 0.5, "strict.micro.f1": 0.5}
LABELS = ["O", "B-X", "I-X", "B-Y", "I-Y"]


def scores(gold: Data, pred: Data) -> tuple[float, float, float]:
    found = nc.evaluate(gold, pred, "conlleval")
    return float(found.precision or 0), float(found.recall or 0), float(found.f1 or 0)


def spans(gold: list[list[tuple[str, int, int]]], pred: list[list[tuple[str, int, int]]]) -> tuple[float, float, float]:
    assert all(len(one) == 3 for side in (gold, pred) for unit in side for one in unit)
    return scores(gold, pred)


def mappings(gold: list[list[dict[str, Any]]], pred: list[list[dict[str, Any]]]) -> tuple[float, float, float]:
    assert all(one.keys() == {"label", "start", "end"} for side in (gold, pred) for unit in side for one in unit)
    return scores(gold, pred)


def backwards(predictions: Data, references: Data) -> tuple[float, float, float]:
    return scores(references, predictions)


def by_name(*, predictions: Data, references: Data) -> tuple[float, float, float]:
    return scores(references, predictions)


def logits(p: Data) -> dict[str, float]:
    predictions, labels = p
    assert predictions.ndim == 3
    return ids(SimpleNamespace(predictions=np.argmax(predictions, axis=2), label_ids=labels))


def ids(p: Data) -> dict[str, float]:
    rows = [list(zip(*row, strict=True)) for row in zip(p.label_ids, p.predictions, strict=True)]
    sides = [[[LABELS[pair[side]] for pair in row if pair[0] != -100] for row in rows] for side in (0, 1)]
    return dict(zip(("eval_precision", "eval_recall", "eval_f1"), scores(*sides), strict=True))


def lines(rows: list[str]) -> tuple[float, float, float]:
    assert isinstance(rows, list)
    units = [[row.split() for row in unit.split("\n") if row] for unit in "\n".join(rows).split("\n\n")]
    sides = [[[row[side] for row in unit] for unit in units if unit] for side in (1, 2)]
    return scores(*sides)


def text(content: str) -> tuple[float, float, float]:
    return lines(content.split("\n"))


def path(name: str) -> tuple[float, float, float]:
    return text(Path(name).read_text(encoding="utf-8"))


EVAL = {"f1": "eval_f1", "precision": "eval_precision", "recall": "eval_recall", "id2label": LABELS}


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (scores, {}),
        (spans, {"input": "spans"}),
        (spans, {}),
        (mappings, {"input": "mappings"}),
        (backwards, {}),
        (backwards, {"arguments": ["pred", "gold"]}),
        (by_name, {}),
        (logits, EVAL),
        (ids, {**EVAL, "input": "eval-prediction:ids"}),
        (lines, {"input": "conll"}),
        (lines, {}),
        (text, {"input": "conll:text"}),
        (path, {"input": "conll:path"}),
    ],
)
def test_data_come_in_the_form_that_a_function_takes(
    function: Callable[..., object], said: Mapping[str, object]
) -> None:
    metric = CallableImplementation("m:f", function, NAMED["conlleval"], Calling.of(said))
    asked = ("precision", "recall", "f1")
    assert values(metric, tags(GOLD, PRED, *asked)) == HALF
    uneven = tags([*GOLD, "O"], [*PRED, "B-A"], *asked)  # one of three predicted: a swap of the sides would show
    assert values(metric, uneven)["strict.micro.precision"] == pytest.approx(1 / 3)


def test_types_of_a_question_are_called_what_the_model_calls_them() -> None:
    def report(p: Data) -> dict[str, Any]:
        predictions, labels = p
        gold, pred = (
            [[LABELS[one] for one, kept in zip(row, known, strict=True) if kept != -100] for row, known in units]
            for units in (zip(labels, labels, strict=True), zip(np.argmax(predictions, 2), labels, strict=True))
        )
        found = nc.evaluate(gold, pred, "conlleval")
        rows = {
            kind: {"precision": float(row.precision or 0), "f1": float(row.f1 or 0)}
            for kind, row in found.by_type.items()
        }
        return {**rows, "micro avg": {"precision": float(found.precision or 0), "f1": float(found.f1 or 0)}}

    metric = CallableImplementation("m:f", report, NAMED["conlleval"], Calling.of({"id2label": LABELS}))
    found = values(metric, tags(GOLD, PRED, "strict.type{A}.precision", "strict.type{B}.precision", "f1"))
    assert found == {"strict.type{A}.precision": 0.5, "strict.type{B}.precision": 0.0, "strict.micro.f1": 0.5}
    three = tags(["B-A B-B B-C"], ["B-A B-B B-C"], "f1")
    assert "3" in str(metric.dialect(three))  # the model has two types


@pytest.mark.parametrize(
    ("result", "measure", "value"),
    [
        ((0.1, 0.2, 0.3, None), "strict.micro.f1", 0.3),
        ({"macro avg": {"precision": 0.1, "f1-score": 0.3}}, "strict.macro.f1", 0.3),
        ({"PER": {"precision": 0.1, "f1": 0.3, "number": 2}, "overall_f1": 0.5}, "strict.type{PER}.pos", 2),
        (SimpleNamespace(precision=0.1, recall=0.2, f1=0.3), "strict.micro.recall", 0.2),
        (np.float32(0.5), "strict.micro.f1", 0.5),
    ],
)
def test_results_hold_more_than_three_numbers(result: object, measure: str, value: float) -> None:
    assert {str(one): number for one, number in read_output(result).values.items()}[measure] == value


def test_a_result_is_read_where_its_caller_says() -> None:
    names = {"strict.micro.f1": "all.f", "strict.macro.f1": "1"}
    assert set(read_output({"all": {"f": 0.5}, "1": 0.25}, names).values.values()) == {0.5, 0.25}
    with pytest.raises(UnreadableResult, match=r"a dict with keys f1 has no 'eval_f1'"):
        read_output({"f1": 0.5}, {"strict.micro.f1": "eval_f1"})
    with pytest.raises(UnreadableResult, match=r'a dict with keys eval_f1, eval_loss.* f1 = "eval_f1"'):
        read_output({"eval_f1": 0.5, "eval_loss": 1.0})


def test_percentages_are_seen_and_exact_zeros_are_not_mistaken() -> None:
    metric = CallableImplementation("m:f", lambda gold, pred: 100 * scores(gold, pred)[2], NAMED["conlleval"])
    assert values(metric, tags(GOLD, PRED, "f1")) == {"strict.micro.f1": 0.5}


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"inputs": "tags"}, WrongKey),
        ({"input": "tensor"}, UnknownOption),
        ({"arguments": ["gold"]}, WrongKey),
        ({"options": 3}, WrongKey),
        ({"scale": 0}, WrongKey),
        ({"scale": float("nan")}, WrongKey),
        ({"scale": 10**400}, WrongKey),
        ({"scale": -(10**5000)}, WrongKey),
        ({"output": {"micro.f": "f"}}, UnknownMeasure),
    ],
)
def test_what_is_said_is_checked(said: Mapping[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        Calling.of(said)


def test_other_arguments_are_asked_for_by_name() -> None:
    def three(gold: object, pred: object, average: str) -> float:
        return 1.0 if average == "micro" else float(gold == pred)

    with pytest.raises(WrongArity, match=r"gold, pred, average.*options = \{ average = \.\.\. \}"):
        CallableImplementation("m:f", three, NAMED["conlleval"])
    said = Calling.of({"options": {"average": "micro"}})
    assert CallableImplementation("m:f", three, NAMED["conlleval"], said).shape.values
    with pytest.raises(WrongArity, match="takes one argument"):
        CallableImplementation("m:f", lambda one: one["x"], NAMED["conlleval"]).look()


def test_the_reproduction_of_an_evaluator_prints_its_numbers() -> None:
    (metric,) = resolve("nervaluate:Evaluator", "nervaluate-1")
    assert "EvaluationResult(" in run(metric.reproduction(tags(GOLD, PRED, "f1")))


def test_the_reproduction_of_arrays_runs() -> None:
    metric = CallableImplementation("tests.asking.test_calling:logits", logits, NAMED["conlleval"], Calling.of(EVAL))
    printed = run(metric.reproduction(tags(GOLD, PRED, "f1")))
    assert "'eval_f1': 0.5" in printed


@pytest.mark.long
def test_identify_and_check_take_the_same_words() -> None:
    def percent(gold: Data, pred: Data) -> dict[str, float]:
        found = nc.evaluate(pred, gold, "iob2-discard")
        return {"eval_f1": 100 * float(found.f1 or 0), "eval_p": 100 * float(found.recall or 0)}

    said = {"f1": "eval_f1", "precision": "eval_p", "scale": 100}
    found = nc.identify(percent, calling=Calling.of(said))
    assert "policy:discard" in str(found.to_dict())
    checked = nc.check(percent, dialect="iob2-discard", calling=said, cases=["decode.*", "mat.exact.*"])
    assert checked.passed
    assert sum(result.verdict == "pass" for result in checked.implementations[0].results) > 10


@pytest.mark.parametrize("name", ["overall", "total", "all"])
def test_a_row_over_all_types_needs_no_average_in_its_name(name: str) -> None:
    row, other = {"precision": 0.25, "f1": 0.5}, {"precision": 1.0, "f1": 1.0}
    found = read_output({"PER": other, name: row})
    values = {str(one): number for one, number in found.values.items()}
    assert found.rows == frozenset({"PER"})
    assert (values["strict.micro.precision"], values["strict.type{PER}.precision"]) == (0.25, 1.0)


def test_beside_a_score_over_all_types_a_type_may_be_called_overall() -> None:
    found = read_output({"precision": 0.25, "f1": 0.5, "overall": {"precision": 1.0, "f1": 1.0}})
    values = {str(one): number for one, number in found.values.items()}
    assert found.rows == frozenset({"overall"})
    assert (values["strict.micro.precision"], values["strict.type{overall}.precision"]) == (0.25, 1.0)


def test_beside_an_average_that_says_so_a_type_may_be_called_macro() -> None:
    row, other = {"precision": 0.25, "f1-score": 0.5}, {"precision": 1.0, "f1-score": 1.0}
    found = read_output({"micro avg": row, "macro avg": row, "macro": other, "PER": other})
    values = {str(one): number for one, number in found.values.items()}
    assert found.rows == frozenset({"macro", "PER"})
    assert (values["strict.macro.precision"], values["strict.type{macro}.precision"]) == (0.25, 1.0)
