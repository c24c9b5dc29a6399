"""Kills: which golden case catches which mutant. A mutant that none catches means that the suite has a hole."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nerconform.comparison.judge import judge
from nerconform.comparison.results import BAD
from nerconform.implementations.reference import ReferenceImplementation
from nerconform.reference.named import NAMED
from nerconform.suite.cases import Case, Suite
from nerconform.suite.mutants import Mutant, mutants


@dataclass(frozen=True, slots=True)
class KillRow:
    """One mutant, the cases that catch it (the first ones, or all), and why none can where it is equivalent."""

    mutant: Mutant
    killed_by: tuple[str, ...]

    @property
    def survives(self) -> bool:
        """Whether no case catches the mutant although one should."""
        return not self.killed_by and not self.mutant.equivalent


@dataclass(frozen=True, slots=True)
class KillTable:
    """Which golden case catches which mutant."""

    rows: tuple[KillRow, ...]

    @property
    def survivors(self) -> tuple[KillRow, ...]:
        """Return the mutants that no golden case catches."""
        return tuple(row for row in self.rows if row.survives)


Progress = Callable[[str, int, int], None]
"""Told what is being done, how many mutants are done, and how many there are."""


def kill_table(suite: Suite, *, every_case: bool = False, progress: Progress | None = None) -> KillTable:
    """Return the kill table; with `every_case` all cases that catch a mutant, otherwise one.

    Cases that caught an earlier mutant of the same dialect are tried first.
    """
    rows = []
    favourites: dict[str, int] = {}
    found = mutants()
    for number, mutant in enumerate(found):
        if progress:
            progress("mutants", number, len(found))
        order = suite.cases if every_case else sorted(suite.cases, key=lambda case: -favourites.get(case.id, 0))
        killers = _killers(mutant, order)
        killed_by = tuple(killers) if every_case else tuple(next(([name] for name in killers), []))
        for name in killed_by:
            favourites[name] = favourites.get(name, 0) + 1
        rows.append(KillRow(mutant, killed_by))
    if progress:
        progress("mutants", len(found), len(found))
    return KillTable(tuple(rows))


def _killers(mutant: Mutant, cases: Sequence[Case]) -> Iterator[str]:
    """Yield the cases whose verdict shows that the mutant is not the dialect that it claims to be."""
    implementation = ReferenceImplementation(mutant.name, NAMED[mutant.base], mutant.change)
    for case in cases:
        if judge(case, implementation).verdict in BAD:
            yield case.id
