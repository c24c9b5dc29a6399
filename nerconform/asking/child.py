"""Child: the process in which a metric of one's own is called; `callers` starts it.

It takes one command after another: `start` with the import path and how the function is called, then `call` with data.
Whatever the metric does to this process, the kit, which started it, sees an answer, an end or nothing.
"""

import os
import sys
from collections.abc import Callable
from typing import IO, Any

from nerconform.asking.callers import Facts, Target, packages, unpacked
from nerconform.asking.imports import load
from nerconform.asking.messages import write_line, write_number
from nerconform.asking.outputs import Output, UnreadableResult
from nerconform.asking.protocol import names_of, text_of
from nerconform.base.errors import NerconformError

_BUFFER_BYTES = 1 << 16


def _start(message: Any) -> tuple[Target | None, dict[str, object]]:  # noqa: ANN401 - what the kit packed
    """Import the function; return it, and what there is to know of it, or why it cannot be called."""
    path, calling, search_path = message
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


def _call(target: Target, message: Any) -> dict[str, object]:  # noqa: ANN401 - what the kit packed
    """Call the function; return its numbers, or the exception that it raised."""
    values, types = message
    try:
        return _written(target.call(values, types))
    except UnreadableResult as error:
        return {"unreadable": [error.message, error.place or "", error.hint or ""]}
    except BaseException as error:
        return {"raised": [text_of(error), *names_of(error)]}


def _written(found: Output) -> dict[str, object]:
    """Return numbers as members of an answer."""
    written: dict[str, object] = {"values": {str(one): write_number(value) for one, value in found.values.items()}}
    if found.rows is not None:
        written["rows"] = sorted(found.rows)
    return written


def serve(stream: IO[bytes], write: Callable[[bytes], object]) -> None:
    """Answer command after command until `stop` or the end."""
    target: Target | None = None
    told: frozenset[str] = frozenset()
    seen: list[str] = []
    own = os.getpid()
    for line in stream:
        command, _, size = line.partition(b" ")
        if command == b"start":
            target, answer = _start(unpacked(size, stream))
        elif command == b"call" and target is not None:
            answer = _call(target, unpacked(size, stream))
            if os.getpid() != own:
                os._exit(0)  # the metric forked, and this is its copy: the first process answers
            if (now := list(sys.modules)) != seen:  # compared in less time than the names of packages are found
                seen, new = now, packages() - told
                answer["modules"], told = sorted(new), told | new
        else:
            return
        write(write_line(answer) + b"\n")


def main() -> None:
    """Serve on the streams that the kit gave; the metric gets an empty input, and its output goes to standard error."""
    stream = os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=_BUFFER_BYTES)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(stream, out.write)
