"""Adequacy: whether the golden cases are true of the reference, and tell named policies apart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.reference import refusals
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.options import Align
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme
from nerconform.results.run import BAD, Level
from nerconform.suite.cases import Case, CaseKind, Suite
from nerconform.suite.judge import asked_dialects, judge
from nerconform.suite.lint import LintFinding
from nerconform.suite.mutants import Mutant, mutants

_CODES = {name: error.code for name, error in vars(refusals).items() if hasattr(error, "code")}


def disagreements(suite: Suite) -> Iterator[LintFinding]:
    """Yield every case that the reference does not pass in a dialect of the case, or refuses with another code."""
    for case in suite.cases:
        for name, dialect in {**NAMED, **asked_dialects(case)}.items():
            reference = ReferenceImplementation(name, NAMED.get(name, dialect))
            judgement = judge(case, reference)
            if judgement.verdict in BAD:
                first = next((f"{m.asked}: {m.expected_text} expected, {m.got_text}" for m in judgement.mismatches), "")
                yield LintFinding(
                    case.place,
                    f"the reference answers otherwise in {name}: {judgement.reason or first}",
                    "Fix the case, or the reference.",
                )
            elif judgement.dialect is not None or case.kind is CaseKind.CONTRACT:
                yield from _code(case, reference, name)


def _code(case: Case, reference: ReferenceImplementation, name: str) -> Iterator[LintFinding]:
    """Yield a refusal for another reason than the case says."""
    try:
        dialect = reference.dialect(case.question)
    except NerconformError as error:
        due, got = case.expectations[0].refused, error.code
    else:
        expected = None if isinstance(dialect, Unsupported) else case.expectation(dialect)
        if expected is None or not expected.refused:
            return
        observation = ask(reference, case.question)
        due, got = expected.refused, _CODES.get(observation.error, "") if isinstance(observation, Refusal) else ""
    if due != got:
        yield LintFinding(
            case.place, f"{name} rejects the input with {got}, not with {due}", "Fix the case, or the reference."
        )


def untold_policies(suite: Suite) -> Iterator[LintFinding]:
    """Yield the schemes in which no case tells two named policies apart that differ there (DEC-11)."""
    for scheme in Scheme:
        cases = [case for case in suite.cases if case.question.scheme == scheme and len(case.expectations) > 1]
        defined = [policy for policy in POLICIES.values() if scheme in policy.points]
        untold = [
            f"{one} and {other}"
            for one, other in combinations(defined, 2)
            if one.canonical(scheme) != other.canonical(scheme)
            and not any(_tells_apart(case, scheme, one, other) for case in cases)
        ]
        if untold:
            message = f"in {scheme} no case tells apart the policies {'; '.join(untold)}"
            yield LintFinding("fixtures", message, "Write a case in which they differ.")


def _tells_apart(case: Case, scheme: Scheme, one: Policy, other: Policy) -> bool:
    """Whether a case expects something else under each of two policies."""
    expected = [case.expectation(Dialect(scheme=scheme, policy=policy, align=Align.NONE)) for policy in (one, other)]
    first, second = (found and (found.numbers, found.spans, found.refused) for found in expected)
    return first is not None and second is not None and first != second


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

    Cases that caught many earlier mutants are tried first, those of bad input for a mutant that is right elsewhere.
    """
    rows = []
    favourites: dict[str, int] = {}
    bad = frozenset(case.id for case in suite.cases if case.level is Level.BAD_INPUT)
    found = mutants()
    for number, mutant in enumerate(found):
        if progress:
            progress("mutants", number, len(found))
        if every_case:
            order: Sequence[Case] = suite.cases
        elif mutant.of_bad_input:
            order = sorted(suite.cases, key=lambda case: case.id not in bad)
        else:
            order = sorted(suite.cases, key=lambda case: -favourites.get(case.id, 0))
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
    implementation = mutant.implementation()
    for case in cases:
        if judge(case, implementation).verdict in BAD:
            yield case.id
