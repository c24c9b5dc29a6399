"""Standings: the value of a measure, and the counts that it looks at, in a reading of the data."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from nerconform.comparison.comparing.bridge import Meeting, Standing, UnitChange
from nerconform.comparison.comparing.numbers import counts_change
from nerconform.comparison.comparing.readings import Reading, Refused
from nerconform.reference.counting import Counts, charged
from nerconform.reference.errors import NotAnswered
from nerconform.reference.measures import COUNTS, OUTCOME_COUNTS, Measure
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema


def standing_of(reading: Reading, measure: Measure) -> Standing | Refused:
    """Return value and counts of a measure; a ratio as a ratio, whatever scale the dialect prints it on."""
    evaluation = reading.evaluation
    try:
        value = evaluation.value(measure)
    except (NotAnswered, KeyError) as error:  # a quirk can take all results away
        return Refused(f"{type(error).__name__}: {error}")
    if isinstance(value, Fraction):
        value /= evaluation.dialect.round.scale
    return Standing(value, counts_of(reading, measure))


def counts_of(reading: Reading, measure: Measure) -> Mapping[str, int]:
    """Return the counts of the measure's type, or of all types together."""
    tally = reading.evaluation.tally
    if measure.type is not None:
        counts = tally.counts(measure.schema, measure.type)
    else:
        counts = tally.total.get(measure.schema, Counts())
    return _named(counts, aligned=_is_aligned(reading))


def _named(counts: Counts, *, aligned: bool) -> Mapping[str, int]:
    return {name: getattr(counts, name) for name in COUNTS if aligned or name not in OUTCOME_COUNTS}


def _is_aligned(reading: Reading) -> bool:
    return reading.evaluation.dialect.align is not Align.NONE


def changes(before: Reading, after: Reading, measures: tuple[Measure, Measure]) -> tuple[UnitChange, ...]:
    """Return the units in which two readings part, as far as a measure of each looks at them, in order.

    Where one of them has no alignment, the pairs of the other that are not right are taken apart.
    """
    aligned = _is_aligned(before) and _is_aligned(after)
    found: list[UnitChange] = []
    for index, (one, other) in enumerate(zip(before.outcomes, after.outcomes, strict=False)):
        if measures[0] == measures[1] and _is_alike(one, other, measures[0]):
            continue
        left, right = _rows(one, measures[0], aligned=aligned), _rows(other, measures[1], aligned=aligned)
        if left != right:
            counts = counts_change(_counted(left, aligned=aligned), _counted(right, aligned=aligned))
            found.append(
                UnitChange(index, counts, *(_sorted(rows) for rows in (left - right, right - left, left & right)))
            )
    return tuple(found)


def _is_alike(one: Outcomes, other: Outcomes, measure: Measure) -> bool:
    """Whether two outcomes are one for a measure, told at a glance: rows in another order are not seen to be."""
    schema = Schema(measure.schema)
    return one is other or (measure.scope == "micro" and one.rows.get(schema) == other.rows.get(schema))


def _rows(outcomes: Outcomes, measure: Measure, *, aligned: bool) -> Counter[Meeting]:
    """Return the rows of a unit that the measure looks at, with what each counts as."""
    rows: Counter[Meeting] = Counter()
    for _, row in looked_at(outcomes, measure):
        outcome = row.outcome(measure.schema)
        if not aligned and outcome in {Outcome.INC, Outcome.PAR}:
            rows[Meeting(row.gold, None, Outcome.MIS)] += 1
            rows[Meeting(None, row.pred, Outcome.SPU)] += 1
        else:
            rows[Meeting(row.gold, row.pred, outcome)] += 1
    return rows


def looked_at(outcomes: Outcomes, measure: Measure) -> Iterator[tuple[str, Pair]]:
    """Yield the rows of a unit that a measure counts, each with the type to which it is charged (CNT-2, CNT-3)."""
    of_type = outcomes.of_type
    if of_type is not None and measure.scope != "micro":
        for kind, alignment in of_type.items():
            if measure.type in {None, kind}:
                yield from ((kind, row) for row in alignment.get(Schema(measure.schema), ()))
        return
    for row in outcomes.rows.get(Schema(measure.schema), ()):
        kind = charged(row)
        if measure.type in {None, kind}:
            yield kind, row


def _counted(rows: Counter[Meeting], *, aligned: bool) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for row, times in rows.items():
        found[row.outcome] += times
    return _named(Counts(*(found[outcome] for outcome in Outcome)), aligned=aligned)


def _sorted(rows: Counter[Meeting]) -> tuple[Meeting, ...]:
    """Return rows in the order of the text."""
    return tuple(sorted(rows.elements(), key=lambda row: (min(span[1:] for span in row[:2] if span), row.outcome)))
