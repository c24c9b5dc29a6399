"""CONTRIBUTING and ARCHITECTURE say what is there: commands, paths, a golden case, and the order of the rooms."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.steps import Write, steps

ROOT = Path(__file__).parents[2]
CONTRIBUTING, ARCHITECTURE, README = (
    (ROOT / f"{name}.md").read_text(encoding="utf-8") for name in ("CONTRIBUTING", "ARCHITECTURE", "README")
)
_PLACEHOLDER = re.compile(r"[A-Z]{4}")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|yaml|json))")


def paths(page: str) -> list[str]:
    """Return the paths that a page names: in backticks, in commands, or first on an indented line."""
    spans = [*re.findall(r"`([^`\n]+)`", page), *re.findall(r"^    (\S+/) ", page, re.MULTILINE)]
    return [word for span in spans for word in span.split() if _PATH.fullmatch(word) and not _PLACEHOLDER.search(word)]


PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *(ROOT / "docs" / "contributing").glob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_path_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    written = {step.file for step in steps(text) if isinstance(step, Write)}
    a_library = ROOT / "nerconform" / "libraries" / "seqeval"  # guides also name the files of a library's folder
    folders = (ROOT, ROOT / "nerconform", a_library)
    missing = [name for name in paths(text) if not any((folder / name).exists() for folder in folders)]
    assert not {*missing} - written


def test_a_path_is_found_in_words_commands_and_trees() -> None:
    page = "See `a/b.py` and `python c.py --x`, not `NAME.py` or `f.x`.\n\n    docs/     guides\n"
    assert paths(page) == ["a/b.py", "c.py", "docs/"]


def test_the_set_up_is_that_of_the_readme() -> None:
    shell = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    assert shell.findall(CONTRIBUTING) == shell.findall(README)


def test_the_example_is_a_golden_case_word_for_word() -> None:
    (case,) = re.findall(r"^```yaml\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    (file,) = re.findall(r"This case is in `(.*?)`", CONTRIBUTING)
    assert case in (ROOT / file).read_text(encoding="utf-8")


def test_the_rooms_are_those_of_the_import_contract_in_its_order() -> None:
    house = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
    listed = ARCHITECTURE.partition("## Rooms")[2].partition("Beside the package")[0]
    rooms = [
        {name, *re.findall(r"beside `(\w+)`", words)}
        for name, words in re.findall(r"^    (\w+) +(.*)", listed, re.MULTILINE)
    ]
    assert house["id"] == "house"
    assert rooms == [set(layer.split(" | ")) for layer in reversed(house["layers"])]


def test_the_architecture_can_be_read_aloud_in_four_minutes() -> None:
    assert len(ARCHITECTURE.splitlines()) <= 70
    assert len(re.findall(r"\w{2,}", ARCHITECTURE)) <= 680
