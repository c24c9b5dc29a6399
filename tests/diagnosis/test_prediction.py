"""What is remembered of a unit never changes an answer: neither that of a dialect nor that of a quirk."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Answer
from nerconform.asking.question import Form, Part, Question
from nerconform.diagnosis.prediction import Predictor, answered_by, changed
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.spans import Span

PREDICTOR = Predictor()
"""One for all tests, so that it remembers units of other quirks and of the plain dialect."""
MEASURES = frozenset(Measure(schema, "micro", name) for schema in Schema for name in ("cor", "spu", "pos", "f1"))
OF_TAGS = [quirk for quirk in QUIRKS.values() if quirk.example.data is None]


def question(quirk: Quirk, times: int) -> Question:
    """Return the question about the smallest input of a quirk, its unit so many times."""
    gold, pred = quirk.example.sides
    return Question(gold * times, pred * times, Form.TAGS, str(quirk.example.scheme), {}, measures=MEASURES)  # type: ignore[operator]


@pytest.mark.parametrize("quirk", OF_TAGS, ids=lambda quirk: quirk.id)
def test_a_unit_that_comes_again_is_answered_as_the_first_time(quirk: Quirk) -> None:
    dialect = quirk.dialect(quirk.example.scheme)
    for times in (1, 3, 2):
        asked = question(quirk, times)
        for quirks in ((), (quirk,)):
            anew = answered_by(changed(dialect, quirks, asked), asked)
            assert PREDICTOR.predict(asked, dialect, quirks) == anew


def test_the_pairs_of_every_unit_are_answered_where_they_are_asked_and_nothing_else() -> None:
    gold, pred, wrong = Span("X", 0, 2), Span("X", 0, 1), Span("Y", 3, 4)
    asked = Question([[gold], []], [[pred], [wrong]], Form.SPANS, "IOB2", {}, measures=MEASURES)
    pipeline = Pipeline.of(NAMED["semeval"])
    plain, found = (
        answered_by(pipeline, replace(asked, parts=parts)) for parts in (frozenset[Part](), frozenset({Part.PAIRS}))
    )
    assert isinstance(plain, Answer)
    assert plain.pairs is None
    assert isinstance(found, Answer)
    assert found.pairs is not None
    for rows in found.pairs.values():
        assert [[(pair.gold, pair.pred) for pair in unit] for unit in rows] == [[(gold, pred)], [(None, wrong)]]


def test_what_is_asked_of_spans_is_answered_as_the_first_time() -> None:
    """Under `pool:mean` every unit has a tally of its own: they are kept apart, and added."""
    dialect = QUIRKS["eval4ner.empty-unit-counts-one-of-everything"].dialect(OF_TAGS[0].example.scheme)
    right, wrong = [Span("X", 0, 1)], [Span("Y", 0, 2)]
    asked = Question([right, right, [], right], [right, wrong, [], right], Form.SPANS, "IOB2", {}, measures=MEASURES)
    for _ in range(2):
        found = PREDICTOR.predict(asked, dialect)
        assert found == answered_by(changed(dialect, (), asked), asked)
        values = {str(measure): value for measure, value in found.values.items()}  # type: ignore[union-attr]
        assert [values[f"strict.micro.{name}"] for name in ("cor", "pos")] == [2, 3]
