"""`nerconform score`: exact scores of files, with the signature that pins them."""

import argparse
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nerconform.commands.limits import jobs
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write, write_json
from nerconform.commands.progress_bars import reading
from nerconform.commands.reader_options import add_reader_options, note_columns, reader_options
from nerconform.commands.rule_options import add_rules, dialect_from

if TYPE_CHECKING:
    from nerconform.files.score_files import Scored
    from nerconform.reference.dialect import Dialect
    from nerconform.reference.measures import Measure

_DESCRIPTION = """\
Score predictions against gold: one file that holds both, or two files. Counts and scores for each type, three averages,
and all four schemas where the dialect aligns. Under the table stands the signature, which pins every choice that can
change a number; behind its # stand the SHA-256 of the input, the way of reading and the release."""

_EPILOG = """\
examples:
  nerconform score predictions.conll
  nerconform score gold.conll pred.conll --dialect conlleval --scheme BIOES
  nerconform score predictions.conll --set policy=discard --measure strict.micro.f1
  nerconform score predictions.conll --signature 'conlleval|strict.micro.f1|spec:1.0'

exit status:
  0  the scores were printed
  2  the question could not be asked; nothing was printed
"""


class ScoreForm(StrEnum):
    """How scores are written."""

    PRETTY = "pretty"
    JSON = "json"
    CSV = "csv"
    LATEX = "latex"
    MARKDOWN = "markdown"


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "score",
        help="score files, with a signature",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE | GOLD PRED")
    rules = add_rules(parser)
    rules.add_argument(
        "--signature", metavar="SIG", help="the rules, measure and input of a signature, run part included"
    )
    rules.add_argument("--unit", choices=["sentence", "document"], help="what is pooled (default: sentence)")
    rules.add_argument(
        "--measure",
        action="append",
        default=[],
        metavar="M",
        help="this number alone, as in strict.micro.f1 (repeatable)",
    )
    parser.add_argument(
        "--engine",
        choices=["auto", "reference", "columnar"],
        default="auto",
        help="who counts; the numbers are the same (default: auto, columnar for large files if NumPy is installed)",
    )
    parser.add_argument(
        "--jobs", type=jobs, default=1, metavar="N", help="processes that share a large file (default: 1)"
    )
    add_reader_options(parser, sides=True)
    add_format(parser, cast("list[Form]", list(ScoreForm)), _schema)
    parser.set_defaults(run=partial(run, parser))


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("score")


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Score, and print. Returns 0; everything is read and computed before anything is written."""
    if len(args.files) > 2:  # noqa: PLR2004 - gold and prediction
        parser.error("name one file that holds both sides, or two files: GOLD PRED")
    for name in ("dialect", "set", "measure"):
        if args.signature is not None and getattr(args, name):
            parser.error(f"--signature says it all: leave --{name} out")
    _print(score(args), ScoreForm(args.format or form_of(args)))
    return 0


def score(args: argparse.Namespace) -> "Scored":
    """Return the scores that the arguments ask for. Raises the errors of the dialect, of the files, `NotReproduced`."""
    from dataclasses import replace

    from nerconform.files.score_files import score_files
    from nerconform.formats.provenance import RunPart, UnitKind, require_same

    dialect, measures = _rules(args)
    claimed = RunPart.parse(args.signature.partition("#")[2]) if args.signature else RunPart("", None, (), "")
    unit = UnitKind(args.unit) if args.unit else claimed.unit or UnitKind.SENTENCE
    gold, pred = args.files[0], args.files[1] if args.files[1:] else None
    options = reader_options(args, claimed.reader)
    with reading(args.files) as told:
        scored = score_files(gold, pred, dialect, unit, options, args.engine, args.jobs, told)
    if scored.alone:
        print(f"nerconform: note: one process does it all: {scored.alone}", file=sys.stderr)  # noqa: T201
    require_same(claimed, scored.run, scored.sources)
    note_columns(gold, pred, options)
    scored = replace(scored, measures=measures)
    scored.values()
    return scored


def _rules(args: argparse.Namespace) -> "tuple[Dialect, tuple[Measure, ...]]":
    """Return the dialect and the measures that are asked for."""
    from nerconform.api import resolve
    from nerconform.reference.measures import Measure
    from nerconform.reference.signature import split_signature

    if args.signature is not None:
        _, _, measure = split_signature(args.signature)
        return resolve(args.signature, args.scheme), () if measure is None else (measure,)
    return dialect_from(args), tuple(Measure.parse(text) for text in args.measure)


def _print(scored: "Scored", form: ScoreForm) -> None:
    """Print scores in one of the five forms."""
    if form is ScoreForm.JSON:
        write_json(scored.to_dict())
        return
    if form is ScoreForm.PRETTY:
        from nerconform.reporting.evaluation_pretty import print_scored

        show(partial(print_scored, scored))
        return
    from nerconform.reporting import evaluation_text

    match form:
        case ScoreForm.CSV:
            write(evaluation_text.csv_text(scored))
        case ScoreForm.LATEX:
            write(evaluation_text.latex_text(scored))
        case ScoreForm.MARKDOWN:
            write(evaluation_text.markdown_text(scored))
