"""Parquet files: any number of them, and folders and patterns of them, are one corpus, counted as they are read.

Each row is a sentence; the columns of gold and prediction are named. A shard is a file, or some row groups of one. It
is counted as a whole, in one process of several, or not at all. Memory holds one batch of rows for each process. A URL
names files of an object store (`stored_files`).
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import counted
from nerconform.distributed.tallies import PartTally, merged, require_tally
from nerconform.engines.choice import Engine, engine_of
from nerconform.files.evaluated_files import EvaluatedFiles, NoDocuments, OneAnnotation
from nerconform.formats.labels import names_from
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind
from nerconform.formats.reader_options import Column, FileFormat, ReaderOptions, require_columns
from nerconform.formats.source import BytesProgress
from nerconform.formats.stored_files import StoredFile, files_of
from nerconform.reference.dialect import Dialect
from nerconform.results.tally_part import TallyPart
from nerconform.version import __version__

if TYPE_CHECKING:  # pyarrow and NumPy are extras
    from concurrent.futures import ProcessPoolExecutor

    from nerconform.distributed.parquet_shards import Shard, ShardPlan

MAX_SOURCES = 100
"""A part of the counts names at most so many files by their digests, so that it stays small."""
_STEPS = 8
"""With a progress bar, files are cut as for this many processes, so that the bar moves."""
_MUCH = 1 << 22
"""With fewer bytes than these, no process is started before it is known whether there is work for it."""
_HINT = "Run: pip install 'nerconform[arrow]'."


class ArrowMissing(NerconformError):
    """A file is Parquet, and the package that reads it is not installed."""

    code = "not-installed"


def score_parquet(  # noqa: PLR0913, PLR0917 - what is read, how, under which rules, and by whom
    paths: Sequence[Path],
    dialect: Dialect,
    options: ReaderOptions,
    unit: UnitKind = UnitKind.SENTENCE,
    engine: str = Engine.AUTO,
    jobs: int = 1,
    progress: BytesProgress | None = None,
    *,
    resampling: bool = False,
) -> tuple[EvaluatedFiles, TallyPart]:
    """Return the evaluation of all rows of Parquet files, and its counts as a part that can be merged with others.

    With `resampling` both hold what sentences or documents add. Documents are rows on end with one name in the column
    that `options.document` names; no file ends within one.

    Raises `OneAnnotation` where a column is not named, `NoDocuments`, `SplitDocument`, `TooManyVectors`, what
    `files_of` raises, `KilledWorkers`, `UnreadableFile` with file and row group, `CannotAdd` for a dialect that needs
    all data at once, and the errors of `tally_arrow` with file, row group and row.
    """
    files = files_of(paths)
    require_columns(FileFormat.ARROW, options, str(files[0]))
    if unit is UnitKind.DOCUMENT and options.document is None:
        hint = "Name the column that has the document of each row: --document COLUMN. Or remove --unit document."
        raise NoDocuments(
            "--unit document needs to know which rows belong to one document", place=str(files[0]), hint=hint
        )
    require_tally(dialect)
    require_arrow()
    columns = _named(options.gold_column, "gold", files), _named(options.pred_column, "pred", files)
    document = options.document if unit is UnitKind.DOCUMENT else None
    names = names_from(options.id2label)
    if any(file.name.startswith("memory:") for file in files):
        jobs = 1  # no other process sees this memory
    with _processes(files, jobs, alone=document is not None and len(files) == 1) as pool:
        from nerconform.distributed.parquet_shards import ShardPlan, shared_out  # noqa: PLC0415 - pyarrow is an extra

        plan = ShardPlan(str(dialect), columns, names, engine_of(engine), resampling, document)
        parts = jobs if progress is None else max(jobs, _STEPS)
        shards = shared_out(files, 1 if document is not None else parts)
        sources = tuple(SourceFile(file.name, file.digest()) for file in files)  # while the others load
        tally = merged(_counted(plan, shards, jobs, progress, pool))
    run = RunPart(__version__, unit, digest_of(sources), options.text() or "default")
    kinds = tally.unit_tally.vectors
    found = EvaluatedFiles(tally.evaluation(), tally.units, run, one_source(sources), kinds=kinds)
    return found, tally.record(few_digests(sources))


def require_arrow() -> None:
    """Raise `ArrowMissing` where the packages that read Parquet are not installed."""
    if not (find_spec("pyarrow") and find_spec("numpy")):
        raise ArrowMissing(
            "Parquet files are read with pyarrow and NumPy, and one of them is not installed", hint=_HINT
        )


def _named(column: Column | None, side: str, files: Sequence[StoredFile]) -> str:
    """Return the name of the column of one side. Raises `OneAnnotation`."""
    if isinstance(column, str):
        return column
    hint = "Name both columns: --gold-column gold --pred-column pred."
    raise OneAnnotation(f"no option says which column of the Parquet file holds {side}", place=str(files[0]), hint=hint)


def digest_of(sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """Return the digest of one file; of several, one digest of all their digests, whatever the names and the order."""
    digests = sorted(source.sha256 for source in sources)
    if len(digests) <= 1:
        return tuple(digests)
    return (hashlib.sha256("\n".join(digests).encode()).hexdigest(),)


def few_digests(sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """Return the digest of each file for a part of the counts; of more than `MAX_SOURCES` files one digest of all."""
    return tuple(sorted(source.sha256 for source in sources)) if len(sources) <= MAX_SOURCES else digest_of(sources)


def one_source(sources: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Return one file; several as one source, with the digest of all."""
    if len(sources) <= 1:
        return tuple(sources)
    others = counted(len(sources) - 1, "more file")
    return (SourceFile(f"{sources[0].file} and {others}", *digest_of(sources)),)


def _processes(
    files: Sequence[StoredFile], jobs: int, *, alone: bool
) -> "AbstractContextManager[ProcessPoolExecutor | None]":
    """Start the other processes where much is to be counted: they load what they need while this one does, too.

    `alone` says that one shard holds everything.
    """
    if jobs == 1 or alone or any(file.is_remote for file in files) or sum(file.size() for file in files) < _MUCH:
        return nullcontext()
    from nerconform.base.worker_pool import MAX_PROCESSES, loading_pool  # noqa: PLC0415 # slow to load, seldom wanted

    return loading_pool(min(jobs - 1, MAX_PROCESSES), "nerconform.distributed.parquet_shards")


def _counted(
    plan: "ShardPlan",
    shards: "Sequence[Shard]",
    jobs: int,
    progress: BytesProgress | None,
    pool: "ProcessPoolExecutor | None",
) -> Iterator[PartTally]:
    """Yield the counts of all shards."""
    from nerconform.distributed.parquet_shards import count_shard  # noqa: PLC0415 - pyarrow is an extra

    size = {file: file.size() for file in {shard.file for shard in shards}} if progress else {}
    rows = Counter[StoredFile]()
    for shard in shards:
        rows[shard.file] += shard.rows
    from nerconform.base.worker_pool import results_of  # noqa: PLC0415 # slow to load, seldom wanted

    for shard, found in zip(shards, results_of(partial(count_shard, plan), shards, jobs, pool), strict=True):
        yield found
        if progress is not None:
            progress(size[shard.file] * shard.rows // max(1, rows[shard.file]))
