"""Wrong pairing: how metrics with four schemas that people write themselves pair gold entities and predictions."""

from collections.abc import Callable, Mapping
from typing import Any

from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.nearby import enough
from nerconform.reference.outcomes import Alignment, Outcome, Pair, Schema, answered
from nerconform.reference.pipeline import Change
from nerconform.reference.spans import Span
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_credits import OVERLAPS
from nerconform.suite.wrong_matching import OtherAlignment, for_all_schemas, halves, iou, same_bounds, shared
from nerconform.suite.wrong_schemas import Rows

_Key = Callable[[Span, Span], Any]


def _first(_gold: Span, _pred: Span) -> int:
    """Prefer the one that is listed first."""
    return 0


def _nearest(gold: Span, pred: Span) -> tuple[bool, bool, int, bool]:
    """Prefer an equal span, then equal bounds, then most common tokens, then the same type."""
    return gold == pred, same_bounds(gold, pred), shared(gold, pred), gold.type == pred.type


def _similar(gold: Span, pred: Span) -> tuple[Any, bool]:
    """Prefer the largest intersection over union, then the same type."""
    return iou(gold, pred), gold.type == pred.type


def _most_similar_first(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Pair the two spans of all that are most similar, then the two of those that are left, and so on."""
    rows, left, free = [], dict(enumerate(gold)), dict(enumerate(pred))
    near = [(at, to) for at in left for to in free if enough(dialect.overlap, gold[at], pred[to])]
    for at, to in sorted(near, key=lambda pair: _similar(gold[pair[0]], pred[pair[1]]), reverse=True):
        if at in left and to in free:
            rows.append(Pair(left.pop(at), free.pop(to)))
    return [*rows, *(Pair(span, None) for span in left.values()), *(Pair(None, span) for span in free.values())]


def _each_gold(key: _Key, *, identical_first: bool = True, again: bool = False) -> Change:
    """Return the change in which each gold span, as listed, takes the overlapping prediction with most of a key.

    With `again` several can take one prediction; those of the pass of identical spans are taken once.
    """

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
        rows, open_, taken = [], [], set[int]()
        for span in gold:
            same = (at for at, other in enumerate(pred) if at not in taken and other == span)
            if identical_first and (at := next(same, None)) is not None:
                taken.add(at)
                rows.append(Pair(span, pred[at]))
            else:
                open_.append(span)
        closed = set(taken)
        for span in open_:
            left = [at for at in range(len(pred)) if at not in (closed if again else taken)]
            near = [at for at in left if enough(dialect.overlap, span, pred[at])]
            if near:
                best = max(near, key=lambda at: key(span, pred[at]))
                taken.add(best)
                rows.append(Pair(span, pred[best]))
            else:
                rows.append(Pair(span, None))
        return [*rows, *(Pair(None, other) for at, other in enumerate(pred) if at not in taken)]

    return for_all_schemas(align)


def _by_schema(near: Callable[[Span, Span], bool], *, again: bool = False) -> Change:
    """Return the change in which each schema pairs identical spans, then each prediction, as listed.

    A prediction takes the first gold span that is free, near and makes it correct in the schema; if there is none, the
    first that is free and near. With `again` what such a prediction has taken stays free.
    """

    def rows(schema: Schema, gold: Spans, pred: Spans) -> Rows:
        free, found, left, taken = dict(enumerate(gold)), list[Pair](), list[Span](), set[int]()
        for span in pred:
            same = next((at for at, other in free.items() if other == span), None)
            if same is None:
                left.append(span)
            else:
                found.append(Pair(free.pop(same), span))
        for span in left:
            at = _preferred(schema, free, span, near)
            found.append(Pair(None if at is None else free[at], span))
            if at is not None:
                taken.add(at)
                if not again:
                    del free[at]
        return [*found, *(Pair(other, None) for at, other in free.items() if at not in taken)]

    def align(dialect: Dialect, gold: Spans, pred: Spans) -> Alignment:
        return {schema: tuple(rows(schema, gold, pred)) for schema in answered(dialect)}

    return OtherAlignment(align)


def _preferred(schema: Schema, free: Mapping[int, Span], span: Span, near: Callable[[Span, Span], bool]) -> int | None:
    """Return the place of the first gold span that makes a prediction correct, else of the first that is near."""
    places = [at for at, other in free.items() if near(other, span)]
    right = (at for at in places if Pair(free[at], span).outcome(schema) is Outcome.COR)
    return next(right, places[0] if places else None)


def _touching(gold: Span, pred: Span) -> bool:
    return gold.start <= pred.end and pred.start <= gold.end


def _with_inclusive_ends(gold: Span, pred: Span) -> bool:
    return halves(gold).overlaps(halves(pred))


_BY_SCHEMA = (
    "Each schema pairs identical entities first. Then it pairs each prediction, in list order, with {}. Of several, it "
    "takes one that makes the prediction correct, else the first."
)
_NEAR: tuple[tuple[str, str, Callable[[Span, Span], bool]], ...] = (
    ("touching", "they overlap or touch", _touching),
    (
        "inclusive-ends",
        "they overlap and, unless they have the same start and end, neither starts with the last token of the other",
        _with_inclusive_ends,
    ),
    *(
        (name, f"they overlap and {words}", lambda g, p, near=near: g.overlaps(p) and near(g, p))
        for name, words, near in OVERLAPS
    ),
)


_FIRST = "Identical entities are paired."
_LEFT_OUT = f"{_FIRST} Each gold entity that is left is paired with"
_NEAREST = "that has its start and end, else with the one with which it shares the most tokens"
_TIES = "Type decides ties."
_SEVERAL = "That prediction then counts several times."
PAIRING: tuple[Mistake, ...] = (
    Mistake(
        "each-gold-takes-first",
        f"{_FIRST} Then each gold entity, in list order, is paired with the first unpaired prediction that it "
        "overlaps.",
        _each_gold(_first),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-nearest-in-one-pass",
        f"Each gold entity, in list order, is paired with the unpaired prediction {_NEAREST}. {_TIES}",
        _each_gold(_nearest, identical_first=False),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-nearest",
        f"{_FIRST} Then each gold entity, in list order, is paired with the unpaired prediction {_NEAREST}. {_TIES}",
        _each_gold(_nearest),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-largest-iou",
        "Each gold entity, in list order, is paired with the unpaired prediction that has the largest intersection "
        "over union. " + _TIES,
        _each_gold(_similar, identical_first=False),
        ALIGNED,
    ),
    Mistake(
        "largest-iou-first",
        "Of all overlapping pairs, the one with the largest intersection over union is paired first, then the next of "
        "those that are left. " + _TIES,
        for_all_schemas(_most_similar_first),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-largest-iou-again",
        "Each gold entity is paired with the prediction that has the largest intersection over union, even if that "
        f"prediction is paired already. {_TIES} {_SEVERAL}",
        _each_gold(_similar, identical_first=False, again=True),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-first-again-in-one-pass",
        "Each gold entity is paired with the first prediction that it overlaps, even if that prediction is paired "
        f"already. {_SEVERAL}",
        _each_gold(_first, identical_first=False, again=True),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-first-again",
        f"{_LEFT_OUT} the first prediction that is left and overlaps it, even if that prediction is paired already. "
        f"{_SEVERAL}",
        _each_gold(_first, again=True),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-nearest-again-in-one-pass",
        f"Each gold entity is paired with the prediction {_NEAREST}, even if that prediction is paired already. "
        f"{_TIES} {_SEVERAL}",
        _each_gold(_nearest, identical_first=False, again=True),
        ALIGNED,
    ),
    Mistake(
        "each-gold-takes-nearest-again",
        f"{_LEFT_OUT} the prediction that is left and has its start and end, else with the one with which it shares "
        f"the most tokens, even if that prediction is paired already. {_TIES} {_SEVERAL}",
        _each_gold(_nearest, again=True),
        ALIGNED,
    ),
    *(
        Mistake(
            f"by-schema-if-{name}",
            _BY_SCHEMA.format(f"a free gold entity, but only if {words}"),
            _by_schema(near),
            ALIGNED,
        )
        for name, words, near in _NEAR
    ),
    Mistake(
        "by-schema-gold-reused",
        _BY_SCHEMA.format(
            "a gold entity that it overlaps and that is not "
            "identical to a prediction, even if another prediction is paired with it already"
        ),
        _by_schema(Span.overlaps, again=True),
        ALIGNED,
    ),
)
