"""Filter: which spans take part at all, and under which type (FIL-1 to FIL-3)."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence

from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Rename, encoded
from nerconform.reference.options import Align, LabelRule, Subset
from nerconform.reference.spans import Span, canonical

Spans = tuple[Span, ...]
Units = Sequence[tuple[Spans, Spans]]
"""The gold and the predicted spans of every unit."""
Stream = Iterable[tuple[Spans, Spans]]
"""The same, one unit after the other, to be gone through once."""
Filter = Callable[[Stream], Stream]
"""The spans of all units in, those that take part out."""


def filterer(dialect: Dialect) -> Filter:
    """Return the filter step of a dialect: spans of other types disappear from both sides before matching (FIL-1).

    So do those that are not in the subset (FIL-2), unless each side is counted by itself: then only they ask. Before
    that, types get their new names (FIL-3).
    """
    of_types = _of_types(dialect)
    subset = dialect.canonical().subset
    if subset is Subset.ALL or (dialect.align is Align.TWO_SIDED and subset is not Subset.NESTING):
        return of_types
    return lambda units: ((in_subset(gold, subset), in_subset(pred, subset)) for gold, pred in of_types(units))


def _of_types(dialect: Dialect) -> Filter:
    """Return the filter of types, which sees their new names."""
    labels, named = dialect.labels, renamer(dialect.rename)
    if labels.rule is LabelRule.GIVEN:
        wanted = frozenset(labels.given)
        return lambda units: keep(named(units), wanted)
    if labels.rule is LabelRule.GOLD:
        return lambda units: _keep_gold(named(units))
    return named


def renamer(rename: Rename) -> Filter:
    """Return the filter that keeps all spans, and gives types their new names (FIL-3)."""
    if not rename.given:
        return lambda units: units
    names = dict(rename.given)

    def side(spans: Spans) -> Spans:
        return tuple(span.of_type(names[span.type]) if span.type in names else span for span in spans)

    return lambda units: ((side(gold), side(pred)) for gold, pred in units)


def in_subset(spans: Spans, subset: Subset) -> Spans:
    """Return the spans of one side that are in the subset, in list order, or its nestings (FIL-2)."""
    if subset is Subset.ALL:
        return spans
    if subset is Subset.NESTING:
        return _nestings(spans)
    inside, outside = _contained(spans)
    wanted = {
        Subset.FLAT: lambda span: span not in inside and span not in outside,
        Subset.NESTED: lambda span: span in inside or span in outside,
        Subset.OUTER: lambda span: span in outside and span not in inside,
        Subset.INNER: lambda span: span in inside,
    }[subset]
    return tuple(filter(wanted, spans))


def _nestings(spans: Spans) -> Spans:
    """Return each outer span with all that it contains as one span, whose type is the text of them all."""
    inside, outside = _contained(spans)
    distinct = sorted(set(spans), key=canonical)
    starts = [one.start for one in distinct]
    found = []
    for outer in distinct:
        if outer in outside and outer not in inside:
            near = distinct[bisect_left(starts, outer.start) : bisect_right(starts, outer.end)]
            held = [one for one in near if one.end <= outer.end]
            found.append(Span(" ".join(map(span_text, held)), outer.start, outer.end))
    return tuple(found)


def span_text(span: Span) -> str:
    """Return the type and the bounds of a span, as in `PER[0,2)`."""
    return encoded(span.type) + "+".join(f"[{start},{end})" for start, end in span.pieces or ((span.start, span.end),))


def _contained(spans: Spans) -> tuple[set[Span], set[Span]]:
    """Return the spans that are inside another, and those that another is inside of.

    With equal bounds the span whose type comes first is inside. In this order a span comes after all that contain it.
    """
    order = sorted(set(spans), key=lambda span: span.type, reverse=True)
    order.sort(key=lambda span: (span.start, -span.end))
    inside, outside = set[Span](), set[Span]()
    open_spans: list[Span] = []
    for span in order:
        open_spans = [one for one in open_spans if one.end > span.start]
        around = [one for one in open_spans if one.end >= span.end]
        if around:
            inside.add(span)
            outside.update(around)
        open_spans.append(span)
    return inside, outside


def _keep_gold(units: Stream) -> Stream:
    """Keep the types of the gold spans of all units, which therefore have to be seen first."""
    units = list(units)
    return keep(units, frozenset(span.type for gold, _ in units for span in gold))


def keep(units: Stream, types: frozenset[str]) -> Stream:
    """Yield the units with only the spans of these types."""
    for gold, pred in units:
        yield tuple(span for span in gold if span.type in types), tuple(span for span in pred if span.type in types)
