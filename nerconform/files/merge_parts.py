"""Merge parts: the counts of parts of the data, read from files and added up."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from nerconform.base.bounds import MAX_RESULT_BYTES, read_bounded
from nerconform.base.errors import NerconformError
from nerconform.distributed.tallies import PartTally, TallySum
from nerconform.files.evaluated_files import EvaluatedFiles
from nerconform.files.parquet_files import digest_of, few_digests, one_source
from nerconform.formats.file_errors import MissingFile, UnreadableFile
from nerconform.formats.provenance import RunPart, SourceFile
from nerconform.reference.refusals import CannotAdd
from nerconform.results.tally_part import TallyPart
from nerconform.results.values import decode
from nerconform.version import __version__


class RepeatedPart(NerconformError):
    """Two parts counted the same bytes, which would count twice."""

    code = "repeated-part"


def merge_parts(paths: Sequence[Path]) -> tuple[EvaluatedFiles, TallyPart]:
    """Return the evaluation of all parts together, and their counts as one part.

    Raises `MissingFile`, `UnreadableFile`, `NotPlain`, `BadResult` for a file that holds no counts, `CannotAdd` for
    parts of different dialects or with and without counts for resampling, `SplitDocument`, `TooManyVectors`, and
    `RepeatedPart` where a file was counted in two parts; each names the file.
    """
    parts = [(path, _part(path)) for path in paths]
    _require_once(parts)
    tallies = [PartTally.of_record(part, str(path)) for path, part in parts]
    whole = TallySum(tallies[0].dialect)
    for path, tally in zip(paths, tallies, strict=True):
        try:
            whole.add(tally)
        except NerconformError as error:
            raise error.at(f"{paths[0]} and {path}" if isinstance(error, CannotAdd) else str(path)) from None
    found = whole.tally()
    known = [SourceFile(str(path), digest) for path, part in parts for digest in part.sources]
    files = tuple(SourceFile.of(path) for path in paths)
    run = RunPart(__version__, found.unit_tally.kind, digest_of(known or files), "parts")
    kinds = found.unit_tally.vectors
    scored = EvaluatedFiles(found.evaluation(), found.units, run, one_source(files), kinds=kinds)
    return scored, found.record(few_digests(known))


def _part(path: Path) -> TallyPart:
    try:
        text = read_bounded(path, MAX_RESULT_BYTES)
    except FileNotFoundError:
        raise MissingFile(
            "there is no such file",
            place=str(path),
            hint="Check the name. `nerconform score ... --part FILE` writes parts.",
        ) from None
    except OSError as error:
        raise UnreadableFile(
            f"the file cannot be read: {error.strerror}",
            place=str(path),
            hint=f"`ls -l {path}` shows what it is and who may read it. Change its permissions, or name another file.",
        ) from None
    found: TallyPart = decode(text, TallyPart, str(path), "`nerconform score --part`")
    return found


def _require_once(parts: Sequence[tuple[Path, TallyPart]]) -> None:
    """Raise `RepeatedPart` for a part that is named twice, and for a file that two parts counted."""
    named = Counter(path.resolve() for path, _ in parts)
    counted: dict[str, Path] = {}
    for path, part in parts:
        if named[path.resolve()] > 1:
            raise RepeatedPart(
                "this file is named twice, so its counts would be added twice",
                place=str(path),
                hint="Name each file once.",
            )
        for digest in part.sources:
            if digest in counted:
                message = f"{counted[digest]} counted the same data file as this part (SHA-256 {digest[:12]}...)"
                raise RepeatedPart(message, place=str(path), hint="Name only one of the two parts.")
            counted[digest] = path
