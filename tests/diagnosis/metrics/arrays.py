"""Metrics as Hugging Face's Trainer calls them, `compute_metrics(p)`, with one mistake."""

from typing import Any

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score

from tests.diagnosis.metrics.record import LABELS, Entity, Numbers, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, prf, scored

SEQEVAL: dict[str, Any] = {"dialect": "seqeval", "id2label": LABELS}
OWN: dict[str, Any] = {"id2label": LABELS}
IGNORED = -100


def seqeval_scores(gold: Tags, pred: Tags) -> Numbers:
    """Return seqeval's scores: what is right."""
    return {"precision": precision_score(gold, pred), "recall": recall_score(gold, pred), "f1": f1_score(gold, pred)}


def masked(ids: Any, labels: Any) -> tuple[Tags, Tags]:  # noqa: ANN401 - arrays
    """Return both sides as tags, without ignored positions: what is right."""
    gold = [[LABELS[a] for a in row if a != IGNORED] for row in labels]
    pred = [
        [LABELS[b] for a, b in zip(row, guess, strict=True) if a != IGNORED]
        for row, guess in zip(labels, ids, strict=True)
    ]
    return gold, pred


@wrong("arrays", "-100 is read as O, so that predictions there are wrong.", "ignored-as-outside", **SEQEVAL)
def compute_metrics_ignored_is_outside(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)
    gold = [[LABELS[x] if x != IGNORED else "O" for x in row] for row in labels]
    pred = [[LABELS[x] for x in row] for row in predictions]
    return seqeval_scores(gold, pred)


