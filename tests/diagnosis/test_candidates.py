"""Candidates: which sets of causes are tried for an answer, in which order, and what an explainer remembers of them."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import combinations

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.observation import Answer, Crash, Observation, Unsupported
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis import candidates, prediction
from nerconform.diagnosis.candidates import (
    ANSWERS_BAD_INPUT,
    CRASHES_ON_BAD_INPUT,
    RAISES,
    Candidates,
    Cause,
    Choice,
    bad_input_cause,
    is_of_bad_input,
    is_of_quirks,
    mistakes_of,
    options_tried,
    ordered,
)
from nerconform.diagnosis.explainer import Explainer, neighbours
from nerconform.diagnosis.prediction import Predictor, answered_by
from nerconform.libraries.all_quirks import QUIRKS, quirks_of
from nerconform.libraries.quirk import Quirk, Step
from nerconform.libraries.registry import resolve
from nerconform.reference.dialect import AXES, axis_of
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline, of_sides
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.suite.mutants import WRONG
from tests import miniatures
from tests.products.search.searched import Mistaken, Undeclared

DIALECT = NAMED["conlleval"]
TP = Measure(Schema.STRICT, "micro", "tp")
QUESTION = Question([["B-X", "O", "I-Y"]], [["I-X", "O", "B-Y"]], Form.TAGS, "IOB2", measures=frozenset({TP}))
DISCARD, ZERO, REFUSE = Choice("policy", "discard"), Choice("zero", "1"), Choice("policy", "refuse")


def quirk(name: str, step: Step = Step.MATCH, *, library: str = "lib", fires: bool = True) -> Quirk:
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    about = replace(known.defect, id=name, library=library, modes=())
    return replace(known, id=name, about=about, step=step, fires=lambda _: fires, schemes=tuple(Scheme), reads=None)


FIVE = tuple(quirk(f"q{number}") for number in range(5))
MISTAKES = tuple(quirk(f"m{number}", library="") for number in range(2))
IDLE = quirk("idle", fires=False)


def on(question: Question = QUESTION, quirks: tuple[Quirk, ...] = FIVE) -> Candidates:
    return Candidates(question, DIALECT, (*quirks, IDLE), Predictor(), MISTAKES)


def names(sets: object) -> list[str]:
    return ["+".join(cause.id for cause in causes) for causes in sets]  # type: ignore[attr-defined]


def test_up_to_four_quirks_that_can_fire_are_tried_then_what_explained_before() -> None:
    own = Candidates(QUESTION, DIALECT, (*FIVE, IDLE, replace(quirk("io"), schemes=(Scheme.IO,))), Predictor())
    assert [one.id for one in own.firing()] == ["q0", "q1", "q2", "q3", "q4"]
    known: list[tuple[Cause, ...]] = [(DISCARD, ZERO), (FIVE[0],), (ZERO, IDLE), (REFUSE, FIVE[1]), (MISTAKES[0],)]
    quirks = ["+".join(some) for size in (1, 2, 3, 4) for some in combinations(["q0", "q1", "q2", "q3", "q4"], size)]
    # Of what explained before each cause alone, then all at once, the fewest first; no quirks alone, none that is idle.
    before = ["policy:discard", "zero:1", "policy:refuse", "m0", "m0", "policy:discard+zero:1", "policy:refuse+q1"]
    assert names(on().sets(Answer(), known, deep=False)) == [*quirks, *before]


def test_a_crash_is_explained_by_one_choice_or_mistake_at_most() -> None:
    own = on(quirks=())
    choices = names((one,) for one in own._choices())
    assert names(own.sets(Crash("KeyError", ""), [], deep=True)) == [*choices, "m0", "m1"]


@pytest.mark.parametrize("quirks", [(), FIVE[:2]])
def test_choices_that_matter_are_tried_with_quirks_with_other_causes_and_with_both(quirks: tuple[Quirk, ...]) -> None:
    own = on(quirks=quirks)
    choices = list(own._choices())
    extra = {Measure(Schema.STRICT, "micro", name) for name in ("pos", "act")}
    asked = replace(QUESTION, measures=QUESTION.measures | extra)

    def answer(*causes: Choice) -> Observation:
        dialect = DIALECT.set(**{axis_of(one.axis).attribute: one.option for one in causes})
        return answered_by(Pipeline.of(dialect), asked)

    # One that makes the reference refuse matters, too.
    mattering = [one for one in choices if answer(one) != answer()]
    assert {("policy", "discard"), ("policy", "refuse")} <= {(one.axis, one.option) for one in mattering}
    assert len(mattering) < len(choices) / 2
    every: list[Cause] = [*choices, *MISTAKES]
    pairs: list[tuple[Choice, Cause]] = [
        (one, other) for one in mattering for other in every if not isinstance(other, Choice) or other.axis != one.axis
    ]
    expected: list[tuple[Cause, ...]] = [(one,) for one in quirks]
    expected += [quirks] if quirks else []
    expected += [(one,) for one in every]
    expected += [ordered((one, other)) for one in mattering for other in quirks]
    expected += [ordered((one, *quirks)) for one in mattering if quirks]
    expected += [ordered(pair) for pair in pairs]
    expected += [ordered((*pair, other)) for pair in pairs if pair[1] in mattering for other in quirks]
    assert names(own.sets(Answer(), [], deep=True)) == names(expected)


def test_no_more_pairs_are_tried_than_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    own = on(quirks=())
    every = names(own.sets(Answer(), [], deep=True))
    pairs = [one for one in every if "+" in one]
    monkeypatch.setattr(candidates, "_MAX_PAIRS", 7)
    assert names(own.sets(Answer(), [], deep=True)) == [*(one for one in every if "+" not in one), *pairs[:7]]


def test_up_to_two_other_quirks_may_come_in() -> None:
    found = names(on(quirks=FIVE[:3]).with_others((DISCARD, FIVE[1])))
    assert found == [
        "policy:discard+q1",
        "policy:discard+q1+q0",
        "policy:discard+q1+q2",
        "policy:discard+q1+q0+q2",
    ]


def test_a_choice_is_another_dialect_and_no_other_scheme_and_lists_have_types_of_the_input() -> None:
    found = [(one.axis, one.option) for one in on()._choices()]
    assert len(found) == len({*found})
    assert "scheme" not in {axis for axis, _ in found}
    assert {option for axis, option in found if axis == "types"} == {"given{X}", "given{Y}"}
    assert ("policy", "lenient") not in found
    for axis, option in found:
        assert str(DIALECT.set(**{axis_of(axis).attribute: option})) != str(DIALECT)


@pytest.mark.parametrize(
    ("gold", "pred", "form", "types"),
    [
        ([["B-D", "I-C"]], [["B-B", "B-A"]], Form.TAGS, ["A", "B", "C"]),
        ([["B-X-Y", "O"]], [["B-"]], Form.TAGS, ["X-Y"]),
        ([["O"]], None, Form.TAGS, ["X"]),
        ([[Span("B", 0, 1)]], [[Span("A-B", 0, 1)]], Form.SPANS, ["A-B", "B"]),
        ([[0]], [["B-X"]], Form.RAW, ["X"]),
    ],
)
def test_the_first_three_types_of_an_input_are_listed(gold: object, pred: object, form: Form, types: list[str]) -> None:
    assert candidates._types(replace(QUESTION, gold=gold, pred=pred, form=form)) == types


def test_every_option_is_tried_once_and_roundings_that_people_use_only_where_numbers_are_rounded() -> None:
    rounding, policy = axis_of("round"), axis_of("policy")
    people = ["4-half-even-x1", "4-half-up-x1", "2-half-even-x100"]
    assert [*options_tried(rounding, ["X"])][-2:] == people[:2]
    assert {*people} <= {*options_tried(rounding, ["X"])}
    for axis in AXES:
        found = list(options_tried(axis, ["X", "Y"]))
        assert len(found) == len({*found})
    assert not {*people} & {*options_tried(policy, ["X"])}


def test_choices_stand_in_the_order_of_their_axes_and_quirks_in_that_of_the_path_those_that_read_the_input_first() -> (
    None
):
    last, first = quirk("last", Step.SCORE), quirk("first", Step.PARSE)
    reads = replace(quirk("reads", Step.COUNT), reads=lambda given: given)  # type: ignore[arg-type, return-value]
    assert names([ordered([last, ZERO, first, reads, DISCARD])]) == ["policy:discard+zero:1+reads+first+last"]


def test_a_choice_matters_where_it_changes_the_answer_or_how_many_spans_there_are() -> None:
    own = on()
    assert own._matters(DISCARD, Answer())  # another number of spans, with the same true positives
    assert not own._matters(ZERO, Answer())
    assert not own._matters(Choice("policy", "no policy"), Answer())
    assert own._matters(REFUSE, Answer())
    assert not own._matters(REFUSE, Unsupported(""))


def test_what_is_done_with_bad_input_is_a_cause_where_the_input_is_bad_alone() -> None:
    bad = replace(QUESTION, gold=[["B-X", "O"]], pred=[["B-X"]])
    refusal = answered_by(Pipeline.of(DIALECT), bad)
    assert bad_input_cause(bad, refusal, Answer()) is ANSWERS_BAD_INPUT
    assert bad_input_cause(bad, refusal, Crash("KeyError", "")) is CRASHES_ON_BAD_INPUT
    assert bad_input_cause(bad, refusal, refusal) is None
    assert bad_input_cause(bad, Answer(), Answer()) is None
    assert bad_input_cause(QUESTION, refusal, Answer()) is None
    some: list[list[Cause]] = [[ANSWERS_BAD_INPUT], [ZERO, CRASHES_ON_BAD_INPUT], [RAISES], []]
    assert [is_of_bad_input(causes) for causes in some] == [True, True, False, False]


def test_quirks_of_a_library_are_knowledge_and_choices_and_mistakes_are_not() -> None:
    assert is_of_quirks(FIVE)
    assert is_of_quirks(())
    assert not is_of_quirks((FIVE[0], ZERO))
    assert not is_of_quirks(MISTAKES)


def explainer() -> Explainer:
    return Explainer(Undeclared(policy="discard"))


def test_neighbours_are_asked_twenty_times_then_every_hundredth_time() -> None:
    own, ids = explainer(), ("policy:discard",)
    own._verified_times[ids] = 19
    assert [own._is_due(ids) for _ in range(5)] == [True] * 5
    own._verified_times[ids] = 20
    due = [number for number in range(6, 301) if own._is_due(ids)]
    assert due == [100, 200, 300]
    assert own._is_due(("zero:1",))


def test_causes_are_verified_on_the_question_and_eight_neighbours_or_retired() -> None:
    own, asked = explainer(), replace(QUESTION, gold=[["B-X", "I-X"]], pred=[["I-X", "I-X"]])
    asked_for: list[Question] = []

    def ask(implementation: object, question: Question) -> Observation:
        asked_for.append(question)
        return ReferenceImplementation.observe(implementation, question)  # type: ignore[arg-type]

    own.asked = ask
    assert own.verify((DISCARD,), asked) == 9
    assert asked_for == neighbours(asked, 8)
    assert own._verified_times == {("policy:discard",): 1}
    own.known["zero:1",] = (ZERO,)
    assert own.verify((ZERO,), asked) == 0
    assert own.retired == {("zero:1",)}
    assert own.known == {}
    assert own.is_retired([ZERO])
    assert not own.is_retired([DISCARD])
    assert own.verify((FIVE[0], ANSWERS_BAD_INPUT), asked) == 1  # no neighbour need be bad input


def test_quirks_that_fail_on_a_neighbour_are_not_retired() -> None:
    own, asked = explainer(), replace(QUESTION, gold=[["B-X", "I-X"]], pred=[["I-X", "I-X"]])
    assert own.verify((FIVE[0],), asked) == 0
    assert own.retired == set()


def test_neighbours_that_are_not_taken_are_left_out() -> None:
    own, asked = explainer(), replace(QUESTION, gold=[["B-X", "I-X"]], pred=[["I-X", "I-X"]])
    own.asked = lambda *_: Unsupported("")
    assert own.verify((DISCARD,), asked) == 1


@pytest.mark.parametrize(
    ("pred", "kept"),
    [
        ([["B-X"]], 1),
        ([["O"] * 39, ["B-X"]], 1),
        ([["O"] * 40, ["B-X"]], 0),
        ([["O", "O"]], 0),
        ([[], ["O", "B-X"], []], 1),
        ([], 0),
        (None, 0),
    ],
)
def test_right_answers_about_a_few_tags_with_an_entity_are_kept(pred: object, kept: int) -> None:
    own = explainer()
    own.was_right(replace(QUESTION, pred=pred), Answer())
    assert len(own._witnesses) == kept


def test_of_right_answers_the_last_forty_are_kept() -> None:
    own = explainer()
    for number in range(50):
        own.was_right(replace(QUESTION, scheme=str(number)), Answer())
    assert [question.scheme for question, _ in own._witnesses] == [str(number) for number in range(10, 50)]


def test_causes_that_are_retired_explain_nothing_more_and_no_set_is_tried_twice() -> None:
    own, asked = explainer(), replace(QUESTION, gold=[["B-X", "I-X", "O", "B-X"]], pred=[["I-X", "I-X", "O", "B-X"]])
    got = own.implementation.observe(asked)
    found = own.explain(asked, got, verify=False)
    assert found is not None
    assert (found.ids, found.verified_on, found.quirks) == (("policy:discard",), 1, ())
    assert found.dialect == DIALECT.set(policy="discard")
    held: list[tuple[str, ...]] = []

    class Noting(Explainer):
        def holds(self, causes: Sequence[Cause], question: Question, got: Observation) -> bool:
            held.append(tuple(cause.id for cause in causes))
            return super().holds(causes, question, got)

    noting = Noting(own.implementation, known=dict(own.known), retired={("policy:discard",)})
    other = noting.explain(asked, got, deep=False)
    assert other is None
    assert held == []
    noting.retired.clear()
    assert noting.explain(asked, got, deep=False, verify=False) == found
    assert held == [("policy:discard",)]
    held.clear()
    assert noting.explain(asked, Crash("KeyError", ""), deep=False) is None
    assert held == [("policy:discard",)]  # alone, and as what explained before, is one


DROPS_LAST = of_sides(lambda spans: spans[:-1] if len(spans) > 2 else spans)
THREE = replace(QUESTION, gold=[["B-X", "B-Y", "B-Z"]], pred=[["B-X", "B-Y", "B-Z"]])


def large(*quirks: Quirk, known: tuple[Cause, ...] = ()) -> Explainer:
    """Return the explainer of a metric that loses the last of three entities."""
    own = Explainer(Mistaken(DROPS_LAST), candidates=quirks)
    own.known = {tuple(cause.id for cause in known): known} if known else {}
    return own


def test_of_a_large_question_late_steps_are_tried_first_then_what_is_known_then_all_quirks() -> None:
    early, late = (replace(quirk(str(step), step), change=DROPS_LAST) for step in (Step.PARSE, Step.SCORE))
    own = large(early, late)
    got = own.implementation.observe(THREE)

    def ids(explainer: Explainer, answer: Observation = got) -> tuple[str, ...]:
        found = explainer.explain_large(THREE, answer)
        return found.ids if found else ()

    assert ids(own) == ("score",)
    own.retired.add(("score",))
    assert ids(own) == ("parse",)
    own.retired.add(("parse",))
    assert ids(own) == ("parse", "score")  # to lose it twice changes nothing more
    own.retired.add(("parse", "score"))
    assert ids(own) == ()
    assert ids(large(early), Answer()) == ()
    known = Explainer(Undeclared(policy="discard"), candidates=())
    asked = replace(QUESTION, gold=[["B-X", "O"]], pred=[["I-X", "O"]])
    answer = known.implementation.observe(asked)
    assert known.explain_large(asked, answer) is None
    known.known["policy:discard",] = (DISCARD,)
    found = known.explain_large(asked, answer)
    assert found is not None
    assert (found.ids, found.verified_on, found.dialect) == (("policy:discard",), 1, DIALECT.set(policy="discard"))


def test_causes_hold_where_they_give_exactly_what_was_observed() -> None:
    own = large()
    got = own.implementation.observe(THREE)
    drops = replace(quirk("drops"), change=DROPS_LAST)
    assert own.holds((drops,), THREE, got)
    assert not own.holds((), THREE, got)
    assert not own.holds((DISCARD, REFUSE, drops), THREE, Answer())
    assert not own.holds((Choice("policy", "no policy"), drops), THREE, got)

    def fails(_: object) -> None:
        raise AttributeError

    broken = replace(quirk("broken"), change=fails)  # type: ignore[arg-type]
    assert not own.holds((broken,), THREE, got)
    bad = replace(QUESTION, gold=[["B-X", "O"]], pred=[["B-X"]])
    assert own.holds((ANSWERS_BAD_INPUT,), bad, Answer())
    assert not own.holds((CRASHES_ON_BAD_INPUT,), bad, Answer())
    assert own.holds((CRASHES_ON_BAD_INPUT,), bad, Crash("KeyError", ""))
    assert not own.holds((ANSWERS_BAD_INPUT,), THREE, Answer())


def test_a_contradiction_is_a_right_answer_that_choices_or_mistakes_would_have_changed() -> None:
    own = explainer()
    witness = replace(QUESTION, gold=[["B-X", "O"]], pred=[["I-X", "O"]])
    own.was_right(witness, answered_by(Pipeline.of(DIALECT), witness))
    assert own._is_contradicted((DISCARD,))
    assert not own._is_contradicted((ZERO,))
    assert not own._is_contradicted((replace(quirk("drops"), change=of_sides(lambda _: ())),))  # it is known to be so
    assert own._is_contradicted((replace(quirk("drops", library=""), change=of_sides(lambda _: ())),))


def test_the_quirks_of_an_explainer_are_those_of_its_library_in_its_mode_and_the_pinned_ones() -> None:
    (strict,) = resolve("seqeval:strict")
    own = Explainer(strict, pinned=FIVE[:1])
    names = [one.id for one in own.quirks]
    assert names[-1] == "q0"
    installed = quirks_of("seqeval", version("seqeval"))
    assert names[:-1] == [one.id for one in installed if one.belongs_to("seqeval:strict")]
    assert 0 < len(names[:-1]) < len(installed)
    assert own.quirks is own.candidates
    assert Explainer(strict, candidates=FIVE).quirks == FIVE
    assert [one.id for one in Explainer(ReferenceImplementation("own", DIALECT)).quirks] == []


def test_mistakes_are_tried_on_metrics_of_ones_own_alone() -> None:
    own = CallableImplementation("own:metric", miniatures.sound, DIALECT)
    found = mistakes_of(own)
    assert found == candidates.mistakes()
    assert mistakes_of(ReferenceImplementation("own", DIALECT)) == ()
    assert mistakes_of(resolve("seqeval:strict")[0]) == ()
    names = {one.id for one in found}
    assert names < {wrong.name for wrong in WRONG if not wrong.of_arrays}
    steps = {one.id: one.step for one in found}
    assert (steps["ignores-type"], steps["micro-is-macro"]) == (Step.MATCH, Step.SCORE)
    assert all(one.library == "" and one.title and not one.title.endswith(".") for one in found)
    assert all(one.fires(prediction.given(QUESTION, DIALECT)) and one.schemes == tuple(Scheme) for one in found)
