"""`nerconform agree`: how far several annotators agree, and where they do not."""

import argparse

from nerconform.commands.output import answer
from nerconform.commands.verb_options import dialect_from, note_last_columns, reader_options
from nerconform.products.agree.agree_files import RESAMPLES, AgreementTerms, agree_files
from nerconform.results.agreement_result import Agreement

_DEFAULT = "conlleval"


def run(args: argparse.Namespace) -> int:
    """Compare, and print. Returns 0; everything is read and computed before anything is written."""
    if args.dialect is None:
        args.dialect = _DEFAULT
    answer(args, _agreement)
    return 0


def _agreement(args: argparse.Namespace) -> Agreement:
    """Return the agreement that the arguments ask for. Raises the errors of the dialect and of the files."""
    resamples = RESAMPLES if args.resamples is None else args.resamples
    terms = AgreementTerms(dialect_from(args), args.schema, resamples, args.seed)
    options = reader_options(args)
    found = agree_files(args.files, terms, options)
    note_last_columns(args.files, options)
    return found
