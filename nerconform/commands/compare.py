"""`nerconform compare`: one data set, several implementations and dialects: the numbers, and why they differ."""

import argparse
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.limits import add_timeout, whole_number
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write
from nerconform.commands.progress_bars import shown
from nerconform.commands.reader_options import add_reader_options, note_columns, reader_options
from nerconform.commands.result import add_output, prepare, print_result, save

if TYPE_CHECKING:
    from nerconform.results.comparison import Comparison

_DESCRIPTION = """\
Show what several implementations and dialects give on one data set, and why two of them differ: single choices and
quirks from one to the other in the order of the path, each with its exact effect, and the units that cause it. The
steps add up to the whole difference. Real libraries run where they are installed, the reference elsewhere.

An implementation is a built-in name (seqeval, seqeval:strict, nervaluate), the name of a dialect (semeval), the import
path of a function of your own (mypkg.metrics:evaluate), or a command (exec:./my-metric)."""

_EPILOG = """\
examples:
  nerconform compare predictions.conll
  nerconform compare gold.conll pred.conll --with seqeval,nervaluate
  nerconform compare predictions.conll --bridge seqeval:default 'nervaluate|type.micro.f1'
  nerconform compare gold.conll baseline.conll --against model.conll --with conlleval

exit status:
  0  every number is explained: the reference gives the same
  1  a library gives a number that nothing explains
  2  the question could not be asked; nothing was printed
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "compare",
        help="one data set, several implementations: the numbers, and why they differ",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE | GOLD PRED")
    who = parser.add_argument_group("who is compared")
    who.add_argument(
        "--with",
        dest="whom",
        action="append",
        default=[],
        metavar="A,B,...",
        help="implementations and dialects (repeatable; default: libraries that read the data, and named dialects)",
    )
    who.add_argument("--dialect", help="the dialect to which an import path is held (a name or a signature)")
    who.add_argument("--scheme", metavar="S", help="how the tags are written (default: IOB2)")
    add_timeout(parser)
    add_calling_options(parser, labels=False)
    what = parser.add_argument_group("what is shown")
    what.add_argument("--measure", metavar="M", help="the number (default: strict.micro.f1)")
    what.add_argument(
        "--bridge",
        nargs=2,
        action="append",
        default=[],
        metavar=("A", "B"),
        help="explain the difference of these two, each NAME or NAME|MEASURE (repeatable; default: the two libraries "
        "that differ most)",
    )
    what.add_argument(
        "--units", type=whole_number, default=2, metavar="N", help="so many units of each step (default: 2)"
    )
    what.add_argument("--spread", action="store_true", help="in JSON, the number under every policy, too")
    drawn = parser.add_argument_group("how sure the numbers are")
    drawn.add_argument("--against", type=Path, metavar="PRED", help="a second prediction for the same gold")
    drawn.add_argument(
        "--resamples", type=whole_number, metavar="N", help="for intervals and tests (default: 10000; 0: none)"
    )
    drawn.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help="the same seed draws the same (default: 0)"
    )
    add_reader_options(parser, sides=True)
    add_output(parser, "comparison.json")
    add_format(parser, list(Form), _schema)
    parser.set_defaults(run=partial(run, parser))


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("comparison")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Compare, and print. Returns 0 or 1; everything is computed before anything is written."""
    from nerconform.reporting.comparison_markdown import render
    from nerconform.reporting.comparison_pretty import print_comparison
    from nerconform.results.stored import StoredComparison

    if len(args.files) > 2:  # noqa: PLR2004 - gold and prediction
        parser.error("name one file that holds both sides, or two files: GOLD PRED; a second prediction is --against")
    prepare(args.output, form_of(args))
    found = compare(args)
    stored = StoredComparison(found.to_dict())
    save(stored, args.output)
    match form_of(args):
        case Form.MARKDOWN:
            write(render(found, units=args.units))
        case Form.PRETTY:
            show(partial(print_comparison, found, units=args.units))
        case form:
            print_result(stored, form)
    return found.status


def compare(args: argparse.Namespace) -> "Comparison":
    """Return the comparison that the arguments ask for. Raises the errors of names, dialects and files."""
    from nerconform.products.compare.compare_files import DEFAULT_MEASURE, RESAMPLES, Terms, compare_files

    terms = Terms(
        implementations=tuple(name for text in args.whom for name in split_names(text)),
        scheme=args.scheme or "IOB2",
        measure=args.measure or DEFAULT_MEASURE,
        bridges=tuple((left, right) for left, right in args.bridge),
        dialect=args.dialect,
        timeout=args.timeout,
        calling=calling_options(args),
        resamples=RESAMPLES if args.resamples is None else args.resamples,
        seed=args.seed,
        spread=args.spread,
    )
    gold, pred = args.files[0], args.files[1] if args.files[1:] else None
    options = reader_options(args)
    with shown() as progress:
        found = compare_files(gold, pred, terms, against=args.against, options=options, progress=progress)
    note_columns(gold, pred, options, args.against)
    return found


def split_names(text: str) -> Iterator[str]:
    """Yield the names in a list; the choices behind a dialect's name belong to it, and a command is no list."""
    from nerconform.reference.dialect import AXES

    if text.startswith("exec:"):
        yield text
        return
    axes = "|".join(axis.name for axis in AXES)
    yield from (name.strip() for name in re.split(rf",(?!(?:{axes}):|R(?:0|1|nan|omit)\b|[^{{}}]*\}})", text))
