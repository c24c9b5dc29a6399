"""Touched: which transitions of tagged data are illegal, of which kind, and how much of the data they touch."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from nerconform.families.behaviours import Choices, PolicyCell
from nerconform.families.tag_blocks import ReadSide
from nerconform.reference.actions import END
from nerconform.reference.points import Token
from nerconform.reference.schemes import Mark, Scheme, is_legal, prefix_of, roles_of
from nerconform.results.sweep_result import IllegalTransitions
from nerconform.results.tagged_files import FindingKind

Pair = tuple[str | None, str | None]
"""A tag and the one after it; `None` is the start or the end of a unit."""


class Look(NamedTuple):
    """What an illegal transition looks like: its kind, its decision point, and its letters, types as X and Y."""

    kind: str
    point: str
    letters: str


class Looks:
    """The illegal transitions of one side, counted as units come; each pair of tags is judged once."""

    def __init__(self, scheme: Scheme, choices: Choices) -> None:
        """Begin with nothing found."""
        self.found: Counter[Look] = Counter()
        self._scheme = scheme
        self._points = choices.points
        self._states = choices.cells
        self._known: set[Pair] = set()
        self._illegal: dict[Pair, Look] = {}

    def illegal(self, marks: Sequence[Mark]) -> tuple[int, ...]:
        """Count the illegal transitions of a unit, and return their positions, the length for its end (DEC-3)."""
        if not marks:
            return ()
        pairs: list[Pair] = list(pairwise((None, *(mark.text for mark in marks), None)))
        if not self._known.issuperset(pairs):
            self._judge(pairs, marks)
        if self._illegal.keys().isdisjoint(pairs):
            return ()
        found = tuple(position for position, pair in enumerate(pairs) if pair in self._illegal)
        self.found.update(self._illegal[pairs[position]] for position in found)
        return found

    def _judge(self, pairs: Iterable[Pair], marks: Sequence[Mark]) -> None:
        for pair, (before, after) in zip(pairs, pairwise((None, *marks, None)), strict=True):
            if pair not in self._known:
                self._known.add(pair)
                if not is_legal(self._scheme, before, after):
                    self._illegal[pair] = self._look(before, after)

    def _look(self, before: Mark | None, after: Mark | None) -> Look:
        kind = FindingKind.START if before is None else FindingKind.END if after is None else FindingKind.PAIR
        kinds = list(dict.fromkeys(mark.type for mark in (before, after) if mark is not None and mark.role != "O"))
        words = [
            word if mark is None else self._letter(mark, kinds) for mark, word in ((before, "start"), (after, "end"))
        ]
        point = self._state(before, after)[END if after is None else after.role].point
        return Look(str(kind), str(point), " then ".join(words))

    def _letter(self, mark: Mark, kinds: Sequence[str]) -> str:
        """Return the tag with X or Y for its type; one whose letter is not of the scheme stays as it is."""
        if mark.role == "O":
            return "O"
        if mark.role not in roles_of(self._scheme).values():
            return mark.text
        return f"{prefix_of(self._scheme, mark.role)}-{'XY'[kinds.index(mark.type)]}"

    def _state(self, before: Mark | None, after: Mark | None) -> Mapping[str, PolicyCell]:
        """Return the state of a decoder that has read a tag where it is legal."""
        none, same, other, closed_same, closed_other = self._states
        if before is None:
            return none
        cell = none[before.role] if none[before.role].point is None else same[before.role]
        move, alike = cell.moves[0], after is not None and after.type == before.type
        if move is None or move.token is Token.OPEN:
            return same if alike else other
        if move.token is Token.HOLD:
            return closed_same if alike else closed_other
        return none

    def touched(self, sides: Sequence[ReadSide]) -> IllegalTransitions:
        """Return what is to be said of a side, all of whose units have been looked at."""
        counts: dict[str, Counter[str]] = {name: Counter() for name in Look._fields}
        for look, count in self.found.items():
            for name, value in look._asdict().items():
                counts[name][value] += count
        letters = sorted(counts["letters"].items(), key=lambda item: (-item[1], item[0]))
        return IllegalTransitions(
            len(sides),
            sum(bool(side.illegal) for side in sides),
            sum(len(side.spans) for side in sides),
            sum(_touches(side) for side in sides if side.illegal),
            {str(kind): counts["kind"][kind] for kind in (FindingKind.PAIR, FindingKind.START, FindingKind.END)},
            {point: counts["point"][point] for point in self._points},
            dict(letters),
        )


def _touches(side: ReadSide) -> int:
    """Return how many spans hold the tag before or behind an illegal transition."""
    found = 0
    for span in side.spans:
        first = bisect_left(side.illegal, span.start)
        found += first < len(side.illegal) and side.illegal[first] <= span.end
    return found
