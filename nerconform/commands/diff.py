"""`nerconform diff`: inputs on which two implementations differ, and why."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands import progress_bars as progress
from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.limits import add_timeout, whole_number
from nerconform.commands.output import INTERRUPTED, Form, Verbs, add_format, form_of, make_folder
from nerconform.commands.questions import prepare_drawing
from nerconform.commands.reader_options import add_reader_options, reader_options
from nerconform.commands.result import add_output, prepare, print_result, save

if TYPE_CHECKING:
    from nerconform.results.search_result import Searches

_DESCRIPTION = """\
Search for inputs on which an implementation differs from the reference in the dialect that it declares, or on which two
implementations differ. Each find is shrunk, put in a class by its cause, and explained: the reference, changed by
exactly what the explanation says, has to give exactly what was observed, here and on the input's neighbours.

An implementation is a built-in name (seqeval, seqeval:strict:IOB2, nervaluate), the import path of a function of your
own (mypkg.metrics:evaluate), a command (exec:./my-metric), or reference:DIALECT."""

_EPILOG = """\
examples:
  nerconform diff seqeval --examples 5000 --seed 7
  nerconform diff seqeval:default conlleval --seconds 60
  nerconform diff nervaluate --data gold.conll pred.conll

exit status:
  0  nothing differs, or everything that differs is explained
  1  something is unexplained; with --strict, something differs
  2  the question could not be asked
  130  it was interrupted (Ctrl-C): what was found until then is shown
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "diff",
        help="search for inputs on which two implementations differ, and explain them",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("left", metavar="A")
    parser.add_argument("right", nargs="?", metavar="B", help="default: the reference in the dialect that A declares")
    parser.add_argument("--dialect", help="the dialect to which an import path is held (a name or a signature)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if anything differs")
    add_timeout(parser)
    add_calling_options(parser, labels=False)
    search = parser.add_argument_group("how long is searched")
    search.add_argument("--examples", type=whole_number, metavar="N", help="so many inputs (default: 1000)")
    search.add_argument("--seconds", type=_seconds, metavar="S", help="so many seconds for each pair of sides")
    search.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help="the same seed finds the same (default: 0)"
    )
    search.add_argument("--database", type=Path, metavar="DIR", help="keep finds there, and ask them first")
    data = parser.add_argument_group("your data instead")
    data.add_argument("--data", nargs="+", type=Path, metavar="FILE", help="FILE, or GOLD PRED: search these units")
    data.add_argument("--scheme", metavar="S", help="how the tags of the data are written (default: IOB2)")
    add_reader_options(parser, sides=True)
    add_output(parser, "search.json and search.md")
    add_format(parser, list(Form), _schema)
    parser.set_defaults(run=partial(run, parser))


def _seconds(text: str) -> float:
    """Return a time: more than nothing."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError(text)
    return value


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("search")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Search, and print. Returns 0, 1 or 2, as the epilog says."""
    if args.data and len(args.data) > 2:  # noqa: PLR2004 - gold and prediction
        parser.error("--data takes one file that holds both sides, or two files: GOLD PRED")
    for name in ("examples", "seconds", "database"):
        if args.data and getattr(args, name) is not None:
            parser.error(f"--{name} is for generated inputs: leave it out, or --data")
    if args.scheme is not None and not args.data:
        parser.error("--scheme is for --data: generated inputs are in every scheme that both sides read")
    if args.examples == 0:
        parser.error("--examples 0 asks nothing: say how many inputs")
    if args.database:
        make_folder(args.database)
    prepare(args.output, form_of(args))
    found = _found(args)
    save(found, args.output)
    print_result(found, form_of(args))
    return INTERRUPTED if found.interrupted else found.status(strict=args.strict)


def _found(args: argparse.Namespace) -> "Searches":
    """Return what the arguments ask for. Raises the errors of names, dialects and files."""
    from nerconform.asking.process import Limits
    from nerconform.libraries.registry import resolve
    from nerconform.results.search_result import Searches

    limits = Limits(args.timeout)
    left = resolve(args.left, args.dialect, limits, calling_options(args))
    right = resolve(args.right, args.dialect, limits) if args.right else ()
    if args.data:
        from nerconform.diagnosis.versus import inquiries_of
        from nerconform.products.search.data_search import read_data, search_files
        from nerconform.reference.schemes import scheme_of

        scheme = str(scheme_of(args.scheme or "IOB2"))
        gold, pred = args.data[0], args.data[1] if args.data[1:] else None
        data = read_data(gold, pred, reader_options(args))
        with progress.searching() as told:
            return Searches(search_files(inquiries_of(left, right), data, scheme, told))
    prepare_drawing()
    from nerconform.products.search.random_search import Budget, search

    examples = 1000 if args.examples is None and args.seconds is None else args.examples
    with progress.searching() as told:
        return search(
            left,
            right,
            budget=Budget(examples, args.seconds),
            seeded=args.seed,
            database=args.database,
            told=told,
        )
