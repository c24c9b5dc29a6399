"""Pipeline: what each kind of change reaches, sentences in a row, and the places of errors."""

from collections.abc import Callable, Sequence

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.locating import TextCounts
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import (
    Change,
    Pipeline,
    of_decoded,
    of_marks,
    of_predictions,
    of_sides,
    of_spans,
    of_units,
)
from nerconform.reference.schemes import Mark
from nerconform.reference.units import read_units

TAGS = ([["B-X", "O", "B-Y"], ["B-X"]], [["B-X", "O", "B-X"], ["O"]])
"""Gold has X[0,1) and Y[2,3), then X[0,1); the prediction has X[0,1) and X[2,3), then nothing."""
SPANS = ([[("X", 0, 1), ("Y", 2, 3)], [("X", 0, 1)]], [[("X", 0, 1), ("X", 2, 3)], []])
"""The same as spans."""


def counts(change: Change, sides: tuple[object, object]) -> tuple[object, ...]:
    """Return true positives, false positives and false negatives of a changed pipeline."""
    found = change(Pipeline.of(nc.Dialect())).evaluate(*sides).counts
    return found.tp, found.fp, found.fn


def same(pipeline: Pipeline) -> Pipeline:
    return pipeline


def last(spans: Spans) -> Spans:
    return spans[-1:]


def as_x(span: nc.Span) -> nc.Span:
    return span._replace(type="X")


def first_unit(units: Units) -> Units:
    return units[:1]


