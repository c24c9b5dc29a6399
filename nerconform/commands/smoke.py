"""`nerconform smoke`: whether an implementation answers at all."""

import argparse
from functools import partial

from nerconform.commands import progress_bars as progress
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write_json

_DESCRIPTION = """\
Ask implementations a handful of trivial questions, and tell a broken harness from a wrong metric.

An implementation is a command that speaks the protocol (exec:./my-metric), a built-in name, or an import path; see
docs/protocol.md. Answers are held to the dialect that the implementation declares. A refusal is an answer here."""

_EPILOG = """\
exit status:
  0  everything was answered, refused or unsupported, and nothing wrong
  1  the harness works, and the metric is wrong
  2  the harness is broken, nothing was answered, or the question could not be asked
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "smoke",
        help="tell a broken harness from a wrong metric",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("implementation", nargs="+", metavar="IMPLEMENTATION")
    parser.add_argument("--dialect", help="the dialect to which an import path is held (a name or a signature)")
    add_timeout(parser)
    add_format(parser, (Form.PRETTY, Form.JSON), _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("smoke")


def run(args: argparse.Namespace) -> int:
    """Ask, and print. Returns 0, 1 or 2, as the epilog says."""
    from nerconform.asking.process import Limits
    from nerconform.products.check.smoke_test import smoke
    from nerconform.reporting.smoke_text import print_smoke

    with progress.shown() as told:
        found = smoke(*args.implementation, dialect=args.dialect, limits=Limits(args.timeout), progress=told)
    if form_of(args) is Form.JSON:
        write_json(found.to_dict())
    else:
        show(partial(print_smoke, found))
    return found.status
