"""The command line: one verb per module, and one way for all of them to fail."""

import argparse
import gc
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import inert
from nerconform.commands.output import INTERRUPTED
from nerconform.commands.right_form import hint_for, require_right_form, require_verb, with_modules
from nerconform.commands.verb_parser import build_parser, first_words

_BROKEN_PIPE = 141
_INTERNAL_ERROR = 70
_GARBAGE = (50_000, 20, 100)
"""How rarely a command looks for garbage: most objects stay until its end, and looking took a tenth of a check."""
_CHECK_DISK = "Check the file, its folder and the free space on the disk."


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments. Raises `WrongUse`, with the right form if it is known."""
    parser, verbs = build_parser()
    try:
        if not argv:
            print(first_words())  # noqa: T201 - the command line
            parser.exit()
        argv = with_modules(argv)
        if not argv[0].startswith("-"):
            require_verb(argv, verbs)
            require_right_form(argv[0], argv[1:], verbs)
        return parser.parse_args(argv)
    finally:
        sys.stdout.flush()  # what `--help` prints before it ends the command


def main(argv: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - one return for each way out
    """Run one verb and return the exit status: 0, 1 or 2 as every verb says; errors are one line on stderr."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller: there is nobody to tell
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if argv is None:  # the command itself, not a caller in Python: commands that it started end with it
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        gc.set_threshold(*_GARBAGE)
        _keep_stdout()
    args = None
    try:
        args = _parse(sys.argv[1:] if argv is None else argv)
        verb = import_module(f"nerconform.commands.{args.verb.replace('-', '_')}")
        status: int = verb.run(args)
        sys.stdout.flush()
    except NerconformError as error:
        return _refuse(error.place, error.message, hint_for(error, args.verb if args is not None else ""))
    except BrokenPipeError:  # whoever read the output has had enough
        _end(sys.stdout)
        return _BROKEN_PIPE
    except OSError as error:
        _end(sys.stdout)
        return _refuse(str(error.filename or "output"), error.strerror or str(error), _CHECK_DISK)
    except KeyboardInterrupt:  # SIGTERM raises it, too
        _say("nerconform: stopped before the end, by Ctrl-C or SIGTERM")
        return INTERRUPTED
    except Exception:  # noqa: BLE001 - a mistake of the kit must not look like a verdict, whose exit status is 1
        traceback.print_exc()
        print("nerconform: internal error; please report it with the lines above", file=sys.stderr)  # noqa: T201
        return _INTERNAL_ERROR
    return status


def _keep_stdout() -> None:
    """Keep standard output for results: what a metric prints past Python, or a program that it runs, goes to stderr."""
    results = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding=sys.stdout.encoding, errors="backslashreplace")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = results


def _end(stream: TextIO) -> None:
    """Write what is left for a stream, or drop it: a second error while Python closes the stream helps nobody."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refuse(place: str, message: str, hint: str) -> int:
    """Print why the question could not be asked."""
    head = f"{place}: " if place else ""
    end = "" if message.endswith((".", "?", "!")) else "."
    _say(f"nerconform: error: {head}{message}{end} {hint}".rstrip())
    return 2


def _say(text: str) -> None:
    """Print a text to standard error, if that can be written: it can be on a full disk, or a pipe that nobody reads."""
    with suppress(OSError):
        print(inert(text), file=sys.stderr)  # noqa: T201 - the command line
    _end(sys.stderr)
