"""Data: the units that are compared, in one form for everybody, and where each of them stands."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from nerconform.asking.question import Form
from nerconform.files.score_files import both_sides
from nerconform.formats.read import read, read_beside
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.products.compare.asked import Sides
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import Annotation, Unit, read_units
from nerconform.results.comparison import Cited


class Data(NamedTuple):
    """Both sides as implementations are handed them, and every unit as it was read."""

    sides: Sides
    cited: tuple[Cited, ...]


def data_of(gold: object, pred: object, decoder: Dialect) -> Data:
    """Return the data of lists of units. Raises what units deserve (INP-1 to INP-4).

    Where one side has spans, the tags of the other are decoded by the dialect.
    """
    units = read_units(gold, pred)
    cited = tuple(Cited(f"unit {index}", (), *map(_shown, unit)) for index, unit in enumerate(units))
    return Data(_sides(units, decoder), cited)


def data_of_files(
    gold: Path, pred: Path | None, against: Path | None, options: ReaderOptions, decoder: Dialect
) -> tuple[Data, Data | None]:
    """Return the data of a file with both sides, or of two; and the same gold with a second prediction, if any.

    Raises the errors of the formats and `OneAnnotation`.
    """
    records = list(both_sides(read(gold, pred, options)))
    first = _data(records, decoder)
    if against is None:
        return first, None
    return first, _data(list(both_sides(read_beside(records, str(gold), against, options))), decoder)


def _data(records: Sequence[Record], decoder: Dialect) -> Data:
    units = read_units([record.gold or () for record in records], [record.pred or () for record in records])
    cited = tuple(_cited(record, unit) for record, unit in zip(records, units, strict=True))
    return Data(_sides(units, decoder), cited)


def _cited(record: Record, unit: Unit) -> Cited:
    return Cited(record.place(), record.tokens, *map(_shown, unit))


def _shown(annotation: Annotation) -> tuple[object, ...]:
    """Return one side as it was given: tags, or spans."""
    return annotation.spans if annotation.tags is None else tuple(annotation.tags)


def _sides(units: Sequence[Unit], decoder: Dialect) -> Sides:
    """Return all units as tags, or all as spans where there are any."""
    scheme = str(decoder.scheme)
    if all(side.tags is not None for unit in units for side in unit):
        tags = [[list(unit[side].tags or ()) for unit in units] for side in (0, 1)]
        return Sides(tags[0], tags[1], Form.TAGS, scheme)
    pipeline = Pipeline.of(decoder)
    spans = [[list(pipeline.spans(unit[n], side)) for unit in units] for n, side in enumerate(Side)]
    return Sides(spans[0], spans[1], Form.SPANS, scheme)
