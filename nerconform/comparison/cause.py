"""Cause: why an answer is another one: a choice of another option, or a quirk (KIT-6)."""

from collections.abc import Iterable
from dataclasses import dataclass

from nerconform.comparison.causes.quirk import Quirk, Step
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.errors import NerconformError

_ORDER = {axis.name: index for index, axis in enumerate(AXES)}
STEPS = tuple(Step)
"""The steps in the order of the path."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cause that is another option on one axis."""

    axis: str
    option: str

    @property
    def id(self) -> str:
        """Return the choice as a signature writes it."""
        return f"{self.axis}:{self.option}"


Cause = Choice | Quirk


def ordered(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Return causes in the order of the path: choices by their axes, then quirks by their steps."""
    causes = list(causes)
    choices = sorted((cause for cause in causes if isinstance(cause, Choice)), key=lambda one: _ORDER[one.axis])
    quirks = (cause for cause in causes if isinstance(cause, Quirk))
    return (*choices, *sorted(quirks, key=lambda one: (one.reads is None, STEPS.index(one.step))))


def with_choices(dialect: Dialect, causes: Iterable[Cause]) -> Dialect | None:
    """Return the dialect with the choices among these causes, `None` where they exclude each other (DIA-7)."""
    choices = {axis_of(one.axis).attribute: one.option for one in causes if isinstance(one, Choice)}
    try:
        return dialect.set(**choices) if choices else dialect
    except NerconformError:
        return None


def is_of_quirks(causes: Iterable[Cause]) -> bool:
    """Whether all of these causes are quirks of a library, not choices or mistakes that nobody knew of."""
    return all(isinstance(cause, Quirk) and cause.library for cause in causes)
