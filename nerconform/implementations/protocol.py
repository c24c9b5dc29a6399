"""The protocol between the kit and an implementation."""

import re
import warnings
from typing import NamedTuple, Protocol

from nerconform.implementations.observation import Crash, Observation, Refusal, Unsupported
from nerconform.implementations.question import Part, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure


class Declared(NamedTuple):
    """An exception that is a refusal: the name of its type and a pattern that its message begins with."""

    error: str
    pattern: str

    def covers(self, error: BaseException) -> bool:
        """Whether this exception is the declared one."""
        return type(error).__name__ == self.error and re.match(self.pattern, str(error)) is not None


class Implementation(Protocol):
    """The metric under test: what it can answer, in which dialect, and its answers."""

    @property
    def name(self) -> str:
        """The string that selects it, such as `seqeval:strict`."""

    @property
    def version(self) -> str:
        """Library and version, such as `seqeval 1.2.2`."""

    @property
    def refusals(self) -> tuple[Declared, ...]:
        """The exceptions by which it refuses."""

    @property
    def parts(self) -> frozenset[Part]:
        """What its answers hold beside measures."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, imposed choices included, or why it does not."""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it declares this number for this question."""

    def observe(self, question: Question) -> Observation:
        """Answer; exceptions of the library pass through."""

    def reproduction(self, question: Question) -> str:
        """Return plain Python that asks the library alone, one expression or a few lines."""


def ask(implementation: Implementation, question: Question) -> Observation:
    """Return what the implementation answers; its exceptions become refusals or crashes, its warnings are silenced."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return implementation.observe(question)
    except (Exception, SystemExit) as error:  # whatever the library raises is its answer
        refused = any(declared.covers(error) for declared in implementation.refusals)
        return (Refusal if refused else Crash)(type(error).__name__, str(error))
