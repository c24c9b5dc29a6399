"""Record shards: the sentences of files, looked at in one pass; those of Parquet files in several processes.

What is found in a shard is returned, and whoever asks adds it up, in the order of the shards. So memory holds what was
found, and not the sentences.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from nerconform.base.worker_pool import results_of
from nerconform.files.parquet_files import digest_of, one_source, require_arrow
from nerconform.files.score_files import both_sides
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind
from nerconform.formats.read import Input, paths_of, read, read_row_groups
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.formats.stored_files import are_parquet, files_of
from nerconform.version import __version__

if TYPE_CHECKING:
    from nerconform.distributed.parquet_shards import Shard

Found = TypeVar("Found")
Progress = Callable[[str, int, int], None] | None
"""Is called with what is being done, how much of it is done, and how much there is."""
Work = Callable[[Iterator[Record], int], Found]
"""The sentences of a shard and the number of the first one in, what was found out; a function of a module."""


class RecordFiles(NamedTuple):
    """Files of gold and prediction, and in how many processes they are looked at.

    Only Parquet files of which both columns are named are looked at in parts; the others in one process.
    """

    gold: Input
    pred: Path | None
    options: ReaderOptions
    jobs: int = 1
    progress: Progress = None

    @property
    def in_parts(self) -> bool:
        """Whether the files can be looked at in parts."""
        named = isinstance(self.options.gold_column, str) and isinstance(self.options.pred_column, str)
        return named and self.pred is None and are_parquet(paths_of(self.gold))

    def run(self) -> tuple[RunPart, tuple[SourceFile, ...]]:
        """Return how Parquet files were read, and which, as `score` says it."""
        sources = tuple(SourceFile(file.name, file.digest()) for file in files_of(paths_of(self.gold)))
        text = self.options.text() or "default"
        return RunPart(__version__, UnitKind.SENTENCE, digest_of(sources), text), one_source(sources)

    def each(self, work: Work[Found], *, apart: bool = True) -> Iterator[Found]:
        """Yield what `work` returns for each shard, in order; for all sentences at once if they are not to be parted.

        Raises the errors of the formats and of `work`, `OneAnnotation`, `KilledWorkers`.
        """
        if not self.in_parts or not apart:
            yield work(both_sides(read(self.gold, self.pred, self.options)), 0)
            return
        require_arrow()
        from nerconform.distributed.parquet_shards import shared_out  # noqa: PLC0415 - pyarrow is an extra

        files = files_of(paths_of(self.gold))
        remembered = any(file.name.startswith("memory:") for file in files)  # no other process sees this memory
        jobs = 1 if remembered else self.jobs
        shards = shared_out(files, jobs)
        firsts, rows = [], 0
        for shard in shards:
            firsts.append(rows)
            rows += shard.rows
        size = {file: file.size() for file in files}
        left, done, total = Counter(shard.file for shard in shards), 0, sum(size.values())
        tasks = list(zip(shards, firsts, strict=True))
        for shard, found in zip(shards, results_of(partial(_found, work, self.options), tasks, jobs), strict=True):
            done += size[shard.file] // left[shard.file]
            if self.progress is not None:
                self.progress("reading", done, total)
            yield found


def rank_of(unit: int) -> int:
    """Return the place of a sentence, by its number in the corpus, in the order by which samples are taken.

    A hash gives the order. So a sample is the same however the sentences were parted.
    """
    return int.from_bytes(blake2b(str(unit).encode(), digest_size=8).digest(), "big")


def _found(work: Work[Found], options: ReaderOptions, task: "tuple[Shard, int]") -> Found:
    """Return what is found in a shard, in a process of its own."""
    shard, first = task
    return work(both_sides(read_row_groups(shard.file, shard.groups, shard.first_row, options)), first)
