"""The page about large corpora: every block runs, and every command prints the lines that stand there."""

import re
import shlex
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Command, command  # noqa: F401 - a fixture
from tests.steps import OF_CLUSTER

pytest.importorskip("pyarrow")
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
NEEDS = tuple(OF_CLUSTER)
"""Packages that an example needs; `.ci/run` has environments for them."""


def needed(block: tuple[str, str]) -> str:
    """Return the package that a block needs, empty if it needs none."""
    imported = re.findall(r"^(?:import|from) (\w+)", block[1], re.MULTILINE) if block[0] == "python" else []
    return next((name for name in NEEDS if name in imported), "")


def test_every_block_of_the_page_does_what_it_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Command,  # noqa: F811 - the fixture
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    commands = 0
    for language, text in (block for block in BLOCKS if not needed(block)):
        if language == "python":
            exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102 - our own page
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            line, *expected = part.splitlines()
            program, *args = shlex.split(line)
            assert program == "nerconform"
            _, out, err = command(*args)
            printed = iter((out + err).splitlines())
            for words in expected:
                assert any(fnmatchcase(one, f"*{words}*") for one in printed), (line, words, out, err)
            commands += 1
    assert commands == 6


@pytest.mark.parametrize("package", [pytest.param(name, marks=OF_CLUSTER[name]) for name in NEEDS])
def test_an_example_finds_the_score_of_both_files(package: str, tmp_path: Path) -> None:
    (example,) = (text for language, text in BLOCKS if needed((language, text)) == package)
    _, corpus = BLOCKS[0]
    (tmp_path / "corpus.py").write_text(corpus, encoding="utf-8")
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    for script in ("corpus.py", "example.py"):
        run = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr[-2000:]
    # Of three gold and three predicted entities two are equal: PER[0,2) is predicted as PER[0,1).
    assert "2/3" in run.stdout.splitlines()
