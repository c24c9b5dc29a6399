"""Bad input: each reading that gives the answers of a metric to it is named, and what is left is counted."""

from collections.abc import Callable
from typing import Any

import pytest

from nerconform.asking.observation import Answer, Crash, Observation
from nerconform.asking.question import Form, Question
from nerconform.diagnosis.asked_case import AskedCase, all_asked, gives
from nerconform.diagnosis.bad_input import _is_verified, _neighbours, _readings, of_bad_input
from nerconform.diagnosis.changes import DialectChange, lenient_changes, of_mistake
from nerconform.diagnosis.explainer import neighbours
from nerconform.reference.named import NAMED
from nerconform.results.run import Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case, load_suite
from nerconform.suite.mutants import WRONG
from tests.products.search.searched import Undeclared

DIALECT = NAMED["conlleval"]
BAD = [case for case in load_suite().cases if case.level is Level.BAD_INPUT and case.question.form is Form.TAGS]
UNKNOWN = [case for case in BAD if case.id.startswith("unknown.")]
BARE = [case for case in BAD if case.id.startswith("bare.")]
READ = {one.causes[0].id: one for one in lenient_changes(DIALECT)}
SINGLE, AS_I = READ["unknown:single"], READ["unknown:as-I"]


class Otherwise(Undeclared):
    """The reference in another dialect, that answers some questions otherwise."""

    def __init__(self, otherwise: Callable[[Question], Observation | None], **choices: str) -> None:
        super().__init__(**choices)
        self.otherwise = otherwise

    def observe(self, question: Question) -> Observation:
        return self.otherwise(question) or super().observe(question)


def result(case: str, verdict: Verdict = Verdict.FAIL, reason: str = "", *flags: str) -> Result:
    return Result(case, "", (), Level.BAD_INPUT, verdict, reason, flags=flags)


def found(implementation: Undeclared, cases: list[Case], wrong: list[Result] | None = None) -> Diagnosis:
    wrong = [result(case.id, Verdict.FAIL, "", *case.flags) for case in cases] if wrong is None else wrong
    (one,) = of_bad_input(implementation, cases, wrong, None)
    assert (one.levels, one.wrong, one.explained) == ((Level.BAD_INPUT,), len(wrong), len(wrong))
    assert one.cases == tuple(each.case for each in wrong)
    return one


def titles(one: Diagnosis) -> list[str]:
    return [cause.title for cause in one.causes]


def test_who_rejects_all_bad_input_needs_no_explanation() -> None:
    assert of_bad_input(Undeclared(), BAD, (), None) == ()


def test_exceptions_that_are_not_declared_are_named_with_the_line_that_declares_them() -> None:
    errors = {"a": "KeyError", "b": "IndexError", "c": "KeyError"}
    crashed = [result(name, Verdict.ERROR, f"{error}: why: it") for name, error in errors.items()]
    one = found(Undeclared(), [], crashed)
    assert titles(one) == ["It rejects 3 bad inputs by IndexError, KeyError, which is not declared as a refusal"]
    assert one.line == 'refusals = ["ValueError", "IndexError", "KeyError"]'
    assert [(cause.id, cause.kind) for cause in one.causes] == [("crashes-on-bad-input", CauseKind.MISTAKE)]
    alone = found(Undeclared(), [], [result("a", Verdict.ERROR, "ValueError: why")])
    assert titles(alone) == ["It rejects 1 bad input by ValueError, which is not declared as a refusal"]
    assert alone.line == 'refusals = ["ValueError"]'


def test_a_fault_is_no_exception_that_could_be_declared() -> None:
    names = ("ChildEnded", "GivenUp", "GivenUp", "KeyError")
    one = found(Undeclared(), [], [result(str(at), Verdict.ERROR, f"{name}: x") for at, name in enumerate(names)])
    assert titles(one) == [
        "It rejects 1 bad input by KeyError, which is not declared as a refusal",
        "It breaks down on 3 bad inputs (ChildEnded, GivenUp)",
    ]
    assert one.line == 'refusals = ["ValueError", "KeyError"]'
    assert "Raise ValueError instead" in one.causes[1].words
    alone = found(Undeclared(), [], [result("a", Verdict.ERROR, "OutOfTime: x")])
    assert titles(alone) == ["It breaks down on 1 bad input (OutOfTime)"]
    assert alone.line == ""


def test_answers_that_no_reading_gives_are_counted_by_the_first_flag_of_their_cases() -> None:
    implementation = Otherwise(lambda question: Answer(dict.fromkeys(question.measures, 0.37)))
    flags = (("unknown-letter", "x"), (), ("bare-tag",))
    one = found(
        implementation, UNKNOWN[:2], [result(str(at), Verdict.FAIL, "", *some) for at, some in enumerate(flags)]
    )
    assert titles(one) == ["It answers 3 bad inputs, for which there is no score: unknown letter, bare tag"]
    assert one.line == ""
    assert [cause.id for cause in one.causes] == ["answers-bad-input"]


