"""spaCy's Scorer: entities and spans, repairs, refusals, with values derived by hand."""

from dataclasses import replace
from importlib import metadata

import pytest

from nerconform.asking.observation import Crash, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Part, Question
from nerconform.libraries.library import libraries
from nerconform.libraries.spacy.adapter import ASIDE, WAYS, SpacyScorer
from nerconform.products.check.suite_run import check
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags, values
from tests.steps import SPACY

pytestmark = SPACY
RELEASE = libraries()["spacy"].recorded
NER, SPANS = (SpacyScorer(way, RELEASE) for way in WAYS)
NO_OVERLAP, UNLABELED, NER_COARSE, SPANS_COARSE, UNANNOTATED = (SpacyScorer(way, RELEASE) for way in ASIDE)
BOTH = pytest.mark.parametrize("scorer", [NER, SPANS])

# Gold: A[0,2) B[3,4) and A[0,1). Prediction: A[0,2) A[3,4) and nothing. tp 1, fp 1, fn 2.
GOLD, PRED = ["B-A I-A O B-B", "B-A"], ["B-A I-A O B-A", "O"]


@BOTH
def test_entities_of_tags_are_scored(scorer: SpacyScorer) -> None:
    asked = ("precision", "recall", "f1", "strict.type{A}.recall", "strict.type{B}.f1", "strict.type{C}.f1", "tp")
    found = answer(scorer, tags(GOLD, PRED, *asked))
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.micro.precision": pytest.approx(1 / 2),
        "strict.micro.recall": pytest.approx(1 / 3),
        "strict.micro.f1": pytest.approx(2 / 5),
        "strict.type{A}.recall": pytest.approx(1 / 2),
        "strict.type{B}.f1": 0,
    }
    assert found.rows == frozenset({"A", "B"})
    assert found.spans == {
        Side.GOLD: [(Span("A", 0, 2), Span("B", 3, 4)), (Span("A", 0, 1),)],
        Side.PRED: [(Span("A", 0, 2), Span("A", 3, 4)), ()],
    }


@BOTH
def test_spans_are_a_set(scorer: SpacyScorer) -> None:
    question = spans([[Span("A", 0, 2)]], [[Span("A", 0, 2), Span("B", 3, 5)]], "strict.micro.precision")
    assert values(scorer, question) == {"strict.micro.precision": pytest.approx(1 / 2)}
    dialect = scorer.dialect(question)
    assert isinstance(dialect, Dialect)
    chosen = [dialect.option(axis) for axis in ("policy", "duplicates", "align", "zero")]
    assert chosen == ["lenient", "set", "none", "0"]


def test_spans_may_overlap_and_entities_may_not() -> None:
    # Of two gold spans one is predicted, twice, and one that is no gold span.
    question = spans(
        [[Span("A", 0, 2), Span("B", 1, 3)]],
        [[Span("A", 0, 2), Span("A", 0, 2), Span("B", 0, 3)]],
        "strict.micro.precision",
        "strict.micro.recall",
    )
    assert values(SPANS, question) == {"strict.micro.precision": 1 / 2, "strict.micro.recall": 1 / 2}
    assert isinstance(NER.dialect(question), Unsupported)


def test_of_predictions_that_overlap_the_first_is_counted() -> None:
    # Right: A[0,2). Wrong, and not counted as it begins in the first: B[1,3). Around it: B[1,2), which is not left out.
    gold, right, wrong = [Span("A", 0, 2)], Span("A", 0, 2), Span("B", 1, 3)
    precision = "strict.micro.precision"
    assert values(NO_OVERLAP, spans([gold], [[right, wrong]], precision)) == {precision: 1}
    assert values(NO_OVERLAP, spans([gold], [[wrong, right]], precision)) == {precision: 0}
    around = [Span("B", 1, 2), Span("A", 0, 3)]
    assert values(NO_OVERLAP, spans([[Span("A", 0, 3)]], [around], precision)) == {precision: 1 / 2}
    assert isinstance(NO_OVERLAP.dialect(tags(["O"], ["O"])), Unsupported)


def test_a_part_of_a_gold_word_is_all_of_it_or_nothing() -> None:
    # The gold has the words 0-2 and 2-3. A part of the entity, the other part, and a part of it with what is outside.
    precision, recall = "strict.micro.precision", "strict.micro.recall"
    for scorer, found in ((NER_COARSE, {precision: 1, recall: 1}), (SPANS_COARSE, {precision: 0, recall: 0})):
        question = spans([[Span("A", 0, 2)]], [[Span("A", 0, 1)]], precision, recall)
        assert values(scorer, question) == pytest.approx(found)
    parts = spans([[Span("A", 0, 2)]], [[Span("A", 0, 1), Span("A", 1, 2), Span("A", 2, 3)]], precision)
    assert values(NER_COARSE, parts) == {precision: pytest.approx(1 / 3)}
    assert values(SPANS_COARSE, parts) == {precision: 0}
    whole = spans([[Span("A", 0, 2)]], [[Span("A", 0, 2), Span("A", 2, 3)]], precision)
    assert values(NER_COARSE, whole) == values(SPANS_COARSE, whole) == {precision: 1 / 2}


def test_nothing_is_wrong_in_a_document_without_annotation() -> None:
    # In the first unit one is right and one is wrong, in the second one is wrong.
    question = spans(
        [[Span("A", 0, 1)], []], [[Span("A", 0, 1), Span("B", 1, 2)], [Span("A", 0, 1)]], "strict.micro.precision"
    )
    assert values(UNANNOTATED, question) == {"strict.micro.precision": 1 / 2}
    assert values(NER, question) == {"strict.micro.precision": pytest.approx(1 / 3)}
    assert "'ents_p': 0.5" in run(UNANNOTATED.reproduction(question))


