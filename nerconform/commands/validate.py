"""`nerconform validate`: what is illegal in tagged data, by file and line."""

import argparse
from functools import partial
from pathlib import Path

from nerconform.commands.file_options import add_reader_options, reader_options
from nerconform.commands.output import Form, add_format, form_of, show, write, write_json
from nerconform.commands.progress_bars import reading
from nerconform.commands.rule_options import add_scheme, add_set, choices_from
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "validate",
        run,
        help="find illegal tags in data, by file and line",
        takes="FILE...",
        description="Find every transition that the scheme forbids, and every tag that cannot be read, by file and "
        "line, with the clause of the spec. Says so if another scheme would make all tags legal. If a file has gold "
        "and prediction, both are checked.",
        examples=("validate train.conll", "validate data/*.conll --scheme BIOES --column -1 --format github"),
        right="every tag is legal",
        wrong="a tag is illegal",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files to check")
    add_scheme(parser)
    add_set(parser)
    add_reader_options(parser, sides=False)
    add_format(parser, (Form.TEXT, Form.JSON, Form.GITHUB), stored_schema("validate"))


def run(args: argparse.Namespace) -> int:
    """Validate, and print. Returns 0 if everything is legal, else 1; every file is read before anything is written."""
    from nerconform.files.validate_files import validate_files
    from nerconform.reference.schemes import scheme_of
    from nerconform.reporting.validation import github_text, print_validated

    choices, options = dict(choices_from(args)), reader_options(args)
    with reading(args.files) as advance:
        found = validate_files(args.files, scheme_of(args.scheme or "IOB2"), choices, options, advance)
    match form_of(args):
        case Form.JSON:
            write_json(found.to_dict())
        case Form.GITHUB:
            write(github_text(found))
        case _:
            show(partial(print_validated, found))
    return 0 if found.legal else 1
