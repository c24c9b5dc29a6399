"""`nerconform compare`: one data set, several implementations and dialects: the numbers, and why they differ."""

import argparse
import re
from collections.abc import Iterator

from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import calling_options, gold_and_pred, note_columns, reader_options
from nerconform.products.compare.compare_files import DEFAULT_MEASURE, RESAMPLES, Terms, compare_files
from nerconform.reference.dialect import AXES
from nerconform.results.comparison import Comparison


def run(args: argparse.Namespace) -> int:
    """Compare, and print. Returns 0 or 1; everything is computed before anything is written."""
    return answer(args, _compared).status


def _compared(args: argparse.Namespace) -> Comparison:
    """Return the comparison that the arguments ask for. Raises the errors of names, dialects and files."""
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
    options = reader_options(args)
    gold, pred = gold_and_pred(args.files, options)
    with shown() as progress:
        found = compare_files(
            gold, pred, terms, against=args.against, options=options, progress=progress, jobs=args.jobs
        )
    note_columns(gold, pred, options, args.against)
    return found


def split_names(text: str) -> Iterator[str]:
    """Yield the names in a list; the choices behind a dialect's name belong to it, and a command is no list."""
    if text.startswith("exec:"):
        yield text
        return
    axes = "|".join(axis.name for axis in AXES)
    yield from (name.strip() for name in re.split(rf",(?!(?:{axes}):|R(?:0|1|nan|omit)\b|[^{{}}]*\}})", text))
