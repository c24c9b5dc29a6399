"""`nerconform validate`: what is illegal in tagged data, by file and line."""

import argparse

from nerconform.commands.output import answer, note
from nerconform.commands.progress_bars import bytes_progress
from nerconform.commands.verb_options import choices_from, corpus_files, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.files.validate_files import validate_files, why_alone
from nerconform.reference.schemes import scheme_of
from nerconform.results.tagged_files import Validation


def run(args: argparse.Namespace) -> int:
    """Validate, and print. Returns 0 if everything is legal and as it was, else 1; all is read before any output."""
    return 0 if answer(args, _validated).is_sound else 1


def _validated(args: argparse.Namespace) -> Validation:
    if args.original is not None and len(args.files) > 1:
        hint = "Name the converted file and its original: nerconform validate FILE --original ORIGINAL."
        raise WrongUse(
            "--original compares one file with its original, and two files are named before it",
            place="validate",
            hint=hint,
        )
    if args.original is not None and args.layers is not None:
        hint = "Remove --layers, and name the column of one layer: --column 2."
        raise WrongUse("--original compares one layer, and --layers reads several", place="validate", hint=hint)
    choices, options, files = dict(choices_from(args)), reader_options(args), corpus_files(args.files)
    with bytes_progress(files) as advance:
        scheme = scheme_of(args.scheme or "IOB2")
        found = validate_files(files, scheme, choices, options, advance, original=args.original, jobs=args.jobs)
    if args.jobs > 1 and (alone := why_alone(files)):
        note(f"--jobs has no effect, one process reads everything: {alone}")
    return found
