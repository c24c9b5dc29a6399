"""Metrics with sets and counters: copies that count once, sets and counters that are not reset or not added up."""

from collections import Counter
from statistics import mean

from tests.diagnosis.metrics.four_schemas import Pair, Results, aligned, counted, passes, results
from tests.diagnosis.metrics.near_misses import overlap
from tests.diagnosis.metrics.of_spans import Spans, named
from tests.diagnosis.metrics.record import Entity, Numbers, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, prf
from tests.diagnosis.metrics.tags_scored import Report, by_type, report


@wrong(
    "spans",
    "Each side asks whether an entity overlaps, and copies are one.",
    "each-side-by-overlap-of-type",
    "duplicates:set",
    input="spans",
)
def any_overlap_in_sets(gold: Spans, pred: Spans) -> Numbers:
    tp = fp = fn = 0
    for wanted, found in zip(gold, pred, strict=True):
        g, p = set(wanted), set(found)
        tp += sum(any(overlap(a, b) for a in g) for b in p)
        fp += sum(not any(overlap(a, b) for a in g) for b in p)
        fn += sum(not any(overlap(a, b) for b in p) for a in g)
    return named(prf(tp, tp + fp, tp + fn))


@wrong(
    "spans",
    "The number of missed spans is that of the last sentence.",
    "false-negatives-of-last-unit",
    "duplicates:set",
    input="spans",
)
def missed_of_last_sentence(gold: Spans, pred: Spans) -> float:
    tp = fp = fn = 0
    for wanted, found in zip(gold, pred, strict=True):
        g, p = set(wanted), set(found)
        tp += len(g & p)
        fp += len(p - g)
        fn = len(g - p)
    return prf(tp, tp + fp, tp + fn)[2]


@wrong(
    "spans",
    "A test for empty spans is one off, so that spans of one token are lost.",
    "single-tokens-lost",
    "duplicates:set",
    input="spans",
)
def short_spans_dropped(gold: Spans, pred: Spans) -> Numbers:
    tp = n_gold = n_pred = 0
    for wanted, found in zip(gold, pred, strict=True):
        g, p = ({one for one in side if one[2] - 1 > one[1]} for side in (wanted, found))
        tp, n_gold, n_pred = tp + len(g & p), n_gold + len(g), n_pred + len(p)
    return named(prf(tp, n_pred, n_gold))


@wrong(
    "four schemas",
    "A partial pair earns half a point in precision and a whole one in recall.",
    "partial-is-correct-in-recall",
    dialect="semeval",
)
def partial_whole_in_recall(gold: Tags, pred: Tags) -> Results:
    overall, by_kind = results(counted(gold, pred))
    for row in (overall, *by_kind.values()):
        partial = row["partial"]
        if partial["possible"]:
            r = (partial["correct"] + partial["partial"]) / partial["possible"]
            p = partial["precision"]
            partial |= {"recall": r, "f1": 2 * p * r / (p + r) if p + r else 0.0}
    return overall, by_kind


@wrong(
    "four schemas",
    "Inclusive ends are compared with <, so a common token at an edge does not count.",
    "overlap-of-inclusive-ends-unless-equal",
    dialect="semeval",
)
def overlap_of_inclusive_ends(gold: Tags, pred: Tags) -> Results:
    def near(g: Entity, p: Entity) -> bool:
        return g[1] < p[2] - 1 and p[1] < g[2] - 1

    def align(g: list[Entity], p: list[Entity]) -> list[Pair]:
        return passes(g, p, lambda a, b: a == b, lambda a, b: a[1:] == b[1:], near)

    return results(counted(gold, pred, align))


@wrong(
    "four schemas",
    "The set of entities that were paired is made once, not for each sentence.",
    "met-earlier-not-missed",
    dialect="semeval",
)
def paired_never_reset(gold: Tags, pred: Tags) -> Results:
    paired: set[Entity] = set()

    def align(g: list[Entity], p: list[Entity]) -> list[Pair]:
        pairs = aligned(g, p)
        paired.update(a for a, b in pairs if a is not None and b is not None)
        return [(a, b) for a, b in pairs if b is not None or a not in paired]

    return results(counted(gold, pred, align))


@wrong("tags", "Macro precision and recall leave out types for which they are 0/0.", "macro-where-defined")
def macro_by_nanmean(gold: Tags, pred: Tags) -> Report:
    found = report(by_type(gold, pred))
    counts = by_type(gold, pred).values()
    precision = [tp / predicted for tp, predicted, _ in counts if predicted]
    recall = [tp / wanted for tp, _, wanted in counts if wanted]
    macro = {"precision": mean(precision or [0.0]), "recall": mean(recall or [0.0])}
    return {**found, "macro avg": {**found["macro avg"], **macro}}


@wrong(
    "spans", "Only the starts of two sorted lists are compared.", "sorted-by-bounds-compared-by-start", input="spans"
)
def merged_by_start(gold: Spans, pred: Spans) -> float:
    tp = 0
    for wanted, found in zip(gold, pred, strict=True):
        g, p = (sorted((s, e, t) for t, s, e in side) for side in (wanted, found))
        i = j = 0
        while i < len(g) and j < len(p):
            is_right, left, right = g[i] == p[j], g[i][0] <= p[j][0], g[i][0] >= p[j][0]
            tp += is_right
            i += is_right or left
            j += is_right or right
    return prf(tp, sum(map(len, pred)), sum(map(len, gold)))[2]


@wrong("spans", "A dict from position to type has the last type only.", "gold-type-of-bounds-is-last", input="spans")
def last_type_of_position(gold: Spans, pred: Spans) -> Numbers:
    tp = 0
    for wanted, found in zip(gold, pred, strict=True):
        type_at = {(s, e): t for t, s, e in wanted}
        left = Counter(wanted)
        for kind, s, e in found:
            if type_at.get((s, e)) == kind and left[kind, s, e]:
                left[kind, s, e] -= 1
                tp += 1
    return named(prf(tp, sum(map(len, pred)), sum(map(len, gold))))


@wrong("tags", "A wrong type is a false positive of the gold type.", "spurious-to-gold-type")
def confused_with_itself(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    for g_tags, p_tags in zip(gold, pred, strict=True):
        type_at = {(s, e): t for t, s, e in chunks(p_tags)}
        for kind, s, e in chunks(g_tags):
            if (other := type_at.get((s, e), kind)) != kind:
                counts[other][1] -= 1
                counts[kind][1] += 1
    return report(counts)
