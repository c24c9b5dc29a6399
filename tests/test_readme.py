"""The README shows what really happens: its commands, its output, its Python, its numbers."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from nerconform.commands.main import main
from nerconform.suite.cases import load_suite
from nerconform.suite.mutants import WRONG, accepting, mutants, neighbours, sampled_neighbours, wrong_evaluators

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_first_two_shell_blocks_are_the_two_commands() -> None:
    assert blocks("sh") == [
        "pip install -e '.[all]' && nerconform check seqeval nervaluate\n",
        "pip install -e '.[all,dev]' && pytest -n auto\n",
    ]


@pytest.mark.parametrize("block", [block for block in blocks("text") if block.startswith("$ ")])
def test_the_output_is_what_a_command_prints_today(
    block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, _, output = block.partition("\n")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    main(shlex.split(command.removeprefix("$ nerconform ")))
    assert capsys.readouterr().out == output


def test_the_python_runs_and_says_what_its_comments_say() -> None:
    (program,) = blocks("python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - the project's own README
    lines = out.getvalue().splitlines()
    said = re.findall(r"^print\(.*\)  # ([\d/.]+)", program, re.MULTILINE)
    assert lines == said


def test_the_numbers_of_mutants_and_cases_are_true() -> None:
    words = " ".join(README.split())
    assert f"The {len(load_suite().cases)} golden cases" in words
    assert f"catch all {len(mutants())} mutants: {len(neighbours())} dialects" in words
    assert f"{len(sampled_neighbours())} that differ so from a sample of other dialects" in words
    assert (
        f"{len(WRONG)} mistakes that people make, each in every dialect that it spoils ({len(wrong_evaluators())})"
        in words
    )
    assert f"and {len(accepting())} ways to answer bad input" in words
