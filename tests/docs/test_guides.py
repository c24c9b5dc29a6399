"""The guides: each block that names a file is written, each command is run, and prints the lines that stand there."""

import re
import shlex
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.docs.steps import Command, steps
from tests.plugin.conftest import repository  # noqa: F401 - a fixture
from tests.steps import of_library

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
NERCONFORM = (sys.executable, "-m", "nerconform")
NAMES = sorted(path.stem for path in GUIDES.glob("*.md") if path.stem != "README")


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(name, marks=of_library(name)) for name in NAMES])
def test_a_guide_does_what_it_says(name: str, repository: pytest.Pytester) -> None:  # noqa: F811 - the fixture
    commands = 0
    for step in steps((GUIDES / f"{name}.md").read_text(encoding="utf-8")):
        if isinstance(step, Command):
            program, *args = shlex.split(step.line)
            assert program in {"pytest", "nerconform"}
            run = repository.runpytest if program == "pytest" else partial(repository.run, *NERCONFORM)
            run(*args).stdout.fnmatch_lines(step.patterns())
            commands += 1
        else:
            step.apply(repository.path)
    assert commands


def test_every_guide_is_in_the_list() -> None:
    page = (GUIDES / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(([\w-]+)\.md\)", page)) == NAMES


def test_links_of_the_guides_lead_somewhere() -> None:
    for path in GUIDES.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (GUIDES / target).exists(), f"{path.name}: {target}"
