"""Readings: cases on which implementations are all right, and yet differ, because their dialects do."""

from collections.abc import Sequence
from dataclasses import dataclass

from nerconform.results.run import NUMBERS, Result, Run

TITLE = "All right, and yet different"
WORDS = "The same predictions under sound rules that differ; a score means something only with its rule beside it."


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to a case: who gives it, by which choices, and its strict micro numbers in the order of `NUMBERS`."""

    names: tuple[str, ...]
    choices: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """A case with more than one right answer among the implementations of a run."""

    case: str
    why: str
    readings: tuple[Reading, ...]


def differing(run: Run, prefix: str = "") -> list[Differing]:
    """Return the cases whose F1 differs between implementations that are right; only ids that begin with `prefix`."""
    found: dict[str, list[tuple[str, Result]]] = {}
    for one in run.implementations:
        for result in one.results:
            if "f1" in result.right and result.case.startswith(prefix):
                found.setdefault(result.case, []).append((one.name, result))
    return [
        Differing(case, results[0][1].why, _readings(results))
        for case, results in found.items()
        if len({result.right["f1"] for _, result in results}) > 1
    ]


def _readings(results: Sequence[tuple[str, Result]]) -> tuple[Reading, ...]:
    """Put together the implementations that give the same numbers, with the choices by which they part from others."""
    groups: dict[tuple[str, ...], list[tuple[str, frozenset[str]]]] = {}
    for name, result in results:
        numbers = tuple(result.right.get(number, "") for number in NUMBERS)
        groups.setdefault(numbers, []).append((name, frozenset(result.reading.split(", "))))
    shared = {numbers: frozenset.intersection(*(choices for _, choices in group)) for numbers, group in groups.items()}
    common = frozenset.intersection(*shared.values())
    return tuple(
        Reading(tuple(name for name, _ in group), ", ".join(sorted(shared[numbers] - common)), numbers)
        for numbers, group in groups.items()
    )


def distinct(cases: Sequence[Differing]) -> list[Differing]:
    """Return the cases without those whose numbers repeat an earlier one's."""
    kept: dict[tuple[Reading, ...], Differing] = {}
    for case in cases:
        kept.setdefault(case.readings, case)
    return list(kept.values())
