"""What is found is held against neighbours: which of them a metric is asked, and what its answers to them decide."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import unchanged
from nerconform.diagnosis import metric
from nerconform.diagnosis.asked_case import AskedCase, exception_of, gives, is_telling, raising, without_halves
from nerconform.diagnosis.changes import DialectChange, of_mistake
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.metric import _answer, _both, _Diagnosing
from nerconform.diagnosis.prediction import answered_by
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.spans import Span
from nerconform.results.run import Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case, CaseKind, is_legal, load_suite
from nerconform.suite.mutants import WRONG
from tests.products.search.searched import Mistaken
from tests.shares import one_in

DIALECT = NAMED["conlleval"]
PRECISION, RECALL, F1 = (Measure(Schema.STRICT, "micro", name) for name in ("precision", "recall", "f1"))
TP = Measure(Schema.STRICT, "micro", "tp")
LEGAL, ILLEGAL, BAD = Level
MISTAKES = {wrong.name: wrong for wrong in WRONG}
START, OVERLAP, TYPE = (
    of_mistake(MISTAKES[name]) for name in ("counts-same-start-as-match", "counts-overlap-as-match", "ignores-type")
)
IN_FRONT = (["B-X I-X O"], ["B-X O O"])
"""The same start, and an overlap."""


@pytest.fixture(autouse=True)
def _nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no change be made that no test asks for: to make all takes longer than these tests."""
    monkeypatch.setattr(metric, "changes_tried", lambda *_: ())
    monkeypatch.setattr(metric, "limits", lambda *_: ())


class Asked(Mistaken):
    """The reference with a mistake, that keeps what it was asked; `otherwise` answers in its place where it does."""

    def __init__(self, change: Change, otherwise: Callable[[Question], Observation | None] = lambda _: None) -> None:
        super().__init__(change)
        self.otherwise = otherwise
        self.asked: list[Question] = []

    def observe(self, question: Question) -> Observation:
        self.asked.append(question)
        return self.otherwise(question) or super().observe(question)


def same_start(otherwise: Callable[[Question], Observation | None] = lambda _: None) -> Asked:
    return Asked(MISTAKES["counts-same-start-as-match"].change, otherwise)


def case(
    implementation: Mistaken, gold: Sequence[str], pred: Sequence[str], level: Level = LEGAL, name: str = "a"
) -> AskedCase:
    one, other = ([unit.split() for unit in side] for side in (gold, pred))
    question = Question(one, other, Form.TAGS, "IOB2", measures=frozenset({PRECISION, RECALL, F1}))
    return AskedCase(name, level, question, Mistaken.observe(implementation, question), DIALECT)


def diagnosing(implementation: Mistaken, *wrong: AskedCase) -> _Diagnosing:
    return _Diagnosing(implementation, wrong, ())


def test_what_gives_the_answers_to_all_neighbours_is_verified_and_what_does_not_is_refuted() -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    assert gives(START, one)
    assert gives(OVERLAP, one)
    found = diagnosing(implementation, one)
    assert found._is_verified(START, [one], [])
    assert not found.refuted
    assert not found._is_verified(OVERLAP, [one], [])
    assert found.refuted == {OVERLAP.ids}
    number = len(implementation.asked)
    assert not found._is_verified(OVERLAP, [one], [])
    assert len(implementation.asked) == number  # it is refuted already


def test_what_a_metric_does_with_bad_input_refutes_for_bad_input_alone() -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT, level=BAD)
    found = diagnosing(implementation, one)
    assert not found._is_verified(OVERLAP, [one], [])
    assert not found.refuted


@pytest.mark.parametrize("number", [1, 2, 4, 5, 9, 17])
def test_a_metric_is_asked_about_neighbours_of_eight_wrong_answers_at_most(number: int) -> None:
    implementation = same_start()
    units = ["B-X I-X O", "O B-X I-X", "B-Y I-Y O"]
    wrong = [
        case(implementation, [units[at % 3], "O " * at], ["B-X O O", "O " * at], ILLEGAL, str(at))
        for at in range(number)
    ]
    found = diagnosing(implementation, *wrong)
    assert found._is_verified(START, wrong, [])
    chosen = {1: wrong, 2: wrong, 4: wrong, 5: wrong, 9: wrong[::2], 17: wrong[::3]}[number]
    most = (144 if len(chosen) <= 4 else 48) // len(chosen)
    expected = [(one.gold, one.pred) for each in chosen for one in neighbours(each.question, most) if one.gold]
    assert [(one.gold, one.pred) for one in implementation.asked] == expected


