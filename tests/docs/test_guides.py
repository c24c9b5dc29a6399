"""The guides: each block that names a file is written, each command is run, and prints the lines that stand there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.plugin.conftest import repository  # noqa: F401 - a fixture

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
NAMES = sorted(path.stem for path in GUIDES.glob("*.md") if path.stem != "README")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.\w+)\n")


class Command(NamedTuple):
    """A command of a guide, and parts of lines that it prints, in order; `...` stands for anything."""

    line: str
    prints: list[str]


def steps(text: str) -> Iterator[tuple[str, str] | Command]:
    """Yield what a guide asks for, in order: a file with its text, or a command."""
    for language, body in _BLOCK.findall(text):
        named = _FILE.match(body)
        if language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, *prints = part.splitlines()
                yield Command(line, prints)
        elif named:
            yield named[1], body[named.end() :]


def _pattern(line: str) -> str:
    return f"*{line.strip().replace('[', '[[]').replace('...', '*')}*"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_does_what_it_says(name: str, repository: pytest.Pytester) -> None:  # noqa: F811 - the fixture
    if name == "spacy":
        pytest.importorskip("spacy")  # .ci/run has an environment for it
    commands = 0
    for step in steps((GUIDES / f"{name}.md").read_text(encoding="utf-8")):
        if isinstance(step, Command):
            program, *args = shlex.split(step.line)
            assert program == "pytest"
            repository.runpytest(*args).stdout.fnmatch_lines([_pattern(line) for line in step.prints])
            commands += 1
        else:
            path = repository.path / step[0]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step[1], encoding="utf-8")
    assert commands


def test_every_guide_is_in_the_list() -> None:
    page = (GUIDES / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(([\w-]+)\.md\)", page)) == NAMES


def test_links_of_the_guides_lead_somewhere() -> None:
    for path in GUIDES.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (GUIDES / target).exists(), f"{path.name}: {target}"
