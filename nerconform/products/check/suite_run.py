"""Check: is this metric right? Every golden case on every implementation."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.callables import Function
from nerconform.asking.calling import Calling
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.base.errors import NerconformError
from nerconform.libraries.registry import UnknownImplementation, is_path, resolved
from nerconform.reference.refusals import UnknownOption
from nerconform.results.run import Run
from nerconform.suite.case_runs import Progress, check_one, run_record
from nerconform.suite.cases import Case, Suite, load_suite
from nerconform.suite.known import KnownCause, load_known

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
    return run_record(runs, found.fixtures)


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
