"""ner-evaluator: the numbers of each label, with values derived by hand, and its quirks."""

import pytest

from nerconform.asking.observation import Crash, Printed, Unsupported
from nerconform.asking.protocol import ask
from nerconform.libraries.ner_evaluator.adapter import NerEvaluator
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_spans, search

pytest.importorskip("ner_evaluator", reason="ner-evaluator is not installed")
LIBRARY = NerEvaluator("1.0.4")
# One of three predictions is right. The equal bounds in another sentence are another place.
GOLD = [[Span("A", 0, 2)], [Span("A", 0, 1)]]
PRED = [[Span("A", 0, 2), Span("A", 3, 4)], [Span("A", 0, 2)]]


def test_precision_has_two_decimals_and_recall_is_of_the_predictions() -> None:
    found = values(LIBRARY, spans(GOLD, PRED, "strict.type{A}.precision", "strict.type{A}.recall"))
    # The recall would be 1/2.
    assert found == {"strict.type{A}.precision": Printed("0.33"), "strict.type{A}.recall": Printed("0.33")}


def test_a_repeated_prediction_crashes() -> None:
    found = ask(LIBRARY, spans([[Span("A", 0, 1)]], [[Span("A", 0, 1)] * 2], "strict.type{A}.f1"))
    assert isinstance(found, Crash)
    assert found.error == "ValueError"


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["B-A"], ["B-A"]),
        spans([[]], []),
        spans([[Span("A", 1, 1)]], [[]]),
        spans(GOLD, PRED, align="phased"),
    ):
        assert isinstance(LIBRARY.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    assert "{'A': {'precision': 0.33, 'recall': 0.33, 'f1_score': 0.33}}" in run(
        LIBRARY.reproduction(spans(GOLD, PRED))
    )


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("ner-evaluator", 300, of_spans())
    assert found.unexplained == []
    assert "ner-evaluator.missed-entities-are-not-counted" in found.classes
