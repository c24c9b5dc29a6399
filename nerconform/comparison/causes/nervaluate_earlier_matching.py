"""Quirks of earlier releases of nervaluate: partners that a prediction missed, and partners that it took."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.nervaluate_earlier import FIRST_ANY, ONE, ZERO
from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.reference.alignments import enough
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Attribution
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

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


LAST_TOKEN = Quirk(
    id="nervaluate.last-token-overlaps-nothing",
    library="nervaluate",
    versions=">=0.1.5,<0.1.8",
    step=Step.MATCH,
    title="The last token of a span overlaps nothing",
    prose=(
        "Ends are inclusive, and the ranges that are intersected leave them out: two spans that share the last "
        "token of either alone are missed and spurious, and a span of one token meets none but one of the same "
        "bounds."
    ),
    clause="MAT-4",
    base=FIRST_ANY,
    schemes=tuple(Scheme),
    fires=lambda given: bool(given.gold) and bool(given.pred),
    change=matched(_by_value(_short_of_the_last_token)),
    shown=Shown(Scheme.IOB2, "B-X I-X", "B-X O", counts=(1, 1, 0), numbers={"partial.micro.mis": 1.0}),
)
EQUAL_BOUNDS = Quirk(
    id="nervaluate.equal-bounds-used-again",
    library="nervaluate",
    versions="==0.1.8",
    step=Step.MATCH,
    title="A gold span with equal bounds is taken again",
    prose=(
        "A gold span that was met is not met again, unless the next prediction has its bounds and another type: "
        "that branch comes first and does not look whether it is free."
    ),
    clause="MAT-7",
    base=MappingProxyType({**ZERO, "align": "input"}),
    schemes=tuple(Scheme),
    fires=lambda given: bool(given.gold) and bool(given.pred),
    change=matched(_by_value(_equal_bounds_or_free)),
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"exact.micro.cor": 2.0},
        data=([[Span("X", 0, 1)]], [[Span("X", 0, 1), Span("Y", 0, 1)]]),
    ),
)
EQUAL_NOT_SOUGHT = Quirk(
    id="nervaluate.equal-span-not-sought",
    library="nervaluate",
    versions=">=1.0,<1.2",
    step=Step.MATCH,
    title="The first free gold span that overlaps is taken, an equal one or not",
    prose=(
        "Each prediction goes through the gold spans in list order and takes the first free one that it equals or "
        "overlaps. Where gold spans overlap each other, one that comes first is taken before the one that is "
        "equal."
    ),
    clause="MAT-6",
    base=ONE,
    schemes=tuple(Scheme),
    fires=lambda given: any(isinstance(one, Span) for one in _spans(given)),
    change=matched(_first_free),
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"strict.micro.cor": 0.0},
        data=([[Span("X", 0, 2), Span("X", 1, 2)]], [[Span("X", 1, 2)]]),
    ),
)
QUIRKS = (LAST_TOKEN, EQUAL_BOUNDS, EQUAL_NOT_SOUGHT)
