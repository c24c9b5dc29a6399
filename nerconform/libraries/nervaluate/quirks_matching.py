"""Quirks of nervaluate's matching: earlier releases, bad input, and shares that doubles cannot hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.nervaluate.quirks import READING, collect
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    bounds_kept,
    bounds_unchecked,
    everything,
    has_odd_bounds,
    has_unit,
    members,
    raises_at,
)
from nerconform.reference.alignments import enough
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import matcher
from nerconform.reference.options import Align, Attribution
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores, scorer
from nerconform.reference.spans import Span

ZERO: Mapping[str, str] = MappingProxyType(
    {"bare": "two-chars", "policy": "lenient", "unknown": "as-I", "duplicates": "by-value"}
)
FIRST_ANY: Mapping[str, str] = MappingProxyType({**ZERO, "align": "first-any"})
ONE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "align": "input", "attribution": "refilter"})
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)


def listed(given: Given) -> frozenset[str]:
    """Return the types that a caller lists: what stands behind the letter of each tag, or the types of the spans."""
    units = [unit for side in (given.gold, given.pred) for unit in (side if isinstance(side, list) else [])]
    items = [item for unit in units if isinstance(unit, list | tuple) for item in unit]
    tags = {item[2:] for item in items if isinstance(item, str) and item not in {"", "O"}}
    return frozenset(tags | {item.type for item in items if isinstance(item, Span)})


def _without_whole_units(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a span that is open at the end is lost if it began at 0, or has no type."""
    decode = pipeline.decode

    def lost(marks: Sequence[Mark], side: Side) -> Spans:
        spans = decode(marks, side)
        return tuple(span for span in spans if span.end < len(marks) or (span.start > 0 and span.type))

    return replace(pipeline, decode=lost)


def with_rows(given: Given, lose: Change) -> Change:
    """Return a change that loses spans where their types keep their rows: the caller has listed them."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, kinds = pipeline.count, _kinds(pipeline.dialect, listed(given))

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            empty = {schema: Counts() for schema in tally.total}
            return replace(tally, by_type={**dict.fromkeys(kinds, empty), **tally.by_type})

        return replace(lose(pipeline), count=counted)

    return change


def _kinds(dialect: Dialect, listed: frozenset[str]) -> frozenset[str]:
    """Return the types in the one list that filters and makes the rows."""
    return frozenset(dialect.types.given) or frozenset(dialect.labels.given) or listed


def _spurious_everywhere(listed: frozenset[str]) -> Change:
    """Return the change that charges every spurious span to every listed type."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, kinds = pipeline.count, _kinds(pipeline.dialect, listed)

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {
                kind: {
                    schema: replace(tally.counts(schema, kind), spu=total.spu) for schema, total in tally.total.items()
                }
                for kind in sorted(kinds | tally.by_type.keys())
            }
            return replace(tally, by_type=rows)

        return replace(pipeline, count=counted)

    return change


class _Merged(Tally):
    """The tally of several units, whose results were merged."""


