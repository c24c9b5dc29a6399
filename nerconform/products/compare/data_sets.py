"""Data: the units that are compared, in one form for everybody, and where each of them stands."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from nerconform.asking.question import Form
from nerconform.asking.records import unit as unit_record
from nerconform.files.score_files import both_sides
from nerconform.formats.read import read, read_beside
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.products.compare.library_answers import DataSides
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import Unit, read_units
from nerconform.results.comparison import CitedUnit


class ComparedData(NamedTuple):
    """Both sides as implementations are handed them, and every unit as it was read; a file has places and tokens."""

    sides: DataSides
    units: Sequence[Unit]
    records: Sequence[Record] = ()

    def place(self, index: int) -> str:
        """Return where a unit stands."""
        return self.records[index].place() if self.records else f"unit {index}"

    def cited(self, index: int) -> CitedUnit:
        """Return a unit as it was read."""
        gold, pred = (unit_record(side.spans if side.tags is None else list(side.tags)) for side in self.units[index])
        return CitedUnit(self.place(index), self.records[index].tokens if self.records else (), gold, pred)


def data_of(gold: object, pred: object, decoder: Dialect) -> ComparedData:
    """Return the data of lists of units. Raises what units deserve (INP-1 to INP-4).

    Where one side has spans, the tags of the other are decoded by the dialect.
    """
    units = read_units(gold, pred)
    return ComparedData(_sides(units, decoder), units)


def data_of_files(
    gold: Path, pred: Path | None, against: Path | None, options: ReaderOptions, decoder: Dialect
) -> tuple[ComparedData, ComparedData | None]:
    """Return the data of a file with both sides, or of two; and the same gold with a second prediction, if any.

    Raises the errors of the formats and `OneAnnotation`.
    """
    records = list(both_sides(read(gold, pred, options)))
    first = _data(records, decoder)
    if against is None:
        return first, None
    return first, _data(list(both_sides(read_beside(records, str(gold), against, options))), decoder)


def _data(records: Sequence[Record], decoder: Dialect) -> ComparedData:
    units = read_units([record.gold or () for record in records], [record.pred or () for record in records])
    return ComparedData(_sides(units, decoder), units, records)


def _sides(units: Sequence[Unit], decoder: Dialect) -> DataSides:
    """Return all units as tags, or all as spans where there are any."""
    scheme = str(decoder.scheme)
    if all(side.tags is not None for unit in units for side in unit):
        tags = [[list(unit[side].tags or ()) for unit in units] for side in (0, 1)]
        return DataSides(tags[0], tags[1], Form.TAGS, scheme)
    pipeline = Pipeline.of(decoder)
    spans = [[list(pipeline.spans(unit[n], side)) for unit in units] for n, side in enumerate(Side)]
    return DataSides(spans[0], spans[1], Form.SPANS, scheme)
