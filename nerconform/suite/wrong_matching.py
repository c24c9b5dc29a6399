"""Wrong matching: mistakes in which spans are compared, aligned and called correct."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import Match
from nerconform.reference.nearby import enough
from nerconform.reference.options import Align, Attribution
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
    """Return the change that matches other spans and reports the true ones."""

    def restored(alignment: Alignment) -> Alignment:
        return {
            schema: tuple(Pair(*(None if span is None else back(span) for span in row)) for row in rows)
            for schema, rows in alignment.items()
        }

    def wrong(match: Match, gold: Spans, pred: Spans) -> Outcomes:
        found = match(tuple(map(fix, gold)), tuple(map(fix, pred)))
        of_type = None if found.of_type is None else {kind: restored(rows) for kind, rows in found.of_type.items()}
        return Outcomes(restored(found.rows), of_type)

    return _match(wrong)


def _counts_as_match(near: _Near) -> Change:
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


def _iou(gold: Span, pred: Span) -> Fraction:
    """Return the share of common tokens in the tokens of either span."""
    common = max(0, _shared(gold, pred))
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


MATCHING: tuple[Mistake, ...] = (
    Mistake(
        "ignores-type",
        "A prediction with the bounds of a gold span is right, whatever its type.",
        _counts_as_match(lambda gold, pred: gold[1:] == pred[1:]),
    ),
    Mistake(
        "ignores-bounds",
        "A prediction with the type of a gold span of its unit is right, wherever it stands.",
        _counts_as_match(lambda gold, pred: gold.type == pred.type),
    ),
    Mistake(
        "counts-partial-as-match",
        "A prediction that overlaps a gold span of its type is right.",
        _counts_as_match(lambda gold, pred: gold.type == pred.type and gold.overlaps(pred)),
    ),
    Mistake(
        "counts-overlap-as-match",
        "A prediction that overlaps a gold span is right, whatever its type.",
        _counts_as_match(Span.overlaps),
    ),
    Mistake(
        "counts-same-start-as-match",
        "A prediction with the type and the start of a gold span is right.",
        _counts_as_match(lambda gold, pred: gold[:2] == pred[:2]),
    ),
    Mistake(
        "counts-same-end-as-match",
        "A prediction with the type and the end of a gold span is right.",
        _counts_as_match(lambda gold, pred: gold[::2] == pred[::2]),
    ),
    Mistake(
        "counts-half-overlap-as-match",
        "A prediction of the gold span's type is right if both share at least half of their tokens (IoU of 0.5).",
        _counts_as_match(lambda gold, pred: gold.type == pred.type and _iou(gold, pred) >= _HALF),
    ),
    Mistake(
        "counts-longer-prediction-as-match",
        "A prediction is right that has the type and the start of a gold span and goes on after its end.",
        _counts_as_match(lambda gold, pred: gold[:2] == pred[:2] and pred.end > gold.end),
    ),
    Mistake(
        "counts-inner-prediction-as-match",
        "A prediction is right that lies within a gold span of its type.",
        _counts_as_match(
            lambda gold, pred: gold.type == pred.type and gold.start <= pred.start and pred.end <= gold.end
        ),
    ),
    Mistake("counts-every-equal-pair", "Every gold span pairs with every equal prediction.", _match(_every_equal_pair)),
    Mistake("counts-by-membership", "Every prediction that is among the gold spans is right.", _match(_membership)),
    Mistake("overlap-within-types", "Spans of two types never meet.", _match(_within_types), ALIGNED),
    Mistake(
        "touching-overlaps",
        "Spans that touch count as overlapping.",
        _moved(lambda span: span._replace(end=span.end + 1), lambda span: span._replace(end=span.end - 1)),
        ALIGNED,
    ),
    Mistake(
        "overlap-of-inclusive-ends",
        "Ends are inclusive, and the test for overlap takes them for exclusive.",
        _moved(lambda span: span._replace(end=span.end - 1), lambda span: span._replace(end=span.end + 1)),
        ALIGNED,
    ),
)


_Wanted = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span may meet in a pass."""


