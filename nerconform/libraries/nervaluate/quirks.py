"""Quirks of nervaluate: how it loads tags, its matching, bad input, and shares that doubles cannot hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    bounds_kept,
    bounds_unchecked,
    everything,
    first_then,
    has_no_length,
    has_no_units,
    has_odd_bounds,
    has_span,
    has_unit,
    members,
    of_tags,
    of_tally,
    one_by_one,
    raises_at,
    scored_if,
    with_rows,
)
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import matcher
from nerconform.reference.nearby import enough
from nerconform.reference.options import Align, Attribution
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Change, Pipeline, of_decoded
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores, scorer
from nerconform.reference.spans import Span

BASE_CHOICES = {
    "policy": "lenient",
    "align": "input-best",
    "scope": "schema",
    "overlap": "gold:1%",
    "attribution": "refilter",
}
"""The choices of 1.x, as far as its quirks need them."""
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_PREFIXES = ("B-", "I-")


def load(marks: Sequence[Mark], _side: Side) -> Spans:
    """Return the spans as the loader of lists reads them: two characters are the prefix, the rest is the type."""
    return collect(marks, opening=_PREFIXES)


def collect(marks: Sequence[Mark], opening: tuple[str, ...] = ("",)) -> Spans:
    """Return the spans as every release reads them; 1.x raises where a tag that opens one does not begin so."""
    spans, pending, start = list[Span](), None, 0
    for position, mark in enumerate(marks):
        tag = mark.text
        kind = tag[2:]
        if tag != "O" and pending == kind and tag[:1] != "B":
            continue
        if pending is not None:
            spans.append(Span(pending, start, position))
            pending = None
        if tag != "O":
            if not tag.startswith(opening):
                raise LibraryRaises("ValueError")
            pending, start = kind, position
    return tuple(spans) if pending is None else (*spans, Span(pending, start, len(marks)))


def _of_tags(id_: str, like: Callable[[str, Dialect], bool], schemes: tuple[Scheme, ...] = _SCHEMES) -> Quirk:
    """Return the quirk by which such tags are loaded as they are; all others are still held to the dialect."""

    def read(tag: object, dialect: Dialect) -> Mark | None:
        return Mark("I", tag[2:], tag) if isinstance(tag, str) and tag and like(tag, dialect) else None

    def fires(given: Given) -> bool:
        return any(like(tag, given.dialect) for tag in given.tags() if tag)

    change = first_then(of_tags(read), lambda pipeline: replace(pipeline, decode=load))
    return Quirk(id_, Step.PARSE, fires, change, base=BASE_CHOICES, schemes=schemes)


def _has_another_prefix(tag: str, _dialect: Dialect) -> bool:
    return tag != "O" and not tag.startswith(_PREFIXES)


def _has_no_type(tag: str, _dialect: Dialect) -> bool:
    return tag in _PREFIXES


def _is_b_in_io(tag: str, dialect: Dialect) -> bool:
    return dialect.scheme is Scheme.IO and tag.startswith("B-") and tag != "B-"


without_results: Change = scored_if(bool)
"""The change after which no units have no results."""


ZERO = {"bare": "two-chars", "policy": "lenient", "unknown": "as-I", "duplicates": "by-value"}
FIRST_ANY = {**ZERO, "align": "first-any"}
ONE = {"policy": "lenient", "align": "input", "attribution": "refilter"}


def listed(given: Given) -> frozenset[str]:
    """Return the types that a caller lists: what stands behind the letter of each tag, or the types of the spans."""
    units = [unit for side in (given.gold, given.pred) for unit in (side if isinstance(side, list) else [])]
    items = [item for unit in units if isinstance(unit, list | tuple) for item in unit]
    tags = {item[2:] for item in items if isinstance(item, str) and item not in {"", "O"}}
    return frozenset(tags | {item.type for item in items if isinstance(item, Span)})


def _without_whole_units(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Lose a span that is open at the end if it began at 0, or has no type."""
    return tuple(span for span in spans if span.end < len(marks) or (span.start > 0 and span.type))


_LOST = of_decoded(_without_whole_units)


def with_listed_rows(given: Given, lose: Change) -> Change:
    """Return a change that loses spans where their types keep their rows: the caller has listed them."""
    return lambda pipeline: with_rows(_kinds(pipeline.dialect, listed(given)))(lose(pipeline))


def _kinds(dialect: Dialect, listed: frozenset[str]) -> frozenset[str]:
    """Return the types in the one list that filters and makes the rows."""
    return frozenset(dialect.types.given) or frozenset(dialect.labels.given) or listed


def _spurious_everywhere(listed: frozenset[str]) -> Change:
    """Return the change that charges every spurious span to every listed type."""

    def charged(tally: Tally, kind: str) -> dict[Schema, Counts]:
        return {schema: replace(tally.counts(schema, kind), spu=total.spu) for schema, total in tally.total.items()}

    def change(pipeline: Pipeline) -> Pipeline:
        kinds = _kinds(pipeline.dialect, listed)
        fix = of_tally(
            lambda tally: replace(
                tally, by_type={kind: charged(tally, kind) for kind in sorted(kinds | tally.by_type.keys())}
            )
        )
        return fix(pipeline)

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


