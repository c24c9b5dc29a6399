"""The command line: one verb per module, and one way for all of them to fail."""

import argparse
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence

from nerconform.base.errors import NerconformError
from nerconform.commands import (
    check,
    compare,
    convert,
    diff,
    diff_reports,
    explain,
    identify,
    known,
    lint,
    list_,
    report,
    score,
    smoke,
    sweep,
    validate,
)
from nerconform.commands import releases as matrix
from nerconform.commands.output import INTERRUPTED
from nerconform.version import SPEC_VERSION, __version__

_VERBS = (
    check,
    diff,
    compare,
    score,
    validate,
    convert,
    sweep,
    identify,
    matrix,
    report,
    diff_reports,
    explain,
    list_,
    known,
    lint,
    smoke,
)

_EPILOG = """\
exit status:
  0  all is right, or known
  1  something is wrong: a failure, a stale known divergence, a finding of lint
  2  the question could not be asked
"""
_BROKEN_PIPE = 141
_INTERNAL_ERROR = 70


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="nerconform",
        description="Is this NER metric right? Golden cases, an exact reference evaluator, and reasons.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"nerconform {__version__}, spec {SPEC_VERSION}"
    parser.add_argument("--version", action="version", version=version)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for verb in _VERBS:
        verb.add(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - one return for each way out
    """Run one verb and return the exit status: 0, 1 or 2 as every verb says; errors are one line on stderr."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller: there is nobody to tell
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if argv is None:  # the command itself, not a caller in Python: commands that it started end with it
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        _keep_stdout()
    try:
        args = build_parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except NerconformError as error:
        return _refuse(error.place, error.message, error.hint)
    except BrokenPipeError:
        # Whoever read the output has had enough; a second error while Python closes stdout helps nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except OSError as error:
        return _refuse(str(error.filename or "output"), error.strerror or str(error), "Look at the file or the disk.")
    except KeyboardInterrupt:
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


def _refuse(place: str, message: str, hint: str) -> int:
    """Print why the question could not be asked."""
    head = f"{place}: " if place else ""
    end = "" if message.endswith((".", "?", "!")) else "."
    print(f"nerconform: error: {head}{message}{end} {hint}".rstrip(), file=sys.stderr)  # noqa: T201 - the command line
    return 2
