"""The metric: entities by seqeval, then exact matching, precision, recall and F1 over all types."""

import re

from seqeval.metrics.sequence_labeling import get_entities

Units = list[list[str]]
Entity = tuple[str, int, int]


def entities(tags: list[str]) -> set[Entity]:
    """Return the entities of one unit: type, first and last token."""
    return set(get_entities(tags))


def compute(gold: Units, pred: Units) -> dict[str, float]:
    """Return precision, recall and F1 of predicted entities. Raises ValueError for input that has no score."""
    check(gold, pred)
    right = act = pos = 0
    for one, other in zip(gold, pred, strict=True):
        wanted, found = entities(one), entities(other)
        right += len(wanted & found)
        act += len(found)
        pos += len(wanted)
    return ratios(right, act, pos)


def ratios(right: int, act: int, pos: int) -> dict[str, float]:
    """Return the ratios of counts; one that has no denominator is 0."""
    return {
        "precision": right / act if act else 0.0,
        "recall": right / pos if pos else 0.0,
        "f1": 2 * right / (act + pos) if act + pos else 0.0,
    }


def check(gold: Units, pred: Units) -> None:
    """Raise ValueError where the two sides are not as many units of as many IOB2 tags."""
    for side in (gold, pred):
        if not isinstance(side, list) or not all(isinstance(unit, list) for unit in side):
            raise ValueError("pass lists of lists of tags")
        for tag in (tag for unit in side for tag in unit):
            if not isinstance(tag, str) or not re.fullmatch(r"O|[BI]-.+", tag, re.DOTALL):
                raise ValueError(f"not a tag of IOB2: {tag!r}")
    if list(map(len, gold)) != list(map(len, pred)):
        raise ValueError("gold and prediction differ in length")
