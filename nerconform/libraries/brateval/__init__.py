"""brateval: the scorer of ChEMU and other tasks with brat files, asked through examples/external."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from nerconform.libraries.double_ratios import in_doubles
from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import of_sides
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="brateval")
_LOAD = 0.75
_FIRST_SIZE = 16
_SMALLEST_TIE = 64
_BASE = {"align": "gold-order", "scope": "schema", "partial": "1"}


def _hash(text: str) -> int:
    """Return Java's hash of a string, as a HashMap spreads it."""
    value = 0
    for letter in text:
        value = (31 * value + ord(letter)) % 2**32
    return value ^ (value >> 16)


def _in_hash_order(spans: Spans) -> Spans:
    """Return the spans in the order of a HashMap whose keys are T1, T2, ... in list order."""
    size = _FIRST_SIZE
    while len(spans) > _LOAD * size:
        size *= 2
    order = sorted(range(len(spans)), key=lambda at: _hash(f"T{at + 1}") % size)
    return tuple(spans[at] for at in order)


def _sizes(given: Given) -> Iterator[int]:
    """Yield how many spans, or tags other than O, each side of each sentence has."""
    units = (members(unit) for side in (given.gold, given.pred) for unit in members(side))
    yield from (sum(one != "O" for one in unit) for unit in units)


def _has_two(given: Given) -> bool:
    """Whether a sentence has two of them on one side."""
    return any(size > 1 for size in _sizes(given))


def _as_java_prints(value: float, digits: int) -> Fraction:
    """Return the number that `String.format` prints: it rounds the shortest decimals of a double half up."""
    return Fraction(Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def _has_ties(given: Given) -> bool:
    """Whether F1 can lie half-way between two printed numbers: both sides together need `_SMALLEST_TIE` spans."""
    return sum(_sizes(given)) >= _SMALLEST_TIE


QUIRKS = (
    Quirk(
        "brateval.order-of-hashes",
        Step.FILTER,
        _has_two,
        of_sides(_in_hash_order),
        base=_BASE,
        schemes=(Scheme.IOB2,),
    ),
    Quirk(
        "brateval.rounds-doubles",
        Step.SCORE,
        _has_ties,
        in_doubles(_as_java_prints),
        base={**_BASE, "round": "4-half-up-x1"},
        schemes=(Scheme.IOB2,),
    ),
)
