"""Metrics over spans, (type, start, end) for each sentence, with one mistake."""

from collections import Counter
from typing import NamedTuple

from tests.diagnosis.metrics.record import Entity, Numbers, Three, wrong
from tests.diagnosis.metrics.tags_decoded import prf

Spans = list[list[Entity]]


def by_multiset(gold: Spans, pred: Spans) -> Three:
    """Return the scores of exact matching: what is right."""
    tp = sum((Counter(g) & Counter(p)).total() for g, p in zip(gold, pred, strict=True))
    return prf(tp, sum(map(len, pred)), sum(map(len, gold)))


def named(scores: Three) -> Numbers:
    """Return scores by their names."""
    return dict(zip(("precision", "recall", "f1"), scores, strict=True))


@wrong(
    "spans", "Spans are compared over the corpus, each once, without their sentence.", "units-as-sets", input="spans"
)
def spans_set_over_corpus(gold: Spans, pred: Spans) -> Numbers:
    g, p = {s for spans in gold for s in spans}, {s for spans in pred for s in spans}
    return named(prf(len(g & p), len(p), len(g)))


@wrong("spans", "Equal spans of a sentence are one.", "duplicates:set", input="spans")
def spans_as_sets(gold: Spans, pred: Spans) -> Three:
    g = {(i, *s) for i, spans in enumerate(gold) for s in spans}
    p = {(i, *s) for i, spans in enumerate(pred) for s in spans}
    return prf(len(g & p), len(p), len(g))


@wrong("spans", "A repeated prediction is right each time.", "predictions-by-membership", input="spans")
def spans_by_membership(gold: Spans, pred: Spans) -> Numbers:
    tp = sum(span in wanted for wanted, found in zip(gold, pred, strict=True) for span in found)
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("spans", "The n-th span is compared with the n-th prediction.", "aligns-by-position", input="spans")
def spans_by_position(gold: Spans, pred: Spans) -> float:
    tp = sum(a == b for g, p in zip(gold, pred, strict=True) for a, b in zip(g, p))  # noqa: B905 - the mistake
    return prf(tp, sum(map(len, pred)), sum(map(len, gold)))[2]


@wrong("spans", "The ends of gold are read as inclusive.", "predicted-ends-inclusive", input="spans")
def gold_ends_off_by_one(gold: Spans, pred: Spans) -> Three:
    shifted = [[(kind, start, end + 1) for kind, start, end in spans] for spans in gold]
    return by_multiset(shifted, [[(kind, start, end) for kind, start, end in spans] for spans in pred])


@wrong("spans", "A mapping from type to span keeps one span of each type.", "one-span-per-type", input="spans")
def one_span_of_each_type(gold: Spans, pred: Spans) -> Numbers:
    tp = predicted = wanted = 0
    for g, p in zip(gold, pred, strict=True):
        true = {kind: (start, end) for kind, start, end in g}
        guess = {kind: (start, end) for kind, start, end in p}
        tp += sum(guess.get(kind) == bounds for kind, bounds in true.items())
        predicted, wanted = predicted + len(guess), wanted + len(true)
    return named(prf(tp, predicted, wanted))


@wrong("spans", "A mapping from start to span keeps one span of each start.", "one-span-per-start", input="spans")
def one_span_of_each_start(gold: Spans, pred: Spans) -> float:
    sides = [[list({span[1]: span for span in spans}.values()) for spans in side] for side in (gold, pred)]
    return by_multiset(*sides)[2]


@wrong("spans", "A mapping from bounds to type keeps one type of each bounds.", "one-type-per-bounds", input="spans")
def one_type_of_each_bounds(gold: Spans, pred: Spans) -> Three:
    tp = predicted = wanted = 0
    for g, p in zip(gold, pred, strict=True):
        a = {(start, end): kind for kind, start, end in g}
        b = {(start, end): kind for kind, start, end in p}
        tp += len(a.items() & b.items())
        predicted += len(b)
        wanted += len(a)
    return prf(tp, predicted, wanted)


