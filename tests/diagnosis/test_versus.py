"""Versus: an implementation against the reference or against another, and the reasons why they differ."""

from dataclasses import replace

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.observation import Answer
from nerconform.asking.protocol import ask
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.candidates import mistakes
from nerconform.diagnosis.divergence import Divergence
from nerconform.diagnosis.explainer import CauseSet
from nerconform.diagnosis.versus import (
    AgainstAnother,
    AgainstReference,
    Reason,
    Versus,
    declared,
    is_retired,
    is_verified,
    rows_of,
    shown,
    versus_of,
)
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import of_sides
from nerconform.reference.schemes import Scheme
from nerconform.results.values import CauseKind
from tests.products.search.searched import Mistaken, Undeclared, question_to

DROPS_LAST = of_sides(lambda spans: spans[:-1] if len(spans) > 2 else spans)
"""A mistake that no choice is: of three spans in a unit the last is lost."""
ORPHAN = (["B-X I-X"], ["I-X I-X"])
"""A prediction without a B: with `policy:discard` it holds no span."""


def reference(name: str) -> ReferenceImplementation:
    return ReferenceImplementation(name, NAMED[name])


def references(*names: str) -> list[ReferenceImplementation]:
    return [reference(name) for name in names]


def differing(inquiry: Versus, gold: list[str], pred: list[str]) -> Divergence:
    """Return how two sides differ on tags on which they do."""
    divergence = inquiry.look(question_to(inquiry, gold, pred))
    assert divergence is not None
    return divergence


def test_an_undeclared_choice_explains_one_against_the_reference() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    divergence = differing(inquiry, *ORPHAN)
    for deep in (True, False):  # the second time it is known
        explained = inquiry.explain(divergence, deep=deep)
        assert explained is not None
        assert [(reason.id, reason.whose) for reason in explained.reasons] == [("policy:discard", "undeclared")]
        assert explained.left.dialect == NAMED["conlleval"]
        assert explained.right.dialect == NAMED["conlleval"].set(policy="discard")
        assert (explained.left.quirks, explained.right.quirks) == ((), ())
        assert explained.verified_on > 1
        assert explained.sets == (tuple(reason.cause for reason in explained.reasons),)
    assert inquiry.names == ("reference", "undeclared")
    assert inquiry.sides == (inquiry.implementation,)
    assert inquiry.dialects(divergence.question) == (NAMED["conlleval"], NAMED["conlleval"])


def test_reasons_hold_for_another_input_or_do_not() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    explained = inquiry.explain(differing(inquiry, *ORPHAN))
    assert explained is not None
    assert inquiry.holds(explained, differing(inquiry, ["B-Y"], ["I-Y"]))
    other = AgainstReference(Undeclared(delimiter="_"))
    assert not other.holds(explained, differing(other, ["B-X_Y"], ["B-X_Z"]))


def test_known_causes_explain_large_data_and_others_are_not_tried() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    divergence = differing(inquiry, *ORPHAN)
    assert inquiry.explain_large(divergence) is None
    inquiry.explain(divergence)
    explained = inquiry.explain_large(divergence)
    assert explained is not None
    assert explained.ids == ("policy:discard",)


def test_an_answer_to_bad_input_is_explained_where_the_metric_is_ones_own() -> None:
    def counts_equal_tags(gold: list[list[str]], pred: list[list[str]]) -> float:
        pairs = [pair for units in zip(gold, pred, strict=False) for pair in zip(*units, strict=False)]
        same = sum(one == other for one, other in pairs)
        return 2 * same / max(1, sum(map(len, (*gold, *pred))))

    own = CallableImplementation("own", counts_equal_tags, NAMED["conlleval"])
    inquiry = AgainstReference(own)
    divergence = differing(inquiry, ["B-X O"], ["B-X"])
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert (explained.ids, explained.verified_on) == (("answers-bad-input",), 1)
    assert explained.right.dialect == NAMED["conlleval"]
    inquiry.explainer.mistakes = ()  # as a library, which has none of these
    assert inquiry.explain(divergence) is None


def test_what_is_asked_is_counted_and_timed() -> None:
    inquiry = AgainstReference(reference("conlleval"))
    inquiry.clock.now = iter(range(100)).__next__
    question = question_to(inquiry, *ORPHAN)
    assert inquiry.look(question) is None
    answers = inquiry.answers(question)
    assert answers is not None
    assert (answers.question, answers.divergence()) == (question, None)
    assert (inquiry.clock.asked, inquiry.clock.seconds) == (2, 2)


