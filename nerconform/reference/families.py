"""Families: the policies over which the spread of a score is shown (DEC-15).

A reconstruction in the spirit of [Kroutikov], which counts 5,760 ways and lists none of them: the lists
are ours, chosen so that `lenient`, `discard` and `jie` are in the product.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from types import MappingProxyType

from nerconform.reference.actions import points_of
from nerconform.reference.points import OPTIONS, Points
from nerconform.reference.schemes import Scheme

_ANY_FATE = ("emit+open", "drop+open", "emit+ignore", "drop+ignore")
_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "B": _ANY_FATE,
        "I1": ("ignore", "open"),
        "I2": (*_ANY_FATE, "keep"),
        "O": ("emit", "drop", "keep"),
        "E1": ("ignore", "single"),
        "E2": ("emit+single", "drop+ignore", "close"),
        "S": ("emit+single", "drop+single", "emit+ignore", "drop+ignore"),
        "F": ("emit", "drop"),
    }
)
"""4 x 2 x 5 x 3 x 2 x 3 x 4 x 2 = 5,760."""
_IOB2: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"I1": ("ignore", "open", "single"), "I2": (*_ANY_FATE, "keep", "retype")}
)
"""3 x 6 = 18: every option that the two points have."""


def lists_of(scheme: Scheme) -> Mapping[str, tuple[str, ...]]:
    """Return what the family of a scheme varies: the options at each of its decision points, by their text forms."""
    if scheme is Scheme.IOB2:
        return _IOB2
    return MappingProxyType({name: options for name, options in _LISTS.items() if name in points_of(scheme)})


def family_of(scheme: Scheme) -> Iterator[Points]:
    """Yield the points of every policy of a scheme's family, the last point varying fastest."""
    lists = lists_of(scheme)
    for chosen in product(*lists.values()):
        options = {name: OPTIONS[name][text] for name, text in zip(lists, chosen, strict=True)}
        yield Points(**options)  # type: ignore[arg-type] # R is a flag, the others are options


def size_of(scheme: Scheme) -> int:
    """Return how many policies the family of a scheme has."""
    return prod(len(options) for options in lists_of(scheme).values())
