"""What the harnesses of one folder share: they answer line after line, and read the names of measures."""

import importlib.util
import json
import os
import re
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from urllib.parse import unquote

Message = dict[str, object]
_MEASURE = re.compile(r"([\w-]+)\.(micro|type\{(.*)\})\.([\w.]+)")
_NO_COPY = (OSError, ImportError, AttributeError, SyntaxError, KeyError, zipfile.BadZipFile)


def _takes(_: Message) -> Message:
    """Return that a kind of question is asked as it is."""
    return {"ok": True}


class Harness(NamedTuple):
    """What is announced of a copy, its answer to a question, and how it reads a kind of question."""

    announced: Message
    answer: Callable[[Message], Message]
    reading: Callable[[Message], Message] = _takes


def run(name: str, variable: str, start: Callable[..., Harness], *modes: str) -> int:
    """Start a harness with the arguments of the command line: a path, else that in the variable, and the modes.

    A mode that is not given is that of `modes`. Returns 0, or 2 if there is no copy at the path.
    """
    path, *given = [*sys.argv[1:], *[""] * (len(modes) + 1)][: len(modes) + 1]
    path = path or os.environ.get(variable, "")
    try:
        harness = start(path, *(one or mode for one, mode in zip(given, modes, strict=True)))
    except _NO_COPY as error:
        words = error.strerror if isinstance(error, OSError) and error.strerror else error
        sys.stderr.write(f"no {name} at {path!r}: {words}; give its path, or set {variable}\n")
        return 2
    return serve(harness)


def serve(harness: Harness) -> int:
    """Answer until the line `stop`. Whatever a copy prints goes to standard error. Returns 0."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        told = json.loads(line)
        if told["command"] == "stop":
            break
        said = harness.announced
        if told["command"] == "dialect":
            said = harness.reading(told)
        elif told["command"] == "run":
            said = {"id": told["id"], **harness.answer(told)}
        answers.write(json.dumps(said) + "\n")
        answers.flush()
    return 0


def load(path: str) -> ModuleType:
    """Return a script as a module. Raises an error that `run` catches where there is none."""
    spec = importlib.util.spec_from_file_location("copy_of_script", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def text_of(path: str) -> str:
    """Return the text of a script. Raises `OSError`."""
    return Path(path).read_text(encoding="utf-8", errors="replace")


def crashed(error: BaseException) -> Message:
    """Return the answer where the copy raises."""
    return {"error": {"error": type(error).__name__, "message": str(error)}}


def paired(told: Message) -> Message | None:
    """Return the answer to a question that cannot be written with both tags of a token on one line, else nothing."""
    if [*map(len, told["gold"])] == [*map(len, told["pred"])]:
        return None
    return {"unsupported": "a line holds both tags of a token, so both sides have to be equally long"}


def tags_of(told: Message) -> list[str]:
    """Return the tags of both sides of a question."""
    return [tag for side in ("gold", "pred") for unit in told[side] for tag in unit]


def is_of_tokens(told: Message) -> bool:
    """Whether a question is about tokens rather than entities."""
    return told["choices"].get("item") == "token"


def printed(names: tuple[str, ...], texts: list[str]) -> Message:
    """Return numbers as they were printed, by their names; those that were not printed are left out."""
    return {name: {"printed": text} for name, text in zip(names, texts, strict=False)}


def values(measures: list[str], found: Mapping[tuple[str, str | None], Mapping[str, object]]) -> Message:
    """Return the numbers that were asked for, out of rows by schema and type; the row of all types has no type."""
    answered = {}
    for measure in measures:
        schema, scope, kind, name = _MEASURE.fullmatch(measure).groups()
        row = found.get((schema, None if scope == "micro" else unquote(kind)), {})
        answered |= {measure: row[name]} if name in row else {}
    return {"values": answered}


def names(schemas: tuple[str, ...], quantities: tuple[str, ...], *, types: bool = True) -> list[str]:
    """Return the measures of these schemas and quantities, over all types and by type."""
    scopes = ("micro", "type") if types else ("micro",)
    return [f"{schema}.{scope}.{name}" for schema in schemas for scope in scopes for name in quantities]