def test_a_question_that_is_none_for_an_implementation_is_not_asked() -> None:
    inquiry = AgainstReference(reference("seqeval-strict"))
    of_no_scheme = Question([["B-X"]], [["B-X"]], Form.TAGS, "no scheme")
    assert declared(inquiry.implementation, of_no_scheme) is None
    assert inquiry.answers(of_no_scheme) is None
    assert inquiry.look(of_no_scheme) is None
    assert inquiry.clock.asked == 0
    both = AgainstAnother(*references("conlleval", "seqeval-strict"))
    assert both.answers(of_no_scheme) is None
    assert both.look(of_no_scheme) is None


def test_who_is_compared_with_whom() -> None:
    one, two, three = references("conlleval", "seqeval", "iob2-discard")
    (alone,) = versus_of([one])
    assert isinstance(alone, AgainstReference)
    pairs = versus_of([one, two], [three])
    assert [inquiry.names for inquiry in pairs] == [("conlleval", "iob2-discard"), ("seqeval", "iob2-discard")]
    assert all(isinstance(inquiry, AgainstAnother) for inquiry in pairs)


def test_causes_that_a_neighbour_refuted_are_retired() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    divergence = differing(inquiry, *ORPHAN)
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert is_verified(inquiry, explained, divergence.question)
    assert not is_retired(inquiry, explained)
    right = AgainstReference(reference("conlleval"))  # gives none of the answers that the causes predict
    assert not is_verified(right, explained, divergence.question)
    assert is_retired(right, explained)


def test_a_reason_says_whose_it_is() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    explained = inquiry.explain(differing(inquiry, *ORPHAN))
    assert explained is not None
    (reason,) = explained.reasons
    of_one, between = shown(reason), shown(Reason(reason.cause))
    assert (of_one.kind, of_one.whose, of_one.title) == (
        CauseKind.CHOICE,
        "undeclared",
        "It uses the option policy:discard",
    )
    assert (between.whose, between.title) == ("", "The dialects differ: policy:discard")


def test_rows_are_those_of_all_answers_that_have_some() -> None:
    assert rows_of(Answer(), Answer(rows=frozenset("XY")), Answer(rows=frozenset("Z"))) == {"X", "Y", "Z"}
    assert rows_of() == set()


def test_two_sides_are_explained_by_their_causes_and_the_choices_between() -> None:
    inquiry = AgainstAnother(*references("conlleval", "iob2-discard"))
    divergence = differing(inquiry, *ORPHAN)
    for explained in (inquiry.explain(divergence), inquiry.explain_large(divergence)):
        assert explained is not None
        assert [(reason.id, reason.whose) for reason in explained.reasons] == [("policy:discard", "")]
        assert (explained.verified_on, explained.sets) == (1, ((), ()))
        assert not inquiry.holds(explained, divergence)
    assert inquiry.names == ("conlleval", "iob2-discard")
    assert inquiry.dialects(divergence.question) == (NAMED["conlleval"], NAMED["iob2-discard"])


def test_a_mistake_of_one_side_is_named_as_its_own() -> None:
    inquiry = AgainstAnother(Undeclared(policy="discard"), reference("conlleval"))
    explained = inquiry.explain(differing(inquiry, *ORPHAN))
    assert explained is not None
    reasons = [(reason.id, reason.whose) for reason in explained.reasons]
    assert reasons == [("policy:discard", "undeclared"), ("policy:lenient", "")]
    assert [len(causes) for causes in explained.sets] == [1, 0]
    assert is_verified(inquiry, explained, question_to(inquiry, *ORPHAN))
    inquiry.explainers[0].retired.add(("policy:discard",))
    assert is_retired(inquiry, explained)


def test_only_choices_that_matter_on_the_input_are_named() -> None:
    """The two differ in policy, bare, outside, unknown, duplicates and empty; an O behind nothing shows the last."""
    inquiry = AgainstAnother(*references("conlleval", "seqeval"))
    explained = inquiry.explain(differing(inquiry, ["O"], ["O"]))
    assert explained is not None
    assert explained.ids == ("empty:nan",)


def test_one_unexplained_side_leaves_the_difference_unexplained() -> None:
    inquiry = AgainstAnother(Mistaken(DROPS_LAST), reference("conlleval"))
    assert inquiry.explain(differing(inquiry, ["B-X B-X B-X"], ["B-X B-X B-X"])) is None


