"""`nerconform diff-reports`: what changed between two runs."""

import argparse
from pathlib import Path

from nerconform.base.report_form import ReportForm
from nerconform.commands.output import add_format, form_of
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "diff-reports",
        run,
        help="what changed between two stored runs of check?",
        takes="OLD.json NEW.json",
        description="Compare two stored runs: which answers are wrong that were right, which are right again, which "
        "are wrong in another way; by implementation and case. Implementations are matched by name, whatever their "
        "versions.",
        examples=("diff-reports old.json new.json",),
        right="nothing is newly wrong",
        wrong="something is newly wrong",
    )
    words = "run that `check --output {}` stored"
    parser.add_argument("old", type=Path, metavar="OLD.json", help=words.format("old.json"))
    parser.add_argument("new", type=Path, metavar="NEW.json", help=words.format("new.json"))
    add_output(parser, "changes.json and changes.md")
    add_format(parser, (ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN), stored_schema("changes.Changes"))


def run(args: argparse.Namespace) -> int:
    """Read both, print, and write if asked. Returns 0 if nothing is newly wrong, else 1."""
    from nerconform.results.changes import changes
    from nerconform.results.run import Run
    from nerconform.results.stored import read_as

    prepare(args.output, form_of(args))
    found = changes(read_as(args.old, Run), read_as(args.new, Run))
    save(found, args.output)
    print_result(found, args)
    return found.status
