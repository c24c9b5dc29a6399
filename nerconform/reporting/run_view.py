"""Run view: what every report shows of a run, in which order; the writers only lay it out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nerconform.base.plain_text import aligned
from nerconform.results.run import BAD, NUMBERS, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Cause, CauseKind, ClauseRecord, Units, unit_texts

KINDS = ("core", "dialect", "contract", "erratum")
"""Kinds of case, in the order of the table of a run."""
VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN, Verdict.UNSUPPORTED)
IMPORTANCE = ("core", "erratum", "dialect", "contract")
"""Kinds of case, those whose failure matters most first."""
_URGENCY = (Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED)

EXIT = {
    True: "Exit status 0: every answer is right, or a divergence that is known and unchanged.",
    False: "Exit status 1: an answer is wrong, or a known divergence has changed.",
}
"""What the exit status of a run that passed, or did not, means."""


@dataclass(frozen=True, slots=True)
class Group:
    """The known divergences of one cause."""

    cause: Cause
    results: tuple[Result, ...]

    @property
    def smallest(self) -> Result:
        """Return the divergence with the smallest input, which is the one to reproduce."""
        return min(self.results, key=size)


def size(result: Result) -> tuple[int, int]:
    """Return how large the input of a result is: tokens or spans, then characters."""
    units = (*unit_texts(result.gold), *unit_texts(result.pred))
    return sum(len(unit.split()) for unit in units), sum(map(len, units))


def wrong(run: ImplementationRun) -> list[Result]:
    """Return the results that make the run fail: core first and bad input last, wrong answers before crashes."""
    bad = [result for result in run.results if result.verdict in BAD]
    return sorted(bad, key=lambda result: (IMPORTANCE.index(result.kind), _URGENCY.index(result.verdict)))


def known(run: ImplementationRun) -> list[Group]:
    """Return the known divergences by cause, in the order of the causes."""
    found: dict[str, list[Result]] = {}
    for result in run.results:
        if result.verdict is Verdict.KNOWN:
            found.setdefault(result.cause, []).append(result)
    causes = {cause.id: cause for cause in run.causes}
    order = [*(name for name in causes if name in found), *(name for name in found if name not in causes)]
    return [Group(causes.get(name) or _unnamed(name, found[name]), tuple(found[name])) for name in order]


def _unnamed(name: str, results: Sequence[Result]) -> Cause:
    """Stand in for a cause that the run does not hold."""
    return Cause(name, CauseKind.KNOWN, name, clause=results[0].clauses[0])


def unsupported(run: ImplementationRun) -> list[tuple[str, int]]:
    """Return why cases were not asked, and how many, the most frequent reason first."""
    reasons = Counter(result.reason for result in run.results if result.verdict is Verdict.UNSUPPORTED)
    return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


def table(run: ImplementationRun) -> list[tuple[str, list[int]]]:
    """Return one row for each kind of case, and one for all: how many got each verdict, in the order of `VERDICTS`."""
    rows = [(kind, [run.count(verdict, kind) for verdict in VERDICTS]) for kind in KINDS]
    return [*rows, ("all", [run.count(verdict) for verdict in VERDICTS])]


def by_clause(run: ImplementationRun, clauses: Mapping[str, ClauseRecord]) -> list[tuple[str, list[int]]]:
    """Return one row for each clause: how many of the cases that test it got each verdict."""
    counts: dict[str, Counter[Verdict]] = {}
    for result in run.results:
        counts.setdefault(result.clauses[0], Counter())[result.verdict] += 1
    order = {clause: index for index, clause in enumerate(clauses)}
    names = sorted(counts, key=lambda name: (order.get(name, len(order)), name))
    return [(name, [counts[name][verdict] for verdict in VERDICTS]) for name in names]


def summary(run: ImplementationRun) -> str:
    """Return one line: whether it passed, and how many cases got each verdict."""
    counts = ", ".join(f"{run.count(verdict)} {verdict}" for verdict in VERDICTS if run.count(verdict))
    return f"{'as expected' if run.passed else 'NOT as expected'}: {counts or 'no case was asked'}"


def clauses_of(run: Run) -> Mapping[str, ClauseRecord]:
    """Return the clauses that the run speaks of, by their ids, in the order of the spec."""
    return {clause.id: clause for clause in run.clauses}


def title(name: str, clauses: Mapping[str, object]) -> str:
    """Return a clause's id and title, or its id alone."""
    return str(clauses[name]) if name in clauses else name


class FirstMismatch(NamedTuple):
    """The first thing that differs, as text, and how many more do; of a divergence without any, its reason."""

    asked: str
    expected: str
    got: str
    more: int


def first_mismatch(result: Result) -> FirstMismatch:
    """Return the first thing that differs."""
    if not result.mismatches:
        return FirstMismatch("answer", "", result.reason, 0)
    first = result.mismatches[0]
    return FirstMismatch(first.asked, first.expected_text, first.got_text, len(result.mismatches) - 1)


def input_lines(gold: Units, pred: Units) -> list[tuple[str, str]]:
    """Return the units of both sides in pairs of text, tokens below each other where they correspond."""
    return aligned(unit_texts(gold), unit_texts(pred))


DIFFERING_TITLE = "All right, and yet different"
DIFFERING_WORDS = (
    "The same predictions under sound rules that differ; a score means something only with its rule beside it."
)


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """One answer to a case: who gives it, by which choices, and its strict micro numbers in the order of `NUMBERS`."""

    names: tuple[str, ...]
    choices: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """A case with more than one right answer among the implementations of a run."""

    case: str
    why: str
    answers: tuple[RightAnswer, ...]


def differing(run: Run, prefix: str = "documents.", *, distinct: bool = False) -> list[Differing]:
    """Return the cases whose F1 differs between implementations that are right; only ids that begin with `prefix`.

    With `distinct`, a case whose numbers repeat an earlier one's is left out.
    """
    found: dict[str, list[tuple[str, Result]]] = {}
    for one in run.implementations:
        for result in one.results:
            if "f1" in result.right and result.case.startswith(prefix):
                found.setdefault(result.case, []).append((one.name, result))
    cases = [
        Differing(case, results[0][1].why, _right_answers(results))
        for case, results in found.items()
        if len({result.right["f1"] for _, result in results}) > 1
    ]
    kept: dict[tuple[RightAnswer, ...], Differing] = {}
    for case in cases:
        kept.setdefault(case.answers, case)
    return list(kept.values()) if distinct else cases


def _right_answers(results: Sequence[tuple[str, Result]]) -> tuple[RightAnswer, ...]:
    """Put together the implementations that give the same numbers, with the choices that tell them from others."""
    groups: dict[tuple[str, ...], list[tuple[str, frozenset[str]]]] = {}
    for name, result in results:
        numbers = tuple(str(result.right.get(number, "")) for number in NUMBERS)
        groups.setdefault(numbers, []).append((name, frozenset(result.choices.split(", "))))
    shared = {numbers: frozenset.intersection(*(choices for _, choices in group)) for numbers, group in groups.items()}
    common = frozenset.intersection(*shared.values())
    return tuple(
        RightAnswer(tuple(name for name, _ in group), ", ".join(sorted(shared[numbers] - common)), numbers)
        for numbers, group in groups.items()
    )
