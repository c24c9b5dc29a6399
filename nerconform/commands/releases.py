"""`nerconform matrix`: every release of a library, and which answer changed in which."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands import progress_bars as progress
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import Form, Verbs, add_format, form_of
from nerconform.commands.questions import prepare_drawing
from nerconform.commands.result import add_output, prepare, print_result, save

if TYPE_CHECKING:
    from nerconform.results.releases_result import Matrix

_DESCRIPTION = """\
Put each release of a library into a virtual environment of its own, ask it the golden cases and a seeded set of random
questions, and show which answer changed in which release, and why. What a release cannot be asked is unsupported, with
the reason; one that cannot be installed has a row with pip's reason.

A library is one that the kit knows (seqeval, nervaluate, ...), or DISTRIBUTION=module:function, a metric of your own
across its releases. Packages come from where pip finds them: its settings are yours (PIP_INDEX_URL, PIP_FIND_LINKS).
Environments are kept, by default in your cache folder, and used again."""

_EPILOG = """\
examples:
  nerconform matrix seqeval nervaluate --output reports
  nerconform matrix nervaluate --versions 1.0.0,1.2.1
  nerconform matrix seqeval --versions '>=1.0,<1.2.2'
  nerconform matrix mypkg=mypkg.metrics:evaluate --dialect conlleval --versions 1.0,1.1

exit status:
  0  every change has a cause
  1  an answer changed and nothing explains it
  2  the question could not be asked, or no release could be installed
"""
_MOST = 100_000


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "matrix",
        help="which answer changed in which release",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("library", nargs="+", metavar="LIBRARY")
    parser.add_argument(
        "--versions",
        type=_versions,
        default=(),
        metavar="V,V",
        help="releases, or a range: '>=1.0,<1.2' (default: all)",
    )
    parser.add_argument("--examples", type=_count, default=200, metavar="N", help="random questions (default: 200)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random questions (default: 0)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where environments are kept")
    parser.add_argument("--dialect", default="", help="the dialect to which an import path is held")
    add_timeout(parser)
    add_output(parser, "matrix.md and matrix.json")
    add_format(parser, list(Form), _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("matrix")


def _versions(text: str) -> tuple[str, ...]:
    """Return the versions, and limits of a range, that are named; at least one."""
    found = tuple(filter(None, (part.strip() for part in text.split(","))))
    if not found:
        raise argparse.ArgumentTypeError("no version is named. Write 1.2.0,1.2.2 or '>=1.0,<1.2'.")
    return found


def _count(text: str) -> int:
    """Return how many random questions are asked."""
    if not text.isdecimal() or int(text) > _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to {_MOST}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Ask the releases, print, and write if asked. Returns 0, 1 where a change has no cause, 2 where none was asked."""
    prepare(args.output, form_of(args))
    found = _matrix(args)
    save(found, args.output)
    print_result(found, form_of(args))
    if not found.asked:
        return 2
    return 1 if found.unexplained else 0


def _matrix(args: argparse.Namespace) -> "Matrix":
    """Return the matrix that the arguments ask for. Raises `NotInstalled` without the extra that draws questions."""
    from nerconform.asking.process import Limits

    prepare_drawing()
    from nerconform.products.releases.release_answers import matrix

    limits = Limits(args.timeout)
    with progress.shown() as told:
        return matrix(
            *args.library,
            versions=args.versions,
            examples=args.examples,
            seed=args.seed,
            cache=args.cache,
            dialect=args.dialect,
            limits=limits,
            told=told,
        )
