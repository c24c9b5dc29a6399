"""`nerconform score`: exact scores of files, with the signature that pins them."""

import argparse
import sys
from typing import TYPE_CHECKING

from nerconform.base.report_form import ReportForm
from nerconform.commands.file_options import add_files, add_reader_options, gold_and_pred, note_columns, reader_options
from nerconform.commands.limits import add_jobs
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import reading
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.rule_options import add_rules, dialect_from
from nerconform.commands.verb_parser import Verbs, WrongUse, add_verb, stored_schema

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect
    from nerconform.reference.measures import Measure
    from nerconform.results.score_result import FileScores

_FORMS = (ReportForm.TEXT, ReportForm.JSON, ReportForm.CSV, ReportForm.LATEX, ReportForm.MARKDOWN)


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "score",
        run,
        help="score predictions, with the signature to cite",
        takes="FILE | GOLD PRED",
        description="Score predictions against gold. Shows counts and scores for each type, three averages, and all "
        "four schemas if the dialect aligns. The signature under the table pins every rule that can change a number; "
        "after its # stand the SHA-256 of the input, how it was read, and the release.",
        examples=(
            "score predictions.conll",
            "score gold.conll pred.conll --dialect conlleval --scheme BIOES",
            "score predictions.conll --set policy=discard --measure strict.micro.f1",
            "score predictions.conll --signature 'conlleval|strict.micro.f1|spec:1.0'",
        ),
        right="the scores were printed",
    )
    add_files(parser)
    rules = add_rules(parser)
    words = "score by a signature: its rules, its measure, and its way of reading"
    rules.add_argument("--signature", metavar="SIG", help=words)
    words = "what is pooled: sentence or document (default: sentence)"
    rules.add_argument("--unit", choices=["sentence", "document"], help=words)
    words = "show only this score: strict.micro.f1 (repeatable)"
    rules.add_argument("--measure", action="append", default=[], metavar="M", help=words)
    words = "who counts; the numbers are the same (default: auto, columnar for large files if NumPy is installed)"
    parser.add_argument("--engine", choices=["auto", "reference", "columnar"], default="auto", help=words)
    add_jobs(parser)
    add_reader_options(parser)
    add_output(parser, "score.json and score.md")
    add_format(parser, _FORMS, stored_schema("score_result.FileScores"))


def run(args: argparse.Namespace) -> int:
    """Score, and print. Returns 0; everything is read and computed before anything is written."""
    for name in ("dialect", "set", "measure"):
        if args.signature is not None and getattr(args, name):
            hint = f"Remove --signature, or leave --{name} out."
            raise WrongUse("--signature holds the rules and the measure", place="score", hint=hint)
    prepare(args.output, form_of(args))
    found = score(args)
    save(found, args.output)
    print_result(found, args)
    return 0


def score(args: argparse.Namespace) -> "FileScores":
    """Return the scores that the arguments ask for. Raises the errors of the dialect, of the files, `NotReproduced`."""
    from nerconform.files.score_files import score_files
    from nerconform.formats.provenance import RunPart, UnitKind, require_same

    dialect, measures = _rules(args)
    claimed = RunPart.parse(args.signature.partition("#")[2]) if args.signature else RunPart("", None, (), "")
    unit = UnitKind(args.unit) if args.unit else claimed.unit or UnitKind.SENTENCE
    gold, pred = gold_and_pred(args.files)
    options = reader_options(args, claimed.reader)
    with reading(args.files) as told:
        scored = score_files(gold, pred, dialect, unit, options, args.engine, args.jobs, told)
    if scored.alone:
        print(f"nerconform: note: one process does it all: {scored.alone}", file=sys.stderr)  # noqa: T201
    require_same(claimed, scored.run, scored.sources)
    note_columns(gold, pred, options)
    return scored.scores(measures)


def _rules(args: argparse.Namespace) -> "tuple[Dialect, tuple[Measure, ...]]":
    """Return the dialect and the measures that are asked for."""
    from nerconform.api import resolve
    from nerconform.reference.measures import Measure
    from nerconform.reference.signature import split_signature

    if args.signature is not None:
        _, _, measure = split_signature(args.signature)
        return resolve(args.signature, args.scheme), () if measure is None else (measure,)
    return dialect_from(args), tuple(Measure.parse(text) for text in args.measure)
