"""Metrics over tags that call seqeval or scikit-learn, with a mistake before the call or after it."""

from itertools import chain

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score
from seqeval.metrics.sequence_labeling import precision_recall_fscore_support
from seqeval.scheme import IOB2
from sklearn.metrics import f1_score as sk_f1
from sklearn.metrics import precision_recall_fscore_support as sk_scores

from tests.diagnosis.metrics.record import Numbers, Tags, Three, wrong

TOKENS = "item:token"
NO_OUTSIDE = "tokens-without-outside"


def seqeval_scores(gold: Tags, pred: Tags) -> Numbers:
    """Return what most people return of seqeval: what is right."""
    return {
        "precision": precision_score(gold, pred),
        "recall": recall_score(gold, pred),
        "f1": f1_score(gold, pred),
    }


@wrong("tags", "seqeval is called with the prediction first.", "sides-swapped", "p-and-r-swapped", dialect="seqeval")
def seqeval_sides_swapped(gold: Tags, pred: Tags) -> Numbers:
    return seqeval_scores(pred, gold)


@wrong("tags", "seqeval's macro average is returned as F1.", "micro-is-macro", dialect="seqeval")
def seqeval_macro(gold: Tags, pred: Tags) -> float:
    return float(f1_score(gold, pred, average="macro"))


@wrong("tags", "seqeval's weighted average is returned.", "micro-is-weighted", dialect="seqeval")
def seqeval_weighted(gold: Tags, pred: Tags) -> Three:
    p, r, f, _ = precision_recall_fscore_support(gold, pred, average="weighted")
    return float(p), float(r), float(f)


@wrong("tags", "All sentences are one list when they reach seqeval.", "pool:flat", dialect="seqeval")
def seqeval_flattened(gold: Tags, pred: Tags) -> Numbers:
    return seqeval_scores([[tag for tags in gold for tag in tags]], [[tag for tags in pred for tag in tags]])


@wrong(
    "tags",
    "B is replaced by I before seqeval is called.",
    "begin-as-inside",
    "touching-entities-merged",
    dialect="seqeval",
)
def seqeval_without_begins(gold: Tags, pred: Tags) -> float:
    def plain(side: Tags) -> Tags:
        return [[f"I{tag[1:]}" if tag.startswith("B-") else tag for tag in tags] for tags in side]

    return float(f1_score(plain(gold), plain(pred)))


@wrong(
    "tags",
    "Tags are upper-cased before seqeval is called.",
    "type-case-folded",
    "tags-case-folded",
    dialect="seqeval-strict",
)
def seqeval_upper_case(gold: Tags, pred: Tags) -> Numbers:
    g, p = ([[tag.upper() for tag in tags] for tags in side] for side in (gold, pred))
    options = {"mode": "strict", "scheme": IOB2}
    return {"f1": f1_score(g, p, **options), "precision": precision_score(g, p, **options)}


@wrong(
    "tags",
    "The mean of seqeval's F1 of each sentence is returned.",
    "means-of-units",
    "pool:mean",
    "empty-doc:0",
    dialect="seqeval",
)
def seqeval_mean_of_sentences(gold: Tags, pred: Tags) -> float:
    scores = [f1_score([g], [p]) for g, p in zip(gold, pred, strict=True)]
    return float(np.mean(scores)) if scores else 0.0


@wrong(
    "tags",
    "seqeval's scores are rounded to three decimals.",
    "round:3-binary-x1",
    "round:3-half-even-x1",
    dialect="seqeval",
)
def seqeval_rounded(gold: Tags, pred: Tags) -> Numbers:
    return {name: round(float(value), 3) for name, value in seqeval_scores(gold, pred).items()}


@wrong(
    "tags",
    "The first token of each sentence is cut, as if it were CLS.",
    "first-token-cut",
    dialect="seqeval",
)
def seqeval_first_token_cut(gold: Tags, pred: Tags) -> Numbers:
    return seqeval_scores([tags[1:] for tags in gold], [tags[1:] for tags in pred])


@wrong(
    "tags",
    "seqeval is held to be strict, and is called without a mode.",
    "policy:lenient",
    "dialect:seqeval",
    "library:seqeval",
    "library:seqeval:default",
    dialect="seqeval-strict",
)
def seqeval_not_strict(gold: Tags, pred: Tags) -> Numbers:
    return seqeval_scores(gold, pred)


@wrong("tags", "Tokens are compared, O included.", TOKENS)
def sklearn_tokens(gold: Tags, pred: Tags) -> float:
    return float(sk_f1(list(chain(*gold)), list(chain(*pred)), average="micro")) if any(gold) else 0.0


@wrong("tags", "Whole tags are compared without O, micro.", f"{NO_OUTSIDE}-micro")
def sklearn_tokens_without_outside(gold: Tags, pred: Tags) -> Numbers:
    flat_gold, flat_pred = sum(gold, []), sum(pred, [])
    labels = sorted({*flat_gold, *flat_pred} - {"O"})
    if not labels:
        return {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    p, r, f, _ = sk_scores(flat_gold, flat_pred, labels=labels, average="micro", zero_division=0)
    return {"precision": float(p), "recall": float(r), "f1": float(f)}


@wrong(
    "tags",
    "Whole tags are compared without O, and averaged over tags.",
    f"{NO_OUTSIDE}-macro",
)
def sklearn_tokens_macro(gold: Tags, pred: Tags) -> Three:
    labels = sorted({tag for tags in (*gold, *pred) for tag in tags if tag != "O"})
    if not labels:
        return 0.0, 0.0, 0.0
    y_true, y_pred = np.concatenate([np.array(t) for t in gold]), np.concatenate([np.array(t) for t in pred])
    p, r, f, _ = sk_scores(y_true, y_pred, labels=labels, average="macro", zero_division=0)
    return float(p), float(r), float(f)


@wrong("tags", "Whole tags are compared without O, weighted.", f"{NO_OUTSIDE}-weighted")
def tokens_weighted(gold: Tags, pred: Tags) -> float:
    pairs = [(g, p) for gs, ps in zip(gold, pred, strict=True) for g, p in zip(gs, ps, strict=True)]
    total, score = 0, 0.0
    for label in {g for g, _ in pairs} - {"O"}:
        tp = sum(g == p == label for g, p in pairs)
        support = sum(g == label for g, _ in pairs)
        predicted = sum(p == label for _, p in pairs)
        total += support
        score += support * 2 * tp / (support + predicted)
    return score / total if total else 0.0


@wrong("tags", "The share of right tokens is called F1.", TOKENS)
def accuracy_called_f1(gold: Tags, pred: Tags) -> float:
    hits = [a == b for g, p in zip(gold, pred, strict=True) for a, b in zip(g, p, strict=True)]
    return sum(hits) / len(hits) if hits else 0.0


@wrong(
    "tags",
    "Tokens are compared, and averaged over all tags, O included.",
    TOKENS,
    "micro-is-macro",
    "tokens-with-outside-macro",
)
def sklearn_tokens_macro_with_outside(gold: Tags, pred: Tags) -> Numbers:
    y_true, y_pred = list(chain.from_iterable(gold)), list(chain.from_iterable(pred))
    if not y_true:
        return {"f1": 0.0}
    return {"f1": float(sk_f1(y_true, y_pred, average="macro", zero_division=0))}
