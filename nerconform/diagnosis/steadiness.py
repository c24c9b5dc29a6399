"""Steadiness: whether the answers of a metric depend on earlier calls, and on what of them.

An answer depends on nothing but the data and the dialect (DIA-1). What a metric keeps between calls breaks that, and
then no change of the reference can give its answers. Counts and lists that are kept show where the same question is
asked again. Answers that are kept show where another question gets them. What else is kept shows in new processes that
are asked the same questions in two orders.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isclose, isfinite

from msgspec import structs

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.messages import FAULTS
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported, is_same
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.asked_case import reduced_to
from nerconform.diagnosis.candidates import (
    ADDS_EARLIER_CALLS,
    DEPENDS_ON_EARLIER_CALLS,
    RETURNS_EARLIER_ANSWER,
    UNSTEADY,
)
from nerconform.diagnosis.divergence import same_value
from nerconform.diagnosis.prediction import reproduced_by
from nerconform.libraries.quirk import Quirk
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span
from nerconform.results.run import BAD, Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case

TIMES_AGAIN = 2
"""How often the same question is asked again to see whether the answer changes."""
_MAX_QUESTIONS = 3
_MAX_ORDERED, _MAX_BETWEEN = 200, 40
"""Wrong answers, and right ones between them, that new processes are asked for in two orders."""
_F1 = Measure(Schema.STRICT, "micro", "f1")
_LENGTH = 4
_GOLD = (Span("PER", 0, 1), Span("LOC", 2, 3))
_FURTHER = ((), (Span("LOC", 0, 1),), _GOLD, (Span("PER", 0, 1), Span("PER", 2, 3)), ())
"""Predictions for `_GOLD` with which counts that were worked out are verified."""
_NEAR_WHOLE = Fraction(1, 100)
_Sentences = tuple[tuple[tuple[Span, ...], tuple[Span, ...]], ...]
_ONE: _Sentences = ((_GOLD, _GOLD[:1]),)
_OTHER: _Sentences = (
    (_GOLD, (Span("LOC", 0, 1),)),
    ((Span("PER", 1, 3),), (Span("PER", 1, 3), Span("LOC", 4, 5))),
)
"""Two data sets that differ in their scores and in every number of tokens, tags and entities; sentences without
entities make them equally long."""
_LENGTHS = {_ONE: 4, _OTHER: 5}
_COUNTS = (61, 67)
"""Numbers of sentences that no golden case has, so that a metric that keeps answers has none for them yet."""
_RATIOS = frozenset(
    Measure(Schema.STRICT, scope, name) for scope in ("micro", "macro") for name in ("precision", "recall", "f1")
)
_ANSWERED = frozenset({Verdict.PASS, Verdict.FAIL, Verdict.KNOWN})
_LOOKED_AT = 1
"""How many sentences the question has with which a function is looked at, before any other."""


def of_unsteady(
    implementation: Implementation, cases: Sequence[Case], results: Sequence[Result]
) -> tuple[Diagnosis, ...]:
    """Return what a metric keeps between calls, as the cause of the wrong answers that this is true of.

    Its answers depend on what it was asked before, so no other cause is looked for; the other wrong answers have none.
    Nothing is returned of a metric that keeps nothing.
    """
    wrong = [one for one in results if one.verdict in BAD and one.level is not Level.BAD_INPUT]
    ids = {one.case for one in wrong}
    cause = unsteady(implementation, [case.question for case in cases if case.id in ids])
    if cause is None:
        return ()
    return _named(cause, wrong, _answered_afresh(cases, results) if cause is RETURNS_EARLIER_ANSWER else frozenset())


def of_order(
    implementation: Implementation, cases: Sequence[Case], results: Sequence[Result], found: Sequence[Diagnosis]
) -> tuple[Diagnosis, ...]:
    """Return what was `found`; wrong answers without a cause get this one if they depend on the order of calls.

    That takes up to four new processes, so it is looked for last.
    """
    unexplained = [one for one in found if not one.causes and Level.BAD_INPUT not in one.levels]
    levels = {level for one in unexplained for level in one.levels}
    wrong = {one.case: one.level for one in results if one.verdict in BAD and one.level in levels}
    due = _due_to_order(implementation, cases, wrong.keys()) if wrong else frozenset()
    if not due:
        return tuple(found)
    cause = DEPENDS_ON_EARLIER_CALLS
    (kept,) = _named(cause, [one for one in results if one.case in due], frozenset())
    left = []
    for one in found:
        rest = one.wrong - sum(wrong[case] in one.levels for case in due) if one in unexplained else one.wrong
        left += [structs.replace(one, wrong=rest)] if rest > 0 else []
    return tuple(sorted((kept, *left), key=lambda one: [*Level].index(one.levels[0])))


def _named(cause: Quirk, wrong: Sequence[Result], others: frozenset[str]) -> tuple[Diagnosis, ...]:
    """Return a cause of the wrong answers, and that the others of them have none."""
    levels = tuple(level for level in Level if any(one.level is level for one in wrong))
    shown = Cause(cause.id, CauseKind.MISTAKE, cause.title, cause.prose, cause.clause)
    due_to_it = tuple(one.case for one in wrong if one.case not in others)
    rest = len(wrong) - len(due_to_it)
    return (Diagnosis(levels, len(due_to_it), (shown,), cases=due_to_it), *((Diagnosis(levels, rest),) if rest else ()))


def _due_to_order(implementation: Implementation, cases: Sequence[Case], wrong: Collection[str]) -> frozenset[str]:
    """Return the wrong answers that are others in a new process in which the same is asked in the other order.

    There are none if two processes that are asked in one order disagree: then something else changes the answers.
    """
    some = [case for case in cases if case.id not in wrong and case.level is not Level.BAD_INPUT]
    ids = {*list(wrong)[:_MAX_ORDERED], *(case.id for case in some[:: 1 + len(some) // _MAX_BETWEEN])}
    found = [(case.id, reduced_to(implementation, case.question)) for case in cases if case.id in ids]
    asked = [(name, one[1]) for name, one in found if one is not None]
    one, other = (_asked_anew(implementation, order) for order in (asked, asked[::-1]))
    due = frozenset(name for name in wrong if name in one and _differ(one[name], other[name])) if other else frozenset()
    if not due:
        return due
    again = _asked_anew(implementation, asked), _asked_anew(implementation, asked[::-1])
    same = all(
        not _differ(first[name], second[name])
        for first, second in zip((one, other), again, strict=True)
        for name in second
    )
    return due if all(again) and same else frozenset()


def _asked_anew(implementation: Implementation, asked: Iterable[tuple[str, Question]]) -> Mapping[str, Observation]:
    """Return what a new process answers, by name; nothing where there is none."""
    try:
        fresh = implementation.afresh() if isinstance(implementation, CallableImplementation) else None
    except NerconformError:
        return {}
    return {name: ask(fresh, question) for name, question in asked} if fresh else {}


def _answered_afresh(cases: Sequence[Case], results: Sequence[Result]) -> frozenset[str]:
    """Return the cases that were the first with their number of sentences: their answer cannot be an earlier one."""
    verdicts = {one.case: one.verdict for one in results}
    found, seen = set(), {_LOOKED_AT}
    for case in cases:
        gold = case.question.gold
        if verdicts.get(case.id) in _ANSWERED and isinstance(gold, Sequence) and len(gold) not in seen:
            seen.add(len(gold))
            found.add(case.id)
    return frozenset(found)


def unsteady(implementation: Implementation, questions: Sequence[Question]) -> Quirk | None:
    """Return what a metric does between calls if one of a few of these questions, asked again, has another answer.

    Where none has, one question may still get the answer of another. Answers are compared, for an exception may have
    another message each time; but what was answered first of all may not raise one later.
    """
    if not questions:
        return None
    answered = implementation.answered_first if isinstance(implementation, CallableImplementation) else None
    if answered is not None and _raises(ask(implementation, answered)):
        return UNSTEADY
    schemes = []
    for question in questions[:: 1 + len(questions) // _MAX_QUESTIONS]:
        reduced = reduced_to(implementation, question)
        if reduced is None or question.form not in {Form.TAGS, Form.SPANS}:
            continue
        schemes.append(reduced[1].scheme)
        first, *again = _several(implementation, reduced[1])
        if any(_differ(first, one) for one in again):
            return ADDS_EARLIER_CALLS if _adds_earlier_calls(implementation, reduced[1].scheme) else UNSTEADY
    if schemes and _returns_earlier_answer(implementation, schemes[0]):
        return RETURNS_EARLIER_ANSWER
    return None


def _several(implementation: Implementation, question: Question) -> list[Observation]:
    """Return what comes of a question, and what comes when it is asked again."""
    return [ask(implementation, question) for _ in range(1 + TIMES_AGAIN)]


def _raises(observation: Observation) -> bool:
    """Whether a metric raised; that its process ended or was late is another matter."""
    return isinstance(observation, Crash | Refusal) and observation.error not in FAULTS


def _differ(one: Observation, other: Observation) -> bool:
    """Whether two answers have numbers that differ by more than the order of sums makes of doubles."""
    if not (isinstance(one, Answer) and isinstance(other, Answer)) or is_same(one, other):
        return False
    measures = one.values.keys() | other.values.keys()
    pairs = ((one.values.get(measure), other.values.get(measure)) for measure in measures)
    return any(not same_value(first, second, Rounding()) for first, second in pairs)


def _adds_earlier_calls(implementation: Implementation, scheme: str) -> bool:
    """Whether F1 is that of all sentences since some call: two answers tell the counts until then, the next ones hold.

    With R right spans and S spans on both sides before, F1 is 2(R + r) / (S + s) after r and s more.
    """
    answers = iter(_scores(implementation, scheme, (_GOLD, _GOLD, *_FURTHER)))
    first, second = next(answers), next(answers)
    right, spans = len(_GOLD), 2 * len(_GOLD)
    if first is None or second is None or first == second:
        return False
    before = (2 * right - (2 * second - first) * spans) / (second - first)
    counted = before.limit_denominator(1), (first * (before + spans) / 2 - right).limit_denominator(1)
    if abs(before - counted[0]) > _NEAR_WHOLE or min(counted) < 0:
        return False
    total, hits = counted[0] + 2 * spans, counted[1] + 2 * right
    for pred, got in zip(_FURTHER, answers, strict=True):
        total += len(_GOLD) + len(pred)
        hits += len({*_GOLD} & {*pred})
        if got is None or not isclose(got, 2 * hits / total, rel_tol=1e-9):
            return False
    return True


def _scores(
    implementation: Implementation, scheme: str, predictions: Iterable[Sequence[Span]]
) -> Iterator[Fraction | None]:
    """Yield F1 of one sentence with each of these predictions, `None` where none comes."""
    for pred in predictions:
        try:
            gold, guess = (encode_spans(spans, _LENGTH, scheme_of(scheme)) for spans in (_GOLD, pred))
        except NerconformError:
            yield None
            continue
        asked = Question([gold], [guess], Form.TAGS, scheme, measures=frozenset({_F1}))
        reduced = reduced_to(implementation, asked)
        got = ask(implementation, reduced[1]) if reduced else None
        value = got.values.get(_F1) if isinstance(got, Answer) else None
        yield Fraction(value) if isinstance(value, int | float | Fraction) and isfinite(value) else None


def _returns_earlier_answer(implementation: Implementation, scheme: str) -> bool:
    """Whether the answer is that of the first call with as many sentences, whatever they hold.

    Two data sets are asked in one order with some number of sentences, and in the other order with another number: both
    times the second has to have the answer of the first. In a process that was asked neither, the second then has to
    have another answer. Where there is no such process, the first has to have the answer that is due, and not the
    second.
    """
    found: list[tuple[Question, Question, Answer]] = []
    for (one, other), count in zip(((_ONE, _OTHER), (_OTHER, _ONE)), _COUNTS, strict=True):
        first, second = _asked(implementation, one, count, scheme), _asked(implementation, other, count, scheme)
        kept = ask(implementation, first) if first else None
        if first is None or second is None or not isinstance(kept, Answer):
            return False
        got = ask(implementation, second)
        if not isinstance(got, Answer) or _differ(kept, got):
            return False
        found.append((first, second, kept))
    if not _differ(found[0][2], found[1][2]):
        return False
    try:
        fresh = implementation.afresh() if isinstance(implementation, CallableImplementation) else None
    except NerconformError:
        return False
    if fresh is not None:
        return all(_differ(kept, ask(fresh, second)) for _, second, kept in found)
    return all(
        _is_due(implementation, first, kept) and not _is_due(implementation, second, kept)
        for first, second, kept in found
    )


def _asked(implementation: Implementation, data: _Sentences, count: int, scheme: str) -> Question | None:
    """Return the question about these sentences and as many without entities as make the number."""
    length = _LENGTHS[data]
    sentences = [*data, *[((), ())] * (count - len(data))]
    try:
        gold, pred = (
            [list(encode_spans(spans, length, scheme_of(scheme))) for spans in side]
            for side in zip(*sentences, strict=True)
        )
    except NerconformError:
        return None
    reduced = reduced_to(implementation, Question(gold, pred, Form.TAGS, scheme, measures=_RATIOS))
    return reduced and reduced[1]


def _is_due(implementation: Implementation, question: Question, got: Answer) -> bool:
    """Whether the reference answers so in the dialect of the metric."""
    dialect = implementation.dialect(question)
    return not isinstance(dialect, Unsupported) and reproduced_by(Pipeline.of(dialect), question, got)
