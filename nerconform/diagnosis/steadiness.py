"""Steadiness: whether a metric answers alike when the same question is asked again, and what it adds if it does not.

An answer depends on nothing but the data and the dialect (DIA-1). What a metric keeps between calls breaks that, and
then no change of the reference can give its answers.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isclose, isfinite

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.messages import FAULTS
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, is_same
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.asked_case import reduced_to
from nerconform.diagnosis.candidates import ADDS_EARLIER_CALLS, UNSTEADY
from nerconform.diagnosis.divergence import same_value
from nerconform.libraries.quirk import Quirk
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span
from nerconform.results.run import BAD, Diagnosis, Level, Result
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case

TIMES_AGAIN = 2
"""How often the same question is asked again to see whether the answer changes."""
_MAX_QUESTIONS = 3
_F1 = Measure(Schema.STRICT, "micro", "f1")
_LENGTH = 4
_GOLD = (Span("PER", 0, 1), Span("LOC", 2, 3))
_FURTHER = ((), (Span("LOC", 0, 1),), _GOLD, (Span("PER", 0, 1), Span("PER", 2, 3)), ())
"""Predictions for `_GOLD` with which counts that were worked out are verified."""
_NEAR_WHOLE = Fraction(1, 100)


def of_unsteady(implementation: Implementation, cases: Sequence[Case], results: Sequence[Result]) -> Diagnosis | None:
    """Return that a metric answers the same data otherwise when they are passed again, `None` where it does not.

    Its answers depend on what it was asked before, so nothing else is said of them.
    """
    wrong = [one for one in results if one.verdict in BAD and one.level is not Level.BAD_INPUT]
    ids = {one.case for one in wrong}
    cause = unsteady(implementation, [case.question for case in cases if case.id in ids])
    if cause is None:
        return None
    levels = tuple(level for level in Level if any(one.level is level for one in wrong))
    shown = Cause(cause.id, CauseKind.MISTAKE, cause.title, cause.prose, cause.clause)
    return Diagnosis(levels, len(wrong), (shown,), cases=tuple(one.case for one in wrong))


def unsteady(implementation: Implementation, questions: Sequence[Question]) -> Quirk | None:
    """Return what a metric does between calls if one of a few of these questions, asked again, has another answer.

    Answers are compared, for an exception may have another message each time; but what was answered first of all may
    not raise one later.
    """
    if not questions:
        return None
    answered = implementation.answered_first if isinstance(implementation, CallableImplementation) else None
    if answered is not None and _raises(ask(implementation, answered)):
        return UNSTEADY
    for question in questions[:: 1 + len(questions) // _MAX_QUESTIONS]:
        reduced = reduced_to(implementation, question)
        if reduced is None or question.form not in {Form.TAGS, Form.SPANS}:
            continue
        first, *again = _several(implementation, reduced[1])
        if any(_differ(first, one) for one in again):
            return ADDS_EARLIER_CALLS if _adds_earlier_calls(implementation, reduced[1].scheme) else UNSTEADY
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
    pairs = ((value, other.values.get(measure)) for measure, value in one.values.items())
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
