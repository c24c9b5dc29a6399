"""Wrong pairing: how metrics with four schemas that people write themselves pair gold entities and predictions."""

from collections.abc import Callable
from typing import Any

from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.nearby import enough
from nerconform.reference.outcomes import Pair
from nerconform.reference.pipeline import Change
from nerconform.reference.spans import Span
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_matching import OtherAlignment, iou, same_bounds, shared
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

    return OtherAlignment(align)


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
        OtherAlignment(_most_similar_first),
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
)
