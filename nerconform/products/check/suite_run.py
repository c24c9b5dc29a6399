"""Check: is this metric right? Every golden case on every implementation."""

import math
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple, cast

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.callables import CallableImplementation, Function
from nerconform.asking.calling import Calling
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation, known_as
from nerconform.asking.question import Form
from nerconform.libraries.registry import UnknownImplementation, is_path, resolve
from nerconform.reference.errors import NerconformError, UnknownOption
from nerconform.reference.spans import Span
from nerconform.results.run import BAD, DIVERGENT, NUMBERS, Cause, ImplementationRun, Result, Run, Verdict
from nerconform.suite.agreement import show
from nerconform.suite.case_runs import retagged
from nerconform.suite.cases import Case, Suite, load_suite
from nerconform.suite.judge import Judgement, judge
from nerconform.suite.known import KnownCause, load_known
from nerconform.version import SPEC_VERSION, __version__

Progress = Callable[[str, int, int], None]
"""Told the implementation, how many cases are done, and how many there are."""
_PLAIN = Calling()


class NoSuchCase(NerconformError):
    """A pattern selects no golden case, or a known divergence names one that does not exist."""

    code = "no-such-case"


def check(  # noqa: PLR0913 - who is asked what, and how
    *implementations: str | Implementation | Function,
    dialect: str | None = None,
    known: Path | str | None = None,
    cases: Sequence[str] | str = (),
    timeout: float | None = None,
    calling: Calling | Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Return the verdicts of the golden cases on these implementations.

    An implementation is named (`seqeval`, `nervaluate`, `mypkg.metrics:evaluate`, `reference:conlleval`; a family
    stands for all its modes), or a function, or an object of the protocol; `dialect` is the one that an import path or
    a function is held to (`conlleval` if not given); `known` is a file of known divergences beside the kit's own;
    `cases` are ids or patterns such as `documents.000.*`; `timeout` is the seconds that a command (`exec:...`) has for
    each answer; `calling` says how a function is called, where that cannot be found out (a `Calling`, or a mapping such
    as `{"input": "eval-prediction", "id2label": labels, "f1": "eval_f1"}`). Raises `UnknownImplementation`, `BadFile`,
    `NoSuchCase`, `WrongArity`, `WrongKey` or `UnreadableResult`.
    """
    found = prepared(implementations, dialect=dialect, known=known, cases=cases, timeout=timeout, calling=calling)
    runs = tuple(check_one(one, found.cases, found.pinned, progress) for one in found.implementations)
    return Run(runs, tool=__version__, spec=SPEC_VERSION, fixtures=found.fixtures)


class Prepared(NamedTuple):
    """Whom to ask what, the known divergences, and the version of the golden cases."""

    implementations: tuple[Implementation, ...]
    cases: tuple[Case, ...]
    pinned: tuple[KnownCause, ...]
    fixtures: str


def prepared(  # noqa: PLR0913 - what `check` takes
    implementations: Sequence[str | Implementation | Function],
    *,
    dialect: str | None = None,
    known: Path | str | None = None,
    cases: Sequence[str] | str = (),
    timeout: float | None = None,
    calling: Calling | Mapping[str, object] | None = None,
    drafts: bool = False,
) -> Prepared:
    """Return what the arguments of `check` mean; the file of known divergences may hold `drafts` if that is said."""
    suite = load_suite()
    if not implementations:
        raise UnknownImplementation("no implementation is named", hint="Pass one, such as 'seqeval'.")
    pinned = load_known(None if known is None else Path(known), drafts=drafts)
    _check_names(suite, pinned)
    selected = _select(suite, [cases] if isinstance(cases, str) else cases)
    if dialect is not None:
        _check_dialect(dialect, implementations)
    limits = Limits() if timeout is None else Limits(timeout)
    called = calling if isinstance(calling, Calling) else Calling.of(calling or {})
    found = (one for item in implementations for one in resolved(item, dialect, limits, called))
    return Prepared(tuple(found), selected, pinned, suite.version)


def resolved(
    item: str | Implementation | Function, dialect: str | None, limits: Limits, calling: Calling = _PLAIN
) -> Sequence[Implementation]:
    """Return the implementations that one argument means."""
    if isinstance(item, str):
        return resolve(item, dialect, limits, calling)
    if hasattr(item, "observe"):
        return (cast("Implementation", item),)
    if callable(item):
        path = f"{getattr(item, '__module__', '?')}:{getattr(item, '__qualname__', type(item).__name__)}"
        found = CallableImplementation(path, item, resolve_dialect(dialect or "conlleval"), calling)
        found.look()
        return (found,)
    raise UnknownImplementation(f"no implementation: {item!r:.60}", hint="Pass a name, a function or an import path.")


def _check_dialect(dialect: str, implementations: Sequence[str | Implementation | Function]) -> None:
    """Refuse a dialect that nothing here takes: every implementation but an import path declares its own."""
    resolve_dialect(dialect)
    if not any(is_path(one) if isinstance(one, str) else not hasattr(one, "observe") for one in implementations):
        hint = "Leave the dialect out, or name an import path such as mypkg.metrics:evaluate."
        raise UnknownOption("no implementation here is held to a dialect that is given", place="dialect", hint=hint)


def _check_names(suite: Suite, pinned: Sequence[KnownCause]) -> None:
    """Refuse known divergences of cases that do not exist."""
    ids = {case.id for case in suite.cases}
    for cause in pinned:
        for name in cause.cases:
            if name not in ids:
                raise NoSuchCase(f"there is no case {name!r}", place=cause.place, hint="Remove or rename the entry.")


def _select(suite: Suite, patterns: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases that match one of the patterns, all where there are none."""
    for pattern in patterns:
        if not any(fnmatchcase(case.id, pattern) for case in suite.cases):
            raise NoSuchCase(f"no case matches {pattern!r}", hint="See `nerconform list cases`.")
    chosen = (case for case in suite.cases if any(fnmatchcase(case.id, pattern) for pattern in patterns))
    return tuple(chosen) if patterns else suite.cases


def check_one(
    implementation: Implementation,
    cases: Sequence[Case],
    pinned: Sequence[KnownCause],
    progress: Progress | None = None,
) -> ImplementationRun:
    """Return the results of one implementation."""
    name, version = implementation.name, implementation.version
    mine = [cause for cause in pinned if cause.covers(known_as(implementation), version)]
    results = []
    for number, case in enumerate(cases):
        if progress:
            progress(name, number, len(cases))
        results.append(_result(retagged(case, implementation), implementation, mine))
    if progress:
        progress(name, len(cases), len(cases))
    used = {result.cause for result in results}
    causes = tuple(
        Cause(cause.id, cause.title, cause.words, cause.clause, str(cause.versions), cause.link, cause.fixed_in)
        for cause in mine
        if cause.id in used
    )
    return ImplementationRun(name, version, tuple(results), causes)


def _result(case: Case, implementation: Implementation, mine: Sequence[KnownCause]) -> Result:
    """Judge one case, and look it up among the known divergences."""
    judgement = judge(case, implementation)
    verdict, reason, cause = look_up(case.id, judgement, mine, known_as(implementation))
    question = case.question
    divergent = verdict in DIVERGENT
    reading, right = _reading(case, judgement) if verdict is Verdict.PASS else ("", {})
    return Result(
        case=case.id,
        kind=str(case.kind),
        clauses=case.clauses,
        verdict=verdict,
        reason=reason,
        mismatches=judgement.mismatches,
        cause=cause,
        why=case.why if divergent or right else "",
        source=case.source if divergent else "",
        flags=case.flags if divergent else (),
        place=case.place if divergent else "",
        dialect=str(judgement.dialect) if divergent and judgement.dialect else "",
        gold=show_units(question.gold, question.form) if divergent else (),
        pred=show_units(question.pred, question.form) if divergent else (),
        reproduction=implementation.reproduction(question) if divergent else "",
        reading=reading,
        right=right,
    )


def _reading(case: Case, judgement: Judgement) -> tuple[str, dict[str, str]]:
    """Return the choices on which a case depends, and the strict micro numbers that are right under them."""
    expected = case.expectation(judgement.dialect) if judgement.dialect and len(case.expectations) > 1 else None
    if judgement.dialect is None or expected is None:
        return "", {}
    numbers = {str(measure): show(value) for measure, value in expected.numbers.items()}
    right = {name: numbers[f"strict.micro.{name}"] for name in NUMBERS if f"strict.micro.{name}" in numbers}
    return ", ".join(f"{axis}:{judgement.dialect.option(axis)}" for axis in expected.when), right


def look_up(case: str, judgement: Judgement, mine: Sequence[KnownCause], name: str) -> tuple[Verdict, str, str]:
    """Return verdict, reason and cause, known divergences considered (KIT-3)."""
    entries = [cause for cause in mine if case in cause.cases]
    variant = judgement.verdict is Verdict.UNSUPPORTED and not any(cause.implementation == name for cause in entries)
    if not entries or variant:
        return judgement.verdict, judgement.reason, ""
    got = {mismatch.asked: mismatch.got for mismatch in judgement.mismatches}
    pinned: dict[str, str] = {}
    for entry in entries:
        pinned.update(entry.cases[case])
    if judgement.verdict in BAD and same_answer(pinned, got):
        return Verdict.KNOWN, judgement.reason, entries[0].id
    if judgement.verdict in BAD:
        was = ", ".join(f"{asked}={value}" for asked, value in pinned.items())
        reason = f"the known divergence {entries[0].id} has changed: {was} is pinned ({entries[0].place})"
        return Verdict.FAIL, reason, entries[0].id
    return Verdict.FAIL, f"the known divergence {entries[0].id} is gone ({entries[0].place})", entries[0].id


def same_answer(pinned: Mapping[str, str], got: Mapping[str, str]) -> bool:
    """Whether what came is what is pinned; doubles are compared within a relative 1e-9, as text loses digits."""
    return pinned.keys() == got.keys() and all(_same_text(pinned[asked], got[asked]) for asked in pinned)


def _same_text(left: str, right: str) -> bool:
    try:
        return math.isclose(float(left), float(right), rel_tol=1e-9)
    except ValueError:
        return left == right


def show_units(units: object, form: Form) -> tuple[str, ...]:
    """Return each unit as one line of text."""
    if form in {Form.RAW, Form.RAW_SPANS} or not isinstance(units, list):
        return (repr(units),)
    return tuple(_show_unit(unit) for unit in units)


def _show_unit(unit: object) -> str:
    if not isinstance(unit, list):
        return repr(unit)
    if all(isinstance(item, str) and item and not any(map(str.isspace, item)) for item in unit):
        return " ".join(unit) or "(empty)"
    if all(isinstance(item, Span) for item in unit):
        return " ".join(f"{item.type}[{item.start},{item.end})" for item in unit)
    return repr(unit)
