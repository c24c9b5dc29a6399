"""Retagged: a golden case about spans, asked of a function that takes tags (KIT-2).

Spans that share no token are one legal sequence of tags, which every policy reads as these spans; so the case holds.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.inputs import OF_SPANS, are_paired, reach, span_lists
from nerconform.asking.protocol import Implementation, known_as
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Affix, Item, Pool
from nerconform.reference.spans import Span, canonical
from nerconform.results.changes import same_answer
from nerconform.results.run import BAD, DIVERGENT, NUMBERS, Cause, ImplementationRun, Result, Verdict
from nerconform.suite.agreement import show
from nerconform.suite.cases import Case
from nerconform.suite.judge import Judgement, judge
from nerconform.suite.known import KnownCause


def retagged(case: Case, implementation: Implementation) -> Case:
    """Return the case in tags where the implementation is a function that takes no spans, and the spans allow it."""
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
