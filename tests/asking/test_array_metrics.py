"""Metrics of arrays are asked in the layouts of real tokenizers, so that one that cuts columns cannot pass."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import nerconform as nc
from nerconform.asking.arguments import EvalPrediction
from nerconform.asking.array_rows import LAYOUTS, array_columns, array_rows, layout_of
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling
from nerconform.asking.inputs import InputForm, are_paired, tag_lists
from nerconform.asking.question import Form, Question
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.results.run import Verdict
from nerconform.suite.case_runs import retagged
from nerconform.suite.cases import Case, load_suite
from nerconform.suite.judge import judge
from nerconform.suite.mutants import WRONG

LABELS = ["O", *(f"{prefix}-{kind}" for kind in ("LOC", "MISC", "ORG", "PER") for prefix in "BI")]
Cut = Callable[[Any], Any]


def metric(cut: Cut, *, ids: bool, ignored: str | None = None) -> CallableImplementation:
    """Return a right metric of arrays, whose arrays are cut before; -100 is left out, or read as a tag."""

    def compute_metrics(data: EvalPrediction) -> tuple[float, float, float]:
        predicted = data.predictions if ids else data.predictions.argmax(axis=-1)
        pairs = [list(zip(*row, strict=True)) for row in zip(cut(data.label_ids), cut(predicted), strict=True)]
        kept = [[(label, guess) for label, guess in row if ignored or label != -100] for row in pairs]
        gold = [[ignored if label == -100 else LABELS[label] for label, _ in row] for row in kept]
        found = nc.evaluate(gold, [[LABELS[guess] for _, guess in row] for row in kept], "conlleval")
        return float(found.precision or 0), float(found.recall or 0), float(found.f1 or 0)

    form = "eval-prediction:ids" if ids else "eval-prediction"
    calling = Calling.of({"input": form, "id2label": LABELS})
    return CallableImplementation("m:f", compute_metrics, NAMED["conlleval"], calling)


@cache
def asked() -> tuple[Case, ...]:
    """Return the golden cases that a metric of arrays is asked."""
    one = metric(lambda array: array, ids=True)
    cases = (retagged(case, one) for case in load_suite().cases)
    return tuple(case for case in cases if judge(case, one).verdict is not Verdict.UNSUPPORTED)


def wrong(one: CallableImplementation) -> list[str]:
    return [case.id for case in asked() if judge(case, one).verdict is not Verdict.PASS]


@pytest.mark.parametrize("ids", [False, True])
def test_a_right_metric_passes_all_that_it_is_asked(ids: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert len(asked()) > 100
    assert wrong(metric(lambda array: array, ids=ids)) == []


CUTS: dict[str, Cut] = {
    "[:, 1:]": lambda array: array[:, 1:],
    "[:, :-1]": lambda array: array[:, :-1],
    "[:, 1:-1]": lambda array: array[:, 1:-1],
    "[:, :-2]": lambda array: array[:, :-2],
    "[:, 2:]": lambda array: array[:, 2:],
    "[:, 1:-2]": lambda array: array[:, 1:-2],
    "[1:]": lambda array: array[1:],
    "[:-1]": lambda array: array[:-1],
}


@pytest.mark.long
@pytest.mark.parametrize("name", CUTS)
def test_a_metric_that_cuts_fails(name: str) -> None:
    assert len(wrong(metric(CUTS[name], ids=True))) >= 10


def test_a_metric_that_reads_the_ignore_index_as_a_tag_fails() -> None:
    assert len(wrong(metric(lambda array: array, ids=True, ignored="O"))) >= 50


MADE_BY: dict[str, tuple[Cut, str | None]] = {
    "first-column-cut": (lambda array: array[:, 1:], None),
    "last-column-cut": (lambda array: array[:, :-1], None),
    "outer-columns-cut": (lambda array: array[:, 1:-1], None),
    "last-two-columns-cut": (lambda array: array[:, :-2], None),
    "ignored-as-outside": (lambda array: array, "O"),
}


@pytest.mark.parametrize("name", MADE_BY)
def test_a_mistake_of_the_catalogue_answers_as_the_metric_that_makes_it(name: str) -> None:
    cut, ignored = MADE_BY[name]
    mistake = next(one for one in WRONG if one.name == name)
    pipeline = mistake.change(Pipeline.of(NAMED["conlleval"]))
    wrong_metric = metric(cut, ids=True, ignored=ignored)
    assert mistake.of_arrays
    for case in asked()[::3]:
        found = pipeline.evaluate(case.question.gold, case.question.pred)
        ratios = wrong_metric.ratios(case.question.gold, case.question.pred)
        assert ratios["f1"] == pytest.approx(float(found.f1 or 0)), case.id
        assert ratios["precision"] == pytest.approx(float(found.precision or 0)), case.id


def needs_a_first_column(data: EvalPrediction) -> float:
    """Compare the second column and those after it with the labels, of which there have to be as many."""
    rows = zip(data.label_ids, data.predictions.argmax(axis=2), strict=True)
    pairs = [(row[row != -100], guesses[1 : 1 + (row != -100).sum()]) for row, guesses in rows]
    assert all(len(labels) == len(guesses) for labels, guesses in pairs)
    return float(np.mean([label == guess for pair in pairs for label, guess in zip(*pair, strict=True)] or [0]))


def test_a_metric_that_fails_on_some_layouts_is_asked_others_and_never_two_lists() -> None:
    calling = Calling.of({"input": "eval-prediction", "id2label": LABELS})
    one = CallableImplementation("m:f", needs_a_first_column, NAMED["conlleval"], calling)
    assert one.form is InputForm.EVAL_PREDICTION
    never = CallableImplementation("m:f", lambda data: data.nothing, NAMED["conlleval"], calling)
    assert never.form is InputForm.EVAL_PREDICTION


def test_every_layout_is_asked() -> None:
    sides = [(tag_lists(case.question.gold), tag_lists(case.question.pred)) for case in asked()]
    assert {layout_of(*both) for both in sides} == {*LAYOUTS}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_have_one_width_and_hold_every_token_in_order(layout: Any) -> None:  # noqa: ANN401 - of any layout
    lengths = (3, 0, 5, 1)
    rows = array_columns(lengths, layout)
    assert len({*map(len, rows)}) == 1
    assert [[token for token in row if token is not None] for row in rows] == [[*range(length)] for length in lengths]


def _labelled(column: int) -> bool:
    """Whether some layout has a label in this column of its longest row."""
    return any(array_columns((4, 2), layout)[0][column] is not None for layout in LAYOUTS)


def test_a_label_stands_in_the_first_column_of_some_layouts_and_in_the_last_of_others() -> None:
    assert _labelled(0)
    assert _labelled(-1)
    padded = [array_columns((4, 2), layout)[1] for layout in LAYOUTS]
    assert any(row[0] is None and row[-1] is not None for row in padded)
    assert any(row[0] is not None and row[-1] is None for row in padded)


def test_second_pieces_stand_between_the_tokens_of_an_entity() -> None:
    inside = [layout for layout in LAYOUTS if None in _trimmed(array_columns((2,), layout)[0])]
    assert len(inside) >= 3


def _trimmed(row: Sequence[int | None]) -> Sequence[int | None]:
    """Return a row from its first token to its last."""
    held = [column for column, token in enumerate(row) if token is not None]
    return row[held[0] : held[-1] + 1]


def test_a_question_has_one_layout_and_predictions_in_the_ignored_columns() -> None:
    questions = [case.question for case in load_suite().cases if case.question.form is Form.TAGS]
    for question in filter(are_paired, questions):
        gold, pred = tag_lists(question.gold), tag_lists(question.pred)
        rows = array_rows(gold, pred)
        assert rows == array_rows(gold, pred)
        assert [[tag for tag in row if tag is not None] for row in rows.gold] == gold
        kept = [
            [guess for guess, tag in zip(*row, strict=True) if tag is not None]
            for row in zip(rows.pred, rows.gold, strict=True)
        ]
        assert kept == pred
        ignored = {
            g for one, two in zip(rows.pred, rows.gold, strict=True) for g, t in zip(one, two, strict=True) if t is None
        }
        tags = {tag for unit in (*gold, *pred) for tag in unit} - {"O"}
        assert ignored <= (tags or {"O"})


def test_without_a_token_there_is_one_column() -> None:
    assert [len(row) for layout in LAYOUTS for row in array_columns((0,), layout)] >= [1] * len(LAYOUTS)


def test_arrays_without_a_sentence_have_no_row() -> None:
    one = metric(lambda array: array, ids=True)
    empty = next(case.question for case in load_suite().cases if case.id == "cnt.empty.no-units")
    data = one.arguments.data(one.form, empty, NAMED["conlleval"])
    assert isinstance(data, tuple)
    assert np.shape(data.values[0].label_ids) == (0, 1)


def test_a_sentence_without_tokens_is_predicted_as_its_layout_says() -> None:
    one = metric(lambda array: array, ids=True)
    nothing = Question([[]], [[]], Form.TAGS, "IOB2")
    data = one.arguments.data(one.form, nothing, NAMED["conlleval"])
    assert isinstance(data, tuple)
    predicted = [[LABELS[number] for number in row] for row in data.values[0].predictions.tolist()]
    assert predicted == array_rows([[]], [[]]).pred
    assert {label for row in predicted for label in row} == {"O"}
