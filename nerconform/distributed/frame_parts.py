"""Frame parts: the parts of a data frame that a cluster holds, each counted where it is, as rows that add up.

A worker turns its part into one row of Arrow: the counts, or why the part is refused. Rows add up to one row, in any
order and on any machine. Nothing is written anywhere else, so a part that is begun again is counted once.
"""

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from nerconform.api import resolve
from nerconform.base.errors import NerconformError, shortened
from nerconform.distributed.arrow_tally import BatchCounter
from nerconform.distributed.tallies import PartTally, merged, require_tally
from nerconform.formats.arrow_columns import table_of
from nerconform.formats.file_errors import MissingColumn
from nerconform.formats.labels import names_of
from nerconform.reference.dialect import Dialect

SCHEMA = pa.schema([("tally", pa.string()), ("refused", pa.binary()), ("refusals", pa.int64())])
"""A row: the counts as JSON or null, an error or null, and how many parts were refused."""
_ROW = re.compile(r"\brow (\d+)")


@dataclass(frozen=True, slots=True)
class FrameCounter:
    """What a worker needs to know in order to count a part of a frame."""

    dialect: str
    columns: tuple[str, str]
    names: dict[int, str] | None
    place: tuple[str, ...]
    resampling: bool = False

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - what is counted, and how
        cls,
        gold: str,
        pred: str,
        dialect: str | Dialect,
        scheme: str | None,
        labels: Sequence[str] | Mapping[int, str] | None,
        place: Sequence[str],
        *,
        resampling: bool = False,
    ) -> "FrameCounter":
        """Check the arguments of `tally_arrow`. Raises `CannotAdd`, before any worker begins."""
        found = resolve(dialect, scheme)
        require_tally(found)
        names = None if labels is None else names_of(labels if isinstance(labels, Mapping) else list(labels), "labels")
        places = (place,) if isinstance(place, str) else tuple(place)
        return cls(str(found), (gold, pred), names, places, resampling)

    def needed(self, names: Iterable[str]) -> list[str]:
        """Return the columns to be read, of those that a frame has. Raises `MissingColumn`."""
        there = list(names)
        for name in (*self.columns, *self.place):
            if name not in there:
                hint = f"Pass gold= and pred= (and place=) with names that it has: {', '.join(there)}."
                raise MissingColumn(f"the data frame has no column {name!r}", hint=hint)
        return list(dict.fromkeys((*self.columns, *self.place)))

    def count(self, batches: Iterable[object], part: str) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch
        """Return the row of a part: its counts, or the error with the name of the part, the row and its place."""
        counter = BatchCounter(resolve(self.dialect), self.columns, self.names, resampling=self.resampling)
        found, rows = PartTally.empty(counter.dialect), 0
        for batch in map(table_of, batches):
            try:
                found += counter.tally(batch, rows)
            except NerconformError as error:
                return _row(None, error.at(f"{part}{self._values(batch, error, rows)}"), 1)
            rows += batch.num_rows
        return _row(found, None, 0)

    def _values(self, table: Any, error: NerconformError, first_row: int) -> str:  # noqa: ANN401 - as above
        """Return what stands in the columns of places where a row of a batch is refused."""
        row = _ROW.search(error.place)
        if row is None or not self.place:
            return ""
        values = [f"{name}={table.column(name)[int(row[1]) - first_row].as_py()!r}" for name in self.place]
        return f" ({shortened(', '.join(values))})"

    def whole(self, rows: Iterable[object]) -> PartTally:
        """Return the sum of batches of rows. Raises the first error; its hint says how many other parts are refused."""
        whole = added([_row(PartTally.empty(resolve(self.dialect)), None, 0), *rows])
        found = whole.to_pylist()[0]
        if found["refused"] is None:
            return PartTally.from_json(found["tally"])
        error: NerconformError = pickle.loads(found["refused"])  # noqa: S301 - our own worker wrote it
        others = found["refusals"] - 1
        if others:
            error.hint = f"{error.hint} {others} other {'part is' if others == 1 else 'parts are'} refused, too."
        raise error


def added(batches: Iterable[object]) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch
    """Return one row, the sum of all rows: the counts, or the first error in the order of places."""
    rows = [row for batch in batches for row in table_of(batch).to_pylist()]
    errors = [pickle.loads(row["refused"]) for row in rows if row["refused"] is not None]  # noqa: S301 - as above
    if errors:
        return _row(None, min(errors, key=_order), sum(row["refusals"] for row in rows))
    return _row(merged(PartTally.from_json(row["tally"]) for row in rows), None, 0) if rows else _none()


def add_batches(batches: Iterable[object]) -> Iterator[Any]:
    """Yield the sum of batches of rows, as a step between the workers that count and the process that asked."""
    yield added(batches)


def _row(tally: PartTally | None, error: NerconformError | None, refusals: int) -> Any:  # noqa: ANN401 - as above
    values = (tally and tally.to_json(), error and pickle.dumps(error), refusals)
    return pa.RecordBatch.from_pylist([dict(zip(SCHEMA.names, values, strict=True))], schema=SCHEMA)


def _none() -> Any:  # noqa: ANN401 - as above
    return pa.RecordBatch.from_pylist([], schema=SCHEMA)


def _order(error: NerconformError) -> list[tuple[int, str]]:
    """Return the key by which `partition 9` comes before `partition 10`."""
    return [(int(one), "") if one.isdigit() else (0, one) for one in re.split(r"(\d+)", f"{error.place} {error}")]
