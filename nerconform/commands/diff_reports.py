"""`nerconform diff-reports`: what changed between two runs."""

import argparse
from functools import partial
from pathlib import Path

from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write, write_json

_DESCRIPTION = """\
Lay two stored runs side by side: which answers are wrong that were not, which are right again, which are judged
otherwise; by implementation and case. Implementations are matched by their names, whatever their versions."""

_EPILOG = """\
examples:
  nerconform check mypkg.metrics:evaluate --output new.json
  nerconform diff-reports old.json new.json

exit status:
  0  nothing is wrong that was not wrong in the same way
  1  something is newly wrong
  2  the question could not be asked
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "diff-reports",
        help="what changed between two runs",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("old", type=Path, metavar="OLD.json")
    parser.add_argument("new", type=Path, metavar="NEW.json")
    add_format(parser, (Form.PRETTY, Form.JSON, Form.MARKDOWN), _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("changes")


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
