"""Parquet shards: some row groups of a file, counted as a whole in one process, or not at all.

A process that counts shards loads this module and what counts batches, nothing else.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.distributed.arrow_tally import BatchCounter
from nerconform.distributed.tallies import PartTally, TallySum
from nerconform.engines.choice import Engine
from nerconform.formats.file_errors import UnreadableFile
from nerconform.formats.stored_files import StoredFile

_BATCH = 65_536
"""About so many rows are read at once; half as many more at most."""


class Shard(NamedTuple):
    """Some row groups of a file; `first_row` is the number of the first row of the first of them."""

    file: StoredFile
    groups: tuple[int, ...]
    first_row: int
    rows: int

    def __str__(self) -> str:
        """Return file and row groups, for errors."""
        first, last = self.groups[:1], self.groups[1:][-1:]
        to = f"s {first[0]} to {last[0]}" if last else f" {first[0]}" if first else "s of no rows"
        return f"{self.file}, row group{to}"


class ShardPlan(NamedTuple):
    """How shards are counted: what a process is told once."""

    dialect: str
    columns: tuple[str, str]
    names: dict[int, str] | None
    engine: Engine
    resampling: bool = False
    document: str | None = None

    def counter(self) -> BatchCounter:
        """Return what counts batches."""
        rules, resampling, document = resolve(self.dialect), self.resampling, self.document
        return BatchCounter(rules, self.columns, self.names, self.engine, resampling=resampling, document=document)


_SHARDS_FOR_EACH = 2
"""The rows that are left are cut into this many shards for each process, before the next shard is taken."""
_FILES_FOR_EACH = 4
"""With this many files for each process, whole files are shared out."""


def shared_out(files: Sequence[StoredFile], jobs: int) -> list[Shard]:
    """Return the shards of files, in their order, for some processes to take in turn.

    With few files shards are row groups on end. The first ones are large and the last ones small: so little is sent
    back and forth, and all processes end together. Raises `UnreadableFile`, `UnknownStore`.
    """
    whole = jobs == 1 or len(files) >= jobs * _FILES_FOR_EACH
    shards = [shard for file in files for shard in _shards_of(file, whole=whole)]
    if whole:
        return shards
    found: list[Shard] = []
    left, most = sum(shard.rows for shard in shards), 0
    for shard in shards:
        last = found[-1] if found else None
        if last is not None and last.file == shard.file and last.rows + shard.rows <= most:
            found[-1] = last._replace(groups=(*last.groups, *shard.groups), rows=last.rows + shard.rows)
        else:
            most = left // (_SHARDS_FOR_EACH * jobs)
            found.append(shard)
        left -= shard.rows
    return found


def _shards_of(file: StoredFile, *, whole: bool) -> Iterator[Shard]:
    """Yield the shards of a file: the whole file, or each row group. Raises `UnreadableFile`, `UnknownStore`."""
    with _reading(file):
        found = parquet.ParquetFile(file.source()).metadata
        rows = [found.row_group(group).num_rows for group in range(found.num_row_groups)]
    starts = [0, *accumulate(rows)]
    if whole or not rows:
        yield Shard(file, tuple(range(len(rows))), 0, starts[-1])
        return
    for group in range(len(rows)):
        yield Shard(file, (group,), starts[group], rows[group])


@contextmanager
def _reading(file: StoredFile, where: str = "") -> Iterator[None]:
    """Give what pyarrow says of a file, or of a row group, its place. Raises `UnreadableFile`."""
    try:
        yield
    except NerconformError as error:
        raise error.at(f"{file}{where}") from None
    except (pa.ArrowException, OSError) as error:
        hint = "Write or copy the file again: it is damaged, or was cut off. Or leave it out."
        words = " ".join(str(error).split())
        raise UnreadableFile(f"pyarrow cannot read the file: {words:.200}", place=f"{file}{where}", hint=hint) from None


def _open(file: StoredFile, columns: Sequence[str] = ()) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return an open file whose lists of strings in these columns come with dictionaries."""
    found = parquet.ParquetFile(file.source())
    leaves = [found.schema.column(number) for number in range(len(found.schema))]
    paths = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY" and leaf.path.split(".")[0] in columns]
    alone = [path for path in paths if sum(path.split(".")[0] == leaf.path.split(".")[0] for leaf in leaves) == 1]
    return parquet.ParquetFile(file.source(), read_dictionary=alone) if alone else found


def count_shard(plan: ShardPlan, shard: Shard) -> PartTally:
    """Return the counts of a shard; nothing of a shard that is refused is counted.

    Raises `UnreadableFile` with file and row group, and the errors of `tally_arrow` with file, row group and row.
    """
    counter, first = plan.counter(), shard.first_row
    with _reading(shard.file):
        files = [_open(shard.file, plan.columns), _open(shard.file)]
    whole = TallySum(counter.dialect)
    for group in shard.groups:
        with _reading(shard.file, f", row group {group}"):
            for rows, part in _group(counter, files, group, first):
                whole.add(part)
                first += rows
    with _reading(shard.file):
        whole.add(counter.rest())
    return whole.tally()


def _group(counter: BatchCounter, files: Sequence[Any], group: int, first: int) -> Iterator[tuple[int, PartTally]]:
    """Yield the number of rows and the counts of each batch of a row group, whose first row has this number.

    It is read with dictionaries; without, where pyarrow cannot put them together.
    """
    quick, slow = files
    names = set(quick.schema_arrow.names)
    wanted = (*counter.columns, *([] if counter.document is None else [counter.document]))
    columns = [column for column in wanted if column in names]
    rows = quick.metadata.row_group(group).num_rows
    size = max(1, -(-rows // max(1, round(rows / _BATCH))))
    for file in (quick, slow):
        seen = 0
        try:
            for batch in file.iter_batches(size, [group], columns, use_threads=False):
                yield batch.num_rows, counter.tally(batch, first + seen)
                seen += batch.num_rows
        except pa.ArrowNotImplementedError:
            if seen or file is slow:
                raise
        else:
            return