@wrong(
    "arrays",
    "-100 is read as O on both sides, so that pieces split entities.",
    "ignored-as-outside-on-both-sides",
    **SEQEVAL,
)
def compute_metrics_ignored_on_both_sides(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    ids = np.where(p.label_ids == IGNORED, 0, p.predictions.argmax(-1))
    labels = np.where(p.label_ids == IGNORED, 0, p.label_ids)
    names = np.array(LABELS)
    return seqeval_scores(names[labels].tolist(), names[ids].tolist())


@wrong(
    "arrays",
    "The first and the last column are cut, and hold labels.",
    "outer-columns-cut",
    **SEQEVAL,
)
def compute_metrics_columns_cut(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)[:, 1:-1]
    gold, pred = masked(predictions, labels[:, 1:-1])
    return seqeval_scores(gold, pred)


@wrong("arrays", "The first column is cut, and holds a label.", "first-column-cut", **OWN)
def compute_metrics_first_column_cut(eval_pred: Any) -> dict[str, float]:  # noqa: ANN401 - EvalPrediction
    logits, labels = eval_pred
    gold, pred = masked(logits.argmax(axis=-1)[:, 1:], labels[:, 1:])
    return scored([chunks(x) for x in gold], [chunks(x) for x in pred])


@wrong("arrays", "The last column is cut, and holds a label.", "last-column-cut", **OWN)
def compute_metrics_last_column_cut(eval_pred: Any) -> dict[str, float]:  # noqa: ANN401 - EvalPrediction
    logits, labels = eval_pred.predictions[:, :-1], eval_pred.label_ids[:, :-1]
    gold, pred = masked(np.argmax(logits, -1), labels)
    return scored([chunks(x) for x in gold], [chunks(x) for x in pred])


@wrong("arrays", "The whole batch is one sequence.", "pool:flat", **SEQEVAL)
def compute_metrics_glued(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    predictions, labels = np.argmax(p[0], axis=2), p[1]
    mask = labels != IGNORED
    gold = [LABELS[x] for x in labels[mask]]
    pred = [LABELS[x] for x in predictions[mask]]
    return seqeval_scores([gold], [pred])


@wrong("arrays", "The share of right labels is called F1.", "item:token", **OWN)
def compute_metrics_accuracy(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    hits = (p.predictions.argmax(-1) == p.label_ids)[p.label_ids != IGNORED]
    return {"f1": float(hits.mean()) if hits.size else 0.0}


@wrong("arrays", "Labels are compared without O.", "tokens-without-outside-micro", **OWN)
def compute_metrics_tokens_without_outside(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    labels = p.label_ids.ravel()
    ids = p.predictions.argmax(-1).ravel()[labels != IGNORED]
    labels = labels[labels != IGNORED]
    tp = int(((ids == labels) & (labels != 0)).sum())
    precision, recall, f1 = prf(tp, int((ids != 0).sum()), int((labels != 0).sum()))
    return {
        "eval_precision": precision,
        "eval_recall": recall,
        "eval_f1": f1,
        "precision": precision,
        "recall": recall,
        "f1": f1,
    }


@wrong("arrays", "seqeval is called with the prediction first.", "sides-swapped", "p-and-r-swapped", **SEQEVAL)
def compute_metrics_swapped(eval_preds: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    logits, labels = eval_preds
    gold, pred = masked(np.argmax(logits, axis=-1), labels)
    return seqeval_scores(pred, gold)


@wrong("arrays", "Only the first 50 rows are read.", "first-units-only", **SEQEVAL)
def compute_metrics_first_rows(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    return seqeval_scores(*masked(np.argmax(p.predictions[:50], axis=2), p.label_ids[:50]))


@wrong("arrays", "Scores are rounded to four decimals.", "round:4-binary-x1", "round:4-half-even-x1", **SEQEVAL)
def compute_metrics_rounded(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    found = seqeval_scores(*masked(np.argmax(p.predictions, axis=2), p.label_ids))
    return {name: round(float(value), 4) for name, value in found.items()}


@wrong("arrays", "Positions where O is predicted are left out.", "predicted-outside-left-out", **OWN)
def compute_metrics_mask_of_predictions(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    ids = p.predictions.argmax(axis=2)
    keep = (ids != 0) & (p.label_ids != IGNORED)
    gold = [[LABELS[x] for x in row[mask]] for row, mask in zip(p.label_ids, keep, strict=True)]
    pred = [[LABELS[x] for x in row[mask]] for row, mask in zip(ids, keep, strict=True)]
    return scored([chunks(x) for x in gold], [chunks(x) for x in pred])


@wrong("arrays", "An entity that goes on to the end of its row is lost.", "entity-at-end-lost", **OWN)
def compute_metrics_no_flush(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    def entities(tags: list[str]) -> list[Entity]:
        return [one for one in chunks(tags) if one[2] < len(tags)]

    gold, pred = masked(p.predictions.argmax(axis=2), p.label_ids)
    return scored([entities(x) for x in gold], [entities(x) for x in pred])


@wrong("arrays", "F1 is the macro average.", "micro-is-macro", **SEQEVAL)
def compute_metrics_macro(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    gold, pred = masked(np.argmax(p.predictions, axis=2), p.label_ids)
    return {"f1": float(f1_score(gold, pred, average="macro"))}


@wrong("arrays", "-100 is removed from the labels only.", "ignored-left-in-predictions", **SEQEVAL)
def compute_metrics_labels_masked(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    gold = [[LABELS[x] for x in row if x != IGNORED] for row in p.label_ids]
    ids = np.argmax(p.predictions, axis=-1)
    return seqeval_scores(gold, [[LABELS[x] for x in row[: len(g)]] for row, g in zip(ids, gold, strict=True)])


@wrong("arrays", "`break` stands where `continue` belongs.", "row-cut-at-ignored", **SEQEVAL)
def compute_metrics_break(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    gold: Tags = []
    pred: Tags = []
    for row, ids in zip(p.label_ids, np.argmax(p.predictions, axis=-1), strict=True):
        gold.append([])
        pred.append([])
        for label, guess in zip(row, ids, strict=True):
            if label == IGNORED:
                if gold[-1]:
                    break
                continue
            gold[-1].append(LABELS[label])
            pred[-1].append(LABELS[guess])
    return seqeval_scores(gold, pred)


@wrong("arrays", "`np.split` gets lengths, not positions.", "cut-at-lengths", **SEQEVAL)
def compute_metrics_split_at_lengths(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    mask = p.label_ids != IGNORED
    lengths = mask.sum(axis=1)
    sides = (np.array(LABELS)[ids[mask]] for ids in (p.label_ids, np.argmax(p.predictions, axis=-1)))
    gold, pred = ([list(map(str, part)) for part in np.split(tags, lengths)] for tags in sides)
    return seqeval_scores(gold, pred)


@wrong("arrays", "A later piece of a word replaces an O of the word.", "piece-inside-predicts", **OWN)
def compute_metrics_pieces_fill(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    gold, pred = [], []
    for row, guess in zip(p.label_ids, p.predictions.argmax(-1), strict=True):
        words: list[str] = []
        for a, b in zip(row, guess, strict=True):
            if a != IGNORED:
                words.append(LABELS[b])
            elif words and words[-1] == "O":
                words[-1] = LABELS[b]
        gold.append([LABELS[a] for a in row if a != IGNORED])
        pred.append(words)
    return scored([chunks(tags) for tags in gold], [chunks(tags) for tags in pred])