def _without_credit(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a partial match is worth nothing as soon as the results of two units are merged."""
    count, score = pipeline.count, pipeline.score
    plain = scorer(replace(pipeline.dialect, partial=Fraction(0)))

    def counted(units: Iterable[Outcomes]) -> Tally:
        found = list(units)
        tally = count(found)
        if len(found) < 2:  # noqa: PLR2004 - nothing is merged
            return tally
        return _Merged(tally.total, tally.by_type, tally.gold_types, tally.pred_types, tally.units)

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return (plain if isinstance(tally, _Merged) else score)(tally, beta)

    return replace(pipeline, count=counted, score=scored)


def _read_by_b(pipeline: Pipeline) -> Pipeline:
    """Return the path on which B opens a span, whatever the scheme."""
    return replace(pipeline, decode=lambda marks, _side: collect(marks))


def _ends_inside(given: Given) -> bool:
    return any(unit[-1] != "O" for unit in given.tagged())


_Rows = Callable[[Dialect, Schema, Spans, Spans], list[Pair]]
"""The dialect, the schema, and gold and predicted spans in list order, in; who met whom out."""


def matched(rows_of: _Rows) -> Change:
    """Return the change to another reading of the alignment, of all types and of each by itself."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect

        def align(gold: Spans, pred: Spans) -> Alignment:
            return {schema: tuple(rows_of(dialect, schema, gold, pred)) for schema in answered(dialect)}

        def match(gold: Spans, pred: Spans) -> Outcomes:
            if dialect.attribution is not Attribution.REFILTER:
                return Outcomes(align(gold, pred))
            kinds = sorted({span.type for span in (*gold, *pred)})
            sides = {kind: [tuple(one for one in side if one.type == kind) for side in (gold, pred)] for kind in kinds}
            return Outcomes(align(gold, pred), {kind: align(*both) for kind, both in sides.items()})

        return replace(pipeline, match=match)

    return change


def _by_value(met: Callable[[Span, Span, set[Span]], bool]) -> _Rows:
    """Return the rows where a prediction that is among the gold meets that, and else the first with which it `met`."""

    def rows(_dialect: Dialect, _schema: Schema, gold: Spans, pred: Spans) -> list[Pair]:
        found, used = [], set[Span]()
        for span in pred:
            partner = span if span in gold else next((one for one in gold if met(one, span, used)), None)
            found.append(Pair(partner, span))
            used |= {partner} if partner else set()
        return [*found, *(Pair(one, None) for one in gold if one not in used)]

    return rows


def _short_of_the_last_token(gold: Span, pred: Span, _: set[Span]) -> bool:
    return gold[1:] == pred[1:] or max(gold.start, pred.start) < min(gold.end, pred.end) - 1


def _equal_bounds_or_free(gold: Span, pred: Span, used: set[Span]) -> bool:
    return gold[1:] == pred[1:] or (gold not in used and gold.overlaps(pred))


def _first_free(dialect: Dialect, _schema: Schema, gold: Spans, pred: Spans) -> list[Pair]:
    """Return the rows where each prediction takes the first free gold span that overlaps it."""
    free, found = list(gold), []
    for span in pred:
        place = next((index for index, one in enumerate(free) if enough(dialect.overlap, one, span)), None)
        found.append(Pair(None if place is None else free.pop(place), span))
    return [*found, *(Pair(one, None) for one in free)]


def _spans(given: Given) -> Iterable[object]:
    """Yield whatever stands in the units of both sides."""
    sides = [side for side in (given.gold, given.pred) if isinstance(side, list)]
    return (item for side in sides for unit in side if isinstance(unit, list | tuple) for item in unit)


_TINY = Fraction(1, 10**9)
"""More than nothing, and less than any share of tokens can lie above a whole percentage."""
_FEWEST = 50
"""So many tokens has the shortest span of which a whole percentage that is missed is a whole number of tokens."""


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


def _is_below(percent: int) -> bool:
    """Whether a share of exactly so many percent is less, as a double."""
    return percent / 100 * 100.0 < percent


def _may_be_missed(given: Given) -> bool:
    """Whether the least share is such a percentage, and a unit or a span has the 50 tokens that it takes."""
    spans = any(isinstance(item, Span) and item.end - item.start >= _FEWEST for item in everything(given))
    units = any(len(members(unit)) >= _FEWEST for side in (given.gold, given.pred) for unit in members(side))
    return _is_below(given.dialect.overlap.percent) and (spans or units)


def _rounded(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a share that is exactly the least one is too small, if its double is."""
    overlap = pipeline.dialect.overlap
    if not _is_below(overlap.percent):
        return pipeline
    more = overlap._replace(percent=overlap.percent + _TINY)  # type: ignore[arg-type] # between two percentages
    return replace(pipeline, match=matcher(replace(pipeline.dialect, overlap=more)))


def _computed(pipeline: Pipeline) -> Pipeline:
    """Return the path on which bounds are not checked; from 1.2 on shares are computed of whatever they are."""
    if pipeline.dialect.align is not Align.INPUT_BEST:
        return bounds_unchecked()(pipeline)
    return matched(_rows)(bounds_kept()(pipeline))


def _rows(dialect: Dialect, schema: Schema, gold: Spans, pred: Spans) -> list[Pair]:
    """Return the rows where each prediction takes the best free gold span, by bounds that may be odd."""
    free, found = list(gold), []
    for span in pred:
        place = _place(schema, float(dialect.overlap.percent), free, span)
        found.append(Pair(None if place is None else free.pop(place), span))
    return [*found, *(Pair(one, None) for one in free)]


def _place(schema: Schema, least: float, free: Sequence[Span], span: Span) -> int | None:
    """Return which free gold span a prediction takes: a right one, by the type the closest, else the first."""
    closest, first = list[tuple[int, int]](), None
    for index, one in enumerate(free):
        equal = one[1:] == span[1:]
        if one == span if schema is Schema.STRICT else equal and schema is Schema.EXACT:
            return index
        if not _share_is_enough(one, span, least):
            continue
        if equal and schema is Schema.PARTIAL:
            return index
        if schema is Schema.TYPE and one.type == span.type:
            closest.append((abs(one.start - span.start) + abs(one.end - span.end), index))
        elif first is None:
            first = index
    return min(closest)[1] if closest else first


def _share_is_enough(gold: Span, pred: Span, least: float) -> bool:
    """Whether the library's share is enough: of a reversed span it is the quotient of two negative numbers."""
    if pred.start >= gold.end or pred.end <= gold.start:
        return False
    if gold.start == gold.end:
        raise LibraryRaises("ZeroDivisionError")
    return (min(gold.end, pred.end) - max(gold.start, pred.start)) / (gold.end - gold.start) * 100.0 >= least


QUIRKS = (
    Quirk(
        id="nervaluate.b-opens-in-every-scheme",
        step=Step.PARSE,
        base=ZERO,
        schemes=(Scheme.IO,),
        fires=lambda given: any(tag.startswith("B") for tag in given.tags()),
        change=_read_by_b,
        reads=lambda _given: _read_by_b,
    ),
    Quirk(
        id="nervaluate.span-of-a-whole-unit-lost",
        step=Step.DECODE,
        base=FIRST_ANY,
        schemes=_SCHEMES,
        fires=_ends_inside,
        change=_without_whole_units,
        reads=lambda given: with_rows(given, _without_whole_units),
    ),
    Quirk(
        id="nervaluate.spurious-to-every-type",
        step=Step.COUNT,
        base=FIRST_ANY,
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.pred),
        change=_spurious_everywhere(frozenset()),
        reads=lambda given: _spurious_everywhere(listed(given)),
    ),
    Quirk(
        id="nervaluate.credit-lost-in-merging",
        step=Step.SCORE,
        base=ONE,
        schemes=tuple(Scheme),
        fires=lambda given: isinstance(given.gold, list) and len(given.gold) > 1,
        change=_without_credit,
    ),
    Quirk(
        id="nervaluate.last-token-overlaps-nothing",
        step=Step.MATCH,
        base=FIRST_ANY,
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.gold) and bool(given.pred),
        change=matched(_by_value(_short_of_the_last_token)),
    ),
    Quirk(
        id="nervaluate.equal-bounds-used-again",
        step=Step.MATCH,
        base=MappingProxyType({**ZERO, "align": "input"}),
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.gold) and bool(given.pred),
        change=matched(_by_value(_equal_bounds_or_free)),
    ),
    Quirk(
        id="nervaluate.equal-span-not-sought",
        step=Step.MATCH,
        base=ONE,
        schemes=tuple(Scheme),
        fires=lambda given: any(isinstance(one, Span) for one in _spans(given)),
        change=matched(_first_free),
    ),
    Quirk(
        id="nervaluate.span-bounds-unchecked",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=has_odd_bounds,
        change=_computed,
    ),
    Quirk(
        id="nervaluate.unit-not-checked",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=has_unit(_is_no_list),
        change=raises_at(_is_no_list, "TypeError"),
    ),
    Quirk(
        id="nervaluate.overlap-is-rounded",
        step=Step.MATCH,
        base=MappingProxyType({**READING, "overlap": "gold:58%"}),
        schemes=tuple(Scheme),
        fires=_may_be_missed,
        change=_rounded,
    ),
)
