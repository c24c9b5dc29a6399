"""`nerconform smoke`: whether an implementation answers at all."""

import argparse

from nerconform.base.report_form import ReportForm
from nerconform.commands.calling_options import add_held_to, add_implementations
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "smoke",
        run,
        help="tell a broken harness from a wrong metric",
        takes="IMPLEMENTATION...",
        description="Ask metrics a handful of trivial inputs, to see whether they answer at all. Meant for commands "
        "that speak the protocol (docs/protocol.md). Rejecting an input counts as an answer here.",
        examples=("smoke 'exec:./my-metric --json'", "smoke mypkg.metrics:evaluate --dialect conlleval"),
        right="no answer is wrong: each input was answered, rejected or is unsupported",
        wrong="the harness works, and the metric is wrong",
        also="   or the harness is broken: no input was answered",
    )
    add_implementations(parser)
    add_held_to(parser)
    add_timeout(parser)
    add_output(parser, "smoke.json and smoke.md")
    add_format(parser, (ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN), stored_schema("smoke_result.Smoke"))


def run(args: argparse.Namespace) -> int:
    """Ask, print, and write if asked. Returns 0, 1 or 2, as the help says."""
    from nerconform.asking.process import Limits
    from nerconform.products.check.smoke_test import smoke

    prepare(args.output, form_of(args))
    with shown() as progress:
        found = smoke(*args.implementation, dialect=args.dialect, limits=Limits(args.timeout), progress=progress)
    save(found, args.output)
    print_result(found, args)
    return found.status
