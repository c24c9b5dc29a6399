"""Samples: what each unit adds to a measure, as a vector of integers; units with equal vectors are counted (CMP-6)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nerconform.comparison.comparing.readings import Reading
from nerconform.comparison.comparing.standings import looked_at
from nerconform.comparison.inquiry import Path
from nerconform.engines.vectors import IN_GOLD, IN_PRED, MIS, SPU, WIDTH, Vector
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.options import LabelRule, Pool
from nerconform.reference.outcomes import Outcome, Outcomes, Schema

_PLACES = {outcome: number for number, outcome in enumerate(Outcome)}


class Sample(NamedTuple):
    """The units of one reading, or of several, by what they add: a table for each reading, a row for each kind of unit.

    `times` says how many units are of each kind.
    """

    tables: tuple[tuple[Vector, ...], ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, readings: Sequence[Sequence[Vector]]) -> "Sample":
        """Return the sample of what the units of readings add."""
        found = sorted(Counter(zip(*readings, strict=True)).items(), key=lambda one: (-one[1], one[0]))
        rows = [row for row, _ in found]
        return cls(tuple(zip(*rows, strict=True)), tuple(number for _, number in found))


def unsampled(path: Path) -> str:
    """Return why the number of a path is no function of what units add, or nothing."""
    dialect = path.dialect.canonical()
    if dialect.pool is Pool.MEAN:
        return "pool:mean averages over units, so it is no function of their summed counts"
    if dialect.pool is Pool.FLAT:
        return "pool:flat lets spans cross units, so that units cannot be drawn"
    if dialect.labels.rule is LabelRule.GOLD:
        return "labels:gold looks across units: which types take part would change with the units that are drawn"
    regrouping = next((quirk.id for quirk in path.quirks if quirk.reads is not None), None)
    counting = next((quirk.id for quirk in path.quirks if quirk.step in {"filter", "count", "score"}), None)
    if regrouping or counting:
        return f"the quirk {regrouping or counting} looks across units"
    return ""


def kinds_of(measure: Measure, dialect: Dialect, *readings: Reading) -> tuple[str, ...]:
    """Return the types of which something has to be known: all that a mean can see, or all together as one."""
    if measure.scope not in {"macro", "weighted"}:
        return ("",)
    found = {kind for reading in readings for kind in reading.evaluation.tally.by_type}
    return tuple(sorted(found | set(dialect.labels_avg.given)))


def vectors_of(reading: Reading, measure: Measure, kinds: Sequence[str]) -> list[Vector]:
    """Return what each unit adds: WIDTH numbers for each type, or for all types together."""
    width = WIDTH * len(kinds)
    places = {kind: WIDTH * number for number, kind in enumerate(kinds)}
    memo: dict[int, Vector] = {}
    found = []
    for unit in reading.outcomes:
        if id(unit) not in memo:
            memo[id(unit)] = _vector(unit, measure, places, width)
        found.append(memo[id(unit)])
    return found


def _vector(unit: Outcomes, measure: Measure, places: Mapping[str, int], width: int) -> Vector:
    """Return what a unit adds; to a ratio a wrong pair is a miss and a spurious one, and counted so."""
    found = [0] * width
    alone = measure.scope not in {"macro", "weighted"}
    for kind, row in looked_at(unit, measure):
        place = places["" if alone else kind]
        outcome = row.outcome(measure.schema)
        if outcome is Outcome.INC and measure.quantity not in COUNTS:
            found[place + MIS] += 1
            found[place + SPU] += 1
        else:
            found[place + _PLACES[outcome]] += 1
    for row in () if alone else unit.rows[Schema.STRICT]:
        for span, place in zip(row, (IN_GOLD, IN_PRED), strict=True):
            if span is not None:
                found[places[span.type] + place] = 1
    return tuple(found)


def tally_of(sums: Vector, measure: Measure, kinds: Sequence[str]) -> Tally:
    """Return the tally that a sum of vectors speaks of, as far as the measure looks at it."""
    schema = Schema(measure.schema)
    rows = {kind: sums[WIDTH * number : WIDTH * (number + 1)] for number, kind in enumerate(kinds)}
    counts = {kind: Counts(*row[:IN_GOLD]) for kind, row in rows.items()}
    if measure.scope not in {"macro", "weighted"}:
        (whole,) = counts.values()
        by_type = {} if measure.type is None else {measure.type: {schema: whole}}
        return Tally({schema: whole}, by_type, frozenset(by_type), frozenset(by_type))
    in_gold, in_pred = (frozenset(kind for kind, row in rows.items() if row[place]) for place in (IN_GOLD, IN_PRED))
    by_type = {kind: {schema: counts[kind]} for kind in sorted(in_gold | in_pred)}
    return Tally({schema: Counts()}, by_type, in_gold, in_pred)
