"""Asking: one input, put to a library call or to the command line, and what came of it."""

import io
import json
import os
import shlex
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import nerconform as nc
from nerconform.base import strict_yaml
from nerconform.base.errors import NerconformError
from nerconform.commands.main import main

Content = bytes | Callable[[Path], None]
"""The bytes of a file, or what makes it."""


@dataclass(frozen=True, slots=True)
class Input:
    """One kind of odd input.

    `ask` is a Python expression, or a command line that begins with `nerconform`. It is refused with `code` and with
    `says` in its words; where the input is legal, `code` is empty and the answer is `says`.
    """

    what: str
    ask: str
    code: str
    says: str
    files: Mapping[str, Content] = field(default_factory=dict)
    shown: str = ""
    """What the table shows where `ask` would be long."""

    @property
    def is_command(self) -> bool:
        """Whether the command line is asked."""
        return self.ask.startswith("nerconform ")

    @property
    def legal(self) -> bool:
        """Whether there is a right answer."""
        return not self.code


def file(content: bytes, name: str = "data.conll") -> dict[str, Content]:
    """Return the one file that an input needs."""
    return {name: content}


class Answer(NamedTuple):
    """What came of a question: the exit status (`None` for a call), the error's code (of a call), and the words."""

    status: int | None
    code: str
    words: str
    out: str = ""


_ANSWERS: dict[str, Answer] = {}


def ask(one: Input) -> Answer:
    """Put one input, in a folder that holds its files and nothing else; once, however often it is asked for."""
    if one.what not in _ANSWERS:
        _ANSWERS[one.what] = _ask(one)
    return _ANSWERS[one.what]


def _ask(one: Input) -> Answer:
    with TemporaryDirectory() as folder, chdir(folder):
        for name, content in one.files.items():
            path = Path(name)
            if isinstance(content, bytes):
                path.write_bytes(content)
            else:
                content(path)
        answer = _command(f"{one.ask} --format json" if one.legal else one.ask) if one.is_command else _call(one.ask)
        left = {path.name for path in Path().iterdir()} - one.files.keys()
        assert not left, f"files were left behind: {left}"
    return answer


def _call(expression: str) -> Answer:
    names = {"nc": nc, "Path": Path, "load_yaml": strict_yaml.load}
    try:
        return Answer(None, "", str(eval(expression, names)))  # noqa: S307 - the table's own lines
    except NerconformError as error:
        return Answer(None, error.code, str(error))


def _command(line: str) -> Answer:
    out, err = io.StringIO(), io.StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = main(_words(line)[1:])
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 1
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    if status == 0:
        return Answer(status, "", _answer(out.getvalue()), out.getvalue())
    return Answer(status, "", _last_error(err.getvalue()), out.getvalue())


def _last_error(err: str) -> str:
    """Return what was wrong, without the name of the program; what to write instead stands on lines of its own."""
    first, *right = err.strip().split("error: ", 1)[-1].split("\n  nerconform ")
    return " ".join([first, " or ".join(f"nerconform {line}" for line in right)]).strip()


def _words(line: str) -> list[str]:
    """Return the words of a command line, quotes read as a shell does."""
    return shlex.split(line)


def _answer(out: str) -> str:
    """Return what a verb found, in short."""
    found = json.loads(out)
    if found["format"] == "nerconform-score-2":
        counts = found["schemas"]["strict"]["averages"]["micro"]["counts"]
        return " ".join(f"{name} {counts[name]}" for name in ("tp", "fp", "fn"))
    return f"legal: {str(found['legal']).lower()}"
