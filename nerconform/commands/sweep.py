"""`nerconform sweep`: how far one number moves with the policy, and what moves it."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write_json
from nerconform.commands.progress_bars import shown
from nerconform.commands.reader_options import add_reader_options, note_columns, reader_options
from nerconform.commands.rule_options import add_rules, dialect_from

if TYPE_CHECKING:
    from nerconform.results.sweep_result import Sweep

_DESCRIPTION = """\
Give one number under every policy of the family of the scheme: 5,760 ways to read illegal tags in BIOES, BILOU and
BMES, 18 in IOB2. All other choices of the dialect stay. Shows the spread, the policies that have a name, which illegal
transitions there are and how much they touch, and how far each decision point moves the number."""

_EPILOG = """\
examples:
  nerconform sweep predictions.conll
  nerconform sweep gold.conll pred.conll --scheme BIOES --plot spread.svg
  nerconform sweep predictions.conll --dialect conlleval --measure strict.macro.f1
  nerconform sweep predictions.conll --scheme BIOES --logits logits.npz

exit status:
  0  the numbers were printed
  2  the question could not be asked; nothing was printed
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "sweep",
        help="how far a score moves with the policy",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE | GOLD PRED")
    add_rules(parser)
    what = parser.add_argument_group("what is shown")
    what.add_argument("--measure", metavar="M", help="the number (default: strict.micro.f1)")
    what.add_argument("--all", action="store_true", help="in JSON, every policy with its number")
    what.add_argument("--plot", type=Path, metavar="FILE", help="write a histogram, as .svg or .png (extra: plots)")
    what.add_argument(
        "--logits", type=Path, metavar="FILE", help="an .npz file; shows the best legal tags beside (extra: engines)"
    )
    add_reader_options(parser, sides=True)
    add_format(parser, [Form.PRETTY, Form.JSON], _schema)
    parser.set_defaults(run=partial(run, parser))


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("sweep")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Sweep, plot if asked, and print. Returns 0; everything is computed before anything is written."""
    from nerconform.reporting.sweep_pretty import print_sweep

    if len(args.files) > 2:  # noqa: PLR2004 - gold and prediction
        parser.error("name one file that holds both sides, or two files: GOLD PRED")
    form = form_of(args)
    if args.all and form is not Form.JSON:
        parser.error("--all is for JSON: add --format json")
    if args.plot is not None:
        from nerconform.reporting.sweep_plot import require_plot

        require_plot(args.plot)
    swept = sweep(args)
    if args.plot is not None:
        from nerconform.reporting.sweep_plot import write_plot

        write_plot(swept, args.plot)
    if form is Form.JSON:
        write_json(swept.to_dict(every=args.all))
    else:
        show(partial(print_sweep, swept))
    return 0


def sweep(args: argparse.Namespace) -> "Sweep":
    """Return the sweep that the arguments ask for. Raises the errors of the dialect, of the files, of the logits."""
    from nerconform.families.policy_sweep import DEFAULT_MEASURE, sweep_files
    from nerconform.reference.measures import Measure

    measure = Measure.parse(DEFAULT_MEASURE if args.measure is None else args.measure)
    gold, pred = args.files[0], args.files[1] if args.files[1:] else None
    options = reader_options(args)
    with shown() as progress:
        found = sweep_files(gold, pred, dialect_from(args), measure, options, args.logits, progress)
    note_columns(gold, pred, options)
    return found