_Rows = Callable[[Dialect, Schema, Spans, Spans], Sequence[Pair]]
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


def _first_free(dialect: Dialect, _schema: Schema, gold: Spans, pred: Spans) -> Sequence[Pair]:
    """Return the rows where each prediction takes the first free gold span that overlaps it."""

    def first(free: Sequence[Span], span: Span) -> Span | None:
        return next((one for one in free if enough(dialect.overlap, one, span)), None)

    return one_by_one(gold, pred, first)


_TINY = Fraction(1, 10**9)
"""More than nothing, and less than any share of tokens can lie above a whole percentage."""
_FEWEST = 50
"""So many tokens has the shortest span of which a whole percentage that is missed is a whole number of tokens."""


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


def _rows(dialect: Dialect, schema: Schema, gold: Spans, pred: Spans) -> Sequence[Pair]:
    """Return the rows where each prediction takes the best free gold span, by bounds that may be odd."""
    return one_by_one(gold, pred, partial(_best, schema, float(dialect.overlap.percent)))


def _best(schema: Schema, least: float, free: Sequence[Span], span: Span) -> Span | None:
    """Return which free gold span a prediction takes: a right one, by the type the closest, else the first."""
    near = list[Span]()
    for one in free:
        equal = one[1:] == span[1:]
        if one == span if schema is Schema.STRICT else equal and schema is Schema.EXACT:
            return one
        if not _share_is_enough(one, span, least):
            continue
        if equal and schema is Schema.PARTIAL:
            return one
        near.append(one)
    of_type = [one for one in near if schema is Schema.TYPE and one.type == span.type]
    closest = min(of_type, key=lambda one: abs(one.start - span.start) + abs(one.end - span.end), default=None)
    return closest or next(iter(near), None)


def _share_is_enough(gold: Span, pred: Span, least: float) -> bool:
    """Whether the library's share is enough: of a reversed span it is the quotient of two negative numbers."""
    if pred.start >= gold.end or pred.end <= gold.start:
        return False
    if gold.start == gold.end:
        raise LibraryRaises("ZeroDivisionError")
    return (min(gold.end, pred.end) - max(gold.start, pred.start)) / (gold.end - gold.start) * 100.0 >= least


def _has_both(given: Given) -> bool:
    return bool(given.gold) and bool(given.pred)


def _has_several_units(given: Given) -> bool:
    return isinstance(given.gold, list) and len(given.gold) > 1


_one = partial(Quirk, base=BASE_CHOICES, schemes=tuple(Scheme))
_zero = partial(Quirk, base=FIRST_ANY, schemes=tuple(Scheme))
QUIRKS = (
    _of_tags("nervaluate.one-table-for-three-schemes", _is_b_in_io, schemes=(Scheme.IO,)),
    _of_tags("nervaluate.empty-type-accepted", _has_no_type),
    _of_tags("nervaluate.letter-checked-where-a-span-opens", _has_another_prefix),
    _one("nervaluate.no-units-no-results", Step.COUNT, has_no_units, without_results),
    _zero(
        "nervaluate.b-opens-in-every-scheme",
        Step.PARSE,
        lambda given: any(tag.startswith("B") for tag in given.tags()),
        _read_by_b,
        base=ZERO,
        schemes=(Scheme.IO,),
        reads=lambda _given: _read_by_b,
    ),
    _zero(
        "nervaluate.span-of-a-whole-unit-lost",
        Step.DECODE,
        _ends_inside,
        _LOST,
        schemes=_SCHEMES,
        reads=lambda given: with_listed_rows(given, _LOST),
    ),
    _zero(
        "nervaluate.spurious-to-every-type",
        Step.COUNT,
        lambda given: bool(given.pred),
        _spurious_everywhere(frozenset()),
        reads=lambda given: _spurious_everywhere(listed(given)),
    ),
    _one("nervaluate.credit-lost-in-merging", Step.SCORE, _has_several_units, _without_credit, base=ONE),
    _zero(
        "nervaluate.last-token-overlaps-nothing", Step.MATCH, _has_both, matched(_by_value(_short_of_the_last_token))
    ),
    _zero(
        "nervaluate.equal-bounds-used-again",
        Step.MATCH,
        _has_both,
        matched(_by_value(_equal_bounds_or_free)),
        base={**ZERO, "align": "input"},
    ),
    _one("nervaluate.equal-span-not-sought", Step.MATCH, has_span, matched(_first_free), base=ONE),
    _one("nervaluate.span-bounds-unchecked", Step.PARSE, has_odd_bounds, _computed),
    _one("nervaluate.unit-not-checked", Step.PARSE, has_unit(has_no_length), raises_at(has_no_length, "TypeError")),
    _one(
        "nervaluate.overlap-is-rounded",
        Step.MATCH,
        _may_be_missed,
        _rounded,
        base={**BASE_CHOICES, "overlap": "gold:58%"},
    ),
)
