"""The quirks of spaCy against the library, on drawn corpora."""

import pytest

from nerconform.asking.question import Form
from nerconform.diagnosis.versus import versus_of
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.registry import resolve
from nerconform.libraries.spacy.adapter import WAYS
from nerconform.products.search.classes import Classes
from nerconform.products.search.random_search import Budget
from nerconform.products.search.random_search import search as differ
from tests.libraries.searching import answer_of, explained, of_spans, of_tags, search
from tests.steps import SPACY

pytestmark = SPACY


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


@pytest.mark.parametrize(
    ("tags", "causes"),
    [
        ("--X B-X", ["spacy.empty-tag-is-no-annotation"]),
        ("--X O I-X", ["spacy.empty-tag-is-no-annotation"]),
        ("--X I-X", []),
    ],
)
def test_behind_a_tag_without_a_letter_an_i_is_refused(tags: str, causes: list[str]) -> None:
    """By the reference, too, which refuses the tag before it."""
    gold, pred = [["B-X", "O", "O"][: len(tags.split())]], [tags.split()]
    assert explained("spacy:ner", gold, pred) == causes


def test_a_neighbour_in_which_such_a_tag_stands_before_an_i_is_explained() -> None:
    """A search drew it: where the two tags of a span are exchanged, spaCy refuses."""
    kept = [["B--", "I--"], ["O", "O", "B-A-B", "I-A-B"]]
    (inquiry,) = versus_of(resolve("spacy:ner"))
    question = Classes(inquiry).question(QuestionKind(Form.TAGS, "IOB2"), [["O", "O"], *kept], [["O", "--B"], *kept])
    divergence = inquiry.look(question)
    assert divergence is not None
    found = inquiry.explain(divergence)
    assert found is not None
    assert found.ids == ("spacy.empty-tag-is-no-annotation",)


@pytest.mark.parametrize(("before", "error"), [("O", "AttributeError"), ("I-X", "AttributeError"), ("X", "ValueError")])
def test_a_number_crashes_behind_what_looks_at_it(before: str, error: str) -> None:
    assert answer_of("spacy:ner", [["O", "O"]], [[before, 0]]) == error


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("spacy:no-overlap", {"overlapping-prediction-is-dropped", "nothing-at-all-is-none"}),
        ("spacy:unlabeled", {"bounds-count-once", "nothing-at-all-is-none"}),
        ("spacy:ner:coarse", {"part-of-a-gold-token-is-all-of-it", "nothing-at-all-is-none"}),
        ("spacy:spans:coarse", {"part-of-a-gold-token-is-dropped", "nothing-at-all-is-none"}),
        ("spacy:ner:unannotated", {"unannotated-document-is-passed-over", "nothing-at-all-is-none"}),
        ("spacy:biluo", {"biluo-open-until-l", "biluo-o-is-the-first-letter"}),
        ("spacy:iob", {"iob-begins-at-whatever-is-not-o"}),
    ],
)
def test_diff_of_what_is_asked_by_name_alone_finds_its_causes(name: str, found: set[str]) -> None:
    (searched,) = differ(resolve(name), budget=Budget(400), seeded=1).searches
    assert searched.unexplained == 0
    assert {f"spacy.{one}" for one in found} <= {cause.id for each in searched.classes for cause in each.causes}


@pytest.mark.parametrize(
    "unit", ["-", "B-X -", "B-X - L-X", "- B-X L-X", "-X U-", "B-X U-Y L-X", "B-X I-Y O L-Z", "OX U"]
)
def test_whatever_the_reader_of_biluo_is_handed_is_explained(unit: str) -> None:
    assert explained("spacy:biluo", [unit.split()], [unit.split()], scheme="BILOU") is not None


@pytest.mark.parametrize("unit", ["O-X I-X", "B I", "B", "L-X I-X", "S-X I-X", "XYZ IYZ", "- I-X", "B- I-", "O I- I-"])
def test_whatever_the_reader_of_iob_is_handed_is_explained(unit: str) -> None:
    assert explained("spacy:iob", [unit.split()], [unit.split()], scheme="IOB1") is not None
