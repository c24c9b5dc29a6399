"""The tutorial: its files are written, its commands are run in order, and print the lines that are on the page."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.docs.steps import Command, steps

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


@pytest.mark.long
def test_the_tutorial_does_what_it_says(pytester: pytest.Pytester) -> None:
    commands = 0
    for step in steps(PAGE.read_text(encoding="utf-8")):
        if isinstance(step, Command):
            program, *args = shlex.split(step.line)
            assert program == "nerconform"
            pytester.run(sys.executable, "-m", "nerconform", *args).stdout.fnmatch_lines(step.patterns())
            commands += 1
        else:
            step.apply(pytester.path)
    assert commands == 7
