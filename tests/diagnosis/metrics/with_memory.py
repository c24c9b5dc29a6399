"""Metrics that keep something between two calls, or draw at random."""

import random
from collections import Counter
from statistics import mean

from seqeval.metrics import f1_score

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, scored

ADDED, UNSTEADY = "earlier-calls-added", "unsteady"
COUNTS: Counter[str] = Counter()
GOLD: Tags = []
PREDICTED: Tags = []
SCORES: list[float] = []


class Scorer:
    """Counts in batches."""

    def __init__(self) -> None:
        self.gold: list[list[Entity]] = []
        self.pred: list[list[Entity]] = []

    def add_batch(self, gold: Tags, pred: Tags) -> None:
        self.gold += map(chunks, gold)
        self.pred += map(chunks, pred)

    def compute(self) -> Numbers:
        return scored(self.gold, self.pred)


SCORER = Scorer()


def f1_of(gold: Tags, pred: Tags) -> float:
    return scored([chunks(x) for x in gold], [chunks(x) for x in pred])["f1"]


@wrong("tags", "The counts are global and never reset.", ADDED, UNSTEADY)
def counts_never_reset(gold: Tags, pred: Tags) -> float:
    for one, other in zip(gold, pred, strict=True):
        here, there = {*chunks(one)}, {*chunks(other)}
        COUNTS.update(right=len(here & there), pos=len(here), act=len(there))
    total = COUNTS["pos"] + COUNTS["act"]
    return 2 * COUNTS["right"] / total if total else 0.0


@wrong("tags", "`add_batch` of an object that is never reset.", ADDED, UNSTEADY)
def scorer_never_reset(gold: Tags, pred: Tags) -> Numbers:
    SCORER.add_batch(gold, pred)
    return SCORER.compute()


@wrong("tags", "All sentences so far are passed to seqeval, bad input among them.", ADDED, UNSTEADY, dialect="seqeval")
def lists_never_reset(gold: Tags, pred: Tags) -> float:
    GOLD.extend(gold)
    PREDICTED.extend(pred)
    return float(f1_score(GOLD, PREDICTED))


@wrong("tags", "The mean of F1 over all calls is returned.", UNSTEADY)
def mean_of_all_calls(gold: Tags, pred: Tags) -> float:
    SCORES.append(f1_of(gold, pred))
    return mean(SCORES)


@wrong("tags", "F1 of sentences that are drawn with replacement, without a seed.", UNSTEADY)
def one_bootstrap_sample(gold: Tags, pred: Tags) -> float:
    drawn = random.choices(range(len(gold)), k=len(gold)) if gold else []  # noqa: S311 - as people draw
    return f1_of([gold[at] for at in drawn], [pred[at] for at in drawn])
