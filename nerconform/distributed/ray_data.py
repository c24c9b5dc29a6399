"""Ray Data: a dataset of Ray, counted by its workers (`map_batches`); needs the extra `ray`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from nerconform.distributed.frame_parts import FrameCounter
from nerconform.distributed.tallies import PartTally
from nerconform.reference.dialect import Dialect

if TYPE_CHECKING:
    from ray.data import Dataset


def tally_ray(  # noqa: PLR0913 - what is counted, and how
    data: "Dataset",
    gold: str = "gold",
    pred: str = "pred",
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    labels: Sequence[str] | Mapping[int, str] | None = None,
    place: str | Sequence[str] = (),
    resampling: bool = False,
) -> PartTally:
    """Return the counts of a dataset of Ray Data, each row a sentence; the arguments are those of `tally_arrow`.

    An error names the row, counted from 0 in its block. It also names the values that the columns `place` have in this
    row: pass `place="path"` for `ray.data.read_parquet(..., include_paths=True)`.

    With `resampling` the result has the interval of one process (`Tally.interval`), however the data are partitioned.

    Raises the errors of `tally_arrow`. If a row is refused, there is no result.
    """
    counter = FrameCounter.of(gold, pred, dialect, scheme, labels, place, resampling=resampling)
    names = data.columns(fetch_if_missing=False)  # unknown behind a function of the user's, which is not run for this
    if names is not None:
        data = data.select_columns(counter.needed(names))

    def count(batch: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
        return pa.Table.from_batches([counter.count([batch], "a block")])

    rows = data.map_batches(count, batch_format="pyarrow", batch_size=None, zero_copy_batch=True)
    return counter.whole(rows.iter_batches(batch_format="pyarrow", batch_size=None))
