"""Spark: a data frame of Apache Spark, counted by its executors (`mapInArrow`); needs the extra `spark`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nerconform.distributed.frame_parts import SCHEMA, FrameCounter, add_batches
from nerconform.distributed.tallies import PartTally
from nerconform.reference.dialect import Dialect

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_DDL = "tally string, refused binary, refusals long"
_ADDERS = 8
"""Tasks that add up the counts of all partitions, so that the driver gets a few rows, however many partitions."""


def tally_spark(  # noqa: PLR0913 - what is counted, and how
    frame: "DataFrame",
    gold: str = "gold",
    pred: str = "pred",
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    labels: Sequence[str] | Mapping[int, str] | None = None,
    place: str | Sequence[str] = (),
    resampling: bool = False,
) -> PartTally:
    """Return the counts of a Spark data frame, each row a sentence; the arguments are those of `tally_arrow`.

    An error names the partition and the row in it, counted from 0. It also names the values that the columns `place`
    have in this row, such as `_metadata.file_path` and `_metadata.row_index`, if you select them.

    With `resampling` the result has the interval of one process (`Tally.interval`), however the data are partitioned.

    Raises the errors of `tally_arrow`. If a row is refused, there is no result.
    """
    counter = FrameCounter.of(gold, pred, dialect, scheme, labels, place, resampling=resampling)
    names = counter.needed(frame.columns)

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext  # noqa: PLC0415 - an extra

        context = TaskContext.get()
        yield counter.count(batches, f"partition {context.partitionId() if context else '?'}")

    rows = frame.select(*(f"`{name}`" for name in names)).mapInArrow(count, _DDL)
    sums = rows.repartition(_ADDERS, "tally").mapInArrow(add_batches, _DDL)
    return counter.whole(sums.toArrow().cast(SCHEMA).to_batches())
