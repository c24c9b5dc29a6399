"""Limits: how many sentences, or tokens of a sentence, a metric reads, found out by asking.

A metric is asked three large inputs, in which the score says about how many entities it has seen. A score can be
rounded, so the exact number is then looked for with two entities, of which the second stands further and further away.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
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
    """Yield the mistake of reading only the first N sentences, or the first N tokens of each, for each N that shows.

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
        recall = _recall(implementation, Question(gold, pred, Form.TAGS, str(base.scheme)))
        if recall is None:
            return  # it fails on large inputs, or is too slow for them
        seen = round(_NUMBER * recall if is_share else 1 / recall) if recall else 0
        if 0 < seen < _NUMBER:
            yield from map(of_mistake, map(mistake, _limit(implementation, base, inside, mistake, is_share=is_share)))


def _limit(
    implementation: Implementation, base: Dialect, inside: str, mistake: "Callable[[int], Mistake]", *, is_share: bool
) -> Iterator[int]:
    """Yield the last position of gold that is read, unless all are; a score can be rounded, a position cannot.

    The second of two entities is at that position. Both are predicted if predictions are cut, else only the first.
    """
    read, lost = 1, _NUMBER
    while lost - read > 1:
        place = (read + lost) // 2
        far = [inside, *["O"] * (place - 2), inside]
        near = far if is_share else [inside, *["O"] * (place - 1)]
        gold, pred = ([[tag] for tag in side] if mistake is first_units else [side] for side in (far, near))
        recall = _recall(implementation, Question(gold, pred, Form.TAGS, str(base.scheme)))
        if recall is None:
            return
        read, lost = (place, lost) if (recall == 1) == is_share else (read, place)
    if lost < _NUMBER:
        yield read


def _recall(implementation: Implementation, question: Question) -> float | None:
    """Return recall, from F1 with precision 1 where it is not given, `None` where the metric gives neither."""
    asked = reduced_to(implementation, replace(question, measures=frozenset({_RECALL, _F1})))
    got = ask(implementation, asked[1]) if asked else None
    values = got.values if isinstance(got, Answer) else {}
    value = values.get(_RECALL, values.get(_F1))
    ratio = float(value) if isinstance(value, int | float | Fraction) else None
    if ratio is None or not isfinite(ratio) or not 0 <= ratio <= 1:
        return None
    return ratio if _RECALL in values else ratio / (2 - ratio)
