"""named-entity-evaluator, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask, Form, Question
from nerconform.libraries.named_entity_evaluator.adapter import NamedEntityEvaluator
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_spans, search
from tests.steps import NAMED_ENTITY

pytestmark = NAMED_ENTITY
LIBRARY = NamedEntityEvaluator("0.3.0")
# A is right, B has another text, C is missed, D is invented.
GOLD = [[Span("A", 0, 2), Span("B", 3, 4), Span("C", 5, 6)]]
PRED = [[Span("A", 0, 2), Span("B", 3, 5)], [Span("D", 0, 1)]]
NAMES = ("precision", "recall", "f1", "tp")


def test_equal_texts_are_correct() -> None:
    found = values(LIBRARY, spans([*GOLD, []], PRED, *(f"strict.micro.{name}" for name in NAMES)))
    assert [found[f"strict.micro.{name}"] for name in NAMES] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1])


def test_entities_without_offsets_are_asked_as_they_are() -> None:
    wanted = frozenset({Measure.parse("strict.micro.recall")})
    gold, pred = [[("PER", "Ada"), ("LOC", "Rome")]], [[{"label": "PER", "text": "Ada"}]]
    assert values(LIBRARY, Question(gold, pred, Form.MENTIONS, measures=wanted)) == {"strict.micro.recall": 1 / 2}


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["O I-A"], ["O O"]),
        tags(["B-A O"], ["B-A"]),
        spans([[Span("A", 0, 1), Span("A", 2, 3)]], [[]]),
        spans([[Span("A", 2, 2)]], [[]]),
        spans(GOLD, GOLD, align="phased"),
        Question([{"text": "Ada", "entities": [("PER", "Ada")]}], [[]], Form.MENTIONS),
        replace(spans(GOLD, GOLD), ask=Ask.REPORT),
    ):
        assert isinstance(LIBRARY.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    printed = run(LIBRARY.reproduction(spans([*GOLD, []], PRED)))
    assert printed.startswith("{'COR': 1, 'INC': 1, 'PAR': 0, 'MIS': 1, 'SPU': 1}")


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("named-entity-evaluator", 600, of_spans())
    assert found.unexplained == []
    assert found.classes == set()
