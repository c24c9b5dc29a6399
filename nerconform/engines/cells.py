"""Cells: where the columns of tagged text stand, found in a block of bytes without a Python object for each token.

The text is UTF-8, or in an encoding that has ASCII and one byte for every character, with one token on a line and a
blank line between units. What this reader does not take, it does not judge: it raises `NotServed`, and a reader of
lines says what the text deserves.

A lexicon gives cells the numbers of their tags. The first eight bytes of a cell are one number, and that number is
looked up in a sorted table. A longer cell goes on: what was found so far and the next eight bytes are looked up as a
pair. So two cells have one number if and only if they are equal, and only the first of a kind becomes a Python object.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices, distinct
from nerconform.engines.choice import NotServed

_FEED, _TAB, _SPACE, _LAST_BLANK = 10, 9, 32, 12
"""The bytes that part cells where no separator is said are tab to form feed, and the space."""
WORD = 8
"""How many bytes are compared at once."""
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(WORD + 1)], dtype="<u8")
_COMMENT = -1
"""The number of cells of a comment."""
_NONE = -1
"""Stands for a tag that has not been read, and for no row."""
_DIFFER = "the lines have different numbers of columns"

Words = NDArray[np.uint64]


class Layout(NamedTuple):
    """How lines are cut: the byte between two cells (`None`: any blanks), and how many cells a line has.

    A line that begins with `mark`, and then ends or goes on with a blank or the separator, begins a document. One that
    begins with `comment` (at most eight bytes, none: there are no comments) is a comment where it can be no token.
    """

    separator: int | None
    width: int
    mark: bytes
    comment: bytes = b""
    encoding: str = "utf-8"


class Note(NamedTuple):
    """A comment: the number of its line, from 0, its text, and whether a token stands before it in its unit."""

    line: int
    text: bytes
    inside: bool


class Cells(NamedTuple):
    """The cells of whole lines of a block; the block ends in `WORD` bytes more than its text."""

    block: bytes
    starts: Indices
    """[rows, columns]: the first byte of each cell."""
    ends: Indices
    """[rows, columns]: after the last byte of each cell."""
    lines: Indices
    """The number of the line of each row, from 0."""
    lengths: Indices
    """How many rows each unit has, all of them on end."""
    marked: Flags
    """Whether a document begins with each unit."""
    notes: tuple["Note", ...] = ()
    """The comments."""
    unfinished: bool = False
    """Whether no line says that the last unit ends."""
    encoding: str = "utf-8"

    def words(self, column: int, at: int = 0, rows: Indices | slice = slice(None)) -> Words:
        """Return up to eight bytes of some cells from a byte on, as numbers; no cell ends before that byte."""
        starts, ends = self.starts[rows, column] + at, self.ends[rows, column]
        view: Words = np.ndarray((len(self.block) - WORD + 1,), "<u8", self.block, strides=(1,))
        words: Words = view[starts] & _MASKS[np.minimum(ends - starts, WORD)]
        return words

    def sizes(self, column: int, rows: slice = slice(None)) -> Indices:
        """Return the numbers of bytes of some cells."""
        sizes: Indices = self.ends[rows, column] - self.starts[rows, column]
        return sizes

    def cell(self, row: int, column: int) -> str:
        """Return one cell."""
        return self.block[self.starts[row, column] : self.ends[row, column]].decode(self.encoding)

    def ended(self) -> tuple[int, int]:
        """Return how many bytes and lines there are up to the end of the last row, that end included."""
        if not len(self.lines):
            return 0, 0
        return self.block.index(b"\n", int(self.ends[-1, -1])) + 1, int(self.lines[-1]) + 1

    def some(self, units: int) -> "Cells":
        """Return the first units."""
        rows = int(self.lengths[:units].sum())
        return self._replace(
            starts=self.starts[:rows],
            ends=self.ends[:rows],
            lines=self.lines[:rows],
            lengths=self.lengths[:units],
            marked=self.marked[:units],
            unfinished=False,
        )


def cut(text: bytes, layout: Layout) -> Cells:
    """Return the cells of a text of whole lines. Raises `NotServed` for what a reader of lines has to look at."""
    text = _checked(text, layout.encoding)
    block = text + bytes(WORD)
    parts, kinds = _parts(np.frombuffer(text, dtype=np.uint8), layout.separator)
    starts = np.zeros_like(parts)
    np.add(parts[:-1], 1, out=starts[1:])
    feeds = np.flatnonzero(kinds == _FEED)
    counts, full = _counts(parts, starts, feeds, layout)
    marks = np.searchsorted(parts[feeds], np.array(list(_marks(block, layout)), dtype=np.int64))
    counts[marks] = 0
    comments = _comments(block, parts[feeds], counts, layout) if layout.comment else np.empty(0, dtype=np.int64)
    counts[comments] = _COMMENT
    rows = counts > 0
    if (counts[rows] != layout.width).any():
        raise NotServed(_DIFFER)
    if len(marks) or len(comments):
        full &= np.repeat(rows, np.diff(feeds, prepend=-1))
    starts, ends = (bounds[full].reshape(-1, layout.width) for bounds in (starts, parts))
    kept = np.flatnonzero(counts != _COMMENT)
    firsts, lengths = _units(rows[kept])
    marked = np.zeros(len(firsts) + 1, dtype=np.bool_)
    marked[np.searchsorted(kept[firsts], marks)] = True
    notes = tuple(_notes(block, parts[feeds], comments, kept, rows))
    unfinished = bool(rows[kept[-1:]].any())
    return Cells(block, starts, ends, np.flatnonzero(rows), lengths, marked[:-1], notes, unfinished, layout.encoding)


def _checked(text: bytes, encoding: str) -> bytes:
    """Return a text whose lines end in line feeds only."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
        if b"\r" in text:
            raise NotServed("there is a carriage return inside a line")
    if b"\0" in text:
        raise NotServed("the text contains a NUL character")
    if not text.isascii():
        try:
            text.decode(encoding)
        except UnicodeDecodeError:
            raise NotServed(f"the text is not valid {encoding}") from None
    return text


