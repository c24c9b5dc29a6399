"""Wrong sides: metrics that ask of each entity whether the other side has one near it, and that excuse errors."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from nerconform.reference.counting import Counts, Tally, counter
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Align
from nerconform.reference.outcomes import AskedRow, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.spans import Span, shared_tokens
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_matching import counts_as_match, listed_by
from nerconform.suite.wrong_parsing import TAGGED
from nerconform.suite.wrong_schemas import Rows, of_rows

Near = Callable[[Span, Span], bool]
"""Whether a gold span and a predicted span, in this order, are near enough."""


def _within(one: Span, other: Span) -> bool:
    return other.start <= one.start and one.end <= other.end


def _equal(gold: Span, pred: Span) -> bool:
    return gold == pred


def _of_type(near: Near) -> Near:
    return lambda gold, pred: gold.type == pred.type and near(gold, pred)


NEAR: Mapping[str, tuple[str, Near]] = MappingProxyType(
    {
        "overlap-of-type": ("overlaps a gold entity of its type", _of_type(Span.overlaps)),
        "overlap": ("overlaps a gold entity of any type", Span.overlaps),
        "around": ("contains a gold entity of its type", _of_type(_within)),
        "inside": ("lies inside a gold entity of its type", _of_type(lambda gold, pred: _within(pred, gold))),
        "around-or-inside": (
            "contains a gold entity of its type or lies inside one",
            _of_type(lambda gold, pred: _within(gold, pred) or _within(pred, gold)),
        ),
        "same-bounds": ("has the start and end of a gold entity of any type", lambda gold, pred: gold[1:] == pred[1:]),
        "same-start": ("has the type and start of a gold entity", lambda gold, pred: gold[:2] == pred[:2]),
        "same-end": ("has the type and end of a gold entity", lambda gold, pred: gold[::2] == pred[::2]),
        "same-type": ("has the type of a gold entity of its sentence", lambda gold, pred: gold.type == pred.type),
    }
)
"""What people take for near: what they say of a prediction, and the test."""


def _asked(
    found: Near, right: Near, fix: Callable[[Counts], Counts] = lambda counts: counts, *, once: Near | None = None
) -> Change:
    """Return the change that asks of each gold span whether one is `found`, of each prediction whether it is `right`.

    Nothing is used up but by the test `once`. `fix` changes the counts of both sides.
    """

    def change(pipeline: Pipeline) -> Pipeline:
        try:
            dialect = replace(pipeline.dialect, align=Align.TWO_SIDED)
        except UndefinedPolicy:
            return pipeline
        two_sided, schemas = counter(dialect), answered(dialect)

        def match(gold: Spans, pred: Spans) -> Outcomes:
            gold, pred = listed_by(dialect, gold), listed_by(dialect, pred)
            asked = (
                *(AskedRow.of(one, met, 0, gold_asks=True) for one, met in _met(gold, pred, found, once=found is once)),
                *(
                    AskedRow.of(one, met, 0, gold_asks=False)
                    for one, met in _met(pred, gold, lambda one, other: right(other, one), once=right is once)
                ),
            )
            return Outcomes(dict.fromkeys(schemas, asked))

        def count(units: Iterable[Outcomes]) -> Tally:
            return _fixed(two_sided(units), answered(pipeline.dialect), fix)

        return replace(pipeline, match=match, count=count)

    return change


def _met(spans: Spans, others: Spans, near: Near, *, once: bool) -> Iterator[tuple[Span, Span | None]]:
    """Yield each span, with itself if another one is near, which is used up if that is so `once`."""
    free = list(others)
    for span in spans:
        other = next((one for one in free if near(span, one)), None)
        if other is not None and once:
            free.remove(other)
        yield span, None if other is None else span


def _fixed(tally: Tally, schemas: Collection[Schema], fix: Callable[[Counts], Counts]) -> Tally:
    """Return the tally with other counts, of these schemas only."""
    total = {schema: fix(tally.total[schema]) for schema in schemas}
    by_type = {kind: {schema: fix(row[schema]) for schema in schemas} for kind, row in tally.by_type.items()}
    return replace(tally, total=total, by_type=by_type, units=tuple(_fixed(unit, schemas, fix) for unit in tally.units))


def _one_number(counts: Counts, *, of_gold: bool) -> Counts:
    """Take one side's number of right entities for both, so that what is left may be below 0."""
    right = counts.tp_gold if of_gold else counts.tp_pred
    return Counts(cor=right, mis=counts.pos - right, spu=counts.act - right)


