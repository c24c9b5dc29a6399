"""`nerconform validate`: whole outputs, places, and the scheme that the data may be in."""

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from nerconform.base.json_text import dumps
from nerconform.files import validate_files
from nerconform.results.tagged_files import Validation
from nerconform.results.values import decode, encode, schema_of
from tests.commands.conftest import Command

DATA = Path(__file__).parent / "data"
TEXT = ("--format", "text")
OUTPUTS = {
    "validate-legal.txt": (0, ("gold.bioes", "--scheme", "BIOES", *TEXT)),
    "validate-iob1.txt": (1, ("iob1.conll", *TEXT)),
    "validate-broken.txt": (1, ("broken.conll", *TEXT)),
    "validate-two-sides.txt": (1, ("both.conll", *TEXT)),
    "validate-two-files.txt": (1, ("both.conll", "iob1.conll", *TEXT)),
    "validate-suffix.txt": (1, ("suffix.conll", *TEXT)),
    "validate-end.txt": (1, ("gold.bioes", "pred.bioes", "--scheme", "BMES", *TEXT)),
    "validate.json": (1, ("broken.conll", "--format", "json")),
    "validate-suffix.json": (1, ("suffix.conll", "--format", "json")),
    "validate-github.txt": (1, ("both.conll", "iob1.conll", "--format", "github")),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside the files, and be of a release that does not change."""
    monkeypatch.chdir(DATA)
    monkeypatch.setattr(validate_files, "__version__", "0.0.0")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    due, args = OUTPUTS[name]
    status, out, err = command("validate", *args)
    assert (status, err) == (due, "")
    snapshot(name, out)


def test_json_reads_back_as_itself(command: Command) -> None:
    _, schema, _ = command("validate", "--json-schema")
    assert schema == dumps(schema_of(Validation))
    for _, args in OUTPUTS.values():
        _, out, _ = command("validate", *args, "--format", "json")
        assert encode(decode(out, Validation, "")) == out


def _side(command: Command, path: Path, *args: str) -> dict[str, Any]:
    _, out, _ = command("validate", str(path), "--format", "json", *args)
    (side,) = json.loads(out)["sides"]
    found: dict[str, Any] = side
    return found


@pytest.mark.parametrize(
    ("text", "scheme", "kinds"),
    [
        ("a I-X\n", "IOB2", {"start": [1]}),
        ("a B-X\nb I-Y\n", "IOB2", {"pair": [2]}),
        ("a O\nb B-X\n\nc O\n", "BIOES", {"end": [2]}),
        ("a I-X\n", "IOE2", {"end": [1]}),
        ("a I-X\n", "BIOES", {"start": [1], "end": [1]}),
        ("a X\nb I-X\nc Q-X\nd I-X\n", "IOB2", {"bare": [1], "unknown": [3]}),
    ],
)
def test_start_end_and_inner_pairs_are_told_apart(
    text: str, scheme: str, kinds: dict[str, list[int]], command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "data.conll"
    path.write_text(text, encoding="utf-8")
    side = _side(command, path, "--scheme", scheme)
    assert Counter(finding["kind"] for finding in side["findings"]) == {
        kind: len(lines) for kind, lines in kinds.items()
    }
    for kind, lines in kinds.items():
        assert [finding["line"] for finding in side["findings"] if finding["kind"] == kind] == lines


def test_a_column_that_holds_no_tags_is_suspected(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "data.conll"
    path.write_text("a NN O\nb VB B-PER\n", encoding="utf-8")
    status, out, _ = command("validate", str(path), *TEXT)
    assert status == 1
    assert "Most of this is no tags: is it the right column (--column)?" in out


def test_the_hook_of_pre_commit_runs(command: Command) -> None:
    (hook,) = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] == "nerconform-validate"
    _, *args = hook["entry"].split()
    assert [command(*args, name)[0] for name in ("iob1.conll", "documents.conll")] == [1, 0]
    assert re.search(hook["files"], "data/train.conll")


def test_one_column_of_many_is_looked_at(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "data.conll"
    path.write_text("a NN X O\nb NN B-NP I-PER\n", encoding="utf-8")
    assert [finding["tag"] for finding in _side(command, path, "--column", "-1")["findings"]] == ["I-PER"]


def test_a_written_way_is_obeyed(command: Command) -> None:
    assert command("validate", "suffix.conll", "--set", "affix=suffix", "--set", "delimiter=_")[0] == 0


REFUSED = {
    "choice that would hide": (("both.conll", "--set", "bare=outside"), "is a rule of scoring"),
    "choice without option": (("both.conll", "--set", "affix"), "is not AXIS=OPTION"),
    "unknown scheme": (("both.conll", "--scheme", "BIOLU"), "there is no scheme 'BIOLU'"),
    "ambiguous scheme": (("both.conll", "--scheme", "IOB"), "--scheme IOB2"),
    "second file that is not there": (("iob1.conll", "none.conll"), "none.conll"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_nothing_behind(name: str, command: Command) -> None:
    args, words = REFUSED[name]
    status, out, err = command("validate", *args, "--format", "github")
    assert (status, out) == (2, "")
    assert words in err


def test_processes_that_have_nothing_to_share_are_a_note(command: Command) -> None:
    alone, several = (
        command("validate", str(DATA / "broken.conll")),
        command("validate", str(DATA / "broken.conll"), "--jobs", "2"),
    )
    assert several[:2] == alone[:2]
    note = "nerconform: note: --jobs has no effect, one process reads everything: there is one file\n"
    assert several[2] == alone[2] + note


def test_standard_input_is_read_by_the_process_that_has_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ada B-PER\n")))
    status, _, err = command("validate", "-", str(DATA / "broken.conll"), "--jobs", "2")
    assert (status, "only one process can read standard input" in err) == (1, True)
