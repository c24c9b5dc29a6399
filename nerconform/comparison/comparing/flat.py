"""Flat: the outcomes of data that were read as one unit, taken apart again (DEC-10)."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.spans import Span
from nerconform.reference.units import Unit


def lengths_of(pipeline: Pipeline, units: Iterable[Unit]) -> list[int]:
    """Return how many places each unit takes where all are one: a quirk may put something behind each."""
    return [
        max(
            len(pipeline.parse(side.tags))
            if side.tags is not None
            else max((span.end for span in side.spans), default=0)
            for side in unit
        )
        for unit in units
    ]


def apart(whole: Outcomes, lengths: Sequence[int]) -> Iterator[Outcomes]:
    """Yield the outcomes of all units as one unit by unit: a row belongs to the unit in which its first span starts."""
    firsts = list(accumulate(lengths, initial=0))[:-1]
    rows = _split(whole.rows, firsts)
    of_type = {kind: _split(alignment, firsts) for kind, alignment in (whole.of_type or {}).items()}
    for index in range(len(firsts)):
        kinds = {kind: units[index] for kind, units in of_type.items()}
        yield Outcomes(rows[index], None if whole.of_type is None else kinds)


def _split(alignment: Alignment, firsts: Sequence[int]) -> list[Alignment]:
    """Return the rows of each unit, their spans in its own tokens."""
    units: list[dict[Schema, list[Pair]]] = [{schema: [] for schema in alignment} for _ in firsts]
    for schema, rows in alignment.items():
        for row in rows:
            unit = bisect_right(firsts, next(span.start for span in row if span is not None)) - 1
            gold, pred = (None if span is None else _moved(span, firsts[unit]) for span in row)
            units[unit][schema].append(Pair(gold, pred))
    return [{schema: tuple(rows) for schema, rows in unit.items()} for unit in units]


def _moved(span: Span, by: int) -> Span:
    return Span(span.type, span.start - by, span.end - by)
