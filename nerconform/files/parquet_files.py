"""Parquet files: any number of them, and folders and patterns of them, are one corpus, counted as they are read.

Each row is a sentence; the columns of gold and prediction are named. A shard is a file, or some row groups of one. It
is counted as a whole, in one process of several, or not at all. Memory holds one batch of rows for each process.
"""

import glob
import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, as_completed
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.base.worker_pool import worker_pool
from nerconform.distributed.tallies import PartTally, merged, require_tally
from nerconform.engines.choice import Engine, engine_of
from nerconform.files.score_files import EvaluatedFiles, NoDocuments, OneAnnotation, SameFile
from nerconform.formats.file_errors import MissingFile, UnreadableFile
from nerconform.formats.labels import names_from
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind
from nerconform.formats.read import require_layered
from nerconform.formats.reader_options import Column, FileFormat, ReaderOptions
from nerconform.formats.source import Told
from nerconform.reference.dialect import Dialect
from nerconform.results.tally_part import TallyPart
from nerconform.version import __version__

if TYPE_CHECKING:  # pyarrow and NumPy are extras
    from nerconform.distributed.arrow_tally import BatchCounter

SUFFIXES = (".parquet", ".parq", ".pq")
MAX_SOURCES = 100
"""A part of the counts names at most so many files by their digests, so that it stays small."""
_BATCH = 65_536
"""Rows that are read at once."""
_PARTS_FOR_EACH = 4
"""Shards for each process at least, if the files have so many row groups: so that none waits long for the last."""
_ATTEMPTS = 3
"""How often a shard is begun whose process is killed."""
_HINT = "Install it: pip install 'nerconform[arrow]'."


class ArrowMissing(NerconformError):
    """A file is Parquet, and the package that reads it is not installed."""

    code = "not-installed"


class KilledWorkers(NerconformError):
    """The processes that count were killed again and again, as the system does where memory runs out."""

    code = "killed-workers"


def are_parquet(paths: Sequence[Path]) -> bool:
    """Whether every path is a Parquet file, a pattern of such files (`corpus/*.parquet`), or a folder that has some."""
    return all(
        path.suffix.lower() in SUFFIXES
        or (path.is_dir() and any(one.suffix.lower() in SUFFIXES for one in path.rglob("*")))
        for path in paths
    )


