"""Unit changes: in which units two evaluations part, as far as a measure looks at them, and by which rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nerconform.products.compare.evaluations import PathEvaluation, counts_named, is_aligned
from nerconform.reference.counting import Counts
from nerconform.reference.measures import Measure
from nerconform.reference.mentions import Mention
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcome, Outcomes, Schema
from nerconform.reference.spans import Span
from nerconform.results.bridge import PairOutcome, UnitChange, counts_change
from nerconform.results.values import Count, SpanRecord
from nerconform.stats.unit_draws import looked_at


class _Row(NamedTuple):
    """One row of an alignment: who met whom, and what it counts as in the schema; a located text is a mention."""

    gold: Span | Mention | None
    pred: Span | Mention | None
    outcome: str


class FoundChanges(NamedTuple):
    """Units in which two evaluations part, and how many more there are that are not listed."""

    units: tuple[UnitChange, ...] = ()
    unlisted: int = 0


def unit_changes(
    before: PathEvaluation, after: PathEvaluation, measures: tuple[Measure, Measure]
) -> tuple[UnitChange, ...]:
    """Return the units in which two evaluations part, as far as a measure of each looks at them, in order.

    Where one of them has no alignment, the pairs of the other that are not right are taken apart.
    """
    if not (_counts_rows(before) and _counts_rows(after)):
        return ()
    aligned = is_aligned(before) and is_aligned(after)
    found: list[UnitChange] = []
    for index, (one, other) in enumerate(zip(before.outcomes, after.outcomes, strict=False)):
        if measures[0] == measures[1] and _is_alike(one, other, measures[0]):
            continue
        left = _named_rows(_rows(one, measures[0], aligned=aligned), before.texts[index : index + 1])
        right = _named_rows(_rows(other, measures[1], aligned=aligned), after.texts[index : index + 1])
        if left != right:
            counts = counts_change(_counted(left, aligned=aligned), _counted(right, aligned=aligned))
            found.append(
                UnitChange(index, counts, *(_sorted(rows) for rows in (left - right, right - left, left & right)))
            )
    return tuple(found)


def _counts_rows(evaluated: PathEvaluation) -> bool:
    """Whether every row counts as its outcome: otherwise no row shows what a sentence adds."""
    dialect = evaluated.evaluation.dialect
    return dialect.align is not Align.TWO_SIDED and not dialect.weights.by_class


def _is_alike(one: Outcomes, other: Outcomes, measure: Measure) -> bool:
    """Whether two outcomes are one for a measure, told at a glance: rows in another order are not seen to be."""
    schema = Schema(measure.schema)
    return one is other or (measure.scope == "micro" and one.rows.get(schema) == other.rows.get(schema))


def _rows(outcomes: Outcomes, measure: Measure, *, aligned: bool) -> Counter[_Row]:
    """Return the rows of a unit that the measure looks at, with what each counts as."""
    rows: Counter[_Row] = Counter()
    for _, row in looked_at(outcomes, measure):
        outcome = row.outcome(measure.schema)
        if not aligned and outcome in {Outcome.INC, Outcome.PAR}:
            rows[_Row(row.gold, None, Outcome.MIS)] += 1
            rows[_Row(None, row.pred, Outcome.SPU)] += 1
        else:
            rows[_Row(row.gold, row.pred, outcome)] += 1
    return rows


def _named_rows(rows: Counter[_Row], texts: Sequence[Mapping[Span, str]]) -> Counter[_Row]:
    """Return the rows of a unit with the text of each span in place of its position, where texts were located."""
    if not texts or not texts[0]:
        return rows
    found: Counter[_Row] = Counter()
    for row, times in rows.items():
        gold, pred = (span and Mention(span.type, texts[0][span]) for span in row[:2])  # type: ignore[index] # spans
        found[_Row(gold, pred, row.outcome)] += times
    return found


def _counted(rows: Counter[_Row], *, aligned: bool) -> Mapping[str, Count]:
    found: Counter[str] = Counter()
    for row, times in rows.items():
        found[row.outcome] += times
    return counts_named(Counts(*(found[outcome] for outcome in Outcome)), aligned=aligned)


def _sorted(rows: Counter[_Row]) -> tuple[PairOutcome, ...]:
    """Return rows in the order of the text."""
    found = sorted(
        rows.elements(), key=lambda row: (min(_order(one) for one in (row.gold, row.pred) if one), row.outcome)
    )
    return tuple(PairOutcome(gold=_span(row.gold), pred=_span(row.pred), outcome=str(row.outcome)) for row in found)


def _order(span: Span | Mention) -> tuple[int, int, str]:
    """Return where an entity is shown: by its position, or by its text."""
    return (0, 0, span.text) if isinstance(span, Mention) else (span.start, span.end, "")


def _span(span: Span | Mention | None) -> SpanRecord | None:
    if isinstance(span, Mention):
        return SpanRecord(span.type, text=span.text)
    return span and SpanRecord(*span, pieces=span.pieces)