def _parts(array: NDArray[np.uint8], separator: int | None) -> tuple[Indices, NDArray[np.uint8]]:
    """Return where cells end, and at which bytes."""
    if separator is not None:
        parts = np.flatnonzero((array == separator) | (array == _FEED))
        return parts, array[parts]
    parts = np.flatnonzero(array <= _SPACE)
    kinds = array[parts]
    blank = (kinds == _SPACE) | ((kinds >= _TAB) & (kinds <= _LAST_BLANK))
    return (parts, kinds) if blank.all() else (parts[blank], kinds[blank])


def _counts(parts: Indices, starts: Indices, feeds: Indices, layout: Layout) -> tuple[Indices, Flags]:
    """Return how many cells each line has, and which parts end one."""
    full = parts > starts
    if layout.separator is None:
        ended = np.cumsum(full, dtype=np.int64)[feeds]
        return np.diff(ended, prepend=0), full
    counts = np.diff(feeds, prepend=-1)
    empty = (counts == 1) & ~full[feeds]  # a blank line
    counts[empty] = 0
    full[:] = True
    full[feeds[empty]] = False
    return counts, full


def _marks(block: bytes, layout: Layout) -> Iterator[int]:
    """Yield the first byte of each line that marks the start of a document."""
    after = {_FEED, _SPACE, *range(_TAB, _LAST_BLANK + 1), _TAB if layout.separator is None else layout.separator}
    at = block.find(layout.mark)
    while at >= 0:
        end = at + len(layout.mark)
        if block[end] in after and (not at or block[at - 1] == _FEED):
            yield at
        at = block.find(layout.mark, end)


