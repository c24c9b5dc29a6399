"""The guides for contributors: every step is done on a copy of the checkout; every command prints what stands there."""

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.docs.steps import Change, Command, Write, steps

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "contributing"
NAMES = sorted(path.stem for path in GUIDES.glob("*.md") if path.stem != "README")
PROGRAMS = ("nerconform", "pytest")
FIRST = {"quirk": "library"}
"""Guides that go on where another one ends."""


def copy_of_checkout(target: Path) -> Path:
    """Copy what git knows or would take up, the generated reports left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!reports"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # an environment in the checkout links to folders
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def printed(line: str, folder: Path) -> list[str]:
    """Run a command of the copy in it, as at a terminal, and return the lines that it prints."""
    program, *args = shlex.split(line)
    assert program in PROGRAMS
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST", "GITHUB"))}
    environment |= {"PYTHONPATH": str(folder), "NO_COLOR": "1", "TERM": "dumb"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", program, *args], cwd=folder, env=environment, stdout=theirs, stderr=subprocess.STDOUT
    ):
        os.close(theirs)
        output = b""
        with suppress(OSError):  # the end of a terminal is an error on Linux
            while part := os.read(ours, 1 << 16):
                output += part
    os.close(ours)
    return output.decode("utf-8").replace("\r", "").split("\n")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the checkout."""
    return copy_of_checkout(tmp_path)


def guide(name: str) -> str:
    return (GUIDES / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_guide_does_what_it_says(name: str, checkout: Path) -> None:
    commands = 0
    for step in steps(guide(FIRST[name])) if name in FIRST else ():
        if not isinstance(step, Command):
            step.apply(checkout)
    for step in steps(guide(name)):
        if isinstance(step, Command):
            lines = [" ".join(line.split()) for line in printed(step.line, checkout)]
            pytest.LineMatcher(lines).fnmatch_lines([" ".join(line.split()) for line in step.patterns()])
            commands += 1
        else:
            step.apply(checkout)
    assert commands


def test_a_library_is_added_with_two_files_and_at_most_80_lines() -> None:
    done = list(steps(guide("library")))
    files = [step for step in done if isinstance(step, Write) and step.file.startswith("nerconform/")]
    lines = sum(step.text.count("\n") for step in files)
    lines += sum(step.after.count("\n") - step.before.count("\n") for step in done if isinstance(step, Change))
    assert [step.file for step in files] == [
        f"nerconform/libraries/tinyner/{name}.py" for name in ("__init__", "adapter")
    ]
    assert lines <= 80


def test_the_adapter_of_the_guide_is_the_template_filled_in() -> None:
    for name in ("__init__", "adapter"):
        template = (ROOT / "nerconform" / "libraries" / "_template" / f"{name}.py").read_text(encoding="utf-8")
        named = template.replace("mylib", "tinyner").replace("Mylib", "Tinyner").splitlines()
        (filled,) = (
            one.text for one in steps(guide("library")) if isinstance(one, Write) and f"r/{name}.py" in one.file
        )
        assert len(set(named) ^ set(filled.splitlines())) <= 4


def test_the_commands_run_the_copy(checkout: Path) -> None:
    (checkout / "nerconform" / "__main__.py").write_text("print('the copy')\n", encoding="utf-8")
    assert printed("nerconform", checkout)[0] == "the copy"


def test_every_guide_is_in_the_list() -> None:
    page = (GUIDES / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(([\w-]+)\.md\)", page)) == NAMES


@pytest.mark.parametrize("page", [*GUIDES.glob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md"], ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
