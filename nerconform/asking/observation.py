"""Observations: what an implementation answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isnan
from typing import NamedTuple

from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.spans import Span


class Printed(NamedTuple):
    """A number as a report prints it: its text says to how many decimals it is known."""

    text: str

    def __str__(self) -> str:
        """Return the text."""
        return self.text


MAX_PRINTED = 100
"""Characters of a printed number."""
Value = int | float | Fraction | Printed | None
"""A count, a ratio as a double, exact or printed; `None` (or a NaN) where the implementation leaves it undefined."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Numbers, and whatever else was asked for and is known.

    `spans` holds one tuple of spans per unit and side, ends exclusive; `pairs` the pairs of each unit, per schema;
    `rows` the types that have a row. A measure that the implementation declares and leaves out is a divergence.
    """

    values: Mapping[Measure, Value] = field(default_factory=dict)
    spans: Mapping[Side, Sequence[Sequence[Span]]] | None = None
    pairs: Mapping[Schema, Sequence[Sequence[Pair]]] | None = None
    rows: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An exception that the implementation declares as its way to refuse."""

    error: str
    message: str


@dataclass(frozen=True, slots=True)
class Crash:
    """Any other exception."""

    error: str
    message: str


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A question that the implementation does not take, and why."""

    reason: str


Observation = Answer | Refusal | Crash | Unsupported


def is_same(one: Observation, other: Observation) -> bool:
    """Whether two observations are equal, where nan equals nan."""
    if not (isinstance(one, Answer) and isinstance(other, Answer)):
        return one == other
    if (one.spans, one.pairs, one.rows) != (other.spans, other.pairs, other.rows) or {*one.values} != {*other.values}:
        return False
    return all(_is_same_value(value, other.values[measure]) for measure, value in one.values.items())


def _is_same_value(one: Value, other: Value) -> bool:
    return one == other or (isinstance(one, float) and isinstance(other, float) and isnan(one) and isnan(other))
