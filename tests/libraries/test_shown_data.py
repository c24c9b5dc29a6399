"""Quirks that one unit of tags cannot show: each is shown by its data, fires there, and changes the answer."""

import pytest

from nerconform.asking.observation import Answer, Crash, Observation, Refusal
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import Shown
from nerconform.libraries.quirk import Given, Quirk
from nerconform.reference.measures import Measure

ANYWHERE = {
    *("iobes.bmewo-name-error", "iobes.bmewo-errors-uncalled", "nerval.cannot-be-imported"),
    *("seqeval.sample-weight-changes-nothing", "sklearn-crfsuite.sequences-of-one-length-count-by-items"),
    *("nervaluate.conll-reads-the-second-column", "nervaluate.conll-takes-tabs-alone"),
    *("nervaluate.conll-without-tabs-crashes", "nervaluate.equal-bounds-used-again"),
    *("nervaluate.carriage-return-belongs-to-the-tag", "nervaluate.carriage-return-is-a-type"),
    *("nervaluate.tags-without-a-loader-crash", "seqeval.name-of-a-scheme-crashes"),
    *("seqeval.units-that-are-no-lists-are-refused", "seqeval.accuracy-of-tuples-is-of-sentences"),
    *("sklearn-crfsuite.average-is-binary", "seqeval.rows-of-gold-types-alone"),
    *("evaliob2-pl.first-predictions-are-not-counted", "nestednereval.precision-of-gold-hits"),
    "seqeval.accuracy-of-entities",
}
"""Quirks that can fire on any input with a span, or change the answer to it."""
WITHOUT_RESULTS = {"nervaluate.no-units-no-results", "nervaluate.empty-units-at-the-end-are-lost"}
LEGAL = {"IO": ["I-X"], "BIOES": ["B-X", "E-X"], "BMEWO": ["W-X"]}
SHOWN = {quirk.id: quirk for quirk in QUIRKS.values() if quirk.example.data is not None}
every_quirk = pytest.mark.parametrize("quirk", SHOWN.values(), ids=SHOWN)
COUNTS = ("strict.micro.pos", "strict.micro.act", "strict.micro.tp")


def asked(quirk: Quirk) -> Question:
    """Return the question about the data, in the way in which the quirk can fire."""
    gold, pred = quirk.example.sides
    dialect = quirk.dialect(quirk.example.scheme)
    ways = [way for way in Ask if quirk.fires(Given(gold, pred, dialect, str(way), quirk.example.choices))]
    due = quirk.example.right
    shown = [*(quirk.example.numbers or {}), *(due.numbers or {} if due else {})]
    measures = frozenset(map(Measure.parse, [*COUNTS, *shown]))
    choices, parts = quirk.example.choices, frozenset({Part.ROWS})
    return Question(gold, pred, Form.RAW, choices=choices, ask=ways[0], measures=measures, parts=parts)


def predicted(quirk: Quirk, *quirks: Quirk) -> Observation:
    """Return the answer to the question with these quirks."""
    return Predictor().predict(asked(quirk), quirk.dialect(quirk.example.scheme), quirks)


def right(quirk: Quirk) -> Observation:
    """Return what the reference answers; a choice that does not exist is refused, not passed on."""
    try:
        quirk.dialect(quirk.example.scheme).set(**quirk.example.choices)
    except NerconformError as error:
        return Refusal(type(error).__name__, str(error))
    return predicted(quirk)


@every_quirk
def test_a_quirk_gives_what_its_data_show(quirk: Quirk) -> None:
    _assert_shows(predicted(quirk, quirk), quirk.example.returned, empty=quirk.id in WITHOUT_RESULTS)


@pytest.mark.parametrize("quirk", [one for one in SHOWN.values() if one.example.right], ids=lambda one: one.id)
def test_what_would_be_right_is_what_the_reference_gives(quirk: Quirk) -> None:
    assert quirk.example.right
    _assert_shows(right(quirk), quirk.example.right, empty=False)


def _assert_shows(answer: Observation, shown: Shown, *, empty: bool) -> None:
    """Fail where an answer is not the one that is shown.

    A refusal of the reference is shown by its code, a number of a type without a row as undefined.
    """
    if shown.error:
        assert isinstance(answer, Crash | Refusal)
        assert shown.error == answer.error or f"[{shown.error}]" in answer.message
        return
    assert isinstance(answer, Answer)
    values = {str(measure): value for measure, value in answer.values.items()}
    if shown.counts is not None:
        assert tuple(values[measure] for measure in COUNTS) == shown.counts
    for measure, value in (shown.numbers or {}).items():
        assert values.get(measure) == pytest.approx(value)
    assert shown.counts or shown.numbers or (empty and not values)


@every_quirk
def test_without_the_quirk_its_data_have_another_answer(quirk: Quirk) -> None:
    assert predicted(quirk) != predicted(quirk, quirk)


@every_quirk
def test_a_quirk_does_not_fire_on_one_legal_entity(quirk: Quirk) -> None:
    dialect = quirk.dialect(quirk.example.scheme)
    legal = LEGAL.get(quirk.example.scheme, ["B-X"])
    quiet = [["B-X"], ["O"]] if quirk.id == "seqscore.printed-accuracy-after-repair" else [legal]
    fires = quirk.fires(Given(quiet, quiet, dialect))
    assert fires == (quirk.id in ANYWHERE)
