"""`nerconform sweep`: how far one number moves with the policy, and what moves it."""

import argparse

from nerconform.base.report_form import ReportForm
from nerconform.commands.output import answer, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import dialect_from, gold_and_pred, note_columns, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.families.policy_sweep import DEFAULT_MEASURE, sweep_files
from nerconform.reference.measures import Measure
from nerconform.reporting.sweep_plot import require_plot, write_plot
from nerconform.results.sweep_result import Sweep


def run(args: argparse.Namespace) -> int:
    """Sweep, plot if asked, and print. Returns 0; everything is computed before anything is written."""
    stored = any(path.suffix.lower() == ".json" for path in args.output)
    if args.all and form_of(args) is not ReportForm.JSON and not stored:
        raise WrongUse(
            "--all lists the score under every policy, which only JSON output holds",
            place="sweep",
            hint="Add --format json or --output sweep.json.",
        )
    answer(args, _swept)
    return 0


def _swept(args: argparse.Namespace) -> Sweep:
    """Return the sweep, and plot it if asked. Raises the errors of the dialect, of the files, of the logits."""
    if args.plot is not None:
        require_plot(args.plot)
    measure = Measure.parse(DEFAULT_MEASURE if args.measure is None else args.measure)
    options = reader_options(args)
    gold, pred = gold_and_pred(args.files, options)
    with shown() as progress:
        found = sweep_files(
            gold, pred, dialect_from(args), measure, options, args.logits, progress, args.jobs, every=args.all
        )
    note_columns(gold, pred, options)
    if args.plot is not None:
        write_plot(found, args.plot)
    return found
