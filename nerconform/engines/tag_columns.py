"""Columns: the tags of all units of one side on end, each as the number of its mark (TAG-1 to TAG-8).

Reading a tag is a look-up in a dictionary, done by `map` without a line of Python for each; a new tag is parsed by the
reference, once. As long as the numbers fit into bytes, further tables are applied by `bytes.translate`.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Indices
from nerconform.engines.not_served import NotServed
from nerconform.reference.schemes import Mark
from nerconform.reference.tags import Parse

Tags = Sequence[Sequence[str]]
Numbers = NDArray[Any]
_BYTE_VALUES = 256
_UNITS_AT_ONCE = 1000


class Alphabet(dict[str, int]):
    """The tags of both sides by number, their marks and types. Number 0 is an `O` that closes a column."""

    def __init__(self, parse: Parse) -> None:
        """Take the parse step of a dialect."""
        super().__init__()
        self.parse = parse
        self.marks = [Mark("O", "", "")]
        self.types = {"": 0}

    def __missing__(self, tag: str) -> int:
        """Return the number of a tag that is new. Raises what the parse step raises."""
        (mark,) = self.parse((tag,))
        number = self[tag] = len(self.marks)
        self._enter(mark)
        return number

    def _enter(self, mark: Mark) -> None:
        self.marks.append(mark)
        self.types.setdefault(mark.type, len(self.types))

    def only(self, numbers: Indices) -> "Alphabet":
        """Return an alphabet of some tags, numbered anew from 1; it has no texts to look up."""
        some = Alphabet(self.parse)
        for number in numbers.tolist():
            some._enter(self.marks[number])
        return some


class TagColumn(NamedTuple):
    """The numbers of the tags of one side, one unit after the other, and a 0 after the last; the units' lengths."""

    numbers: bytes | NDArray[np.int32]
    lengths: list[int]

    @classmethod
    def of(cls, units: object, alphabet: Alphabet) -> "TagColumn":
        """Return the column of these units. Raises `NotServed` for anything but lists (or tuples) of readable tags."""
        if not isinstance(units, list | tuple):
            raise NotServed("a side is neither a list nor a tuple")
        try:
            return cls(*_numbers(units, alphabet))
        except NotServed:
            raise
        except (TypeError, ValueError):  # the parse step refuses a tag, or it cannot even be looked up
            raise NotServed("a tag cannot be read") from None

    @classmethod
    def of_numbers(cls, numbers: Indices, lengths: list[int], most: int) -> "TagColumn":
        """Return the column of tags that are numbered already, with numbers of at most `most`."""
        if most < _BYTE_VALUES:
            return cls(numbers.astype(np.uint8).tobytes() + b"\0", lengths)
        return cls(np.append(numbers.astype(np.int32), np.int32(0)), lengths)

    def look_up(self, values: Sequence[int]) -> Numbers:
        """Return the value of each tag, given that of each number."""
        if isinstance(self.numbers, bytes):
            table = bytes(values[:_BYTE_VALUES]).ljust(_BYTE_VALUES, b"\0")
            return np.frombuffer(bytearray(self.numbers).translate(table), dtype=np.uint8)
        return np.array(values)[self.numbers]

    def cut(self, starts: Indices, ends: Indices) -> list[bytes]:
        """Return some stretches of the column, each as a key."""
        bounds = zip(starts.tolist(), ends.tolist(), strict=True)
        if isinstance(self.numbers, bytes):
            numbers = self.numbers
            return [numbers[start:end] for start, end in bounds]
        return [self.numbers[start:end].tobytes() for start, end in bounds]

    def read(self, key: bytes) -> list[int]:
        """Return the numbers of the tags in a stretch."""
        if isinstance(self.numbers, bytes):
            return list(key)
        found: list[int] = np.frombuffer(key, dtype=np.int32).tolist()
        return found


def _numbers(units: Tags, alphabet: Alphabet) -> tuple[bytes | NDArray[np.int32], list[int]]:
    """Return the numbers of the tags, in bytes as long as these can hold them, and the lengths of the units.

    A few units at a time are checked, measured and read, so that they are still in the processor's cache.
    """
    numbers, lengths = bytearray(), list[int]()
    try:
        for start in range(0, len(units), _UNITS_AT_ONCE):
            some = units[start : start + _UNITS_AT_ONCE]
            lengths += _lengths(some)
            numbers += bytearray(map(alphabet.__getitem__, chain.from_iterable(some)))
    except NerconformError:
        raise
    except ValueError:  # a number that is no byte
        wide = np.fromiter(map(alphabet.__getitem__, chain.from_iterable(units)), dtype=np.int32)
        return np.append(wide, np.int32(0)), _lengths(units)
    return bytes(numbers) + b"\0", lengths


def _lengths(units: Tags) -> list[int]:
    """Return the lengths of units. Raises `NotServed` for a unit that is neither a list nor a tuple."""
    if not all(issubclass(kind, list | tuple) for kind in set(map(type, units))):
        raise NotServed("a unit is neither a list nor a tuple")
    return list(map(len, units))
