"""`nerconform validate`: what is illegal in tagged data, by file and line."""

import argparse
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write, write_json
from nerconform.commands.progress_bars import reading
from nerconform.commands.reader_options import add_reader_options, choice_from, reader_options

if TYPE_CHECKING:
    from nerconform.results.validation import Validated

_DESCRIPTION = """\
Find every transition that the scheme forbids, and every tag that cannot be read, by file and line, with the clause.
Say so where another scheme would make all of it legal. A file with gold and prediction has both looked at."""

_EPILOG = """\
exit status:
  0  everything is legal
  1  something is not
  2  a file could not be read; nothing was printed
"""


class ValidateForm(StrEnum):
    """How findings are written."""

    PRETTY = "pretty"
    JSON = "json"
    GITHUB = "github"


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "validate",
        help="find illegal transitions in data",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--scheme", default="IOB2", metavar="S", help="how the tags are written (default: IOB2)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="AXIS=OPTION",
        help="affix=suffix, or another delimiter (repeatable)",
    )
    add_reader_options(parser, sides=False)
    add_format(parser, cast("list[Form]", list(ValidateForm)), _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("validate")


def run(args: argparse.Namespace) -> int:
    """Validate, and print. Returns 0 if everything is legal, else 1; every file is read before anything is written."""
    from nerconform.files.validate_files import validate_files
    from nerconform.reference.schemes import scheme_of
    from nerconform.reporting.validation import github_text, print_validated

    choices = dict(map(choice_from, args.set))
    options = reader_options(args)
    with reading(args.files) as told:
        found: Validated = validate_files(args.files, scheme_of(args.scheme), choices, options, told)
    match ValidateForm(args.format or form_of(args)):
        case ValidateForm.PRETTY:
            show(partial(print_validated, found))
        case ValidateForm.JSON:
            write_json(found.to_dict())
        case ValidateForm.GITHUB:
            write(github_text(found))
    return 0 if found.legal else 1
