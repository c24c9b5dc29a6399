"""Steadiness: a metric that answers from earlier calls is said to; what it keeps of them is named if verified."""

from collections.abc import Callable, Collection
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.observation import Answer, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import ADDS_EARLIER_CALLS, RETURNS_EARLIER_ANSWER, UNSTEADY
from nerconform.diagnosis.steadiness import of_order, of_unsteady, unsteady
from nerconform.libraries.quirk import Quirk
from nerconform.products.check.suite_run import prepared
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import named
from nerconform.results.run import BAD, Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.case_runs import check_one
from nerconform.suite.cases import Case, CaseKind, load_suite
from nerconform.suite.known import load_known
from tests import miniatures
from tests.diagnosis.diagnosed_metrics import checked
from tests.diagnosis.metrics import with_memory
from tests.diagnosis.metrics.record import METRICS, RIGHT, Tags
from tests.diagnosis.metrics.tags_decoded import chunks

F1 = Measure.parse("strict.micro.f1")
HALF = Question([["B-X", "O", "B-X"]], [["B-X", "O", "O"]], Form.TAGS, measures=frozenset({F1}))


def cause_of(function: object, *questions: Question) -> Quirk | None:
    (metric,) = prepared([function], dialect="conlleval").implementations  # type: ignore[list-item]
    return unsteady(metric, questions)


def spans_of_a_call(gold: Tags, pred: Tags) -> tuple[int, int, int]:
    """Return how many entities are right, in gold, and predicted."""
    both = [({*chunks(one)}, {*chunks(other)}) for one, other in zip(gold, pred, strict=True)]
    return sum(len(a & b) for a, b in both), sum(len(a) for a, _ in both), sum(len(b) for _, b in both)


@pytest.mark.parametrize("before", [0, 3])
def test_counts_of_earlier_calls_are_named_where_they_give_the_next_answers(before: int) -> None:
    """With as many right entities before the first sentence of four tokens."""
    hits, total, wanted = [3], [11], list[int]()

    def keeps_counts(gold: Tags, pred: Tags) -> float:
        right, pos, act = spans_of_a_call(gold, pred)
        if len(gold[0]) == 4:
            hits[0] = hits[0] if wanted else before
            wanted.append(pos)
        hits[0] += right
        total[0] += pos + act
        return 2 * hits[0] / total[0]

    assert cause_of(keeps_counts, HALF) is ADDS_EARLIER_CALLS
    assert wanted == [2] * 7  # two to work out what was counted, and five to verify it; gold stays the same


def test_counts_that_fade_are_unsteady_and_no_sum_of_earlier_calls() -> None:
    kept = [3.0, 11.0]

    def fades(gold: Tags, pred: Tags) -> float:
        right, pos, act = spans_of_a_call(gold, pred)
        kept[:] = 0.9 * kept[0] + right, 0.9 * kept[1] + pos + act
        return 2 * kept[0] / kept[1]

    assert cause_of(fades, HALF) is UNSTEADY


@pytest.mark.parametrize(
    ("right", "total"),
    [(3.5, 11.0), (3.0, 11.5), (-100.0, 11.0)],
    ids=["half a right entity", "half an entity", "fewer than none"],
)
def test_what_is_added_and_can_be_no_count_of_earlier_calls_is_unsteady(right: float, total: float) -> None:
    kept = [right, total]

    def keeps_more(gold: Tags, pred: Tags) -> float:
        hits, pos, act = spans_of_a_call(gold, pred)
        kept[:] = kept[0] + hits, kept[1] + pos + act
        return 2 * kept[0] / kept[1]

    assert cause_of(keeps_more, HALF) is UNSTEADY


@pytest.mark.parametrize("other", [0.5, ValueError()], ids=["one number", "an exception"])
def test_a_metric_that_answers_what_is_verified_in_one_way_is_unsteady(other: float | Exception) -> None:
    answers = [0.1, 0.2, 0.3, 0.4]

    def unsteady_here(gold: Tags, _pred: Tags) -> float:
        if gold == HALF.gold:
            return answers.pop()
        if isinstance(other, Exception) and len(gold[0]) == 4:
            raise other
        return 0.5

    assert cause_of(unsteady_here, HALF) is UNSTEADY


