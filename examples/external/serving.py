"""What the harnesses of one folder share: they answer line after line, and read the names of measures."""

import json
import re
import sys
from collections.abc import Callable, Mapping
from urllib.parse import unquote

Message = dict[str, object]
_MEASURE = re.compile(r"([\w-]+)\.(micro|type\{(.*)\})\.([\w.]+)")


def serve(announced: Message, answer: Callable[[Message], Message]) -> int:
    """Answer until the line `stop`. Whatever a copy prints goes to standard error. Returns 0."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        told = json.loads(line)
        if told["command"] == "stop":
            break
        said = announced
        if told["command"] == "dialect":
            said = {"ok": True}
        elif told["command"] == "run":
            said = {"id": told["id"], **answer(told)}
        answers.write(json.dumps(said) + "\n")
        answers.flush()
    return 0


def refuse(name: str, path: str, error: object, variable: str) -> int:
    """Say that there is no copy at a path. Returns 2."""
    words = error.strerror if isinstance(error, OSError) else error
    sys.stderr.write(f"no {name} at {path!r}: {words}; give its path, or set {variable}\n")
    return 2


def crashed(error: Exception) -> Message:
    """Return the answer where the copy raises."""
    return {"error": {"error": type(error).__name__, "message": str(error)}}


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
