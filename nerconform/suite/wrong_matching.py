"""Wrong matching: mistakes in which spans are compared, aligned and called correct."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import Match
from nerconform.reference.nearby import enough
from nerconform.reference.options import Align, Attribution, Duplicates
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.spans import Span, canonical
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_schemas import Rows, apart

_Near = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span are close enough for the mistake."""


def _match(fix: Callable[[Match, Spans, Spans], Outcomes]) -> Change:
    """Return the change of the match step that may still call the right one."""
    return lambda pipeline: replace(pipeline, match=partial(fix, pipeline.match))


def _moved(fix: Callable[[Span], Span], back: Callable[[Span], Span]) -> Change:
    """Return the change that matches other spans and reports the true ones, where one common token is an overlap."""

    def restored(alignment: Alignment) -> Alignment:
        return {
            schema: tuple(Pair(*(None if span is None else back(span) for span in row)) for row in rows)
            for schema, rows in alignment.items()
        }

    def wrong(match: Match, gold: Spans, pred: Spans) -> Outcomes:
        found = match(tuple(map(fix, gold)), tuple(map(fix, pred)))
        of_type = None if found.of_type is None else {kind: restored(rows) for kind, rows in found.of_type.items()}
        return Outcomes(restored(found.rows), of_type)

    change = _match(wrong)
    return lambda pipeline: change(pipeline) if pipeline.dialect.overlap == Dialect().overlap else pipeline


def halves(span: Span) -> Span:
    """Return a span in half tokens: from the middle of its first token to that of its last; one token is a half."""
    if span.size == 1:
        return Span(span.type, 2 * span.start, 2 * span.start + 1)
    return Span(span.type, 2 * span.start + 1, 2 * span.end - 2)


