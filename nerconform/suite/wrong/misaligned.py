"""Wrong alignments: mistakes in the order in which spans meet."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nerconform.reference.alignments import enough
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Align, Attribution
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.spans import Span, canonical
from nerconform.suite.wrong.evaluator import ALIGNED, Mistake
from nerconform.suite.wrong.mismatched import only

_Rows = Sequence[Pair]
_Wanted = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span may meet in a pass."""


def _aligned(align: Callable[[Dialect, Spans, Spans], _Rows]) -> Change:
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

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> _Rows:
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


def _by_position(dialect: Dialect, gold: Spans, pred: Spans) -> _Rows:
    """Pair the first with the first, the second with the second, and so on."""
    both = min(len(gold), len(pred))
    paired = [Pair(*pair) for pair in zip(gold, pred, strict=False)]
    if dialect.align is Align.NONE:
        paired = [row for pair in paired for row in ([pair] if pair.gold == pair.pred else _apart(pair))]
    return [*paired, *(Pair(span, None) for span in gold[both:]), *(Pair(None, span) for span in pred[both:])]


def _apart(row: Pair) -> list[Pair]:
    """Return a pair as a missing and a spurious span."""
    return [Pair(row.gold, None), Pair(None, row.pred)]


WRONG: tuple[Mistake, ...] = (
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
