"""ner-metrics: its two modes, with values derived by hand, and its quirks."""

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.libraries.ner_metrics.adapter import NerMetrics
from tests.libraries.asking_libraries import run, spans, tags, values
from tests.libraries.searching import of_tags, search

pytest.importorskip("ner_metrics", reason="ner-metrics is not installed")
STRICT, LENIENT = NerMetrics("0.1.2", "strict"), NerMetrics("0.1.2", "lenient")
# X: one of two entities is right, another has a wrong end. The second sentence begins as the first one ends.
GOLD, PRED = ["B-X I-X", "I-X O B-X"], ["B-X O", "O O B-X"]


def test_strict_compares_bounds_and_lenient_overlaps() -> None:
    asked = tags(GOLD, PRED, "strict.type{X}.precision", "strict.type{X}.f1", "type.type{X}.f1")
    assert values(STRICT, asked) == {"strict.type{X}.precision": 1 / 2, "strict.type{X}.f1": 1 / 2}
    assert values(LENIENT, asked) == {"type.type{X}.f1": 1}


def test_a_type_without_a_row_has_no_number() -> None:
    assert values(STRICT, tags(["B-X"], ["B-Y"], "strict.type{Y}.f1")) == {}


def test_what_it_does_not_take_is_unsupported() -> None:
    for question in (
        spans([[]], [[]]),
        tags(["O"], ["O O"]),
        tags(["B"], ["B"]),
        tags(["S-X"], ["S-X"], scheme="BIOES"),
        tags(["O"], ["O"], policy="lenient"),
    ):
        assert isinstance(STRICT.observe(question), Unsupported)


def test_a_reproduction_prints_what_was_observed() -> None:
    assert "X {'precision': 0.5, 'recall': 0.5, 'f1-score': 0.5}" in run(STRICT.reproduction(tags(GOLD, PRED)))


@pytest.mark.long
@pytest.mark.parametrize("mode", ["strict", "lenient"])
def test_whatever_it_answers_is_explained(mode: str) -> None:
    found = search(f"ner-metrics:{mode}", 300, of_tags(["IOB2"]))
    assert found.unexplained == []
    assert "ner-metrics.no-row-for-invented-types" in found.classes
