"""Check: is this metric right? Every golden case on every implementation."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.callers import Function
from nerconform.asking.calling import Calling
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.metric import diagnose
from nerconform.libraries.library import libraries
from nerconform.libraries.registry import UnknownImplementation, is_path, is_recorded, resolved
from nerconform.products.check.declaration import declaration
from nerconform.products.check.held import HeldTo
from nerconform.reference.refusals import UnknownOption
from nerconform.results.run import BAD, ClaimMade, ImplementationRun, Level, Run
from nerconform.suite.case_runs import Progress, check_one, retagged, run_record
from nerconform.suite.cases import Case, Suite, load_suite
from nerconform.suite.claims import Claim, claim_named
from nerconform.suite.known import KnownDivergences, load_known

_PLAIN = Calling()


_CASES = "Name an id or a pattern: --case 'decode.*'. `nerconform list cases` shows the ids."


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
    levels: Sequence[str] = (),
    claim: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Return the verdicts of the golden cases on these implementations.

    An implementation is named (`seqeval`, `nervaluate`, `mypkg.metrics:evaluate`, `reference:conlleval`; a family
    stands for all its modes), or a function, or an object of the protocol; `dialect` is the one that an import path or
    a function is held to (`conlleval` if not given), and a library in place of the one that it declares; `known` is a
    file of known divergences beside the kit's own;
    `cases` are ids or patterns such as `documents.000.*`; `timeout` is the seconds for each answer (60 if not
    given); `calling` says how a function is called, where that cannot be found out (a `Calling`, or a mapping such
    as `{"input": "eval-prediction", "id2label": labels, "f1": "eval_f1"}`). `levels` are the questions that have to be
    passed: legal-data, illegal-tags, bad-input (of a function the first two if not given, of a library all). A `claim`
    such as `legal-data` takes the place of `dialect`, `cases` and `levels`: everybody is held to its dialect and asked
    its cases. Raises `UnknownImplementation`, `BadFile`, `NoSuchCase`, `WrongArity`, `WrongKey`, `UnknownOption`,
    `UnknownClaim` or `UnreadableResult`.
    """
    if claim is not None:
        if dialect or cases or levels:
            hint = "Remove dialect=, cases= and levels=: nc.check('mypkg.metrics:evaluate', claim='legal-data')."
            raise UnknownOption(
                "claim= already sets the dialect, the cases and the levels, so none of these can be passed beside it",
                place="claim",
                hint=hint,
            )
        return _claimed(implementations, claim_named(claim, load_suite()), known, timeout, calling, progress)
    found = prepared(implementations, dialect=dialect, known=known, cases=cases, timeout=timeout, calling=calling)
    wanted = levels_of(levels)
    runs = tuple(checked(one, found.cases, found.pinned, wanted, progress) for one in found.implementations)
    return run_record(runs, found.fixtures)


def check_site(stored: Run | None, progress: Progress | None = None) -> Run:
    """Return the run of the committed reports: of each library that is installed in its recorded release.

    A heavy library may be installed nowhere but in an environment of its own, so the stored run of any other library
    is kept. Raises `NotInstalled` for one that has none.
    """
    runs: list[ImplementationRun] = []
    fixtures = load_suite().version
    for name, library in libraries().items():
        kept = [one for one in stored.implementations if one.name.partition(":")[0] == name] if stored else []
        if kept and not is_recorded(library):
            runs += kept
        else:
            runs += check(name, progress=progress).implementations
    return run_record(runs, fixtures)


def _claimed(  # noqa: PLR0913, PLR0917 - what `check` takes
    implementations: Sequence[str | Implementation | Function],
    claim: Claim,
    known: Path | str | None,
    timeout: float | None,
    calling: Calling | Mapping[str, object] | None,
    progress: Progress | None,
) -> Run:
    """Return the run of a claim: everybody is held to its dialect, also who declares another."""
    functions = any(_is_function(one) for one in implementations)
    dialect = claim.dialect if functions else None
    found = prepared(implementations, dialect=dialect, known=known, cases=claim.cases, timeout=timeout, calling=calling)
    rules = resolve_dialect(claim.dialect)
    held = (
        one if isinstance(one, CallableImplementation | HeldTo) else HeldTo(one, rules) for one in found.implementations
    )
    runs = tuple(checked(one, found.cases, found.pinned, (claim.level,), progress) for one in held)
    record = run_record(runs, found.fixtures)
    return structs.replace(record, claim=ClaimMade(claim.name, claim.says, claim.dialect))


def levels_of(names: Sequence[str]) -> tuple[Level, ...]:
    """Return the levels of these names. Raises `UnknownOption`."""
    for name in names:
        if name not in set(Level):
            hint = (
                f"A level is the kind of data that the metric gets: {', '.join(Level)}. For example: --levels "
                'legal-data,illegal-tags, in pyproject.toml levels = ["legal-data"].'
            )
            raise UnknownOption(f"golden cases have no level {name!r}", place="levels", hint=hint)
    return tuple(level for level in Level if level in names)


