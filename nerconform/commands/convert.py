"""`nerconform convert`: the tags of a file in another scheme."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from nerconform.base.report_form import ReportForm
from nerconform.commands.file_options import add_reader_options, reader_options
from nerconform.commands.result import prepare, save
from nerconform.commands.rule_options import add_scheme, add_set, choices_from
from nerconform.commands.verb_parser import Verbs, WrongUse, add_verb

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "convert",
        run,
        help="rewrite the tags of a file in another scheme",
        takes="FILE --to SCHEME",
        description="Write a file again with its tags in another scheme. Everything else keeps its bytes: other "
        "columns, comments, blank lines; in JSON other fields and the layout. If a file has gold and prediction, both "
        "are converted. Between schemes other than IO nothing is lost.\n\n"
        "Illegal tags are refused, by file and line, unless --policy says how to read them. Nothing is written if "
        "anything is refused. Notes on stderr count what the policy decided, and the entities that IO cannot keep.",
        examples=(
            "convert train.conll --to BIOES > train.bioes",
            "convert train.conll --column -1 --scheme BILOU --to IOB2 --output train.iob2",
            "convert predictions.conll --to BIOES --policy lenient --in-place",
            "convert data.conll --set affix=suffix --to IOB2 --to-affix prefix",
        ),
        right="the file was converted",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to convert")
    group = parser.add_argument_group("from")
    add_scheme(group)
    add_set(group)
    words = "how illegal tags are read: lenient, discard, ... (default: refuse)"
    group.add_argument("--policy", default="refuse", metavar="P", help=words)
    group = parser.add_argument_group("to")
    group.add_argument("--to", required=True, metavar="S", help="scheme to write (required)")
    words = "side of the tag on which the prefix stands (default: as it is)"
    group.add_argument("--to-affix", choices=["prefix", "suffix"], help=words)
    words = "what separates prefix and type, percent-encoded (default: as it is)"
    group.add_argument("--to-delimiter", metavar="TEXT", help=words)
    group.add_argument("--lossless", action="store_true", help="refuse a file of which IO would lose entities")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    where.add_argument("--in-place", action="store_true", help="replace the file")
    words = "write into a file (.json .md .txt) what the policy decided and what IO cannot keep; repeatable"
    group.add_argument("--notes", action="append", default=[], type=Path, metavar="FILE", help=words)
    add_reader_options(parser)
    words = "the only column to convert (default: all columns of tags)"
    parser.add_argument("--column", metavar="N|NAME", help=words)


def run(args: argparse.Namespace) -> int:
    """Convert. Returns 0; everything is converted before anything is written."""
    from nerconform.files.convert_files import ConversionWay, convert_file, require_other
    from nerconform.reporting.conversion_text import notes

    if args.column is not None:
        if args.gold_column is not None or args.pred_column is not None:
            hint = "Leave --gold-column and --pred-column out."
            raise WrongUse("--column names the only column to convert", place="convert", hint=hint)
        args.gold_column = args.column
    if args.in_place and args.file.exists() and not args.file.is_file():
        hint = "Write --output FILE, or leave both out and read standard output."
        raise WrongUse("--in-place replaces a file, and this is none", place=str(args.file), hint=hint)
    prepare(args.notes, ReportForm.TEXT)
    source, target = _dialects(args)
    if args.output is not None:
        require_other(args.file, args.output)
    options, way = reader_options(args), ConversionWay(source, target, args.lossless)
    output = args.file if args.in_place else args.output
    with nullcontext(output) if output is not None else _stdout(options.encoding) as place:
        converted = convert_file(args.file, place, way, options)
    save(converted, args.notes)
    for note in notes(converted):
        print(f"nerconform: note: {note}", file=sys.stderr)  # noqa: T201 - the command line
    return 0


def _dialects(args: argparse.Namespace) -> "tuple[Dialect, Dialect]":
    """Return how the tags are written, and how they are to be."""
    from nerconform.files.validate_files import dialect_of
    from nerconform.reference.encoding import target_of
    from nerconform.reference.schemes import scheme_of

    written = dialect_of(scheme_of(args.scheme or "IOB2"), dict(choices_from(args)))
    target = target_of(written, args.to, args.to_affix, args.to_delimiter)
    return written.set(policy=args.policy), target


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
