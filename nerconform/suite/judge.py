"""Judge: one answer of one implementation beside one golden case."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from nerconform.asking import records
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported, Value
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Part
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import ALL_COUNTS, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import answered
from nerconform.reference.spans import Span
from nerconform.results.run import Verdict
from nerconform.results.values import (
    AnswerDue,
    ErrorObserved,
    Mismatch,
    NothingObserved,
    RefusalDue,
    RowsObserved,
)
from nerconform.suite.agreement import SINGLE, agrees
from nerconform.suite.cases import Case, CaseKind
from nerconform.suite.expectations import Expectation, Number


def holds_for(case: Case, expected: Expectation, dialect: Dialect) -> bool:
    """Whether the expectation that the case gives this dialect is one that it was written for."""
    text = str(dialect)
    declaring = [named for named in asked_dialects(case).values() if case.expectation(named) is expected]
    if any(str(named) == text for named in declaring):
        return True
    mine = _answer(case, dialect)
    return any(_alike(expected, mine, _answer(case, named)) for named in declaring)


def asked_dialects(case: Case) -> dict[str, Dialect]:
    """Return the dialects that a case was written for, by name: in its scheme, with the choices that it imposes.

    They are the named ones, those of them that do not refuse illegal tags with each policy that the case speaks of and
    none of them has, and one for each other answer that no named dialect gives.
    """
    imposed = {"scheme": case.question.scheme, **case.question.choices}
    spoken_of = dict.fromkeys(policy for expected in case.expectations for policy in expected.when.get("policy", ()))
    named = dict(_made((name, dialect, imposed) for name, dialect in NAMED.items()))
    policies = [
        policy for policy in spoken_of if not any(dialect.makes("policy", policy) for dialect in named.values())
    ]
    others = (
        (f"{name},policy:{policy}", dialect, {**imposed, "policy": policy})
        for policy in policies
        for name, dialect in NAMED.items()
        if not dialect.policy.refuses_all(dialect.scheme)
    )
    return {**named, **dict(_made(others)), **dict(_answering(case, named.values(), imposed))}


def _answering(case: Case, named: Collection[Dialect], imposed: Mapping[str, str]) -> Iterator[tuple[str, Dialect]]:
    """Yield the first dialect for each answer that depends on an option which no named dialect has, policies apart."""
    for expected in case.expectations:
        options = {axis: written[0] for axis, written in expected.when.items() if axis != "policy"}
        if all(any(dialect.makes(axis, option) for dialect in named) for axis, option in options.items()):
            continue
        rest = "".join(f",{axis}:{option}" for axis, option in options.items())
        wanted = ((f"{name}{rest}", dialect, {**imposed, **options}) for name, dialect in NAMED.items())
        yield from islice((one for one in _made(wanted) if case.expectation(one[1]) is expected), 1)


def _made(wanted: Iterable[tuple[str, Dialect, Mapping[str, str]]]) -> Iterator[tuple[str, Dialect]]:
    """Yield each dialect with its choices made, where they do not exclude each other."""
    for name, dialect, choices in wanted:
        try:
            yield name, dialect.set(**choices)
        except NerconformError:
            continue


def _answer(case: Case, dialect: Dialect) -> Observation:
    """Return what the reference answers, unrounded, as expectations are."""
    return ask(ReferenceImplementation("", replace(dialect, round=Rounding())), case.question)


def _alike(expected: Expectation, mine: Observation, other: Observation) -> bool:
    """Whether the other answer has everything expected that mine has, and alike, and no row of a type more."""
    if isinstance(mine, Refusal) and isinstance(other, Refusal):
        return mine.error == other.error
    if not isinstance(mine, Answer) or not isinstance(other, Answer):
        return False
    asked = expected.numbers.keys()
    here, there = (asked & answer.values.keys() for answer in (mine, other))
    return (
        here <= there
        and not any(measure.type is not None for measure in there - here)
        and all(mine.values[measure] == other.values[measure] for measure in here)
        and (expected.rows is None or mine.rows == other.rows)
        and (not expected.spans or mine.spans == other.spans)
        and _same_pairs(expected, mine, other)
    )


def _same_pairs(expected: Expectation, mine: Answer, other: Answer) -> bool:
    """Whether the same spans met, in every schema that is expected and that mine has."""
    found, known = mine.pairs or {}, other.pairs or {}
    return all(found[schema] == known.get(schema) for schema in expected.pairs.keys() & found.keys())


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what differs, before known divergences are looked up."""

    verdict: Verdict
    reason: str = ""
    mismatches: tuple[Mismatch, ...] = ()
    dialect: Dialect | None = None


