"""The sources of the site: every defect, library, golden case and clause has its place, and says what it has to say."""

from pathlib import Path

import pytest

from nerconform.libraries.defects import all_defects, trophies
from nerconform.libraries.library import folders
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme
from nerconform.suite.cases import CaseKind, load_suite
from nerconform.suite.clauses import load_clauses
from website.defect_pages import place, versions_in_words
from website.markup import code, escaped
from website.result_pages import cards
from website.stored_results import stored_results


def read(sources: Path, name: str) -> str:
    return (sources / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_every_defect_has_a_page_that_answers_the_five_questions(sources: Path) -> None:
    for one in all_defects():
        page = read(sources, place(one))
        assert page.count("\n# ") == 1
        for words in (one.title, one.what_happens, one.effect, one.what_to_do, one.why):
            assert escaped(words) in page, (one.id, words)
        assert ("## Example" in page) == bool(one.example)
        assert "Span(type=" not in page, f"{one.id} shows spans as Python does, not as X[0,1)"
        assert ("## What the documentation says" in page) == bool(one.contradicts)
        assert one.link in page if one.link else all(escaped(query) in page for query in one.searched)
        assert f"nerconform explain {one.id}" in page


def test_every_library_has_a_page_that_lists_its_defects(sources: Path) -> None:
    for folder in folders():
        page = read(sources, f"libraries/{folder.replace('_', '-')}")
        mine = [one for one in all_defects() if one.id.partition(".")[0] == folder.replace("_", "-")]
        assert all(f"../{place(one)}.md" in page for one in mine)


def test_schemes_and_dialects_have_a_picture_each(sources: Path) -> None:
    for name, found in (("schemes", Scheme), ("dialects", NAMED)):
        page = read(sources, name)
        assert page.count('<table class="drawing">') == len(found)
        assert all(f"\n## {one}\n" in page for one in found)


def test_clauses_lead_to_their_cases_and_back(sources: Path) -> None:
    chapters = {path.stem: path.read_text(encoding="utf-8") for path in (sources / "spec").glob("*.md")}
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (sources / "results").glob("cases-*.md")}
    for case in load_suite().cases:
        (page,) = [name for name, text in pages.items() if f'id="{case.id}"' in text]
        for clause in case.clauses:
            (chapter,) = [name for name, text in chapters.items() if f"\n({clause.lower()})=\n" in text]
            assert f'"../results/{page}.html#{case.id}"' in chapters[chapter]
            assert f'"../spec/{chapter}.html#{clause.lower()}"' in pages[page]
    assert sum(text.count(")=\n### ") for text in chapters.values()) == len(load_clauses())


def test_the_site_names_every_trophy_and_every_erratum(sources: Path) -> None:
    page = read(sources, "results/trophies")
    assert all(f'id="{one.id}"' in page for one in trophies())
    page = read(sources, "results/errata")
    errata = {case.id for case in load_suite().cases if case.kind is CaseKind.ERRATUM}
    assert errata
    assert all(f'id="{one}"' in page for one in errata)


def test_the_first_page_begins_with_what_it_is_and_the_verdicts(sources: Path) -> None:
    page = read(sources, "index")
    assert page.index("whether a metric for named-entity recognition (NER) is right") < page.index("Verdicts of today")
    assert page.index("Verdicts of today") < page.index('<article class="subject')


def test_cards_come_by_impact_and_what_was_hardly_asked_is_not_called_right() -> None:
    found = cards(stored_results())
    tones = [card.tone for card in found]
    order = ["fail", "known", "pass", "unsupported"]
    assert sorted(tones, key=order.index) == tones
    assert {card.name: card.tone for card in found}["annotations-evaluate"] == "unsupported"


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        (">=1.0.0,<=1.2.2", "since 1.0.0, up to 1.2.2"),
        ("!=0.0.15,<=1.2.2", "up to 1.2.2, not 0.0.15"),
        ("==0.9.0", "0.9.0"),
        ("", "all releases"),
        ("4d5a6f1 main", "4d5a6f1 main"),
    ],
)
def test_versions_are_said_in_words(versions: str, words: str) -> None:
    assert versions_in_words(versions) == words


def test_texts_are_shown_as_they_are() -> None:
    assert escaped("`B-*` and PER[1,4) <b>") == r"`B-*` and PER\[1,4) \<b\>"
    assert code("a`b") == "``a`b``"
    assert code("`b") == "`` `b ``"
