"""The page of searches: each cause with its smallest input, from nothing but what `diff` wrote (KIT-7)."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from nerconform.libraries.registry import resolve
from nerconform.products.search.random_search import Budget, search
from nerconform.reporting.search_markdown import NoSearch, load_searches, search_page

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "reports"
LIBRARIES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")
HARNESS = ROOT / "examples" / "harnesses" / "python" / "harness.py"


def test_the_page_has_a_row_for_each_search_and_for_each_cause(tmp_path: Path) -> None:
    found = search(resolve("iobes"), budget=Budget(60), seeded=3)
    path = tmp_path / "found.json"
    path.write_text(json.dumps(found.to_dict()), encoding="utf-8")
    page = search_page(load_searches(path))
    (only,) = found.searches
    assert f"| iobes | {only.version} | 3 | 60 | {only.divergent} | 0 | {len(only.classes)} |" in page
    assert len(only.classes) >= 2
    for each in only.classes:
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{each.id}` |"))
        assert row.endswith(f"| {each.fired} | {each.verified_on} |")
    assert "`nerconform diff iobes --examples 60 --seed 3`" in page


def test_the_command_of_a_program_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    program = f"exec:{sys.executable} {HARNESS}"
    found = search(resolve(program), budget=Budget(5), seeded=3)
    path = tmp_path / "found.json"
    path.write_text(json.dumps(found.to_dict()), encoding="utf-8")
    page = search_page(load_searches(path))
    assert f"`nerconform diff '{program}' --examples 5 --seed 3`" in page


def test_the_committed_page_is_that_of_the_committed_searches_and_all_is_explained() -> None:
    searches = [search for path in sorted((REPORTS / "search").glob("*.json")) for search in load_searches(path)]
    asked = Counter[str]()
    for each in searches:
        asked[each["right"]] += each["examples"]
    modes = [one.name for library in LIBRARIES for one in resolve(library)]
    assert {mode: asked[mode] for mode in modes if asked[mode] < 100_000} == {}
    assert (REPORTS / "search.md").read_text(encoding="utf-8") == search_page(searches)
    assert not any(search["unexplained"] for search in searches)


def test_a_file_that_holds_no_search_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(NoSearch, match="no search is in this file") as raised:
        load_searches(path)
    assert raised.value.place == str(path)
