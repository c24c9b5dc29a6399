"""Whole outputs of the command line, compared with stored ones."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.conftest import Command

METRIC = "miniature:evaluate"
TEXT = ("--format", "text")
JSON = ("--format", "json")
MARKDOWN = ("--format", "markdown")

OUTPUTS = {
    "check.80.txt": (1, ("check", METRIC, *TEXT), 80),
    "check.120.txt": (1, ("check", METRIC, *TEXT), 120),
    "check.md.txt": (1, ("check", METRIC, *MARKDOWN), 80),
    "check.json": (1, ("check", METRIC, *JSON), 80),
    "check-known.txt": (0, ("check", METRIC, *TEXT, "--case", "small.end*", "--case", "small.right"), 80),
    "check-reference.txt": (0, ("check", "reference:semeval", "reference:seqeval-strict", *TEXT), 80),
    "explain-clause.txt": (0, ("explain", "dec-1", *TEXT), 80),
    "explain-clause.json": (0, ("explain", "DEC-1", *JSON), 80),
    "explain-clause-of-decoders.txt": (0, ("explain", "VIT-1", *TEXT), 80),
    "explain-case.txt": (0, ("explain", "small.orphan", *TEXT), 80),
    "explain-case-parts.txt": (0, ("explain", "small.type", *TEXT), 80),
    "explain-case-erratum.txt": (0, ("explain", "small.doubled", *TEXT), 80),
    "explain-case-contract.txt": (0, ("explain", "small.lengths", *TEXT), 80),
    "explain-cause.txt": (0, ("explain", "end-not-read", *TEXT), 80),
    "explain-dialect.txt": (0, ("explain", "seqeval-strict", *TEXT), 80),
    "explain-signature.txt": (0, ("explain", "semeval,scheme:BILOU,zero:P1,R0|partial.type{PER}.f2", *TEXT), 100),
    "explain-signature.json": (0, ("explain", "hipe|strict.micro.cor|spec:1.0", *JSON), 80),
    "list-cases.txt": (0, ("list", "cases", *TEXT), 80),
    "list-cases.120.txt": (0, ("list", "cases", *TEXT), 120),
    "list-clauses.json": (0, ("list", "clauses", *JSON), 80),
    "list-dialects.txt": (0, ("list", "dialects", *TEXT), 100),
    "lint.txt": (1, ("lint", "--no-kills", *TEXT), 80),
    "lint.json": (1, ("lint", "--no-kills", *JSON), 80),
}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    due, args, width = OUTPUTS[name]
    status, out, err = command(*args, width=width)
    assert (status, err) == (due, "")
    assert not any(line != line.rstrip() for line in out.splitlines()) or ".json" in name
    snapshot(name, out)


@pytest.mark.usefixtures("home")
def test_a_stored_run_prints_as_it_did(tmp_path: Path, command: Command) -> None:
    _, once, _ = command("check", METRIC, "--output", str(tmp_path / "out"), *TEXT)
    status, again, _ = command("report", str(tmp_path / "out" / "run.json"), *TEXT)
    assert (status, again) == (1, once)


@pytest.mark.usefixtures("home")
def test_output_holds_the_run_and_the_page(
    tmp_path: Path, command: Command, snapshot: Callable[[str, str], None]
) -> None:
    _, out, _ = command("check", METRIC, "--output", str(tmp_path / "new" / "out"), *JSON)
    files = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new" / "out").iterdir()}
    assert files.keys() == {"run.json", "run.md"}
    assert files["run.json"] == out
    snapshot("check.md.txt", files["run.md"])


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("args", [("list", "dialects"), ("check", METRIC), ("explain", "small.orphan")])
def test_a_pipe_gets_what_a_terminal_gets_without_colour(
    args: tuple[str, ...], command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, piped, _ = command(*args)
    monkeypatch.setattr("nerconform.commands.output.sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    _, shown, _ = command(*args)
    assert ("\x1b[" in piped, "\x1b[" in shown) == (False, True)
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert [line.rstrip() for line in plain.splitlines()] == piped.splitlines()


@pytest.mark.usefixtures("home")
def test_a_pipe_gets_json_only_if_asked(command: Command) -> None:
    _, asked, _ = command("list", "dialects", *JSON)
    assert json.loads(asked)["what"] == "dialects"
    _, piped, _ = command("list", "dialects")
    assert "semeval" in piped
    with pytest.raises(json.JSONDecodeError):
        json.loads(piped)
