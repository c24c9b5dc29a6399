"""Readings of the alignment: which predicted span of a group meets which gold span (MAT-5, MAT-6, MAT-7).

Every reading takes a group and gives its rows. `SpanGroup` answers what all readings ask: which gold spans are free,
which are close enough, and what a pair would be in the schema.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align, Duplicates
from nerconform.reference.outcomes import Outcome, Pair, Schema
from nerconform.reference.spans import Span, canonical

Worth = tuple[int, int, int]
"""What a pair is worth: COR, pairs, minus the distance; compared in this order over the whole assignment."""


def best_assignment(worth: Sequence[Sequence[Worth | None]]) -> list[int | None]:
    """Return for each row the column assigned to it, or `None`.

    The sum of the worths is the greatest; among equal sums the rows, in order, each take the earliest column, a
    column before none. `None` as a worth forbids the pair. All is one sum of integers, so that ties are exact.
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    if not columns:
        return [None] * rows
    costs = _costs(worth)
    assigned = _hungarian(costs)
    return [column if column < columns and worth[row][column] is not None else None for row, column in assigned]


def _costs(worth: Sequence[Sequence[Worth | None]]) -> list[list[int]]:
    """Weigh correctness above pairs above distance above the tie rule; each row also has a column of its own: none."""
    rows, columns = len(worth), len(worth[0])
    ties = (columns + 1) ** rows
    far = 1 + sum(max((-pair[2] for pair in line if pair), default=0) for line in worth)
    unit_pair = ties * far
    unit_correct = unit_pair * (min(rows, columns) + 1)
    forbidden = unit_correct * (rows + columns + 1)
    costs = []
    for row, line in enumerate(worth):
        digit = (columns + 1) ** (rows - 1 - row)
        pairs = [
            forbidden
            if pair is None
            else -pair[0] * unit_correct - pair[1] * unit_pair - pair[2] * ties + column * digit
            for column, pair in enumerate(line)
        ]
        costs.append(pairs + [columns * digit] * rows)
    return costs


