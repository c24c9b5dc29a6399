"""annotations-evaluate: its flat mode, with values derived by hand, and its quirk."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask
from nerconform.libraries.annotations_evaluate.adapter import AnnotationsEvaluate
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_spans, search

pytest.importorskip("annotations_evaluate", reason="annotations-evaluate is not installed")
LIBRARY = AnnotationsEvaluate("0.1.0")
# One span is right, one has other bounds, one has another type, one is missed, one is invented; two documents.
GOLD = [[Span("A", 0, 2), Span("B", 3, 6)], [Span("A", 0, 1), Span("B", 4, 5)]]
PRED = [[Span("A", 0, 2), Span("B", 3, 5)], [Span("B", 0, 1), Span("A", 7, 8)]]
COUNTS = {"strict": (1, 2, 0, 1, 1), "exact": (2, 1, 0, 1, 1), "partial": (2, 0, 1, 1, 1), "type": (2, 1, 0, 1, 1)}


@pytest.mark.parametrize("schema", COUNTS)
def test_each_scenario_is_a_schema(schema: str) -> None:
    names = [f"{schema}.micro.{name}" for name in ("cor", "inc", "par", "mis", "spu")]
    found = values(LIBRARY, spans(GOLD, PRED, *names, f"{schema}.micro.pos", f"{schema}.micro.precision"))
    assert tuple(found[name] for name in names) == COUNTS[schema]
    # Four gold spans and four predictions; a partial match is half a point.
    points = COUNTS[schema][0] + COUNTS[schema][2] / 2
    assert (found[f"{schema}.micro.pos"], found[f"{schema}.micro.precision"]) == (4, points / 4)


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        tags(["B-A"], ["B-A"]),
        spans([[]], []),
        spans([[Span("A", 0, 1)] * 2], [[]]),
        spans(GOLD, PRED, "strict.type{A}.f1"),
        spans(GOLD, PRED, align="none"),
        replace(spans(GOLD, PRED), ask=Ask.REPORT),
    ):
        assert isinstance(LIBRARY.observe(question), Unsupported)


def test_a_span_without_tokens_is_refused() -> None:
    found = ask(LIBRARY, spans([[Span("A", 1, 1)]], [[]], "strict.micro.f1"))
    assert isinstance(found, Refusal)
    assert found.error == "InvalidDocumentError"


def test_a_reproduction_prints_what_was_observed() -> None:
    printed = run(LIBRARY.reproduction(spans(GOLD, PRED, "strict.micro.cor"))).splitlines()
    assert len(printed) == len(COUNTS)
    assert "'correct': 1," in printed[0]


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("annotations-evaluate", 400, of_spans())
    assert found.unexplained == []
    assert found.classes == {"annotations-evaluate.earlier-prediction-takes-the-gold"}