def by_side(name: str, words: str, near: Near) -> Iterator[Mistake]:
    """Yield the ways of counting what is near without using it up; `words` say of a prediction that it is near."""
    by_pred, by_gold = (partial(_one_number, of_gold=of_gold) for of_gold in (False, True))
    for kind, says, change in (
        (
            "each-side",
            "A prediction that {} is right, and the gold entity is found; several may share one.",
            (near, near),
        ),
        ("recall", "For recall it is enough that a prediction {}; precision demands equal entities.", (near, _equal)),
        (
            "precision",
            "For precision it is enough that a prediction {}; recall demands equal entities.",
            (_equal, near),
        ),
        (
            "predictions",
            "Each prediction that {} is one true positive, even if several share one gold entity.",
            (near, near, by_pred),
        ),
        (
            "gold",
            (
                "Each gold entity near a prediction is one true positive, even if several share one; near means that "
                "the prediction {}."
            ),
            (near, near, by_gold),
        ),
    ):
        yield Mistake(f"{kind}-by-{name}", says.format(words), _asked(*change), TAGGED)
        if _equal in change:
            more = f"{says.format(words).rstrip('.')}, as many as there are copies."
            yield Mistake(f"{kind}-by-{name}-with-copies", more, _asked(*change, once=_equal), TAGGED)


_SHARES: Mapping[str, tuple[str, Callable[[Span, Span, int], int]]] = {
    "iou": ("intersection over union", lambda gold, pred, shared: gold.size + pred.size - shared),
    "gold": ("share of the gold entity", lambda gold, _pred, _shared: gold.size),
    "prediction": ("share of the prediction", lambda _gold, pred, _shared: pred.size),
}


def shares_at_least(share: str, least: int) -> Iterator[Mistake]:
    """Yield the mistakes of taking a prediction for right by the `share` of tokens that both have.

    `least` is how many of a hundred are enough; one more than a multiple of five stands for more than that multiple.
    """
    words, size = _SHARES[share]
    is_more = least % 5 == 1
    bound = Fraction(least - is_more, 100)

    def near(gold: Span, pred: Span) -> bool:
        shared = shared_tokens(gold, pred)
        found = Fraction(shared, size(gold, pred, shared)) if gold.type == pred.type and shared else Fraction(0)
        return found > bound if is_more else found >= bound

    text = f"{float(bound):g}"
    name = f"{share}-{'above' if is_more else 'from'}-{text}"
    words = f"shares tokens with a gold entity of its type, {words} {'above' if is_more else 'at least'} {text},"
    yield Mistake(f"counts-{name}-as-match", f"A prediction that {words} is right.", counts_as_match(near))
    yield from by_side(name, words, near)


def _excused(near: Near, *, missed: bool, spurious: bool, is_near: bool = True) -> Change:
    """Return the change that leaves out errors that are near a span of the other side, or those that are not."""

    def fix(rows: Rows, _schema: Schema) -> Iterable[Pair]:
        gold = [row.gold for row in rows if row.gold is not None]
        pred = [row.pred for row in rows if row.pred is not None]
        for row in rows:
            if row.pred is None and row.gold is not None:
                met, counts = any(near(row.gold, other) for other in pred), missed
            elif row.gold is None and row.pred is not None:
                met, counts = any(near(other, row.pred) for other in gold), spurious
            else:
                met, counts = False, False
            if not counts or met is not is_near:
                yield row

    return of_rows(fix)


_EXCUSES = (
    ("missed", "A prediction that {} and is wrong is a false positive only: no missed entity is counted.", True, False),
    (
        "spurious",
        "A prediction that {} and is wrong is no false positive: only a missed entity is counted.",
        False,
        True,
    ),
    ("both", "A prediction that {} and is wrong is left out, and the gold entity, too: there is no error.", True, True),
)
_EXCUSED_BY = ("same-bounds", "overlap-of-type", "overlap", "same-start", "same-end")

SIDES: tuple[Mistake, ...] = (
    *(mistake for name, (words, near) in NEAR.items() for mistake in by_side(name, words, near)),
    Mistake(
        "gold-by-membership",
        "Each gold entity that is among the predictions is one true positive, even if several share one prediction.",
        _asked(_equal, _equal, partial(_one_number, of_gold=True)),
        TAGGED,
    ),
    Mistake(
        "predictions-by-membership",
        "Each prediction that is among the gold entities is one true positive, even if several share one gold entity.",
        _asked(_equal, _equal, partial(_one_number, of_gold=False)),
        TAGGED,
    ),
    *(
        Mistake(
            f"{kind}-excused-by-{name}",
            says.format(NEAR[name][0]),
            _excused(NEAR[name][1], missed=missed, spurious=spurious),
            TAGGED,
        )
        for kind, says, missed, spurious in _EXCUSES
        for name in _EXCUSED_BY
    ),
    *(
        Mistake(name, says, _excused(Span.overlaps, missed=missed, spurious=spurious, is_near=False), TAGGED)
        for name, says, missed, spurious in (
            (
                "missed-far-off-left-out",
                "A gold entity that no prediction overlaps is not counted as missed.",
                True,
                False,
            ),
            (
                "spurious-far-off-left-out",
                "A prediction that overlaps no gold entity is not counted as wrong.",
                False,
                True,
            ),
        )
    ),
)
