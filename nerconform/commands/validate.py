"""`nerconform validate`: what is illegal in tagged data, by file and line."""

import argparse
from pathlib import Path

from nerconform.base.report_form import ReportForm
from nerconform.commands.file_options import add_reader_options, reader_options
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import reading
from nerconform.commands.result import add_output, prepare, print_result, save
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
    add_output(parser, "validation.json and validation.md")
    forms = (ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN, ReportForm.GITHUB)
    add_format(parser, forms, stored_schema("tagged_files.Validation"))


def run(args: argparse.Namespace) -> int:
    """Validate, and print. Returns 0 if everything is legal, else 1; every file is read before anything is written."""
    from nerconform.files.validate_files import validate_files
    from nerconform.reference.schemes import scheme_of

    prepare(args.output, form_of(args))
    choices, options = dict(choices_from(args)), reader_options(args)
    with reading(args.files) as advance:
        found = validate_files(args.files, scheme_of(args.scheme or "IOB2"), choices, options, advance)
    save(found, args.output)
    print_result(found, args)
    return 0 if found.legal else 1
