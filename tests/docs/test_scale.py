"""The page about large corpora: every block runs, and every command prints the lines that stand there."""

import re
import shlex
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Command, command  # noqa: F401 - a fixture

pytest.importorskip("pyarrow")
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_every_block_of_the_page_does_what_it_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Command,  # noqa: F811 - the fixture
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    commands = 0
    for language, text in BLOCKS:
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
