"""Wrong matchers: mistakes in what counts as equal."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nerconform.reference.filtering import Spans
from nerconform.reference.matching import Match
from nerconform.reference.outcomes import Alignment, Outcomes, Pair
from nerconform.reference.pipeline import Change
from nerconform.reference.spans import Span
from nerconform.suite.wrong.evaluator import ALIGNED, Mistake

_Near = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span are close enough for the mistake."""


def _match(fix: Callable[[Match, Spans, Spans], Outcomes]) -> Change:
    """Return the change of the match step that may still call the right one."""
    return lambda pipeline: replace(pipeline, match=partial(fix, pipeline.match))


def _read_as(fix: Callable[[Span], Span], back: Callable[[Span], Span]) -> Change:
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


def only(spans: Spans, kind: str) -> Spans:
    """Return the spans of one type."""
    return tuple(span for span in spans if span.type == kind)


def _within_types(match: Match, gold: Spans, pred: Spans) -> Outcomes:
    """Match each type by itself, so that spans of two types never meet."""
    found = match(gold, pred)
    types = sorted({span.type for span in (*gold, *pred)})
    apart = [match(only(gold, kind), only(pred, kind)).rows for kind in types]
    return Outcomes(
        {schema: tuple(row for rows in apart for row in rows[schema]) for schema in found.rows}, found.of_type
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


WRONG: tuple[Mistake, ...] = (
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
    Mistake("counts-every-equal-pair", "Every gold span pairs with every equal prediction.", _match(_every_equal_pair)),
    Mistake("counts-by-membership", "Every prediction that is among the gold spans is right.", _match(_membership)),
    Mistake("overlap-within-types", "Spans of two types never meet.", _match(_within_types), ALIGNED),
    Mistake(
        "touching-overlaps",
        "Spans that touch count as overlapping.",
        _read_as(lambda span: span._replace(end=span.end + 1), lambda span: span._replace(end=span.end - 1)),
        ALIGNED,
    ),
    Mistake(
        "overlap-of-inclusive-ends",
        "Ends are inclusive, and the test for overlap takes them for exclusive.",
        _read_as(lambda span: span._replace(end=span.end - 1), lambda span: span._replace(end=span.end + 1)),
        ALIGNED,
    ),
)
