"""Lint: whether the suite keeps its own rules; every finding has file and line.

What needs an answer of the reference, and the kill table, are in `nerconform.products.check.adequacy`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.libraries.defects import WORDS, Defect, all_defects
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.suite.cases import Case, CaseKind, FixtureFile, Suite
from nerconform.suite.clauses import Clause
from nerconform.suite.expectations import Expectation, Number, derived
from nerconform.suite.known import KnownCause


class LintFinding(NamedTuple):
    """One broken rule: where, what, and what to do."""

    place: str
    message: str
    hint: str

    def __str__(self) -> str:
        """Return the finding on one line."""
        return f"{self.place}: {self.message}. {self.hint}"


def lint(
    suite: Suite, clauses: Mapping[str, Clause], known: Sequence[KnownCause], tests: Path | None = None
) -> tuple[LintFinding, ...]:
    """Return every broken rule of the suite; `tests` is the folder of tests, where there is one."""
    findings = [finding for group in suite.groups for finding in _group(group)]
    for case in suite.cases:
        findings += _case(case, clauses)
    findings += _clauses(suite, clauses, tests)
    findings += _known(suite, clauses, known)
    return tuple(findings)


def _group(group: FixtureFile) -> Iterator[LintFinding]:
    """Every flag of a file has a note there, and every note a case."""
    used = {flag for case in group.cases for flag in case.flags}
    for flag in group.flags:
        if flag not in used:
            yield LintFinding(
                group.document.place("flags", flag), f"no case has the flag {flag!r}", "Remove the flag here."
            )
    for case in group.cases:
        for flag in case.flags:
            if flag not in group.flags:
                yield LintFinding(
                    case.place,
                    f"the flag {flag!r} is not described in this file",
                    "Describe the bug and its effect under `flags`.",
                )


def _case(case: Case, clauses: Mapping[str, Clause]) -> Iterator[LintFinding]:
    """Rules of one case by itself."""
    for clause in case.clauses:
        if clause not in clauses:
            yield LintFinding(
                case.place, f"there is no clause {clause}", "Use one that `nerconform list clauses` shows."
            )
    if case.kind is not CaseKind.CORE and not case.flags:
        yield LintFinding(
            case.place, f"a {case.kind} case needs a flag", "Add `flags: [NAME]`, and describe it under `flags`."
        )
    if case.kind is CaseKind.CORE and (len(case.expectations) > 1 or case.expectations[0].when):
        yield LintFinding(
            case.place, "a core case can have only one answer", "Write `kind: dialect`, or remove `when`."
        )
    if case.kind is CaseKind.CONTRACT and not all(expected.refused for expected in case.expectations):
        yield LintFinding(
            case.place, "a contract case must expect an error", "Write `refused: CODE`, such as lengths-differ."
        )
    if case.kind is not CaseKind.CONTRACT:
        yield from _choices(case)
    for expected in case.expectations:
        yield from _arithmetic(case, expected)
    yield from _printed(case)


def _choices(case: Case) -> Iterator[LintFinding]:
    """Every option exists, and every named dialect matches exactly one expectation."""
    for expected in case.expectations:
        for axis, options in expected.when.items():
            for option in options:
                try:
                    Dialect().set(**{"scheme": case.question.scheme, axis: option})
                except NerconformError as error:
                    yield LintFinding(case.place, str(error), "Fix `when`.")
                    return
    matched = 0
    for name, named in NAMED.items():
        try:
            dialect = named.set(**{"scheme": case.question.scheme, **case.question.choices})
        except NerconformError:
            continue
        holding = sum(expected.holds_for(dialect) for expected in case.expectations)
        matched += holding
        if holding != 1:
            yield LintFinding(
                case.place,
                f"{holding} expectations apply to the dialect {name}",
                "Change `when` so that exactly one applies.",
            )
    if not matched:
        yield LintFinding(case.place, "the case applies to no named dialect", "Change `scheme` or `set`.")


def _arithmetic(case: Case, expected: Expectation) -> Iterator[LintFinding]:
    """Compare what is written with what follows from the rest of it."""
    plain = not {"pool", "partial"} & {*case.question.choices, *expected.when}
    for measure, value in derived(expected.written, with_ratios=plain).items():
        written = expected.written.get(measure, value)
        if written != value:
            yield LintFinding(
                case.place, f"{measure} is {written}, and the other numbers give {value}", "Fix one of them."
            )


def _printed(case: Case) -> Iterator[LintFinding]:
    """Compare printed values: they contradict what is right in an erratum, and nowhere else."""
    if case.kind is CaseKind.ERRATUM and not case.printed:
        yield LintFinding(case.place, "an erratum needs the printed values", "Add `printed`.")
    if not case.printed:
        return
    if len(case.expectations) > 1:
        yield LintFinding(
            case.place,
            "there are printed values and several expectations",
            "Fix the options with `set`, and keep one expectation.",
        )
        return
    numbers = case.expectations[0].numbers
    unknown = [measure for measure in case.printed if measure not in numbers]
    for measure in unknown:
        yield LintFinding(
            case.place, f"{measure} is printed, but not expected", "Add it to `expect`, with its right value."
        )
    wrong = [
        measure for measure, text in case.printed.items() if measure in numbers and not prints(numbers[measure], text)
    ]
    if case.kind is CaseKind.ERRATUM and not wrong and not unknown:
        yield LintFinding(
            case.place, "no printed value contradicts the definition", "Change `kind`: this is not an erratum."
        )
    if case.kind is not CaseKind.ERRATUM:
        for measure in wrong:
            yield LintFinding(
                case.place,
                f"{measure} is printed as {case.printed[measure]}, which is wrong",
                "Write `kind: erratum`, or fix it.",
            )


def prints(value: Number, text: str) -> bool:
    """Whether a value is printed as this text: within half a unit of the last decimal."""
    if value is None:
        return text in {"nan", "undefined"}
    decimals = len(text.partition(".")[2])
    return abs(Fraction(text) - value) <= Fraction(1, 2 * 10**decimals) * (1 if decimals else 0)


def _clauses(suite: Suite, clauses: Mapping[str, Clause], tests: Path | None) -> Iterator[LintFinding]:
    """Every clause has a case, or names the tests that hold it."""
    tested = {clause for case in suite.cases for clause in case.clauses}
    for clause in clauses.values():
        place = f"{clause.file}:{clause.line}"
        if clause.tests:
            if any(tests is not None and not (tests.parent / test).exists() for test in clause.tests):
                yield LintFinding(place, f"{clause.id} names a test that does not exist", "Name an existing test file.")
        elif clause.id not in tested:
            yield LintFinding(place, f"no case tests {clause.id}", "Write a case with this clause.")


def _known(suite: Suite, clauses: Mapping[str, Clause], known: Sequence[KnownCause]) -> Iterator[LintFinding]:
    """Known divergences name clauses and cases that exist."""
    ids = {case.id for case in suite.cases}
    for cause in known:
        if cause.clause not in clauses:
            yield LintFinding(
                cause.place, f"there is no clause {cause.clause}", "Use one that `nerconform list clauses` shows."
            )
        for name in cause.cases:
            if name not in ids:
                yield LintFinding(cause.place, f"there is no golden case {name!r}", "Remove or rename the entry.")


def warnings() -> tuple[LintFinding, ...]:
    """Return for each file of defects which fields are not yet written, and in how many. None is a finding."""
    files: dict[str, list[Defect]] = {}
    for one in all_defects():
        files.setdefault(one.place.rpartition(":")[0], []).append(one)
    found = []
    for file, defects in files.items():
        counts = Counter(name for one in defects for name in one.unwritten)
        fields = ", ".join(f"{name} in {counts[name]} of {len(defects)}" for name in WORDS if counts[name])
        if fields:
            found.append(LintFinding(file, f"not yet written: {fields}", "Write them as CONTRIBUTING.md says."))
    return tuple(found)