def outside(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks with O in place of the first."""
    return [Mark("O", "", "O"), *marks[1:]]


def up_to_marks(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Return as many spans as there are marks before the last one."""
    return spans[: len(marks) - 1]


CHANGES: dict[str, tuple[Callable[[], Change], tuple[int, int, int], tuple[int, int, int]]] = {
    "none": (lambda: same, (1, 1, 2), (1, 1, 2)),
    "of_marks": (lambda: of_marks(outside), (0, 1, 1), (1, 1, 2)),  # no X[0,1) is left
    "of_decoded": (lambda: of_decoded(up_to_marks), (1, 1, 1), (1, 1, 2)),  # two marks stand before the last, then none
    "of_units": (lambda: of_units(first_unit), (1, 1, 1), (1, 1, 1)),
    "of_sides": (lambda: of_sides(last), (0, 1, 2), (0, 1, 2)),  # Y[2,3) and X[2,3), then X[0,1)
    "of_predictions": (lambda: of_predictions(last), (0, 1, 3), (0, 1, 3)),
    "of_spans": (lambda: of_spans(as_x), (2, 0, 1), (2, 0, 1)),
}
"""How a change is made, and the counts of tags and of spans under it."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_reaches_its_step_in_tags_and_in_spans(name: str) -> None:
    make, of_tags, of_given = CHANGES[name]
    assert counts(make(), TAGS) == of_tags
    assert counts(make(), SPANS) == of_given


FLAT = {"pool": "flat", "align": "none"}


def evaluated(gold: object, pred: object, **choices: str) -> Evaluation:
    return Pipeline.of(nc.Dialect().set(**choices)).evaluate(gold, pred, outcomes=True)


def spans(*some: tuple[str, int, int]) -> set[nc.Span]:
    return {nc.Span(*one) for one in some}


@pytest.mark.parametrize(
    ("gold", "pred", "in_gold", "in_pred"),
    [
        (
            [["B-X"], ["I-X"], []],
            [["B-X"], ["B-X"], []],
            spans(("X", 0, 2)),
            spans(("X", 0, 1), ("X", 1, 2)),
        ),
        (  # the sentences reach to the tokens 3, 2 and 2
            [[("X", 0, 1)], [("Y", 0, 2)], [("X", 0, 2)]],
            [[("X", 2, 3)], [("Y", 0, 2)], [("X", 1, 2)]],
            spans(("X", 0, 1), ("Y", 3, 5), ("X", 5, 7)),
            spans(("X", 2, 3), ("Y", 3, 5), ("X", 6, 7)),
        ),
        (  # the first sentence has three tokens, whatever its spans
            [["O", "B-X", "O"], ["B-X"]],
            [[("X", 0, 1)], [("X", 0, 1)]],
            spans(("X", 1, 2), ("X", 3, 4)),
            spans(("X", 0, 1), ("X", 3, 4)),
        ),
        (
            [{"layers": [[("X", 0, 1)], [("Y", 0, 2)]]}, [("X", 0, 1)]],
            [[], [("X", 1, 2)]],
            spans(("X", 0, 1), ("Y", 0, 2), ("X", 2, 3)),
            spans(("X", 3, 4)),
        ),
        ([[], [("X", 0, 1)]], [[], []], spans(("X", 0, 1)), set()),
    ],
)
def test_sentences_in_a_row_are_one_whose_spans_stand_after_all_earlier_tokens(
    gold: object, pred: object, in_gold: set[nc.Span], in_pred: set[nc.Span]
) -> None:
    (unit,) = evaluated(gold, pred, policy="lenient", **FLAT).outcomes or ()
    rows = unit.rows[Schema.STRICT]
    assert {row.gold for row in rows} - {None} == in_gold
    assert {row.pred for row in rows} - {None} == in_pred


@pytest.mark.parametrize(
    ("gold", "pred", "choices", "place", "code"),
    [
        ([["O"], ["O"]], [["O"], [("X", 0, 1)]], FLAT, "pred", "not-answered"),
        ([["O"], [("X", 0, 1)]], [["O"], ["O"]], FLAT, "gold", "not-answered"),
        ([{"layers": [["O"], ["B-X"]]}], [["O"]], FLAT, "", "not-answered"),
        ([["O"]], [["O"]], {**FLAT, "location": "text"}, "", "not-answered"),
        ([["O"], ["O"]], [["O"], ["x"]], FLAT, "pred, sentence 1, position 0", "malformed-tag"),
        ([["O"], ["I-X"]], [["O"], ["O"]], FLAT, "gold, all sentences as one, position 1", "illegal-transition"),
        ([["O"], ["O"]], [["O"], ["x"]], {}, "pred, sentence 1, position 0", "malformed-tag"),
        ([{"layers": [["O"], ["x"]]}], [["O"]], {}, "gold, sentence 0, layer 2, position 0", "malformed-tag"),
        ([{"layers": [["O"], ["O"]]}], [["O"]], {"item": "token"}, "gold, sentence 0", "not-answered"),
        ([[("X", 0, 1)]], [["O"]], {"item": "token"}, "gold, sentence 0", "not-answered"),
        ([[]], [[("X", "Ada")]], {}, "pred, sentence 0", "no-offsets"),
        ([["O"], [("X", "Ada")]], [["O"], []], {"location": "aligned"}, "sentence 1", "no-text"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_at_its_place(
    gold: object, pred: object, choices: dict[str, str], place: str, code: str
) -> None:
    with pytest.raises(NerconformError) as caught:
        evaluated(gold, pred, **choices)
    assert (caught.value.place, caught.value.code) == (place, code)


def test_tokens_in_a_row_may_have_any_location() -> None:
    found = evaluated([["B-X"], ["O"]], [["B-X"], ["O"]], item="token", pool="flat", location="text")
    assert found.counts.tp == 2


def test_the_spans_of_a_sentence_are_those_of_its_layers_tags_or_mentions() -> None:
    pipeline = Pipeline.of(nc.Dialect().set(location="aligned"))
    (unit,) = read_units([{"layers": [["B-X", "I-X"], ["O", "B-Y"]]}], [["B-X", "O"]])
    assert Pipeline.of(nc.Dialect()).unit_spans(unit) == (
        (nc.Span("X", 0, 2), nc.Span("Y", 1, 2)),
        (nc.Span("X", 0, 1),),
    )
    (unit,) = read_units([{"text": "Ada met Bo", "entities": [("X", 0, 3)]}], [[("X", "Bo")]])
    assert pipeline.unit_spans(unit) == ((nc.Span("X", 0, 3),), (nc.Span("X", 8, 10),))


def test_texts_are_counted_where_a_side_has_mentions_and_the_sentence_has_a_text() -> None:
    pipeline = Pipeline.of(nc.Dialect().set(location="aligned"))
    ada = {"text": "Ada", "entities": [("X", 0, 3)]}
    named = {"text": "Bo Bo", "entities": [("X", "Bo"), ("X", "Cy")]}
    units = read_units([ada, named, ada], [[("X", "Ada"), ("X", "Bo")], [], []])
    assert pipeline.texts(units) == {"gold": TextCounts(0, 1, 1), "pred": TextCounts(1, 0, 1)}
    assert pipeline.texts(units[2:]) == {}
    assert pipeline.texts(read_units([[("X", "Ada")]], [[("X", "Ada")]])) == {}


def test_outcomes_are_kept_if_they_are_asked_for() -> None:
    pipeline = Pipeline.of(nc.Dialect())
    units = [((nc.Span("X", 0, 1),), (nc.Span("X", 0, 1),)), ((), (nc.Span("X", 0, 1),))]
    without = pipeline.evaluate_spans(units)
    kept = pipeline.evaluate_spans(units, outcomes=True)
    assert (without.outcomes, len(kept.outcomes or ())) == (None, 2)
    assert without.counts == kept.counts
    assert (kept.counts.tp, kept.counts.fp, kept.counts.fn) == (1, 1, 0)
