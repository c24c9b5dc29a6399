"""Every kind of stored result is read back without loss, and has its page and its entries."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
import xmlschema

import nerconform as nc
from nerconform.base.forms import schema
from nerconform.base.json_text import dumps
from nerconform.reporting.entries import Level, entries
from nerconform.reporting.json_ import BadRun, Stored, load, read
from nerconform.reporting.report_writers import Format, render
from nerconform.reporting.web.effect import effect
from nerconform.results.releases_result import Matrix
from nerconform.results.search_result import Searches
from nerconform.results.stored import StoredComparison
from tests.reporting.odd import SCRIPT
from tests.reporting.sample import SAMPLE
from tests.reporting.stored import MATRIX, SEARCHES

SCHEMAS = Path(__file__).parent / "schemas"


@pytest.fixture(scope="module")
def stored() -> Mapping[str, Stored]:
    """Return one result of each kind; the comparison is a real one, of two dialects that differ."""
    gold, pred = [["B-A", "I-A", f"B-{SCRIPT}"]], [["I-A", "I-A", "O"]]
    found = nc.compare(
        gold,
        pred,
        ["reference:conlleval", "reference:iob2-discard"],
        bridges=[("reference:conlleval", "reference:iob2-discard")],
        resamples=0,
    )
    comparison = StoredComparison(json.loads(json.dumps(found.to_dict())))
    searches, matrix = Searches.from_dict(SEARCHES), Matrix.from_dict(MATRIX)
    return {"run": SAMPLE, "search": searches, "matrix": matrix, "comparison": comparison}


def test_a_comparison_is_written_from_python_as_it_is_stored(tmp_path: Path) -> None:
    found = nc.compare([["B-A"]], [["I-A"]], ["reference:conlleval", "reference:iob2-discard"], resamples=0)
    for suffix in (".html", ".json", ".md", ".xml", ".sarif"):
        nc.write_report(found, tmp_path / f"out{suffix}")
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == json.loads(json.dumps(found.to_dict()))
    again = read(tmp_path / "out.json")
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == render(again, "html")
    assert "iob2-discard" in (tmp_path / "out.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["run", "search", "matrix", "comparison"])
def test_a_result_survives_its_file(kind: str, stored: Mapping[str, Stored], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(dumps(stored[kind].to_dict()), encoding="ascii")
    again = read(path)
    assert type(again) is type(stored[kind])
    assert dumps(again.to_dict()) == dumps(stored[kind].to_dict())
    fastjsonschema.compile(schema(kind))(json.loads(path.read_text(encoding="ascii")))


@pytest.mark.parametrize(("kind", "data"), [("search", SEARCHES), ("matrix", MATRIX)])
def test_what_was_stored_by_hand_comes_back(kind: str, data: dict[str, Any], stored: Mapping[str, Stored]) -> None:
    parts = "searches" if kind == "search" else "libraries"
    assert json.loads(json.dumps(stored[kind].to_dict()))[parts] == data[parts]


@pytest.mark.parametrize("kind", ["search", "matrix", "comparison"])
def test_only_a_run_is_a_run(kind: str, stored: Mapping[str, Stored], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(dumps(stored[kind].to_dict()), encoding="ascii")
    with pytest.raises(BadRun, match=f"not a run: it holds a {kind}"):
        load(path)


LEVELS = {
    "search": [Level.KNOWN, Level.WRONG],
    "matrix": [Level.KNOWN, Level.WRONG],
    "comparison": [Level.PASS, Level.PASS, Level.PASS],
}


@pytest.mark.parametrize("kind", LEVELS)
def test_what_nothing_explains_is_wrong_and_what_something_explains_is_known(
    kind: str, stored: Mapping[str, Stored]
) -> None:
    assert [entry.level for entry in entries(stored[kind])] == LEVELS[kind]


def test_a_number_of_a_library_that_nothing_explains_is_wrong(stored: Mapping[str, Stored]) -> None:
    comparison = stored["comparison"]
    assert isinstance(comparison, StoredComparison)
    data = json.loads(json.dumps(comparison.to_dict()))
    mismatch = {"asked": "strict.micro.f1", "expected": "1", "got": "0"}
    data["columns"][0]["departure"] = {"explained": False, "causes": [], "mismatches": [mismatch]}
    spoilt = StoredComparison(data)
    assert (comparison.unexplained, spoilt.unexplained) == (0, 1)
    first = entries(spoilt)[0]
    assert (first.level, first.message) == (Level.WRONG, "strict.micro.f1: expected 1, got 0")
    assert "nothing explains it" in render(spoilt, "html")


@pytest.mark.parametrize("kind", ["search", "matrix", "comparison"])
def test_every_kind_is_valid_in_the_forms_of_other_tools(kind: str, stored: Mapping[str, Stored]) -> None:
    xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd").validate(render(stored[kind], "junit"))
    sarif = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    fastjsonschema.compile(sarif)(json.loads(render(stored[kind], "sarif")))
    assert render(stored[kind], "summary").startswith("## ")


@pytest.mark.parametrize("kind", ["run", "search", "matrix", "comparison"])
def test_a_page_holds_no_markup_of_the_data_and_names_no_place_of_the_machine(
    kind: str, stored: Mapping[str, Stored]
) -> None:
    text = render(stored[kind], "html")
    assert SCRIPT not in text
    assert kind == "run" or "&lt;script&gt;" in text
    assert "javascript:" not in text.lower()
    assert str(Path.cwd()) not in text
    assert render(stored[kind], "html") == text


def test_a_stored_comparison_has_a_short_page_with_the_steps_of_its_bridges(stored: Mapping[str, Stored]) -> None:
    """Of two gold spans lenient reads one in the prediction, I-A I-A, and discard none: F1 is 2/3, and 0."""
    text = render(stored["comparison"], Format.MARKDOWN)
    assert text == render(stored["comparison"], Format.SUMMARY)
    assert "| `reference:conlleval` | nerconform spec 1.0 | 0.6667 |" in text
    assert "| `reference:iob2-discard` | nerconform spec 1.0 | 0.0000 |" in text
    assert "- decode, `policy: lenient -> discard`: -0.6667 (tp -1, fn +1, act -1, 1 unit)" in text


def test_a_search_has_its_page_of_markdown(stored: Mapping[str, Stored]) -> None:
    assert "| `seqeval.dot-is-outside` |" in render(stored["search"], Format.MARKDOWN)


def test_the_effect_on_scores_is_told_by_direction_and_kind() -> None:
    results = {result.case: result for result in SAMPLE.implementations[0].results}
    assert effect([results["a.known-small"]]) == ("No score where one is due, in 1 case.",)
    assert effect([results["a.known-large"]]) == ("Other numbers than strict micro F1 differ, in 1 case.",)
