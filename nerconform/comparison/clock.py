"""Clock: how much of the time the implementations take, and how they are asked many times over."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from nerconform.implementations.observation import Observation, Unsupported
from nerconform.implementations.protocol import Implementation, ask
from nerconform.implementations.question import Question


@dataclass(slots=True)
class Clock:
    """Asks implementations, and adds up what their answers took, in seconds; `asked` counts the questions they take.

    `now` tells the time: that of the wall, by which a child's answer is waited for, unless another one is set.
    """

    seconds: float = 0.0
    asked: int = 0
    now: Callable[[], float] = perf_counter

    def ask(self, implementation: Implementation, question: Question) -> Observation:
        """Return what an implementation answers."""
        start = self.now()
        found = ask(implementation, question)
        self.seconds += self.now() - start
        self.asked += not isinstance(found, Unsupported)
        return found
