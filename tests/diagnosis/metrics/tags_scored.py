"""Metrics over tags whose decoder is right, with one mistake in what is compared, counted or scored."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import mean

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, Three, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, prf, scored


def both(gold: Tags, pred: Tags) -> list[tuple[list[Entity], list[Entity]]]:
    """Return the entities of both sides of each sentence: what is right."""
    return [(chunks(g), chunks(p)) for g, p in zip(gold, pred, strict=True)]


@wrong("tags", "Gold and prediction change places.", "sides-swapped", "p-and-r-swapped")
def sides_swapped(y_true: Tags, y_pred: Tags) -> Numbers:
    return scored([chunks(x) for x in y_pred], [chunks(x) for x in y_true])


@wrong("tags", "The loop leaves out the last sentence.", "last-unit-dropped")
def range_one_too_short(gold: Tags, pred: Tags) -> float:
    tp = n_gold = n_pred = 0
    for i in range(len(gold) - 1):
        g, p = chunks(gold[i]), chunks(pred[i])
        tp += sum(1 for one in p if one in g)
        n_gold += len(g)
        n_pred += len(p)
    return prf(tp, n_pred, n_gold)[2]


@wrong("tags", "Only the first 50 sentences are read.", "first-units-only")
def first_fifty(gold: Tags, pred: Tags, limit: int = 50) -> Numbers:
    return scored([chunks(x) for x in gold[:limit]], [chunks(x) for x in pred[:limit]])


@wrong("tags", "Entities are a set over the corpus: which sentence they are in is lost.", "units-as-sets")
def set_over_corpus(gold: Tags, pred: Tags) -> Three:
    true = {one for tags in gold for one in chunks(tags)}
    guess = {one for tags in pred for one in chunks(tags)}
    return prf(len(true & guess), len(guess), len(true))


@wrong("tags", "Entities are counted over the corpus: which sentence they are in is lost.", "units-as-one")
def counter_over_corpus(gold: Tags, pred: Tags) -> float:
    true, guess = (Counter(one for tags in side for one in chunks(tags)) for side in (gold, pred))
    return prf((true & guess).total(), guess.total(), true.total())[2]


@wrong("tags", "All sentences are glued before they are decoded.", "pool:flat")
def sentences_glued(gold: Tags, pred: Tags) -> Numbers:
    return scored([chunks(sum(gold, []))], [chunks(sum(pred, []))])


@wrong("tags", "Sentences without a gold entity are skipped.", "units-without-gold-dropped")
def skips_empty_gold(gold: Tags, pred: Tags) -> Numbers:
    pairs = [(g, p) for g, p in both(gold, pred) if g]
    return scored([g for g, _ in pairs], [p for _, p in pairs])


@wrong("tags", "The n-th entity is compared with the n-th predicted one.", "aligns-by-position")
def pairs_by_position(gold: Tags, pred: Tags) -> float:
    sides = both(gold, pred)
    tp = sum(a == b for g, p in sides for a, b in zip(g, p))  # noqa: B905 - the mistake
    return prf(tp, sum(len(p) for _, p in sides), sum(len(g) for g, _ in sides))[2]


@wrong("tags", "zip cuts the longer list of entities, and the rest is not counted.", "aligns-by-position-cut")
def zip_cuts_the_rest(gold: Tags, pred: Tags) -> Three:
    tp = fp = fn = 0
    for g, p in both(gold, pred):
        for a, b in zip(g, p):  # noqa: B905 - the mistake
            tp += a == b
            fp += a != b
            fn += a != b
    return prf(tp, tp + fp, tp + fn)


@wrong("tags", "Only the types are compared, not where the entities are.", "ignores-bounds")
def counts_of_types(gold: Tags, pred: Tags) -> Numbers:
    tp = predicted = wanted = 0
    for g, p in both(gold, pred):
        left, right = Counter(one[0] for one in g), Counter(one[0] for one in p)
        tp += sum(min(left[kind], right[kind]) for kind in left)
        predicted += len(p)
        wanted += len(g)
    return dict(zip(("precision", "recall", "f1"), prf(tp, predicted, wanted), strict=True))


@wrong("tags", "Only the bounds are compared, not the types.", "ignores-type")
def bounds_only(gold: Tags, pred: Tags) -> float:
    g = {(i, *one[1:]) for i, tags in enumerate(gold) for one in chunks(tags)}
    p = {(i, *one[1:]) for i, tags in enumerate(pred) for one in chunks(tags)}
    return prf(len(g & p), len(p), len(g))[2]


@wrong("tags", "An entity is right if its type and its start are.", "counts-same-start-as-match")
def type_and_start(gold: Tags, pred: Tags) -> Numbers:
    tp = sum(len({one[:2] for one in g} & {one[:2] for one in p}) for g, p in both(gold, pred))
    p, r, f = prf(tp, sum(len(chunks(x)) for x in pred), sum(len(chunks(x)) for x in gold))
    return {"p": p, "r": r, "f": f}


@wrong("tags", "An entity is right if it overlaps one of its type.", "counts-partial-as-match")
def any_overlap_counts(gold: Tags, pred: Tags) -> Numbers:
    hits = 0
    for g, p in both(gold, pred):
        free = list(g)
        for kind, start, end in p:
            for other in free:
                if other[0] == kind and other[1] < end and start < other[2]:
                    hits += 1
                    free.remove(other)
                    break
    p_, r, f = prf(hits, sum(len(p) for _, p in both(gold, pred)), sum(len(g) for g, _ in both(gold, pred)))
    return {"precision": p_, "recall": r, "f1": f}


@wrong("tags", "The tokens of entities are compared, each with its type.", "tokens-as-entities")
def tokens_with_their_types(gold: Tags, pred: Tags) -> Three:
    tp = fp = fn = 0
    for true, guess in zip(gold, pred, strict=True):
        for a, b in zip(true, guess, strict=True):
            a, b = a[2:], b[2:]  # noqa: PLW2901 - as people write it
            tp += bool(a) and a == b
            fp += bool(b) and a != b
            fn += bool(a) and a != b
    return prf(tp, tp + fp, tp + fn)


@wrong("tags", "F1 is the arithmetic mean of precision and recall.", "f-is-arithmetic-mean")
def mean_of_p_and_r(gold: Tags, pred: Tags) -> Numbers:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    return {**found, "f1": (found["precision"] + found["recall"]) / 2}


@wrong("tags", "F1 is TP / (TP + FP + FN).", "f-is-jaccard")
def jaccard(gold: Tags, pred: Tags) -> float:
    g = {(i, one) for i, tags in enumerate(gold) for one in chunks(tags)}
    p = {(i, one) for i, tags in enumerate(pred) for one in chunks(tags)}
    return len(g & p) / len(g | p) if g | p else 0.0


@wrong("tags", "Precision and recall are returned in the wrong order.", "p-and-r-swapped", "sides-swapped")
def recall_before_precision(gold: Tags, pred: Tags) -> Three:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    return found["recall"], found["precision"], found["f1"]


@wrong("tags", "A corpus without entities scores 1.", "empty-is-perfect")
def nothing_to_find_is_perfect(gold: Tags, pred: Tags) -> Numbers:
    g, p = [chunks(x) for x in gold], [chunks(x) for x in pred]
    return scored(g, p) if any(g) or any(p) else {"precision": 1.0, "recall": 1.0, "f1": 1.0}


@wrong("tags", "Scores are rounded to two decimals.", "round:2-binary-x1", "round:2-half-even-x1")
def rounded_to_two(gold: Tags, pred: Tags) -> Numbers:
    return {name: round(value, 2) for name, value in scored(list(map(chunks, gold)), list(map(chunks, pred))).items()}


@wrong("tags", "F1 is rounded to four decimals.", "round:4-binary-x1", "round:4-half-even-x1")
def rounded_to_four(gold: Tags, pred: Tags) -> float:
    tp, fp, fn = 0, 0, 0
    for g, p in both(gold, pred):
        tp += len({*g} & {*p})
        fp += len({*p} - {*g})
        fn += len({*g} - {*p})
    return round(2 * tp / (2 * tp + fp + fn), 4) if tp else 0.0


@wrong("tags", "Scores are per cent with two decimals.", "round:2-binary-x100", "round:2-half-even-x100", scale=1)
def per_cent(gold: Tags, pred: Tags) -> Numbers:
    return {k: round(100 * v, 2) for k, v in scored([chunks(x) for x in gold], [chunks(x) for x in pred]).items()}


@wrong("tags", "Scores are per cent, and held to be ratios.", "per-cent", scale=1)
def hundred_times(gold: Tags, pred: Tags) -> Three:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    return 100 * found["precision"], 100 * found["recall"], 100 * found["f1"]


@wrong("tags", "F1 is computed from precision and recall of two decimals.", "f-of-rounded")
def f_of_printed_numbers(gold: Tags, pred: Tags) -> Numbers:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    p, r = float(f"{found['precision']:.2f}"), float(f"{found['recall']:.2f}")
    return {**found, "f1": 2 * p * r / (p + r) if p + r else 0.0}


@wrong("tags", "The scores are the means of the sentences' scores.", "means-of-units", "pool:mean", "empty-doc:0")
def mean_over_sentences(gold: Tags, pred: Tags) -> Numbers:
    rows = [prf(len({*g} & {*p}), len(p), len(g)) for g, p in both(gold, pred)]
    return {
        name: mean(row[at] for row in rows) if rows else 0.0 for at, name in enumerate(("precision", "recall", "f1"))
    }


@wrong("tags", "F2 is F1.", "beta-ignored", output={"f1": "f1", "f2": "f2", "f0.5": "f05"})
def beta_is_not_used(gold: Tags, pred: Tags) -> Numbers:
    def f_beta(p: float, r: float, beta: float) -> float:  # noqa: ARG001 - the mistake
        return 2 * p * r / (p + r) if p + r else 0.0

    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    p, r = found["precision"], found["recall"]
    return {"f1": f_beta(p, r, 1), "f2": f_beta(p, r, 2), "f05": f_beta(p, r, 0.5)}


@wrong("tags", "F beta weighs with beta instead of its square.", "beta-not-squared", output={"f1": "f1", "f2": "f2"})
def beta_is_not_squared(gold: Tags, pred: Tags) -> Numbers:
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    p, r = found["precision"], found["recall"]
    return {f"f{b}": (1 + b) * p * r / (b * p + r) if p + r else 0.0 for b in (1, 2)}


Counts = dict[str, list[int]]


def by_type(gold: Tags, pred: Tags) -> Counts:
    """Return TP, predicted and gold entities of each type: what is right."""
    counts: Counts = defaultdict(lambda: [0, 0, 0])
    for g, p in both(gold, pred):
        for one in p:
            counts[one[0]][0] += one in g
            counts[one[0]][1] += 1
        for one in g:
            counts[one[0]][2] += 1
    return dict(sorted(counts.items()))


def row(counts: Iterable[int]) -> Numbers:
    """Return the row of a type."""
    tp, predicted, wanted = counts
    p, r, f = prf(tp, predicted, wanted)
    return {"precision": p, "recall": r, "f1-score": f, "support": wanted}


def averaged(rows: list[Numbers], weights: list[float]) -> Numbers:
    """Return the weighted mean of rows."""
    total = sum(weights)
    names = ("precision", "recall", "f1-score")
    found = {name: sum(w * one[name] for w, one in zip(weights, rows, strict=True)) for name in names}
    return {name: value / total if total else 0.0 for name, value in found.items()}


Report = dict[str, Numbers]


def report(counts: Counts) -> Report:
    """Return a report like seqeval's: what is right."""
    rows = {kind: row(values) for kind, values in counts.items()}
    listed = list(rows.values())
    return {
        **rows,
        "micro avg": row(map(sum, zip([0, 0, 0], *counts.values(), strict=True))),
        "macro avg": averaged(listed, [1.0] * len(listed)),
        "weighted avg": averaged(listed, [one["support"] for one in listed]),
    }


