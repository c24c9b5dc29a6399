"""Quirks that depend on a mode or on all of the input: the library does what the quirk predicts, and not without it."""

from dataclasses import replace

import pytest

from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Form, Question
from nerconform.diagnosis.divergence import reproduces
from nerconform.diagnosis.prediction import Predictor, given
from nerconform.diagnosis.ways import Asker, QuestionKind, types_in
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import resolve
from nerconform.libraries.seqeval import quirks as seqeval
from nerconform.reference.dialect import Dialect

ONE_X = (
    "nervaluate.one-table-for-three-schemes",
    "nervaluate.empty-type-accepted",
    "nervaluate.letter-checked-where-a-span-opens",
    "nervaluate.no-units-no-results",
)
MINE = {quirk.id: quirk for quirk in seqeval.QUIRKS} | {name: QUIRKS[name] for name in ONE_X}
MODES = {"strict": "seqeval:strict", "strict:*": "seqeval:strict", "strict:auto": "seqeval:strict:auto"}
ASKED = {
    "seqeval.text-report-without-entities": {"ask": Ask.REPORT},
    "seqeval.accuracy-of-nothing": {"choices": (("item", "token"),)},
    "seqeval.unknown-letters": {"scheme": "BIOES"},
}
ONE_BY_ONE = {"seqeval.strict-iob1", "seqeval.unknown-letters"}
"""Here the implementation is not asked what its smallest input is: illegal IOB1, and BILOU in default mode."""


def asked(quirk: Quirk) -> tuple[str, Question]:
    """Return an implementation that has the quirk, and its smallest input as a question."""
    name = "nervaluate" if quirk.library == "nervaluate" else MODES.get((*quirk.modes, "")[0], "seqeval:default")
    one, other = quirk.example.sides
    way = replace(QuestionKind(Form.TAGS, str(quirk.example.scheme)), **ASKED.get(quirk.id, {}))  # type: ignore[arg-type]
    (implementation,) = resolve(name)
    return name, Asker(implementation).question(way, one, other, types_in((one, other), way))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(set(MINE) - ONE_BY_ONE))
def test_the_library_does_what_the_quirk_predicts_and_the_dialect_does_not(name: str) -> None:
    quirk = MINE[name]
    implementation_name, question = asked(quirk)
    (implementation,) = resolve(implementation_name)
    assert quirk.belongs_to(implementation.name)
    dialect = implementation.dialect(question)
    assert isinstance(dialect, Dialect)
    assert quirk.fires(given(question, dialect))
    got, predictor = ask(implementation, question), Predictor()
    assert reproduces(question, predictor.predict(question, dialect, [quirk]), got, dialect.round)
    assert not reproduces(question, predictor.predict(question, dialect), got, dialect.round)


def test_the_first_unit_that_cannot_be_read_decides_between_refusal_and_crash() -> None:
    """All gold units are read before the prediction, and within a unit the letters come first."""
    (implementation,) = resolve("seqeval:strict")
    for gold, pred, error in (
        ([["S-X"], ["Q-X"]], [["O"], ["O"]], "ValueError"),
        ([["Q-X"], ["S-X"]], [["O"], ["O"]], "KeyError"),
        ([["S-X", "Q-X"]], [["O", "O"]], "KeyError"),
        ([["O"], ["S-X"]], [["Q-X"], ["O"]], "ValueError"),
        ([["O"], ["O"]], [["S-X"], ["Q-X"]], "ValueError"),
    ):
        question = Asker(implementation).question(QuestionKind(Form.TAGS, "IOB2"), gold, pred)
        got = ask(implementation, question)
        assert getattr(got, "error", "") == error
        dialect = implementation.dialect(question)
        assert isinstance(dialect, Dialect)
        quirk = MINE["seqeval.unknown-letter-crashes"]
        assert reproduces(question, Predictor().predict(question, dialect, [quirk]), got, dialect.round)
