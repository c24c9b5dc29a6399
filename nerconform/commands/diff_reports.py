"""`nerconform diff-reports`: what changed between two runs."""

import argparse
from functools import partial
from pathlib import Path

from nerconform.commands.output import Form, add_format, form_of, show, write, write_json
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
    add_format(parser, (Form.TEXT, Form.JSON, Form.MARKDOWN), stored_schema("changes"))


def run(args: argparse.Namespace) -> int:
    """Read both, and print. Returns 0 if nothing is newly wrong, else 1."""
    from nerconform.reporting.changes import print_changes, render
    from nerconform.reporting.json_ import load
    from nerconform.results.changes import changes

    found = changes(load(args.old), load(args.new))
    match form_of(args):
        case Form.JSON:
            write_json(found.to_dict())
        case Form.MARKDOWN:
            write(render(found))
        case _:
            show(partial(print_changes, found))
    return 1 if found.worse else 0