def required(implementation: Implementation, levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """Return the levels that an implementation must pass: those said, else all; of a function the first two."""
    default = tuple(Level)[:2] if isinstance(implementation, CallableImplementation) else tuple(Level)
    return levels or default


def checked(
    implementation: Implementation,
    cases: Sequence[Case],
    pinned: KnownDivergences,
    levels: tuple[Level, ...] = (),
    progress: Progress | None = None,
) -> ImplementationRun:
    """Return the results of one implementation, and why those are wrong that no known divergence explains."""
    run = check_one(implementation, cases, pinned, progress)
    chosen = {case.id for case in cases}
    own = implementation if isinstance(implementation, CallableImplementation) else None
    asked: list[Case] = []
    others: list[Case] = []
    if any(result.verdict in BAD for result in run.results):
        for case in load_suite().cases:
            (asked if case.id in chosen else others).append(retagged(case, implementation))
    return structs.replace(
        run,
        diagnosis=diagnose(implementation, asked, run.results, others),
        levels=required(implementation, levels),
        calling=own.called_as if own else "",
        source=own.source if own else "",
        **declaration(implementation, cases)._asdict(),
    )


class Prepared(NamedTuple):
    """Whom to ask what, the known divergences, and the version of the golden cases."""

    implementations: tuple[Implementation, ...]
    cases: tuple[Case, ...]
    pinned: KnownDivergences
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
        raise UnknownImplementation(
            "no metric is named",
            hint="Name a library or a function: nc.check('seqeval'), nc.check('mypkg.metrics:evaluate').",
        )
    pinned = load_pinned(None if known is None else Path(known), suite, drafts=drafts)
    selected = select(suite, [cases] if isinstance(cases, str) else cases)
    if dialect is not None:
        _check_dialect(dialect, implementations, drafts=drafts)
    limits = Limits() if timeout is None else Limits.of(timeout)
    called = calling if isinstance(calling, Calling) else Calling.of(calling or {})
    other = None if drafts else dialect
    found = (one for item in implementations for one in _held(item, resolved(item, dialect, limits, called), other))
    return Prepared(tuple(found), selected, pinned, suite.version)


def _held(
    item: str | Implementation | Function, found: Sequence[Implementation], dialect: str | None
) -> Sequence[Implementation]:
    """Return implementations, those of a library held to the dialect that is given."""
    if dialect is None or not _is_library(item):
        return found
    return [HeldTo(one, resolve_dialect(dialect)) for one in found]


def _is_library(item: str | Implementation | Function) -> bool:
    return isinstance(item, str) and not is_path(item) and item.partition(":")[0] in libraries()


def _check_dialect(dialect: str, implementations: Sequence[str | Implementation | Function], *, drafts: bool) -> None:
    """Refuse a dialect that nothing here takes: commands, the reference and objects of the protocol declare their own.

    A draft of known divergences speaks of a library in the dialect that it declares.
    """
    resolve_dialect(dialect)
    if not any(_is_function(one) or (_is_library(one) and not drafts) for one in implementations):
        hint = "Remove --dialect (in Python dialect=). Or name a function, such as mypkg.metrics:evaluate."
        message = (
            "--dialect sets the rules for checking a function. Here only libraries are named, and nerconform "
            "knows the rules of each library"
        )
        raise UnknownOption(message, place="dialect", hint=hint)


def _is_function(item: str | Implementation | Function) -> bool:
    """Whether an argument is a function, or the import path of one."""
    return is_path(item) if isinstance(item, str) else not hasattr(item, "observe")


def load_pinned(known: Path | None, suite: Suite, *, drafts: bool = False) -> KnownDivergences:
    """Return the kit's known divergences and those of a file. Raises `BadFile` and `NoSuchCase`."""
    pinned = load_known(known, drafts=drafts)
    ids = {case.id for case in suite.cases}
    for cause in pinned.own:
        for name in cause.cases:
            if name not in ids:
                raise NoSuchCase(f"there is no golden case {name!r}", place=cause.place, hint=_CASES)
    return pinned


def select(suite: Suite, patterns: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases that match one of the patterns, all where there are none. Raises `NoSuchCase`."""
    for pattern in patterns:
        if not any(fnmatchcase(case.id, pattern) for case in suite.cases):
            raise NoSuchCase(f"no golden case matches {pattern!r}", hint=_CASES)
    chosen = (case for case in suite.cases if any(fnmatchcase(case.id, pattern) for pattern in patterns))
    return tuple(chosen) if patterns else suite.cases
