"""Match: from the spans of one unit to outcomes (MAT-1 to MAT-12).

A reading decides which predicted span meets which gold span. It runs apart on each *group* of spans that hang
together by overlaps, so that readings whose cost is not linear pay only where spans really overlap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from nerconform.reference import alignments
from nerconform.reference.coverage import both_sides_ask
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, in_subset
from nerconform.reference.options import Align, Attribution, Duplicates, Subset
from nerconform.reference.outcomes import Alignment, AskedRow, Outcomes, Pair, Schema, aligns_apart, answered
from nerconform.reference.spans import Span

Match = Callable[[Spans, Spans], Outcomes]
"""The gold and the predicted spans of one unit in, their outcomes out."""


def matcher(dialect: Dialect) -> Match:
    """Return the match step of a dialect."""
    align = aligner(dialect)
    subset = dialect.canonical().subset
    if dialect.align is Align.TWO_SIDED and subset not in {Subset.ALL, Subset.NESTING}:
        return _asking(subset, matcher(replace(dialect, subset=Subset.ALL)))

    def match(gold: Spans, pred: Spans) -> Outcomes:
        if dialect.attribution is not Attribution.REFILTER or dialect.align is Align.NONE:
            return Outcomes(align(gold, pred))
        types = sorted({span.type for span in (*gold, *pred)})
        of_type = {kind: align(_of_type(gold, kind), _of_type(pred, kind)) for kind in types}
        return Outcomes(align(gold, pred), of_type)

    return match


def _asking(subset: Subset, match: Match) -> Match:
    """Return the match step in which only the spans of a subset ask; all spans answer (FIL-2)."""

    def some(gold: Spans, pred: Spans) -> Outcomes:
        asking = {True: set(in_subset(gold, subset)), False: set(in_subset(pred, subset))}

        def kept(alignment: Alignment) -> Alignment:
            return {
                schema: tuple(row for row in rows if isinstance(row, AskedRow) and row.own in asking[row.gold_asks])
                for schema, rows in alignment.items()
            }

        found = match(gold, pred)
        of_type = None if found.of_type is None else {kind: kept(rows) for kind, rows in found.of_type.items()}
        return Outcomes(kept(found.rows), of_type)

    return some


def _of_type(spans: Spans, kind: str) -> Spans:
    """Return the spans of one type."""
    return tuple(span for span in spans if span.type == kind)


def aligner(dialect: Dialect) -> Callable[[Spans, Spans], Alignment]:
    """Return the alignment of a dialect: rows for every schema that it answers."""
    schemas = answered(dialect)
    read = _exact if dialect.align is Align.NONE else _in_groups
    apart = aligns_apart(dialect) or dialect.align is Align.TWO_SIDED

    def rows_of(gold: Spans, pred: Spans, wanted: Sequence[Schema]) -> Alignment:
        asks = dialect.align is Align.TWO_SIDED and dialect.duplicates is Duplicates.BY_VALUE
        if dialect.duplicates is Duplicates.MULTISET or asks:
            return read(dialect, gold, pred, wanted)
        distinct = tuple(dict.fromkeys(gold))
        if dialect.duplicates is Duplicates.SET:
            return read(dialect, distinct, tuple(dict.fromkeys(pred)), wanted)
        found = read(dialect, distinct, pred, wanted)
        return {schema: _every_missing(rows, gold) for schema, rows in found.items()}

    def align(gold: Spans, pred: Spans) -> Alignment:
        if apart:
            return rows_of(gold, pred, schemas)
        return dict.fromkeys(schemas, rows_of(gold, pred, (Schema.STRICT,))[Schema.STRICT])

    return align


def _every_missing(rows: tuple[Pair, ...], gold: Spans) -> tuple[Pair, ...]:
    """Return the rows with every copy of a gold span that nobody met; by value one meeting does for all (MAT-9)."""
    copies = Counter(gold)
    missing = (row.gold for row in rows if row.pred is None and row.gold is not None)
    return (*rows, *(Pair(span, None) for span in missing for _ in range(copies[span] - 1)))


def _exact(dialect: Dialect, gold: Spans, pred: Spans, wanted: Sequence[Schema]) -> Alignment:
    """Pair equal spans; all else is missing or spurious (MAT-1). Linear."""
    return dict.fromkeys(wanted, tuple(_equal(gold, pred, reuse=dialect.duplicates is Duplicates.BY_VALUE)))


def _equal(gold: Spans, pred: Spans, *, reuse: bool) -> Iterable[Pair]:
    if gold == pred:
        return map(Pair, gold, pred)
    left = Counter(gold)
    rows = []
    for span in pred:
        if left[span] > 0 or (reuse and span in left):
            left[span] = max(0, left[span] - 1)
            rows.append(Pair(span, span))
        else:
            rows.append(Pair(None, span))
    return (*rows, *(Pair(span, None) for span in left.elements()))


def _in_groups(dialect: Dialect, gold: Spans, pred: Spans, wanted: Sequence[Schema]) -> Alignment:
    """Apply the reading to each group of spans that hang together by overlaps, for every schema that is wanted."""
    read = alignments.ALIGNMENTS.get(dialect.align)
    rows: dict[Schema, list[Pair]] = {schema: [] for schema in wanted}
    for some_gold, some_pred in _groups(gold, pred):
        if read is None:
            for schema, found in both_sides_ask(dialect, some_gold, some_pred, wanted).items():
                rows[schema] += found
            continue
        alike = _without_choice(some_gold, some_pred)
        for schema in wanted:
            rows[schema] += alike or read(alignments.SpanGroup(some_gold, some_pred, schema, dialect))
    return {schema: tuple(found) for schema, found in rows.items()}


def _without_choice(gold: Sequence[Span], pred: Sequence[Span]) -> list[Pair]:
    """Return the rows of a group in which all readings are one, none where they may differ."""
    if not pred:
        return [Pair(span, None) for span in gold]
    if not gold:
        return [Pair(None, span) for span in pred]
    return [Pair(gold[0], pred[0])] if gold == pred and len(gold) == 1 else []


def _groups(gold: Spans, pred: Spans) -> Iterator[tuple[list[Span], list[Span]]]:
    """Split a unit where no span of either side crosses; in each group both sides keep their list order."""
    order = sorted(
        [(span.start, span.end, 0, index) for index, span in enumerate(gold)]
        + [(span.start, span.end, 1, index) for index, span in enumerate(pred)]
    )
    members: tuple[list[int], list[int]] = ([], [])
    reach = 0
    for start, end, side, index in order:
        if start >= reach and any(members):
            yield _in_list_order(gold, members[0]), _in_list_order(pred, members[1])
            members = ([], [])
        members[side].append(index)
        reach = max(reach, end)
    if any(members):
        yield _in_list_order(gold, members[0]), _in_list_order(pred, members[1])


def _in_list_order(spans: Sequence[Span], indices: list[int]) -> list[Span]:
    """Return the spans at these indices as the list had them."""
    return [spans[index] for index in sorted(indices)]
