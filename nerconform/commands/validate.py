"""`nerconform validate`: what is illegal in tagged data, by file and line."""

import argparse

from nerconform.commands.output import answer
from nerconform.commands.progress_bars import reading
from nerconform.commands.verb_options import choices_from, reader_options
from nerconform.files.validate_files import validate_files
from nerconform.reference.schemes import scheme_of
from nerconform.results.tagged_files import Validation


def run(args: argparse.Namespace) -> int:
    """Validate, and print. Returns 0 if everything is legal, else 1; every file is read before anything is written."""
    return 0 if answer(args, _validated).legal else 1


def _validated(args: argparse.Namespace) -> Validation:
    choices, options = dict(choices_from(args)), reader_options(args)
    with reading(args.files) as advance:
        return validate_files(args.files, scheme_of(args.scheme or "IOB2"), choices, options, advance)
