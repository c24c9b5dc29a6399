"""`nerconform analyze`: which errors a prediction makes, and in which sentences."""

import argparse
import re

from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import dialect_from, gold_and_pred, note_columns, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.products.analyze.analyze_files import analyze_files
from nerconform.products.analyze.entity_groups import OTHER_TYPE, UNSEEN
from nerconform.reporting.pictures import write_heat_map
from nerconform.reporting.sweep_plot import require_plot
from nerconform.results.analysis_result import Analysis, ErrorChoice, ErrorKind


def run(args: argparse.Namespace) -> int:
    """Analyze, and print. Returns 0; everything is read and computed before anything is written."""
    answer(args, _analyzed)
    return 0


def _analyzed(args: argparse.Namespace) -> Analysis:
    """Return the analysis with the errors that are asked for, and plot it if asked.

    Raises the errors of the dialect and of the files.
    """
    if args.plot is not None:
        require_plot(args.plot)
    choice = _choice(args)
    options = reader_options(args)
    gold, pred = gold_and_pred(args.files, options)
    rules = dialect_from(args)
    with shown() as progress:
        found = analyze_files(gold, pred, rules, args.schema, options, args.train, args.jobs, progress)
    note_columns(gold, pred, options)
    if args.plot is not None:
        write_heat_map(found, args.plot)
    return found.chosen_by(choice) if str(choice) else found


def _choice(args: argparse.Namespace) -> ErrorChoice:
    """Return which errors are listed. Raises `WrongUse`."""
    if args.unseen and args.train is None:
        hint = "Name the file of the training data: --train FILE."
        raise WrongUse(
            "--unseen lists entities that are not in the training data, and --train is missing",
            place="analyze",
            hint=hint,
        )
    lengths = None
    if args.length is not None:
        found = re.fullmatch(r"(\d{1,6})(?:(\+)|-(\d{1,6}))?", args.length)
        if found is None:
            raise WrongUse(
                f"{args.length!r} is not a number of tokens, or a range",
                place="--length",
                hint="Write --length 3, --length 2-4 or --length 5+ (five or more).",
            )
        least = int(found[1])
        lengths = (least, None if found[2] else int(found[3] or least))
    kinds = tuple(ErrorKind(name) for name in getattr(args, "class"))
    seen = (OTHER_TYPE, UNSEEN) if args.unseen else ()
    return ErrorChoice(kinds, tuple(args.gold_type), tuple(args.pred_type), lengths, seen)
