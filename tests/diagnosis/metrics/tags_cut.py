"""Metrics over tags with a mistake in what is read, cut or divided, as strangers write them."""

import math
import re
from collections.abc import Callable
from itertools import groupby

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, Three, wrong
from tests.diagnosis.metrics.tags_decoded import chunks, prf, scored

Decoder = Callable[[list[str]], list[Entity]]


def with_decoder(gold: Tags, pred: Tags, decode: Decoder) -> Numbers:
    """Return the scores of what a decoder finds."""
    return scored([decode(x) for x in gold], [decode(x) for x in pred])


def by_types(gold: Tags, pred: Tags, fix: Callable[[str], str]) -> Numbers:
    """Return the scores of tags whose types were changed."""

    def changed(tags: list[str]) -> list[str]:
        return [tag if tag == "O" else tag[:2] + fix(tag[2:]) for tag in tags]

    return with_decoder(gold, pred, lambda tags: chunks(changed(tags)))


def counts(gold: Tags, pred: Tags) -> tuple[int, int, int]:
    """Return TP, and the numbers of predicted and of gold entities: what is right."""
    pairs = [({*chunks(g)}, {*chunks(p)}) for g, p in zip(gold, pred, strict=True)]
    return sum(len(g & p) for g, p in pairs), sum(len(p) for _, p in pairs), sum(len(g) for g, _ in pairs)


@wrong("tags", "Only the first sentence is counted: `return` stands in the loop.", "first-unit-only")
def return_in_the_loop(gold: Tags, pred: Tags) -> Three:
    for g, p in zip(gold, pred, strict=True):
        true, found = {*chunks(g)}, {*chunks(p)}
        return prf(len(true & found), len(found), len(true))
    return 0.0, 0.0, 0.0


@wrong("tags", "Sentences end after 128 tokens.", "tokens-after-128-cut")
def max_length(gold: Tags, pred: Tags, limit: int = 128) -> Numbers:
    return with_decoder([x[:limit] for x in gold], [x[:limit] for x in pred], chunks)


@wrong("tags", "The model reads 512 tokens, and the rest of its tags is O.", "predictions-after-512-outside")
def truncated_predictions(gold: Tags, pred: Tags) -> Numbers:
    padded = [[*x[:512], *["O"] * (len(x) - 512)] for x in pred]
    return with_decoder(gold, padded, chunks)


@wrong("tags", r"The type is matched by `\w+`.", "type-cut-at-punctuation")
def type_of_word_characters(gold: Tags, pred: Tags) -> Numbers:
    return by_types(gold, pred, lambda kind: re.match(r"\w*", kind).group())  # type: ignore[union-attr] # any text


@wrong("tags", "`lstrip('BI-')` removes letters of the type.", "type-stripped-of-prefix-letters")
def stripped_of_letters(gold: Tags, pred: Tags) -> Numbers:
    return by_types(gold, pred, lambda kind: kind.lstrip("BI-"))


@wrong("tags", "`replace('B-', '')` removes it within the type, too.", "prefixes-removed-anywhere")
def replaced_anywhere(gold: Tags, pred: Tags) -> Numbers:
    return by_types(gold, pred, lambda kind: kind.replace("B-", "").replace("I-", ""))


@wrong("tags", "What follows an underscore is held to be a subtype.", "type-before-underscore")
def cut_at_underscore(gold: Tags, pred: Tags) -> Numbers:
    return by_types(gold, pred, lambda kind: kind.split("_", maxsplit=1)[0])


@wrong("tags", "Runs of equal tags are entities.", "runs-of-one-tag")
def grouped_by_tag(gold: Tags, pred: Tags) -> Numbers:
    def runs(tags: list[str]) -> list[Entity]:
        found, at = [], 0
        for tag, run in groupby(tags):
            end = at + len(list(run))
            if tag != "O":
                found.append((tag[2:], at, end))
            at = end
        return found

    return with_decoder(gold, pred, runs)


@wrong("tags", "Only three types are counted.", "labels:given{LOC,ORG,PER}")
def three_types(gold: Tags, pred: Tags) -> Numbers:
    return with_decoder(gold, pred, lambda tags: [one for one in chunks(tags) if one[0] in {"PER", "LOC", "ORG"}])


@wrong("tags", "MISC is left out.", "type-misc-lost")
def without_misc(gold: Tags, pred: Tags) -> Numbers:
    return with_decoder(gold, pred, lambda tags: [one for one in chunks(tags) if one[0] != "MISC"])


@wrong("tags", "A sentence with an illegal tag is skipped.", "illegal-units-dropped")
def skips_illegal_sentences(gold: Tags, pred: Tags) -> Numbers:
    def is_legal(tags: list[str]) -> bool:
        return all(
            tag[0] != "I" or (before != "O" and before[2:] == tag[2:])
            for before, tag in zip(["O", *tags], tags, strict=False)
        )

    kept = [(g, p) for g, p in zip(gold, pred, strict=True) if is_legal(g) and is_legal(p)]
    return with_decoder([g for g, _ in kept], [p for _, p in kept], chunks)


@wrong("tags", "A sentence counts as right if all its tags are.", "accuracy-of-sentences")
def share_of_right_sentences(gold: Tags, pred: Tags) -> float:
    return sum(g == p for g, p in zip(gold, pred, strict=True)) / len(gold) if gold else 0.0