def _comments(block: bytes, ends: Indices, counts: Indices, layout: Layout) -> Indices:
    """Return the lines that are comments.

    One that looks like a comment is a token after the first token of its unit. With a separator that is no blank it is
    a comment anywhere if it has no separator, and a token if it has the cells of one.
    """
    starts = np.zeros(len(ends), dtype=np.int64)
    starts[1:] = ends[:-1] + 1
    view = np.ndarray((len(block) - WORD + 1,), "<u8", block, strides=(1,))
    prefix = int.from_bytes(layout.comment, "little")
    alike = ((view[starts] & _MASKS[len(layout.comment)]) == np.uint64(prefix)) & (counts > 0)
    anywhere = np.zeros(len(ends), dtype=np.bool_)
    if layout.separator not in {None, _SPACE}:
        anywhere = alike & (counts == 1)
        alike &= counts != layout.width
    lines = np.arange(len(ends))
    before = np.maximum.accumulate(np.where(alike | anywhere, -1, lines))
    inside = (before >= 0) & (counts[before] > 0)
    return np.flatnonzero(anywhere | (alike & ~inside))


def _notes(block: bytes, ends: Indices, comments: Indices, kept: Indices, rows: Flags) -> Iterator[Note]:
    """Yield the comments; `kept` are the other lines."""
    before = np.searchsorted(kept, comments)
    for line, place in zip(comments.tolist(), before.tolist(), strict=True):
        inside = place > 0 and bool(rows[kept[place - 1]])
        yield Note(line, block[ends[line - 1] + 1 if line else 0 : ends[line]], inside)


def _units(rows: Flags) -> tuple[Indices, Indices]:
    """Return the first line of each unit, and how many rows it has."""
    padded = np.zeros(len(rows) + 2, dtype=np.int8)
    padded[1:-1] = rows
    steps = np.diff(padded)
    firsts = np.flatnonzero(steps == 1)
    return firsts, np.flatnonzero(steps == -1) - firsts


def same_cells(one: Cells, other: Cells, columns: tuple[int, int], rows: tuple[slice, slice]) -> bool:
    """Whether two columns hold the same text, row by row."""
    sizes = one.sizes(columns[0], rows[0])
    if not np.array_equal(sizes, other.sizes(columns[1], rows[1])):
        return False
    at, chosen = 0, np.arange(len(sizes))
    while len(chosen):
        shifted = (chosen + (part.start or 0) for part in rows)
        left, right = (
            cells.words(column, at, index) for cells, column, index in zip((one, other), columns, shifted, strict=True)
        )
        if not np.array_equal(left, right):
            return False
        at += WORD
        chosen = chosen[sizes[chosen] > at]
    return True


_MAX_TAG_BYTES = 32 * WORD
_FIRST_CELLS = 64
"""New cells that are looked at first: most often the others are equal to them."""
_NUMBER_BITS = 32
"""Bits of each of the two numbers of a pair."""


class _KeyNumbers:
    """Numbers of distinct keys, given by a counter that several tables share."""

    def __init__(self, counter: Iterator[int]) -> None:
        self.counter = counter
        self.keys: Words = np.zeros(1, dtype=np.uint64)
        self.numbers: Indices = np.array([next(counter)])

    def look_up(self, keys: Words) -> Indices:
        """Return the number of each key; new ones are entered."""
        some = _FIRST_CELLS
        places = self._places(keys)
        while len(strange := np.flatnonzero(self.keys[places] != keys)):
            self._enter(keys[strange[:some]])
            some *= _FIRST_CELLS
            places = self._places(keys)
        return self.numbers[places]

    def _places(self, keys: Words) -> Indices:
        """Return where each key stands, if it does at all."""
        places: Indices = np.searchsorted(self.keys, keys)
        places[places == len(self.keys)] = 0
        return places

    def _enter(self, keys: Words) -> None:
        """Enter new keys, equal ones once."""
        new = distinct(keys)
        numbers = np.fromiter(self.counter, dtype=np.int64, count=len(new))
        keys = np.concatenate([self.keys, new])
        order = np.argsort(keys)
        self.keys = keys[order]
        self.numbers = np.concatenate([self.numbers, numbers])[order]