def _aligned(align: Callable[[Dialect, Spans, Spans], Rows]) -> Change:
    """Return the change to one alignment for all schemas."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect

        def rows(gold: Spans, pred: Spans) -> Alignment:
            return dict.fromkeys(answered(dialect), tuple(align(dialect, gold, pred)))

        def wrong(gold: Spans, pred: Spans) -> Outcomes:
            if dialect.attribution is not Attribution.REFILTER or dialect.align is Align.NONE:
                return Outcomes(rows(gold, pred))
            types = sorted({span.type for span in (*gold, *pred)})
            return Outcomes(rows(gold, pred), {kind: rows(only(gold, kind), only(pred, kind)) for kind in types})

        return replace(pipeline, match=wrong)

    return change


def _equal(gold: Span, pred: Span) -> bool:
    return gold == pred


def _same_bounds(gold: Span, pred: Span) -> bool:
    return gold[1:] == pred[1:]


def _same_type(gold: Span, pred: Span) -> bool:
    return gold.type == pred.type


def _any(_gold: Span, _pred: Span) -> bool:
    return True


def _shared(gold: Span, pred: Span) -> int:
    """Return the number of tokens that both have."""
    return min(gold.end, pred.end) - max(gold.start, pred.start)


def _in_passes(*passes: _Wanted, backwards: bool = False, largest: bool = False) -> Change:
    """Return the change to `phased` with other passes, with the predictions backwards, or with the largest overlap."""

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
        free = sorted(gold, key=canonical)
        left = sorted(pred, key=canonical, reverse=backwards)
        rows = []
        for wanted in passes:
            for span in tuple(left):
                near = [other for other in free if enough(dialect.overlap, other, span) and wanted(other, span)]
                if near:
                    met = max(near, key=partial(_shared, span)) if largest else near[0]
                    free.remove(met)
                    left.remove(span)
                    rows.append(Pair(met, span))
        return [*rows, *(Pair(span, None) for span in free), *(Pair(None, span) for span in left)]

    return _aligned(align)


def _by_position(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Pair the first with the first, the second with the second, and so on."""
    both = min(len(gold), len(pred))
    paired = [Pair(*pair) for pair in zip(gold, pred, strict=False)]
    if dialect.align is Align.NONE:
        paired = [row for pair in paired for row in ([pair] if pair.gold == pair.pred else apart(pair))]
    return [*paired, *(Pair(span, None) for span in gold[both:]), *(Pair(None, span) for span in pred[both:])]


ALIGNMENT: tuple[Mistake, ...] = (
    Mistake("aligns-by-position", "The n-th gold span meets the n-th prediction.", _aligned(_by_position)),
    Mistake("equal-pass-lost", "Equal spans have no pass of their own.", _in_passes(_same_bounds, _any), ALIGNED),
    Mistake("bounds-pass-lost", "Equal bounds have no pass of their own.", _in_passes(_equal, _any), ALIGNED),
    Mistake("one-pass", "Each prediction meets the first free gold span that overlaps.", _in_passes(_any), ALIGNED),
    Mistake(
        "last-prediction-first",
        "The predictions choose in reverse order.",
        _in_passes(_equal, _same_bounds, _any, backwards=True),
        ALIGNED,
    ),
    Mistake(
        "largest-overlap-first",
        "A prediction meets the gold span with which it shares most tokens, not the first.",
        _in_passes(_equal, _same_bounds, _any, largest=True),
        ALIGNED,
    ),
    Mistake(
        "same-type-first",
        "Overlapping spans of one type meet before those of two types.",
        _in_passes(_equal, _same_bounds, _same_type, _any),
        ALIGNED,
    ),
    Mistake("overlaps-never-meet", "Spans with other bounds never meet.", _in_passes(_equal, _same_bounds), ALIGNED),
)
