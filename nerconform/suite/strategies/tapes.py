"""Tapes: short strings of bytes, each byte one step of writing a corpus.

A draw costs Hypothesis tens of microseconds whatever it draws, so a corpus is one draw: a string of bytes, each of
which stands for one step (a token, a span, an edit of what has just been written, the beginning of the next unit).
Every string is a corpus, so nothing is ever filtered. A step refers only to what stands before it, and byte 0 is no
step at all: each byte can be deleted or made smaller without giving the others another meaning, so that finds shrink
well.
"""

from collections.abc import Container, Iterable, Sequence
from enum import Enum, StrEnum
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from nerconform.reference.refusals import UnknownOption
from nerconform.reference.spans import Span


class Size(NamedTuple):
    """The fewest and the most units of a corpus, and tokens of a unit, both inclusive.

    What Hypothesis can draw is limited: far beyond `LARGE`, units that must be there are empty, or only `O`.
    """

    units: tuple[int, int] = (0, 4)
    tokens: tuple[int, int] = (0, 8)

    def checked(self) -> "Size":
        """Return this size. Raises `UnknownOption` where a range is reversed or negative."""
        for name, (fewest, most) in zip(self._fields, self, strict=True):
            if not 0 <= fewest <= most:
                hint = f"Pass the smallest and the largest number, such as {name}=(0, 4)."
                wrong = "the first number is below 0" if fewest < 0 else "the first number is larger than the second"
                raise UnknownOption(f"{name}=({fewest}, {most}): {wrong}", hint=hint)
        return self


SMALL = Size()
"""Four units at most, of eight tokens at most: where differences are found, and where they are read."""
LONG = Size(units=(0, 2), tokens=(0, 24))
"""A few units with room for spans of more than eight tokens."""
MANY = Size(units=(51, 64), tokens=(0, 4))
"""More than fifty units, short ones."""
LARGE = Size(units=(5, 40), tokens=(0, 60))
"""As many as an ordinary test file has on a page."""


class Sign(Enum):
    """What a byte says of the tape itself."""

    NOTHING = 0
    UNIT = 1
    """The next unit begins; the first begins by itself."""
    END = 2
    """The rest is not read."""


Step = TypeVar("Step")
Table = tuple[Step | Sign, ...]
"""The step that each byte stands for."""
_BYTE_VALUES = 256
_STEPS_PER_TOKEN = 1.8
"""About how many steps there are to a token, edits included."""
_MAX_TAPE_STEPS = 1500
"""Longer tapes are not asked for: Hypothesis has a limit to what it draws."""


def _steps(size: Size) -> tuple[float, float]:
    """Return how many steps a unit of middling length has, and a corpus of as many units as is usual."""
    units, tokens = (sum(bounds) / 2 for bounds in size)
    return 1 + tokens * _STEPS_PER_TOKEN, (1 + tokens * _STEPS_PER_TOKEN) * max(units, 1)


def table_of(weights: Sequence[tuple[Step, int]], size: Size) -> Table[Step]:
    """Return the table in which each step has a share of the bytes that is proportional to its weight.

    Each has one byte at least. They come simplest first: shrinking makes bytes smaller, and always tries 0, which is no
    step, and 1, the first.
    """
    unit, corpus = _steps(size)
    total = sum(weight for _, weight in weights)
    entries: list[tuple[Step | Sign, float]] = [*weights]
    if size.units[1] > 1:
        entries.append((Sign.UNIT, total / unit))
    if corpus < _BYTE_VALUES // 4:  # of a longer tape, one byte for the end would be too many
        entries.append((Sign.END, total / corpus / 4))
    ends = list(accumulate((weight for _, weight in entries), initial=0.0))
    shared = _BYTE_VALUES - 1 - len(entries)
    bounds = [index + round(end / ends[-1] * shared) for index, end in enumerate(ends)]
    steps = (
        entry for (entry, _), (start, end) in zip(entries, pairwise(bounds), strict=True) for _ in range(start, end)
    )
    return (Sign.NOTHING, *steps)


