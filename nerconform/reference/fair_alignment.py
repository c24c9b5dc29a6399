"""Fair alignment: the errors of FairEval, a row for each (MAT-16).

Each error takes tokens from its two spans. A span that is left over may meet a span that is taken already, as long as
the two share tokens that no error has taken.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from nerconform.reference.intervals import common, pieces_of, size, without
from nerconform.reference.nearby import Nearby
from nerconform.reference.option_values import Overlap
from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import Bounds, Span


@dataclass(slots=True, eq=False)
class _Part:
    """A span, its tokens that no error has taken, and whether it is in an error of overlapping spans."""

    span: Span
    left: tuple[Bounds, ...] = field(init=False)
    is_free: bool = True

    def __post_init__(self) -> None:
        self.left = pieces_of(self.span)

    def likeness(self, other: "_Part") -> tuple[int, int, int]:
        """Return how little another span is like this one: tokens that both share, tokens left there, its length.

        Of spans that share as many, as many tokens are left here alone.
        """
        return -size(common(self.left, other.left)), size(other.left), other.span.end - other.span.start


_Fits = Callable[[_Part, _Part], bool]
"""Whether a gold span and a prediction make an error of some class."""


class _Side:
    """The spans of one side that no step with equal bounds has used, the shortest first."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.parts = [_Part(span) for span in sorted(spans, key=lambda span: span.end - span.start)]
        self._nearby = Nearby([part.span for part in self.parts], Overlap())

    def free(self) -> list[_Part]:
        """Return the spans that are in no error."""
        return [part for part in self.parts if part.is_free]

    def near(self, span: Span) -> Iterator[_Part]:
        """Yield the spans that share a token with a span."""
        return (self.parts[index] for index in self._nearby.every(span))


def _overlapping(gold: _Side, pred: _Side, fits: _Fits) -> Iterator[Pair]:
    """Yield the errors of overlapping spans: free with free, then free gold with taken, then the other way."""
    for one in gold.free():
        other = _most_alike(one, (each for each in pred.near(one.span) if each.is_free and fits(one, each)))
        if other is not None:
            yield _met(one, other)
    for one in gold.free():
        other = _most_alike(one, (each for each in pred.near(one.span) if _is_left(each, one) and fits(one, each)))
        if other is not None:
            yield _met(one, other)
    for each in pred.free():
        other = _most_alike(each, (one for one in gold.near(each.span) if _is_left(one, each) and fits(one, each)))
        if other is not None:
            yield _met(other, each)


def _is_left(taken: _Part, part: _Part) -> bool:
    """Whether a span that is in an error has tokens that no error has taken, and shares one with another span."""
    return not taken.is_free and bool(common(taken.left, part.left))


def _most_alike(part: _Part, others: Iterable[_Part]) -> _Part | None:
    """Return the other span that is most like this one, the first of several."""
    return min(others, key=part.likeness, default=None)


def _met(gold: _Part, pred: _Part) -> Pair:
    """Take the shared tokens from both."""
    shared = common(gold.left, pred.left)
    for part in (gold, pred):
        part.left, part.is_free = without(part.left, shared), False
    return Pair(gold.span, pred.span)


def fair_rows(
    gold: list[Span], pred: list[Span], near: Callable[[Span, Span], bool], *, by_value: bool = False
) -> list[Pair]:
    """Return the rows of a group whose spans stand in list order; `near` says whether two overlap enough.

    With `by_value` every prediction that equals a gold span meets it, used or not (MAT-9).
    """
    equal, gold, pred = _equal(gold, pred, by_value=by_value)
    retyped, gold, pred = _retyped(gold, pred)
    golds, preds = _Side(gold), _Side(pred)
    rows = [*equal, *retyped]
    for same_type in (True, False):

        def fits(one: _Part, other: _Part, same_type: bool = same_type) -> bool:  # noqa: FBT001 # bound in the loop
            of_class = (one.span.type == other.span.type) is same_type and one.span.bounds != other.span.bounds
            return of_class and near(one.span, other.span)

        rows += _overlapping(golds, preds, fits)
    return [*rows, *(Pair(one.span, None) for one in golds.free()), *(Pair(None, one.span) for one in preds.free())]


def _equal(gold: list[Span], pred: list[Span], *, by_value: bool) -> tuple[list[Pair], list[Span], list[Span]]:
    """Return the rows of equal spans, and the spans of both sides that are left, in list order."""
    waiting: dict[Span, deque[int]] = {}
    for place, span in enumerate(pred):
        waiting.setdefault(span, deque()).append(place)
    rows, used = [], set[int]()
    left = []
    for span in gold:
        places = waiting.get(span, deque())
        met = [places.popleft() for _ in range(len(places) if by_value else min(1, len(places)))]
        used.update(met)
        rows += [Pair(span, pred[place]) for place in met]
        if not met:
            left.append(span)
    return rows, left, [span for place, span in enumerate(pred) if place not in used]


def _retyped(gold: list[Span], pred: list[Span]) -> tuple[list[Pair], list[Span], list[Span]]:
    """Return the rows of spans of equal bounds and two types, and the spans of both sides that are left."""
    waiting: dict[object, list[int]] = {}
    for place, span in enumerate(pred):
        waiting.setdefault(span.bounds, []).append(place)
    rows, used = [], set[int]()
    left = []
    for span in gold:
        places = waiting.get(span.bounds, [])
        met = next((place for place in places if pred[place].type != span.type), None)
        if met is None:
            left.append(span)
        else:
            places.remove(met)
            used.add(met)
            rows.append(Pair(span, pred[met]))
    return rows, left, [span for place, span in enumerate(pred) if place not in used]
