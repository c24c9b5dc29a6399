"""Inquiry: what two sides answer, whether it differs, and why (KIT-5)."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from nerconform.comparison.asking import Asker
from nerconform.comparison.cause import Cause
from nerconform.comparison.causes.quirk import Quirk
from nerconform.comparison.clock import Clock
from nerconform.comparison.divergence import Divergence, differences
from nerconform.comparison.prediction import Predictor
from nerconform.comparison.searched import CauseShown
from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.protocol import Implementation
from nerconform.implementations.question import Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.values import Rounding


class Path(NamedTuple):
    """A path from tags to numbers: a dialect and the quirks that are added to it."""

    dialect: Dialect
    quirks: tuple[Quirk, ...] = ()


class Reason(NamedTuple):
    """One cause; `whose` names the implementation, nothing where the cause is the difference of two dialects."""

    cause: Cause
    whose: str = ""

    @property
    def id(self) -> str:
        """Return the id of the cause."""
        return self.cause.id


def shown(reason: Reason) -> CauseShown:
    """Return a cause as reports tell it."""
    cause, whose = reason
    if isinstance(cause, Quirk):
        kind = "quirk" if cause.library else "mistake"
        return CauseShown(cause.id, kind, cause.title, cause.clause, cause.prose, cause.link, whose)
    title = f"It makes the choice {cause.id}" if whose else f"The dialects differ: {cause.id}"
    return CauseShown(cause.id, "choice", title, "DIA-1", whose=whose)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why two sides differ: the reasons in the order of the path, and the two paths that give the two answers."""

    reasons: tuple[Reason, ...]
    left: Path
    right: Path
    verified_on: int

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the reasons, each once."""
        return tuple(dict.fromkeys(reason.id for reason in self.reasons))


class Answers(NamedTuple):
    """What both sides answer to one question, and the rounding of what the left one expects."""

    question: Question
    expected: Observation
    got: Observation
    rounding: Rounding

    def divergence(self) -> Divergence | None:
        """Return how they differ, `None` where they do not."""
        found = differences(self.question, self.expected, self.got, self.rounding)
        return Divergence(self.question, self.expected, self.got, found) if found else None


class Inquiry(Protocol):
    """What is searched: where two sides differ, and why."""

    asker: Asker
    predictor: Predictor
    clock: Clock

    @property
    def names(self) -> tuple[str, str]:
        """Return what the two sides are called."""

    @property
    def sides(self) -> tuple[Implementation, ...]:
        """Return the implementations that are asked."""

    def answers(self, question: Question) -> Answers | None:
        """Return what the two sides answer, `None` where it is no question for them."""

    def look(self, question: Question) -> Divergence | None:
        """Return how the two sides differ on a question, `None` where they do not or it is none for them."""

    def explain(self, divergence: Divergence, *, deep: bool = True, verify: bool = True) -> Explained | None:
        """Return why they differ, `None` where nothing explains it.

        Without `deep`, by what is known alone; without `verify`, whether or not it holds on neighbours.
        """

    def account(self, divergence: Divergence) -> Explained | None:
        """Return known causes that give both answers here, in a few attempts, `None` where they do not.

        For data of many units, whose single units are explained then.
        """

    def holds(self, explained: Explained, divergence: Divergence) -> bool:
        """Whether the reasons of another divergence explain this one, too."""

    def dialects(self, question: Question) -> tuple[Dialect | None, Dialect | None]:
        """Return the declared dialects of the two sides."""


def declared(implementation: Implementation, question: Question) -> Dialect | None:
    """Return the declared dialect, `None` where the question is none for the implementation."""
    try:
        dialect = implementation.dialect(question)
    except NerconformError:
        return None
    return None if isinstance(dialect, Unsupported) else dialect


def rows_of(*observations: Observation) -> set[str]:
    """Return the types that have a row in some answer."""
    found = (one.rows for one in observations if isinstance(one, Answer) and one.rows is not None)
    return set().union(*found)
