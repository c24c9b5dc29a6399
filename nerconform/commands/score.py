"""`nerconform score`: exact scores of files, with the signature that pins them."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.commands.output import answer, note, write_part
from nerconform.commands.progress_bars import bytes_progress
from nerconform.commands.verb_options import dialect_from, gold_and_pred, note_columns, reader_options, resampling_from
from nerconform.commands.verb_parser import WrongUse, no_such, one_of
from nerconform.formats.provenance import RunPart, UnitKind, require_same
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.stored_files import are_parquet, files_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema, answered, shown
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.signature import AS, split_signature
from nerconform.results.score_result import FileScores, LayeredScores
from nerconform.stats.unit_draws import unsampled_choice
from nerconform.version import SPEC_VERSION, __version__

_ALL = "all"
SIDES = ("gold", "pred")
LOOKED_AT = 4_000_000
"""The most bytes of files in which illegal tags are looked for beside scoring; larger ones are only scored."""
_APART = "apart"


def run(args: argparse.Namespace) -> int:
    """Score, and print. Returns 0; everything is read and computed before anything is written."""
    for name in ("dialect", "set", "measure"):
        if args.signature is not None and getattr(args, name):
            hint = f"Remove --{name} or --signature."
            raise WrongUse(
                f"--signature sets what --{name} sets, so the two cannot be used together", place="score", hint=hint
            )
    if args.signature is not None and args.signature.startswith(AS):
        args.program = args.signature
    if args.program is None:
        answer(args, _scored)
        return 0
    answer(args, _scored_as)
    return 0


def _not_of_programs(args: argparse.Namespace) -> Iterator[tuple[str, object]]:
    """Yield the options that a program leaves no choice in, and whether each was given."""
    yield from (("--dialect", args.dialect), ("--set", args.set), ("--part", args.part), ("--layers", args.layers))
    yield from (("--unit document", args.unit == UnitKind.DOCUMENT), ("--jobs", args.jobs > 1))
    yield from (("--engine columnar", args.engine == "columnar"), ("--intervals all", args.intervals == _ALL))
    yield "--signature", args.signature is not None and not args.signature.startswith(AS)


def _scored_as(args: argparse.Namespace) -> FileScores:
    """Return the scores of a program. Raises `WrongUse`, `UnknownProgram`, and the errors of `score_as`."""
    from nerconform.libraries.program import NotForPrograms, program_of
    from nerconform.products.programs.score_as_program import score_as

    for option, given in _not_of_programs(args):
        if given:
            hint = f"Remove {option}. Or replace --as by --dialect conlleval, with which {option} works."
            raise WrongUse(
                f"--as {args.program} scores as that program does, which has no {option}",
                place="score",
                hint=hint,
            )
    program, scheme = program_of(args.program)
    if args.scheme is not None:
        if program.scheme is not None:
            hint = "Remove --scheme. Or replace --as by a dialect: --dialect conlleval --scheme BIOES."
            message = f"{program.name} reads tags of every scheme by the same rules, so --scheme has no effect"
            raise NotForPrograms(message, place="score", hint=hint)
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
    return replace(scores, shown_schemas=_schemas(args.schemas, scores), full_signature=args.full_signature)


def _scored(args: argparse.Namespace) -> FileScores | LayeredScores:
    """Return the scores that the arguments ask for. Raises the errors of the dialect, of the files, `NotReproduced`."""
    rules = _rules(args)
    if args.layers != _APART:
        return _of_rules(args, *rules)
    if args.part is not None:
        hint = "Remove --part, or score one layer: --layers 1 --part FILE."
        raise WrongUse(
            "--part stores the counts of one score, and --layers apart gives one score for each layer",
            place="score",
            hint=hint,
        )
    from nerconform.files.score_files import layer_count

    options = reader_options(args)
    gold, pred = gold_and_pred(args.files, options)
    found = []
    for number in range(1, layer_count(gold, pred, options) + 1):
        args.layers = str(number)
        found.append(_of_rules(args, *rules))
    return LayeredScores(tool=__version__, spec=SPEC_VERSION, layers=tuple(found))


def _of_rules(args: argparse.Namespace, dialect: Dialect, measures: tuple[Measure, ...]) -> FileScores:
    """Return the scores of files by these rules, of one layer or of all together."""
    claimed = RunPart.parse(args.signature.partition("#")[2]) if args.signature else RunPart("", None, (), "")
    unit = UnitKind(args.unit) if args.unit else claimed.unit or UnitKind.SENTENCE
    options, drawn = reader_options(args, claimed.reader), resampling_from(args)
    if are_parquet(args.files) and not _are_sides(args.files, options):
        if args.intervals == _ALL:
            hint = "Remove --intervals all: then micro F1 still has its interval."
            raise WrongUse(
                "for Parquet files there are intervals of micro averages only", place="--intervals all", hint=hint
            )
        from nerconform.files.parquet_files import score_parquet

        kept = drawn is not None and not unsampled_choice(dialect)
        with bytes_progress(files_of(args.files)) as progress:
            scored, part = score_parquet(
                args.files, dialect, options, unit, args.engine, args.jobs, progress, resampling=kept
            )
        require_same(claimed, scored.run, scored.sources)
        write_part(args.part, part)
        return _shown(args, scored.scores(measures, drawn, schemas=_wanted(args.schemas, dialect)))
    from nerconform.files.score_files import sample_files, score_files

    gold, pred = gold_and_pred(args.files, options)
    with bytes_progress(args.files) as progress:
        scored = score_files(
            gold, pred, dialect, unit, options, args.engine, args.jobs, progress, apart=args.resamples > 0
        )
    if scored.alone:
        note(f"--jobs has no effect, one process counts everything: {scored.alone}")
    require_same(claimed, scored.run, scored.sources)
    write_part(args.part, None if args.part is None else scored.part())
    note_columns(gold, pred, options)
    every = args.intervals == _ALL and drawn is not None and scored.kinds is not None
    sampled = sample_files(gold, pred, dialect, unit, options) if every else None
    wanted = _wanted(args.schemas, dialect)
    scores = replace(scored.scores(measures, drawn, sampled, wanted), illegal=_illegal(args.files, dialect, options))
    return _shown(args, scores)


def _are_sides(files: Sequence[Path], options: ReaderOptions) -> bool:
    """Whether Parquet files are read as files of other formats are: one with both sides, or one for each, by name."""
    unnamed = options.gold_column is None and options.pred_column is None and options.document is None
    return unnamed and len(files) <= len(SIDES) and all(file.is_file() for file in files)


def _shown(args: argparse.Namespace, scores: FileScores) -> FileScores:
    """Return scores that say which of them are shown. Raises `WrongUse`."""
    return replace(scores, shown_schemas=_schemas(args.schemas, scores), full_signature=args.full_signature)


def _illegal(files: Sequence[Path], dialect: Dialect, options: ReaderOptions) -> dict[str, int]:
    """Return how many tags of each side are illegal; nothing for files that hold spans, are large, or are no files."""
    if not all(file.is_file() for file in files) or sum(file.stat().st_size for file in files) > LOOKED_AT:
        return {}
    from nerconform.files.validate_files import validate_files

    written = {"affix": str(dialect.affix), "delimiter": dialect.option("delimiter")}
    try:
        found = validate_files(files, dialect.scheme, written, options)
    except NerconformError:  # the files were scored: they hold spans, or need columns that `validate` is not told
        return {}
    if len(found.sides) != len(SIDES) or any(side.texts is not None for side in found.sides):
        return {}  # one side alone, or entities without offsets, which have texts and no tags
    return {name: len(side.findings) for name, side in zip(SIDES, found.sides, strict=True)}


def _wanted(asked: list[str], dialect: Dialect) -> tuple[Schema, ...]:
    """Return the schemas to score: all that the dialect answers where more are asked for than are always shown."""
    return () if set(asked) <= {*shown(dialect)} else answered(dialect)


def _schemas(asked: list[str], scores: FileScores) -> tuple[str, ...]:
    """Return the schemas that are asked for. Raises `WrongUse` for one that the dialect does not answer."""
    answered = list(scores.schemas)
    for name in asked:
        if name not in {*answered, _ALL}:
            hint = f"The dialect {scores.short} answers {one_of([*answered, _ALL])}."
            raise WrongUse(no_such("schema", name, [*answered, _ALL]), place="score: --schemas", hint=hint)
    return tuple(answered if _ALL in asked else asked)


def _rules(args: argparse.Namespace) -> tuple[Dialect, tuple[Measure, ...]]:
    """Return the dialect and the measures that are asked for."""
    if args.signature is not None:
        _, _, measure = split_signature(args.signature)
        return resolve(args.signature, args.scheme), () if measure is None else (measure,)
    return dialect_from(args), tuple(Measure.parse(text) for text in args.measure)