def _tokens(span: Span) -> Span:
    """Return the span of which these are the half tokens."""
    return Span(span.type, span.start // 2, span.end // 2 + 1)


def listed_by(dialect: Dialect, spans: Spans) -> Spans:
    """Return the spans that are compared: each once if the dialect counts copies once."""
    return tuple(dict.fromkeys(spans)) if dialect.duplicates is Duplicates.SET else spans


def counts_as_match(near: _Near) -> Change:
    """Return the change that takes a wrong prediction for the first free gold span that is near."""

    def wrong(match: Match, gold: Spans, pred: Spans) -> Outcomes:
        free = [span for span in gold if span not in pred]
        drawn = []
        for span in pred:
            found = None if span in gold else next((other for other in free if near(other, span)), None)
            if found is not None:
                free.remove(found)
            drawn.append(found or span)
        return match(gold, tuple(drawn))

    return _match(wrong)


_HALF = Fraction(1, 2)


def iou(gold: Span, pred: Span) -> Fraction:
    """Return the share of common tokens in the tokens of either span."""
    common = max(0, shared(gold, pred))
    return Fraction(common, gold.end - gold.start + pred.end - pred.start - common)


def only(spans: Spans, kind: str) -> Spans:
    """Return the spans of one type."""
    return tuple(span for span in spans if span.type == kind)


def _within_types(match: Match, gold: Spans, pred: Spans) -> Outcomes:
    """Match each type by itself, so that spans of two types never meet."""
    found = match(gold, pred)
    types = sorted({span.type for span in (*gold, *pred)})
    each = [match(only(gold, kind), only(pred, kind)).rows for kind in types]
    return Outcomes(
        {schema: tuple(row for rows in each for row in rows[schema]) for schema in found.rows}, found.of_type
    )


def _every_equal_pair(match: Match, gold: Spans, pred: Spans) -> Outcomes:
    """Count a pair for every gold span and every equal prediction."""
    return _beside(match, gold, pred, [Pair(one, other) for one in gold for other in pred if one == other])


def _membership(match: Match, gold: Spans, pred: Spans) -> Outcomes:
    """Count a pair for every prediction that is among the gold spans."""
    return _beside(match, gold, pred, [Pair(span, span) for span in pred if span in gold])


def _beside(match: Match, gold: Spans, pred: Spans, equal: Sequence[Pair]) -> Outcomes:
    """Return these rows of equal spans, and the outcomes of all other spans."""
    rest = match(tuple(span for span in gold if span not in pred), tuple(span for span in pred if span not in gold))
    rows = {schema: (*equal, *others) for schema, others in rest.rows.items()}
    if rest.of_type is None:
        return Outcomes(rows)
    of_type = dict(rest.of_type)
    for kind in sorted({span.type for span in gold if span in pred}):
        mine = [row for row in equal if row.gold is not None and row.gold.type == kind]
        others = of_type.get(kind, dict.fromkeys(rows, ()))
        of_type[kind] = {schema: (*mine, *others[schema]) for schema in rows}
    return Outcomes(rows, of_type)


def matches_nearby(most: int) -> Mistake:
    """Return the mistake of taking a prediction for right whose ends are at most so many tokens off."""

    def near(gold: Span, pred: Span) -> bool:
        return gold.type == pred.type and max(abs(gold.start - pred.start), abs(gold.end - pred.end)) <= most

    name = "counts-nearby-ends-as-match" if most == 1 else f"counts-ends-up-to-{most}-off-as-match"
    words = "one token" if most == 1 else f"{most} tokens"
    says = f"A prediction of the right type is right if its start and its end are at most {words} off."
    return Mistake(name, says, counts_as_match(near))


MATCHING: tuple[Mistake, ...] = (
    Mistake(
        "ignores-type",
        "A prediction with the start and end of a gold entity is right, whatever its type.",
        counts_as_match(lambda gold, pred: gold[1:] == pred[1:]),
    ),
    Mistake(
        "ignores-bounds",
        "A prediction is right if its sentence has a gold entity of its type, wherever it is.",
        counts_as_match(lambda gold, pred: gold.type == pred.type),
    ),
    Mistake(
        "counts-partial-as-match",
        "A prediction that overlaps a gold entity of its type is right.",
        counts_as_match(lambda gold, pred: gold.type == pred.type and gold.overlaps(pred)),
    ),
    Mistake(
        "counts-overlap-as-match",
        "A prediction that overlaps a gold entity is right, whatever its type.",
        counts_as_match(Span.overlaps),
    ),
    Mistake(
        "counts-same-start-as-match",
        "A prediction with the type and start of a gold entity is right, whatever its end.",
        counts_as_match(lambda gold, pred: gold[:2] == pred[:2]),
    ),
    Mistake(
        "counts-same-end-as-match",
        "A prediction with the type and end of a gold entity is right, whatever its start.",
        counts_as_match(lambda gold, pred: gold[::2] == pred[::2]),
    ),
    Mistake(
        "counts-same-length-as-match",
        "A prediction with the type and the number of tokens of a gold entity is right, wherever it is.",
        counts_as_match(lambda gold, pred: gold.type == pred.type and gold.size == pred.size),
    ),
    Mistake(
        "counts-half-overlap-as-match",
        "A prediction is right if it overlaps a gold entity of its type with an intersection over union of at "
        "least 0.5.",
        counts_as_match(lambda gold, pred: gold.type == pred.type and iou(gold, pred) >= _HALF),
    ),
    matches_nearby(1),
    Mistake(
        "counts-longer-prediction-as-match",
        "A prediction with the type and start of a gold entity is right even if it ends later.",
        counts_as_match(lambda gold, pred: gold[:2] == pred[:2] and pred.end > gold.end),
    ),
    Mistake(
        "counts-inner-prediction-as-match",
        "A prediction inside a gold entity of its type is right.",
        counts_as_match(
            lambda gold, pred: gold.type == pred.type and gold.start <= pred.start and pred.end <= gold.end
        ),
    ),
    Mistake(
        "counts-every-equal-pair",
        "Every copy of a gold entity matches every copy of the same prediction: two and two copies are four right "
        "predictions.",
        _match(_every_equal_pair),
    ),
    Mistake(
        "counts-by-membership",
        "A prediction is right if gold has an identical entity, even if another prediction has matched that one "
        "already.",
        _match(_membership),
    ),
    Mistake(
        "overlap-within-types",
        "Entities of different types are never paired: PER predicted as LOC is one missed and one spurious entity, "
        "not one incorrect one.",
        _match(_within_types),
        ALIGNED,
    ),
    Mistake(
        "touching-overlaps",
        "Two entities that are next to each other and share no token count as overlapping.",
        _moved(lambda span: span._replace(end=span.end + 1), lambda span: span._replace(end=span.end - 1)),
        ALIGNED,
    ),
    Mistake(
        "overlap-of-inclusive-ends",
        "Two entities that share only the last token of one and the first token of the other do not count as "
        "overlapping, because inclusive ends are used as exclusive ones.",
        _moved(lambda span: span._replace(end=span.end - 1), lambda span: span._replace(end=span.end + 1)),
        ALIGNED,
    ),
    Mistake(
        "overlap-of-inclusive-ends-unless-equal",
        "Two entities of which one starts with the last token of the other do not count as overlapping, unless they "
        "have the same start and end: inclusive ends are used as exclusive ones.",
        _moved(halves, _tokens),
        ALIGNED,
    ),
)


_Wanted = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span may meet in a pass."""


@dataclass(frozen=True, slots=True)
class OtherAlignment:
    """The change to another alignment. It takes the place of whatever matched before."""

    align: Callable[[Dialect, Spans, Spans], Alignment]

    def __call__(self, pipeline: Pipeline) -> Pipeline:
        """Return the pipeline with this alignment."""
        dialect = pipeline.dialect

        def rows(gold: Spans, pred: Spans) -> Alignment:
            return self.align(dialect, listed_by(dialect, gold), listed_by(dialect, pred))

        def wrong(gold: Spans, pred: Spans) -> Outcomes:
            if dialect.attribution is not Attribution.REFILTER or dialect.align is Align.NONE:
                return Outcomes(rows(gold, pred))
            types = sorted({span.type for span in (*gold, *pred)})
            return Outcomes(rows(gold, pred), {kind: rows(only(gold, kind), only(pred, kind)) for kind in types})

        return replace(pipeline, match=wrong)


def for_all_schemas(align: Callable[[Dialect, Spans, Spans], Iterable[Pair]]) -> Change:
    """Return the change to one alignment for all schemas."""
    return OtherAlignment(
        lambda dialect, gold, pred: dict.fromkeys(answered(dialect), tuple(align(dialect, gold, pred)))
    )


def of_pairs(fix: Callable[[Spans, Spans], Iterable[Pair]]) -> Change:
    """Return the change to pairs that are made without an alignment."""
    return for_all_schemas(lambda _dialect, gold, pred: fix(gold, pred))


def _equal(gold: Span, pred: Span) -> bool:
    return gold == pred


def same_bounds(gold: Span, pred: Span) -> bool:
    """Whether both have the same start and end."""
    return gold[1:] == pred[1:]


def _same_type(gold: Span, pred: Span) -> bool:
    return gold.type == pred.type


def _any(_gold: Span, _pred: Span) -> bool:
    return True


def shared(gold: Span, pred: Span) -> int:
    """Return the number of tokens that both have."""
    return min(gold.end, pred.end) - max(gold.start, pred.start)


def in_passes(*passes: _Wanted, backwards: bool = False, largest: bool = False, by_gold: bool = False) -> Change:
    """Return the change to `phased` with other passes, with the predictions backwards, or with the largest overlap.

    With `by_gold` each gold span looks for a prediction, not each prediction for a gold span.
    """

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
        free = sorted(gold, key=canonical)
        left = sorted(pred, key=canonical, reverse=backwards)
        rows = []
        if by_gold:
            for wanted in passes:
                for span in tuple(free):
                    near = [other for other in left if enough(dialect.overlap, span, other) and wanted(span, other)]
                    if near:
                        free.remove(span)
                        left.remove(near[0])
                        rows.append(Pair(span, near[0]))
            return [*rows, *(Pair(span, None) for span in free), *(Pair(None, span) for span in left)]
        for wanted in passes:
            for span in tuple(left):
                near = [other for other in free if enough(dialect.overlap, other, span) and wanted(other, span)]
                if near:
                    met = max(near, key=partial(shared, span)) if largest else near[0]
                    free.remove(met)
                    left.remove(span)
                    rows.append(Pair(met, span))
        return [*rows, *(Pair(span, None) for span in free), *(Pair(None, span) for span in left)]

    return for_all_schemas(align)


def _by_position(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Pair the first with the first, the second with the second, and so on."""
    both = min(len(gold), len(pred))
    paired = [Pair(*pair) for pair in zip(gold, pred, strict=False)]
    if dialect.align is Align.NONE:
        paired = [row for pair in paired for row in ([pair] if pair.gold == pair.pred else apart(pair))]
    return [*paired, *(Pair(span, None) for span in gold[both:]), *(Pair(None, span) for span in pred[both:])]


def _by_position_cut(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Pair by position, and leave out what only one side has."""
    both = min(len(gold), len(pred))
    return _by_position(dialect, gold[:both], pred[:both])


def _in_sorted_order(key: Callable[[Span], Any]) -> Change:
    """Return the change that sorts both sides and pairs the entities of a unit in this order."""

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
        return _by_position(dialect, *(tuple(sorted(side, key=key)) for side in (gold, pred)))

    return for_all_schemas(align)


in_order = for_all_schemas(_by_position)
"""The change that pairs the entities of a unit in their order."""
ALIGNMENT: tuple[Mistake, ...] = (
    Mistake(
        "aligns-by-position-cut",
        "The first gold entity of a sentence is compared with the first prediction, the second with the second, and "
        "so on, as zip does; what only one side has is not counted.",
        for_all_schemas(_by_position_cut),
    ),
    Mistake(
        "aligns-by-position",
        "The first gold entity of a sentence is compared with the first prediction, the second with the second, "
        "and so on, wherever they are.",
        in_order,
    ),
    *(
        Mistake(
            f"aligns-by-position-sorted-by-{name}",
            f"Both sides of a sentence are sorted by {name}, and the first gold entity is compared with the first "
            "prediction, the second with the second, and so on.",
            _in_sorted_order(key),
        )
        for name, key in (("start", canonical), ("type", tuple))
    ),
    Mistake(
        "equal-pass-lost",
        "Identical entities are not paired first: an earlier prediction with the same start and end "
        "and another type is paired instead.",
        in_passes(same_bounds, _any),
        ALIGNED,
    ),
    Mistake(
        "bounds-pass-lost",
        "Entities with the same start and end but different types are not paired before entities that only overlap.",
        in_passes(_equal, _any),
        ALIGNED,
    ),
    Mistake(
        "one-pass",
        "Each prediction is paired with the first unpaired gold entity that it overlaps, even if a later one is "
        "identical.",
        in_passes(_any),
        ALIGNED,
    ),
    Mistake(
        "last-prediction-first",
        "Predictions are paired from right to left, not from left to right.",
        in_passes(_equal, same_bounds, _any, backwards=True),
        ALIGNED,
    ),
    Mistake(
        "largest-overlap-first",
        "A prediction is paired with the gold entity with which it shares most tokens, not with the first that it "
        "overlaps.",
        in_passes(_equal, same_bounds, _any, largest=True),
        ALIGNED,
    ),
    Mistake(
        "same-type-first",
        "Entities of the same type that overlap are paired before entities of different types that overlap.",
        in_passes(_equal, same_bounds, _same_type, _any),
        ALIGNED,
    ),
    Mistake(
        "overlaps-never-meet",
        "A prediction that overlaps a gold entity with another start or end is never paired with it.",
        in_passes(_equal, same_bounds),
        ALIGNED,
    ),
)
