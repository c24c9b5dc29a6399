"""Narrowing: from data on which two sides differ to the single units on which they do (KIT-7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from nerconform.comparison.asking import Way
from nerconform.comparison.causes.quirk import Given
from nerconform.comparison.classes import Classes
from nerconform.comparison.divergence import differences
from nerconform.comparison.inquiry import Answers, Explained, Inquiry, Path
from nerconform.comparison.progress import Told, tell
from nerconform.implementations.observation import Answer
from nerconform.implementations.question import Question

_BLOCK = 64
"""So many units are asked about at once where all of them together are not accounted for."""
_Units = list[list[Any]]


@dataclass(slots=True)
class Narrowing:
    """Looks for the units on which two sides differ, and has each of them explained; equal units are asked once.

    `places` says where each unit stands.
    """

    inquiry: Inquiry
    way: Way
    gold: _Units
    pred: _Units
    places: Sequence[str]
    told: Told = None
    classes: Classes = field(init=False)
    _known: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin without a class."""
        self.classes = Classes(self.inquiry)

    @property
    def _times(self) -> dict[int, int]:
        """Return how often each distinct unit occurs, by its first index."""
        if not self._known:
            first: dict[tuple[tuple[Any, ...], tuple[Any, ...]], int] = {}
            for index, (gold, pred) in enumerate(zip(self.gold, self.pred, strict=True)):
                at = first.setdefault((tuple(gold), tuple(pred)), index)
                self._known[at] = self._known.get(at, 0) + 1
        return self._known

    def run(self) -> None:
        """Ask about all units at once, then, as far as needed, about blocks, and about single ones."""
        everything = range(len(self.gold))
        answers = self._answers(everything)
        if answers is None or self._is_settled(answers, everything):
            return
        before, distinct = self.classes.divergent, list(self._times)
        for start in range(0, len(distinct), _BLOCK):
            tell(self.told, self.inquiry.names, start, len(distinct), self.classes.words())
            self._narrow(distinct[start : start + _BLOCK])
        if self.classes.divergent == before and answers.divergence() is not None:
            self._look(everything)

    def _narrow(self, units: Sequence[int]) -> None:
        """Look at the single units that differ, or at all of these where none of them does by itself."""
        answers = self._answers(units)
        if answers is None or self._is_settled(answers, units):
            return
        differ = answers.divergence() is not None
        if len(units) == 1:
            if differ:
                self._look(units)
            return
        before, half = self.classes.divergent, len(units) // 2
        self._narrow(units[:half])
        self._narrow(units[half:])
        if self.classes.divergent == before and differ:
            self._look(units)

    def _is_settled(self, answers: Answers, units: Sequence[int]) -> bool:
        """Whether these units need not be parted: all are answered, and agree or were looked at.

        Where one is refused, nothing is known of the others. Causes that account for the answers about all say on which
        units the two sides part: each of those is asked about, and explained by itself.
        """
        if not (isinstance(answers.expected, Answer) and isinstance(answers.got, Answer)):
            return False
        divergence = answers.divergence()
        if divergence is None:
            return True
        explained = None if len(units) == 1 else self.inquiry.account(divergence)
        if explained is None:
            return False
        before = self.classes.divergent
        apart = [unit for unit in units if unit in self._times and self._may_part(unit, explained)]
        for start in range(0, len(apart), _BLOCK):
            for unit in self._parted(apart[start : start + _BLOCK], explained):
                self._look([unit])
        return self.classes.divergent > before

    def _may_part(self, unit: int, explained: Explained) -> bool:
        """Whether the two paths can part on a unit: not where they are one but for quirks that cannot fire."""
        left, right = explained.left, explained.right
        if left != Path(right.dialect):
            return True
        gold, pred = self._sides([unit])
        asked = Given(gold, pred, right.dialect, str(self.way.ask), dict(self.way.choices))
        return any(quirk.fires(asked) for quirk in right.quirks)

    def _parted(self, units: Sequence[int], explained: Explained) -> list[int]:
        """Return the units for which the two paths give two answers."""
        question, predict = self._question(units), self.inquiry.predictor.predict
        left, right = (predict(question, *path) for path in (explained.left, explained.right))
        if not differences(question, left, right, explained.left.dialect.round):
            return []
        half = len(units) // 2
        return (
            list(units)
            if len(units) == 1
            else [unit for part in (units[:half], units[half:]) for unit in self._parted(part, explained)]
        )

    def _question(self, units: Sequence[int]) -> Question:
        return self.classes.question(self.way, *self._sides(units))

    def _answers(self, units: Sequence[int]) -> Answers | None:
        return self.inquiry.answers(self._question(units))

    def _look(self, units: Sequence[int]) -> None:
        times = self._times[units[0]] if len(units) == 1 else 1
        self.classes.look(self.way, *self._sides(units), place=self.places[units[0]], times=times)

    def _sides(self, units: Sequence[int]) -> tuple[_Units, _Units]:
        if len(units) == len(self.gold):
            return self.gold, self.pred
        return [self.gold[unit] for unit in units], [self.pred[unit] for unit in units]
