"""The page about harnesses: its messages have the published forms, its harness works, its commands are run."""

import json
import os
import re
import shlex
from pathlib import Path

import fastjsonschema
import pytest

from nerconform.asking.external import External
from nerconform.base.strict_yaml import schema
from nerconform.commands.main import main
from nerconform.products.check.suite_run import check
from nerconform.results.run import Verdict

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n\$ (.+)\n((?:(?!```).*\n)*?)```$", re.MULTILINE)


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with the page's harness, before a terminal of 80 columns that has no colours."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "harness.py").write_text(program, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, value in (("TERM", "dumb"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def messages() -> list[dict[str, object]]:
    blocks = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


def form_of(message: dict[str, object]) -> str:
    if "command" in message:
        return str(message["command"])
    return "start-answer" if "protocols" in message else "dialect-answer" if "ok" in message else "run-answer"


def test_every_message_of_the_page_has_its_published_form() -> None:
    forms = [form_of(message) for message in messages()]
    assert set(forms) == {"start", "start-answer", "dialect", "dialect-answer", "run", "run-answer", "stop"}
    for form, message in zip(forms, messages(), strict=True):
        assert fastjsonschema.compile(schema(f"protocol-{form}"))(message) == message


@pytest.mark.usefixtures("_folder")
def test_every_command_prints_what_the_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerconform.commands.output.sys.stdout.isatty", lambda: True)

    def printed(found: re.Match[str]) -> str:
        main(shlex.split(found[1])[1:])
        return f"```console\n$ {found[1]}\n{_plain(capsys.readouterr().out)}```"

    assert len(_BLOCK.findall(TEXT)) == TEXT.count("```console") == 2
    page = _BLOCK.sub(printed, TEXT)
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        PAGE.write_text(page, encoding="utf-8")
    assert page == PAGE.read_text(encoding="utf-8"), "the page has changed; see it with UPDATE_SNAPSHOTS=1"


def _plain(text: str) -> str:
    """Return an output without blanks at the ends of lines and at its own end."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


@pytest.mark.usefixtures("_folder")
def test_check_finds_what_smoke_cannot_see() -> None:
    with External("python3 harness.py") as one:
        (found,) = check(one, cases="mat.*").implementations
    assert found.count(Verdict.FAIL) > 0
    assert found.count(Verdict.ERROR) == 0