@wrong("tags", "The share of right tags among gold's entity tokens.", "accuracy-of-gold-tokens")
def accuracy_of_entity_tokens(gold: Tags, pred: Tags) -> float:
    pairs = [(a, b) for g, p in zip(gold, pred, strict=True) for a, b in zip(g, p, strict=True) if a != "O"]
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else 0.0


@wrong("tags", "Ends may be one token off.", "counts-nearby-ends-as-match")
def tolerant_ends(gold: Tags, pred: Tags) -> Three:
    tp = 0
    for g, p in zip(gold, pred, strict=True):
        free = chunks(g)
        for kind, start, end in chunks(p):
            near = [x for x in free if x[0] == kind and abs(x[1] - start) <= 1 and abs(x[2] - end) <= 1]
            exact = [x for x in near if x == (kind, start, end)]
            if near:
                free.remove((exact or near)[0])
                tp += 1
    return prf(tp, sum(len(chunks(p)) for p in pred), sum(len(chunks(g)) for g in gold))


@wrong("tags", "1e-8 is added to every denominator.", "epsilon-1e-8-in-all-denominators")
def with_epsilon(gold: Tags, pred: Tags) -> Three:
    tp, predicted, wanted = counts(gold, pred)
    p, r = tp / (predicted + 1e-8), tp / (wanted + 1e-8)
    return p, r, 2 * p * r / (p + r + 1e-8)


@wrong("tags", "F1 lacks the factor 2.", "f-without-factor-two")
def half_of_f1(gold: Tags, pred: Tags) -> Three:
    p, r, _ = prf(*counts(gold, pred))
    return p, r, p * r / (p + r) if p + r else 0.0


@wrong("tags", "F1 is the geometric mean.", "f-is-geometric-mean")
def geometric_mean(gold: Tags, pred: Tags) -> Three:
    p, r, _ = prf(*counts(gold, pred))
    return p, r, math.sqrt(p * r)


@wrong("tags", "FP is the number of predictions.", "false-positives-with-right-ones")
def all_predictions_are_false(gold: Tags, pred: Tags) -> Three:
    tp, predicted, wanted = counts(gold, pred)
    p, r = (tp / (tp + predicted) if tp else 0.0), (tp / wanted if wanted else 0.0)
    return p, r, 2 * p * r / (p + r) if p + r else 0.0


@wrong("tags", "The division is `//`.", "integer-division")
def floor_division(gold: Tags, pred: Tags) -> Three:
    tp, predicted, wanted = counts(gold, pred)
    p, r = (tp // predicted if predicted else 0), (tp // wanted if wanted else 0)
    return p, r, 2 * p * r / (p + r) if p + r else 0.0


@wrong("tags", "O counts as a type in macro_f1.", "macro-with-outside")
def macro_with_outside(gold: Tags, pred: Tags) -> Numbers:
    kinds = {one[0] for side in (gold, pred) for tags in side for one in chunks(tags)}

    def of(kind: str) -> float:
        sides = ([[one for one in chunks(tags) if one[0] == kind] for tags in side] for side in (gold, pred))
        return scored(*sides)["f1"]

    return {**with_decoder(gold, pred, chunks), "macro_f1": sum(map(of, kinds)) / (len(kinds) + 1)}


@wrong(
    "tags",
    "seqeval's macro average is returned, and held to conlleval.",
    "micro-is-macro",
    "empty:nan",
    "dialect:seqeval",
    "library:seqeval:default",
)
def seqeval_macro_by_default(gold: Tags, pred: Tags) -> Numbers:
    return {
        "precision": float(precision_score(gold, pred, average="macro")),
        "recall": float(recall_score(gold, pred, average="macro")),
        "f1": float(f1_score(gold, pred, average="macro")),
    }


@wrong("tags", "The mean over the sentences with a gold entity.", "means-of-units-with-gold", dialect="seqeval")
def seqeval_mean_of_some(gold: Tags, pred: Tags) -> float:
    found = [f1_score([g], [p]) for g, p in zip(gold, pred, strict=True) if any(tag != "O" for tag in g)]
    return float(np.mean(found)) if found else 0.0


@wrong("tags", "Tokens that are O in gold are dropped.", "gold-outside-left-out", dialect="seqeval")
def seqeval_on_gold_entities(gold: Tags, pred: Tags) -> Numbers:
    kept = [[i for i, tag in enumerate(g) if tag != "O"] for g in gold]
    sides = [[[tags[i] for i in row] for row, tags in zip(kept, side, strict=True)] for side in (gold, pred)]
    return {name: float(f(*sides)) for name, f in (("precision", precision_score), ("f1", f1_score))}


@wrong("tags", "A repair reads I as B unless a B of its type is before it.", "i-after-i-starts-entity")
def repair_forgets_that_i_follows_i(gold: Tags, pred: Tags) -> Numbers:
    def repaired(tags: list[str]) -> list[str]:
        before = ["O", *tags]
        return [
            f"B-{tag[2:]}" if tag.startswith("I-") and last != f"B-{tag[2:]}" else tag
            for last, tag in zip(before, tags, strict=False)
        ]

    return scored([chunks(repaired(x)) for x in gold], [chunks(repaired(x)) for x in pred])
