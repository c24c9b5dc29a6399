"""Metrics with the four schemas that pair gold entities and predictions in a way of their own."""

from collections.abc import Callable
from functools import partial

from tests.diagnosis.metrics.four_schemas import (
    Pair,
    Results,
    counted,
    judged,
    overlaps,
    results,
)
from tests.diagnosis.metrics.record import Entity, Tags, wrong

Closeness = Callable[[Entity, Entity], tuple[object, ...]]


def nearness(g: Entity, p: Entity) -> tuple[bool, int, bool]:
    """Return how near a prediction is: same place, common tokens, same type."""
    return g[1:] == p[1:], min(g[2], p[2]) - max(g[1], p[1]), g[0] == p[0]


def listed(_g: Entity, _p: Entity) -> tuple[object, ...]:
    """Return the same of all, so that the first one is taken."""
    return ()


SAME_ON_TAGS = "in-one-pass"
"""Spans of tags share no token, so a pass for identical ones changes nothing."""


def for_each_gold(
    gold: list[Entity], pred: list[Entity], nearest: Closeness, *, equal_first: bool = True, again: bool = False
) -> list[Pair]:
    """Look for a prediction for each gold entity; with `again` it may be one that another gold entity has."""
    free, pairs, rest = list(pred), list[Pair](), []
    for g in gold:
        if equal_first and g in free:
            free.remove(g)
            pairs.append((g, g))
        else:
            rest.append(g)
    used: list[Entity] = []
    for g in rest:
        candidates = [p for p in free if overlaps(g, p)]
        p = max(candidates, key=lambda p: nearest(g, p)) if candidates else None
        pairs.append((g, p))
        if p is not None and not again:
            free.remove(p)
        elif p is not None and p not in used:
            used.append(p)
    for p in used:
        free.remove(p)
    return [*pairs, *((None, p) for p in free)]


@wrong(
    "four schemas",
    "Each gold entity takes the nearest prediction, and a partial match of another type is incorrect.",
    "each-gold-takes-nearest",
    f"each-gold-takes-nearest-{SAME_ON_TAGS}",
    "partial-overlap-checks-type",
    dialect="semeval",
)
def nearest_and_partial_asks_for_type(gold: Tags, pred: Tags) -> Results:
    def judge(schema: str, g: Entity, p: Entity) -> str:
        is_partial = schema == "partial" and g[1:] != p[1:]
        return "incorrect" if is_partial and g[0] != p[0] else judged(schema, g, p)

    return results(counted(gold, pred, align=partial(for_each_gold, nearest=nearness), judge=judge))


@wrong(
    "four schemas",
    "The nearest prediction is not removed from the list.",
    "each-gold-takes-nearest-again",
    f"each-gold-takes-nearest-again-{SAME_ON_TAGS}",
    dialect="semeval",
)
def nearest_is_not_used_up(gold: Tags, pred: Tags) -> Results:
    return results(counted(gold, pred, align=partial(for_each_gold, nearest=nearness, again=True)))


@wrong(
    "four schemas",
    "The first overlapping prediction is not removed from the list.",
    "each-gold-takes-first-again",
    f"each-gold-takes-first-again-{SAME_ON_TAGS}",
    "align:absorb",  # there a prediction takes every gold span that no earlier one has taken: the same on tags
    dialect="semeval",
)
def first_is_not_used_up(gold: Tags, pred: Tags) -> Results:
    return results(counted(gold, pred, align=partial(for_each_gold, nearest=listed, again=True)))


@wrong(
    "four schemas",
    "An earlier gold entity takes the prediction that is identical to a later one.",
    "each-gold-takes-nearest-in-one-pass",
    "each-gold-takes-nearest",
    dialect="semeval",
)
def nearest_in_one_pass(gold: Tags, pred: Tags) -> Results:
    return results(counted(gold, pred, align=partial(for_each_gold, nearest=nearness, equal_first=False)))
