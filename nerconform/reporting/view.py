"""View: what every report shows of a run, in which order; the writers only lay it out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nerconform.results.run import BAD, Cause, ImplementationRun, Result, Run, Verdict
from nerconform.suite.cases import CaseKind
from nerconform.suite.clauses import Clause, load_clauses
from nerconform.version import SPEC_VERSION

KINDS = tuple(str(kind) for kind in CaseKind)
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
    units = (*result.gold, *result.pred)
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
    return Cause(name, name, "", results[0].clauses[0], "")


def unsupported(run: ImplementationRun) -> list[tuple[str, int]]:
    """Return why cases were not asked, and how many, the most frequent reason first."""
    reasons = Counter(result.reason for result in run.results if result.verdict is Verdict.UNSUPPORTED)
    return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


def table(run: ImplementationRun) -> list[tuple[str, list[int]]]:
    """Return one row for each kind of case, and one for all: how many got each verdict, in the order of `VERDICTS`."""
    rows = [(kind, [run.count(verdict, kind) for verdict in VERDICTS]) for kind in KINDS]
    return [*rows, ("all", [run.count(verdict) for verdict in VERDICTS])]


def by_clause(run: ImplementationRun) -> list[tuple[str, list[int]]]:
    """Return one row for each clause: how many of the cases that test it got each verdict."""
    counts: dict[str, Counter[Verdict]] = {}
    for result in run.results:
        counts.setdefault(result.clauses[0], Counter())[result.verdict] += 1
    order = {clause: index for index, clause in enumerate(load_clauses())}
    names = sorted(counts, key=lambda name: (order.get(name, len(order)), name))
    return [(name, [counts[name][verdict] for verdict in VERDICTS]) for name in names]


def summary(run: ImplementationRun) -> str:
    """Return one line: whether it passed, and how many cases got each verdict."""
    counts = ", ".join(f"{run.count(verdict)} {verdict}" for verdict in VERDICTS if run.count(verdict))
    return f"{'as expected' if run.passed else 'NOT as expected'}: {counts or 'no case was asked'}"


def clauses(run: Run) -> Mapping[str, Clause]:
    """Return the clauses that the run speaks of; none where it was made with another version of the spec."""
    return load_clauses() if run.spec == SPEC_VERSION else {}


def title(name: str, known_clauses: Mapping[str, Clause]) -> str:
    """Return a clause's id and title, or its id alone."""
    return str(known_clauses[name]) if name in known_clauses else name


def aligned(gold: Sequence[str], pred: Sequence[str]) -> list[tuple[str, str]]:
    """Return the units of both sides in pairs, the tokens of each pair below each other where they correspond."""
    length = max(len(gold), len(pred))
    sides = [[*side, *[""] * (length - len(side))] for side in (gold, pred)]
    return [_aligned(*pair) for pair in zip(*sides, strict=True)]


def _aligned(gold: str, pred: str) -> tuple[str, str]:
    """Pad the tokens of one pair of units to common widths."""
    columns = list(zip(gold.split(" "), pred.split(" "), strict=False))
    if gold.count(" ") != pred.count(" ") or any(character in gold + pred for character in "[('\""):
        return gold, pred
    widths = [max(map(len, column)) for column in columns]
    lines = [
        " ".join(column[side].ljust(width) for column, width in zip(columns, widths, strict=True)) for side in (0, 1)
    ]
    return lines[0].rstrip(), lines[1].rstrip()
