"""`nerconform check`: whether a metric is right."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.report_form import ReportForm
from nerconform.commands.calling_options import add_calling_options, add_implementations, calling_options
from nerconform.commands.limits import Group
from nerconform.commands.output import add_format, form_of, show
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema

if TYPE_CHECKING:
    from nerconform.results.run import Run


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "check",
        run,
        help="is this metric right? asks every golden case",
        takes="IMPLEMENTATION...",
        description="Ask metrics every golden case, and hold each to the dialect that it declares.\n\n"
        "A function of your own takes gold and predicted tags (lists of lists), and returns F1, (precision, recall, "
        "F1) or a mapping of them. It rejects illegal input by raising ValueError; any other exception is a crash.",
        examples=(
            "check seqeval nervaluate",
            "check mypkg.metrics:evaluate --dialect conlleval --output report.html",
            "check 'exec:./my-metric --json' --case 'decode.*'",
        ),
        right="every answer is right, or wrong in a way that is known and unchanged",
        wrong="an answer is wrong, or a known divergence has changed or gone\n"
        "       (with --baseline: only if the baseline does not have it)",
    )
    add_implementations(parser)
    add_known(parser)
    add_cases(parser)
    words = "a stored run: exit with 1 only for what is newly wrong"
    parser.add_argument("--baseline", type=Path, metavar="RUN.json", help=words)
    add_calling_options(parser)
    add_output(parser, "run.json and run.md")
    add_format(parser, RESULT_FORMS, stored_schema("run.Run"))


RESULT_FORMS = tuple(form for form in ReportForm if form not in {ReportForm.CSV, ReportForm.LATEX})
"""The forms that every stored result has."""


def add_known(group: Group) -> None:
    """Add `--known`."""
    group.add_argument("--known", type=Path, metavar="FILE", help="a file of your own known divergences")


def add_cases(group: Group) -> None:
    """Add `--case`."""
    words = "ask only this case: an id or a pattern, 'decode.*' (repeatable)"
    group.add_argument("--case", action="append", default=[], metavar="ID", help=words)


def run(args: argparse.Namespace) -> int:
    """Check, and print or write the run. Returns 0 if it passed, else 1."""
    from nerconform.products.check.suite_run import check
    from nerconform.results.run import Run
    from nerconform.results.stored import read_as

    prepare(args.output, form_of(args))
    baseline = read_as(args.baseline, Run) if args.baseline else None
    with shown() as progress:
        found = check(
            *args.implementation,
            dialect=args.dialect,
            known=args.known,
            cases=args.case,
            timeout=args.timeout,
            calling=calling_options(args),
            progress=progress,
        )
    save(found, args.output, baseline)
    form = form_of(args)
    print_result(found, args, baseline)
    return _against(baseline, found, form) if baseline else int(not found.passed)


def _against(baseline: "Run", found: "Run", form: ReportForm) -> int:
    """Say what changed since the baseline: as text at length, beside other forms on stderr. Returns 0 or 1."""
    from nerconform.reporting.changes_text import print_changes, sentence
    from nerconform.results.changes import changes

    changed = changes(baseline, found)
    if form is ReportForm.TEXT:
        show(partial(print_changes, changed))
    else:
        print(f"against the baseline: {sentence(changed)}", file=sys.stderr)  # noqa: T201 - stdout holds the result
    return 1 if changed.worse else 0