@wrong("tags", "The F1 that is returned is the mean over types.", "micro-is-macro")
def macro_called_f1(gold: Tags, pred: Tags) -> float:
    return report(by_type(gold, pred))["macro avg"]["f1-score"]


@wrong("tags", "The scores that are returned are weighted by support.", "micro-is-weighted")
def weighted_called_overall(gold: Tags, pred: Tags) -> Numbers:
    return report(by_type(gold, pred))["weighted avg"]


@wrong("tags", "The macro average is weighted by support.", "macro-is-weighted")
def macro_weighted(gold: Tags, pred: Tags) -> Report:
    found = report(by_type(gold, pred))
    return {**found, "macro avg": found["weighted avg"]}


@wrong("tags", "The macro average is over predicted types only.", "macro-over-predicted")
def macro_of_predicted_types(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    rows = [row(values) for values in counts.values() if values[1]]
    return {**report(counts), "macro avg": averaged(rows, [1.0] * len(rows))}


@wrong("tags", "The macro average is over gold types only.", "labels-avg:gold")
def macro_of_gold_types(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    rows = [row(values) for values in counts.values() if values[2]]
    return {**report(counts), "macro avg": averaged(rows, [1.0] * len(rows))}


@wrong("tags", "The macro F1 is computed from macro precision and macro recall.", "macro-f:of-means")
def macro_f_of_means(gold: Tags, pred: Tags) -> Report:
    found = report(by_type(gold, pred))
    p, r = found["macro avg"]["precision"], found["macro avg"]["recall"]
    return {**found, "macro avg": {**found["macro avg"], "f1-score": 2 * p * r / (p + r) if p + r else 0.0}}


@wrong("tags", "Types are weighted by the number of predictions.", "weighted-by-predictions")
def weighted_by_predictions(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    found = report(counts)
    weights: list[float] = [values[1] for values in counts.values()]
    return {**found, "weighted avg": averaged([row(values) for values in counts.values()], weights)}


@wrong("tags", "Support is the number of predictions.", "support-of-predictions")
def support_is_predictions(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    found = report(counts)
    return {kind: {**found[kind], "support": values[1]} for kind, values in counts.items()} | {
        "micro avg": {**found["micro avg"], "support": sum(values[1] for values in counts.values())}
    }


@wrong("tags", "Types that are not in the gold have no row and enter no mean.", "rows-of-gold-types")
def rows_of_gold_types(gold: Tags, pred: Tags) -> Report:
    counts = by_type(gold, pred)
    listed = {kind: values for kind, values in counts.items() if values[2]}
    return {**report(listed), "micro avg": report(counts)["micro avg"]}


@wrong("tags", "Predictions of types that are not in the gold are ignored.", "micro-of-gold-types", "labels:gold")
def ignores_types_absent_from_gold(gold: Tags, pred: Tags) -> Numbers:
    labels = {tag[2:] for tags in gold for tag in tags if tag != "O"}
    return scored(
        [chunks(x) for x in gold],
        [[one for one in chunks(x) if one[0] in labels] for x in pred],
    )


@wrong(
    "tags",
    "A gold entity that is found under another type is a false negative of that type.",
    "missed-to-predicted-type",
)
def missed_charged_to_predicted_type(gold: Tags, pred: Tags) -> Report:
    tp, fp, fn = Counter[str](), Counter[str](), Counter[str]()
    for g, p in both(gold, pred):
        found = {one[1:]: one[0] for one in p}
        for one in g:
            tp[one[0]] += one in p
            if one not in p:
                fn[found.get(one[1:], one[0])] += 1
        fp.update(one[0] for one in p if one not in g)
    types = sorted({*tp, *fp, *fn})
    counts = {kind: [tp[kind], tp[kind] + fp[kind], tp[kind] + fn[kind]] for kind in types}
    return {kind: row(values) for kind, values in counts.items()} | {"micro avg": report(counts)["micro avg"]}
