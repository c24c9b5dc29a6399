"""`nerconform convert`: the tags of a file in another scheme."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from nerconform.commands.output import Verbs
from nerconform.commands.reader_options import add_reader_options, choice_from, reader_options

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect

_DESCRIPTION = """\
Write a file again with its tags in another scheme. Everything else stays as it is, to the last byte: other columns,
comments, blank lines, marks of documents; in JSON other fields and the layout. A file with gold and prediction has both
converted; --column names one column alone. Between schemes other than IO nothing is lost.

Illegal data is refused, by file and line, unless a policy says how it is read. Nothing is written if anything is
refused. How many illegal transitions the policy decided, and how many spans IO lost, is said on stderr."""

_EPILOG = """\
examples:
  nerconform convert train.conll --to BIOES > train.bioes
  nerconform convert train.conll --column -1 --scheme BILOU --to IOB2 --output train.iob2
  nerconform convert predictions.conll --to BIOES --policy lenient --in-place
  nerconform convert data.conll --set affix=suffix --set delimiter=_ --to IOB2 --to-affix prefix --to-delimiter=-

exit status:
  0  the file was converted
  2  it was refused; nothing was written
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "convert",
        help="tags from one scheme to another",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    _add_source(parser)
    _add_target(parser)
    add_reader_options(parser, sides=True)
    parser.add_argument("--column", metavar="N|NAME", help="the one column to convert (default: all columns of tags)")
    parser.set_defaults(run=partial(run, parser))


def _add_source(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how the tags are written, and what is done with illegal ones."""
    group = parser.add_argument_group("from")
    group.add_argument("--scheme", default="IOB2", metavar="S", help="how the tags are written (default: IOB2)")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="AXIS=OPTION",
        help="affix=suffix, or another delimiter (repeatable)",
    )
    group.add_argument("--policy", default="refuse", metavar="P", help="how illegal tags are read (default: refuse)")


def _add_target(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how and where the tags are to be written."""
    group = parser.add_argument_group("to")
    group.add_argument("--to", required=True, metavar="S", help="the scheme to write")
    group.add_argument("--to-affix", choices=["prefix", "suffix"], help="the side of the letter (default: as it is)")
    group.add_argument(
        "--to-delimiter", metavar="TEXT", help="between letter and type, percent-encoded (default: as it is)"
    )
    group.add_argument("--lossless", action="store_true", help="refuse what IO would lose")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--output", type=Path, metavar="FILE", help="default: stdout")
    where.add_argument("--in-place", action="store_true", help="replace the file")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Convert. Returns 0; everything is converted before anything is written."""
    from nerconform.files.convert_files import Way, convert_file, require_other
    from nerconform.reporting.conversion_text import notes

    if args.column is not None:
        if args.gold_column is not None or args.pred_column is not None:
            parser.error("--column names the one column to convert: leave --gold-column and --pred-column out")
        args.gold_column = args.column
    if args.in_place and args.file.exists() and not args.file.is_file():
        parser.error("--in-place replaces a file, and this is none: say --output, or read stdout")
    source, target = _dialects(args)
    if args.output is not None:
        require_other(args.file, args.output)
    options, way = reader_options(args), Way(source, target, args.lossless)
    output = args.file if args.in_place else args.output
    with nullcontext(output) if output is not None else _stdout(options.encoding) as place:
        converted = convert_file(args.file, place, way, options)
    for note in notes(converted):
        print(f"nerconform: note: {note}", file=sys.stderr)  # noqa: T201 - the command line
    return 0


def _dialects(args: argparse.Namespace) -> "tuple[Dialect, Dialect]":
    """Return how the tags are written, and how they are to be."""
    from nerconform.files.validate_files import dialect_of
    from nerconform.reference.encoding import target_of
    from nerconform.reference.schemes import scheme_of

    written = dialect_of(scheme_of(args.scheme), dict(map(choice_from, args.set)))
    target = target_of(written, args.to, args.to_affix, args.to_delimiter)
    return written.set(policy=args.policy), target


@contextmanager
def _stdout(encoding: str) -> Iterator[BinaryIO]:
    """Give stdout for bytes, behind the text that it has had; where it takes text alone, it gets that at the end."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        yield sys.stdout.buffer
        return
    held = BytesIO()
    yield held
    sys.stdout.write(held.getvalue().decode(encoding))
