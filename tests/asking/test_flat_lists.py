"""Metrics of one flat list of tags for each side: how they are asked, and how one is recognised."""

import pytest

from nerconform.asking.arguments import WrongArity
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling
from nerconform.asking.inputs import CallData, as_flat
from nerconform.asking.observation import Crash, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Form, Question
from nerconform.reference.named import NAMED
from tests.libraries.asking_libraries import raw, spans, tags, values


def first_tags_found(gold: list[str], pred: list[str]) -> float:
    """Return F1 of the tags that begin an entity; a list of lists ends in an AttributeError."""
    right = sum(one == other and one.startswith("B-") for one, other in zip(gold, pred, strict=True))
    begun = sum(tag.startswith("B-") for tag in (*gold, *pred))
    return 2 * right / begun if begun else 0.0


def made(function: object, **said: object) -> CallableImplementation:
    assert callable(function)
    return CallableImplementation("m:f", function, NAMED["conlleval"], Calling.of(said))


def test_units_are_joined_with_nothing_between_them() -> None:
    question = tags(["B-A O", "", "B-B"], ["O O", "", "B-B"], "f1")
    assert as_flat(question) == CallData((["B-A", "O", "B-B"], ["O", "O", "B-B"]))
    assert values(made(first_tags_found, input="flat"), question) == {"strict.micro.f1": pytest.approx(2 / 3)}


def test_what_lists_of_tags_cannot_hold_is_not_asked() -> None:
    for question in (spans([], []), raw("anything", 3), raw(["B-A"], ["B-A"])):
        assert isinstance(made(first_tags_found, input="flat").dialect(question), Unsupported)


def test_different_lengths_are_asked_only_where_the_lists_show_them() -> None:
    unequal = Question([["B-A", "O"]], [["B-A"]], Form.TAGS)
    moved = Question([["B-A", "O"], ["O"]], [["B-A"], ["O", "O"]], Form.TAGS)
    assert as_flat(unequal) == CallData((["B-A", "O"], ["B-A"]))
    assert isinstance(as_flat(moved), Unsupported)


def test_a_function_that_answers_only_flat_lists_is_told_of_the_form() -> None:
    metric = made(first_tags_found)
    with pytest.raises(WrongArity, match="one flat list of tags, not a list of sentences") as found:
        metric.look()
    assert "--input flat" in found.value.hint
    assert made(first_tags_found, input="flat").form == "flat"


def test_a_function_that_fails_on_flat_lists_too_is_asked_as_before() -> None:
    def broken(gold: object, pred: object) -> float:
        raise KeyError((gold, pred))

    assert isinstance(ask(made(broken), tags(["B-A"], ["B-A"], "f1")), Crash)


def test_a_form_that_was_said_is_not_questioned() -> None:
    metric = made(first_tags_found, input="tags")
    assert isinstance(ask(metric, tags(["B-A"], ["B-A"], "f1")), Crash)


def report(gold: object, pred: object) -> dict[str, dict[str, float]]:
    """Return a report with one row for each type and each average, as scikit-learn has it."""
    assert gold is not pred
    row = {"precision": 1.0, "recall": 1.0, "f1-score": 1.0, "support": 1}
    return {"PER": row, "micro avg": row, "macro avg": row, "weighted avg": row}


@pytest.mark.parametrize("kind", ["micro avg", "macro avg", "weighted avg", "macro", "micro", "weighted"])
def test_a_report_by_name_is_not_asked_about_types_called_like_its_averages(kind: str) -> None:
    question = Question([[f"B-{kind}"]], [[f"B-{kind}"]], Form.TAGS)
    assert "named like an average" in str(made(report).dialect(question))
    assert not isinstance(made(report).dialect(tags(["B-A"], ["B-A"])), Unsupported)
    assert not isinstance(made(lambda _gold, _pred: 1.0).dialect(question), Unsupported)
