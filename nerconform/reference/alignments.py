"""Readings of the alignment: which predicted span of a group meets which gold span (MAT-5, MAT-6, MAT-7).

Every reading takes a group and gives its rows. `SpanGroup` answers what all readings ask: which gold spans are free,
which are close enough, and what a pair would be in the schema.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from nerconform.reference.assignment import assign, distance
from nerconform.reference.dialect import Dialect
from nerconform.reference.fair_alignment import fair_rows
from nerconform.reference.nearby import Nearby, enough
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align, Duplicates
from nerconform.reference.outcomes import Outcome, Pair, Schema
from nerconform.reference.spans import Span, canonical


class SpanGroup:
    """The spans of one group, in list order, and what a reading may ask about them."""

    def __init__(self, gold: list[Span], pred: list[Span], schema: Schema, dialect: Dialect) -> None:
        """Take spans as their lists had them; equal gold spans are already one where the dialect says so."""
        self.gold = gold
        self.pred = pred
        self.schema = schema
        self.overlap = dialect.overlap
        self.by_value = dialect.duplicates is Duplicates.BY_VALUE

    def places(self, key: Callable[[Span], object]) -> dict[object, deque[int]]:
        """Return the gold spans with each key, in list order."""
        found: dict[object, deque[int]] = {}
        for index, gold in enumerate(self.gold):
            found.setdefault(key(gold), deque()).append(index)
        return found

    def shared(self) -> dict[object, int]:
        """Return the gold span that all equal predictions meet, where there is such a rule (MAT-9)."""
        return {gold: index for index, gold in enumerate(self.gold)} if self.by_value else {}

    def nearby(self) -> Nearby:
        """Return who overlaps whom."""
        return Nearby(self.gold, self.overlap)

    def near_enough(self, index: int, pred: Span) -> bool:
        """Whether the gold span overlaps the prediction enough."""
        return enough(self.overlap, self.gold[index], pred)

    def accepts(self, index: int, pred: Span) -> bool:
        """Whether the gold span and the prediction overlap enough, and are COR or PAR in the schema."""
        pair = Pair(self.gold[index], pred)
        near = self.gold[index].bounds == pred.bounds or self.near_enough(index, pred)
        return near and pair.outcome(self.schema) in {Outcome.COR, Outcome.PAR}

    def rows(self, met: Iterable[tuple[int | None, Span]]) -> list[Pair]:
        """Return the rows of these meetings, and a row for every gold span that nobody met."""
        rows = []
        used = set()
        for index, pred in met:
            rows.append(Pair(None if index is None else self.gold[index], pred))
            used.add(index)
        return rows + [Pair(gold, None) for index, gold in enumerate(self.gold) if index not in used]


def phased(group: SpanGroup) -> list[Pair]:
    """Three passes over the predictions, equal, equal bounds, overlap; both sides in canonical order (MAT-5).

    The first two passes look up who waits for a span or for bounds. The third walks both sides once: a free gold span
    that ends before a prediction starts can meet none of the later ones.
    """
    group.gold.sort(key=canonical)
    group.pred.sort(key=canonical)
    met: dict[int, int] = {}
    _look_up(group, met, lambda span: span)
    _look_up(group, met, _bounds)
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


def in_input_order(group: SpanGroup) -> list[Pair]:
    """Each prediction takes its equal gold span, else the first free one that overlaps (MAT-6)."""
    return _in_turn(group, _itself)


def input_best(group: SpanGroup) -> list[Pair]:
    """Each prediction takes the closest free gold span that is COR in the schema, else the first one (MAT-6).

    In `exact` and `partial` the types play no part, so that a span of another type can be taken before an equal one.
    """
    keys = {Schema.STRICT: _itself, Schema.EXACT: _bounds, Schema.PARTIAL: _bounds}
    return _in_turn(group, keys.get(group.schema))


def _itself(span: Span) -> object:
    return span


def _bounds(span: Span) -> object:
    return span.bounds


def _in_turn(group: SpanGroup, key: Callable[[Span], object] | None) -> list[Pair]:
    """Let each prediction in list order take the closest correct gold span that is free, else the first that overlaps.

    A gold span is correct if it has the same key, and then all are equally close; without a key, if it has the same
    type. By value an equal one comes first.
    """
    shared, nearby = group.shared(), group.nearby()
    waiting = group.places(key) if key else {}
    met: list[tuple[int | None, Span]] = []
    used: set[int] = set()
    for pred in group.pred:
        index = shared.get(pred)
        if index is None:
            queue = waiting.get(key(pred), deque()) if key else _closest(group, nearby, pred)
            while queue and queue[0] in used:
                queue.popleft()
            index = queue[0] if queue else nearby.earliest(pred)
        if index is not None and index not in used:
            used.add(index)
            nearby.remove(index)
        met.append((index, pred))
    return group.rows(met)


def _closest(group: SpanGroup, nearby: Nearby, pred: Span) -> deque[int]:
    """Return the closest gold span of the same type that overlaps, the first of several."""
    same = [index for index in nearby.every(pred) if group.gold[index].type == pred.type]
    return deque([min(same, key=lambda index: distance(group.gold[index], pred))] if same else [])


def absorb(group: SpanGroup) -> list[Pair]:
    """Take every free gold span that overlaps, up to one with equal bounds, used or not (MAT-7)."""
    group.gold.sort(key=lambda span: span.start)
    group.pred.sort(key=lambda span: span.end)
    equal = {span: (queue[0], queue) for span, queue in group.places(_itself).items()}
    bounds, nearby = {key: queue[0] for key, queue in group.places(_bounds).items()}, group.nearby()
    met: list[tuple[int | None, Span]] = []
    used: set[int] = set()
    for pred in group.pred:
        if pred in equal:
            first, queue = equal[pred]
            while queue and queue[0] in used:
                queue.popleft()
            taken = [queue[0] if queue else first]
        else:
            taken = _absorbed(nearby, pred, bounds.get(pred.bounds))
        for index in taken:
            if index not in used:
                used.add(index)
                nearby.remove(index)
        met += [(index, pred) for index in taken] or [(None, pred)]
    return group.rows(met)


def _absorbed(nearby: Nearby, pred: Span, last: int | None) -> list[int]:
    """Return what a prediction without an equal gold span takes; `last` is the first with its bounds, free or not."""
    near = nearby.every(pred)
    return near if last is None else [*(index for index in near if index < last), last]


def first_any(group: SpanGroup) -> list[Pair]:
    """Each prediction meets the first gold span that overlaps, used or not (MAT-7)."""
    shared, nearby = group.shared(), group.nearby()
    return group.rows((shared[pred] if pred in shared else nearby.earliest(pred), pred) for pred in group.pred)


def all_overlaps(group: SpanGroup) -> list[Pair]:
    """Every overlapping pair is a row (MAT-7)."""
    shared, nearby = group.shared(), group.nearby()
    met: list[tuple[int | None, Span]] = []
    for pred in group.pred:
        near = [shared[pred]] if pred in shared else nearby.every(pred)
        met += [(index, pred) for index in near] or [(None, pred)]
    return group.rows(met)


def best(group: SpanGroup) -> list[Pair]:
    """Find the one-to-one assignment with most COR, then most pairs, then least distance (MAT-6).

    Ties: the predictions in canonical order each take the earliest gold span in canonical order. Under
    `duplicates:by-value` equal pairs come first and share their gold span. Raises `TooManyPairs`.
    """
    group.gold.sort(key=canonical)
    group.pred.sort(key=canonical)
    shared = group.shared()
    met = {position: shared[pred] for position, pred in enumerate(group.pred) if pred in shared}
    taken = set(met.values())
    gold = [index for index in range(len(group.gold)) if index not in taken]
    pred = [position for position in range(len(group.pred)) if position not in met]
    sides = [group.gold[index] for index in gold], [group.pred[position] for position in pred]
    for position, index in assign(*sides, group.overlap, group.schema).items():
        met[pred[position]] = gold[index]
    return group.rows((met.get(position), span) for position, span in enumerate(group.pred))


def in_gold_order(group: SpanGroup) -> list[Pair]:
    """Each gold span in list order takes the first free prediction that is COR or PAR with it in the schema (MAT-15).

    By value an equal prediction meets its gold span before that.
    """
    shared = group.shared()
    rows = [Pair(pred, pred) for pred in group.pred if pred in shared]
    met = {row.gold for row in rows}
    pred = [span for span in group.pred if span not in shared]
    nearby, free = Nearby(pred, Overlap()), set(range(len(pred)))
    for index, gold in enumerate(group.gold):
        place = None
        if gold not in met:
            place = next((one for one in nearby.every(gold) if group.accepts(index, pred[one])), None)
            rows.append(Pair(gold, None if place is None else pred[place]))
        if place is not None:
            nearby.remove(place)
            free.remove(place)
    return rows + [Pair(None, pred[place]) for place in sorted(free)]


def fair(group: SpanGroup) -> list[Pair]:
    """Return the errors of FairEval, a row for each (MAT-16)."""
    return fair_rows(
        group.gold, group.pred, lambda gold, pred: enough(group.overlap, gold, pred), by_value=group.by_value
    )


ALIGNMENTS: Mapping[Align, Callable[[SpanGroup], list[Pair]]] = MappingProxyType(
    {
        Align.PHASED: phased,
        Align.INPUT: in_input_order,
        Align.INPUT_BEST: input_best,
        Align.ABSORB: absorb,
        Align.FIRST_ANY: first_any,
        Align.ALL_OVERLAPS: all_overlaps,
        Align.BEST: best,
        Align.GOLD_ORDER: in_gold_order,
        Align.FAIR: fair,
    }
)