def _hungarian(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:  # noqa: C901 - one textbook algorithm
    """Assign every row a column of its own at the least sum (Kuhn and Munkres, by shortest augmenting paths)."""
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        slack: list[int | None] = [None] * (columns + 1)
        before = [0] * (columns + 1)
        seen = [False] * (columns + 1)
        while owner[column]:
            seen[column] = True
            current, step, following = owner[column], None, 0
            for candidate in range(1, columns + 1):
                if seen[candidate]:
                    continue
                reduced = costs[current - 1][candidate - 1] - row_price[current] - column_price[candidate]
                known = slack[candidate]
                if known is None or reduced < known:
                    slack[candidate], before[candidate] = reduced, column
                    known = reduced
                if step is None or known < step:
                    step, following = known, candidate
            for candidate in range(columns + 1):
                if seen[candidate]:
                    row_price[owner[candidate]] += step or 0
                    column_price[candidate] -= step or 0
                elif candidate and slack[candidate] is not None:
                    slack[candidate] -= step or 0  # type: ignore[operator] # narrowed on the line above
            column = following
        while column:
            owner[column] = owner[before[column]]
            column = before[column]
    return sorted((owner[column] - 1, column - 1) for column in range(1, columns + 1) if owner[column])


class SpanGroup:
    """The spans of one group, in list order, and what a reading may ask about them."""

    def __init__(self, gold: list[Span], pred: list[Span], schema: Schema, dialect: Dialect) -> None:
        """Take spans as their lists had them; equal gold spans are already one where the dialect says so."""
        self.gold = gold
        self.pred = pred
        self.schema = schema
        self.overlap = dialect.overlap
        self.by_value = dialect.duplicates is Duplicates.BY_VALUE

    def equal(self, pred: Span, used: set[int]) -> int | None:
        """Return the first gold span that equals the prediction and may be taken (MAT-9)."""
        for index, gold in enumerate(self.gold):
            if gold == pred and (self.by_value or index not in used):
                return index
        return None

    def near(self, pred: Span) -> Iterator[int]:
        """Return the gold spans that overlap the prediction enough, in list order (MAT-4, MAT-11)."""
        return (index for index in range(len(self.gold)) if self.near_enough(index, pred))

    def near_enough(self, index: int, pred: Span) -> bool:
        """Whether the gold span overlaps the prediction enough."""
        return enough(self.overlap, self.gold[index], pred)

    def is_correct(self, index: int, pred: Span) -> bool:
        """Whether the pair would be COR in the schema of this group."""
        return Pair(self.gold[index], pred).outcome(self.schema) is Outcome.COR

    def rows(self, met: Iterable[tuple[int | None, Span]]) -> list[Pair]:
        """Return the rows of these meetings, and a row for every gold span that nobody met."""
        rows = []
        used = set()
        for index, pred in met:
            rows.append(Pair(None if index is None else self.gold[index], pred))
            used.add(index)
        return rows + [Pair(gold, None) for index, gold in enumerate(self.gold) if index not in used]


def enough(overlap: Overlap, gold: Span, pred: Span) -> bool:
    """Whether the two overlap by the least share (MAT-11): any token, or a percentage of the gold span or the union."""
    if not overlap.percent or not gold.overlaps(pred):
        return gold.overlaps(pred)
    shared = min(gold.end, pred.end) - max(gold.start, pred.start)
    whole = gold.end - gold.start
    if overlap.of == "union":
        whole += pred.end - pred.start - shared
    return 100 * shared >= overlap.percent * whole


def distance(gold: Span, pred: Span) -> int:
    """Return the sum of the distances of the starts and of the ends, in tokens."""
    return abs(gold.start - pred.start) + abs(gold.end - pred.end)


def phased(group: SpanGroup) -> list[Pair]:
    """Three passes over the predictions, equal, equal bounds, overlap; both sides in canonical order (MAT-5).

    The first two passes look up who waits for a span or for bounds. The third walks both sides once: a free gold span
    that ends before a prediction starts can meet none of the later ones.
    """
    group.gold.sort(key=canonical)
    group.pred.sort(key=canonical)
    met: dict[int, int] = {}
    _look_up(group, met, lambda span: span)
    _look_up(group, met, lambda span: span[1:])
    _walk(group, met)
    return group.rows((met.get(position), pred) for position, pred in enumerate(group.pred))


def _walk(group: SpanGroup, met: dict[int, int]) -> None:
    """Let each prediction that met nobody take the first free gold span that overlaps it enough."""
    used = set(met.values())
    free = [index for index in range(len(group.gold)) if index not in used]
    following = [*range(1, len(free) + 1), 0]  # a linked list: the place after each place, the last one its head
    for position, pred in enumerate(group.pred):
        before = -1
        while position not in met and (here := following[before]) < len(free):
            gold = group.gold[free[here]]
            if gold.start >= pred.end:
                break
            if group.near_enough(free[here], pred):
                met[position] = free[here]
            if position in met or gold.end <= pred.start:
                following[before] = following[here]
            else:
                before = here


def _look_up(group: SpanGroup, met: dict[int, int], key: Callable[[Span], object]) -> None:
    """Let each prediction that met nobody take the first free gold span with its key; by value an equal one is free."""
    used = set(met.values())
    waiting: dict[object, deque[int]] = {}
    for index, gold in enumerate(group.gold):
        if index not in used:
            waiting.setdefault(key(gold), deque()).append(index)
    for position, pred in enumerate(group.pred):
        queue = waiting.get(key(pred))
        if position not in met and queue:
            met[position] = queue[0]
            if not (group.by_value and group.gold[queue[0]] == pred):
                queue.popleft()


def _in_turn(group: SpanGroup, choose: Callable[[Span, list[int]], int | None]) -> list[Pair]:
    """Let each prediction in list order choose among the free gold spans that are near; by value an equal one first."""
    met: list[tuple[int | None, Span]] = []
    used: set[int] = set()
    for pred in group.pred:
        index = group.equal(pred, used) if group.by_value else None
        if index is None:
            index = choose(pred, [near for near in group.near(pred) if near not in used])
        if index is not None:
            used.add(index)
        met.append((index, pred))
    return group.rows(met)


def in_input_order(group: SpanGroup) -> list[Pair]:
    """Each prediction takes its equal gold span, else the first free one that overlaps (MAT-6)."""

    def choose(pred: Span, free: list[int]) -> int | None:
        equal = (index for index in free if group.gold[index] == pred)
        return next(equal, next(iter(free), None))

    return _in_turn(group, choose)


def input_best(group: SpanGroup) -> list[Pair]:
    """Each prediction takes the closest free gold span that is COR in the schema, else the first one (MAT-6).

    In `exact` and `partial` the types play no part, so that a span of another type can be taken before an equal one.
    """

    def choose(pred: Span, free: list[int]) -> int | None:
        correct = [index for index in free if group.is_correct(index, pred)]
        closest = min(correct, key=lambda index: distance(group.gold[index], pred), default=None)
        return next(iter(free), None) if closest is None else closest

    return _in_turn(group, choose)


def absorb(group: SpanGroup) -> list[Pair]:
    """Take every free gold span that overlaps, up to one with equal bounds, used or not (MAT-7)."""
    group.gold.sort(key=lambda span: span.start)
    group.pred.sort(key=lambda span: span.end)
    met: list[tuple[int | None, Span]] = []
    used: set[int] = set()
    for pred in group.pred:
        index = _equal_even_if_used(group, pred, used)
        taken = [index] if index is not None else list(_absorbed(group, pred, used))
        used.update(taken)
        met += [(index, pred) for index in taken] or [(None, pred)]
    return group.rows(met)


def _equal_even_if_used(group: SpanGroup, pred: Span, used: set[int]) -> int | None:
    """Return an equal gold span, a free one first."""
    equal = [index for index, gold in enumerate(group.gold) if gold == pred]
    return next((index for index in equal if index not in used), next(iter(equal), None))


def _absorbed(group: SpanGroup, pred: Span, used: set[int]) -> Iterator[int]:
    """Yield what a prediction without an equal gold span takes."""
    for index in group.near(pred):
        if group.gold[index][1:] == pred[1:]:
            yield index
            return
        if index not in used:
            yield index


def first_any(group: SpanGroup) -> list[Pair]:
    """Each prediction meets the first gold span that overlaps, used or not (MAT-7)."""
    met: list[tuple[int | None, Span]] = []
    for pred in group.pred:
        equal = group.equal(pred, set()) if group.by_value else None
        met.append((next(group.near(pred), None) if equal is None else equal, pred))
    return group.rows(met)


def all_overlaps(group: SpanGroup) -> list[Pair]:
    """Every overlapping pair is a row (MAT-7)."""
    met: list[tuple[int | None, Span]] = []
    for pred in group.pred:
        equal = group.equal(pred, set()) if group.by_value else None
        near = list(group.near(pred)) if equal is None else [equal]
        met += [(index, pred) for index in near] or [(None, pred)]
    return group.rows(met)


def best(group: SpanGroup) -> list[Pair]:
    """Find the one-to-one assignment with most COR, then most pairs, then least distance (MAT-6).

    Ties: the predictions in canonical order each take the earliest gold span in canonical order. Under
    `duplicates:by-value` equal pairs come first and share their gold span.
    """
    group.gold.sort(key=canonical)
    group.pred.sort(key=canonical)
    shared = {position: group.equal(pred, set()) for position, pred in enumerate(group.pred)} if group.by_value else {}
    fixed = {position: index for position, index in shared.items() if index is not None}
    gold = [index for index in range(len(group.gold)) if index not in fixed.values()]
    pred = [position for position in range(len(group.pred)) if position not in fixed]
    worth = [
        [
            (int(group.is_correct(index, group.pred[position])), 1, -distance(group.gold[index], group.pred[position]))
            if enough(group.overlap, group.gold[index], group.pred[position])
            else None
            for index in gold
        ]
        for position in pred
    ]
    for position, column in zip(pred, best_assignment(worth), strict=True):
        if column is not None:
            fixed[position] = gold[column]
    return group.rows((fixed.get(position), span) for position, span in enumerate(group.pred))


ALIGNMENTS: Mapping[Align, Callable[[SpanGroup], list[Pair]]] = MappingProxyType(
    {
        Align.PHASED: phased,
        Align.INPUT: in_input_order,
        Align.INPUT_BEST: input_best,
        Align.ABSORB: absorb,
        Align.FIRST_ANY: first_any,
        Align.ALL_OVERLAPS: all_overlaps,
        Align.BEST: best,
    }
)