@pytest.mark.parametrize(("right", "every"), [(1, 1), (4, 1), (5, 2), (10, 3)])
def test_some_right_answers_are_asked_about_too(right: int, every: int) -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT, level=ILLEGAL)
    others = [case(implementation, ["B-X", "O " * at], ["B-X", "O " * at], ILLEGAL, str(at)) for at in range(right)]
    assert diagnosing(implementation, one)._is_verified(START, [one], others)
    chosen = [one, *others[::every]]
    most = (144 if len(chosen) <= 4 else 48) // len(chosen)
    expected = [(one.gold, one.pred) for each in chosen for one in neighbours(each.question, most) if one.gold]
    assert [(one.gold, one.pred) for one in implementation.asked] == expected


def test_neighbours_are_asked_in_the_numbers_of_the_case() -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    one = replace(one, question=replace(one.question, measures=frozenset({F1})))
    assert diagnosing(implementation, one)._is_verified(START, [one], [])
    assert {question.measures for question in implementation.asked} == {frozenset({F1})}


def illegal_are_none_found(question: Question) -> Observation | None:
    return None if is_legal(question) else Answer(dict.fromkeys(question.measures, 0))


def test_illegal_neighbours_say_nothing_of_legal_data_and_those_of_illegal_tags_do() -> None:
    implementation = same_start(illegal_are_none_found)
    legal = case(implementation, *IN_FRONT)
    found = diagnosing(implementation, legal)
    assert found._is_verified(START, [legal], [])
    illegal = replace(legal, level=ILLEGAL)
    assert not found._is_verified(START, [illegal], [])
    found.refuted.clear()
    assert not found._is_verified(START, [legal], [illegal])


def crashes_beyond(question: Question) -> Observation | None:
    """Crash wherever the first unit of gold has another length than three."""
    return None if len(question.gold[0]) == 3 else Crash("IndexError", "")  # type: ignore[index]


def test_a_crash_near_an_answer_says_nothing() -> None:
    implementation = same_start(crashes_beyond)
    one = case(implementation, *IN_FRONT)
    assert diagnosing(implementation, one)._is_verified(START, [one], [])
    always = same_start(lambda _: Crash("IndexError", ""))
    assert not diagnosing(always, one)._is_verified(START, [one], [])  # no neighbour is answered


def test_what_is_unsupported_near_by_says_nothing() -> None:
    class Narrow(Asked):
        def dialect(self, question: Question) -> Dialect | Unsupported:
            other = any(len(unit) != 3 for unit in question.gold)  # type: ignore[attr-defined]
            return Unsupported("") if other else super().dialect(question)

    implementation = Narrow(MISTAKES["counts-same-start-as-match"].change)
    one = case(implementation, *IN_FRONT)
    assert diagnosing(implementation, one)._is_verified(START, [one], [])
    assert {len(unit) for question in implementation.asked for unit in question.gold} == {3}  # type: ignore[attr-defined]


def test_a_change_without_a_meaning_is_not_verified_and_not_refuted() -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    none = DialectChange(START.causes, {"policy": "no policy"})
    found = diagnosing(implementation, one)
    assert gives(none, one) is None
    assert not found._is_verified(none, [one], [])
    assert not found.refuted


@pytest.mark.parametrize(
    ("best", "likely", "right", "expected"),
    [
        (START, [OVERLAP], [], START),
        (OVERLAP, [START], [], START),
        (OVERLAP, [OVERLAP, START], [], START),
        (OVERLAP, [], [], OVERLAP),
        (OVERLAP, [replace(START, is_identity=True)], [], OVERLAP),
        (OVERLAP, [TYPE], [], OVERLAP),  # it does not give the answer
        (OVERLAP, [START], (["B-X I-X"], ["B-X O"]), OVERLAP),  # it contradicts a right answer
    ],
)
def test_of_several_changes_the_one_that_the_metric_follows_is_taken(
    best: DialectChange, likely: list[DialectChange], right: Sequence[Sequence[str]], expected: DialectChange
) -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    others = [case(Mistaken(unchanged), right[0], right[1], name="r")] if right else []
    assert diagnosing(implementation, one)._told_apart(best, likely, [one], others) is expected


