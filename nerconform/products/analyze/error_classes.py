"""Error classes: the rows of an alignment put into errors, each of one class.

The class says how the entities lie to each other, whatever the dialect pairs. So a dialect without alignment, which
counts a wrong type as one missed and one spurious entity, shows the same classes as one that pairs the two. Every row
belongs to exactly one error or is correct, so outcomes add up.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import Span, canonical, shared_tokens
from nerconform.results.analysis_result import ErrorKind


class FoundError(NamedTuple):
    """One error: its class, and the rows that it explains."""

    kind: ErrorKind
    rows: tuple[Pair, ...]

    @property
    def gold(self) -> tuple[Span, ...]:
        """Return the gold spans, each once, from left to right."""
        return _distinct(row.gold for row in self.rows)

    @property
    def pred(self) -> tuple[Span, ...]:
        """Return the predicted spans, each once, from left to right."""
        return _distinct(row.pred for row in self.rows)


def is_correct(row: Pair) -> bool:
    """Whether a row pairs two equal spans."""
    return row.gold is not None and row.gold == row.pred


def errors_of(rows: Iterable[Pair]) -> list[FoundError]:
    """Return the errors of one sentence, from left to right.

    Equal spans that are paired are no error. Then come wrong types: equal bounds, paired by the dialect, or left over
    on both sides. The other rows are put together where a gold span of one overlaps a prediction of the other.
    """
    wrong = [row for row in rows if not is_correct(row)]
    retyped = [FoundError(ErrorKind.WRONG_TYPE, (row,)) for row in wrong if _same_bounds(row)]
    rest = [row for row in wrong if not _same_bounds(row)]
    found = [*retyped, *_retyped_apart(rest)]
    taken = {id(row) for error in found for row in error.rows}
    for group in _groups([row for row in rest if id(row) not in taken]):
        found += _errors(group)
    return sorted(found, key=lambda error: min(span[1:] for span in (*error.gold, *error.pred)))


def _same_bounds(row: Pair) -> bool:
    return row.gold is not None and row.pred is not None and row.gold.bounds == row.pred.bounds


def _retyped_apart(rows: Sequence[Pair]) -> Iterator[FoundError]:
    """Yield a gold span and a prediction that nobody paired, of equal bounds and different types."""
    missed: dict[tuple[object, ...], list[Pair]] = {}
    for row in rows:
        if row.gold is not None and row.pred is None:
            missed.setdefault(row.gold.bounds, []).append(row)
    for row in rows:
        if row.pred is None or row.gold is not None:
            continue
        waiting = missed.get(row.pred.bounds, [])
        other = next((one for one in waiting if one.gold is not None and one.gold.type != row.pred.type), None)
        if other is not None:
            waiting.remove(other)
            yield FoundError(ErrorKind.WRONG_TYPE, (other, row))


def _groups(rows: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Yield the rows that hang together: a gold span of one overlaps a prediction of the other."""
    parent = list(range(len(rows)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    golds = sorted(((row.gold.start, row.gold.end, number) for number, row in enumerate(rows) if row.gold is not None))
    preds = sorted(((row.pred.start, row.pred.end, number) for number, row in enumerate(rows) if row.pred is not None))
    reach = [0]  # the greatest end so far: predictions before the first that reaches a start overlap nothing later
    for _, end, _ in preds:
        reach.append(max(reach[-1], end))
    first = 0
    for start, end, number in golds:
        while first < len(preds) and reach[first + 1] <= start:
            first += 1
        for begin, stop, other in preds[first:]:
            if begin >= end:
                break
            if stop > start and _overlap(rows[number].gold, rows[other].pred):
                parent[root(other)] = root(number)
    groups: dict[int, list[Pair]] = {}
    for number, row in enumerate(rows):
        groups.setdefault(root(number), []).append(row)
    yield from groups.values()


def _overlap(gold: Span | None, pred: Span | None) -> bool:
    """Whether two spans share a token, which spans of several pieces may not."""
    return gold is not None and pred is not None and gold.overlaps(pred)


def _errors(rows: list[Pair]) -> list[FoundError]:
    """Return the errors of rows that hang together: one, where gold and prediction overlap; else one for each row."""
    gold, pred = (_distinct(side) for side in zip(*rows, strict=True))
    if not pred:
        return [FoundError(ErrorKind.MISSED, (row,)) for row in rows]
    if not gold:
        return [FoundError(ErrorKind.FALSE_POSITIVE, (row,)) for row in rows]
    return [FoundError(_kind(gold, pred), tuple(rows))]


def _kind(gold: Sequence[Span], pred: Sequence[Span]) -> ErrorKind:
    """Return the class of gold spans and predictions that overlap."""
    if len(gold) > 1 or len(pred) > 1:
        one_side = ErrorKind.SPLIT if len(gold) == 1 else ErrorKind.MERGED
        return ErrorKind.OVERLAPS if len(gold) > 1 and len(pred) > 1 else one_side
    (right,), (found,) = gold, pred
    shared = shared_tokens(right, found)
    if right.bounds == found.bounds:
        return ErrorKind.OVERLAPS
    if shared == right.size:
        return ErrorKind.TOO_LONG
    return ErrorKind.TOO_SHORT if shared == found.size else ErrorKind.OVERLAPS


def _distinct(spans: Iterable[Span | None]) -> tuple[Span, ...]:
    found = {span for span in spans if span is not None}
    return tuple(sorted(found, key=canonical))