def judge(case: Case, implementation: Implementation) -> Judgement:
    """Ask the implementation and compare; it never sees the case."""
    unasked = not_asked(case, implementation)
    if unasked is not None:
        return unasked
    question = case.question
    try:
        dialect = implementation.dialect(question)
    except NerconformError as error:
        return _judge_refusal(case, Refusal(type(error).__name__, str(error)), None)
    if isinstance(dialect, Unsupported):  # `not_asked` has told
        return Judgement(Verdict.UNSUPPORTED, dialect.reason)
    expected = case.expectation(dialect)
    if expected is None or expected.refused or case.kind is CaseKind.CONTRACT:
        return _judge_refusal(case, ask(implementation, question), dialect)
    return _judge_answer(case, expected, implementation, dialect)


def not_asked(case: Case, implementation: Implementation) -> Judgement | None:
    """Return why a case is no question for an implementation, `None` where it is; nothing is asked."""
    question = case.question
    try:
        dialect = implementation.dialect(question)
    except NerconformError as error:
        refuses = any(declared.found_in(error) is not None for declared in implementation.refusals)
        return None if refuses else Judgement(Verdict.UNSUPPORTED, str(error))
    if isinstance(dialect, Unsupported):
        return Judgement(Verdict.UNSUPPORTED, dialect.reason)
    if case.kind is CaseKind.CONTRACT:
        return None
    expected = case.expectation(dialect)
    if expected is None or not holds_for(case, expected, dialect):
        return Judgement(Verdict.UNSUPPORTED, "the case says nothing about these choices", dialect=dialect)
    if not expected.refused and not asked_of(case, expected, implementation):
        return Judgement(Verdict.UNSUPPORTED, "the answer holds nothing that is asked for", dialect=dialect)
    return None


def asked_of(case: Case, expected: Expectation, implementation: Implementation) -> list[str]:
    """Return what the case asks of this implementation: measures and parts that it declares."""
    question = case.question
    measures = [str(measure) for measure in expected.numbers if implementation.answers(measure, question)]
    present = {Part.SPANS: bool(expected.spans), Part.PAIRS: bool(expected.pairs), Part.ROWS: expected.rows is not None}
    return measures + [part for part, there in present.items() if there and implementation.holds(part, question)]


def _judge_refusal(case: Case, observation: Observation, dialect: Dialect | None) -> Judgement:
    """Judge where a refusal is due; any declared one will do, as codes are the kit's own."""
    due = case.expectations[0].refused if dialect is None else getattr(case.expectation(dialect), "refused", "")
    match observation:
        case Refusal():
            return Judgement(Verdict.PASS, dialect=dialect)
        case Unsupported(reason):
            return Judgement(Verdict.UNSUPPORTED, reason, dialect=dialect)
        case Crash():
            got = records.error(observation)
            return Judgement(Verdict.ERROR, str(got), (Mismatch("answer", RefusalDue(due), got),), dialect)
        case Answer():
            mismatch = Mismatch("answer", RefusalDue(due), records.observed(observation))
            return Judgement(Verdict.FAIL, "", (mismatch,), dialect)


