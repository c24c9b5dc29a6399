"""Limits: how many sentences, or tokens of a sentence, a metric reads, found out by asking.

A metric is asked three large inputs, in which the score says how many entities it has seen.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from nerconform.asking.observation import Answer
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.diagnosis.asked_case import reduced_to
from nerconform.diagnosis.changes import DialectChange, of_mistake
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.suite.wrong_filtering import first_units
from nerconform.suite.wrong_tags import first_predictions, first_tokens

if TYPE_CHECKING:
    from nerconform.suite.mistake import Mistake

_NUMBER = 1100
"""Entities of each input: more than people keep."""
_RECALL, _F1 = (Measure(Schema.STRICT, "micro", name) for name in ("recall", "f1"))


def limits(implementation: Implementation, base: Dialect) -> Iterator[DialectChange]:
    """Yield the mistake of reading only so many sentences, or tokens of a sentence, for each limit that shows.

    What shows need not be a limit: it is a candidate as every other, and is held against the answers.
    """
    (inside,) = probe(QuestionKind(Form.TAGS, str(base.scheme))).gold[0]  # type: ignore[index] # units of tags
    first = [inside, *["O"] * (_NUMBER - 1)]
    every = [inside] * _NUMBER
    asked: tuple[tuple[list[list[str]], list[list[str]], Callable[[int], Mistake], bool], ...] = (
        ([[tag] for tag in every], [[tag] for tag in first], first_units, False),
        ([every], [first], first_tokens, False),
        ([every], [every], first_predictions, True),
    )
    for gold, pred, mistake, is_share in asked:
        seen = _seen(implementation, Question(gold, pred, Form.TAGS, str(base.scheme)), is_share=is_share)
        if 0 < seen < _NUMBER:
            yield of_mistake(mistake(seen))


def _seen(implementation: Implementation, question: Question, *, is_share: bool) -> int:
    """Return of how many gold entities a score speaks, 0 where it says nothing.

    One of them is predicted and right, or all of the predicted ones are, which are a share of gold.
    """
    measures = frozenset({_RECALL, _F1})
    asked = reduced_to(
        implementation, Question(question.gold, question.pred, question.form, question.scheme, measures=measures)
    )
    got = ask(implementation, asked[1]) if asked else None
    values = got.values if isinstance(got, Answer) else {}
    value = values.get(_RECALL, values.get(_F1))
    ratio = float(value) if isinstance(value, int | float | Fraction) else 0.0
    if not isfinite(ratio) or not 0 < ratio <= 1:
        return 0
    recall = ratio if _RECALL in values else ratio / (2 - ratio)
    return round(_NUMBER * recall if is_share else 1 / recall)
