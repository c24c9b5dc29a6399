"""`nerconform convert`: whole outputs, where they go, and what is refused before anything is written."""

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.commands.main import main
from tests.commands.conftest import Command

DATA = Path(__file__).parent / "data"
LENIENT = ("--policy", "lenient")
OUTPUTS = {
    "convert-two-sides.txt": (0, ("both.conll", "--to", "BIOES", *LENIENT)),
    "convert-one-column.txt": (0, ("both.conll", "--to", "BILOU", "--column", "1")),
    "convert-discard.txt": (0, ("both.conll", "--to", "IOE1", "--policy", "discard")),
    "convert-documents.txt": (0, ("documents.conll", "--to", "IO")),
    "convert-iob1.txt": (0, ("iob1.conll", "--scheme", "IOB1", "--to", "IO")),
    "convert-suffix.txt": (
        0,
        (
            *("suffix.conll", "--set", "affix=suffix", "--set", "delimiter=_"),
            *("--to", "BMEWO", "--to-affix", "prefix", "--to-delimiter", "-"),
        ),
    ),
    "convert-names.txt": (0, ("names.conll", "--to", "IOE2", "--to-affix", "suffix", "--to-delimiter", "::")),
    "convert-json.txt": (0, ("layout.jsonl", "--to", "BIOES", *LENIENT)),
    "convert-json-lossy.txt": (0, ("layout.jsonl", "--to", "IO", *LENIENT)),
    "convert-illegal.txt": (2, ("both.conll", "--to", "BIOES")),
    "convert-illegal-json.txt": (2, ("layout.jsonl", "--to", "BIOES")),
    "convert-lossless.txt": (2, ("layout.jsonl", "--to", "IO", "--lossless", *LENIENT)),
    "convert-other-scheme.txt": (2, ("gold.bioes", "--to", "IOB1")),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand beside copies of the files."""
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    due, args = OUTPUTS[name]
    status, out, err = command("convert", *args)
    assert status == due
    assert (out == "") == (status == 2)
    snapshot(name, f"{out}--- stderr\n{err}")


def test_an_output_file_gets_what_stdout_would_get(here: Path, command: Command) -> None:
    _, out, _ = command("convert", "both.conll", "--to", "BIOES", *LENIENT)
    before = (here / "both.conll").read_bytes()
    assert command("convert", "both.conll", "--to", "BIOES", *LENIENT, "--output", "new.conll")[:2] == (0, "")
    assert (here / "new.conll").read_bytes() == out.encode()
    assert (here / "both.conll").read_bytes() == before
    assert command("convert", "both.conll", "--to", "BIOES", *LENIENT, "--in-place")[:2] == (0, "")
    assert (here / "both.conll").read_bytes() == out.encode()


def test_the_way_back_gives_the_file_back(here: Path, command: Command) -> None:
    before = (here / "gold.bioes").read_bytes()
    assert command("convert", "gold.bioes", "--scheme", "BIOES", "--to", "IOE1", "--in-place") == (0, "", "")
    assert (here / "gold.bioes").read_bytes() != before
    assert command("convert", "gold.bioes", "--scheme", "IOE1", "--to", "IOBES", "--in-place") == (0, "", "")
    assert (here / "gold.bioes").read_bytes() == before


def test_what_was_converted_has_the_score_that_it_had(command: Command) -> None:
    rules = ("--dialect", "conlleval", "--measure", "strict.micro.f1", "--format", "text")
    _, before, _ = command("score", "both.conll", *rules)
    command("convert", "both.conll", "--to", "BMES", *LENIENT, "--output", "other.conll")
    _, after, _ = command("score", "other.conll", "--scheme", "BMES", *rules)
    assert [line for line in after.splitlines() if "exactly" in line] == [
        line for line in before.splitlines() if "exactly" in line
    ]
    assert command("validate", "other.conll", "--scheme", "BMES")[0] == 0


REFUSED = {
    "the input as output": (("both.conll", "--to", "IO", "--output", "./both.conll"), "--in-place instead of --output"),
    "a scheme that is none": (("both.conll", "--to", "BIEO"), "there is no scheme 'BIEO'"),
    "an ambiguous scheme": (("both.conll", "--to", "IOB"), "--scheme IOB2"),
    "a policy that is none": (("both.conll", "--to", "IO", "--policy", "mend"), "there is no policy 'mend'"),
    "a policy that the scheme has not": (
        ("iob1.conll", "--scheme", "IOB1", "--to", "IO", "--policy", "discard"),
        "has no rules for the tags of IOB1",
    ),
    "a choice that would hide": (
        ("both.conll", "--set", "bare=outside", "--to", "IO"),
        "is a rule of scoring",
    ),
    "a delimiter that is a prefix": (
        ("gold.bioes", "--to", "IOB2", "--to-delimiter", "B"),
        "cannot be told from the prefix B",
    ),
    "no such file": (("none.conll", "--to", "IO"), "there is no such file"),
    "a folder as output": (("documents.conll", "--to", "IO", "--output", "."), "cannot be written"),
    "one column and both": (
        ("both.conll", "--to", "IO", "--column", "1", "--pred-column", "2"),
        "Use --column -1 for one column",
    ),
    "a folder in place": ((".", "--to", "IO", "--in-place"), "--in-place replaces a file"),
    "no target": (("both.conll",), "--to"),
    "two outputs": (("both.conll", "--to", "IO", "--in-place", "--output", "x"), "not allowed with"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_nothing_behind(name: str, here: Path, command: Command) -> None:
    args, words = REFUSED[name]
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    status, out, err = command("convert", *args)
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


def test_bytes_go_through_a_pipe_as_they_are() -> None:
    text = "\ufeffcafé\tB-é\r\n".encode()
    line = [sys.executable, "-m", "nerconform", "convert", "/dev/stdin", "--to", "BIOES"]
    done = subprocess.run(line, input=text, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "\ufeffcafé\tS-é\r\n".encode(), b"")


def test_a_stdout_that_takes_text_alone_gets_text(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["convert", "suffix.conll", "--set", "affix=suffix", "--set", "delimiter=_", "--to", "BIOES"]) == 0
    assert out.getvalue() == "Acme ORG_B\nBank ORG_E\nin O\n"
