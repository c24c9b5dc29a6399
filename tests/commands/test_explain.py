"""A defect is explained once, however many implementations have it, with its quirk and everything that is pinned."""

import pytest

from nerconform.commands.explain import explain
from nerconform.libraries.defects import Defect, all_defects, defects_in
from nerconform.libraries.library import folders, libraries, library_in
from nerconform.results.run import Level
from nerconform.suite.cases import load_suite

DEFECTS = [one for one in all_defects() if one.pinned][::4]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda one: one.id)
def test_a_defect_is_explained_once_with_every_pinned_case(defect: Defect) -> None:
    told = [topic for topic in explain(defect.id) if topic.facts["place"] == defect.place]
    assert [topic.title for topic in told] == [defect.title]
    (table,) = told[0].tables
    several = len(defect.pinned) > 1
    assert table.columns == ("implementation", "case", "asked", "got")[0 if several else 1 :]
    pinned = [
        (*([name] if several else []), case, asked, got)
        for name, cases in defect.pinned.items()
        for case, answers in cases.items()
        for asked, got in answers.items()
    ]
    assert sorted(table.rows) == sorted(pinned)


def test_a_name_of_a_library_and_of_a_dialect_is_explained_as_both() -> None:
    assert [topic.kind for topic in explain("seqeval")] == ["implementation", "dialect"]


@pytest.mark.parametrize("folder", [one for one in folders() if library_in(one).name not in libraries()])
def test_a_library_that_cannot_be_asked_says_why_and_lists_its_defects(folder: str) -> None:
    library = library_in(folder)
    (topic,) = (one for one in explain(library.name) if one.kind == "library")
    assert topic.title.endswith(".")
    assert {row[0] for table in topic.tables for row in table.rows} == {*defects_in(folder)}


def test_nerval_and_tner_stand_with_the_reason() -> None:
    assert "unfinished merge" in explain("nerval")[0].title
    assert "cannot be built" in explain("tner")[0].title


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("seqeval.no-units-refused", {"gold": "(no sentence)", "predicted": "(no sentence)"}),
        ("conlleval.leading-empty-line", {"gold": "(no token) / O"}),
        ("spacy.unannotated-document-is-passed-over", {"gold": "(no entity)", "predicted": "X[0,1)", "scheme": None}),
        (
            "nervaluate.equal-span-not-sought",
            {"spans": "X[0,2) is type X from position 0 up to 2, which is not included", "scheme": None},
        ),
        (
            "seqeval.empty-type-accepted",
            {"spans": "[0,1) has no type, and goes from position 0 up to 1, which is not included"},
        ),
        ("seqeval.unit-not-checked", {"spans": None, "scheme": "IOB2", "predicted": "[None]"}),
    ],
)
def test_an_example_says_what_its_sides_hold(name: str, shown: dict[str, str | None]) -> None:
    (topic,) = explain(name)
    assert {label: topic.facts.get(label) for label in shown} == shown


@pytest.mark.parametrize(
    "name",
    [
        "ignores-type",
        "first-units-only",
        "raises-an-exception",
        "answers-bad-input",
        "unsteady",
        "earlier-answer-returned",
    ],
)
def test_what_check_names_can_be_explained(name: str) -> None:
    (topic,) = explain(name)
    assert topic.name == name
    assert topic.title


def test_a_mistake_is_explained_by_legal_cases_on_which_it_is_wrong() -> None:
    (topic,) = explain("ignores-type")
    (table,) = topic.tables
    shown = {case for case, *_ in table.rows}
    assert "tags.type-counts" in shown
    assert all(case.level is Level.LEGAL_DATA for case in load_suite().cases if case.id in shown)
