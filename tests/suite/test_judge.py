"""Verdicts: what a golden case says of an implementation (KIT-2)."""

from dataclasses import dataclass, field, replace

import pytest

from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared
from nerconform.asking.question import Part, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.results.run import Verdict
from nerconform.results.values import DoubleNumber, ExactNumber, Mismatch, NothingObserved, Number, UndefinedNumber
from nerconform.suite.cases import Case, load_suite
from nerconform.suite.judge import judge

SUITE = load_suite()


@dataclass
class Scripted:
    """An implementation that answers what it was told to; it stands for a library, not for the reference."""

    answer: Observation | Exception
    name: str = "scripted"
    version: str = "scripted 1"
    refusals: tuple[Declared, ...] = (Declared("ValueError", "I refuse"),)
    reads: Dialect | Unsupported = field(default_factory=lambda: NAMED["conlleval"])

    def dialect(self, question: Question) -> Dialect | Unsupported:
        assert question.scheme == "IOB2"
        return self.reads

    def answers(self, measure: Measure, question: Question) -> bool:
        return measure in question.measures and measure.quantity in {"precision", "recall", "f1"}

    def holds(self, part: Part, question: Question) -> bool:
        return part is Part.ROWS and not question.measures

    def observe(self, question: Question) -> Observation:
        assert question.gold
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def reproduction(self, question: Question) -> str:
        return f"print({question.gold!r})"


def case(name: str) -> Case:
    found = SUITE.case(name)
    assert found is not None
    return found


def numbers(**values: Value) -> Answer:
    return Answer({Measure.parse(f"strict.micro.{name}"): value for name, value in values.items()})


PLAIN = "mat.exact.equal-span"
RIGHT = {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def right_answer(name: str) -> Answer:
    expected = case(name).expectations[0].numbers
    return Answer({m: float(v or 0) for m, v in expected.items() if m.quantity in {"precision", "recall", "f1"}})


def test_the_right_numbers_pass() -> None:
    assert judge(case(PLAIN), Scripted(right_answer(PLAIN))).verdict is Verdict.PASS


def test_a_wrong_number_fails_and_is_named() -> None:
    right = right_answer(PLAIN)
    measure = Measure.parse("strict.micro.f1")
    judgement = judge(case(PLAIN), Scripted(replace(right, values={**right.values, measure: 0.25})))
    assert judgement.verdict is Verdict.FAIL
    assert judgement.mismatches == (Mismatch("strict.micro.f1", ExactNumber(1), DoubleNumber(0.25)),)


def test_a_declared_number_that_is_left_out_fails() -> None:
    right = right_answer(PLAIN)
    left = {measure: value for measure, value in right.values.items() if measure.quantity != "recall"}
    judgement = judge(case(PLAIN), Scripted(Answer(left)))
    assert judgement.verdict is Verdict.FAIL
    assert {mismatch.got for mismatch in judgement.mismatches} == {NothingObserved()}


def test_a_crash_is_an_error_and_a_declared_exception_a_refusal() -> None:
    crash = judge(case(PLAIN), Scripted(IndexError("list index out of range")))
    assert (crash.verdict, crash.reason) == (Verdict.ERROR, "IndexError: list index out of range")
    refusal = judge(case(PLAIN), Scripted(ValueError("I refuse this")))
    assert (refusal.verdict, refusal.reason) == (Verdict.REFUSED, "ValueError: I refuse")


def test_an_undeclared_message_of_the_same_type_is_a_crash() -> None:
    assert judge(case(PLAIN), Scripted(ValueError("max() arg is an empty sequence"))).verdict is Verdict.ERROR


def test_a_library_that_exits_does_not_take_the_kit_along() -> None:
    class Leaves(Scripted):
        def observe(self, question: Question) -> Observation:
            raise SystemExit(3 if question.gold else 4)

    assert judge(case(PLAIN), Leaves(Answer())).verdict is Verdict.ERROR


def test_bad_input_must_be_refused() -> None:
    contract = case("input.units-differ" if SUITE.case("input.units-differ") else first_contract().id)
    assert judge(contract, Scripted(ValueError("I refuse"))).verdict is Verdict.PASS
    assert judge(contract, Scripted(ZeroDivisionError("division by zero"))).verdict is Verdict.ERROR
    answered = judge(contract, Scripted(numbers(**RIGHT)))
    assert answered.verdict is Verdict.FAIL
    assert answered.mismatches[0].asked == "answer"


def first_contract() -> Case:
    return next(one for one in SUITE.cases if one.kind == "contract")


def test_what_an_implementation_does_not_take_is_unsupported_with_its_reason() -> None:
    judgement = judge(case(PLAIN), Scripted(Answer(), reads=Unsupported("it reads Morse")))
    assert (judgement.verdict, judgement.reason) == (Verdict.UNSUPPORTED, "it reads Morse")
    late = judge(case(PLAIN), Scripted(Unsupported("not today")))
    assert (late.verdict, late.reason) == (Verdict.UNSUPPORTED, "not today")


def test_the_answer_is_held_to_the_declared_dialect() -> None:
    name = "documents.000.age.second"
    lenient, discard = Scripted(Answer()), Scripted(Answer(), reads=NAMED["iob2-discard"])
    f1 = [
        next(mismatch.expected for mismatch in judge(case(name), one).mismatches if mismatch.asked == "strict.micro.f1")
        for one in (lenient, discard)
    ]
    assert f1 == [ExactNumber(10, 13), ExactNumber(4, 5)]


@pytest.mark.parametrize(("value", "got"), [(float("nan"), DoubleNumber("nan")), (None, UndefinedNumber())])
def test_an_undefined_value_is_no_number(value: Value, got: Number) -> None:
    right = right_answer(PLAIN)
    measure = Measure.parse("strict.micro.precision")
    judgement = judge(case(PLAIN), Scripted(replace(right, values={**right.values, measure: value})))
    assert judgement.mismatches == (Mismatch("strict.micro.precision", ExactNumber(1), got),)
    assert judgement.mismatches[0].got_text == "undefined"
