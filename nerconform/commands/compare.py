"""`nerconform compare`: one data set, several implementations and dialects: the numbers, and why they differ."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.check import RESULT_FORMS
from nerconform.commands.file_options import add_files, add_reader_options, gold_and_pred, note_columns, reader_options
from nerconform.commands.limits import add_seed, whole
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.rule_options import add_measure, add_scheme
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema

if TYPE_CHECKING:
    from nerconform.results.comparison import Comparison


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "compare",
        run,
        help="why do two metrics differ on one data set?",
        takes="FILE | GOLD PRED",
        description="Show what several metrics give on one data set, and why two of them differ: one change of rules "
        "after the other, each with its exact effect and the sentences that cause it. The effects add up to the whole "
        "difference. Installed libraries run; the reference stands in for the others.",
        examples=(
            "compare predictions.conll",
            "compare gold.conll pred.conll --with seqeval,nervaluate",
            "compare predictions.conll --bridge seqeval:default 'nervaluate|type.micro.f1'",
            "compare gold.conll baseline.conll --against model.conll --with conlleval",
        ),
        right="every number is explained: the reference gives the same",
        wrong="a library gives a number that nothing explains",
    )
    add_files(parser)
    what = parser.add_argument_group("what is compared")
    words = (
        "libraries, functions, commands or dialects (default: the libraries that can read the data, and named dialects)"
    )
    what.add_argument("--with", dest="whom", action="append", default=[], metavar="A,B,...", help=words)
    words = "explain the difference of these two, each NAME or 'NAME|MEASURE' (repeatable; default: the two libraries "
    words += "that differ most)"
    what.add_argument("--bridge", nargs=2, action="append", default=[], metavar=("A", "B"), help=words)
    add_scheme(what)
    add_measure(what)
    words = "show N sentences for each step (default: 2)"
    what.add_argument("--units", type=whole(0), default=2, metavar="N", help=words)
    what.add_argument("--spread", action="store_true", help="in JSON, add the number under every policy")
    sure = parser.add_argument_group("how sure the numbers are")
    sure.add_argument("--against", type=Path, metavar="PRED", help="a second prediction for the same gold")
    words = "resamples for intervals and tests (default: 10000; 0: none)"
    sure.add_argument("--resamples", type=whole(0), metavar="N", help=words)
    add_seed(sure)
    add_calling_options(parser, id2label=False)
    add_reader_options(parser)
    add_output(parser, "comparison.json")
    add_format(parser, RESULT_FORMS, stored_schema("comparison.Comparison"))


def run(args: argparse.Namespace) -> int:
    """Compare, and print. Returns 0 or 1; everything is computed before anything is written."""
    prepare(args.output, form_of(args))
    found = compare(args)
    save(found, args.output)
    print_result(found, args)
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
        shown_units=args.units,
    )
    gold, pred = gold_and_pred(args.files)
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