@wrong("spans", "Only bounds are compared.", "ignores-type", input="spans")
def bounds_of_spans(gold: Spans, pred: Spans) -> Numbers:
    tp = 0
    for g, p in zip(gold, pred, strict=True):
        tp += (Counter(s[1:] for s in g) & Counter(s[1:] for s in p)).total()
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("spans", "A span inside a longer one is dropped.", "inner-spans-lost", input="spans")
def outermost_only(gold: Spans, pred: Spans) -> float:
    def outer(spans: list[Entity]) -> list[Entity]:
        def is_inner(a: Entity) -> bool:
            return any(b[1] <= a[1] and a[2] <= b[2] and b[1:] != a[1:] for b in spans)

        return [span for span in spans if not is_inner(span)]

    return by_multiset([outer(x) for x in gold], [outer(x) for x in pred])[2]


@wrong("spans", "Gold and prediction change places.", "sides-swapped", "p-and-r-swapped", input="mappings")
def mappings_swapped(gold: list[list[dict[str, object]]], pred: list[list[dict[str, object]]]) -> Numbers:
    def key(one: dict[str, object]) -> tuple[object, ...]:
        return one["label"], one["start"], one["end"]

    pairs = [(Counter(map(key, p)), Counter(map(key, g))) for g, p in zip(gold, pred, strict=True)]
    tp = sum((a & b).total() for a, b in pairs)
    return named(prf(tp, sum(b.total() for _, b in pairs), sum(a.total() for a, _ in pairs)))


class _Span(NamedTuple):
    label: str
    start: int
    end: int


@wrong("spans", "A span is right if one of its type shares a token with it.", "counts-partial-as-match", input="spans")
def overlap_of_one_type(gold: Spans, pred: Spans) -> Numbers:
    tp = 0
    for g, p in zip(gold, pred, strict=True):
        missed = list((Counter(g) - Counter(p)).elements())
        extra = (Counter(p) - Counter(g)).elements()
        tp += (Counter(g) & Counter(p)).total()
        for span in map(_Span._make, extra):
            near = [a for a in map(_Span._make, missed) if a.label == span.label]
            met = next((a for a in near if a.start < span.end and span.start < a.end), None)
            if met:
                tp += 1
                missed.remove((met.label, met.start, met.end))
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("spans", "Only the last part of each type is compared.", "type-after-last-hyphen", input="spans")
def coarse_types(gold: Spans, pred: Spans) -> Three:
    def coarse(spans: list[Entity]) -> list[Entity]:
        return [(kind.split("-")[-1], start, end) for kind, start, end in spans]

    return by_multiset([coarse(x) for x in gold], [coarse(x) for x in pred])


@wrong("spans", "The last sentence is not read.", "last-unit-dropped", input="spans")
def spans_of_all_but_last(gold: Spans, pred: Spans) -> float:
    tp, n_gold, n_pred = 0, 0, 0
    i = 0
    while i + 1 < len(gold):
        tp += (Counter(gold[i]) & Counter(pred[i])).total()
        n_gold += len(gold[i])
        n_pred += len(pred[i])
        i += 1
    return prf(tp, n_pred, n_gold)[2]


@wrong("spans", "Spans of more than 8 tokens are not enumerated.", "long-spans-lost", input="spans")
def spans_up_to_a_width(gold: Spans, pred: Spans, max_width: int = 8) -> Numbers:
    def kept(spans: list[Entity]) -> list[Entity]:
        return [(kind, start, end) for kind, start, end in spans if end - start <= max_width]

    return named(by_multiset([kept(x) for x in gold], [kept(x) for x in pred]))


@wrong("spans", "Overlapping spans are filtered, the longest first.", "longest-of-overlapping-only", input="spans")
def spans_filtered(gold: Spans, pred: Spans) -> Numbers:
    def kept(spans: list[Entity]) -> list[Entity]:
        found: list[Entity] = []
        for span in sorted(spans, key=lambda one: (one[1] - one[2], one[1])):
            if all(span[2] <= other[1] or other[2] <= span[1] for other in found):
                found.append(span)
        return found

    return named(by_multiset([kept(x) for x in gold], [kept(x) for x in pred]))
