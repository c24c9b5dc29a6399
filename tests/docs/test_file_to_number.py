"""The page "From a file to a number you can cite": every command is run, and prints what stands there.

`UPDATE_SNAPSHOTS=1` writes the outputs into the page.
"""

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest

from nerconform.commands.main import main
from nerconform.files import score_files as scored

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "file-to-number.md"
_BLOCK = re.compile(r"^```console\n\$ (.+)\n((?:(?!```).*\n)*?)```$", re.MULTILINE)
_FAILS = {"validate": 1, "changed.conll": 2}


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with the page's files, before a terminal of 100 columns that has no colours."""
    data = (DOCS / "data" / "predictions.conll").read_bytes()
    (tmp_path / "predictions.conll").write_bytes(data)
    (tmp_path / "changed.conll").write_bytes(data.replace(b"Milan", b"Turin"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(scored, "__version__", "0.1.0")
    for name, value in (("TERM", "dumb"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def _run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what a command of the page prints, on either stream."""
    program, *args = shlex.split(line)
    if program == "cat":
        return Path(args[0]).read_text(encoding="utf-8")
    assert program == "nerconform"
    status = main(args)
    assert status == max((code for word, code in _FAILS.items() if word in args), default=0)
    printed = capsys.readouterr()
    return "".join(f"{text.rstrip()}\n" for text in (printed.out + printed.err).splitlines())


@pytest.mark.usefixtures("_folder")
def test_every_command_prints_what_the_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerconform.commands.output.sys.stdout.isatty", lambda: True)
    page = PAGE.read_text(encoding="utf-8")
    blocks = _BLOCK.findall(page)
    assert len(blocks) == page.count("```console") >= 8
    found = _BLOCK.sub(lambda block: f"```console\n$ {block[1]}\n{_run(block[1], capsys)}```", page)
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        PAGE.write_text(found, encoding="utf-8")
        page = found
    assert found == page, "the page has changed; see it with UPDATE_SNAPSHOTS=1"


def test_the_python_of_the_page_is_true() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = blocks
    test = doctest.DocTestParser().get_doctest(block, {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner().run(test) == (0, 7)


def test_links_of_the_docs_lead_somewhere() -> None:
    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (DOCS / target).exists(), f"{page.name}: {target}"