def test_four_others_at_most_are_told_apart() -> None:
    """With the best itself they are five: the sixth, which is the true one, is not among them."""
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    alike = [replace(OVERLAP, causes=(replace_id(OVERLAP, f"other-{at}"),)) for at in range(4)]
    for number, expected in ((3, START), (4, OVERLAP)):
        found = diagnosing(implementation, one)._told_apart(OVERLAP, [*alike[:number], START], [one], [])
        assert found is expected


def replace_id(change: DialectChange, name: str) -> Cause:
    return Cause(name, CauseKind.MISTAKE, change.causes[0].title, clause="DIA-1")


def test_a_metric_is_asked_only_where_the_changes_differ() -> None:
    implementation = same_start()
    one = case(implementation, *IN_FRONT)
    found = diagnosing(implementation, one)
    found._told_apart(START, [OVERLAP], [one], [])
    asked = implementation.asked
    assert asked
    for question in asked:
        answers = {str(_values(each, question)) for each in (START, OVERLAP)}
        assert len(answers) == 2
        assert is_legal(question)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """Return the questions of which neighbours are made."""
    found: list[Question] = []

    def noted(question: Question, *rest: int, **more: bool) -> list[Question]:
        found.append(question)
        return neighbours(question, *rest, **more)

    monkeypatch.setattr(metric, "neighbours", noted)
    return found


def test_where_one_change_is_left_no_neighbour_is_made(made: list[Question]) -> None:
    one = case(same_start(), *IN_FRONT)
    for likely, expected in (([START], []), ([TYPE], []), ([OVERLAP], [one.question])):
        diagnosing(same_start(), one)._told_apart(START, likely, [one], [])
        assert made == expected


@pytest.mark.parametrize(("number", "every"), [(7, 1), (8, 2), (16, 3)])
def test_changes_are_told_apart_by_neighbours_of_eight_wrong_answers_at_most(
    made: list[Question], number: int, every: int
) -> None:
    implementation = same_start()
    wrong = [case(implementation, [f"{IN_FRONT[0][0]} {'O ' * at}"], [f"B-X O O {'O ' * at}"]) for at in range(number)]
    for likely in (OVERLAP, replace(START, causes=OVERLAP.causes)):  # the second is never told from the first
        made.clear()
        assert diagnosing(implementation, *wrong)._told_apart(START, [likely], wrong, []) is START
        assert made == [one.question for one in wrong[::every]]


def test_changes_are_told_apart_by_spans_that_overlap_where_a_metric_takes_spans() -> None:
    looked_at: list[Question] = []

    class Noted(Asked):
        def dialect(self, question: Question) -> Dialect | Unsupported:
            looked_at.append(question)
            return super().dialect(question)

    implementation = Noted(MISTAKES["counts-same-start-as-match"].change)
    gold, pred = [[Span("X", 0, 2)]], [[Span("X", 0, 1)]]
    question = Question(gold, pred, Form.SPANS, "IOB2", measures=frozenset({PRECISION, RECALL, F1}))
    one = AskedCase("a", LEGAL, question, Mistaken.observe(implementation, question), DIALECT)
    diagnosing(implementation, one)._told_apart(START, [OVERLAP], [one], [])
    sides = [[*map(sorted, side)] for each in looked_at for side in (each.gold, each.pred)]  # type: ignore[call-overload]
    assert any(left.end > right.start for side in sides for unit in side for left, right in pairwise(unit))


def _values(change: DialectChange, question: Question) -> list[str]:
    answer = _answer(change.pipeline(DIALECT, question), question)
    assert isinstance(answer, Answer)
    return [str(answer.values[measure]) for measure in (PRECISION, RECALL, F1)]


