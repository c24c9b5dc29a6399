"""Held: a library that is held to another dialect than its own, and what is wrong with it then."""

from dataclasses import replace

import pytest

import nerconform as nc
from nerconform.asking.observation import Observation, Unsupported
from nerconform.asking.protocol import impose
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.products.check.held import HeldTo
from nerconform.products.check.suite_run import check
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.spans import Span
from nerconform.results.run import Verdict

TWICE = Question([[Span("PER", 0, 1)]], [[Span("PER", 0, 1), Span("PER", 0, 1)]], Form.SPANS)


def held(own: str, other: str) -> HeldTo:
    return HeldTo(ReferenceImplementation(f"reference:{own}", NAMED[own]), NAMED[other])


class WithoutOptions(ReferenceImplementation):
    """A library that answers by one dialect, and cannot be told any choice."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        return impose(self.base, question.choices, self.name)

    def observe(self, question: Question) -> Observation:
        return super().observe(replace(question, choices={}))


@pytest.mark.long
def test_a_prediction_that_stands_twice_is_wrong_where_equal_spans_each_count() -> None:
    twice = WithoutOptions("by-value", NAMED["semeval"].set(duplicates="by-value"))
    (run,) = check(HeldTo(twice, NAMED["semeval"]), cases="mat.dup*").implementations
    assert run.count(Verdict.FAIL)
    assert [cause.id for one in run.diagnosis for cause in one.causes] == ["duplicates:by-value"]


def test_what_it_would_declare_is_not_what_it_is_held_to() -> None:
    dialect = held("nervaluate-0", "semeval").dialect(TWICE)
    assert str(dialect) == str(NAMED["semeval"])


def test_a_library_that_is_held_to_its_own_dialect_is_right() -> None:
    (run,) = check(held("conlleval", "conlleval"), cases=["decode.*", "mat.*"]).implementations
    assert run.passed
    assert run.count(Verdict.PASS)


def test_a_number_that_the_dialect_does_not_have_is_not_asked() -> None:
    one = held("semeval", "conlleval")
    asked = [measure for measure in _measures("partial.micro.f1", "strict.micro.f1") if one.answers(measure, TWICE)]
    assert [str(measure) for measure in asked] == ["strict.micro.f1"]


def _measures(*names: str) -> list[Measure]:
    return [Measure.parse(name) for name in names]


@pytest.mark.parametrize("dialect", ["seqeval", pytest.param("seqeval-strict", marks=pytest.mark.long)])
def test_known_divergences_speak_of_the_dialect_that_a_library_declares(dialect: str) -> None:
    (run,) = nc.check("seqeval:default", dialect=dialect, cases=["decode.*", "mat.*"]).implementations
    assert run.name == f"seqeval:default (held to {dialect})"
    assert run.dialect == dialect
    assert run.count(Verdict.KNOWN) == 0


@pytest.mark.long
def test_seqeval_held_to_another_policy_is_said_to_follow_its_own() -> None:
    (run,) = nc.check("seqeval:default", dialect="seqeval-strict", cases="decode.*").implementations
    causes = {cause.id for one in run.diagnosis for cause in one.causes}
    assert not run.passed
    assert causes & {"policy:lenient", "dialect:seqeval"}


@pytest.mark.parametrize("name", ["reference:semeval", "exec:cat"])
def test_what_declares_its_own_dialect_cannot_be_held_to_another(name: str) -> None:
    with pytest.raises(UnknownOption, match="only libraries are named"):
        nc.check(name, dialect="conlleval")
