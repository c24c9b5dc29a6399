"""Spans alone: what implementations share that decode tags, and count nothing."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from nerconform.asking.observation import Answer, Observation, Unsupported
from nerconform.asking.question import Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span


class SpansAlone(ABC):
    """An implementation whose answers hold the spans of both sides, and no number."""

    @abstractmethod
    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, or why it does not."""

    @abstractmethod
    def decoded(self, units: Any, question: Question) -> Iterable[tuple[Span, ...]]:  # noqa: ANN401 - a side, as passed
        """Return the spans of every unit of one side, ends exclusive; exceptions of the library pass through."""

    def answers(self, measure: Measure, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return `False`: it has no number."""
        return False

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it shows the part: spans."""
        return part is Part.SPANS

    def observe(self, question: Question) -> Observation:
        """Answer with the spans of both sides."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        sides = ((Side.GOLD, question.gold), (Side.PRED, question.pred))
        return Answer(spans={side: list(self.decoded(units, question)) for side, units in sides})
