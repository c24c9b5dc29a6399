"""Limits: how many sentences, or tokens of a sentence, a metric reads, and in which batches; found out by asking.

A metric is asked large inputs, in which the score says about how many entities it has seen. A score can be rounded, so
the exact number is then looked for with two entities, of which the second stands further and further away.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.diagnosis.changes import DialectChange, of_mistake
from nerconform.diagnosis.parameters import AskedMetric, parameters
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.reference.dialect import Dialect
from nerconform.suite.wrong_corpus import last_batch_dropped, means_of_batches
from nerconform.suite.wrong_filtering import first_units
from nerconform.suite.wrong_tags import first_predictions, first_tokens

if TYPE_CHECKING:
    from nerconform.suite.mistake import Mistake

_NUMBER, _OTHER = 1097, 547
"""Entities of each input: more than people keep, and two numbers that no batch divides."""
_MAX_BATCH = 513


def limits(implementation: Implementation, base: Dialect) -> Iterator[DialectChange]:
    """Yield the mistakes with a number that shows: of sentences or tokens that are read, of batches, and `parameters`.

    What shows need not be a limit: it is a candidate as every other, and is held against the answers.
    """
    metric = AskedMetric(implementation, base)
    yield from map(of_mistake, parameters(metric))
    (inside,) = probe(QuestionKind(Form.TAGS, str(base.scheme))).gold[0]  # type: ignore[index] # units of tags
    first = [inside, *["O"] * (_NUMBER - 1)]
    every = [inside] * _NUMBER
    asked: tuple[tuple[list[list[str]], list[list[str]], Callable[[int], Mistake], bool], ...] = (
        ([[tag] for tag in every], [[tag] for tag in first], first_units, False),
        ([every], [first], first_tokens, False),
        ([every], [every], first_predictions, True),
    )
    for gold, pred, mistake, is_share in asked:
        recall = metric.recall(gold, pred)
        if recall is None:
            return  # it fails on large inputs, or is too slow for them
        seen = round(_NUMBER * recall if is_share else 1 / recall) if recall else 0
        read = _limit(metric, inside, mistake, is_share=is_share) if 0 < seen < _NUMBER else _NUMBER
        if read < _NUMBER:
            yield of_mistake(mistake(read))
            if mistake is first_units:
                yield from map(of_mistake, _batches(metric, inside, read))
        if mistake is first_units and seen > _NUMBER:
            yield from map(of_mistake, _means(metric, inside, seen))


def _batches(metric: AskedMetric, inside: str, read: int) -> Iterator["Mistake"]:
    """Yield the sizes of batches of which the last is dropped: they fit what is read of two numbers of sentences."""
    other = _limit(metric, inside, first_units, is_share=False, most=_OTHER)
    is_alone = metric.recall([[inside]], [[inside]]) != 1
    for size in range(2, _MAX_BATCH):
        if (_NUMBER // size * size, _OTHER // size * size) == (read, other):
            yield last_batch_dropped(size, alone=is_alone)


def _means(metric: AskedMetric, inside: str, seen: int) -> Iterator["Mistake"]:
    """Yield the sizes of batches that make the first of many sentences count as one of so many."""
    recall = metric.recall([[inside]] * _OTHER, [[inside], *[["O"]] * (_OTHER - 1)])
    other = round(1 / recall) if recall else 0
    for size in range(2, _MAX_BATCH):
        if (-(-_NUMBER // size) * size, -(-_OTHER // size) * size) == (seen, other):
            yield means_of_batches(size)


def _limit(
    metric: AskedMetric, inside: str, mistake: "Callable[[int], Mistake]", *, is_share: bool, most: int = _NUMBER
) -> int:
    """Return the last position of gold that is read, `most` if all are; a score can be rounded, a position cannot.

    The second of two entities is at that position. Both are predicted if predictions are cut, else only the first.
    """
    read, lost = 1, most + 1
    while lost - read > 1:
        place = (read + lost) // 2
        behind = ["O"] * (most - place)
        far = [inside, *["O"] * (place - 2), inside, *behind]
        near = far if is_share else [inside, *["O"] * (place - 1), *behind]
        gold, pred = ([[tag] for tag in side] if mistake is first_units else [side] for side in (far, near))
        recall = metric.recall(gold, pred)
        if recall is None:
            return most
        read, lost = (place, lost) if (recall == 1) == is_share else (read, place)
    return read
