"""Serve: an implementation of the kit behind the protocol, `python -m nerconform.libraries.serve NAME`.

So libraries that cannot share an environment are asked by one kit: `exec:/old/bin/python -m
nerconform.libraries.serve nervaluate`.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nerconform.asking.announcement import ANY, Pattern
from nerconform.asking.answers import read_question, write_answer
from nerconform.asking.calling import Calling
from nerconform.asking.messages import PROTOCOL, read_line, write_line
from nerconform.asking.observation import Crash, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.libraries.registry import UnknownImplementation, resolve
from nerconform.reference.measures import AVERAGES, COUNTS, SER, SIDE_COUNTS, Measure
from nerconform.reference.outcomes import Schema

_BETAS = ("f1", "f2", "f0.5")


class Server:
    """Answers the messages of the kit by one implementation in this process."""

    def __init__(self, implementation: Implementation) -> None:
        """Answer by this implementation."""
        self.implementation = implementation
        library, _, version = implementation.version.rpartition(" ")
        named = library and not library.endswith(",")
        self._name, self._version = (library, version) if named else (library.partition(",")[0], "")

    def answer(self, message: Mapping[str, Any]) -> dict[str, object] | None:
        """Return the answer to a message, `None` to `stop`. Raises `BadMessage` for what is no message of the kit."""
        match message.get("command"):
            case "start":
                return self._announcement()
            case "dialect":
                return self._dialect(read_question(message))
            case "run":
                return {"id": message.get("id"), **write_answer(ask(self.implementation, read_question(message)))}
        return None

    def _announcement(self) -> dict[str, object]:
        """Announce that anything may be asked: `dialect` then says of each kind of question what holds."""
        return {
            "protocols": [PROTOCOL],
            "name": self._name,
            "version": self._version,
            "serves": self.implementation.name,
            "dialects": ["semeval"],
            "schemes": ANY,
            "options": ANY,
            "forms": list(Form),
            "asks": list(Ask),
            "measures": ["*.*.*"],
            "parts": list(Part),
        }

    def _dialect(self, question: Question) -> dict[str, object]:
        """Return how the implementation reads questions of this kind."""
        try:
            dialect = self.implementation.dialect(question)
        except NerconformError as error:
            refused = any(declared.found_in(error) is not None for declared in self.implementation.refusals)
            return {"ok": True} if refused else {"ok": False, "reason": str(error)}
        if isinstance(dialect, Unsupported):
            return {"ok": False, "reason": dialect.reason}
        question = replace(question, parts=frozenset(Part))
        return {
            "ok": True,
            "dialect": str(dialect),
            "measures": [str(pattern) for pattern in _patterns(self.implementation, question)],
            "parts": [part for part in Part if self.implementation.holds(part, question)],
        }


def _patterns(implementation: Implementation, question: Question) -> Iterable[Pattern]:
    """Yield which measures the implementation answers, by asking it about one of each sort."""
    for schema in Schema:
        for scope in (*AVERAGES, "type"):
            for quantity in ("precision", "recall", SER, *COUNTS, *SIDE_COUNTS, *_BETAS):
                measure = Measure(schema, "type{X}" if scope == "type" else scope, quantity)
                if implementation.answers(measure, question):
                    every = quantity in _BETAS and quantity != _BETAS[0]
                    yield Pattern(schema, scope, "f*" if every else quantity)


def serve(implementation: Implementation, lines: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Answer line after line until `stop` or the end."""
    server = Server(implementation)
    for line in lines:
        answer = server.answer(read_line(line))
        if answer is None:
            return
        try:
            written = write_line(answer)
        except (ValueError, TypeError, RecursionError) as error:
            crash = Crash(type(error).__name__, f"the answer cannot be written as JSON: {error}")
            written = write_line({"id": answer.get("id"), **write_answer(crash)})
        write(written + b"\n")


def _one(name: str, dialect: str | None) -> Implementation:
    """Return the implementation of a name. Raises `UnknownImplementation` where it stands for several."""
    found = resolve(name, dialect, calling=Calling(in_process=True))
    if len(found) != 1:
        names = ", ".join(one.name for one in found)
        raise UnknownImplementation(f"{name!r} has several modes, and one is needed", hint=f"Name one of: {names}.")
    return found[0]


def main(argv: Sequence[str] | None = None) -> int:
    """Serve an implementation on standard input and output. Returns 0, or 2 where there is none to serve."""
    parser = argparse.ArgumentParser(prog="python -m nerconform.libraries.serve", description=__doc__)
    parser.add_argument("implementation", metavar="IMPLEMENTATION", help="one that stands for itself: seqeval:strict")
    parser.add_argument("--dialect", help="the dialect to which an import path is held")
    args = parser.parse_args(argv)
    try:
        # What a library prints, in whatever language it is written, goes to standard error; only answers go out.
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0) as out:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            serve(_one(args.implementation, args.dialect), sys.stdin.buffer, out.write)
    except NerconformError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
