"""Parameters: what of a mistake is a number, found out by asking: beta, a threshold, a tolerance, a shift, a list.

What shows need not be what the metric does: it is a candidate as every other, and is held against the answers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import isfinite

from nerconform.asking.observation import Answer
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Part, Question
from nerconform.diagnosis.asked_case import reduced_to
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_filtering import gold_moved, predictions_moved
from nerconform.suite.wrong_formulas import f_of_beta, listed_types
from nerconform.suite.wrong_matching import matches_nearby
from nerconform.suite.wrong_sides import shares_at_least

_TYPE = "X"
_LENGTH = 100
_RECALL, _F1 = (Measure(Schema.STRICT, "micro", name) for name in ("recall", "f1"))
_SHIFTS = (1, 2, 3, -1, -2, -3)
_HALF = 0.5
_ROUGHLY = 1e-3
_Tags = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class AskedMetric:
    """A metric that is asked what recall and F1 are, with tags in the scheme of its dialect."""

    implementation: Implementation
    base: Dialect

    def recall(self, gold: _Tags, pred: _Tags) -> float | None:
        """Return recall, from F1 with precision 1 where it is not given, `None` where the metric gives neither."""
        values = self._answered(gold, pred)
        if _RECALL in values:
            return values[_RECALL]
        score = values.get(_F1)
        return None if score is None else score / (2 - score)

    def f1(self, gold: _Tags, pred: _Tags) -> float | None:
        """Return F1, `None` where the metric does not give it."""
        return self._answered(gold, pred).get(_F1)

    def finds(self, gold: Span, pred: Span) -> bool:
        """Whether a prediction is right for a gold span, both alone in a sentence."""
        return self.recall([self.tags(gold)], [self.tags(pred)]) == 1

    def types(self) -> list[str]:
        """Return the types that have a row where the data have another type."""
        tags = [self.tags(Span(_TYPE, 0, 1))]
        got = self._got(Question(tags, tags, Form.TAGS, str(self.base.scheme), parts=frozenset({Part.ROWS})))
        return sorted((got.rows or frozenset()) - {_TYPE}) if got else []

    def tags(self, span: Span) -> list[str]:
        """Return the tags of a sentence with one span."""
        return list(encode_spans((span,), 2 * _LENGTH, self.base.scheme))

    def _answered(self, gold: _Tags, pred: _Tags) -> Mapping[Measure, float]:
        got = self._got(Question(gold, pred, Form.TAGS, str(self.base.scheme)))
        values = got.values if got else {}
        ratios = {key: float(value) for key, value in values.items() if isinstance(value, int | float | Fraction)}
        return {key: ratio for key, ratio in ratios.items() if isfinite(ratio) and 0 <= ratio <= 1}

    def _got(self, question: Question) -> Answer | None:
        asked = reduced_to(self.implementation, replace(question, measures=frozenset({_RECALL, _F1})))
        got = ask(self.implementation, asked[1]) if asked else None
        return got if isinstance(got, Answer) else None


def parameters(metric: AskedMetric) -> Iterator[Mistake]:
    """Yield the mistakes whose number shows in answers to small inputs."""
    yield from _of_beta(metric)
    yield from _of_shift(metric)
    yield from _of_threshold(metric)
    types = metric.types()
    if types:
        yield listed_types(types)


def _of_beta(metric: AskedMetric) -> Iterator[Mistake]:
    """Yield the F-beta that precision 1 and recall 1/2 show."""
    tags = metric.tags(Span(_TYPE, 0, 1))
    score = metric.f1([tags, tags], [tags, ["O"] * len(tags)])
    if score is None or not _HALF < score < 1:
        return
    beta = Fraction(round((_HALF * (1 - score) / (score - _HALF)) ** _HALF, 2)).limit_denominator(100)
    square = beta * beta
    if beta not in {0, 1} and abs((1 + square) / 2 / (square + Fraction(1, 2)) - Fraction(score)) < _ROUGHLY:
        yield f_of_beta(square)


def _of_shift(metric: AskedMetric) -> Iterator[Mistake]:
    """Yield how far one side is moved."""
    span = Span(_TYPE, 10, 12)
    if metric.finds(span, span):
        return
    for number in _SHIFTS:
        if metric.finds(span, span.moved(number)):
            yield gold_moved(number) if number > 0 else predictions_moved(-number)


def _of_threshold(metric: AskedMetric) -> Iterator[Mistake]:
    """Yield how much of a span, or which difference of its ends, is enough."""
    whole = Span(_TYPE, 0, _LENGTH)
    for is_gold, shares in ((True, ("iou", "gold")), (False, ("iou", "prediction"))):
        least = _first(partial(_is_enough, metric, whole, is_gold=is_gold), _LENGTH)
        if 1 < least < _LENGTH:
            yield from (mistake for share in shares for mistake in shares_at_least(share, least))
    middle = Span(_TYPE, _LENGTH // 2, _LENGTH)
    most = _first(lambda far: not metric.finds(middle, middle._replace(start=middle.start - far)), middle.start) - 1
    if 1 < most < middle.start - 1:
        yield matches_nearby(most)


def _is_enough(metric: AskedMetric, whole: Span, size: int, *, is_gold: bool) -> bool:
    """Whether the first tokens of a span are found for it, or it for them."""
    part = whole._replace(end=size)
    return metric.finds(whole, part) if is_gold else metric.finds(part, whole)


def _first(holds: Callable[[int], bool], most: int) -> int:
    """Return the first number from 1 on that holds, if all after it do, and `most` where none does."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
