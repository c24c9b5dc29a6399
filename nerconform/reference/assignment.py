"""Assignment: the one-to-one pairs of `best` (MAT-6), found on the pairs that overlap and on nothing else.

Equal spans are one item with a number of copies. A flow says how many copies of a prediction meet how many of a gold
span. It is made optimal by shortest augmenting paths, and each path only sees spans that hang together by overlaps.
The prices of an optimal flow say which pairs any optimal flow may use (the *tight* ones); among these the tie rule
chooses. All numbers are integers, so ties are exact.
"""

import heapq
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nerconform.reference.nearby import Nearby
from nerconform.reference.option_values import Overlap
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import TooManyPairs
from nerconform.reference.spans import Span

MAX_PAIRS = 250_000
"""`best` refuses a unit in which more pairs have to be weighed (MAT-6)."""
_NOBODY = -1
"""The gold item of predictions that meet nobody, and the predicted item of gold spans that meet nobody."""


def assign(gold: Sequence[Span], pred: Sequence[Span], overlap: Overlap, schema: Schema) -> dict[int, int]:
    """Return the gold span of each prediction that meets one, by indices; both sides stand in canonical order.

    Most COR, then most pairs, then the least distance; of equally good assignments the predictions, in order, each take
    the earliest gold span, one before none. Raises `TooManyPairs`.
    """
    bounds_only = schema in {Schema.EXACT, Schema.PARTIAL}
    key: Callable[[Span], Hashable] = _bounds if bounds_only else _itself
    golds, preds = _items(gold, key), _items(pred, key)
    flows: list[dict[int, int]] = [{} for _ in preds]
    left_gold, left_pred = list(map(len, golds)), list(map(len, preds))
    if schema is not Schema.TYPE:  # pairs that are COR hold for sure, for no span has two kinds of them
        index = {key(gold[item[0]]): number for number, item in enumerate(golds)}
        for number, item in enumerate(preds):
            equal = index.get(key(pred[item[0]]))
            if equal is not None:
                flows[number][equal] = copies = min(len(item), len(golds[equal]))
                left_gold[equal] -= copies
                left_pred[number] -= copies
    gold_left = [number for number, copies in enumerate(left_gold) if copies]
    pred_left = [number for number, copies in enumerate(left_pred) if copies]
    if gold_left and pred_left:
        supply, capacity = [left_pred[number] for number in pred_left], [left_gold[number] for number in gold_left]
        spans = [gold[golds[number][0]] for number in gold_left], [pred[preds[number][0]] for number in pred_left]
        costs = _costs(*spans, overlap, supply, capacity, of_types=schema is Schema.TYPE)
        for number, flow in zip(pred_left, _Flow(costs, supply, capacity).best(), strict=True):
            for at, copies in flow.items():
                flows[number][gold_left[at]] = flows[number].get(gold_left[at], 0) + copies
    return dict(_members(flows, golds, preds))


def _itself(span: Span) -> Hashable:
    return span


def _bounds(span: Span) -> Hashable:
    return span.bounds


def _items(spans: Sequence[Span], key: Callable[[Span], Hashable]) -> list[list[int]]:
    """Return the indices of spans with one key; they stand side by side in canonical order."""
    found: dict[Hashable, list[int]] = {}
    for index, span in enumerate(spans):
        found.setdefault(key(span), []).append(index)
    return list(found.values())