ROUNDED = DialectChange((), {"round": "2-half-up-x1"})


@pytest.mark.parametrize(
    ("right", "predicted", "wanted", "left"),
    [
        (1, 8, 4, {RECALL, F1}),  # 0.125, 0.25, 1/6
        (1, 4, 8, {PRECISION, F1}),
        (1, 8, 8, set()),  # 0.125 everywhere
        (3, 8, 4, {RECALL, F1}),  # 0.375, 0.75, 0.5
        (1, 4, 4, {PRECISION, RECALL, F1}),
        (0, 4, 4, {PRECISION, RECALL, F1}),
    ],
)
def test_numbers_that_are_rounded_from_half_a_unit_are_left_out(
    right: int, predicted: int, wanted: int, left: set[Measure]
) -> None:
    gold, pred = (["B-X"] * right + ["O"] * 16 for _ in range(2))
    gold[8 : 8 + wanted - right] = ["B-X"] * (wanted - right)
    pred[right:predicted] = ["B-X"] * (predicted - right)
    one = case(Mistaken(unchanged), [" ".join(gold)], [" ".join(pred)])
    found = without_halves(ROUNDED, one)
    assert found.question.measures == left
    assert (found is one) == (len(left) == 3)
    assert without_halves(DialectChange((), {"round": "exact"}), one) is one
    assert without_halves(DialectChange(()), one) is one


def test_half_a_unit_is_one_of_the_scale_and_the_digits() -> None:
    one = case(Mistaken(unchanged), ["B-X B-X O"], ["B-X O B-Y"])  # 1/2, 1/2, 1/2
    assert without_halves(DialectChange((), {"round": "0-half-up-x1"}), one).question.measures == set()
    assert without_halves(DialectChange((), {"round": "0-half-up-x100"}), one) is one
    assert without_halves(DialectChange((), {"round": "1-half-up-x1"}), one) is one


@pytest.mark.parametrize("name", ["cut-after-2-x1", "cut-after-2-x100"])
def test_a_number_with_no_more_decimals_than_are_cut_says_nothing(name: str) -> None:
    """Precision is 3/5, recall 1, F1 3/4, of which the float may be a little less: 0.74. With F1 1/2 it is 0.49."""
    scale = 100 if name.endswith("x100") else 1
    gold, pred = [["B-X", "B-X", "B-X", "O", "O"]], [["B-X"] * 5]
    question = Question(gold, pred, Form.TAGS, measures=frozenset({PRECISION, RECALL, F1}))
    values = {PRECISION: 0.6 * scale, RECALL: 1.0 * scale, F1: 0.75 * scale - 0.01}
    one = AskedCase("a", LEGAL, question, Answer(values), DIALECT)
    change = of_mistake(MISTAKES[name])
    assert gives(change, one) is False
    assert without_halves(change, one).question.measures == {PRECISION, RECALL}
    assert gives(change, without_halves(change, one))
    assert without_halves(of_mistake(MISTAKES["f-is-minimum"]), one) is one
    for unanswered in (
        replace(one, got=Crash("KeyError", "")),
        replace(one, question=replace(question, pred=[["?"] * 5])),  # the reference refuses it
    ):
        assert without_halves(change, unanswered) is unanswered
    wrong = replace(one, got=Answer({**values, F1: 0.5}))
    assert without_halves(change, wrong) is wrong
    for none in ({**values, RECALL: None}, {PRECISION: 0.6 * scale, F1: 0.75 * scale - 0.01}):  # 1 as undefined, or not
        assert without_halves(change, replace(one, got=Answer(none))).question.measures == {RECALL, PRECISION}
    count = replace(question, measures=question.measures | {TP})
    assert without_halves(change, replace(one, question=count, got=Answer({**values, TP: 2.99}))).question.measures == {
        *(PRECISION, RECALL, TP)  # no count is cut
    }
    third = replace(one, question=replace(question, gold=[["B-X", "O", "O"]], pred=[["B-X"] * 3]))
    assert without_halves(change, replace(third, got=Answer({**values, PRECISION: 0.32}))).question.measures >= {
        PRECISION
    }


