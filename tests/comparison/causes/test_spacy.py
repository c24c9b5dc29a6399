"""The quirks of spaCy against the library, on drawn corpora."""

import pytest

from nerconform.implementations.spacy import WAYS
from tests.comparison.causes.searching import answer_of, explained, of_spans, of_tags, search

pytest.importorskip("spacy")


@pytest.mark.parametrize("way", WAYS)
def test_whatever_it_answers_about_tags_is_explained(way: str) -> None:
    found = search(f"spacy:{way}", 400, of_tags(["IOB1", "IOB2"]))
    assert found.unexplained == []
    names = ("inside-at-the-first-token", "nothing-at-all-is-none", "o-with-a-type-is-outside")
    assert found.classes == {f"spacy.{name}" for name in names}


@pytest.mark.parametrize(("way", "shapes"), [("ner", ["touching"]), ("spans", [])])
def test_whatever_it_answers_about_spans_is_explained(way: str, shapes: list[str]) -> None:
    found = search(f"spacy:{way}", 300, of_spans(*shapes))
    assert found.unexplained == []
    assert found.classes == {"spacy.nothing-at-all-is-none"}


def test_a_prediction_on_an_unknown_token_has_a_row_and_no_count() -> None:
    gold, pred = [["B-X", ""]], [["B-X", "B-Y"]]
    assert explained("spacy:ner", gold, pred) == ["spacy.unannotated-gold-is-passed-over"]
    assert explained("spacy:spans", gold, pred) == ["spacy.empty-tag-is-no-annotation"]


@pytest.mark.parametrize(("before", "error"), [("O", "AttributeError"), ("I-X", "AttributeError"), ("X", "ValueError")])
def test_a_number_crashes_behind_what_looks_at_it(before: str, error: str) -> None:
    assert answer_of("spacy:ner", [["O", "O"]], [[before, 0]]) == error
