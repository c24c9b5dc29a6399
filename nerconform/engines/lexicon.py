"""Lexicon: from cells of bytes to the numbers of tags, each distinct one read once.

The first eight bytes of a cell are one number, and that number is looked up in a sorted table. A longer cell goes on:
what was found so far and the next eight bytes are looked up as a pair. So two cells have one number if and only if
they are equal, and no cell becomes a Python object but the first of its kind.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Indices, distinct
from nerconform.engines.cells import WORD, Cells, Words
from nerconform.engines.not_served import NotServed

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
        """The number of the tag of each cell by number, -1 where it has not been read."""

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
        most = int(found.max(initial=-1)) + 1
        if most > len(self._tags):
            self._tags = np.append(self._tags, np.full(2 * most - len(self._tags), -1))
        tags = self._tags[found]
        new = np.flatnonzero(tags < 0)
        if len(new):
            rows = np.full(most, -1)
            rows[found[new]] = new
            for number in np.flatnonzero(rows >= 0).tolist():
                self._tags[number] = self._tag(cells.cell(rows[number], column))
            tags = self._tags[found]
        return tags

    def _tag(self, tag: str) -> int:
        """Return the number of a tag."""
        if not tag or tag != tag.strip():
            raise NotServed("a tag is empty, or has a blank at one end")
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
