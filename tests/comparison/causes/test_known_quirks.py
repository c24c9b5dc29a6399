"""Each known divergence of these libraries has a quirk of its name, and the quirk reproduces every pinned case."""

from dataclasses import replace
from functools import cache
from importlib.util import find_spec

import pytest

from nerconform.comparison.causes import QUIRKS
from nerconform.comparison.divergence import differences, reproduces
from nerconform.comparison.prediction import Predictor
from nerconform.implementations.observation import Unsupported
from nerconform.implementations.protocol import ask
from nerconform.implementations.question import Part, Question
from nerconform.implementations.registry import resolve
from nerconform.reference.values import Rounding
from nerconform.suite.cases import load_suite
from nerconform.suite.known import KnownCause, load_known

LIBRARIES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "sklearn-crfsuite", "spacy")
KNOWN = [cause for cause in load_known() if cause.library in LIBRARIES]
SHOWN_BY_SEVERAL = {
    "sklearn-crfsuite.units-are-flattened": "sklearn-crfsuite.no-token-refused",
    "spacy.empty-tag-is-no-annotation": "spacy.unannotated-gold-is-passed-over",
    "spacy.empty-span-accepted": "spacy.empty-entity-is-none",
}
"""Causes of which a case or a mode shows another one, too."""
UNREFUSED = {"input.option-zero", "input.option-policy"}
"""Cases in which an option that does not exist should be refused: whatever is answered is wrong."""
every_cause = pytest.mark.parametrize("cause", KNOWN, ids=lambda cause: f"{cause.implementation}-{cause.id}")


@cache
def questions() -> dict[str, Question]:
    """Return what the golden cases ask, by their ids."""
    return {case.id: case.question for case in load_suite().cases}


@every_cause
def test_a_known_divergence_and_its_quirk_have_one_name_and_one_title(cause: KnownCause) -> None:
    quirk = QUIRKS[f"{cause.library}.{cause.id}"]
    assert (quirk.title, quirk.library, quirk.clause) == (cause.title, cause.library, cause.clause)
    assert quirk.belongs_to(cause.implementation)


@every_cause
def test_the_quirk_reproduces_every_case_of_a_known_divergence(cause: KnownCause) -> None:
    if find_spec(cause.library.replace("-", "_")) is None:
        pytest.skip(f"{cause.library} is not installed")
    implementation = resolve(cause.implementation)[0]
    own = QUIRKS[f"{cause.library}.{cause.id}"]
    other = QUIRKS.get(SHOWN_BY_SEVERAL.get(own.id, ""))
    chosen = [(own,)] if other is None or not other.belongs_to(implementation.name) else [(own,), (own, other)]
    for name in cause.cases:
        question = questions()[name]
        measures = frozenset(one for one in question.measures if implementation.answers(one, question))
        question = replace(question, measures=measures)
        question = replace(question, parts=frozenset(part for part in Part if implementation.holds(part, question)))
        dialect = implementation.dialect(question)
        assert not isinstance(dialect, Unsupported)
        got, predictor = ask(implementation, question), Predictor()
        assert name in UNREFUSED or differences(question, predictor.predict(question, dialect), got), name
        predicted = [predictor.predict(question, dialect, quirks) for quirks in chosen]
        assert any(reproduces(question, one, got, Rounding()) for one in predicted), (name, predicted, got)
