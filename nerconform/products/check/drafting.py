"""Drafting: what diverges and is not known, grouped by the quirk that explains it or by its likeness."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from nerconform.asking.calling import Calling
from nerconform.asking.protocol import Implementation, ask, known_as
from nerconform.asking.question import Form, Part
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import slug
from nerconform.diagnosis.explainer import Explainer
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import Pinned
from nerconform.libraries.quirk import Quirk
from nerconform.products.check.suite_run import checked, prepared
from nerconform.results.run import BAD, Diagnosis, Level, Result, Verdict
from nerconform.results.values import Mismatch
from nerconform.suite.case_runs import Progress
from nerconform.suite.cases import Case
from nerconform.suite.clauses import load_clauses
from nerconform.suite.known import DRAFT, KnownCause
from nerconform.suite.known_draft import Draft, Stale

_NO_VERSION = ", no version"
_LONGEST = 300
_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """What `nerconform known --write` found: causes to write words for, and known divergences that are stale."""

    drafts: tuple[Draft, ...]
    stale: tuple[Stale, ...]


class _Group(NamedTuple):
    """Divergent results with one cause, or alike, by implementation; `diagnosed` explains them where no quirk does."""

    quirk: Quirk | None
    diagnosed: Diagnosis | None
    results: dict[str, list[Result]]


def draft(  # noqa: PLR0913 - what `check` takes
    *implementations: str | Implementation,
    dialect: str | None = None,
    known: Path | None = None,
    cases: Sequence[str] = (),
    timeout: float | None = None,
    calling: Calling | None = None,
    progress: Progress | None = None,
) -> Drafted:
    """Return a draft of every cause that is not known of these implementations, and the known ones that are stale.

    `known` is a file of known divergences beside the kit's own, which may hold drafts. The rest is as for `check`.
    """
    found = prepared(
        implementations, dialect=dialect, known=known, cases=cases, timeout=timeout, calling=calling, drafts=True
    )
    by_id = {case.id: case for case in found.cases}
    groups: dict[_Key, _Group] = {}
    stale: list[Stale] = []
    for one in found.implementations:
        explainer = Explainer(one)
        run = checked(one, found.cases, found.pinned, progress=progress)
        for result in run.results:
            if result.verdict not in BAD:
                continue
            if result.cause:
                stale += _stale(result, known_as(one), found.pinned)
                continue
            quirk = _quirk(explainer, by_id[result.case])
            diagnosed = run.why(result.case) if not quirk and result.level is not Level.BAD_INPUT else None
            ids = [quirk.id] if quirk else [cause.id for cause in diagnosed.causes] if diagnosed else []
            key = (*_version(one), *(ids or _likeness(result)))
            group = groups.setdefault(key, _Group(quirk, diagnosed, {}))
            group.results.setdefault(known_as(one), []).append(result)
    return Drafted(tuple(_drafts(groups, {cause.id for cause in found.pinned})), tuple(stale))


def _version(implementation: Implementation) -> tuple[str, str]:
    """Return the library and the range of versions: the one that was asked."""
    library, _, number = implementation.version.rpartition(" ")
    if implementation.version.endswith(_NO_VERSION):
        return implementation.version.removesuffix(_NO_VERSION), ">=0"
    try:
        return library, f"=={Version(number)}"
    except InvalidVersion:
        return library, ">=0"


def _quirk(explainer: Explainer, case: Case) -> Quirk | None:
    """Return the one quirk that reproduces the whole answer, here and on the neighbours of the input."""
    one, question = explainer.implementation, case.question
    if question.form not in {Form.TAGS, Form.SPANS}:
        return None
    try:
        measures = frozenset(measure for measure in question.measures if one.answers(measure, question))
        parts = frozenset(part for part in Part if part in question.parts and one.holds(part, question))
        narrowed = replace(question, measures=measures, parts=parts)
        explained = explainer.explain(narrowed, ask(one, narrowed), deep=False)
    except NerconformError:
        return None
    quirks = explained.quirks if explained else ()
    return quirks[0] if len(quirks) == 1 else None


def _likeness(result: Result) -> tuple[str, ...]:
    """Return what divergences that may have one cause have in common: verdict, clause, kind of difference."""
    if result.verdict is Verdict.FAIL:
        kinds = sorted({_kind(mismatch) for mismatch in result.mismatches})
        return (result.verdict, result.clauses[0], *kinds)
    return (result.verdict, result.clauses[0], result.reason.partition(":")[0])


def _kind(mismatch: Mismatch) -> str:
    """Return what differs without its type, its unit or its quantity."""
    return re.sub(r"\{.*\}|\[.*\]", "", mismatch.asked).rpartition(".")[0] or mismatch.asked


def _stale(result: Result, name: str, pinned: Sequence[KnownCause]) -> Iterator[Stale]:
    """Yield every entry that speaks of a case which answers otherwise now."""
    got = ", ".join(f"{one.asked}={one.got_text}" for one in result.mismatches)
    words = f"now {got}" if got else "gone"
    for cause in pinned:
        if (
            result.case in cause.cases
            and cause.names(name)
            and (cause.id == result.cause or cause.place in result.reason)
        ):
            yield Stale(cause.id, cause.implementation, result.case, cause.place, " ".join(words.split())[:_LONGEST])


def _drafts(groups: Mapping[_Key, _Group], taken: set[str]) -> Iterator[Draft]:
    """Yield one draft for each group; a quirk has its words already, everything else waits for a person."""
    clauses = load_clauses()
    for (library, versions, *_), group in groups.items():
        results = [result for found in group.results.values() for result in found]
        causes = group.diagnosed.causes if group.diagnosed else ()
        quirk = group.quirk or QUIRKS.get(causes[0].id if len(causes) == 1 else "")
        clause = quirk.clause if quirk else results[0].clauses[0]
        heading = str(clauses[clause]) if clause in clauses else clause
        ids = quirk.id if quirk else " ".join(cause.id for cause in causes)
        name = _free(slug(ids) if ids else f"todo-{clause.lower()}", taken)
        cases = {one: {each.case: _pinned(each) for each in found} for one, found in group.results.items()}
        title, words = (quirk.title, quirk.prose) if quirk else _todo(results, heading)
        title = "; ".join(cause.title for cause in causes) if causes and not quirk else title
        yield Draft(name, library, versions, title, words, clause, cases, quirk.link if quirk else "")


def _todo(results: Sequence[Result], heading: str) -> tuple[str, str]:
    """Return title and words that say what is missing, and what there is to go by."""
    ids = {result.case for result in results}
    many = "1 case" if len(ids) == 1 else f"{len(ids)} cases"
    first = results[0]
    one = first.mismatches[0]
    came = f"{one.asked} is {one.got_text}, expected {one.expected_text}"
    words = f"{DRAFT}: say why. First, {first.case}: {' '.join(came.split())}. {first.why}"
    return f"{DRAFT}: say what it does in {many} of {heading}", words.strip()


def _pinned(result: Result) -> Pinned:
    return {mismatch.asked: mismatch.got_text for mismatch in result.mismatches}


def _free(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken, and take it."""
    candidates = chain([name], (f"{name}-{number}" for number in count(2)))
    found = next(one for one in candidates if one not in taken)
    taken.add(found)
    return found
