"""The page of searches: each cause with its smallest input, from nothing but what `diff` wrote."""

import sys
from collections import Counter
from pathlib import Path

from nerconform.libraries.registry import resolve
from nerconform.products.search.random_search import Budget, search
from nerconform.reporting.search_text import search_page
from nerconform.results.search_result import Searches
from nerconform.results.stored import read_as
from nerconform.results.values import encode

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "reports"
LIBRARIES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")
HARNESS = ROOT / "examples" / "harnesses" / "python" / "harness.py"


def test_the_page_has_a_row_for_each_search_and_for_each_cause(tmp_path: Path) -> None:
    found = search(resolve("iobes"), budget=Budget(60), seeded=3)
    path = tmp_path / "found.json"
    path.write_text(encode(found), encoding="ascii")
    page = search_page([read_as(path, Searches)])
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
    path.write_text(encode(found), encoding="ascii")
    page = search_page([read_as(path, Searches)])
    assert f"`nerconform diff '{program}' --examples 5 --seed 3`" in page


def test_the_committed_page_is_that_of_the_committed_searches_and_all_is_explained() -> None:
    stored = [read_as(path, Searches) for path in sorted((REPORTS / "search").glob("*.json"))]
    searches = [search for one in stored for search in one.searches]
    asked = Counter[str]()
    for each in searches:
        asked[each.right] += each.examples
    modes = [one.name for library in LIBRARIES for one in resolve(library)]
    assert {mode: asked[mode] for mode in modes if asked[mode] < 100_000} == {}
    assert (REPORTS / "search.md").read_text(encoding="utf-8") == search_page(stored)
    assert not any(search.unexplained for search in searches)
