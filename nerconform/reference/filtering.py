"""Filter: which spans take part at all (FIL-1)."""

from collections.abc import Callable, Iterable, Sequence

from nerconform.reference.dialect import Dialect
from nerconform.reference.options import LabelRule
from nerconform.reference.spans import Span

Spans = tuple[Span, ...]
Units = Sequence[tuple[Spans, Spans]]
"""The gold and the predicted spans of every unit."""
Stream = Iterable[tuple[Spans, Spans]]
"""The same, one unit after the other, to be gone through once."""
Filter = Callable[[Stream], Stream]
"""The spans of all units in, those that take part out."""


def filterer(dialect: Dialect) -> Filter:
    """Return the filter step of a dialect: spans of other types disappear from both sides before matching (FIL-1)."""
    labels = dialect.labels
    if labels.rule is LabelRule.GIVEN:
        wanted = frozenset(labels.given)
        return lambda units: keep(units, wanted)
    if labels.rule is LabelRule.GOLD:
        return _keep_gold
    return lambda units: units


def _keep_gold(units: Stream) -> Stream:
    """Keep the types of the gold spans of all units, which therefore have to be seen first."""
    units = list(units)
    return keep(units, frozenset(span.type for gold, _ in units for span in gold))


def keep(units: Stream, types: frozenset[str]) -> Stream:
    """Yield the units with only the spans of these types."""
    for gold, pred in units:
        yield tuple(span for span in gold if span.type in types), tuple(span for span in pred if span.type in types)
