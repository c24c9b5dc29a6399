"""`nerconform check`: whether a metric is right."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands import progress_bars as progress
from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import Form, Verbs, add_format, form_of, show
from nerconform.commands.result import add_output, prepare, print_result, save

if TYPE_CHECKING:
    from nerconform.results.run import Run

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
  1  an answer is wrong, or a known divergence has changed or gone; with --baseline, only if it was not so there
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
    parser.add_argument(
        "--baseline", type=Path, metavar="RUN.json", help="a stored run: exit with 1 only for what is newly wrong"
    )
    add_output(parser, "run.json and report.md")
    add_format(parser, list(Form), run_schema)
    parser.set_defaults(run=run)


def run_schema() -> object:
    """Return the JSON Schema of a run."""
    from nerconform.base.forms import schema

    return schema("run")


def run(args: argparse.Namespace) -> int:
    """Check, and print or write the run. Returns 0 if it passed, else 1."""
    from nerconform.products.check.suite_run import check

    prepare(args.output, form_of(args))
    baseline = _baseline(args.baseline)
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
    save(found, args.output, baseline)
    form = form_of(args)
    print_result(found, form, baseline)
    return _against(baseline, found, form) if baseline else int(not found.passed)


def _baseline(path: Path | None) -> "Run | None":
    """Return the run that this one is held against, read before anything is asked."""
    from nerconform.reporting.json_ import load

    return load(path) if path else None


def _against(baseline: "Run", found: "Run", form: Form) -> int:
    """Say what changed since the baseline: on a terminal at length, elsewhere on stderr. Returns 0 or 1."""
    from nerconform.reporting.changes import print_changes, sentence
    from nerconform.results.changes import changes

    changed = changes(baseline, found)
    if form is Form.PRETTY:
        show(partial(print_changes, changed))
    else:
        print(f"against the baseline: {sentence(changed)}", file=sys.stderr)  # noqa: T201 - stdout holds the result
    return 1 if changed.worse else 0
