"""Case runs: golden cases asked of one implementation, and their verdicts as a result stores them.

What the rule and a library read in an input is stored, too, so that a page need not read it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib import metadata
from typing import Literal

from msgspec import structs

from nerconform.asking import records
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.inputs import OF_SPANS, are_paired, reach, span_lists
from nerconform.asking.protocol import Implementation, known_as
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.library import Library, call_of, libraries
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.libraries.registry import declared_by
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Affix, Item, Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.signature import short_dialect
from nerconform.reference.spans import Span, canonical
from nerconform.reference.units import Annotation
from nerconform.results.run import BAD, DIVERGENT, NUMBERS, ImplementationRun, Result, Run, Verdict, is_pinned
from nerconform.results.values import (
    Cause,
    CauseKind,
    ErrorObserved,
    Mismatch,
    Number,
    SpansObserved,
    SpansRead,
    unit_texts,
)
from nerconform.suite.cases import Case
from nerconform.suite.clauses import clause_records
from nerconform.suite.judge import Judgement, judge
from nerconform.suite.known import KnownCause, KnownDivergences
from nerconform.version import SPEC_VERSION, __version__

_SMALLEST = Question([["O"]], [["O"]], Form.TAGS)


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
"""Is called with the implementation, the number of cases done, and their total."""


def check_one(
    implementation: Implementation,
    cases: Sequence[Case],
    pinned: KnownDivergences,
    progress: Progress | None = None,
) -> ImplementationRun:
    """Return the results of one implementation."""
    name, version = implementation.name, implementation.version
    mine = pinned.covering(known_as(implementation), version)
    judged = []
    for number, case in enumerate(cases):
        if progress:
            progress(name, number, len(cases))
        asked = retagged(case, implementation)
        judged.append((asked, judge(asked, implementation)))
    inside = _inside(implementation, pinned)  # what a function has inside shows while it is called
    results = [_result(asked, judgement, implementation, mine, inside) for asked, judgement in judged]
    if progress:
        progress(name, len(cases), len(cases))
    used = {result.cause for result in results}
    causes = tuple(_cause(known, implementation) for known in mine if known.id in used)
    named = {f"{known.implementation}.{known.id}": known for known in inside}
    causes += tuple(structs.replace(_cause(named[one], implementation), id=one) for one in named if one in used)
    return ImplementationRun(name, version, tuple(results), causes, call=call_of(name))


def _inside(implementation: Implementation, pinned: KnownDivergences) -> list[KnownCause]:
    """Return the known divergences of the libraries that a function may have inside, in modes of its own dialect."""
    if not isinstance(implementation, CallableImplementation):
        return []
    versions = dict(modes_inside(implementation))
    found = pinned.of(*dict.fromkeys(name.partition(":")[0] for name in versions))
    return [one for one in found if (name := one.implementation) in versions and one.covers(name, versions[name])]


def modes_inside(implementation: CallableImplementation) -> list[tuple[str, str]]:
    """Return the modes, each with library and version, of the libraries inside that declare the function's dialect."""
    found = _modes_inside(implementation, implementation.caller.modules)
    return [(name, version) for name, version, same in found if same]


def modes_tried(implementation: CallableImplementation) -> list[tuple[str, str]]:
    """Return the modes of the libraries inside whose quirks may show in a function: those of its dialect.

    A library of which no mode declares that dialect is tried in the modes that its bare name asks.
    """
    found = _modes_inside(implementation, implementation.caller.modules)
    versions = {version for _, version, same in found if same}
    return [(name, version) for name, version, same in found if same or version not in versions]


@lru_cache(maxsize=16)
def _modes_inside(implementation: CallableImplementation, _modules: frozenset[str]) -> list[tuple[str, str, bool]]:
    """Return modes with library, version, and whether they declare the function's dialect; else they are bare ones."""
    own = str(implementation.dialect(_SMALLEST))
    found = []
    for library, version in loaded(implementation):
        for mode in library.modes:
            if mode.only_by_name:
                continue
            name = library.selector(mode.name.replace("SCHEME", str(implementation.base.scheme)))
            same = False
            with suppress(NerconformError):
                same = any(str(one.dialect(_SMALLEST)) == own for one in declared_by(name))
            if same or mode.name in library.bare:
                found.append((name, f"{library.name} {version}", same))
    return found


def loaded(implementation: Implementation) -> Iterator[tuple[Library, str]]:
    """Yield the libraries that a metric may have inside, with their installed versions.

    Of a function they are those that its child process has imported, or whose code has run in this process; of a
    library it is itself, of a command none.
    """
    own = known_as(implementation).partition(":")[0]
    modules = implementation.caller.modules if isinstance(implementation, CallableImplementation) else frozenset()
    for name, library in libraries().items():
        if name == own or not modules.isdisjoint(library.modules):
            try:
                yield library, metadata.version(library.name)
            except metadata.PackageNotFoundError:
                continue