def asked_by(function: Callable[[Tags, Tags], float], *questions: Question) -> list[object]:
    """Return the gold of every call of a metric that is asked whether it is steady, and is."""
    calls: list[object] = []

    def counted(gold: Tags, pred: Tags) -> float:
        calls.append(gold)
        return function(gold, pred)

    (metric,) = prepared([counted], dialect="conlleval").implementations
    calls.clear()
    assert unsteady(metric, questions) is None
    return calls


def of_length(tokens: int) -> Question:
    return Question([["O"] * tokens], [["O"] * tokens], Form.TAGS, measures=frozenset({F1}))


def test_a_question_is_asked_again_twice_and_at_most_three_of_them_are() -> None:
    assert asked_by(lambda *_: 0.5, HALF).count(HALF.gold) == 3
    for number, expected in {1: 1, 2: 2, 3: 2, 9: 3, 100: 3}.items():
        questions = [of_length(tokens) for tokens in range(200, 200 + number)]
        golds = asked_by(lambda *_: 0.5, *questions)
        assert sum(question.gold in golds for question in questions) == expected


def test_a_question_that_a_metric_cannot_answer_is_passed_over() -> None:
    counts = replace(HALF, measures=frozenset({Measure.parse("strict.micro.cor")}))
    assert asked_by(lambda *_: 0.5, counts).count(HALF.gold) == 0
    assert asked_by(lambda *_: 0.5, counts, HALF).count(HALF.gold) == 3


def test_an_exception_after_an_answer_is_no_other_number() -> None:
    answers = [0.5]

    def raises_later(gold: Tags, _pred: Tags) -> float:
        if gold == HALF.gold and not answers:
            raise ValueError
        return answers.pop() if gold == HALF.gold else 0.5

    assert cause_of(raises_later, HALF) is None
    assert not answers


def test_what_turns_from_a_number_to_nan_is_unsteady_and_nan_alone_is_not() -> None:
    answers = [0.5]

    def nan_later(gold: Tags, _pred: Tags) -> float:
        return answers.pop() if answers and gold == HALF.gold else nan

    assert cause_of(nan_later, HALF) is UNSTEADY
    assert cause_of(nan_later, HALF) is None


@pytest.mark.parametrize(
    ("first", "later", "cause"), [("p", "pr", UNSTEADY), ("pr", "p", UNSTEADY), ("pr", "rp", None)]
)
def test_a_number_that_some_calls_leave_out_is_unsteady(first: str, later: str, cause: Quirk | None) -> None:
    words, given = {"p": "precision", "r": "recall"}, [first]

    def some_of_both(gold: Tags, _pred: Tags) -> dict[str, float]:
        letters = "pr" if gold != HALF.gold else given.pop() if given else later
        return {words[letter]: 1.0 for letter in letters}

    both = replace(HALF, measures=frozenset(F1._replace(quantity=name) for name in words.values()))
    assert cause_of(some_of_both, both) is cause


def test_another_order_of_a_sum_is_no_other_answer() -> None:
    last = [0.5]

    def in_another_order(_gold: Tags, _pred: Tags) -> float:
        last[0] += 1e-15
        return last[0]

    assert cause_of(in_another_order, HALF) is None


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_what_was_answered_first_may_not_raise_later(error: type[Exception]) -> None:
    broken: list[bool] = []

    def raises_once_it_is_broken(_gold: Tags, _pred: Tags) -> float:
        if broken:
            raise error
        return 0.5

    (metric,) = prepared([raises_once_it_is_broken]).implementations
    assert unsteady(metric, [HALF]) is None
    broken.append(True)
    assert unsteady(metric, [HALF]) is UNSTEADY


def test_without_a_wrong_answer_nothing_is_asked() -> None:
    def never(_gold: Tags, _pred: Tags) -> float:
        raise AssertionError

    metric = CallableImplementation("never", never, named("conlleval"))
    assert unsteady(metric, []) is None


@pytest.mark.parametrize("function", [miniatures.sound, miniatures.ignores_type, miniatures.averages_types])
def test_a_metric_that_keeps_nothing_is_steady(function: object) -> None:
    assert cause_of(function, HALF, HALF, HALF) is None


