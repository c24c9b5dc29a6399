"""Dask frames: a data frame of Dask, counted by its workers, one partition at a time; needs the extra `dask`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from nerconform.distributed.frame_parts import FrameCounter, added
from nerconform.distributed.tallies import PartTally
from nerconform.reference.dialect import Dialect

if TYPE_CHECKING:
    from dask.dataframe import DataFrame

_AT_ONCE = 32
"""Partitions whose counts one task adds up."""


def tally_dask(  # noqa: PLR0913 - what is counted, and how
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
    """Return the counts of a Dask data frame, each row a sentence; the arguments are those of `tally_arrow`.

    Read with `dtype_backend="pyarrow"`, so that lists of strings stay in Arrow. An error names the partition and the
    row in it, both counted from 0. It also names the values that the columns `place` have in this row.

    With `resampling` the result has the interval of one process (`Tally.interval`), however the data are partitioned.

    Raises the errors of `tally_arrow`. If a row is refused, there is no result.
    """
    import dask  # noqa: PLC0415 - an extra

    counter = FrameCounter.of(gold, pred, dialect, scheme, labels, place, resampling=resampling)

    def count(part: Any, number: int) -> Any:  # noqa: ANN401 - pandas has no types
        return counter.count([pa.Table.from_pandas(part, preserve_index=False)], f"partition {number}")

    parts = frame[counter.needed(frame.columns)].to_delayed()
    rows = [dask.delayed(count)(part, number) for number, part in enumerate(parts)]
    while len(rows) > _AT_ONCE:
        rows = [dask.delayed(added)(rows[start : start + _AT_ONCE]) for start in range(0, len(rows), _AT_ONCE)]
    return counter.whole(dask.compute(*rows))