def _judge_answer(case: Case, expected: Expectation, implementation: Implementation, dialect: Dialect) -> Judgement:
    """Judge where an answer is due."""
    match ask(implementation, case.question):
        case Unsupported(reason):
            return Judgement(Verdict.UNSUPPORTED, reason, dialect=dialect)
        case (Refusal() | Crash()) as raised:
            verdict = Verdict.REFUSED if isinstance(raised, Refusal) else Verdict.ERROR
            reason = str(ErrorObserved(raised.error, raised.message))
            return Judgement(verdict, reason, (Mismatch("answer", AnswerDue(), records.error(raised)),), dialect)
        case Answer() as answer:
            mismatches = tuple(_mismatches(case, expected, answer, implementation, dialect))
            return Judgement(Verdict.FAIL if mismatches else Verdict.PASS, "", mismatches, dialect)


def _mismatches(
    case: Case, expected: Expectation, answer: Answer, implementation: Implementation, dialect: Dialect
) -> Iterator[Mismatch]:
    """Yield everything that was asked and differs."""
    for measure, right in expected.numbers.items():
        if not implementation.answers(measure, case.question):
            continue
        if measure not in answer.values:
            yield Mismatch(str(measure), records.number(right), NothingObserved())
        elif not agrees(right, answer.values[measure], _rounding(measure, dialect)):
            got = answer.values[measure]
            note = _single_precision(right, got, _rounding(measure, dialect))
            yield Mismatch(str(measure), records.number(right), records.number(got), note)
    if expected.rows is not None and implementation.holds(Part.ROWS, case.question):
        rows = tuple(sorted(answer.rows or ()))
        if rows != expected.rows:
            yield Mismatch("rows", RowsObserved(expected.rows), RowsObserved(rows))
    if implementation.holds(Part.SPANS, case.question):
        yield from span_mismatches(expected.spans, answer)
    if implementation.holds(Part.PAIRS, case.question):
        yield from _pair_mismatches(expected, answer, dialect)


def _rounding(measure: Measure, dialect: Dialect) -> Rounding:
    """Return how a dialect prints a number: counts are never rounded, also those with credit in parts (SCO-10)."""
    return Rounding() if measure.quantity in ALL_COUNTS else dialect.round


def _single_precision(right: Number, got: Value, rounding: Rounding) -> str:
    """Return a note on a wrong value that is right to the digits that single precision has."""
    near = isinstance(got, float) and got and agrees(right, got, rounding, tolerance=SINGLE)
    return "right in single precision; return a double" if near else ""


def span_mismatches(expected: Mapping[Side, Sequence[Sequence[Span]]], answer: Answer) -> Iterator[Mismatch]:
    """Yield units that were decoded otherwise."""
    for side, units in expected.items():
        found = (answer.spans or {}).get(side, ())
        yield from _surplus(f"spans.{side}", len(units), len(found))
        for index, right in enumerate(units):
            got = records.spans(found[index]) if index < len(found) else NothingObserved()
            if got != records.spans(right):
                yield Mismatch(f"spans.{side}[{index}]", records.spans(right), got)


def _surplus(asked: str, right: int, got: int) -> Iterator[Mismatch]:
    """Yield the number of units if there are too many; a missing one is named by itself."""
    if got > right:
        yield Mismatch(f"{asked} units", right, got)


def _pair_mismatches(expected: Expectation, answer: Answer, dialect: Dialect) -> Iterator[Mismatch]:
    """Yield units in which other spans met, in the schemas that the dialect has."""
    for schema, units in expected.pairs.items():
        if schema not in answered(dialect):
            continue
        found = (answer.pairs or {}).get(schema, ())
        yield from _surplus(f"pairs.{schema}", len(units), len(found))
        for index, right in enumerate(units):
            got = found[index] if index < len(found) else None
            if got is None or Counter(got) != Counter(right):
                shown = NothingObserved() if got is None else records.pairs(got)
                yield Mismatch(f"pairs.{schema}[{index}]", records.pairs(right), shown)


def show_spans(spans: Sequence[Span] | None) -> str:
    """Return spans as text."""
    if spans is None:
        return "nothing"
    return " ".join(f"{span.type}[{span.start},{span.end})" for span in spans) or "none"
