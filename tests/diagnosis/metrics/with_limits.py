"""Metrics that read or print a part only, or that have two mistakes at once."""

from collections import Counter
from itertools import chain
from statistics import mean

from seqeval.metrics import f1_score

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, Three, wrong
from tests.diagnosis.metrics.tags_decoded import BIOES, bioes_chunks, chunks, scored


def three(gold: Tags, pred: Tags) -> Three:
    """Return precision, recall and F1: what is right."""
    found = scored([chunks(x) for x in gold], [chunks(x) for x in pred])
    return found["precision"], found["recall"], found["f1"]


@wrong("tags", "Only the first 100 sentences are read.", "first-100-units-only")
def first_hundred_sentences(gold: Tags, pred: Tags) -> Three:
    return three(gold[:100], pred[:100])


@wrong("tags", "Only the first 10 sentences are read.", "first-10-units-only")
def first_ten_sentences(gold: Tags, pred: Tags) -> float:
    return three(gold[:10], pred[:10])[2]


@wrong("tags", "Only the first 256 tokens of a sentence are read.", "tokens-after-256-cut")
def first_256_tokens(gold: Tags, pred: Tags) -> Three:
    return three([tags[:256] for tags in gold], [tags[:256] for tags in pred])


@wrong("tags", "Predictions are filled up with O after 64 tokens.", "predictions-after-64-outside")
def predictions_of_64_tokens(gold: Tags, pred: Tags) -> Three:
    return three(gold, [[*tags[:64], *["O"] * len(tags[64:])] for tags in pred])


@wrong("tags", "Scores are rounded to 1 decimal.", "round:1-binary-x1")
def rounded_to_one_decimal(gold: Tags, pred: Tags) -> list[float]:
    return [round(one, 1) for one in three(gold, pred)]


@wrong("tags", "Scores are per cent, rounded to 1 decimal.", "round:3-binary-x1")
def percent_to_one_decimal(gold: Tags, pred: Tags) -> list[float]:
    return [round(100 * one, 1) for one in three(gold, pred)]


@wrong("tags", "Scores are cut off after 2 decimals.", "cut-after-2-x1")
def cut_after_two_decimals(gold: Tags, pred: Tags) -> list[float]:
    return [int(100 * one) / 100 for one in three(gold, pred)]


@wrong("tags", "Gold and prediction change places, and scores are rounded.", "sides-swapped", "round:2-binary-x1")
def swapped_and_rounded(gold: Tags, pred: Tags) -> list[float]:
    return [round(one, 2) for one in three(pred, gold)]


@wrong(
    "tags",
    "The first sentence is taken for a header, and the last token for an end mark.",
    "first-unit-dropped",
    "last-token-cut",
)
def first_sentence_and_last_token_dropped(gold: Tags, pred: Tags) -> Three:
    return three([tags[:-1] for tags in gold[1:]], [tags[:-1] for tags in pred[1:]])


@wrong("tags", "E is read as B.", "end-as-begin", dialect=BIOES)
def bioes_end_begins(gold: Tags, pred: Tags) -> Numbers:
    def decoded(side: Tags) -> list[list[Entity]]:
        return [bioes_chunks([f"B{tag[1:]}" if tag[0] == "E" else tag for tag in tags]) for tags in side]

    return scored(decoded(gold), decoded(pred))


@wrong("tags", "The types of a span are put to the vote.", "majority-type-wins")
def types_by_majority(gold: Tags, pred: Tags) -> Numbers:
    def decoded(tags: list[str]) -> list[Entity]:
        starts = [
            at for at, tag in enumerate(tags) if tag[0] == "B" or (tag[0] == "I" and (not at or tags[at - 1] == "O"))
        ]
        ends = [next((at for at in range(start + 1, len(tags)) if tags[at][0] != "I"), len(tags)) for start in starts]
        found = zip(starts, ends, strict=True)
        return [(Counter(tag[2:] for tag in tags[a:b]).most_common(1)[0][0], a, b) for a, b in found]

    return scored([decoded(tags) for tags in gold], [decoded(tags) for tags in pred])


@wrong(
    "tags",
    "The types of tokens are compared, O included, and F1 is the mean over them.",
    "token-types-with-outside-macro",
)
def macro_of_token_types(gold: Tags, pred: Tags) -> float:
    true, guess = ([tag.partition("-")[2] or "O" for tag in chain(*side)] for side in (gold, pred))
    pairs = Counter(zip(true, guess, strict=True))
    types = sorted({*true, *guess})
    return mean(2 * pairs[one, one] / (true.count(one) + guess.count(one)) for one in types) if types else 0.0


@wrong(
    "tags",
    "F1 is the macro average of seqeval, rounded to 3 decimals.",
    "micro-is-macro",
    "round:3-binary-x1",
    dialect="seqeval",
)
def seqeval_macro_rounded(gold: Tags, pred: Tags) -> float:
    return round(float(f1_score(gold, pred, average="macro", zero_division=0)), 3)


@wrong(
    "spans",
    "A ratio 0/0 is 1, F1 is the arithmetic mean, and equal spans are one.",
    "zero:1",
    "f-is-arithmetic-mean",
    "duplicates:set",
    input="spans",
)
def three_mistakes_at_once(gold: list[list[Entity]], pred: list[list[Entity]]) -> Numbers:
    true, guess = ({(i, *one) for i, spans in enumerate(side) for one in spans} for side in (gold, pred))
    right = len(true & guess)
    precision = right / len(guess) if guess else 1.0
    recall = right / len(true) if true else 1.0
    return {"precision": precision, "recall": recall, "f1": (precision + recall) / 2}
