"""`nerconform score --as PROGRAM`: files as a published program scores them, defects and all."""

import argparse
from collections.abc import Iterator

from msgspec.structs import replace

from nerconform.commands.progress_bars import bytes_progress
from nerconform.commands.score import ALL, schemas_asked
from nerconform.commands.verb_options import gold_and_pred, note_columns, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.formats.provenance import RunPart, UnitKind
from nerconform.libraries.program import NotForPrograms, program_of
from nerconform.products.programs.score_as_program import score_as
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.signature import AS, split_signature
from nerconform.results.score_result import FileScores


def scored_as(args: argparse.Namespace) -> FileScores:
    """Return the scores of a program. Raises `WrongUse`, `UnknownProgram`, and the errors of `score_as`."""
    for option, given in _not_of_programs(args):
        if given:
            hint = f"Remove {option}. Or score with a dialect: --dialect conlleval in place of --as."
            raise WrongUse(
                f"{option} cannot be used with --as {args.program}: this program has its own rules",
                place="score",
                hint=hint,
            )
    program, scheme = program_of(args.program)
    if args.scheme is not None:
        if program.scheme is not None:
            hint = "Remove --scheme. Or score with a dialect: --dialect conlleval --scheme BIOES."
            message = (
                f"{program.name} has no option for the scheme: it reads the tags of every scheme by the same rules"
            )
            raise NotForPrograms(message, place="--scheme", hint=hint)
        scheme = scheme_of(args.scheme)
    claimed = RunPart.parse((args.signature or "").partition("#")[2])
    options = reader_options(args, claimed.reader)
    asked = [Measure.parse(text) for text in args.measure]
    if args.signature is not None:
        *_, measure = split_signature(f"conlleval|{args.signature.partition('|')[2]}")
        asked += [] if measure is None else [measure]
    gold, pred = gold_and_pred(args.files, options)
    with bytes_progress(args.files) as progress:
        scores = score_as(gold, pred, program, scheme or Scheme.IOB2, options, asked, claimed, progress)
    if program.first.columns is None:
        note_columns(gold, pred, options)
    return replace(scores, shown_schemas=schemas_asked(args.schemas, scores), full_signature=args.full_signature)


def _not_of_programs(args: argparse.Namespace) -> Iterator[tuple[str, object]]:
    """Yield the options that a program leaves no choice in, and whether each was given."""
    yield from (("--dialect", args.dialect), ("--set", args.set), ("--part", args.part), ("--layers", args.layers))
    yield from (("--unit document", args.unit == UnitKind.DOCUMENT), ("--jobs", args.jobs > 1))
    yield from (("--engine columnar", args.engine == "columnar"), ("--intervals all", args.intervals == ALL))
    yield "--signature", args.signature is not None and not args.signature.startswith(AS)
