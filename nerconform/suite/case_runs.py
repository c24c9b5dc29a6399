"""Case runs: golden cases asked of one implementation, and their verdicts as a result stores them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nerconform.asking import records
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.inputs import OF_SPANS, are_paired, reach, span_lists
from nerconform.asking.protocol import Implementation, known_as
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Affix, Item, Pool
from nerconform.reference.signature import short_dialect
from nerconform.reference.spans import Span, canonical
from nerconform.results.changes import same_answer
from nerconform.results.run import BAD, DIVERGENT, NUMBERS, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Cause, CauseKind, Number, unit_texts
from nerconform.suite.cases import Case
from nerconform.suite.clauses import clause_records
from nerconform.suite.judge import Judgement, judge
from nerconform.suite.known import KnownCause
from nerconform.suite.spans_read import by_library, by_rule
from nerconform.version import SPEC_VERSION, __version__


def retagged(case: Case, implementation: Implementation) -> Case:
    """Return the case in tags where the implementation is a function that takes no spans, and the spans allow it.

    Spans that share no token are one legal sequence of tags, which every policy reads as these spans.
    """
    if case.question.form is not Form.SPANS or not isinstance(implementation, CallableImplementation):
        return case
    dialect = implementation.base
    if implementation.form in OF_SPANS or not are_paired(case.question) or not _is_plain(dialect):
        return case
    lengths = reach(case.question)
    sides = []
    for units in (span_lists(case.question.gold), span_lists(case.question.pred)):
        if any(unit != sorted(unit, key=canonical) for unit in units):
            return case
        try:
            sides.append([_tags(unit, length, dialect) for unit, length in zip(units, lengths, strict=True)])
        except NerconformError:
            return case
    question = replace(case.question, gold=sides[0], pred=sides[1], form=Form.TAGS, scheme=str(dialect.scheme))
    return replace(case, question=question)


def _is_plain(dialect: Dialect) -> bool:
    """Whether tags of a dialect are written and read span by span."""
    written = dialect.affix is Affix.PREFIX and dialect.delimiter == "-"
    return written and dialect.item is Item.SPAN and dialect.pool is not Pool.FLAT


def _tags(unit: list[Span], length: int, dialect: Dialect) -> list[str]:
    """Return the tags of a unit, with a token behind it that belongs to no span. Raises `OverlappingSpans`."""
    return encode_spans(unit, length + 1, dialect.scheme)


Progress = Callable[[str, int, int], None]
"""Told the implementation, how many cases are done, and how many there are."""


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
    causes = tuple(_cause(known, implementation) for known in mine if known.id in used)
    return ImplementationRun(name, version, tuple(results), causes)


def _result(case: Case, implementation: Implementation, mine: Sequence[KnownCause]) -> Result:
    """Judge one case, and look it up among the known divergences."""
    judgement = judge(case, implementation)
    verdict, reason, cause = look_up(case.id, judgement, mine, known_as(implementation))
    question = case.question
    divergent = verdict in DIVERGENT
    choices, right = _choices(case, judgement) if verdict is Verdict.PASS else ("", {})
    if not divergent:
        clauses, why = case.clauses, case.why if right else ""
        return Result(
            case.id,
            str(case.kind),
            clauses,
            verdict,
            reason,
            judgement.mismatches,
            cause,
            why,
            choices=choices,
            right=right,
        )
    quirk = _quirk(cause, implementation)
    drawn = [by_rule(question, judgement.dialect)]
    if quirk or any(one.asked.startswith("spans.") for one in judgement.mismatches):
        quirks = [quirk] if quirk else []
        drawn.append(by_library(question, judgement.dialect, quirks, implementation.name, judgement.mismatches))
    dialect = str(judgement.dialect) if judgement.dialect else ""
    return Result(
        case=case.id,
        kind=str(case.kind),
        clauses=case.clauses,
        verdict=verdict,
        reason=reason,
        mismatches=judgement.mismatches,
        cause=cause,
        why=case.why,
        source=case.source,
        flags=case.flags,
        place=case.place,
        dialect=dialect,
        dialect_short=short_dialect(dialect) if dialect else "",
        gold=records.units(question.gold, question.form),
        pred=records.units(question.pred, question.form),
        spans=tuple(one for one in drawn if one),
        reproduction=implementation.reproduction(question),
    )


def _cause(known: KnownCause, implementation: Implementation) -> Cause:
    """Return a known divergence as reports tell it."""
    quirk = _quirk(known.id, implementation)
    return Cause(
        id=known.id,
        kind=CauseKind.KNOWN,
        title=known.title,
        words=known.words,
        clause=known.clause,
        versions=str(known.versions),
        link=known.link,
        fixed_in=known.fixed_in,
        whose=known.implementation,
        step=str(quirk.step) if quirk else "",
    )


def _quirk(cause: str, implementation: Implementation) -> Quirk | None:
    """Return the quirk that a known divergence is in this release (`library 1.2.3`), if it is one."""
    library, _, number = implementation.version.rpartition(" ")
    quirks = (quirk for quirk in quirks_of(library, number) if quirk.belongs_to(implementation.name)) if cause else ()
    return next((quirk for quirk in quirks if quirk.id.partition(".")[2] == cause), None)


def run_record(runs: Sequence[ImplementationRun], fixtures: str) -> Run:
    """Return the run of these implementations, with the clauses that it speaks of and the versions of today."""
    named = {clause for one in runs for result in one.results for clause in result.clauses}
    causes = {cause.clause for one in runs for cause in one.causes}
    charged = {result.clauses[0] for one in runs for result in one.results if result.verdict in DIVERGENT}
    clauses = clause_records(named | causes, charged | causes)
    return Run(tuple(runs), tool=__version__, spec=SPEC_VERSION, fixtures=fixtures, clauses=clauses)


def _choices(case: Case, judgement: Judgement) -> tuple[str, dict[str, Number]]:
    """Return the choices on which a case depends, and the strict micro numbers that are right under them."""
    expected = case.expectation(judgement.dialect) if judgement.dialect and len(case.expectations) > 1 else None
    if judgement.dialect is None or expected is None:
        return "", {}
    numbers = {str(measure): records.number(value) for measure, value in expected.numbers.items()}
    right = {name: numbers[f"strict.micro.{name}"] for name in NUMBERS if f"strict.micro.{name}" in numbers}
    return ", ".join(f"{axis}:{judgement.dialect.option(axis)}" for axis in expected.when), right


def look_up(case: str, judgement: Judgement, mine: Sequence[KnownCause], name: str) -> tuple[Verdict, str, str]:
    """Return verdict, reason and cause, known divergences considered."""
    entries = [cause for cause in mine if case in cause.cases]
    variant = judgement.verdict is Verdict.UNSUPPORTED and not any(cause.implementation == name for cause in entries)
    if not entries or variant:
        return judgement.verdict, judgement.reason, ""
    got = {mismatch.asked: mismatch.got_text for mismatch in judgement.mismatches}
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


def show_units(units: object, form: Form) -> tuple[str, ...]:
    """Return each unit as one line of text."""
    return unit_texts(records.units(units, form))
