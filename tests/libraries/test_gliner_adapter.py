"""GLiNER's evaluator, with values derived by hand, and its quirks."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask
from nerconform.libraries.gliner.adapter import Gliner
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_spans, search
from tests.steps import GLINER

pytestmark = GLINER
MICRO, MACRO = Gliner("micro", "0.2.29"), Gliner("macro", "0.2.29")
# One of two gold entities is found, and one of three predictions is right; a repeated prediction counts once.
GOLD = [[Span("A", 0, 2)], [Span("B", 0, 1)]]
PRED = [[Span("A", 0, 2), Span("A", 0, 2), Span("B", 0, 2)], [Span("B", 1, 2)]]


def test_micro_counts_sets_of_entities() -> None:
    found = values(MICRO, spans(GOLD, PRED, *(f"strict.micro.{name}" for name in ("precision", "recall", "f1"))))
    assert found == {
        "strict.micro.precision": pytest.approx(1 / 3),
        "strict.micro.recall": 1 / 2,
        "strict.micro.f1": pytest.approx(2 / 5),
    }


def test_tags_are_asked_as_their_entities() -> None:
    question = tags(["B-A I-A", "B-B O"], ["B-A I-A", "O B-B"], "f1", scheme="IOB2")
    assert values(MICRO, question) == {"strict.micro.f1": 1 / 2}


def test_macro_answers_of_one_type_only() -> None:
    assert values(MACRO, spans([[Span("A", 0, 1)]], [[Span("A", 0, 1)]], "strict.macro.f1")) == {"strict.macro.f1": 1}
    found = ask(MACRO, spans(GOLD, PRED, "strict.macro.f1"))
    assert isinstance(found, Crash)
    assert found.error == "ValueError"


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["O I-A"], ["O O"]),
        tags(["B-A O"], ["B-A"]),
        spans(GOLD, PRED, align="phased"),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
    ):
        assert isinstance(MICRO.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    assert "'recall': 0.5" in run(MICRO.reproduction(spans(GOLD, PRED))).replace("np.float64(0.5)", "0.5")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "classes"), [("gliner:micro", set()), ("gliner:macro", {"gliner.macro-needs-exactly-one-type"})]
)
def test_whatever_it_answers_is_explained(name: str, classes: set[str]) -> None:
    found = search(name, 600, of_spans())
    assert found.unexplained == []
    assert found.classes == classes
