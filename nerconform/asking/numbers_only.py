"""Numbers alone: what implementations share that show no spans, no rows and no pairs."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared
from nerconform.asking.question import Part, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure


class NumbersAlone(ABC):
    """An implementation whose answers hold measures, and nothing beside them."""

    refusals: tuple[Declared, ...] = ()

    @abstractmethod
    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, or why it does not."""

    @abstractmethod
    def has(self, measure: Measure) -> bool:
        """Whether the library has this number."""

    @abstractmethod
    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers, which the library has; exceptions of the library pass through."""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number for this question."""
        return self.has(measure) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return `False`: there are numbers alone."""
        return False

    def observe(self, question: Question) -> Observation:
        """Answer with the numbers that are asked for and that it has."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        return Answer(self.numbers(frozenset(filter(self.has, question.measures)), question))
