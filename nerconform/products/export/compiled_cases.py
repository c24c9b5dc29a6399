"""Compiled cases: every expectation written out for every dialect, so that a reader needs no rule to derive it.

Expected values are those of the golden cases, and what follows from their counts (`suite/expectations.py`); the
reference supplies none of them. Ratios are rounded where the dialect prints rounded ones.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import structs

from nerconform.asking.answers import written_side
from nerconform.asking.question import Ask
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.measures import ALL_COUNTS, Measure, has_measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Pair, answered
from nerconform.reference.schemes import ALIASES, Scheme, roles_of
from nerconform.reference.scoring import rounded
from nerconform.reference.signature import parse_dialect
from nerconform.reference.spans import Span
from nerconform.results.exported_cases import (
    ExportedAnswer,
    ExportedCase,
    ExportedCases,
    ExportedClaim,
    ExportedDialect,
    ExportedNumber,
    ExportedPair,
    ExportedPieces,
    ExportedScheme,
    ExportedSpan,
)
from nerconform.results.values import encode, plain_data
from nerconform.suite.cases import Case, CaseKind, Suite
from nerconform.suite.claims import claims
from nerconform.suite.expectations import Expectation, Number
from nerconform.suite.judge import asked_dialects, holds_for
from nerconform.version import SPEC_VERSION

EVERY = "*"
"""In place of the names of dialects: whatever the dialect."""
LICENCE = "MIT"
_REFUSING = "conlleval,policy:refuse"
"""A dialect beside the named ones, none of which refuses illegal tags and counts without alignment."""


def compiled(suite: Suite) -> ExportedCases:
    """Return every golden case with its answers in every dialect that it was written for."""
    dialects = {name: _exported_dialect(name, dialect) for name, dialect in NAMED.items()}
    cases: list[ExportedCase] = []
    for case in suite.cases:
        asked = _asked(case)
        for name in asked.keys() - dialects.keys():
            base, _, options = name.partition(",")
            text = f"{base},scheme:{case.question.scheme},{options}"
            dialects[name] = _exported_dialect(name, parse_dialect(text))
        cases.append(_exported_case(case, asked))
    names = [*NAMED, *sorted(dialects.keys() - NAMED.keys())]
    return ExportedCases(
        spec=SPEC_VERSION,
        fixtures=suite.version,
        licence=LICENCE,
        claim="",
        dialects={name: dialects[name] for name in names},
        schemes={str(scheme): _exported_scheme(scheme) for scheme in Scheme},
        claims={one.name: ExportedClaim(one.says, one.dialect, one.cases) for one in claims(suite)},
        flags={flag: f"{note['bug']} {note['effect']}" for group in suite.groups for flag, note in group.flags.items()},
        cases=tuple(cases),
    )


def of_claim(whole: ExportedCases, name: str) -> ExportedCases:
    """Return the cases of one claim, with the answers in its dialect."""
    claim = whole.claims[name]
    cases = []
    for case in whole.cases:
        if case.id in claim.cases:
            mine = (answer for answer in case.answers if {claim.dialect, EVERY} & {*answer.dialects})
            answers = tuple(structs.replace(answer, dialects=(claim.dialect,)) for answer in mine)
            cases.append(structs.replace(case, answers=answers))
    flags = {flag for case in cases for flag in case.flags}
    return structs.replace(
        whole,
        claim=name,
        dialects={claim.dialect: whole.dialects[claim.dialect]},
        claims={name: claim},
        flags={flag: note for flag, note in whole.flags.items() if flag in flags},
        cases=tuple(cases),
    )


def _asked(case: Case) -> dict[str, Dialect]:
    """Return the dialects that a case has an answer for, by name."""
    found = asked_dialects(case)
    imposed = {"scheme": case.question.scheme, **case.question.choices}
    if case.kind is not CaseKind.CONTRACT and "policy" not in imposed:
        with suppress(NerconformError):
            refusing = NAMED["conlleval"].set(**{**imposed, "policy": "refuse"})
            expected = case.expectation(refusing)
            if expected and holds_for(case, expected, refusing):
                found[_REFUSING] = refusing
    return found


def _exported_dialect(name: str, dialect: Dialect) -> ExportedDialect:
    """Return a dialect with its option at every axis, apart from the scheme, which is that of a case."""
    options = {axis.name: dialect.option(axis.name) for axis in AXES if axis.name != "scheme"}
    return ExportedDialect(f"{name}|*|spec:{SPEC_VERSION}", options)


def _exported_scheme(scheme: Scheme) -> ExportedScheme:
    aliases = tuple(alias for alias, meant in ALIASES.items() if meant is scheme)
    return ExportedScheme(aliases, dict(roles_of(scheme)))


def _exported_case(case: Case, asked: Mapping[str, Dialect]) -> ExportedCase:
    question = case.question
    return ExportedCase(
        id=case.id,
        level=case.level,
        kind=case.kind,
        clauses=case.clauses,
        why=case.why,
        source=case.source,
        scheme=question.scheme,
        form=question.written_form,
        gold=plain_data(written_side(question, question.gold)),
        pred=plain_data(written_side(question, question.pred)),
        answers=tuple(_answers(case, asked)),
        choices=dict(question.choices),
        flags=case.flags,
        printed={str(measure): text for measure, text in case.printed.items()},
        reads_report=question.ask is Ask.REPORT,
    )


def _answers(case: Case, asked: Mapping[str, Dialect]) -> Iterator[ExportedAnswer]:
    """Yield each different answer once, with the dialects that give it."""
    if case.kind is CaseKind.CONTRACT and not asked:
        yield ExportedAnswer((EVERY,), case.expectations[0].refused)
        return
    groups: dict[str, tuple[ExportedAnswer, list[str]]] = {}
    for name, dialect in asked.items():
        expected = case.expectation(dialect)
        answer = ExportedAnswer((), case.expectations[0].refused) if expected is None else _answer(expected, dialect)
        groups.setdefault(encode(answer), (answer, []))[1].append(name)
    for answer, names in groups.values():
        yield structs.replace(answer, dialects=tuple(names))


def _answer(expected: Expectation, dialect: Dialect) -> ExportedAnswer:
    """Return what an expectation says of the numbers that a dialect has."""
    if expected.refused:
        return ExportedAnswer((), expected.refused)
    schemas = answered(dialect)
    numbers = {
        str(measure): _number(measure, value, dialect)
        for measure, value in sorted(expected.numbers.items())
        if has_measure(dialect, measure)
    }
    return ExportedAnswer(
        (),
        numbers=numbers,
        spans={str(side): tuple(tuple(map(_span, unit)) for unit in units) for side, units in expected.spans.items()},
        pairs={
            str(schema): tuple(tuple(_pair(pair) for pair in unit) for unit in units)
            for schema, units in expected.pairs.items()
            if schema in schemas
        },
        rows=expected.rows,
    )


def _number(measure: Measure, value: Number, dialect: Dialect) -> int | ExportedNumber:
    """Return a count as it is, a ratio exactly and as a double, rounded as the dialect prints it."""
    if isinstance(value, int):
        return value
    rounding = Rounding() if measure.quantity in ALL_COUNTS else dialect.round
    ratio = None if value is None else rounded(value, rounding)
    return ExportedNumber(None, None) if ratio is None else ExportedNumber(str(ratio), float(ratio))


def _span(span: Span) -> ExportedSpan | ExportedPieces:
    if span.pieces:
        return ExportedPieces(span.type, tuple(span.pieces))
    return (span.type, span.start, span.end)


def _pair(pair: Pair) -> ExportedPair:
    return ExportedPair(*(None if span is None else _span(span) for span in pair))
