"""Deferred: a mapping whose values are made when they are first asked for, once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Deferred(Mapping[str, Value]):
    """Values by name; most evaluations are asked for a few of their numbers alone."""

    __slots__ = ("_made", "_make", "_names")

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        """Make the value of each of these names by `make`."""
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        """Return the value of a name."""
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is such a name; nothing is made."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Yield the names in their order."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._names)

    def __reduce__(self) -> tuple[type[dict[str, Value]], tuple[dict[str, Value]]]:
        """Copy and pickle as a dict of all values, which does not hold how they were made."""
        return dict, (dict(self),)

    def __repr__(self) -> str:
        """Return the mapping as a dict is shown."""
        return repr(dict(self))
