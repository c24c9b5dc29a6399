"""`python -m tests.contract.table`: write `docs/refusals.md` from the table of inputs."""

from collections.abc import Iterable
from pathlib import Path

from nerconform.reporting.markdown_parts import code, rows, text
from tests.contract.asking import Input, ask
from tests.contract.calls import CALLS
from tests.contract.files import FILES
from tests.contract.inputs import LEGAL

PAGE = Path(__file__).parents[2] / "docs" / "refusals.md"
_LONGEST = 300

NOT_SHOWN = ("error", "format-error", "unreadable-file", "needs-package")
"""Codes that no input of the table meets: those of base classes and of what a test as root cannot show."""

_HEAD = """\
Bad input is refused: with what is wrong, where it stands and what to do about it, with exit status 2 on the command
line, without a traceback, and before anything is written. In Python every refusal is a `NerconformError`, which is a
`ValueError`; the stable code in brackets is its `code`. Odd input that is legal has its right answer.

This page is written by `python -m tests.contract.table` from the inputs that the tests put to the kit
(`tests/contract/`); what the kit says is what it said."""


def page() -> str:
    """Return the page: calls, files, and what looks bad and is legal."""
    lines = ["# What is refused, and in which words", "", _HEAD, ""]
    lines += ["## In Python", "", *rows(["what", "asked", "what the kit says"], map(_call, CALLS))]
    heads = ["what", "asked", "what the kit says on stderr", "exit status"]
    lines += ["## On the command line", "", *rows(heads, map(_command, FILES), right=3)]
    lines += ["## Legal, and answered", "", *rows(["what", "asked", "answer"], _legal(LEGAL))]
    return text(lines)


def _call(one: Input) -> list[str]:
    return [one.what, code(one.shown or one.ask), _words(ask(one).words)]


def _command(one: Input) -> list[str]:
    answer = ask(one)
    return [one.what, code(one.shown or one.ask), _words(answer.words), str(answer.status)]


def _legal(inputs: Iterable[Input]) -> list[list[str]]:
    return [[one.what, code(one.shown or one.ask), code(ask(one).words)] for one in inputs]


def _words(words: str) -> str:
    """Return what was said, as text in a cell."""
    return code(words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ...")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