def _members(
    flows: Sequence[Mapping[int, int]], golds: Sequence[Sequence[int]], preds: Sequence[Sequence[int]]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of spans: copies in order, each the first that is free."""
    free = [iter(item) for item in golds]
    for item, flow in zip(preds, flows, strict=True):
        taken = [next(free[number]) for number in sorted(flow) for _ in range(flow[number])]
        yield from zip(item, taken, strict=False)


def distance(gold: Span, pred: Span) -> int:
    """Return the sum of the distances of the starts and of the ends, in tokens."""
    return abs(gold.start - pred.start) + abs(gold.end - pred.end)


Costs = list[dict[int, int]]
"""What a copy of each predicted item costs with each gold item that it may meet, in order; it costs less than 0."""


def _costs(  # noqa: PLR0913 - both sides, and what counts
    gold: Sequence[Span],
    pred: Sequence[Span],
    overlap: Overlap,
    supply: Sequence[int],
    capacity: Sequence[int],
    *,
    of_types: bool,
) -> Costs:
    """Weigh correctness above pairs above distance. Raises `TooManyPairs`."""
    nearby = Nearby(gold, overlap)
    apart: Costs = []
    pairs = far = 0
    for span, copies in zip(pred, supply, strict=True):
        apart.append({index: distance(gold[index], span) for index in nearby.every(span)})
        pairs += len(apart[-1])
        far += copies * max(apart[-1].values(), default=0)
        if pairs > MAX_PAIRS:
            hint = (
                "Pair spans from left to right, which has no limit and can give another score: --set "
                "align=phased (in Python: 'DIALECT,align:phased')."
            )
            found = f"in more than {MAX_PAIRS:,} pairs a gold span overlaps a predicted span"
            message = f"with align:best all ways to pair the spans are tried, but {found}"
            raise TooManyPairs(message, hint=hint)
    pair = far + 1
    correct = pair * (min(sum(supply), sum(capacity)) + 1)
    return [
        {
            index: one - pair - (correct if of_types and gold[index].type == span.type else 0)
            for index, one in line.items()
        }
        for span, line in zip(pred, apart, strict=True)
    ]


class _Path(NamedTuple):
    """What a search from a predicted item found: where it ends, how far that is, and how it got everywhere."""

    end: tuple[int, int]
    """The gold item, or `_NOBODY`, and the predicted item before it."""
    length: int
    golds: Mapping[int, int]
    """How far the gold items are that were passed."""
    preds: Mapping[int, int]
    """How far the predicted items are that were passed."""
    before: Mapping[int, int]
    """The predicted item before each gold item."""
    through: Mapping[int, int]
    """The gold item before each predicted item."""


class _Flow:
    """How many copies of each predicted item meet each gold item, and the prices that prove it the best."""

    def __init__(self, costs: Costs, supply: Sequence[int], capacity: Sequence[int]) -> None:
        """Begin with pairs that nothing can beat."""
        self.costs = costs
        self.left = list(supply)
        self.free = list(capacity)
        self.flows: list[dict[int, int]] = [{} for _ in supply]
        self.owners: list[dict[int, int]] = [{} for _ in capacity]
        self.alone = [0] * len(supply)
        self.pred_price = [min(line.values(), default=0) for line in costs]
        self.gold_price = [0] * len(capacity)
        for pred, line in enumerate(costs):
            for gold in line:
                if self.left[pred] and self.free[gold] and self._tight(pred, gold):
                    copies = min(self.left[pred], self.free[gold])
                    self.left[pred] -= copies
                    self.free[gold] -= copies
                    self._move(pred, gold, copies)

    def best(self) -> list[dict[int, int]]:
        """Return the best flow, of equally good ones that of the tie rule."""
        for pred in range(len(self.left)):
            while self.left[pred]:
                self._augment(pred)
        self._break_ties()
        return self.flows

    def _tight(self, pred: int, gold: int) -> bool:
        return self.costs[pred][gold] == self.pred_price[pred] + self.gold_price[gold]

    def _move(self, pred: int, gold: int, copies: int) -> None:
        """Let more copies meet, or fewer."""
        if gold == _NOBODY:
            self.alone[pred] += copies
            return
        more = self.flows[pred].get(gold, 0) + copies
        if more:
            self.flows[pred][gold] = self.owners[gold][pred] = more
        else:
            del self.flows[pred][gold], self.owners[gold][pred]

    def _augment(self, start: int) -> None:
        """Send copies of a predicted item along the shortest path (Dijkstra), and adapt the prices."""
        path = self._search(start)
        for pred, far in path.preds.items():
            self.pred_price[pred] += path.length - far
        for gold, far in path.golds.items():
            self.gold_price[gold] -= path.length - far
        gold, pred = path.end
        copies = self.left[start] if gold == _NOBODY else min(self.left[start], self.free[gold])
        steps = [(pred, gold)]
        while pred != start:
            back = path.through[pred]
            copies = min(copies, self.flows[pred][back])
            pred = path.before[back]
            steps.append((pred, back))
        if gold != _NOBODY:
            self.free[gold] -= copies
        self.left[start] -= copies
        for (pred, gold), (_, back) in zip(steps, [*steps[1:], (start, _NOBODY)], strict=True):
            self._move(pred, gold, copies)
            if pred != start:
                self._move(pred, back, -copies)

    def _search(self, start: int) -> _Path:
        """Return the shortest path from a predicted item to a free gold item, or to nobody."""
        preds, golds = {start: 0}, dict[int, int]()
        known, before, through = dict[int, int](), dict[int, int](), dict[int, int]()
        heap: list[tuple[int, int]] = []
        end, length = (_NOBODY, start), -self.pred_price[start]
        fresh, far = [start], 0
        while True:
            for pred in fresh:
                if far - self.pred_price[pred] < length:
                    end, length = (_NOBODY, pred), far - self.pred_price[pred]
                base = far - self.pred_price[pred]
                for gold, cost in self.costs[pred].items():
                    reached = base + cost - self.gold_price[gold]
                    if reached < length and reached < known.get(gold, length):
                        known[gold], before[gold] = reached, pred
                        heapq.heappush(heap, (reached, gold))
            while heap and heap[0][1] in golds:  # it was reached on a shorter path
                heapq.heappop(heap)
            if not heap or heap[0][0] >= length:
                return _Path(end, length, golds, preds, before, through)
            far, gold = heapq.heappop(heap)
            if self.free[gold]:
                return _Path((gold, before[gold]), far, golds, preds, before, through)
            golds[gold] = far
            fresh = [pred for pred in self.owners[gold] if pred not in preds]
            for pred in fresh:
                preds[pred], through[pred] = far, gold

    def _break_ties(self) -> None:
        """Let the predicted items, in order, each meet the earliest gold items that a best flow allows."""
        unpriced = [gold for gold, price in enumerate(self.gold_price) if not price]
        for pred in range(len(self.flows)):
            dead: set[int] = set()
            for gold in self.costs[pred]:
                later = self.alone[pred] + sum(n for other, n in self.flows[pred].items() if other > gold)
                if not later:
                    break
                if self._tight(pred, gold):
                    while later and (moved := self._exchange(pred, gold, dead, unpriced)):
                        later -= moved
                        dead = set()

    def _exchange(self, pred: int, wanted: int, dead: set[int], unpriced: Sequence[int]) -> int:
        """Let copies of a predicted item meet a gold item in place of a later one or of nobody; return how many.

        The gold item gives up others for them, those meet tight gold items in turn, and so on, until one is reached
        that the predicted item leaves. Gold spans that meet nobody are held by an item of their own, `_NOBODY`.
        """
        came: dict[int, tuple[int, int]] = {}
        seen_preds = {pred}
        queue = [wanted]
        dead.add(wanted)
        for item in queue:
            if item != wanted and self._held(pred, item) and (item == _NOBODY or item > wanted):
                return self._turn(pred, wanted, item, came)
            for holder in self._holders(item, after=pred):
                if holder in seen_preds:
                    continue
                seen_preds.add(holder)
                for target in self._targets(holder, unpriced):
                    if target not in dead:
                        dead.add(target)
                        came[target] = (holder, item)
                        queue.append(target)
        return 0

    def _held(self, pred: int, item: int) -> int:
        """Return how many copies of a predicted item meet a gold item, or nobody."""
        if pred == _NOBODY:
            return self.free[item]
        return self.alone[pred] if item == _NOBODY else self.flows[pred].get(item, 0)

    def _holders(self, item: int, after: int) -> Iterator[int]:
        """Yield the predicted items that hold a gold item and are not settled.

        `_NOBODY` holds gold items only: all best flows have as many pairs, so none has one more alone on both sides.
        """
        if item == _NOBODY:
            yield from (pred for pred in range(after + 1, len(self.alone)) if self.alone[pred])
            return
        yield from (pred for pred in self.owners[item] if pred > after)
        if self.free[item]:
            yield _NOBODY

    def _targets(self, holder: int, unpriced: Sequence[int]) -> Iterator[int]:
        """Yield what a predicted item may hold in a best flow."""
        if holder == _NOBODY:
            yield from unpriced
            return
        yield from (gold for gold in self.costs[holder] if self._tight(holder, gold))
        if not self.pred_price[holder]:
            yield _NOBODY

    def _turn(self, pred: int, wanted: int, last: int, came: Mapping[int, tuple[int, int]]) -> int:
        """Move copies around a circle; return how many."""
        circle: list[tuple[int, int, int]] = []
        item = last
        while item != wanted:
            holder, given = came[item]
            circle.append((holder, given, item))
            item = given
        copies = min(self._held(pred, last), *(self._held(holder, given) for holder, given, _ in circle))
        for holder, given, taken in [*circle, (pred, last, wanted)]:
            for item, change in ((given, -copies), (taken, copies)):
                if holder == _NOBODY:
                    self.free[item] += change
                else:
                    self._move(holder, item, change)
        return copies
