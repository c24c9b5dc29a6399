"""Child: the process in which a metric of one's own is called, `python -m nerconform.asking.child`.

It takes one line after another: `start` with the import path and how the function is called, then `call` with data.
Whatever the metric does to this process, the kit, which started it, sees an answer, an end or nothing.
"""

import base64
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any

from nerconform.asking.callers import Facts, Target, packages
from nerconform.asking.imports import load
from nerconform.asking.messages import read_line, write_line, write_number
from nerconform.asking.outputs import Output, UnreadableResult
from nerconform.asking.protocol import names_of, text_of
from nerconform.base.errors import NerconformError


def _start(message: dict[str, Any]) -> tuple[Target | None, dict[str, object]]:
    """Import the function; return it, and what there is to know of it, or why it cannot be called."""
    path, calling, search_path = pickle.loads(base64.b64decode(message["target"]))  # noqa: S301 - the kit's own
    sys.path[:] = search_path
    try:
        target = Target(path, load(path), calling)
    except NerconformError as error:
        words = {"message": error.message, "place": error.place or "", "hint": error.hint or ""}
        return None, {"refused": {"code": error.code, **words}}
    return target, _told(target.facts)


def _told(facts: Facts) -> dict[str, object]:
    """Return the facts of a function as members of an answer."""
    arguments, (file, line) = facts.arguments, facts.source or ("", 0)
    return {
        **arguments.parameters._asdict(),
        "labels": arguments.id2label or {},
        "declared": arguments.declared or "",
        "file": file,
        "line": line,
        "version": facts.version,
        "evaluates": facts.evaluates,
    }


def _call(target: Target, message: dict[str, Any]) -> dict[str, object]:
    """Call the function; return its numbers, or the exception that it raised."""
    values, types = pickle.loads(base64.b64decode(message["data"]))  # noqa: S301 - the kit's own
    try:
        found = target.call(values, types)
        return _written(found)
    except UnreadableResult as error:
        return {"unreadable": [error.message, error.place or "", error.hint or ""]}
    except BaseException as error:
        return {"raised": [text_of(error), *names_of(error)]}


def _written(found: Output) -> dict[str, object]:
    """Return numbers as members of an answer; what JSON cannot write raises here, as if the function had."""
    written: dict[str, object] = {"values": {str(one): write_number(value) for one, value in found.values.items()}}
    if found.rows is not None:
        written["rows"] = sorted(found.rows)
    write_line(written)
    return written


def serve(lines: Any, write: Callable[[bytes], object]) -> None:  # noqa: ANN401 - a binary stream
    """Answer line after line until `stop` or the end."""
    target: Target | None = None
    known: frozenset[str] = frozenset()
    own = os.getpid()
    for line in lines:
        message = read_line(line)
        if message["command"] == "start":
            target, answer = _start(message)
        elif message["command"] == "call" and target is not None:
            answer = _call(target, message)
            if os.getpid() != own:
                os._exit(0)  # the metric forked, and this is its copy: the first process answers
            if (now := packages()) - known:
                answer["modules"], known = sorted(now - known), known | now
        else:
            return
        write(write_line(answer) + b"\n")


def main() -> None:
    """Serve on the streams that the kit gave; the metric gets an empty input, and its output goes to standard error."""
    lines = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(lines, out.write)


if __name__ == "__main__":
    main()
