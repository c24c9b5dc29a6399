"""Nearby: the gold spans of a group by their places, so that a prediction looks only at those that overlap it.

Spans are kept in the order of their starts, in buckets, below a tree whose nodes know how far their spans reach and
which of them is listed first. A look at spans of which few overlap is then quick, and so is one at the first of many.
"""

from bisect import bisect_left
from collections.abc import Sequence

from nerconform.reference.option_values import Overlap
from nerconform.reference.spans import Span, shared_tokens

_BUCKET = 8
"""So many spans are looked at one by one; a small group has no tree."""
_GONE = -1
"""Stands in the place of a span that is left out."""


def enough(overlap: Overlap, gold: Span, pred: Span) -> bool:
    """Whether the two overlap by the least share (MAT-11): any token, or a percentage of the gold span or the union."""
    if not overlap.percent:
        return gold.overlaps(pred)
    shared, whole = shared_tokens(gold, pred), gold.size
    if overlap.of == "union":
        whole += pred.size - shared
    return 100 * shared >= overlap.percent * whole


class Nearby:
    """Gold spans in list order, some of them gone, and questions about those that overlap a prediction enough."""

    def __init__(self, gold: Sequence[Span], overlap: Overlap) -> None:
        """Take the spans."""
        self.gold = gold
        self.overlap = overlap
        self.few = list(range(len(gold))) if len(gold) <= _BUCKET else None
        if self.few is None:
            self._plant()

    def _plant(self) -> None:
        """Put many spans into buckets, and grow the tree above them."""
        gold = self.gold
        self.order = sorted(range(len(gold)), key=lambda index: gold[index].start)
        self.starts = [gold[index].start for index in self.order]
        self.place = {index: place for place, index in enumerate(self.order)}
        buckets = -(-len(gold) // _BUCKET)
        self.leaves = 1 << (buckets - 1).bit_length()
        self.reach = [0] * (2 * self.leaves)
        self.first = [len(gold)] * (2 * self.leaves)
        for bucket in range(buckets):
            self._renew(self.leaves + bucket)
        for node in range(self.leaves - 1, 0, -1):
            self._join(node)

    def _bucket(self, node: int) -> list[int]:
        """Return the spans of a leaf."""
        start = (node - self.leaves) * _BUCKET
        return [index for index in self.order[start : start + _BUCKET] if index != _GONE]

    def _renew(self, node: int) -> None:
        """Look at the spans of a leaf."""
        some = self._bucket(node)
        self.reach[node] = max((self.gold[index].end for index in some), default=0)
        self.first[node] = min(some, default=len(self.gold))

    def _join(self, node: int) -> None:
        """Look at the two halves of a node."""
        left = 2 * node
        self.reach[node] = max(self.reach[left], self.reach[left + 1])
        self.first[node] = min(self.first[left], self.first[left + 1])

    def remove(self, index: int) -> None:
        """Leave a span out from now on."""
        if self.few is not None:
            self.few.remove(index)
            return
        place = self.place[index]
        self.order[place] = _GONE
        node = self.leaves + place // _BUCKET
        self._renew(node)
        while node > 1:
            node //= 2
            self._join(node)

    def every(self, pred: Span) -> list[int]:
        """Return the spans that overlap a prediction enough, in list order."""
        if self.few is not None:
            return [index for index in self.few if enough(self.overlap, self.gold[index], pred)]
        found: list[int] = []
        last = bisect_left(self.starts, pred.end)
        nodes = [(1, 0, self.leaves * _BUCKET)]
        while nodes:
            node, start, size = nodes.pop()
            if start >= last or self.reach[node] <= pred.start:
                continue
            if node >= self.leaves:
                found += [index for index in self._bucket(node) if enough(self.overlap, self.gold[index], pred)]
            else:
                half = size // 2
                nodes += [(2 * node, start, half), (2 * node + 1, start + half, half)]
        return sorted(found)

    def earliest(self, pred: Span) -> int | None:
        """Return the first span in list order that overlaps a prediction enough."""
        if self.few is not None:
            return next((index for index in self.few if enough(self.overlap, self.gold[index], pred)), None)
        best = len(self.gold)
        last = bisect_left(self.starts, pred.end)
        nodes = [(1, 0, self.leaves * _BUCKET)]
        while nodes:
            node, start, size = nodes.pop()
            if start >= last or self.reach[node] <= pred.start or self.first[node] >= best:
                continue
            if node >= self.leaves:
                near = (index for index in self._bucket(node) if index < best)
                best = min((index for index in near if enough(self.overlap, self.gold[index], pred)), default=best)
            else:
                half = size // 2
                both = [(2 * node, start, half), (2 * node + 1, start + half, half)]
                nodes += both if self.first[2 * node] > self.first[2 * node + 1] else both[::-1]
        return best if best < len(self.gold) else None
