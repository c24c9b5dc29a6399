"""presidio-evaluator's SpanEvaluator, with values derived by hand, and its quirks."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask
from nerconform.libraries.presidio_evaluator.adapter import PresidioEvaluator
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_tags, search
from tests.steps import PRESIDIO

pytestmark = PRESIDIO
LIBRARY = PresidioEvaluator("0.3.2")
# Of type A one of two is found, and one of two predictions is right; B is only predicted.
GOLD = [[Span("A", 0, 2), Span("A", 3, 4)], []]
PRED = [[Span("A", 0, 2), Span("A", 5, 6)], [Span("B", 0, 1)]]
NAMES = ("precision", "recall", "f1", "f2", "tp", "fp", "fn", "act", "pos")
QUIRKS = {
    "presidio-evaluator.prediction-counts-for-each-gold-entity",
    "presidio-evaluator.predictions-of-one-type-count-as-one",
    "presidio-evaluator.f1-undefined-where-nothing-is-right",
}


def test_each_type_has_its_numbers() -> None:
    found = values(LIBRARY, spans(GOLD, PRED, *(f"strict.type{{A}}.{name}" for name in NAMES)))
    assert [found[f"strict.type{{A}}.{name}"] for name in NAMES] == [1 / 2, 1 / 2, 1 / 2, 1 / 2, 1, 1, 1, 2, 2]


def test_tags_are_asked_as_types_of_tokens() -> None:
    question = tags(["B-A I-A O B-B"], ["B-A I-A O O"], "strict.type{B}.recall", scheme="IOB2")
    assert values(LIBRARY, question) == {"strict.type{B}.recall": 0}


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["O I-A"], ["O O"]),
        tags(["B-A B-A"], ["O O"]),
        spans([[Span("A", 0, 2), Span("B", 1, 3)]], [[]]),
        spans([[Span("O", 0, 2)]], [[]]),
        spans([[]], []),
        spans(GOLD, PRED, align="phased"),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
    ):
        assert isinstance(LIBRARY.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    assert "num_predicted=2, num_annotated=2, true_positives=1" in run(LIBRARY.reproduction(spans(GOLD, PRED)))


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("presidio-evaluator", 900, of_tags(["IO"]))
    assert found.unexplained == []
    assert found.classes == QUIRKS
