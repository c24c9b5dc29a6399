"""What a predictor remembers: each unit is matched and counted once, and no more is kept than the limits say."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from nerconform.asking.question import Form, Question
from nerconform.diagnosis import prediction
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk
from nerconform.reference.counting import Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline, of_sides
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

DIALECT = NAMED["conlleval"]
PIPELINE = Pipeline.of(DIALECT)
UNITS = [(Span("X", at, at + 1),) for at in range(4)]
QUESTION = Question([["B-X"]], [["B-X"]], Form.TAGS, "IOB2")


def quirk(name: str, change: Change = lambda pipeline: pipeline) -> Quirk:
    """Return a quirk that always fires."""
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    return replace(known, id=name, change=change, fires=lambda _: True, schemes=tuple(Scheme), reads=None)


class Matching:
    """A match step that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Spans, Spans]] = []

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        self.asked.append((gold, pred))
        return PIPELINE.match(gold, pred)


class Counting:
    """A count step that keeps how many units it was given each time."""

    def __init__(self) -> None:
        self.units: list[int] = []

    def __call__(self, units: Iterable[Outcomes]) -> Tally:
        units = list(units)
        self.units.append(len(units))
        return PIPELINE.count(units)


def test_a_unit_is_matched_once_until_as_many_are_kept_as_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "_MAX_UNITS", 2)
    step = Matching()
    matched = prediction._remembering(step)
    one, two, three, _ = UNITS
    first = matched(one, two)
    assert first == PIPELINE.match(one, two)
    assert matched(two, one) == PIPELINE.match(two, one)
    assert matched(one, two) is first
    assert step.asked == [(one, two), (two, one)]
    matched(three, three)  # two are kept: both are forgotten
    matched(three, three)
    matched(one, two)
    matched(three, three)
    assert step.asked == [(one, two), (two, one), (three, three), (one, two)]


class Hiding(Span):
    """A span that holds more than equal spans show."""


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("hides", [(Hiding("X", 0, 1),), (Span(type("Kind", (str,), {})("X"), 0, 1),), [UNITS[0][0]]])
def test_spans_of_classes_of_their_own_are_matched_anew(side: int, hides: Spans) -> None:
    step = Matching()
    matched = prediction._remembering(step)
    sides = (UNITS[1], hides) if side else (hides, UNITS[1])
    assert matched(*sides) == matched(*sides) == PIPELINE.match(*sides)
    assert step.asked == [sides, sides]


def test_outcomes_are_counted_once_by_identity_until_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "_MAX_UNITS", 2)
    step = Counting()
    counted = prediction._adding(step)
    right, wrong, more = (PIPELINE.match(UNITS[0], pred) for pred in UNITS[:3])
    assert counted([right, wrong, right]) == PIPELINE.count([right, wrong, right])
    assert step.units == [1, 1]
    assert counted([right, wrong, more]) == PIPELINE.count([right, wrong, more])  # before the third both are forgotten
    counted([more, more])
    assert step.units == [1, 1, 1]
    counted([right, more])
    assert step.units == [1, 1, 1, 1]
    assert counted([]) == PIPELINE.count([])


def test_no_more_pipelines_are_kept_than_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "_MAX_PIPELINES", 2)
    predictor = Predictor()
    dialects = [DIALECT, DIALECT.set(zero="1"), DIALECT.set(policy="discard")]
    one, two, three = (predictor.pipeline(QUESTION, dialect, ()) for dialect in dialects[:2] + dialects[:1])
    assert one is three is not two
    assert [each.dialect for each in (one, two)] == dialects[:2]
    predictor.pipeline(QUESTION, dialects[2], ())
    assert predictor.pipeline(QUESTION, dialects[2], ()) is predictor.pipeline(QUESTION, dialects[2], ())
    assert [list(kept) for kept in (predictor._bases, predictor._kept)] == [[dialects[2]], [(dialects[2], ())]]
    again = predictor.pipeline(QUESTION, DIALECT, ())
    assert again is not one
    assert len(predictor._kept) == len(predictor._bases) == 2


def test_pipelines_with_the_same_quirks_are_one_and_remember_matches_of_their_own() -> None:
    step = Matching()
    other = quirk("other", lambda pipeline: replace(pipeline, match=step))
    predictor = Predictor()
    plain = predictor.pipeline(QUESTION, DIALECT, ())
    same = predictor.pipeline(QUESTION, DIALECT, (quirk("same"),))
    assert same.match is plain.match
    found = predictor.pipeline(QUESTION, DIALECT, (other,))
    assert found is predictor.pipeline(QUESTION, DIALECT, (other,))
    for _ in range(2):
        assert found.match(UNITS[0], UNITS[0]) == PIPELINE.match(UNITS[0], UNITS[0])
    assert len(step.asked) == 1


def test_a_quirk_that_reads_the_input_is_added_anew_each_time() -> None:
    reads = QUIRKS["seqeval.guess-takes-another-scheme"]
    predictor = Predictor()
    question = Question([["E-X"]], [["E-X"]], Form.TAGS, "BIOES")
    dialect = NAMED["seqeval-strict"].set(scheme="BIOES")
    pipelines = [predictor.pipeline(question, dialect, (reads, quirk("other"))) for _ in range(2)]
    assert pipelines[0] is not pipelines[1]
    assert [each.dialect.scheme for each in pipelines] == [Scheme.IOE2] * 2
    assert not predictor._kept


def test_quirks_are_added_in_their_order_and_those_that_cannot_fire_are_left_out() -> None:
    order: list[str] = []

    def noting(name: str) -> Quirk:
        return quirk(name, lambda pipeline: order.append(name) or of_sides(lambda spans: spans)(pipeline))  # type: ignore[func-returns-value]

    def raises(_: object) -> bool:
        raise AttributeError

    quirks = [noting("one"), replace(noting("never"), fires=lambda _: False), replace(noting("fails"), fires=raises)]
    quirks.append(noting("two"))
    assert [each.id for each in prediction.acting(DIALECT, quirks, QUESTION)] == ["one", "two"]
    prediction.changed(DIALECT, quirks, QUESTION)
    assert order == ["one", "two"]
