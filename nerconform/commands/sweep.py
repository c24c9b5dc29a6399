"""`nerconform sweep`: how far one number moves with the policy, and what moves it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.report_form import ReportForm
from nerconform.commands.file_options import add_files, add_reader_options, gold_and_pred, note_columns, reader_options
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.rule_options import add_measure, add_rules, dialect_from
from nerconform.commands.verb_parser import Verbs, WrongUse, add_verb, stored_schema

if TYPE_CHECKING:
    from nerconform.results.sweep_result import Sweep


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "sweep",
        run,
        help="how far does the score move with the policy?",
        takes="FILE | GOLD PRED",
        description="Give one score under every policy for illegal tags: 5,760 policies in BIOES, BILOU and BMES, 18 "
        "in IOB2. All other choices of the dialect stay. Shows the spread, the policies that have a name, the illegal "
        "transitions and how many entities they touch, and how far each decision moves the score.",
        examples=(
            "sweep predictions.conll",
            "sweep gold.conll pred.conll --scheme BIOES --plot spread.svg",
            "sweep predictions.conll --dialect conlleval --measure strict.macro.f1",
            "sweep predictions.conll --scheme BIOES --logits logits.npz",
        ),
        right="the scores were printed",
    )
    add_files(parser)
    add_rules(parser)
    what = parser.add_argument_group("what is shown")
    add_measure(what)
    what.add_argument("--all", action="store_true", help="in JSON, list every policy with its score")
    words = "write a histogram as .svg or .png (needs nerconform[plots])"
    what.add_argument("--plot", type=Path, metavar="FILE", help=words)
    words = "the model's logits (.npz): adds the score of the best legal tags (needs nerconform[engines])"
    what.add_argument("--logits", type=Path, metavar="FILE", help=words)
    add_reader_options(parser)
    add_output(parser, "sweep.json and sweep.md")
    add_format(parser, [ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN], stored_schema("sweep_result.Sweep"))


def run(args: argparse.Namespace) -> int:
    """Sweep, plot if asked, and print. Returns 0; everything is computed before anything is written."""
    from nerconform.reporting.sweep_plot import require_plot, write_plot

    form = form_of(args)
    stored = any(path.suffix.lower() == ".json" for path in args.output)
    if args.all and form is not ReportForm.JSON and not stored:
        raise WrongUse("--all is for JSON", place="sweep", hint="Add --format json.")
    prepare(args.output, form)
    if args.plot is not None:
        require_plot(args.plot)
    found = sweep(args)
    if args.plot is not None:
        write_plot(found, args.plot)
    save(found, args.output)
    print_result(found, args)
    return 0


def sweep(args: argparse.Namespace) -> "Sweep":
    """Return the sweep that the arguments ask for. Raises the errors of the dialect, of the files, of the logits."""
    from nerconform.families.policy_sweep import DEFAULT_MEASURE, sweep_files
    from nerconform.reference.measures import Measure

    measure = Measure.parse(DEFAULT_MEASURE if args.measure is None else args.measure)
    gold, pred = gold_and_pred(args.files)
    options = reader_options(args)
    with shown() as progress:
        found = sweep_files(gold, pred, dialect_from(args), measure, options, args.logits, progress, every=args.all)
    note_columns(gold, pred, options)
    return found
