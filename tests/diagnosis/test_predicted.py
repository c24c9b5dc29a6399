"""What the reference with causes answers: its numbers, rows and spans, an error as a refusal, a predicted crash."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

from nerconform.asking.observation import Answer, Crash, Observation, Refusal
from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis import prediction
from nerconform.diagnosis.prediction import Predictor, _Numbers, answered_by, reproduced_by
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.nervaluate.quirks import without_results
from nerconform.libraries.quirk import LibraryRaises, Quirk
from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

DIALECT = NAMED["conlleval"]
PIPELINE = Pipeline.of(DIALECT)
TP, F1, OF_X, OF_Z = (Measure.parse(f"strict.{name}") for name in ("micro.tp", "micro.f1", "type{X}.f1", "type{Z}.f1"))
NONE = Measure.parse("partial.micro.cor")
"""A number that this dialect does not have."""


def asked(gold: list[str], pred: list[str], *measures: Measure, parts: frozenset[Part] = frozenset()) -> Question:
    one, other = ([unit.split() for unit in side] for side in (gold, pred))
    return Question(one, other, Form.TAGS, "IOB2", measures=frozenset(measures), parts=parts)


def quirk(change: Change) -> Quirk:
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    return replace(known, id="own", change=change, fires=lambda _: True, schemes=tuple(Scheme), reads=None)


QUESTION = asked(["B-X O B-Y", "B-X"], ["B-X O O", "B-Y"], TP, F1, OF_X, NONE, parts=frozenset({Part.ROWS, Part.SPANS}))
ANSWER = Answer(
    {TP: 1, F1: Fraction(2, 5), OF_X: Fraction(2, 3)},
    spans={
        Side.GOLD: [(Span("X", 0, 1), Span("Y", 2, 3)), (Span("X", 0, 1),)],
        Side.PRED: [(Span("X", 0, 1),), (Span("Y", 0, 1),)],
    },
    rows=frozenset("XY"),
)


@pytest.mark.parametrize("pool", ["units", "flat"])
def test_numbers_rows_and_spans_are_answered_as_far_as_there_are_some(pool: str) -> None:
    dialect = DIALECT.set(pool=pool) if pool == "flat" else DIALECT
    found = Predictor().predict(QUESTION, dialect)
    assert isinstance(found, Answer)
    assert (found.values, found.rows, found.pairs) == (ANSWER.values, ANSWER.rows, None)
    assert found.spans is not None
    assert {side: [*map(tuple, units)] for side, units in found.spans.items()} == ANSWER.spans
    bare = answered_by(PIPELINE, replace(QUESTION, parts=frozenset()))
    assert bare == Answer(ANSWER.values)


def test_large_data_are_answered_by_arrays_as_by_the_reference() -> None:
    import_module("numpy")
    many = replace(QUESTION, gold=QUESTION.gold * 300, pred=QUESTION.pred * 300)  # type: ignore[operator]
    for parts in (frozenset[Part](), frozenset({Part.ROWS}), frozenset({Part.SPANS}), QUESTION.parts):
        question = replace(many, parts=parts)
        fast = prediction._of_arrays(question, DIALECT, prediction._values)
        assert fast is not None
        slow = answered_by(PIPELINE, question)
        assert isinstance(slow, Answer)
        assert (fast.values, fast.rows) == (slow.values, slow.rows)
        assert (fast.spans is None) is (slow.spans is None) is (Part.SPANS not in parts)
    for other in (replace(many, form=Form.SPANS), replace(many, parts=frozenset({Part.PAIRS})), QUESTION):
        assert prediction._of_arrays(other, DIALECT, prediction._values) is None


def test_large_data_are_answered_by_arrays_where_no_quirk_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    import_module("numpy")
    many = replace(QUESTION, gold=QUESTION.gold * 300, pred=QUESTION.pred * 300)  # type: ignore[operator]
    nothing = quirk(lambda pipeline: replace(pipeline, filter=lambda units: [((), ()) for _ in units]))
    predictor = Predictor()
    idle = replace(nothing, fires=lambda _: False)
    answers = [predictor.predict(many, DIALECT, quirks) for quirks in ([nothing], [idle, nothing])]
    assert all(isinstance(one, Answer) and one.values[TP] == 0 for one in answers)
    monkeypatch.setattr(prediction, "answered_by", raising)
    for quirks in ([], [idle]):
        plain = predictor.predict(many, DIALECT, quirks)
        assert isinstance(plain, Answer)
        assert plain.values == {**ANSWER.values, TP: 300}
        assert predictor.reproduces(many, DIALECT, quirks, plain)


def test_an_error_of_the_reference_is_a_refusal_with_its_name_and_its_words() -> None:
    bad = asked(["B-X"], ["Q-X"], F1)
    found = answered_by(PIPELINE, bad)
    assert isinstance(found, Refusal)
    assert found.error == "UnknownPrefix"
    assert "'Q-X'" in found.message
    assert Predictor().predict(bad, DIALECT) == found

    def refuses(_: Pipeline) -> Pipeline:
        raise NerconformError("no such thing")

    refused = Predictor().predict(QUESTION, DIALECT, [quirk(refuses)])
    assert isinstance(refused, Refusal)
    assert refused.error == "NerconformError"
    assert "no such thing" in refused.message


def test_a_quirk_looks_at_gold_and_prediction_each_for_itself() -> None:
    seen = quirk(lambda pipeline: replace(pipeline, filter=lambda units: [((), ()) for _ in units]))
    for fires, expected in (
        (lambda given: given.gold == QUESTION.gold, 0),
        (lambda given: given.pred == QUESTION.pred, 0),
        (lambda given: given.gold == QUESTION.pred, 1),
    ):
        found = Predictor().predict(QUESTION, DIALECT, [replace(seen, fires=fires)])
        assert isinstance(found, Answer)
        assert found.values[TP] == expected


def test_no_type_has_a_row_where_a_quirk_has_taken_all_results_away() -> None:
    nothing = replace(QUESTION, gold=[], pred=[])
    found = Predictor().predict(nothing, DIALECT, [quirk(without_results)])
    assert isinstance(found, Answer)
    assert (dict(found.values), found.rows) == ({}, frozenset())


def raising(*_: object) -> None:
    raise LibraryRaises("KeyError")


def test_what_a_step_raises_for_a_library_is_a_crash_of_that_name() -> None:
    broken = replace(PIPELINE, match=raising)  # type: ignore[arg-type]
    assert answered_by(broken, QUESTION) == Crash("KeyError", "")
    crash = quirk(lambda pipeline: replace(pipeline, match=raising))  # type: ignore[arg-type]
    assert Predictor().predict(QUESTION, DIALECT, [crash]) == Crash("KeyError", "")
    for got, same in ((Crash("KeyError", "'X'"), True), (Crash("IndexError", ""), False), (ANSWER, False)):
        assert reproduced_by(broken, QUESTION, got) is same
        assert Predictor().reproduces(QUESTION, DIALECT, [crash], got) is same


def test_a_number_for_which_a_library_raises_makes_the_whole_answer_a_crash() -> None:
    broken = replace(PIPELINE, score=raising)  # type: ignore[arg-type]
    assert answered_by(broken, QUESTION) == Crash("KeyError", "")
    crash = quirk(lambda pipeline: replace(pipeline, score=raising))  # type: ignore[arg-type]
    for parts in (frozenset[Part](), QUESTION.parts):  # without parts no number is made before it is compared
        question = replace(QUESTION, parts=parts)
        for got, same in ((Crash("KeyError", "'X'"), True), (Crash("IndexError", ""), False), (ANSWER, False)):
            assert reproduced_by(broken, question, got) is same
            assert Predictor().reproduces(question, DIALECT, [crash], got) is same


@pytest.mark.parametrize(
    ("values", "same"),
    [
        ({}, True),
        ({TP: 2}, False),
        ({F1: 0.4}, True),
        ({F1: 0.41}, False),
        ({OF_X: None}, False),
        ({NONE: 0}, False),
    ],
)
def test_an_answer_is_reproduced_if_every_number_that_was_asked_is(
    values: Mapping[Measure, float], *, same: bool
) -> None:
    got: Observation = replace(ANSWER, values={**ANSWER.values, **values})
    assert reproduced_by(PIPELINE, QUESTION, got) is same
    assert Predictor().reproduces(QUESTION, DIALECT, [], got) is same
    assert not reproduced_by(PIPELINE, QUESTION, replace(ANSWER, rows=frozenset("X")))


def test_numbers_are_a_mapping_of_those_that_there_are_each_made_when_it_is_looked_at() -> None:
    evaluation = PIPELINE.evaluate(QUESTION.gold, QUESTION.pred)
    numbers = _Numbers(evaluation, QUESTION)
    assert dict(numbers) == ANSWER.values
    assert len(numbers) == 3
    assert NONE not in numbers
    with pytest.raises(KeyError):
        numbers[NONE]
    assert prediction._values(evaluation, QUESTION) == ANSWER.values