def test_numbers_with_no_more_decimals_than_are_cut_refute_no_change_that_cuts() -> None:
    """The metric cuts floats: 1/3 is 0.33, and 1/2, which the reference leaves as it is, is 0.49."""
    cuts = MISTAKES["cut-after-2-x1"]
    lowered: list[Question] = []

    def less(question: Question) -> Observation | None:
        short, exact = Mistaken(cuts.change).observe(question), Mistaken(unchanged).observe(question)
        if not (isinstance(short, Answer) and isinstance(exact, Answer)):
            return None
        same = {one for one, value in exact.values.items() if value == short.values[one] and value not in {0, 1, None}}
        lowered.extend([question] if same else [])
        return Answer({one: value - 0.01 if one in same else value for one, value in short.values.items()})  # type: ignore[operator] # a ratio

    implementation = Asked(cuts.change, less)
    one = case(implementation, ["B-X B-X B-X O O"], ["B-X O O B-X B-X"])  # 1/3, 1/3, 1/3
    change = of_mistake(cuts)
    assert gives(change, one)
    found = diagnosing(implementation, one)
    assert found._is_verified(change, [one], [])
    assert lowered
    assert not found.refuted


def test_a_path_that_fails_answers_nothing() -> None:
    def fails(_: object) -> None:
        raise AttributeError

    one = case(same_start(), *IN_FRONT)
    assert _answer(None, one.question) is None
    assert _answer(replace(Pipeline.of(DIALECT), filter=fails), one.question) is None  # type: ignore[arg-type]
    assert isinstance(_answer(Pipeline.of(DIALECT), one.question), Answer)


def test_a_change_that_raises_on_the_way_gives_no_answer_and_one_without_a_meaning_says_nothing() -> None:
    def fails(_: object) -> None:
        raise AttributeError

    one = case(same_start(), *IN_FRONT)
    raises = replace(START, mistakes=(lambda one: replace(one, filter=fails),), _kept={})  # type: ignore[arg-type]
    assert gives(raises, one) is False
    assert gives(raises, replace(one, got=Crash("AttributeError", ""))) is False
    assert gives(replace(START, whole=lambda _: None), one) is None


@pytest.mark.parametrize(
    ("values", "telling"),
    [
        ({F1: 0.5}, True),
        ({F1: 1, RECALL: Fraction(1, 3)}, True),
        ({F1: 0, RECALL: 1.0, PRECISION: None}, False),
        ({}, False),
    ],
)
def test_an_answer_is_telling_with_a_number_beside_0_and_1(
    values: dict[Measure, float | None], *, telling: bool
) -> None:
    one = case(same_start(), *IN_FRONT)
    assert is_telling(replace(one, got=Answer(values))) is telling
    assert not is_telling(replace(one, got=Crash("KeyError", "")))


def raised(*got: Observation) -> list[str]:
    one = case(same_start(), *IN_FRONT)
    found = exception_of([replace(one, got=each) for each in got])
    assert all((cause.id, cause.kind) == ("raises-an-exception", CauseKind.MISTAKE) for cause in found)
    return [cause.title for cause in found]


def test_an_exception_is_named_where_more_than_half_of_the_answers_are_one() -> None:
    often, other = Crash("KeyError", "'X'"), Refusal("ValueError", "no tags")
    said = "It raises KeyError or ValueError instead of returning a score: 'X'"
    assert raised(often, other, often) == [said]
    assert raised(often, other, often, Answer(), Answer()) == [said]
    assert raised(often, other, Answer(), Answer()) == []
    assert raised(other, often, often) == ["It raises ValueError or KeyError instead of returning a score: 'X'"]


def test_a_fault_is_told_by_the_last_error_before_nobody_asked_any_more() -> None:
    gave_up = Crash("GivenUp", "the program failed, so nerconform stops asking it; the last error: it ended [code 3]")
    assert raised(gave_up) == ["It returns no score: it ended"]
    late, key = Crash("OutOfTime", "no answer in 9 s"), Crash("KeyError", "'X'")
    assert raised(late, key) == raised(key, late) == ["It returns no score: no answer in 9 s"]


