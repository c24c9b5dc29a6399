"""Metrics over spans that look for an equal entity on the other side in a dict, in sorted lists, or not at all."""

from collections.abc import Callable, Iterable
from itertools import zip_longest

from tests.diagnosis.metrics.of_spans import Spans, named
from tests.diagnosis.metrics.record import Entity, Numbers, Three, wrong
from tests.diagnosis.metrics.tags_decoded import prf


def of_hits(gold: Spans, pred: Spans, hits: Callable[[list[Entity], list[Entity]], Iterable[bool]]) -> Three:
    """Return the scores; `hits` says which predictions of a sentence are right."""
    tp = sum(sum(hits(wanted, found)) for wanted, found in zip(gold, pred, strict=True))
    return prf(tp, sum(map(len, pred)), sum(map(len, gold)))


@wrong("spans", "Gold is a dict from type to position.", "gold-keyed-by-type", input="spans")
def gold_by_type(gold: Spans, pred: Spans) -> Numbers:
    def hits(wanted: list[Entity], found: list[Entity]) -> Iterable[bool]:
        place = {kind: (start, end) for kind, start, end in wanted}
        return [place.get(kind) == (start, end) for kind, start, end in found]

    return named(of_hits(gold, pred, hits))


@wrong("spans", "Gold is a dict from position to type.", "gold-keyed-by-bounds", input="spans")
def gold_by_place(gold: Spans, pred: Spans) -> Three:
    def hits(wanted: list[Entity], found: list[Entity]) -> Iterable[bool]:
        kinds = {(start, end): kind for kind, start, end in wanted}
        return [kinds.pop((start, end)) == kind for kind, start, end in found if kinds.get((start, end)) == kind]

    return of_hits(gold, pred, hits)


@wrong(
    "spans",
    "Both sides are sorted, and the n-th is compared with the n-th.",
    "aligns-by-position-sorted-by-type",
    input="spans",
)
def sorted_and_zipped(gold: Spans, pred: Spans) -> float:
    def hits(wanted: list[Entity], found: list[Entity]) -> Iterable[bool]:
        return [one == other for one, other in zip_longest(sorted(wanted), sorted(found))]

    return of_hits(gold, pred, hits)[2]


@wrong("spans", "Spans that start at 0 are dropped, as if they had no start.", "entity-at-start-lost", input="spans")
def without_first_token(gold: Spans, pred: Spans) -> Three:
    sides = [[[span for span in spans if all(span[:2])] for spans in side] for side in (gold, pred)]
    return of_hits(sides[0], sides[1], lambda wanted, found: [span in wanted for span in dict.fromkeys(found)])


@wrong("spans", "A wrong type is a false positive and no miss.", "wrong-types-not-missed", input="spans")
def wrong_type_is_one_error(gold: Spans, pred: Spans) -> Three:
    tp = fn = 0
    for wanted, found in zip(gold, pred, strict=True):
        left, rest = list(wanted), []
        for span in found:
            if span in left:
                left.remove(span)
                tp += 1
            else:
                rest.append(span)
        for _, start, end in rest:
            same = [one for one in left if one[1:] == (start, end)]
            if same:
                left.remove(same[0])
        fn += len(left)
    return prf(tp, sum(map(len, pred)), tp + fn)


@wrong("spans", "Two sorted lists are compared by position alone.", "sorted-by-bounds-compared-in-turn", input="spans")
def sorted_places_in_turn(gold: Spans, pred: Spans) -> Numbers:
    def hits(wanted: list[Entity], found: list[Entity]) -> Iterable[bool]:
        left, right = (sorted(side, key=lambda span: span[1:]) for side in (wanted, found))
        at = to = 0
        while at < len(left) and to < len(right):
            here, there = left[at], right[to]
            yield here == there
            at, to = at + (here[1:] <= there[1:]), to + (there[1:] <= here[1:])

    return named(of_hits(gold, pred, hits))
