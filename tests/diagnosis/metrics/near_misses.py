"""Metrics with a mistake that has a number or a side: near entities, batches, thresholds, labels in another order."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.diagnosis.metrics.arrays import OWN, masked
from tests.diagnosis.metrics.record import LABELS, Entity, Numbers, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, prf, scored

Near = Callable[[Entity, Entity], bool]
Sides = list[list[Entity]]


def named(three: tuple[float, float, float]) -> Numbers:
    """Return three numbers by their names."""
    return dict(zip(("precision", "recall", "f1"), three, strict=True))


def overlap(a: Entity, b: Entity) -> bool:
    """Whether two entities of one type share a token."""
    return a[0] == b[0] and a[1] < b[2] and b[1] < a[2]


def share(a: Entity, b: Entity) -> float:
    """Return intersection over union of two entities of one type, else 0."""
    common = min(a[2], b[2]) - max(a[1], b[1])
    return common / (a[2] - a[1] + b[2] - b[1] - common) if a[0] == b[0] and common > 0 else 0.0


@wrong("spans", "Nothing is paired: each side asks for an overlap.", "each-side-by-overlap-of-type", input="spans")
def any_overlap_of_either_side(gold: Sides, pred: Sides) -> Numbers:
    pairs = list(zip(gold, pred, strict=True))
    right = sum(any(overlap(a, b) for a in g) for g, p in pairs for b in p)
    found = sum(any(overlap(a, b) for b in p) for g, p in pairs for a in g)
    precision, recall = right / max(1, sum(map(len, pred))), found / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return named((precision, recall, f1))


@wrong("spans", "Recall counts a gold entity inside a prediction.", "recall-by-around-with-copies", input="spans")
def recall_of_contained(gold: Sides, pred: Sides) -> Numbers:
    pairs = list(zip(gold, pred, strict=True))
    right = sum((Counter(g) & Counter(p)).total() for g, p in pairs)
    found = sum(any(b[0] == a[0] and b[1] <= a[1] and a[2] <= b[2] for b in p) for g, p in pairs for a in g)
    precision, recall = right / max(1, sum(map(len, pred))), found / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return named((precision, recall, f1))


@wrong("spans", "An overlap of 0.7 is enough.", "counts-iou-from-0.7-as-match", input="spans")
def share_of_seven_tenths(gold: Sides, pred: Sides) -> Numbers:
    tp = 0
    for g, p in zip(gold, pred, strict=True):
        missed = list((Counter(g) - Counter(p)).elements())
        tp += (Counter(g) & Counter(p)).total()
        for b in (Counter(p) - Counter(g)).elements():
            met = next((a for a in missed if share(a, b) >= 0.7), None)
            if met is not None:
                tp += 1
                missed.remove(met)
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("tags", "A last batch of fewer than 4 sentences is dropped.", "last-batch-of-4-dropped")
def whole_batches(gold: Tags, pred: Tags) -> Numbers:
    kept = max(4, len(gold) // 4 * 4)
    return scored([chunks(x) for x in gold[:kept]], [chunks(x) for x in pred[:kept]])


@wrong("tags", "F3 is returned.", "f1-is-f3")
def f_three(gold: Tags, pred: Tags) -> float:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    p, r = found["precision"], found["recall"]
    return 10 * p * r / (9 * p + r) if p + r else 0.0


@wrong(
    "tags",
    "A wrong type is a false positive only.",
    "missed-excused-by-same-bounds",
    "wrong-types-not-missed",  # the same where a side has no two entities with the same bounds, as in tags
)
def wrong_type_counts_once(gold: Tags, pred: Tags) -> Numbers:
    tp = fp = fn = 0
    for g, p in zip(gold, pred, strict=True):
        true, guess = set(chunks(g)), set(chunks(p))
        bounds = {entity[1:] for entity in guess}
        tp += len(true & guess)
        fp += len(guess - true)
        fn += sum(entity[1:] not in bounds for entity in true - guess)
    return named(prf(tp, tp + fp, tp + fn))


@wrong("tags", "The repair of orphans compares whole tags.", "repair-splits-entities")
def repair_of_orphans(gold: Tags, pred: Tags) -> Numbers:
    def repaired(tags: list[str]) -> list[str]:
        before = ["O", *tags]
        return [
            f"B{tag[1:]}" if tag[0] == "I" and tag != last else tag for last, tag in zip(before, tags, strict=False)
        ]

    return scored([chunks(repaired(x)) for x in gold], [chunks(repaired(x)) for x in pred])


@wrong(
    "tags", "The last batch of sentences is no batch: the mean of batches of 5 is returned.", "means-of-batches-of-5"
)
def mean_of_batches(gold: Tags, pred: Tags) -> Numbers:
    found = [
        scored([chunks(x) for x in gold[at : at + 5]], [chunks(x) for x in pred[at : at + 5]])
        for at in range(0, len(gold), 5)
    ]
    return {name: sum(one[name] for one in found) / max(1, len(found)) for name in ("precision", "recall", "f1")}


@wrong("spans", "Empty sentences are dropped on each side.", "empty-units-dropped-apart", input="spans")
def empty_dropped_apart(gold: Sides, pred: Sides) -> Numbers:
    left, right = [x for x in gold if x], [x for x in pred if x]
    tp = sum((Counter(g) & Counter(p)).total() for g, p in zip(left, right, strict=False))
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("arrays", "Ids are read by the sorted list of labels.", "labels-sorted", **OWN)
def compute_metrics_sorted_labels(p: Any) -> dict[str, float]:  # noqa: ANN401 - EvalPrediction
    names = dict(zip(LABELS, sorted(LABELS), strict=True))
    gold, pred = masked(p.predictions.argmax(-1), p.label_ids)
    read = [[[names[tag] for tag in tags] for tags in side] for side in (gold, pred)]
    return scored([chunks(x) for x in read[0]], [chunks(x) for x in read[1]])


@wrong("spans", "The loop removes gold from the list that it reads.", "gold-removed-in-the-loop", input="spans")
def removes_while_it_reads(gold: Sides, pred: Sides) -> Numbers:
    tp = 0
    for g, p in zip(gold, pred, strict=True):
        left, free = list(g), list(p)
        for one in left:
            if one in free:
                free.remove(one)
                left.remove(one)
                tp += 1
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("tags", "An equal gold sentence is looked up by `index`.", "held-against-first-equal-gold")
def looks_up_sentences(gold: Tags, pred: Tags) -> Numbers:
    return scored([chunks(x) for x in gold], [chunks(pred[gold.index(x)]) for x in gold])


@wrong("tags", "Counts of a type are overwritten by the next sentence.", "rows-of-last-unit")
def overwrites_counts(gold: Tags, pred: Tags) -> Numbers:
    rows: dict[str, tuple[int, int, int]] = {}
    for g, p in zip(map(chunks, gold), map(chunks, pred), strict=True):
        for kind in {one[0] for one in (*g, *p)}:
            a, b = [x for x in g if x[0] == kind], [x for x in p if x[0] == kind]
            rows[kind] = (len({*a} & {*b}), len(b), len(a))
    return named(prf(*(sum(row[at] for row in rows.values()) for at in range(3))))


@wrong("tags", "Positions are letters of the joined tags.", "positions-in-joined-tags")
def positions_in_text(gold: Tags, pred: Tags) -> Numbers:
    def places(tags: list[str]) -> list[Entity]:
        ends = [len(" ".join(tags[:at])) for at in range(len(tags) + 1)]
        return [(kind, ends[start], ends[end]) for kind, start, end in chunks(tags)]

    return scored([places(x) for x in gold], [places(x) for x in pred])
