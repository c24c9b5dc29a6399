"""`nerconform convert`: the tags of a file in another scheme."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from typing import BinaryIO

from nerconform.base.bounds import STDIN
from nerconform.base.report_form import ReportForm
from nerconform.commands.output import note, prepare, save
from nerconform.commands.verb_options import choices_from, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.files.convert_files import ConversionWay, convert_file, require_other
from nerconform.files.validate_files import dialect_of
from nerconform.reference.encoding import target_of
from nerconform.reference.schemes import scheme_of
from nerconform.reporting.validation_text import notes


def run(args: argparse.Namespace) -> int:
    """Convert. Returns 0; everything is converted before anything is written."""
    if args.column is not None:
        if args.gold_column is not None or args.pred_column is not None:
            hint = "Use --column -1 for one column, or --gold-column -2 --pred-column -1 for two."
            raise WrongUse(
                "--column names the only column of tags, so it cannot be used with --gold-column or --pred-column",
                place="convert",
                hint=hint,
            )
        args.gold_column = args.column
    if args.in_place and (args.file == STDIN or (args.file.exists() and not args.file.is_file())):
        hint = "Write to a new file: --output FILE instead of --in-place."
        raise WrongUse("--in-place replaces a file, and this is a pipe or a device", place=str(args.file), hint=hint)
    prepare(args.notes, ReportForm.TEXT)
    written = dialect_of(scheme_of(args.scheme or "IOB2"), dict(choices_from(args)))
    target = target_of(written, args.to, args.to_affix, args.to_delimiter)
    source = written.set(policy=args.policy)
    if args.output is not None:
        require_other(args.file, args.output)
    options, way = reader_options(args), ConversionWay(source, target, args.lossless)
    output = args.file if args.in_place else args.output
    with nullcontext(output) if output is not None else _stdout(options.encoding) as place:
        converted = convert_file(args.file, place, way, options)
    save(converted, args.notes)
    for words in notes(converted):
        note(words)
    return 0


@contextmanager
def _stdout(encoding: str) -> Iterator[BinaryIO]:
    """Give stdout for bytes, behind the text that it has had; where it takes only text, it gets that at the end."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        yield sys.stdout.buffer
        return
    held = BytesIO()
    yield held
    sys.stdout.write(held.getvalue().decode(encoding))