class TagNumbers(Protocol):
    """What gives each tag a number, such as an `Alphabet`; an error of the project says that it cannot be read."""

    def __getitem__(self, tag: str, /) -> int:
        """Return the number of a tag."""


class Lexicon:
    """The cells that have been read, by number, and the numbers of their tags in an alphabet."""

    def __init__(self, alphabet: TagNumbers) -> None:
        """Begin with nothing."""
        counter = iter(range(1 << _NUMBER_BITS))
        self.alphabet = alphabet
        self._words, self._pairs = _KeyNumbers(counter), _KeyNumbers(counter)
        self._tags: Indices = np.empty(0, dtype=np.int64)
        """The number of the tag of each cell by number, `_NONE` where it has not been read."""

    def read(self, cells: Cells, column: int) -> Indices:
        """Return the number of the tag in each row. Raises `NotServed` for one that cannot be read."""
        sizes = cells.sizes(column)
        longest = int(sizes.max(initial=0))
        if longest > _MAX_TAG_BYTES:
            raise NotServed(f"a tag has more than {_MAX_TAG_BYTES} bytes")
        found = self._words.look_up(cells.words(column))
        for at in range(WORD, longest, WORD):
            rows = np.flatnonzero(sizes > at)
            words = self._words.look_up(cells.words(column, at, rows))
            found[rows] = self._pairs.look_up((found[rows] << _NUMBER_BITS | words).view(np.uint64))
        return self._tags_of(found, cells, column)

    def _tags_of(self, found: Indices, cells: Cells, column: int) -> Indices:
        """Return the tags of cells by number; a new one is read where it first stands."""
        most = int(found.max(initial=_NONE)) + 1
        if most > len(self._tags):
            self._tags = np.append(self._tags, np.full(most, _NONE))
        tags = self._tags[found]
        new = np.flatnonzero(tags == _NONE)
        if len(new):
            rows = np.full(most, _NONE)
            rows[found[new]] = new
            for number in np.flatnonzero(rows != _NONE).tolist():
                self._tags[number] = self._tag(cells.cell(rows[number], column))
            tags = self._tags[found]
        return tags

    def _tag(self, tag: str) -> int:
        """Return the number of a tag."""
        if not tag or tag != tag.strip():
            raise NotServed("a tag is empty, or starts or ends with a blank")
        try:
            return self.alphabet[tag]
        except NerconformError:
            raise NotServed("a tag cannot be read") from None


TagPair = tuple[int, int]
"""The numbers of two tags, plus one; 0 is the start or the end of a unit."""


class Adjacent(NamedTuple):
    """The pairs of all units on end: of a unit of n tags there are n + 1."""

    pairs: Indices
    """Each as one number: the first times `base`, and the second."""
    base: int
    rows: Indices
    """The row of the second tag of each pair; at the end of a unit that of the first."""

    @classmethod
    def of(cls, lengths: Indices, tags: Indices) -> "Adjacent":
        """Pair the tags of units, none of them empty."""
        base = int(tags.max(initial=0)) + 2
        places = np.arange(len(tags)) + np.repeat(np.arange(len(lengths)), lengths) + 1
        both = np.zeros(len(tags) + len(lengths) + 1, dtype=np.int64)
        both[places] = tags + 1
        rows = np.repeat(np.arange(len(tags)), np.diff(places, append=len(both)))
        return cls(both[:-1] * base + both[1:], base, rows)

    def distinct(self) -> list[TagPair]:
        """Return the pairs that occur."""
        return [divmod(number, self.base) for number in distinct(self.pairs).tolist()]

    def where(self, wanted: Collection[TagPair]) -> Iterator[tuple[int, TagPair]]:
        """Yield the row of each of some pairs, in order, and the pair."""
        numbers = np.sort(np.array([before * self.base + here for before, here in wanted], dtype=np.int64))
        if len(numbers):
            found = np.flatnonzero(numbers[np.searchsorted(numbers[:-1], self.pairs)] == self.pairs)
            for row, number in zip(self.rows[found].tolist(), self.pairs[found].tolist(), strict=True):
                yield row, divmod(number, self.base)
