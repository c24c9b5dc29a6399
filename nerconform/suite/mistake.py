"""Wrong evaluators: what a mistake that people really make is, and the ways in which one changes a step.

A mistake stands in terms of the pipeline that it changes, so that it works in every scheme and with every choice that
a golden case imposes. The dialect stays, unless tokens are compared: a wrong evaluator pretends to be what it is not.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from nerconform.reference.pipeline import Change

ALIGNED = ("semeval",)
"""The base of mistakes that need an alignment."""
BOTH = ("conlleval", *ALIGNED)
"""The bases of mistakes that can be made with and without alignment."""
Choices = Mapping[str, str]
"""The scheme and the choices that are asked for, by axis."""


class Mistake(NamedTuple):
    """A wrong evaluator: its name, what is wrong in one sentence, the change, and the dialects it pretends to be."""

    name: str
    says: str
    change: Change
    bases: tuple[str, ...] = BOTH
    of_arrays: bool = False
    """Whether only a metric that takes arrays of label ids can make it."""


class WrongChoice(NamedTuple):
    """A wrong evaluator that chooses otherwise than it was asked, before there is a dialect: `chosen` says what."""

    name: str
    says: str
    chosen: Callable[[Choices], Choices]
