"""Every defect stands once, in the folder of its library, and has a quirk or says that it has none."""

from datetime import date
from pathlib import Path

import pytest

from nerconform.base.strict_yaml import BadFile
from nerconform.libraries import defects
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import Defect, Shown, all_defects, defect, defects_in
from nerconform.libraries.library import folders, library_in
from nerconform.products.explain.topics import explain_defect
from nerconform.suite.cases import load_suite
from nerconform.suite.clauses import load_clauses

DEFECTS = tuple(all_defects())
every_defect = pytest.mark.parametrize("one", DEFECTS, ids=lambda one: one.id)


def test_ids_are_unique() -> None:
    assert len({one.id for one in DEFECTS}) == len(DEFECTS)


def test_every_quirk_has_a_defect() -> None:
    assert {*QUIRKS} <= {one.id for one in DEFECTS}


@every_defect
def test_a_defect_has_a_quirk_or_says_that_it_has_none(one: Defect) -> None:
    assert one.has_quirk == (one.id in QUIRKS)


@every_defect
def test_a_defect_names_clauses_and_cases_that_exist(one: Defect) -> None:
    assert one.clause in load_clauses()
    assert {*one.cases} <= {case.id for case in load_suite().cases}
    assert defect(one.id) is one


@pytest.mark.parametrize("folder", folders())
def test_a_folder_holds_what_is_known_of_its_library(folder: str) -> None:
    assert {one.library for one in defects_in(folder).values()} <= {library_in(folder).name}


ENTRY = """\
defects:
  - id: reads-a-type-as-another
    title: The library reads PER as LOC
    clause: TAG-1
    versions: "==1.0"
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("    word: x\n", "word"),
        ("    impact: bad\n", "impact"),
        ("    quirk: false\n", "pinned"),
        ("    contradicts: {setup: import re, call: re.x, gives: x, says: x, where: x}\n", "effect"),
    ],
)
def test_a_file_of_another_form_is_refused_with_its_line(
    more: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seqeval").mkdir()
    (tmp_path / "seqeval" / "defects.yaml").write_text(ENTRY + more)
    monkeypatch.setattr(defects, "__file__", str(tmp_path / "defects.py"))
    with pytest.raises(BadFile, match=message) as found:
        defects_in.__wrapped__("seqeval")
    assert found.value.place.startswith("nerconform/libraries/seqeval/defects.yaml:")


def test_a_field_without_words_is_not_written_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seqeval").mkdir()
    (tmp_path / "seqeval" / "defects.yaml").write_text(ENTRY + "    impact: legal data\n    why: Its table is wrong.\n")
    monkeypatch.setattr(defects, "__file__", str(tmp_path / "defects.py"))
    (one,) = defects_in.__wrapped__("seqeval").values()
    assert (one.id, one.words) == ("seqeval.reads-a-type-as-another", "Its table is wrong.")
    assert one.unwritten == ("what_happens", "example", "right", "effect", "what_to_do", "upstream")


@every_defect
def test_a_defect_says_when_the_tracker_was_searched(one: Defect) -> None:
    assert one.link or one.searched
    assert date.fromisoformat(one.searched_on).year >= 2026


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("seqeval.strict-ioe1", "reported"),
        ("spaneval.blanks-around-a-type", "not reported"),
        (next(one.id for one in DEFECTS if one.fixed_in and one.link), "fixed in"),
    ],
)
def test_the_status_of_a_defect_is_shown_with_its_day(name: str, status: str) -> None:
    one = defect(name)
    assert one.status.startswith(status)
    facts = dict(explain_defect(one, (), load_clauses()).facts)
    assert facts["upstream"].startswith(one.status)
    assert facts["upstream"].endswith(f"(seen on {one.searched_on})")
    assert one.link in facts["upstream"]


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (Shown(counts=(2, 1, 0)), "2 gold, 1 predicted, 0 correct"),
        (Shown(spans=()), "no entity"),
        (Shown(error="TypeError"), "raises TypeError"),
        (Shown(error="empty-tag"), "an error (empty-tag)"),
        (Shown(), "no numbers"),
        (Shown(numbers={"strict.micro.f1": 1.0}), "F1 1"),
        (Shown(numbers={"strict.micro.f0.5": None}), "F0.5 undefined"),
        (Shown(numbers={"strict.micro.fp": 1.0, "strict.micro.fn": 2.0}), "1 false positive, 2 false negatives"),
        (Shown(numbers={"strict.micro.spu": 1.0}), "1 spurious"),
        (
            Shown(numbers={"right.micro.precision": 2.0, "right.micro.recall": 0.5}),
            "precision 2, recall 0.5 (same type and end)",
        ),
        (Shown(numbers={"exact.macro.f1": 0.25}), "F1 0.25 (macro average; same bounds, any type)"),
        (
            Shown(numbers={"strict.type{}.f1": 1.0, "strict.type{A%20B}.pos": 3.0}),
            "F1 1 (the empty type), 3 gold (type A B)",
        ),
    ],
)
def test_an_answer_is_said_in_words(shown: Shown, text: str) -> None:
    assert str(shown) == text
