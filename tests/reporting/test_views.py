"""Views: a stored result is drawn in every form by what it holds, with every room but base and results out of reach."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
import xmlschema
from msgspec.structs import replace

import nerconform as nc
from nerconform.base.report_form import ReportForm
from nerconform.reporting.entries import Severity, entries
from nerconform.reporting.report_writers import forms, render
from nerconform.reporting.web.finding import effect
from nerconform.results.comparison import Comparison, Departure
from nerconform.results.releases_result import Releases
from nerconform.results.search_result import Searches
from nerconform.results.stored import Stored
from nerconform.results.values import Mismatch, decode, encode
from tests.reporting.odd import SCRIPT
from tests.reporting.sample import SAMPLE
from tests.reporting.stored import RELEASES, SEARCHES

SCHEMAS = Path(__file__).parent / "schemas"
KINDS = ("run", "search", "releases", "comparison")


@pytest.fixture(scope="module")
def stored() -> Mapping[str, Stored]:
    """Return one result of each kind; the comparison is a real one, of two dialects that differ."""
    pair = ["reference:conlleval", "reference:iob2-discard"]
    gold, pred = [["B-A", "I-A", f"B-{SCRIPT}"]], [["I-A", "I-A", "O"]]
    return {
        "run": SAMPLE,
        "search": decode(json.dumps(SEARCHES), Searches, "x"),
        "releases": decode(json.dumps(RELEASES), Releases, "x"),
        "comparison": nc.compare(gold, pred, pair, bridges=[(pair[0], pair[1])], resamples=0),
    }


_BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        room = name.split(".")[1] if name.startswith("nerconform.") else ""
        if room and room not in {"base", "results", "reporting", "version"}:
            raise ImportError(f"{name} is out of reach")

sys.meta_path.insert(0, Blocked())
from pathlib import Path
from nerconform.reporting.report_writers import forms, render
from nerconform.results.stored import read
found = read(Path(sys.argv[1]))
for form in forms(type(found)):
    Path(sys.argv[2], form).write_bytes(render(found, form).encode("utf-8", errors="backslashreplace"))
"""
WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "run": {
        "text": ("It does | not", "IndexError: far", "strict.type{T1}.tp", "DEC-5 ", "print('small')"),
        "markdown": ("# It does | not", "`IndexError: far", "`B`", "DEC-5 ", "print('small')"),
        "html": ("It does | not", '<td class="span">A</td>', 'seqeval:strict</th><td class="note">KeyError'),
        "junit": ("a.known-small", "It does | not"),
        "sarif": ("DEC-5", "fixtures/1-a.yaml"),
        "github": ("a.refused",),
        "summary": ("`a.refused` | TAG-3",),
    },
    "search": {
        "text": ("seqeval.dot-is-outside", "X[0,1)", "opens nothing", "first difference at step  decode"),
        "markdown": ("seqeval.dot-is-outside", "IOB2: `O` against `.-X`", "| 4 | 12 |"),
        "html": ('<td class="span">X</td>', "opens nothing", "TAG-4"),
    },
    "releases": {
        "text": ("mylib 2.0", "zero:1", "strict.micro.f1", "was `1`, is `0`"),
        "markdown": ("`strict.micro.f1` was `1`, is `0`", "mylib 0.1"),
        "html": ("mylib 2.0", "Another"),
    },
    "comparison": {"text": ("reference:iob2-discard",), "html": ("reference:iob2-discard",)},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_stored_result_is_drawn_by_what_it_holds(kind: str, stored: Mapping[str, Stored], tmp_path: Path) -> None:
    path, out = tmp_path / "result.json", tmp_path / "out"
    path.write_text(encode(stored[kind]), encoding="ascii")
    out.mkdir()
    subprocess.run([sys.executable, "-c", _BLOCKED, str(path), str(out)], check=True)
    assert {one.name for one in out.iterdir()} == set(forms(type(stored[kind])))
    for form in forms(type(stored[kind])):
        drawn = (out / form).read_bytes()
        assert drawn == render(stored[kind], form).encode("utf-8", errors="backslashreplace"), form
        assert [word for word in WORDS[kind].get(form, ()) if word not in drawn.decode()] == [], form


LEVELS = {
    "search": [Severity.KNOWN, Severity.WRONG],
    "releases": [Severity.KNOWN, Severity.WRONG],
    "comparison": [Severity.PASS, Severity.PASS, Severity.PASS],
}


@pytest.mark.parametrize("kind", LEVELS)
def test_what_nothing_explains_is_wrong_and_what_something_explains_is_known(
    kind: str, stored: Mapping[str, Stored]
) -> None:
    assert [entry.severity for entry in entries(stored[kind])] == LEVELS[kind]


def test_a_number_of_a_library_that_nothing_explains_is_wrong(stored: Mapping[str, Stored]) -> None:
    comparison = stored["comparison"]
    assert isinstance(comparison, Comparison)
    first, *others = comparison.columns
    departed = replace(first, departure=Departure((), (Mismatch("strict.micro.f1", 1, 0),)))
    spoilt = replace(comparison, columns=(departed, *others))
    assert (comparison.unexplained, spoilt.unexplained) == (0, 1)
    entry = entries(spoilt)[0]
    assert (entry.severity, entry.message) == (Severity.WRONG, "strict.micro.f1: expected 1, got 0")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS[1:])
def test_every_kind_is_valid_in_the_forms_of_other_tools(kind: str, stored: Mapping[str, Stored]) -> None:
    xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd").validate(render(stored[kind], "junit"))
    sarif: Any = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    fastjsonschema.compile(sarif)(json.loads(render(stored[kind], "sarif")))
    assert render(stored[kind], "summary").startswith("## ")


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_holds_no_markup_of_the_data_and_names_no_place_of_the_machine(
    kind: str, stored: Mapping[str, Stored]
) -> None:
    text = render(stored[kind], "html")
    assert SCRIPT not in text
    assert kind == "run" or "&lt;script&gt;" in text
    assert "javascript:" not in text.lower()
    assert str(Path.cwd()) not in text


def test_a_search_has_its_page_of_markdown(stored: Mapping[str, Stored]) -> None:
    assert "| `seqeval.dot-is-outside` |" in render(stored["search"], ReportForm.MARKDOWN)


def test_the_effect_on_scores_is_told_by_direction_and_kind() -> None:
    results = {result.case: result for result in SAMPLE.implementations[0].results}
    assert effect([results["a.known-small"]]) == ("No score where one is due, in 1 case.",)
    assert effect([results["a.known-large"]]) == ("Other numbers than strict micro F1 differ, in 1 case.",)