def test_the_cases_of_a_fault_are_not_those_of_an_exception() -> None:
    one = case(same_start(), *IN_FRONT)
    late, key = Crash("OutOfTime", "no answer in 9 s"), Crash("KeyError", "'X'")
    wrong = [replace(one, case=got.error, got=got) for got in (key, late)]
    assert raising(wrong) == ("OutOfTime",)
    assert raising([wrong[0], replace(one, got=Answer())]) == ("KeyError",)


def test_two_diagnoses_with_the_same_causes_become_one() -> None:
    cause = replace_id(START, "one")
    one = Diagnosis((LEGAL,), 3, (cause,), 2, ("a", "b"), line="x")
    other = Diagnosis((ILLEGAL,), 5, (cause,), 4, ("c", "d", "e", "f"), line="x")
    assert _both(one, other) == Diagnosis((LEGAL, ILLEGAL), 8, (cause,), 6, ("a", "b", "c", "d", "e", "f"), line="x")


def test_bad_input_is_explained_apart_where_no_dialect_answers_it_or_nothing_else_explains_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suite = load_suite().cases
    legal = [one for one in suite if one.id.startswith("mat.exact.")][:4]
    tags = next(one for one in suite if one.id.startswith("unknown.") and one.level is BAD)
    raw = [one for one in suite if one.level is BAD and one.question.form is Form.RAW][:2]
    cases = [*legal[:2], tags, *raw]
    verdicts = (Verdict.FAIL, Verdict.PASS, Verdict.ERROR, Verdict.FAIL, Verdict.PASS)
    results = [Result(one.id, "", (), one.level, verdict) for one, verdict in zip(cases, verdicts, strict=True)]
    told: list[tuple[list[str], DialectChange | None]] = []

    def of_bad_input(_: object, __: object, wrong: Sequence[Result], legal: DialectChange | None) -> tuple[()]:
        told.append(([one.case for one in wrong], legal))
        return ()

    made: list[_Diagnosing] = []

    class Noted(_Diagnosing):
        def found(self) -> Iterator[Diagnosis]:
            made.append(self)
            return super().found()

    monkeypatch.setattr(metric, "of_bad_input", of_bad_input)
    monkeypatch.setattr(metric, "_Diagnosing", Noted)
    implementation = Asked(
        unchanged, lambda question: Crash("KeyError", "") if question.gold == legal[3].question.gold else None
    )
    found = metric.diagnose(implementation, cases, results, legal[2:])
    assert [(one.levels, one.wrong, one.explained) for one in found] == [((LEGAL,), 1, 0)]
    assert told == [([raw[0].id, tags.id], None)]
    (diagnosing,) = made
    assert {one.case for one in diagnosing.wrong} == {legal[0].id, tags.id}
    assert {one.case for one in diagnosing.right} == {legal[1].id, legal[2].id}  # the last witness is not passed
    assert metric.diagnose(implementation, cases[1:2], results[1:2], legal[2:]) == ()
    assert told[1:] == [([], None)]


def _asked(case: Case, dialect: Dialect) -> AskedCase:
    question = replace(case.question, measures=frozenset({PRECISION, RECALL, F1}))
    return AskedCase(case.id, case.level, question, Answer({}), dialect)


@pytest.mark.parametrize(
    "name",
    [
        "conlleval,policy:refuse",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("conlleval", "semeval", "iob2-discard")),
    ],
)
def test_steps_that_changes_share_answer_as_those_of_each_alone(name: str) -> None:
    """Whichever change comes first: nothing of it is left that another reads, an input that is refused included."""
    dialect = resolve_dialect(name)
    changes = [DialectChange(()), *(of_mistake(MISTAKES[one]) for one in ("micro-is-macro", "sides-swapped"))]
    cases = [case for case in load_suite().cases if case.question.form in {Form.TAGS, Form.SPANS}]
    for case in one_in(3, (case for case in cases if case.kind is not CaseKind.CONTRACT)):
        for order in (changes, changes[::-1]):
            asked = _asked(case, dialect)
            for change in (*order, *order):
                pipeline = change.pipeline(dialect, asked.question)
                assert pipeline is not None
                shared = answered_by(asked.sharing(pipeline), asked.question)
                assert shared == answered_by(pipeline, asked.question), case.id
