"""A short seeded search: a library beside the reference with the quirks that can fire, on drawn corpora."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from random import Random
from typing import Any

from hypothesis import strategies as st

from nerconform.asking.observation import Crash, Observation, Refusal, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.diagnosis.divergence import differences, reproduces
from nerconform.diagnosis.prediction import Predictor
from nerconform.diagnosis.prediction import given as given_of
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import resolve
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES, COUNTS, Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span
from nerconform.suite import strategies as ner
from nerconform.suite.sampling import draw

Data = tuple[Form, str, tuple[Any, Any]]
"""The form, the scheme, and both sides."""
_QUANTITIES = (*COUNTS, "precision", "recall", "f1", "f2", "f0.5")
_MOST = 5
_KINDS = ("legal", "any", "malformed")


@dataclass
class Found:
    """What a search finds: inputs that nothing explains, and the quirks that explained the others."""

    unexplained: list[Question] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)


def of_tags(schemes: Sequence[str]) -> st.SearchStrategy[Data]:
    """Draw corpora of tags, legal, illegal and malformed, in these schemes."""
    kinds = product(schemes, _KINDS, _KINDS)
    return st.one_of(*(_tagged(*kind) for kind in kinds))


def _tagged(scheme: str, gold: str, pred: str) -> st.SearchStrategy[Data]:
    return ner.corpora(scheme, gold=gold, pred=pred).map(lambda sides: (Form.TAGS, scheme, sides))


def of_spans(*shapes: str) -> st.SearchStrategy[Data]:
    """Draw corpora of spans, of all shapes if none is named."""
    drawn = ner.span_corpora(shapes=shapes) if shapes else ner.span_corpora()
    return drawn.map(lambda sides: (Form.SPANS, "IOB2", sides))


def search(
    name: str,
    count: int,
    data: st.SearchStrategy[Data],
    *,
    choices: Sequence[Mapping[str, str]] = ({},),
    asks: Sequence[Ask] = (Ask.SCORES,),
) -> Found:
    """Ask one implementation about so many corpora, each with some of the choices, in one of the ways."""
    (implementation,) = resolve(name)
    found, choose, predictor = Found(), Random(1), Predictor()  # noqa: S311 - a seed for a search

    def look(drawn: Data) -> None:
        form, scheme, (gold, pred) = drawn
        raw = Question(gold, pred, form, scheme, choose.choice(choices), choose.choice(asks))
        question = _whole(implementation, raw)
        dialect = implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return
        got = ask(implementation, question)
        if not differences(question, predictor.predict(question, dialect), got):
            return
        causes = _causes(implementation, question, dialect, got, predictor)
        found.classes.update(quirk.id for quirk in causes or ())
        if causes is None:
            found.unexplained.append(question)

    draw(data, count, 1, look)
    return found


def answer_of(name: str, gold: object, pred: object, **asked: Any) -> str:  # noqa: ANN401 - fields of a question
    """Return the type of the exception that an implementation raises, or that it answers."""
    observation = _observed(name, gold, pred, asked)[1]
    return observation.error if isinstance(observation, Crash | Refusal) else type(observation).__name__


def explained(name: str, gold: object, pred: object, **asked: Any) -> list[str] | None:  # noqa: ANN401 - as above
    """Return the quirks that explain an answer, none where it is the reference's, `None` where nothing explains it."""
    question, got, implementation = _observed(name, gold, pred, asked)
    dialect = implementation.dialect(question)
    assert not isinstance(dialect, Unsupported)
    causes = _causes(implementation, question, dialect, got, Predictor())
    return None if causes is None else [quirk.id for quirk in causes]


def _observed(
    name: str, gold: object, pred: object, asked: Mapping[str, Any]
) -> tuple[Question, Observation, Implementation]:
    (implementation,) = resolve(name)
    question = _whole(implementation, Question(gold, pred, **{"form": Form.TAGS, **asked}))
    return question, ask(implementation, question), implementation


def _whole(implementation: Implementation, question: Question) -> Question:
    """Return the question with everything that the implementation declares."""
    asked = [Measure(*one) for one in product(Schema, AVERAGES, _QUANTITIES)]
    kinds = sorted(_types(question))
    asked += [Measure.of_type(schema, kind, one) for schema, kind, one in product(Schema, kinds, _QUANTITIES)]
    measures = frozenset(measure for measure in asked if implementation.answers(measure, question))
    parts = frozenset(part for part in Part if implementation.holds(part, replace(question, parts=frozenset(Part))))
    return replace(question, measures=measures, parts=parts)


def _types(question: Question) -> Iterator[str]:
    """Yield the types and the tags of the data."""
    sides: Any = (question.gold, question.pred)
    units = (unit for side in sides for unit in side if isinstance(unit, list))
    for item in (item for unit in units for item in unit):
        yield from (item.type,) if isinstance(item, Span) else (str(item), str(item).partition("-")[2])


def _causes(
    implementation: Implementation, question: Question, dialect: Dialect, got: Observation, predictor: Predictor
) -> tuple[Quirk, ...] | None:
    """Return the fewest quirks with which the reference gives what was observed."""
    library, _, version = implementation.version.rpartition(" ")
    own = (quirk for quirk in quirks_of(library, version) if quirk.belongs_to(implementation.name))
    asked = given_of(question, dialect)
    firing = [quirk for quirk in own if dialect.scheme in quirk.schemes and quirk.fires(asked)]
    for size in range(_MOST + 1):
        for quirks in combinations(firing, size):
            if reproduces(question, predictor.predict(question, dialect, quirks), got, Rounding()):
                return quirks
    return None