def test_a_check_says_it_of_all_data_and_names_nothing_else() -> None:
    (metric,) = (one for one in METRICS if one.function is with_memory.counts_never_reset)
    first, *others = checked(metric).diagnosis
    assert [cause.id for cause in first.causes] == ["earlier-calls-added"]
    assert first.levels == (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
    assert (len(first.cases), first.explained) == (first.wrong, 0)
    assert all(one.levels == (Level.BAD_INPUT,) for one in others)


Key = Callable[[Tags, Tags], object]


def cached_by(key: Key, score: Callable[[Tags, Tags], object] = with_memory.f1_of) -> Callable[[Tags, Tags], object]:
    """Return a metric that scores what has a new key, and answers everything else from memory."""
    kept: dict[object, object] = {}

    def metric(gold: Tags, pred: Tags) -> object:
        return kept.setdefault(key(gold, pred), score(gold, pred))

    return metric


def test_an_answer_kept_for_as_many_sentences_is_named() -> None:
    assert cause_of(cached_by(lambda gold, _: len(gold)), HALF) is RETURNS_EARLIER_ANSWER


@pytest.mark.parametrize(
    "key",
    [
        lambda _gold, _pred: "",
        lambda gold, _pred: sum(map(len, gold)),
        lambda gold, _pred: len(gold[0]) if gold else 0,
        lambda gold, _pred: sum(tag[0] == "B" for unit in gold for tag in unit),
        lambda gold, _pred: sum(any(tag != "O" for tag in unit) for unit in gold),
        lambda gold, _pred: repr(gold),
        lambda gold, _pred: len(gold) // 20,
        lambda gold, pred: repr((gold, pred)),
    ],
)
def test_an_answer_kept_for_anything_else_is_not_said_to_be_kept_for_sentences(key: Key) -> None:
    assert cause_of(cached_by(key), HALF) is None


def test_an_earlier_answer_is_looked_for_in_two_data_sets_asked_in_both_orders() -> None:
    """One has two entities, of which one is predicted; the other has three, and as many are predicted."""
    calls: list[tuple[int, int, int]] = []
    cached = cached_by(lambda gold, _: len(gold))

    def noted(gold: Tags, pred: Tags) -> object:
        if len(gold) > 1:
            calls.append((len(gold), *spans_of_a_call(gold, pred)[1:]))
        return cached(gold, pred)

    assert cause_of(noted, HALF) is RETURNS_EARLIER_ANSWER
    assert calls == [(61, 2, 1), (61, 3, 3), (67, 3, 3), (67, 2, 1)]


def test_a_metric_that_fails_on_many_sentences_has_no_earlier_answer() -> None:
    def fails(gold: Tags, _pred: Tags) -> float:
        if len(gold) > 60:
            raise MemoryError
        return 0.5

    assert cause_of(fails, HALF) is None


class Picky(CallableImplementation):
    """A metric that takes data of every scheme, and no sentence of so many tokens."""

    def __init__(self, function: Callable[[Tags, Tags], object], refused: int) -> None:
        super().__init__("own:picky", function, named("conlleval"))
        self.refused = refused

    def _dialect(self, question: Question) -> Dialect | Unsupported:
        lengths = map(len, question.gold)  # type: ignore[call-overload] # units of tags
        return Unsupported("so long") if self.refused in lengths else self.base


@pytest.mark.parametrize("refused", [4, 5])
def test_what_is_asked_of_neither_or_only_one_data_set_is_not_kept_for_sentences(refused: int) -> None:
    """The sentences of one data set have four tokens, those of the other five."""
    cached = cached_by(lambda gold, _: len(gold))
    assert unsteady(Picky(cached, 9), [HALF]) is RETURNS_EARLIER_ANSWER
    assert unsteady(Picky(cached, refused), [HALF]) is None


def test_what_is_unsteady_in_a_scheme_that_nobody_knows_is_unsteady_and_no_more_is_asked() -> None:
    hits, total = [3], [11]

    def keeps_counts(gold: Tags, pred: Tags) -> float:
        right, pos, act = spans_of_a_call(gold, pred)
        hits[0] += right
        total[0] += pos + act
        return 2 * hits[0] / total[0]

    unknown = replace(HALF, scheme="XYZ")
    assert unsteady(Picky(keeps_counts, 9), [unknown]) is UNSTEADY
    assert unsteady(Picky(cached_by(lambda gold, _: len(gold)), 9), [unknown]) is None


@pytest.mark.parametrize(
    ("score", "has_process", "cause"),
    [
        (lambda gold, pred: with_memory.f1_of(gold, pred) / 2, True, RETURNS_EARLIER_ANSWER),
        (lambda gold, _pred: 1 / len(gold), True, None),  # a new process has the same answer
        (with_memory.f1_of, False, None),
    ],
)
def test_what_a_new_process_answers_to_the_second_tells_whether_an_answer_is_kept(
    score: Callable[[Tags, Tags], float], cause: Quirk | None, *, has_process: bool
) -> None:
    def make(_calls: list[int], _process: int = 0) -> Callable[[Tags, Tags], object]:
        return cached_by(lambda gold, _: len(gold), score)

    metric = Restarted(make)  # type: ignore[arg-type]
    metric.failing = 0 if has_process else 1
    assert unsteady(metric, [HALF]) is cause
    assert len(metric.calls) == 1


def test_only_of_wrong_answers_to_good_input_it_is_asked_whether_they_change() -> None:
    answers = iter(range(1000))

    def counts_its_calls(gold: Tags, _pred: Tags) -> float:
        return next(answers) / 1000 if gold == HALF.gold else 0.5

    metric = CallableImplementation("own:counts", counts_its_calls, named("conlleval"))
    other, bad = of_lengths("a", "5")[0], of_lengths("v", "7", pred="?")[0]
    cases = [other, replace(other, id="b", question=HALF), bad]
    for wrong in ("a", "av", "v", ""):
        assert of_unsteady(metric, cases, results_of(cases, wrong)) == ()
    (found,) = of_unsteady(metric, cases, results_of(cases, "abv"))
    assert ([cause.id for cause in found.causes], found.levels, found.cases) == ([UNSTEADY.id], (LEGAL,), ("a", "b"))


def test_a_number_of_sentences_as_the_score_is_not_an_earlier_answer() -> None:
    assert cause_of(lambda gold, _pred: 1 / (1 + len(gold)), HALF) is None


CACHED = """
import os

from tests.diagnosis.metrics.with_memory import f1_of

KEPT = {}


def by_sentences(gold, pred):
    return KEPT.setdefault(len(gold), f1_of(gold, pred))


def half_by_sentences(gold, pred):
    return KEPT.setdefault(len(gold), f1_of(gold, pred) / 2)


def inverse(gold, pred):
    return 1 / (1 + len(gold))


FIRST_GOLD = {}


def gold_by_number(gold, pred):
    kept = [FIRST_GOLD.setdefault(number, tags) for number, tags in enumerate(gold)]
    return f1_of([(tags + ["O"] * 99)[: len(one)] for tags, one in zip(kept, pred)], pred)


def typeless_and_kept(gold, pred):
    sides = [[[tag[:2] + "X" if tag != "O" else tag for tag in unit] for unit in side] for side in (gold, pred)]
    legal = all(one[0] != "I" or last != "O" for unit in pred for last, one in zip(["O", *unit], unit))
    if not legal:
        sides[1] = PREDICTED.setdefault(tuple(map(len, gold)), sides[1])
    return f1_of(*sides)


PREDICTED = {}


def by_process(gold, pred):
    return f1_of(gold, pred) / (2 + os.getpid() % 997)


def by_a_set(gold, pred):
    return f1_of(gold, pred) / (2 + [*map(str, {*"abcdefgh"})].index("a"))
"""


@pytest.fixture
def _kept_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a module that children can import: `kept_answers`."""
    (tmp_path / "kept_answers.py").write_text(CACHED)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("_kept_answers")
@pytest.mark.parametrize(
    ("function", "cause"),
    [
        ("by_sentences", RETURNS_EARLIER_ANSWER),
        pytest.param("half_by_sentences", RETURNS_EARLIER_ANSWER, marks=pytest.mark.long),
        pytest.param("inverse", None, marks=pytest.mark.long),
    ],
)
def test_a_new_child_has_no_earlier_answer(function: str, cause: Quirk | None) -> None:
    (metric,) = prepared([f"kept_answers:{function}"], dialect="conlleval").implementations
    assert unsteady(metric, [HALF]) is cause


def test_the_first_with_its_number_of_sentences_has_no_cause_and_the_next_ones_have_an_earlier_answer() -> None:
    by_sentences = cached_by(lambda gold, _: len(gold))
    metric = CallableImplementation("own:kept", by_sentences, named("conlleval"))
    questions = [HALF, *(replace(HALF, gold=[["B-X"]] * number, pred=[["O"]] * number) for number in (2, 2, 3, 2))]
    cases = [Case(name, CaseKind.CORE, (), "", "", one, ()) for name, one in zip("abcde", questions, strict=True)]
    kept, first = of_unsteady(metric, cases, results_of(cases, "bcd"))
    assert [cause.id for cause in kept.causes] == ["earlier-answer-returned"]
    assert (kept.levels, kept.wrong, kept.cases) == ((LEGAL,), 1, ("c",))  # b and d are the first of 2 and of 3
    assert first == unexplained(LEGAL, 2)
    (all_of_them,) = of_unsteady(metric, cases, results_of(cases, "ce"))
    assert (all_of_them.wrong, all_of_them.cases) == (2, ("c", "e"))


@pytest.mark.long
@pytest.mark.usefixtures("_kept_answers")
def test_what_was_asked_first_with_its_number_of_sentences_is_not_an_earlier_answer() -> None:
    (metric,) = prepared(["kept_answers:half_by_sentences"], dialect="conlleval").implementations
    by_id = {case.id: case for case in load_suite().cases}
    asked = [by_id[name] for name in ("mat.exact.last-of-unit", "mat.exact.other-unit")]  # two sentences; F1 is 1 and 0
    kept, first = of_unsteady(metric, asked, check_one(metric, asked, load_known()).results)
    assert [cause.id for cause in kept.causes] == ["earlier-answer-returned"]
    assert (kept.wrong, kept.cases) == (1, ("mat.exact.other-unit",))
    assert (first.wrong, first.causes, first.cases) == (1, (), ())


@pytest.mark.long
@pytest.mark.usefixtures("_kept_answers")
def test_what_else_is_kept_shows_in_the_order_of_calls() -> None:
    (run,) = nc.check("kept_answers:gold_by_number").implementations
    first, *others = run.diagnosis
    assert [cause.id for cause in first.causes] == ["depends-on-earlier-calls"]
    assert first.levels == (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
    assert first.wrong == len(first.cases) > 0
    rest = [one for one in others if one.levels != (Level.BAD_INPUT,)]
    wrong = sum(one.verdict in BAD and one.level is not Level.BAD_INPUT for one in run.results)
    assert all(one.causes == () for one in rest)
    assert first.wrong + sum(one.wrong for one in rest) == wrong


@pytest.mark.long
@pytest.mark.usefixtures("_kept_answers")
@pytest.mark.parametrize("function", ["inverse", "by_process", "by_a_set"])
def test_what_differs_between_processes_or_not_at_all_is_not_kept(function: str) -> None:
    (run,) = nc.check(f"kept_answers:{function}", cases=["mat.*"]).implementations
    assert run.diagnosis[0].wrong > 0
    assert "depends-on-earlier-calls" not in {cause.id for one in run.diagnosis for cause in one.causes}


@pytest.mark.usefixtures("_kept_answers")
def test_sets_of_strings_have_one_order_in_all_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    found = {answered(path("by_a_set")) for _ in range(3)}
    assert len(found) == 1
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    others = {answered(path("by_a_set"))}
    monkeypatch.setenv("PYTHONHASHSEED", "2")
    others.add(answered(path("by_a_set")))
    assert len(found | others) > 1, "a seed of the user's own is kept"


def path(function: str) -> Implementation:
    (metric,) = prepared([f"kept_answers:{function}"], dialect="conlleval").implementations
    return metric


def answered(metric: Implementation) -> object:
    got = ask(metric, HALF)
    assert isinstance(got, Answer)
    return got.values[F1]


def test_a_metric_in_this_process_has_no_new_one_to_show_an_order() -> None:
    kept: dict[int, Tags] = {}

    def first_gold(gold: Tags, pred: Tags) -> float:
        return with_memory.f1_of(kept.setdefault(len(gold), gold), pred)

    metric = CallableImplementation("own:kept", first_gold, named("conlleval"))
    cases = [case for case in load_suite().cases if case.id.startswith("mat.exact.")]
    results = check_one(metric, cases, load_known()).results
    found = (Diagnosis((Level.LEGAL_DATA,), sum(one.verdict in BAD for one in results)),)
    assert found[0].wrong
    assert of_order(metric, cases, results, found) == found


def of_length_before(calls: list[int], _process: int = 0) -> Callable[[Tags, Tags], float]:
    """Return a metric that is one call late: its answer is the length of the sentence that it was asked before."""

    def late(gold: Tags, _pred: Tags) -> float:
        calls.append(len(gold[0]))
        return calls[-2] / 100 if len(calls) > 1 else 0.0

    return late


class Restarted(CallableImplementation):
    """A metric with new processes that are none: each is another function, with a memory of its own, or an error."""

    def __init__(self, make: Callable[[list[int], int], Callable[[Tags, Tags], float]] = of_length_before) -> None:
        super().__init__("own:restarted", make([], 0), named("conlleval"))
        self.make = make
        self.calls: list[list[int]] = []
        self.failing = 0

    def afresh(self) -> CallableImplementation:
        self.calls.append([])
        if len(self.calls) == self.failing:
            raise NerconformError("no process")
        return CallableImplementation(self.name, self.make(self.calls[-1], len(self.calls)), self.base)


def of_lengths(names: str, lengths: str, *, pred: str = "O") -> list[Case]:
    """Return golden cases of one sentence without entities in gold, so long."""
    questions = [of_length(int(each)) for each in lengths]
    questions = [replace(one, pred=[[pred, *one.gold[0][1:]]]) for one in questions]  # type: ignore[index]
    return [Case(name, CaseKind.CORE, (), "", "", one, ()) for name, one in zip(names, questions, strict=True)]


def results_of(cases: list[Case], wrong: Collection[str]) -> list[Result]:
    verdicts = (Verdict.FAIL if case.id in wrong else Verdict.PASS for case in cases)
    return [Result(case.id, "", (), case.level, verdict) for case, verdict in zip(cases, verdicts, strict=True)]


def unexplained(level: Level, wrong: int) -> Diagnosis:
    return Diagnosis((level,), wrong)


LEGAL, ILLEGAL, BAD_INPUT = Level
CAUSE = Cause("one", CauseKind.MISTAKE, "one")


def test_answers_that_change_with_the_order_of_calls_are_due_to_it_and_the_others_stay_without_a_cause() -> None:
    """In one order the sentences before `a`, `b` and `c` have 2 tokens (the first call), 3 and 4; in the other 4, 3, 2.

    So `b`, between two of one length, has one answer.
    """
    metric, cases = Restarted(), of_lengths("abc", "343")
    for wrong, due, left in (("ab", "a", 1), ("abc", "ac", 1), ("ac", "ac", 0), ("b", "", 1)):
        before = (unexplained(LEGAL, len(wrong)),)
        kept, *others = found = of_order(metric, cases, results_of(cases, wrong), before)
        if due:
            assert (kept.levels, kept.wrong, "".join(kept.cases)) == ((LEGAL,), len(due), due)
            assert [cause.id for cause in kept.causes] == ["depends-on-earlier-calls"]
            assert others == [unexplained(LEGAL, left)][:left]
        else:
            assert found == before
    assert metric.calls[:4] == [[2, 3, 4, 3]] * 4  # both orders, twice


def test_only_levels_without_a_cause_are_asked_about_and_what_is_found_stands_in_their_order() -> None:
    metric = Restarted()
    cases = [*of_lengths("ab", "34"), *of_lengths("xyz", "568", pred="I-X"), *of_lengths("v", "7", pred="?")]
    assert [case.level for case in cases] == [LEGAL, LEGAL, ILLEGAL, ILLEGAL, ILLEGAL, BAD_INPUT]
    explained, bad = Diagnosis((LEGAL,), 1, (CAUSE,), 1, ("a",)), unexplained(BAD_INPUT, 1)
    results = results_of(cases, "axyv")
    first, kept, *rest = of_order(metric, cases, results, (explained, unexplained(ILLEGAL, 2), bad))
    assert (first, rest) == (explained, [bad])
    assert (kept.levels, kept.wrong, kept.cases) == ((ILLEGAL,), 2, ("x", "y"))
    assert metric.calls == [[2, 3, 4, 5, 6, 8], [2, 8, 6, 5, 4, 3]] * 2  # all but bad input are asked between them
    for all_have_one in ((explained,), (explained, bad), ()):
        assert of_order(metric, cases, results, all_have_one) == all_have_one
    assert len(metric.calls) == 4


@pytest.mark.parametrize(("failing", "started"), [(1, 2), (2, 2), (3, 4), (4, 4)])
def test_without_a_new_process_for_every_order_nothing_is_due_to_it(failing: int, started: int) -> None:
    metric, cases = Restarted(), of_lengths("abc", "345")
    before = (unexplained(LEGAL, 2),)
    metric.failing = failing
    assert of_order(metric, cases, results_of(cases, "ab"), before) == before
    assert len(metric.calls) == started


@pytest.mark.parametrize("odd", [1, 2, 3, 4])
def test_where_a_process_disagrees_with_another_of_the_same_order_nothing_is_due_to_it(odd: int) -> None:
    """One of four processes has other answers than the one that is asked in its order."""

    def make(calls: list[int], process: int) -> Callable[[Tags, Tags], float]:
        late = of_length_before(calls)
        return lambda gold, pred: late(gold, pred) + (process == odd) / 10

    metric, cases = Restarted(make), of_lengths("abc", "345")
    before = (unexplained(LEGAL, 2),)
    assert of_order(metric, cases, results_of(cases, "ab"), before) == before
    assert len(metric.calls) == 4


@pytest.mark.parametrize(("right", "every"), [(39, 1), (40, 2), (79, 2), (80, 3)])
def test_of_the_right_answers_between_forty_at_most_are_asked(right: int, every: int) -> None:
    """Of all right ones of good input, evenly; what cannot be asked is left out."""
    metric, lengths = Restarted(), range(3, 3 + right)
    wrong = of_lengths("a", "2")
    others = [replace(wrong[0], id=f"r{length}", question=of_length(length)) for length in lengths]
    counts = replace(of_length(99), measures=frozenset({Measure.parse("strict.micro.cor")}))
    unasked = [*of_lengths("v", "7", pred="?"), replace(wrong[0], id="w", question=counts)]
    cases = [*unasked[:1], *wrong, *others]
    of_order(metric, cases, results_of(cases, "a"), (unexplained(LEGAL, 1),))
    assert metric.calls[0] == [2, 2, *lengths[::every]]
    more = [*wrong, unasked[1]]
    before = len(metric.calls)
    of_order(metric, more, results_of(more, "a"), (unexplained(LEGAL, 1),))
    assert metric.calls[before] == [2, 2]


def test_two_hundred_wrong_answers_at_most_are_asked_in_two_orders() -> None:
    metric = Restarted()
    cases = [replace(of_lengths("a", "2")[0], id=str(at), question=of_length(3 + at)) for at in range(201)]
    results = results_of(cases, [case.id for case in cases])
    kept, rest = of_order(metric, cases, results, (unexplained(LEGAL, 201),))
    assert metric.calls[0] == [2, *range(3, 203)]
    assert (kept.wrong, rest.wrong) == (200, 1)  # before each comes a shorter or, in the other order, a longer one


@pytest.mark.long
@pytest.mark.usefixtures("_kept_answers")
def test_what_has_a_cause_keeps_it_beside_what_is_kept() -> None:
    """Types are ignored in all data; illegal tags are also scored with the first prediction of their length."""
    (run,) = nc.check("kept_answers:typeless_and_kept", dialect="conlleval").implementations
    named = [(one.levels, [cause.id for cause in one.causes]) for one in run.diagnosis]
    assert named[:2] == [
        ((Level.LEGAL_DATA,), ["ignores-type"]),
        ((Level.ILLEGAL_TAGS,), ["depends-on-earlier-calls"]),
    ]


@pytest.mark.long
def test_no_metric_of_the_record_is_said_to_keep_answers() -> None:
    named = []
    for metric in (*METRICS, *RIGHT):
        (asked,) = prepared([metric.function], dialect=metric.dialect, calling=dict(metric.calling)).implementations
        scheme = str(asked.base.scheme) if isinstance(asked, CallableImplementation) else ""
        outside = Question([["O"]], [["O"]], Form.TAGS, scheme, measures=frozenset({F1}))
        named += [metric.name] if unsteady(asked, [outside]) is RETURNS_EARLIER_ANSWER else []
    assert named == []
    assert len(METRICS) > 100


@pytest.mark.long
@pytest.mark.usefixtures("_kept_answers")
def test_a_check_says_that_answers_are_kept() -> None:
    (run,) = nc.check("kept_answers:by_sentences").implementations
    first, *others = run.diagnosis
    assert [cause.id for cause in first.causes] == ["earlier-answer-returned"]
    assert first.levels == (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
    assert first.wrong / 2 < len(first.cases) <= first.wrong
    assert all(one.levels == (Level.BAD_INPUT,) for one in others)