def test_each_reading_is_named_with_how_many_answers_it_gives_most_first_then_what_is_left() -> None:
    cases = [*UNKNOWN[:6], *BARE]
    implementation = Undeclared(unknown="single", bare="outside")
    every = list(all_asked(implementation, cases))
    bare, single = (
        [one.case for one in every if gives(READ[name], one)] for name in ("bare:outside", "unknown:single")
    )
    more = [name for name in single if name not in bare]
    left = len(cases) - len(bare) - len(more)
    assert len(bare) > len(more) > 1
    assert left > 1  # both readings together
    first, second, third = titles(found(implementation, cases))
    assert first == f"{READ['bare:outside'].causes[0].title} ({len(bare)} answers)"
    assert second == f"{SINGLE.causes[0].title} ({len(more)} answers)"
    assert third.startswith(f"It answers {left} more bad inputs, for which there is no score: ")
    crashed = [result(UNKNOWN[0].id), result("crashed", Verdict.ERROR, "KeyError: x")]
    assert titles(found(implementation, UNKNOWN[:1], crashed)) == [
        f"{SINGLE.causes[0].title} (1 answer)",
        "It rejects 1 bad input by KeyError, which is not declared as a refusal",
    ]


def read(
    implementation: Undeclared, cases: list[Case], legal: DialectChange | None = None
) -> list[tuple[str, list[str]]]:
    return [("+".join(sorted(change.ids)), names) for change, names in _readings(implementation, cases, legal)]


def test_a_reading_is_tried_on_top_of_what_explains_legal_data() -> None:
    names = [case.id for case in UNKNOWN[:3]]
    assert read(Undeclared(unknown="single"), UNKNOWN[:3]) == [("unknown:single", names)]
    swapped = of_mistake(next(one for one in WRONG if one.name == "sides-swapped"))
    implementation = Undeclared(unknown="single")
    base = implementation.change
    implementation.change = lambda pipeline: swapped.mistakes[0](base(pipeline))
    assert read(implementation, UNKNOWN[:3], swapped)[0] == ("sides-swapped+unknown:single", names)
    refusing = Undeclared()
    assert read(refusing, UNKNOWN[:3]) == []


def asked(implementation: Undeclared, *cases: Case) -> list[AskedCase]:
    return list(all_asked(implementation, cases))


def test_a_reading_has_to_give_the_answers_to_neighbours_that_have_no_score() -> None:
    implementation = Undeclared(unknown="single")
    every = asked(implementation, *UNKNOWN)
    likely = [one for one in every if gives(AS_I, one)]
    assert likely  # as an I at the beginning it is one token, too
    assert _is_verified(implementation, SINGLE, every)
    assert _is_verified(implementation, SINGLE, every[:1])  # by its neighbours alone
    assert not _is_verified(implementation, AS_I, likely)


def test_two_golden_cases_verify_each_other_where_no_neighbour_is_answered() -> None:
    questions = [case.question for case in UNKNOWN[:2]]
    known = {repr((one.gold, one.pred)) for one in questions}

    def no_other(question: Question) -> Observation | None:
        return None if repr((question.gold, question.pred)) in known else Crash("KeyError", "")

    silent = Otherwise(no_other, unknown="single")
    every = asked(silent, *UNKNOWN[:2])
    assert all(isinstance(one.got, Answer) for one in every)
    assert _is_verified(silent, SINGLE, every)
    assert not _is_verified(silent, SINGLE, every[:1])


def test_neighbours_of_two_cases_at_most_are_asked_twelve_of_each_where_there_is_no_score() -> None:
    seen: list[tuple[object, object]] = []

    def noting(question: Question) -> None:
        seen.append((question.gold, question.pred))

    implementation = Otherwise(noting, unknown="single")
    every = asked(implementation, *UNKNOWN[:4])
    seen.clear()
    assert _is_verified(implementation, SINGLE, every)
    near: list[tuple[Any, Any]] = [(near.gold, near.pred) for one in every[:2] for near in neighbours(one.question, 12)]
    bad = [sides for sides in near if any(tag[0] not in "OBI" for side in sides for unit in side for tag in unit)]
    assert seen == bad
    assert 2 < len(bad) < len(near) == 24


def test_neighbours_keep_the_form_and_there_are_none_where_nothing_can_be_edited() -> None:
    for form, gold in ((Form.RAW, [["B-X", "Q"]]), (Form.TAGS, [["B-X", "Q"]])):
        found = _neighbours(Question(gold, gold, form, "IOB2"))
        assert len(found) == 12
        assert {one.form for one in found} == {form}
    for nothing in (None, [None], 5):
        assert list(_neighbours(Question(nothing, nothing, Form.RAW, "IOB2"))) == []


def test_a_case_that_cannot_be_asked_is_left_out_and_a_change_that_fails_does_not_give_it() -> None:
    def fails(_: object) -> None:
        raise KeyError

    implementation = Undeclared()
    (one,) = asked(implementation, next(case for case in load_suite().cases if case.id == "mat.exact.wrong-type"))
    assert one.size == len(repr((one.question.gold, one.question.pred)))
    change = DialectChange((Cause("x", CauseKind.MISTAKE, "x"),), mistakes=(fails,))  # type: ignore[arg-type]
    assert gives(change, one) is False


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_is_read_where_nothing_is_answered(number: int) -> None:
    crashing = Otherwise(lambda _: Crash("KeyError", ""))
    assert read(crashing, UNKNOWN[:number]) == []