def files_of(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are named, those of folders and patterns in the order of their names.

    Raises `MissingFile`, and `SameFile` for a file that is named twice and would be counted twice.
    """
    found = [file for path in paths for file in _files(path)]
    seen: set[Path] = set()
    for file in found:
        if file.resolve() in seen:
            raise SameFile("this file is named twice", place=str(file), hint="Name each file once.")
        seen.add(file.resolve())
    return found


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(
            one
            for one in path.rglob("*")
            if one.suffix.lower() in SUFFIXES and not any(part[0] in "._" for part in one.relative_to(path).parts)
        )
    if path.is_file():
        return [path]
    found = sorted(map(Path, glob.glob(str(path), recursive=True)))  # noqa: PTH207 - the whole path is the pattern
    if not found:
        raise MissingFile("there is no such file", place=str(path), hint="Check the path, or the pattern.")
    return found


class Shard(NamedTuple):
    """Some row groups of a file; `number` is the first row of the first of them."""

    file: Path
    groups: tuple[int, ...]
    first_row: int


class ShardPlan(NamedTuple):
    """How shards are counted: what a process is told once."""

    dialect: str
    columns: tuple[str, str]
    names: dict[int, str] | None
    engine: Engine

    def counter(self) -> "BatchCounter":
        """Return what counts batches."""
        from nerconform.distributed.arrow_tally import BatchCounter  # noqa: PLC0415 - pyarrow and NumPy are extras

        return BatchCounter(resolve(self.dialect), self.columns, self.names, self.engine)


def score_parquet(  # noqa: PLR0913, PLR0917 - what is read, how, under which rules, and by whom
    paths: Sequence[Path],
    dialect: Dialect,
    options: ReaderOptions,
    unit: UnitKind = UnitKind.SENTENCE,
    engine: str = Engine.AUTO,
    jobs: int = 1,
    told: Told | None = None,
) -> tuple[EvaluatedFiles, TallyPart]:
    """Return the evaluation of all rows of Parquet files, and its counts as a part that can be merged with others.

    Raises `OneAnnotation` where a column is not named, `NoDocuments`, `MissingFile`, `SameFile`, `UnreadableFile` with
    file and row group, `CannotAdd` for a dialect that needs all data at once, and the errors of `tally_arrow` with
    file, row group and row.
    """
    files = files_of(paths)
    require_layered(FileFormat.ARROW, options, str(files[0]))
    if unit is UnitKind.DOCUMENT:
        hint = "Leave --unit out: each row is a sentence, and the counts of sentences add up to those of documents."
        raise NoDocuments("rows of Parquet mark no documents", place=str(files[0]), hint=hint)
    require_tally(dialect)
    if not (find_spec("pyarrow") and find_spec("numpy")):
        raise ArrowMissing("Parquet needs pyarrow and NumPy, which are not installed", hint=_HINT)
    columns = _named(options.gold_column, "gold", files), _named(options.pred_column, "pred", files)
    plan = ShardPlan(str(dialect), columns, names_from(options.id2label), engine_of(engine))
    shards = [shard for file in files for shard in _shards(file, jobs, len(files))]
    tally = merged([PartTally.empty(dialect), *_counted(plan, shards, jobs, told)])
    sources = tuple(map(SourceFile.of, files))
    run = RunPart(__version__, unit, digest_of(sources), options.text() or "default")
    found = EvaluatedFiles(tally.evaluation(), tally.units, run, one_source(sources))
    return found, tally.record(few_digests(sources))


def _named(column: Column | None, side: str, files: Sequence[Path]) -> str:
    """Return the name of the column of one side. Raises `OneAnnotation`."""
    if isinstance(column, str):
        return column
    hint = "Name both columns: --gold-column gold --pred-column pred."
    raise OneAnnotation(f"the {side} column of a Parquet file has to be named", place=str(files[0]), hint=hint)


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
    return (SourceFile(f"{sources[0].file} and {len(sources) - 1} more", *digest_of(sources)),)


def _shards(file: Path, jobs: int, files: int) -> Iterator[Shard]:
    """Yield the shards of a file: the whole file, or single row groups where there are fewer files than work."""
    with _reading(file):
        parquet = _open(file)
        rows = [parquet.metadata.row_group(group).num_rows for group in range(parquet.num_row_groups)]
    starts = [sum(rows[:group]) for group in range(len(rows))]
    if jobs == 1 or files >= jobs * _PARTS_FOR_EACH:
        yield Shard(file, tuple(range(len(rows))), 0)
        return
    for group, start in enumerate(starts):
        yield Shard(file, (group,), start)


@contextmanager
def _reading(file: Path, where: str = "") -> Iterator[None]:
    """Give what pyarrow says of a file, or of a row group, its place. Raises `UnreadableFile`."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    try:
        yield
    except NerconformError as error:
        raise error.at(f"{file}{where}") from None
    except (pa.ArrowException, OSError) as error:
        hint = "Write the file again, or leave it out. Nothing of it was counted."
        words = " ".join(str(error).split())
        raise UnreadableFile(f"pyarrow cannot read it: {words:.200}", place=f"{file}{where}", hint=hint) from None


def _open(file: Path, columns: Sequence[str] = ()) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return an open file whose lists of strings in these columns come with dictionaries."""
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    found = parquet.ParquetFile(file)
    leaves = [found.schema.column(number) for number in range(len(found.schema))]
    paths = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY" and leaf.path.split(".")[0] in columns]
    alone = [path for path in paths if sum(path.split(".")[0] == leaf.path.split(".")[0] for leaf in leaves) == 1]
    return parquet.ParquetFile(file, read_dictionary=alone) if alone else found


def count_shard(plan: ShardPlan, shard: Shard) -> PartTally:
    """Return the counts of a shard. Raises what `score_parquet` raises; nothing of such a shard is counted."""
    counter, first = plan.counter(), shard.first_row
    with _reading(shard.file):
        files = [_open(shard.file, plan.columns), _open(shard.file)]
    parts = [PartTally.empty(counter.dialect)]
    for group in shard.groups:
        with _reading(shard.file, f", row group {group}"):
            part = _group(counter, files, group, first)
        parts.append(part)
        first += part.units
    return merged(parts)


def _group(counter: "BatchCounter", files: Sequence[Any], group: int, first: int) -> PartTally:
    """Return the counts of a row group, read with dictionaries; without, where pyarrow cannot put them together."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    *before, last = files
    for file in before:
        try:
            return _rows(counter, file, group, first)
        except pa.ArrowNotImplementedError:
            continue
    return _rows(counter, last, group, first)


def _rows(counter: "BatchCounter", file: Any, group: int, first: int) -> PartTally:  # noqa: ANN401 - as `_open`
    """Return the counts of a row group, whose first row has this number."""
    found = PartTally.empty(counter.dialect)
    names = set(file.schema_arrow.names)
    columns = [column for column in counter.columns if column in names]
    for batch in file.iter_batches(_BATCH, [group], columns, use_threads=False):
        found += counter.tally(batch, first + found.units)
    return found


def count_in_process(plan: ShardPlan, shard: Shard) -> TallyPart | NerconformError:
    """Return the counts of a shard, or why there are none, in a form that goes from one process to another."""
    try:
        return count_shard(plan, shard).record()
    except NerconformError as error:
        return error


def _counted(plan: ShardPlan, shards: Sequence[Shard], jobs: int, told: Told | None) -> Iterator[PartTally]:
    """Yield the counts of all shards."""
    size = {file: file.stat().st_size for file in {shard.file for shard in shards}}
    left = {file: sum(shard.file == file for shard in shards) for file in size}

    def done(shard: Shard) -> None:
        if told is not None:
            told(size[shard.file] // left[shard.file])

    if jobs == 1:
        for shard in shards:
            yield count_shard(plan, shard)
            done(shard)
        return
    for shard, found in _in_processes(plan, shards, jobs):
        if isinstance(found, NerconformError):
            raise found
        yield PartTally.of_record(found)
        done(shard)


def _in_processes(
    plan: ShardPlan, shards: Sequence[Shard], jobs: int
) -> Iterator[tuple[Shard, TallyPart | NerconformError]]:
    """Yield each shard once with its counts. What a killed process had begun is begun again. Raises `KilledWorkers`."""
    waiting = list(shards)
    for _ in range(_ATTEMPTS):
        with worker_pool(min(jobs, len(waiting))) as pool:
            futures: dict[Future[TallyPart | NerconformError], Shard] = {
                pool.submit(partial(count_in_process, plan), shard): shard for shard in waiting
            }
            try:
                for future in as_completed(futures):
                    found = future.result()
                    waiting.remove(futures[future])
                    yield futures[future], found
            except BrokenExecutor:
                pass  # the loop begins a new pool for the shards that are waiting
            finally:
                pool.shutdown(cancel_futures=True)
        if not waiting:
            return
    hint = "Use fewer --jobs, so that the batches of all processes fit into memory."
    raise KilledWorkers(f"a process was killed {_ATTEMPTS} times", place=str(waiting[0].file), hint=hint)
