"""`nerconform check`: whether a metric is right."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands import progress
from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import Form, Verbs, add_format, form_of, make_folder, show, write, write_files

if TYPE_CHECKING:
    from nerconform.comparison.results import Run

_DESCRIPTION = """\
Ask implementations every golden case, and hold each to the dialect that it declares.

An implementation is a built-in name (seqeval, seqeval:strict:IOB2, nervaluate), the import path of a function of your
own (mypkg.metrics:evaluate), a command that speaks the protocol (exec:./my-metric), or reference:DIALECT.
`nerconform list implementations` names them.

A function of your own is called with gold and predicted tags (lists of lists), and returns F1, (precision, recall, F1)
or a mapping of them. It refuses illegal input by raising ValueError; any other exception is a crash."""

_EPILOG = """\
exit status:
  0  every answer is right, or a divergence that is known and unchanged
  1  an answer is wrong, or a known divergence has changed or gone
  2  the question could not be asked
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "check",
        help="hold implementations to the golden cases",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("implementation", nargs="+", metavar="IMPLEMENTATION")
    parser.add_argument("--dialect", help="the dialect to which an import path is held (a name or a signature)")
    parser.add_argument("--known", type=Path, metavar="FILE", help="a file of your own known divergences")
    parser.add_argument(
        "--case", action="append", default=[], metavar="ID", help="ask this case alone (a pattern; repeatable)"
    )
    add_timeout(parser)
    add_calling_options(parser)
    parser.add_argument("--output", type=Path, metavar="DIR", help="write run.json and report.md there too")
    add_format(parser, list(Form), run_schema)
    parser.set_defaults(run=run)


def run_schema() -> object:
    """Return the JSON Schema of a run."""
    from nerconform.suite.forms import schema

    return schema("run")


def run(args: argparse.Namespace) -> int:
    """Check, and print or write the run. Returns 0 if it passed, else 1."""
    from nerconform.comparison.check import check
    from nerconform.reporting import json_, markdown

    if args.output:
        make_folder(args.output)
    with progress.shown() as told:
        found = check(
            *args.implementation,
            dialect=args.dialect,
            known=args.known,
            cases=args.case,
            timeout=args.timeout,
            calling=calling_options(args),
            progress=told,
        )
    if args.output:
        write_files(args.output, {"run.json": json_.render(found), "report.md": markdown.render(found)})
    print_run(found, form_of(args))
    return 0 if found.passed else 1


def print_run(run: "Run", form: Form) -> None:
    """Print a run in one of the three forms."""
    from nerconform.reporting import json_, markdown, pretty

    match form:
        case Form.JSON:
            write(json_.render(run))
        case Form.MARKDOWN:
            write(markdown.render(run))
        case Form.PRETTY:
            show(partial(pretty.print_run, run))
