"""Find: a divergence that a search came upon, and why it is there (KIT-7)."""

from dataclasses import dataclass

from nerconform.comparison.asking import Way
from nerconform.comparison.divergence import Divergence
from nerconform.comparison.inquiry import Explained


@dataclass(frozen=True, slots=True)
class Find:
    """A divergence, the way in which it was asked, and why it is there, if that is known."""

    way: Way
    divergence: Divergence
    explained: Explained | None
    place: str = ""
    times: int = 1

    @property
    def unknown(self) -> str:
        """Return the class of such divergences where nothing explains them."""
        fault = self.divergence.fault
        return f"fault: {fault}" if fault else f"unexplained: {' '.join(self.divergence.sort)}"

    @property
    def causes(self) -> int:
        """Return how many causes it has."""
        return 0 if self.explained is None else len(self.explained.ids)

    def is_alike(self, other: "Find") -> bool:
        """Whether both are about two answers, or neither is."""
        return self.divergence.is_of_answers == other.divergence.is_of_answers

    def is_purer(self, other: "Find") -> bool:
        """Whether it shows its class with fewer causes than another."""
        return 0 < self.causes < other.causes
