"""`nerconform analyze`: whole outputs, filters, training data, and what it refuses."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.files import score_files
from nerconform.products.analyze import analyze_files
from tests.commands.conftest import Command, has_printed_form

DATA = Path(__file__).parent / "data"
MANY = """\
The O O
Bank B-ORG B-ORG
of I-ORG O
Oslo I-ORG B-LOC
hired O O
Ann B-PER B-PER
and O I-PER
Kim B-PER I-PER

In O O
Rome B-LOC B-PER
it O B-ORG
rained O O
on O O
Bo B-PER O
"""
"""ORG is split in two, two PER are merged, LOC has a wrong type, ORG is a false positive, PER is missed."""
TRAIN = """\
Rome B-PER

Ann B-PER
met O
Bo B-PER
"""

OUTPUTS = {
    "analyze.txt": ("many.conll",),
    "analyze-all.txt": ("many.conll", "--train", "train.conll", "--verbose"),
    "analyze-unaligned.txt": ("many.conll", "--dialect", "conlleval", "--format", "text"),
    "analyze-chosen.txt": ("many.conll", "--class", "merged", "--class", "wrong type", "--verbose"),
    "analyze-characters.txt": ("layout.jsonl", "--verbose"),
    "analyze.csv.txt": ("many.conll", "--format", "csv"),
    "analyze.json": ("many.conll", "--format", "json"),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand beside copies of the files, and be of a release that does not change."""
    for file in DATA.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "many.conll").write_text(MANY, encoding="utf-8")
    (tmp_path / "train.conll").write_text(TRAIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for module in (score_files, analyze_files):
        monkeypatch.setattr(module, "__version__", "0.0.0")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    status, out, err = command("analyze", *OUTPUTS[name])
    assert (status, err) == (0, "")
    snapshot(name, out)


def test_the_first_screen_fits(command: Command) -> None:
    _, out, _ = command("analyze", "many.conll", width=80)
    lines = out.splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80


def test_the_json_has_the_printed_form(command: Command) -> None:
    _, schema, _ = command("analyze", "--json-schema")
    _, out, _ = command("analyze", "many.conll", "--train", "train.conll", "--format", "json")
    data = has_printed_form(schema, out)
    assert {(error["kind"], error.get("seen")) for error in data["errors"]} == {
        ("split", "unseen"),
        ("merged", "seen"),
        ("wrong type", "other type"),
        ("false positive", "unseen"),
        ("missed", "seen"),
    }


FILTERS = {
    ("--gold-type", "PER"): {"merged", "missed"},
    ("--pred-type", "PER"): {"merged", "wrong type"},
    ("--length", "3"): {"split"},
    ("--length", "2+"): {"split"},
    ("--length", "1-2"): {"merged", "wrong type", "false positive", "missed"},
    ("--unseen", "--train", "train.conll"): {"split", "wrong type", "false positive"},
}


@pytest.mark.parametrize("options", FILTERS, ids=" ".join)
def test_a_filter_lists_the_errors_that_fit_and_changes_no_count(options: tuple[str, ...], command: Command) -> None:
    _, out, _ = command("analyze", "many.conll", *options, "--format", "csv")
    assert {row["class"] for row in csv.DictReader(io.StringIO(out))} == FILTERS[options]
    _, chosen, _ = command("analyze", "many.conll", *options, "--format", "json")
    _, whole, _ = command("analyze", "many.conll", "--format", "json")
    for part in ("counts", "confusion", "classes"):
        assert json.loads(chosen)[part] == json.loads(whole)[part]


def test_the_counts_are_those_of_score(command: Command) -> None:
    for dialect in ("semeval", "conlleval"):
        _, out, _ = command("analyze", "many.conll", "--dialect", dialect, "--format", "json")
        _, scores, _ = command("score", "many.conll", "--dialect", dialect, "--format", "json")
        counts = json.loads(scores)["schemas"]["strict"]["averages"]["micro"]["counts"]
        found = json.loads(out)["counts"]
        wrong = sum(found.get(name, 0) for name in ("inc", "mis"))
        assert (found.get("cor", 0), wrong) == (counts["tp"], counts["fn"])


def test_a_page_leads_from_each_cell_to_its_sentences(command: Command) -> None:
    command("analyze", "many.conll", "--output", "out.html")
    page = Path("out.html").read_text(encoding="utf-8")
    _, out, _ = command("analyze", "many.conll", "--format", "json")
    for number, cell in enumerate(json.loads(out)["confusion"]):
        if set(cell["outcomes"]) != {"cor"}:
            assert f'href="#cell-{number}"' in page
            assert f'id="cell-{number}"' in page


ERRORS = {
    ("many.conll", "--unseen"): "--train FILE",
    ("many.conll", "--length", "x"): "Write --length 3, --length 2-4 or --length 5+",
    ("many.conll", "--dialect", "conlleval", "--schema", "partial"): "Use a dialect that pairs overlaps",
    ("many.conll", "--set", "pool=flat"): "pool=corpus",
    ("many.conll", "--train", "none.conll"): "none.conll",
}


@pytest.mark.parametrize("args", ERRORS, ids=" ".join)
def test_an_error_says_what_to_do(args: tuple[str, ...], command: Command) -> None:
    status, out, err = command("analyze", *args)
    assert (status, out) == (2, "")
    assert ERRORS[args] in err