def test_without_labels_bounds_alone_are_counted() -> None:
    # Of two gold spans of one place and one elsewhere the first place is predicted, with a third type.
    question = spans(
        [[Span("A", 0, 2), Span("B", 0, 2), Span("A", 3, 4)]],
        [[Span("C", 0, 2)]],
        "exact.micro.recall",
        "exact.micro.f1",
    )
    assert values(UNLABELED, question) == {
        "exact.micro.recall": pytest.approx(1 / 2),
        "exact.micro.f1": pytest.approx(2 / 3),
    }
    assert not UNLABELED.answers(Measure.parse("strict.micro.f1"), question)
    assert not UNLABELED.holds(Part.ROWS, question)


@BOTH
@pytest.mark.parametrize(("scheme", "unit"), [("IOB2", "O I-A I-B B-B"), ("IOB1", "O I-A I-B B-B")])
def test_inside_is_repaired_behind_the_first_token(scorer: SpacyScorer, scheme: str, unit: str) -> None:
    found = answer(scorer, tags([unit], [unit], "f1", scheme=scheme))
    right = (Span("A", 1, 2), Span("B", 2, 3), Span("B", 3, 4))
    assert found.spans == {side: [right] for side in Side}


@BOTH
def test_inside_is_refused_at_the_first_token(scorer: SpacyScorer) -> None:
    refusal = ask(scorer, tags(["I-A O"], ["O O"], "f1", scheme="IOB1"))
    assert refusal == Refusal("ValueError", "[E093] token.ent_iob values make invalid sequence: I without B")


@BOTH
def test_where_nothing_is_there_nothing_is_returned(scorer: SpacyScorer) -> None:
    assert values(scorer, tags(["O"], ["O"], "f1", "precision")) == {
        "strict.micro.f1": None,
        "strict.micro.precision": None,
    }
    assert values(scorer, tags(["B-A"], ["O"], "precision")) == {"strict.micro.precision": 0}


@BOTH
@pytest.mark.parametrize(
    ("gold", "pred"),
    [([["S-A"]], [["O"]]), ([["B_A"]], [["O"]]), ([["B-"]], [["O"]]), ([["B-A"]], [["B-A", "O"]]), ([[3]], [["O"]])],
)
def test_bad_tags_are_refused(scorer: SpacyScorer, gold: object, pred: object) -> None:
    assert isinstance(ask(scorer, raw(gold, pred)), Refusal)


@BOTH
def test_spans_outside_the_document_are_refused(scorer: SpacyScorer) -> None:
    for span in (Span("A", -1, 1), Span("A", 2, 1)):
        assert isinstance(ask(scorer, spans([[Span("A", 0, 3)]], [[span]], "strict.micro.f1")), Refusal)


@BOTH
def test_a_number_behind_the_first_tag_is_a_crash(scorer: SpacyScorer) -> None:
    assert isinstance(ask(scorer, raw([["B-A", 3]], [["B-A", "O"]])), Crash)


@BOTH
def test_what_it_cannot_be_handed_is_unsupported(scorer: SpacyScorer) -> None:
    for question in (
        tags(["B-A"], []),
        tags(["O"], ["O"], scheme="BIOES"),
        tags(["O"], ["O"], scheme="IO"),
        tags(["O"], ["O"], zero="1"),
        replace(tags(["O"], ["O"]), ask=Ask.REPORT),
        raw(["B-A"], ["B-A"]),
    ):
        assert isinstance(scorer.observe(question), Unsupported)
    for text in ("strict.macro.f1", "exact.micro.f1", "strict.micro.pos", "strict.micro.f2"):
        assert not scorer.answers(Measure.parse(text), tags(GOLD, PRED))


@BOTH
@pytest.mark.parametrize(
    ("question", "printed"),
    [
        (tags(GOLD, PRED, "f1"), "'ents_f': 0.4"),
        (spans([[Span("A", 0, 1)]], [[Span("A", 0, 1), Span("A", 1, 2)]], "strict.micro.f1"), "_p': 0.5,"),
    ],
)
def test_a_reproduction_prints_what_was_observed(scorer: SpacyScorer, question: Question, printed: str) -> None:
    assert printed in run(scorer.reproduction(question))


@pytest.mark.parametrize(
    ("scorer", "pred", "printed"),
    [
        (NO_OVERLAP, [Span("A", 0, 2), Span("A", 1, 2)], "_p': 1.0,"),
        (UNLABELED, [Span("A", 0, 2), Span("A", 1, 2)], "_p': 0.5,"),
        (NER_COARSE, [Span("A", 0, 1)], "_p': 1.0,"),
        (SPANS_COARSE, [Span("A", 0, 1)], "_p': 0.0,"),
    ],
)
def test_a_reproduction_has_the_arguments_and_the_words_of_a_way(
    scorer: SpacyScorer, pred: list[Span], printed: str
) -> None:
    assert printed in run(scorer.reproduction(spans([[Span("A", 0, 2)]], [pred], "exact.micro.precision")))


def test_the_golden_cases_are_answered_as_expected() -> None:
    assert metadata.version("spacy") == RELEASE
    run_ = check("spacy")
    assert [one.name for one in run_.implementations] == ["spacy:ner", "spacy:spans"]
    assert run_.passed
