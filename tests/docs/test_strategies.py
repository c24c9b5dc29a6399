"""The page "Random corpora for your own tests": its tests are run, and its session prints what stands there."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from nerconform.suite import strategies

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"


def _blocks(language: str) -> list[str]:
    """Return the blocks of the page that are written in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.long
def test_every_test_of_the_page_passes() -> None:
    names: dict[str, Any] = {}
    for block in _blocks("python"):
        exec(compile(block, f"<{PAGE.name}>", "exec"), names)  # noqa: S102 - our own page; Hypothesis reads no file
    tests = [names[name] for name in names if name.startswith("test_")]
    assert len(tests) == 5
    for test in tests:
        test()


def test_the_session_of_the_page_is_true() -> None:
    (block,) = _blocks("pycon")
    test = doctest.DocTestParser().get_doctest(block, {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner().run(test) == (0, 7)


def test_the_page_names_every_strategy() -> None:
    text = PAGE.read_text(encoding="utf-8")
    drawn = {name for name in strategies.__all__ if callable(getattr(strategies, name)) and name.islower()}
    assert {name for name in drawn if f"`{name}(" not in text} == set()
