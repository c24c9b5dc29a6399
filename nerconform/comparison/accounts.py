"""Accounts: how often explanations that are no knowledge of a library were given, and which covers which (KIT-7)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from nerconform.comparison.cause import is_of_quirks
from nerconform.comparison.divergence import Divergence
from nerconform.comparison.find import Find
from nerconform.comparison.inquiry import Explained

_MOST_SAMPLES = 30
"""So many finds of each explanation are kept, to see whether another one explains them, too."""
_Holds = Callable[[Explained, Divergence], bool]
"""Whether the reasons of one divergence explain another."""


class Merged(NamedTuple):
    """The ids of causes, those that took their place, for so many finds, and on how many inputs they were verified."""

    ids: tuple[str, ...]
    other: tuple[str, ...]
    number: int
    verified_on: int


@dataclass(slots=True)
class Accounts:
    """The explanations by the ids of their causes.

    The quirks of a library are not among them: somebody has read them in its source, so they stay as they are.
    """

    _samples: dict[tuple[str, ...], list[Find]] = field(default_factory=dict)
    _often: Counter[tuple[str, ...]] = field(default_factory=Counter)
    _verified_on: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, find: Find, explained: Explained) -> None:
        """Count a find as explained so."""
        if is_of_quirks(reason.cause for reason in explained.reasons):
            return
        samples = self._samples.setdefault(explained.ids, [])
        samples += [find] if len(samples) < _MOST_SAMPLES else []
        self._often[explained.ids] += find.times
        self._verified_on[explained.ids] += explained.verified_on

    def merged(self, holds: _Holds) -> Iterator[Merged]:
        """Yield which explanations a more frequent one of as few causes has taken the place of."""
        for ids in sorted(self._samples, key=self._often.__getitem__):
            for other in sorted(self._samples, key=self._often.__getitem__, reverse=True):
                if other != ids and self._is_covered(ids, other, holds):
                    yield self._move(ids, other)
                    break

    def _is_covered(self, ids: tuple[str, ...], other: tuple[str, ...], holds: _Holds) -> bool:
        """Whether other causes, no more of them, explain all that these explain."""
        if len(other) > len(ids) or not self._explains(other, ids, holds):
            return False
        return self._often[other] >= self._often[ids] or not self._explains(ids, other, holds)

    def _explains(self, ids: tuple[str, ...], other: tuple[str, ...], holds: _Holds) -> bool:
        explained = self._samples[ids][0].explained
        return explained is not None and all(holds(explained, find.divergence) for find in self._samples[other])

    def _move(self, ids: tuple[str, ...], other: tuple[str, ...]) -> Merged:
        """Count the finds of some causes as those of others."""
        number, verified = self._often.pop(ids), self._verified_on.pop(ids)
        self._samples[other] += self._samples.pop(ids)
        self._often[other] += number
        self._verified_on[other] += verified
        return Merged(ids, other, number, verified)