def _known_inside(case: str, judgement: Judgement, inside: Sequence[KnownCause]) -> str:
    """Return the known divergence of a library in a function that gives exactly this answer, if there is one."""
    got = {mismatch.asked: mismatch.got_text for mismatch in judgement.mismatches}
    for cause in inside:
        entries = [one for one in inside if one.implementation == cause.implementation and case in one.cases]
        pinned = {asked: value for one in entries for asked, value in one.cases[case].items()}
        known = case in cause.cases and got and got.keys() <= pinned.keys()
        if known and is_pinned({asked: pinned[asked] for asked in got}, got):
            return f"{cause.implementation}.{cause.id}"
    return ""


def _result(
    case: Case,
    judgement: Judgement,
    implementation: Implementation,
    mine: Sequence[KnownCause],
    inside: Sequence[KnownCause],
) -> Result:
    """Look the judgement of one case up among the known divergences."""
    verdict, reason, cause = look_up(case.id, judgement, mine, known_as(implementation))
    if verdict in BAD and not cause and (known := _known_inside(case.id, judgement, inside)):
        verdict, cause = Verdict.KNOWN, known
    question = case.question
    divergent = verdict in DIVERGENT
    choices, right = _choices(case, judgement) if verdict is Verdict.PASS else ("", {})
    result = Result(
        case=case.id,
        kind=str(case.kind),
        clauses=case.clauses,
        level=case.level,
        verdict=verdict,
        reason=reason,
        mismatches=judgement.mismatches,
        cause=cause,
        why=case.why if divergent or right else "",
        choices=choices,
        right=right,
    )
    if not divergent:
        return result
    quirk = _quirk(cause, implementation)
    drawn = [by_rule(question, judgement.dialect)]
    if quirk or any(one.asked.startswith("spans.") for one in judgement.mismatches):
        quirks = [quirk] if quirk else []
        drawn.append(by_library(question, judgement.dialect, quirks, implementation.name, judgement.mismatches))
    dialect = str(judgement.dialect) if judgement.dialect else ""
    return structs.replace(
        result,
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
        impact=known.impact,
        effect=known.effect,
        what_to_do=known.what_to_do,
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
    if judgement.verdict in BAD and is_pinned(pinned, got):
        return Verdict.KNOWN, judgement.reason, entries[0].id
    if judgement.verdict in BAD:
        was = ", ".join(f"{asked}={value}" for asked, value in pinned.items())
        reason = f"the known divergence {entries[0].id} has changed: {was} is pinned ({entries[0].place})"
        return Verdict.FAIL, reason, entries[0].id
    return Verdict.FAIL, f"the known divergence {entries[0].id} is gone ({entries[0].place})", entries[0].id


def show_units(units: object, form: Form) -> tuple[str, ...]:
    """Return each unit as one line of text."""
    return unit_texts(records.units(units, form))


_Read = SpansObserved | ErrorObserved


def by_rule(question: Question, dialect: Dialect | None, reader: str = "the rule") -> SpansRead | None:
    """Return what a dialect reads in the units of a question, `None` where these are neither tags nor spans."""
    if dialect is None or question.form in {Form.RAW, Form.RAW_SPANS}:
        return None
    with suppress(NerconformError):
        return _read(question, Pipeline.of(dialect), reader, "rule")
    return None


def by_library(
    question: Question,
    dialect: Dialect | None,
    quirks: Iterable[Quirk],
    reader: str,
    mismatches: Sequence[Mismatch] = (),
) -> SpansRead | None:
    """Return what a library reads: by a dialect that these quirks change, and where it gave its own spans, these."""
    if dialect is None or question.form is not Form.TAGS:
        return None
    with suppress(NerconformError, LibraryRaises):
        pipeline = Pipeline.of(dialect)
        for quirk in quirks:
            given = Given(question.gold, question.pred, pipeline.dialect, question.ask, question.choices)
            pipeline = quirk.on(given)(pipeline)
        given_spans = {one.asked: one.got for one in mismatches if isinstance(one.got, SpansObserved)}
        return _read(question, pipeline, reader, "library", given_spans)
    return None


def _read(
    question: Question,
    pipeline: Pipeline,
    reader: str,
    by: Literal["rule", "library"],
    given: Mapping[str, SpansObserved] = {},
) -> SpansRead:
    """Return what a pipeline reads on both sides."""
    sides: list[tuple[_Read, ...]] = []
    for side, units in ((Side.GOLD, question.gold), (Side.PRED, question.pred)):
        found = enumerate(units if isinstance(units, list | tuple) else ())
        sides.append(tuple(given.get(f"spans.{side}[{index}]") or _unit(unit, pipeline, side) for index, unit in found))
    return SpansRead(reader, by, *sides)


def _unit(unit: object, pipeline: Pipeline, side: Side) -> _Read:
    """Return the spans of one unit, or the error in which reading it ends."""
    data = records.unit(unit)
    if isinstance(data, tuple) and any(not isinstance(item, str) for item in data):
        return SpansObserved(tuple(item for item in data if not isinstance(item, str)))
    if not isinstance(data, tuple):
        return ErrorObserved("not a unit")
    try:
        return records.spans(pipeline.spans(Annotation(tuple(map(str, data))), side))
    except LibraryRaises as error:
        return ErrorObserved(error.error)
    except NerconformError as error:
        return ErrorObserved(type(error).__name__, refusal=True)
