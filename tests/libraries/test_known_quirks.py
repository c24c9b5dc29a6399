"""Each known divergence has a quirk of its name, and the quirk reproduces every pinned case."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from nerconform.asking.external import External
from nerconform.asking.observation import Answer, Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Part, Question
from nerconform.diagnosis.divergence import differences, reproduces
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import Pinned
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import resolve
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.suite.agreement import agrees
from nerconform.suite.cases import load_suite
from nerconform.suite.known import KnownCause, load_known
from tests.examples.own_copies import own_copy
from tests.steps import of_library

WITHOUT_QUIRK = {("named-entity-evaluator", "texts-are-not-checked")}
"""Bad input that the library scores by the rules of good input: no step of a pipeline changes."""
KNOWN = [cause for cause in load_known() if (cause.library, cause.id) not in WITHOUT_QUIRK]
OWN_COPIES = {"conlleval.pl": "conlleval_pl", "seqnereval": "seqnereval"}
"""Libraries of which there may be a copy, each with the folder of its harness."""
NAMES = {(quirk.library, quirk.id.partition(".")[2]): quirk for quirk in QUIRKS.values()}
SHOWN_BY_SEVERAL = {
    "eval4ner.type-first-in-every-schema": "eval4ner.missed-by-another-alignment",
    "gliner.macro-needs-exactly-one-type": "gliner.documents-are-cut",
    "eval4ner.first-not-closest": "eval4ner.missed-by-another-alignment",
    "presidio-evaluator.prediction-counts-for-each-gold-entity": (
        "presidio-evaluator.f1-undefined-where-nothing-is-right"
    ),
    "seqnereval.string-is-a-unit": "seqnereval.no-unit-left",
    "sklearn-crfsuite.units-are-flattened": "sklearn-crfsuite.no-token-refused",
    "spaneval.second-prediction-is-no-error": "spaneval.prediction-serves-several",
    "spacy.empty-tag-is-no-annotation": "spacy.unannotated-gold-is-passed-over",
    "spacy.empty-span-accepted": "spacy.empty-entity-is-none",
}
"""Causes of which a case or a mode shows another one, too."""
UNREFUSED = {"input.option-zero", "input.option-policy"}
"""Cases in which an option that does not exist should be refused: whatever is answered is wrong."""


def called(cause: KnownCause) -> str:
    return f"{cause.implementation}-{cause.id}"


every_cause = pytest.mark.parametrize("cause", KNOWN, ids=called)
every_cause_that_is_asked = pytest.mark.parametrize(
    "cause", [pytest.param(cause, marks=of_library(cause.library), id=called(cause)) for cause in KNOWN]
)
every_cause_outside = pytest.mark.parametrize(
    "cause", [cause for cause in KNOWN if cause.library in OWN_COPIES], ids=called
)


@cache
def questions() -> dict[str, Question]:
    """Return what the golden cases ask, by their ids."""
    return {case.id: case.question for case in load_suite().cases}


external = cache(External)
"""One process for each command."""


def implementation_of(cause: KnownCause) -> Implementation:
    """Return who shows the cause."""
    if cause.library in OWN_COPIES:
        return external(own_copy(OWN_COPIES[cause.library]))
    return resolve(cause.implementation)[0]


def choices_of_quirks(cause: KnownCause) -> list[Sequence[Quirk]]:
    """Return the quirk of the cause's name, alone and with the one that some of its cases show, too."""
    own = NAMES[cause.library, cause.id]
    other = QUIRKS.get(SHOWN_BY_SEVERAL.get(own.id, ""))
    return [(own,)] if other is None or not other.belongs_to(cause.implementation) else [(own,), (own, other)]


@every_cause
def test_the_quirk_of_a_known_divergence_belongs_to_its_mode(cause: KnownCause) -> None:
    assert NAMES[cause.library, cause.id].belongs_to(cause.implementation)


@every_cause_that_is_asked
def test_the_quirk_reproduces_every_case_of_a_known_divergence(cause: KnownCause) -> None:
    implementation = implementation_of(cause)
    for name in cause.cases:
        question = questions()[name]
        measures = frozenset(one for one in question.measures if implementation.answers(one, question))
        question = replace(question, measures=measures)
        question = replace(question, parts=frozenset(part for part in Part if implementation.holds(part, question)))
        dialect = implementation.dialect(question)
        assert not isinstance(dialect, Unsupported)
        got, predictor = ask(implementation, question), Predictor()
        assert name in UNREFUSED or differences(question, predictor.predict(question, dialect), got), name
        predicted = [predictor.predict(question, dialect, quirks) for quirks in choices_of_quirks(cause)]
        assert any(reproduces(question, one, got, Rounding()) for one in predicted), (name, predicted, got)


def dialect_outside(cause: KnownCause, scheme: Scheme) -> Dialect:
    """Return the dialect in which a harness says that its program reads this scheme."""
    dialect = NAMES[cause.library, cause.id].dialect(scheme)
    if cause.library == "conlleval.pl":
        return dialect.set(round="2-binary-x100")
    return dialect.set(policy="lample") if scheme is Scheme.BILOU else dialect


def error_of(pinned: Pinned) -> str:
    """Return the type of the exception that is pinned, or nothing."""
    found = re.match(r"(?:refused: )?(\w+): ", pinned.get("answer", ""))
    return found[1] if found else ""


def numbers_of(pinned: Pinned) -> dict[Measure, str]:
    """Return the numbers that are pinned: each by itself, or those of an answer where there should be none."""
    if error_of(pinned):
        return {}
    texts = dict(re.findall(r"(\S+)=([^,]+)", pinned["answer"])) if "answer" in pinned else pinned
    return {Measure.parse(name): text for name, text in texts.items()}


def is_pinned(predicted: Observation, pinned: Pinned) -> bool:
    """Whether this is the answer that is pinned: every number, or an exception of its type."""
    if error_of(pinned) or not isinstance(predicted, Answer):
        return getattr(predicted, "error", None) == error_of(pinned)
    return all(has_number(predicted, measure, text) for measure, text in numbers_of(pinned).items())


def has_number(predicted: Answer, measure: Measure, text: str) -> bool:
    """Whether the prediction, which is exact, is the number that is pinned, or has none where none is."""
    value = predicted.values.get(measure)
    if text == "nothing":
        return measure not in predicted.values
    return isinstance(value, int | Fraction) and agrees(value, float(text))


@every_cause_outside
def test_the_quirk_gives_every_pinned_answer_where_the_program_is_not_here(cause: KnownCause) -> None:
    for name, pinned in cause.cases.items():
        question = questions()[name]
        question = replace(question, measures=question.measures | {*numbers_of(pinned)})
        dialect = dialect_outside(cause, scheme_of(question.scheme)).set(**question.choices)
        predicted = [Predictor().predict(question, dialect, quirks) for quirks in choices_of_quirks(cause)]
        assert any(is_pinned(one, pinned) for one in predicted), (name, pinned, predicted)
        assert not is_pinned(Predictor().predict(question, dialect), pinned), name