def tapes(size: Size) -> st.SearchStrategy[bytes]:
    """Draw the tape of a corpus of about this size."""
    steps = min(int(_steps(size)[1]), _MAX_TAPE_STEPS)
    return st.binary(min_size=steps // 2, max_size=4 * steps + 2)


def units_of(tape: bytes, table: Table[Step], size: Size) -> list[list[Step]]:
    """Return the steps of each unit; what comes after the last unit that there may be is passed over."""
    fewest, most = size.units
    units: list[list[Step]] = []
    for byte in tape:
        step = table[byte]
        if step is Sign.NOTHING:
            continue
        if step is Sign.END:
            break
        if step is Sign.UNIT or not units:
            if len(units) == most:
                break
            units.append([])
        if not isinstance(step, Sign):
            units[-1].append(step)
    return units + [[] for _ in range(fewest - len(units))]


class SpanEdit(StrEnum):
    """One way in which a prediction differs from its gold."""

    RETYPE = "retype"
    """The span has another type."""
    DROP = "drop"
    """The span is missing."""
    INSERT = "insert"
    """A span of one token stands where none is, or beside the one that is there."""
    START_LATER = "start-later"
    """The first token is no longer in the span, unless the span would become empty."""
    END_EARLIER = "end-earlier"
    """The last token is no longer in the span, unless the span would become empty."""
    START_EARLIER = "start-earlier"
    """The token before the span is in it."""
    END_LATER = "end-later"
    """The token after the span is in it."""
    SPLIT = "split"
    """The span is two spans that touch."""
    MERGE = "merge"
    """The span and the next one are one, of the first one's type."""
    REPEAT = "repeat"
    """The span is listed twice."""
    FIRST = "first"
    """The span is listed before all others."""


FLAT = frozenset(SpanEdit) - {SpanEdit.RETYPE, SpanEdit.INSERT, SpanEdit.REPEAT, SpanEdit.FIRST}
"""The changes that say all they have to of one span of a flat unit."""


class Edit(NamedTuple):
    """A change to the gold span number `at`; `token` says where a span is inserted or split, `type` what it becomes."""

    change: SpanEdit
    at: int
    token: int
    type: str


def edited(spans: Sequence[Span], edits: Iterable[Edit], length: int) -> list[Span]:
    """Return the spans after all edits, each within 0 and `length`; inserted ones last. They may overlap.

    An edit that finds nothing to change (a boundary at the edge, a span that is gone) changes nothing. Linear.
    """
    found = [[span] for span in spans]
    extra: list[Span] = []
    order = list(range(len(spans)))
    for change, at, token, kind in edits:
        match change:
            case SpanEdit.INSERT:
                extra.append(Span(kind, token, token + 1))
            case SpanEdit.FIRST:
                order.append(at)
            case SpanEdit.MERGE:
                if at + 1 < len(found):
                    found[at] = _merged(found[at], found[at + 1])
                    found[at + 1] = []
            case _:
                found[at] = _changed(found[at], change, token, kind, length)
    chosen = dict.fromkeys([*order[: len(spans) - 1 : -1], *order])
    return [span for index in chosen for span in found[index]] + extra


def _merged(one: list[Span], next_: list[Span]) -> list[Span]:
    """Return the span over both; where one of them is gone, the other stays as it is."""
    if not one or not next_:
        return one or next_
    both = [*one, *next_]
    return [Span(one[0].type, min(span.start for span in both), max(span.end for span in both))]


def _changed(pieces: list[Span], change: SpanEdit, token: int, kind: str, length: int) -> list[Span]:
    """Return what has become of one gold span, in one piece or in several, after a change to it only."""
    if not pieces:
        return []
    first, last = pieces[0], pieces[-1]
    match change:
        case SpanEdit.DROP:
            pieces = []
        case SpanEdit.RETYPE:
            pieces = [span._replace(type=kind) for span in pieces]
        case SpanEdit.REPEAT:
            pieces = [*pieces, last]
        case SpanEdit.SPLIT:
            pieces = [part for span in pieces for part in _split(span, token)]
        case SpanEdit.START_LATER:
            pieces[0] = first._replace(start=min(first.start + 1, first.end - 1))
        case SpanEdit.START_EARLIER:
            pieces[0] = first._replace(start=max(first.start - 1, 0))
        case SpanEdit.END_EARLIER:
            pieces[-1] = last._replace(end=max(last.end - 1, last.start + 1))
        case SpanEdit.END_LATER:
            pieces[-1] = last._replace(end=min(last.end + 1, length))
    return pieces


def _split(span: Span, token: int) -> list[Span]:
    """Cut a span before this token, or after it where it is the first."""
    cut = max(token, span.start + 1)
    if token < span.start or cut >= span.end:
        return [span]
    return [span._replace(end=cut), span._replace(start=cut)]


def flattened(spans: Iterable[Span], length: int, below: Container[Span]) -> list[Span]:
    """Return disjoint spans in order: where two meet, the later listed takes the tokens, and those in `below` give way.

    What is left of a span on both sides of another is two spans.
    """
    owner: list[int] = [-1] * length
    ordered = sorted(spans, key=lambda span: span not in below)
    for index, span in enumerate(ordered):
        owner[span.start : span.end] = [index] * (span.end - span.start)
    flat = []
    start = 0
    for index, run in groupby(owner):
        end = start + len(list(run))
        if index >= 0:
            flat.append(Span(ordered[index].type, start, end))
        start = end
    return flat
