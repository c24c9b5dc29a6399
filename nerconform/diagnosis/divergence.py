"""Divergence: where two observations of one question differ."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import zip_longest
from typing import TypeGuard

from nerconform.asking import records
from nerconform.asking.messages import FAULTS
from nerconform.asking.observation import Answer, Crash, Observation, Printed, Refusal, Unsupported, Value, is_same
from nerconform.asking.question import Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.results.values import Mismatch, NothingObserved, Number, Observed, RowsObserved, ValuesObserved
from nerconform.suite.agreement import TOLERANCE, agrees

_NOTHING = object()


@dataclass(frozen=True, slots=True)
class Divergence:
    """One question on which two sides differ: what is expected of the left, what the right gave, and where they differ.

    `expected` is the reference in the declared dialect, or the first of two implementations.
    """

    question: Question
    expected: Observation
    got: Observation
    mismatches: tuple[Mismatch, ...]

    @property
    def sort(self) -> tuple[str, ...]:
        """Return what kind of difference it is, whatever the input: which answers came, and what of them differs."""
        kinds = {_kind(mismatch.asked) for mismatch in self.mismatches}
        return (_word(self.expected), _word(self.got), *sorted(kinds))

    @property
    def is_of_answers(self) -> bool:
        """Whether both sides answered."""
        return isinstance(self.expected, Answer) and isinstance(self.got, Answer)

    @property
    def fault(self) -> str:
        """Return the fault of a harness in which a side ended, which says nothing about its metric; else nothing."""
        return next((one.error for one in (self.got, self.expected) if _is_fault(one)), "")

    def is_same(self, other: "Divergence") -> bool:
        """Whether both sides give the same in both divergences, where nan equals nan."""
        return is_same(self.expected, other.expected) and is_same(self.got, other.got)

    @property
    def in_words(self) -> str:
        """Return the kind of difference as words: what differs in two answers, or what came on each side."""
        if self.is_of_answers:
            kinds = sorted({_kind(mismatch.asked) for mismatch in self.mismatches})
            return f"other {', '.join(kinds)}"
        return " against ".join(_named(one) for one in (self.expected, self.got))


def _is_fault(observation: Observation) -> TypeGuard[Crash]:
    return isinstance(observation, Crash) and observation.error in FAULTS


def _named(observation: Observation) -> str:
    """Return an observation by what it is, whatever its message."""
    match observation:
        case Answer():
            return "an answer"
        case Refusal(error, _):
            return f"a refusal ({error})"
        case Crash(error, _):
            return error
    return "unsupported"


def _word(observation: Observation) -> str:
    """Return an observation as a word: an exception by its type."""
    match observation:
        case Refusal(error, _) | Crash(error, _):
            return f"{type(observation).__name__}({error})"
    return type(observation).__name__


def _kind(asked: str) -> str:
    """Return which kind of thing was asked: numbers of averages, numbers of types, or the part."""
    if "type{" in asked:
        return "types"
    return asked if asked in {"answer", "rows"} else "averages" if asked.count(".") > 1 else asked.partition(".")[0]


def differences(
    question: Question, expected: Observation, got: Observation, rounding: Rounding = Rounding()
) -> tuple[Mismatch, ...]:
    """Return everything that was asked and differs; the question holds only what both sides declare.

    Two refusals are equal whatever their words, two crashes if the type of the exception is one; a fault of a harness
    is equal to nothing. A measure that both leave out is no difference; one that only one of them leaves out is. What
    the reference expects is rounded already, by `rounding`. A question that either side does not take shows nothing.
    """
    if isinstance(expected, Answer) and isinstance(got, Answer):
        return tuple(_of_answers(question, expected, got, rounding))
    if isinstance(expected, Unsupported) or isinstance(got, Unsupported):
        return ()
    if isinstance(expected, Refusal) and isinstance(got, Refusal):
        return ()
    if isinstance(expected, Crash) and isinstance(got, Crash) and expected.error == got.error and not _is_fault(got):
        return ()
    return (Mismatch("answer", _observed(expected), _observed(got)),)


def reproduces(question: Question, predicted: Observation, got: Observation, rounding: Rounding) -> bool:
    """Whether a prediction is what was observed.

    Of a predicted exception only the type is known, not whether it is declared as a refusal. A library that never
    answers can be predicted, too, by the fault in which its harness ends.
    """
    if isinstance(predicted, Crash) and isinstance(got, Crash | Refusal):
        return predicted.error == got.error
    if isinstance(predicted, Answer) and isinstance(got, Answer):
        numbers = (_agree_on(measure, predicted, got, rounding) for measure in question.measures)
        return all(numbers) and not any(_of_parts(question, predicted, got))
    return not differences(question, predicted, got, rounding)


def _observed(observation: Observation) -> Observed:
    """Return an observation as data, whatever the numbers of an answer."""
    return ValuesObserved() if isinstance(observation, Answer) else records.observed(observation)


def _of_answers(question: Question, expected: Answer, got: Answer, rounding: Rounding) -> Iterator[Mismatch]:
    """Yield the numbers that differ, in their order, then the parts."""
    different = (measure for measure in question.measures if not _agree_on(measure, expected, got, rounding))
    for measure in sorted(different):
        yield Mismatch(str(measure), _number(expected, measure), _number(got, measure))
    yield from _of_parts(question, expected, got)


def _of_parts(question: Question, expected: Answer, got: Answer) -> Iterator[Mismatch]:
    """Yield what differs beside the numbers."""
    parts = question.parts
    if Part.ROWS in parts and expected.rows is not None and got.rows is not None and expected.rows != got.rows:
        yield Mismatch("rows", RowsObserved(tuple(sorted(expected.rows))), RowsObserved(tuple(sorted(got.rows))))
    if Part.SPANS in parts:
        yield from _of_spans(expected, got)
    if Part.PAIRS in parts:
        yield from _of_pairs(expected, got)


def _agree_on(measure: Measure, expected: Answer, got: Answer, rounding: Rounding) -> bool:
    """Whether two answers have one number, or both none."""
    here, there = (answer.values.get(measure, _NOTHING) for answer in (expected, got))
    if here is _NOTHING or there is _NOTHING:
        return here is there
    return same_value(here, there, rounding)  # type: ignore[arg-type] # neither is the mark


def _number(answer: Answer, measure: Measure) -> Number | NothingObserved:
    """Return a number of an answer as data, if the answer has it."""
    values = answer.values
    return records.number(values[measure]) if measure in values else NothingObserved()


def _of_spans(expected: Answer, got: Answer) -> Iterator[Mismatch]:
    """Yield the units that were decoded otherwise, where both show their spans."""
    if expected.spans is None or got.spans is None:
        return
    for side in Side:
        units = zip_longest(expected.spans.get(side, ()), got.spans.get(side, ()))
        for index, pair in enumerate(units):
            if pair[0] != pair[1]:
                here, there = (NothingObserved() if spans is None else records.spans(spans) for spans in pair)
                if here != there:  # the same spans in another order are no difference
                    yield Mismatch(f"spans.{side}[{index}]", here, there)


def _of_pairs(expected: Answer, got: Answer) -> Iterator[Mismatch]:
    """Yield the units in which other spans met, where both show pairs."""
    if expected.pairs is None or got.pairs is None:
        return
    for schema in sorted({*expected.pairs} & {*got.pairs}):
        for index, (left, right) in enumerate(zip(expected.pairs[schema], got.pairs[schema], strict=False)):
            if Counter(left) != Counter(right):
                yield Mismatch(f"pairs.{schema}[{index}]", records.pairs(left), records.pairs(right))


def same_value(left: Value, right: Value, rounding: Rounding) -> bool:
    """Whether two numbers are one: exactly if both are exact, else as far as the coarser of them is known."""
    if isinstance(right, Fraction | int) or right is None:
        left, right = right, left
    if isinstance(left, Fraction | int) or left is None:
        if isinstance(right, Fraction):
            return left == right
        exact = rounding.rule != "exact" and isinstance(right, Printed) and isinstance(left, Fraction)
        return agrees(left, right) and not (exact and _misses(left, right, rounding.digits))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=TOLERANCE) or (math.isnan(left) and math.isnan(right))
    return _close(left, right)  # type: ignore[arg-type] # what is exact was compared above


def _misses(expected: Value, printed: Value, digits: int) -> bool:
    """Whether a number that is printed to all decimals of a rounded one is another one."""
    number, slack = _read(printed) or (expected, Fraction(0))  # type: ignore[arg-type] # a printed number
    return slack <= Fraction(1, 2 * 10**digits) and number != expected


def _close(left: float | Printed, right: float | Printed) -> bool:
    """Whether two numbers, one of them printed, can be one number."""
    read = [_read(value) for value in (left, right)]
    if None in read:
        return read[0] == read[1]
    (one, slack), (other, more) = [pair for pair in read if pair is not None]
    return abs(one - other) <= slack + more


def _read(value: float | Printed) -> tuple[Fraction, Fraction] | None:
    """Return a number, and how far off it may be; `None` where it is undefined."""
    if isinstance(value, float):
        return None if math.isnan(value) else (Fraction(value), abs(Fraction(value)) * Fraction(TOLERANCE))
    try:
        number = Decimal(value.text)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    return Fraction(number), Fraction(1, 2) * Fraction(10) ** int(number.as_tuple().exponent)