@pytest.mark.parametrize(
    ("gold", "pred", "kept"),
    [
        (["B-X I-X O B-X"], ["I-X I-X O B-X"], ["policy:discard"]),
        (*ORPHAN, ["policy:discard", "zero:1"]),  # nothing is predicted, so precision is undefined, too
        (["O"], ["B-X"], ["zero:1"]),
        (["B-X O", "O"], ["I-X O", "O"], ["policy:discard", "zero:1"]),
        (["B-X"], ["B-X"], []),
    ],
)
def test_choices_between_two_dialects_are_those_without_which_the_answer_is_another(
    gold: list[str], pred: list[str], kept: list[str]
) -> None:
    left, right = NAMED["conlleval"], NAMED["conlleval"].set(policy="discard", zero="1")
    inquiry = AgainstAnother(reference("conlleval"), ReferenceImplementation("other", right))
    question = question_to(inquiry, gold, pred)
    got = ask(inquiry.sides[1], question)
    found = inquiry._between(question, got, CauseSet((), left, 1), CauseSet((), right, 1))
    assert [choice.id for choice in found] == kept
    assert inquiry._between(question, got, CauseSet((), right, 1), CauseSet((), right, 1)) == ()


def test_a_choice_that_cannot_be_taken_back_stays_and_a_scheme_is_none() -> None:
    left, right = NAMED["conlleval"].set(policy="discard"), NAMED["conlleval"].set(scheme="IOB1")
    inquiry = AgainstAnother(ReferenceImplementation("one", left), ReferenceImplementation("other", right))
    question = Question([["B-X"]], [["B-X"]], Form.TAGS, "IOB1")
    found = inquiry._between(question, Answer(), CauseSet((), left, 1), CauseSet((), right, 1))
    assert [choice.id for choice in found] == ["policy:lenient"]  # IOB1 has no tag that discarding drops


def test_choices_are_taken_back_under_the_quirks_of_the_right_side() -> None:
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    quirk = replace(known, id="own", change=DROPS_LAST, fires=lambda _: True, schemes=tuple(Scheme), reads=None)
    left, right = NAMED["conlleval"], NAMED["conlleval"].set(zero="1")
    inquiry = AgainstAnother(reference("conlleval"), Mistaken(DROPS_LAST, "other", right))
    question = question_to(inquiry, ["B-X B-X B-X"], ["B-X B-X B-X"])
    got = ask(inquiry.sides[1], question)
    found = [
        inquiry._between(question, got, CauseSet((), left, 1), CauseSet(causes, right, 1)) for causes in ((quirk,), ())
    ]
    assert [[choice.id for choice in each] for each in found] == [[], ["zero:1"]]


def test_what_both_sides_explain_is_verified_on_as_many_inputs_as_the_weaker_one() -> None:
    inquiry = AgainstAnother(Undeclared(policy="discard"), reference("conlleval"))
    divergence = differing(inquiry, *ORPHAN)
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert explained.verified_on == 1  # the right side is as declared
    assert (explained.left.dialect, explained.right.dialect) == (
        NAMED["conlleval"].set(policy="discard"),
        NAMED["conlleval"],
    )
    assert explained.ids == ("policy:discard", "policy:lenient")
    assert inquiry.explain(replace(divergence, question=replace(divergence.question, scheme="no scheme"))) is None


def test_a_quirk_is_told_with_what_is_known_of_it_and_a_mistake_without_versions() -> None:
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    told = shown(Reason(known, "seqeval"))
    assert (told.id, told.kind, told.title, told.words) == (known.id, CauseKind.QUIRK, known.title, known.prose)
    assert (told.clause, told.versions, told.link) == (known.clause, known.versions, known.link)
    assert (told.whose, told.step) == ("seqeval", str(known.step))
    mistake = mistakes()[0]
    own = shown(Reason(mistake, "own"))
    assert (own.kind, own.versions, own.whose) == (CauseKind.MISTAKE, "", "own")


def test_what_was_right_is_remembered_only_where_there_was_an_answer() -> None:
    inquiry = AgainstReference(reference("conlleval"))
    assert inquiry.look(question_to(inquiry, ["B-X"], ["Q-X"])) is None  # both refuse
    assert len(inquiry.explainer._witnesses) == 0
    assert inquiry.look(question_to(inquiry, ["B-X"], ["B-X"])) is None
    assert len(inquiry.explainer._witnesses) == 1
    wrong = AgainstReference(Undeclared(policy="discard"))
    differing(wrong, *ORPHAN)
    assert len(wrong.explainer._witnesses) == 0


def test_policies_that_describe_nothing_are_asked_of_both_sides() -> None:
    class Beyond(ReferenceImplementation):
        beyond_policies = False

    left, right, alone = (Beyond(name, NAMED["conlleval"]) for name in ("left", "right", "alone"))
    (pair,) = versus_of([left], [right])
    assert left.beyond_policies
    assert right.beyond_policies
    assert pair.sides == (left, right)
    (one,) = versus_of([alone], pinned=mistakes()[:1])
    assert alone.beyond_policies
    assert one.explainers[0].pinned == mistakes()[:1]
