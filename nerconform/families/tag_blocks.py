"""Blocks: the parts of a unit in which policies can differ, cut out where no policy lets a span cross (DEC-4).

What a block is decoded to does not depend on what stands around it, and no span of either side goes over its bounds. So
alignments and counts of blocks add up to those of the unit, and equal blocks of other units need no second look. Which
transitions are illegal, and how much of the data they touch, is found out as units are read.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from nerconform.families.behaviours import Choices, PolicyCell
from nerconform.reference.decoding import transduce
from nerconform.reference.filtering import Spans
from nerconform.reference.points import END, Action, Actions, Pending, Token
from nerconform.reference.schemes import Mark, Scheme, is_legal, prefix_of, roles_of
from nerconform.results.sweep_result import IllegalTransitions
from nerconform.results.tagged_files import FindingKind

if TYPE_CHECKING:
    from nerconform.reference.spans import Span

_GONE = frozenset({Pending.EMIT, Pending.DROP, Pending.CLOSE, Pending.CLOSE_AS})

Ranges = Sequence[tuple[int, int]]
"""First tokens and ends of stretches that do not overlap, in order."""


class Piece(NamedTuple):
    """One side of a block: marks that are still to be decoded, or spans; starts and ends count from its first token."""

    marks: tuple[Mark, ...] | None
    spans: Spans = ()

    def decoded(self, moves: Actions) -> Spans:
        """Return its spans."""
        return self.spans if self.marks is None else transduce(moves, self.marks)


class Block(NamedTuple):
    """Both sides of a stretch of tokens with an illegal transition."""

    gold: Piece
    pred: Piece

    def decoded(self, moves: Actions) -> tuple[Spans, Spans]:
        """Return the spans of both sides."""
        return self.gold.decoded(moves), self.pred.decoded(moves)


class ReadSide(NamedTuple):
    """One side of a unit: its marks (`None`: it came as spans), its spans under `lenient`, its illegal transitions."""

    marks: tuple[Mark, ...] | None
    spans: Spans
    illegal: tuple[int, ...] = ()

    def cut(self, ranges: Ranges) -> tuple[Spans, list[Piece]]:
        """Return the spans outside of these ranges, and the piece inside each; a legal side is decoded already."""
        starts = [start for start, _ in ranges]
        outside: list[Span] = []
        inside: list[list[Span]] = [[] for _ in ranges]
        for span in self.spans:
            number = bisect_right(starts, span.start) - 1
            if number < 0 or span.start >= ranges[number][1]:
                outside.append(span)
            else:
                start = starts[number]
                inside[number].append(span.moved(-start))
        if self.illegal and self.marks is not None:
            return tuple(outside), [Piece(self.marks[start:end]) for start, end in ranges]
        return tuple(outside), [Piece(None, tuple(spans)) for spans in inside]


class ReadUnit(NamedTuple):
    """Both sides of a unit as they were read."""

    gold: ReadSide
    pred: ReadSide

    @property
    def illegal(self) -> bool:
        """Whether a side has an illegal transition."""
        return bool(self.gold.illegal or self.pred.illegal)

    @property
    def length(self) -> int:
        """Return the number of tokens that are known."""
        return max((len(side.marks) for side in self if side.marks is not None), default=0)

    def cut(self, ranges: Ranges) -> tuple[tuple[Spans, Spans], list[Block]]:
        """Return the spans of both sides outside of these ranges, and the block inside each."""
        (gold, gold_pieces), (pred, pred_pieces) = self.gold.cut(ranges), self.pred.cut(ranges)
        return (gold, pred), list(map(Block, gold_pieces, pred_pieces))


class Cutter:
    """Says where a scheme lets units be cut, whatever policy of its family decodes them."""

    def __init__(self, choices: Choices) -> None:
        """Look at what the options of the family do with each role."""
        none, *pending = choices.cells
        self.ends = {role for role in none if _ends(none[role], *(cells[role] for cells in pending))}
        """Roles behind which nothing is pending."""
        self.quiet = {"O", *(role for role, cell in none.items() if _ends(cell))}
        """Roles behind which nothing is pending if nothing was before."""
        at_end = all(_emits(cells[END]) for cells in pending)
        self.begins = {role for role in none if at_end and all(_alike(none[role], cells[role]) for cells in pending)}
        """Roles before which a pending span is emitted, and which do then what they do where nothing is pending."""

    def ranges(self, unit: ReadUnit) -> list[tuple[int, int]]:
        """Return the bounds of the blocks that hold the illegal transitions of a unit, in order."""
        length = unit.length
        illegal = sorted({min(position, length - 1) for side in unit for position in side.illegal})
        cuts = [*self._cuts(unit, length), length]
        found: list[tuple[int, int]] = []
        here = 0
        for position in illegal:
            while cuts[here + 1] <= position:
                here += 1
            if not found or found[-1][0] != cuts[here]:
                found.append((cuts[here], cuts[here + 1]))
        return found

    def _cuts(self, unit: ReadUnit, length: int) -> Iterator[int]:
        """Yield every token before which both sides can be cut."""
        crossed = bytearray(length)
        for side in unit:
            if side.marks is not None and side.illegal:
                self._cross(side.marks, crossed)
            else:
                for span in side.spans:
                    crossed[span.start + 1 : span.end] = b"\1" * (span.end - span.start - 1)
        return (position for position, taken in enumerate(crossed) if not taken)

    def _cross(self, marks: Sequence[Mark], crossed: bytearray) -> None:
        """Note the tokens before which these tags cannot be cut."""
        nothing = True
        for position, mark in enumerate(marks):
            if not nothing and mark.role not in self.begins:
                crossed[position] = 1
            nothing = mark.role in self.ends or (nothing and mark.role in self.quiet)


def _ends(none: PolicyCell, *pending: PolicyCell) -> bool:
    """Whether nothing is pending behind this role, whatever is chosen."""
    opens = {Token.OPEN, Token.HOLD}
    return all(move is not None and move.token not in opens for move in none.moves) and all(
        move is not None and move.pending in _GONE and move.token not in opens
        for cell in pending
        for move in cell.moves
    )


def _emits(cell: PolicyCell) -> bool:
    """Whether the pending span is emitted here under every policy."""
    return cell.point is None and cell.moves[0] is not None and cell.moves[0].pending is Pending.EMIT


def _alike(none: PolicyCell, pending: PolicyCell) -> bool:
    """Whether the role emits a pending span and then does what it does where nothing is pending."""
    return none.point is None and _emits(pending) and _token(none.moves[0]) is _token(pending.moves[0])


def _token(move: Action) -> Token | None:
    return None if move is None else move.token


Pair = tuple[str | None, str | None]
"""A tag and the one after it; `None` is the start or the end of a unit."""


class Look(NamedTuple):
    """What an illegal transition looks like: its kind, its decision point, and its letters, types as X and Y."""

    kind: str
    point: str
    letters: str


class LookCounts:
    """The illegal transitions of one side by what they look like, and what they touch; counts of parts add up."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.found: Counter[Look] = Counter()
        self.sides: Counter[str] = Counter()

    def add(self, side: ReadSide) -> None:
        """Count what the illegal transitions of one more unit touch."""
        self.sides["units"] += 1
        self.sides["entities"] += len(side.spans)
        if side.illegal:
            self.sides["touched_units"] += 1
            self.sides["touched_entities"] += _touches(side)

    def update(self, other: "LookCounts") -> None:
        """Add what was counted in another part."""
        self.found.update(other.found)
        self.sides.update(other.sides)

    def record(self, points: Iterable[str]) -> IllegalTransitions:
        """Return what is to be said of the side."""
        counts: dict[str, Counter[str]] = {name: Counter() for name in Look._fields}
        for look, count in self.found.items():
            for name, value in look._asdict().items():
                counts[name][value] += count
        letters = sorted(counts["letters"].items(), key=lambda item: (-item[1], item[0]))
        return IllegalTransitions(
            self.sides["units"],
            self.sides["touched_units"],
            self.sides["entities"],
            self.sides["touched_entities"],
            {str(kind): counts["kind"][kind] for kind in (FindingKind.PAIR, FindingKind.START, FindingKind.END)},
            {point: counts["point"][point] for point in points},
            dict(letters),
        )


class Looks:
    """The illegal transitions of one side, counted as units come; each pair of tags is judged once."""

    def __init__(self, scheme: Scheme, choices: Choices) -> None:
        """Begin with nothing found."""
        self.counts = LookCounts()
        self._scheme = scheme
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
        self.counts.found.update(self._illegal[pairs[position]] for position in found)
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
        if Token.HOLD is move.token or Pending.HOLD is move.pending:
            return closed_same if alike else closed_other
        return none


def _touches(side: ReadSide) -> int:
    """Return how many spans hold the tag before or behind an illegal transition."""
    found = 0
    for span in side.spans:
        first = bisect_left(side.illegal, span.start)
        found += first < len(side.illegal) and side.illegal[first] <= span.end
    return found
