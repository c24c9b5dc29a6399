"""The catalogue of mistakes: what each gives on a small input, counted by hand from its sentence."""

from fractions import Fraction

import pytest

from nerconform.reference.evaluation import Evaluation
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.spans import Span
from nerconform.suite.mutants import ACCEPTING, WRONG
from nerconform.suite.wrong_choices import CHOOSING

Ratios = tuple[Fraction, Fraction, Fraction]
LONG = "B-A" + " I-A" * 8


def wrong(name: str, gold: object, pred: object, base: str = "conlleval", **choices: str) -> Evaluation:
    mistake = next(one for one in (*WRONG, *ACCEPTING) if one.name == name)
    return mistake.change(Pipeline.of(NAMED[base].set(**choices))).evaluate(gold, pred)


def units(*texts: str) -> list[list[str]]:
    return [text.split() for text in texts]


@pytest.mark.parametrize(
    ("name", "gold", "pred", "counts"),
    [
        ("longer-side-cut", ["B-A", "B-A"], ["B-A"], (1, 0, 0)),
        ("longer-side-cut", ["B-A"], ["B-A", "B-A"], (1, 0, 0)),
        ("longer-side-kept", ["B-A", "B-A"], ["B-A"], (1, 0, 1)),
        ("longer-side-kept", ["B-A"], ["B-A", "B-A"], (1, 1, 0)),
        ("longer-unit-cut", ["B-A B-A"], ["B-A"], (1, 0, 0)),
        ("lengths-unchecked", ["B-A B-A"], ["B-A"], (1, 0, 1)),
        ("first-units-only", ["B-A"] * 60, ["B-A"] * 60, (50, 0, 0)),
        ("last-unit-only", ["B-A", "B-A"], ["B-A", "O"], (0, 0, 1)),
        ("tokens-without-outside-micro", ["B-A I-A O"], ["B-A O I-A"], (1, 1, 1)),
        ("entity-at-end-of-data-lost", ["O B-A", "O B-A"], ["O B-A", "O B-A"], (1, 0, 0)),
        ("hyphenated-types-outside", ["B-a-b B-c"], ["B-a-b B-c"], (1, 0, 0)),
        ("ends-inclusive", ["B-A I-A O B-A"], ["B-A I-A O B-A"], (1, 0, 0)),
        ("true-positives-of-last-unit", ["B-A B-A", "B-A", "B-A"], ["B-A B-A", "B-A", "O"], (0, 0, 1)),
        ("false-positives-of-last-unit", ["O O", "O"], ["B-A B-A", "B-A"], (0, 1, 0)),
        ("false-negatives-of-last-unit", ["B-A B-A", "B-A"], ["O O", "O"], (0, 0, 1)),
        ("met-earlier-not-missed", ["B-A", "B-A"], ["B-A", "O"], (1, 0, 0)),
        ("met-earlier-not-missed", ["B-A", "B-A"], ["O", "B-A"], (1, 0, 1)),
        ("met-earlier-not-missed", ["B-A", "B-B"], ["B-A", "O"], (1, 0, 1)),
        ("entity-at-end-cut", ["B-A I-A"], ["B-A O"], (1, 0, 0)),
        ("long-spans-lost", [LONG, "B-A"], [LONG, "B-A"], (1, 0, 0)),
        ("type-named-o-lost", ["B-O B-A"], ["B-O B-A"], (1, 0, 0)),
        ("predicted-ends-inclusive", ["B-A I-A O B-A"], ["B-A I-A O B-A"], (0, 2, 2)),
        ("predicted-ends-inclusive", ["B-A O"], ["B-A I-A"], (1, 0, 0)),
        ("gold-ends-inclusive", ["B-A I-A"], ["B-A O"], (1, 0, 0)),
        ("one-span-per-type", ["B-A B-A B-B"], ["B-A B-A B-B"], (2, 0, 0)),
        ("counts-half-overlap-as-match", ["B-A I-A I-A I-A"], ["B-A I-A O O"], (1, 0, 0)),
        ("counts-half-overlap-as-match", ["B-A I-A I-A"], ["B-A O O"], (0, 1, 1)),
        ("counts-longer-prediction-as-match", ["B-A O"], ["B-A I-A"], (1, 0, 0)),
        ("counts-longer-prediction-as-match", ["B-A I-A"], ["B-A O"], (0, 1, 1)),
        ("counts-inner-prediction-as-match", ["B-A I-A I-A"], ["O B-A O"], (1, 0, 0)),
        ("total-of-last-type", ["B-A B-B"], ["B-A O"], (0, 0, 1)),
        ("closing-tag-swallowed", ["B-A B-B"], ["B-A B-B"], (1, 0, 0)),
        ("first-tag-after-last", ["I-A O I-A"], ["I-A O I-A"], (1, 0, 0)),
        ("followed-entities-cut", ["B-A I-A B-B"], ["B-A O B-B"], (2, 0, 0)),
        ("starts-at-first-equal-tag", ["B-A B-A I-A"], ["B-A I-A I-A"], (1, 0, 1)),
        ("first-of-touching-only", ["B-A B-B"], ["B-A B-B"], (1, 0, 0)),
        ("removed-in-the-loop", ["B-A B-B B-C"], ["B-A B-B B-C"], (2, 1, 1)),
        ("rest-after-shorter-side-by-start", ["B-A O B-A"], ["B-A O O"], (1, 0, 0)),
        ("spurious-for-each-gold", ["B-A B-B O"], ["O O B-C"], (0, 2, 2)),
        ("false-positives-are-surplus-of-sentence", ["B-A O"], ["O B-A"], (0, 0, 1)),
        ("false-negatives-are-surplus-of-corpus", ["B-A", "O"], ["O", "B-A"], (0, 1, 0)),
        ("units-after-empty-gold-lost", ["B-A", "O", "B-A"], ["B-A", "O", "B-A"], (1, 0, 0)),
        ("right-units-skipped", ["B-A", "B-A B-B"], ["B-A", "B-A O"], (1, 0, 1)),
        ("tokens-of-inclusive-ends", ["B-A O"], ["O B-A"], (1, 0, 0)),
        ("two-token-entities-lost", ["B-A I-A B-B"], ["B-A I-A B-B"], (1, 0, 0)),
        ("counts-same-length-as-match", ["B-A O"], ["O B-A"], (1, 0, 0)),
        ("type-stripped-of-own-letter", ["B-BIRD I-BIRD"], ["B-BIRD I-BIRD"], (2, 0, 0)),
        ("predicted-tags-unknown-to-gold-outside", ["B-A O"], ["B-A B-B"], (1, 0, 0)),
        ("outside-on-both-sides-left-out", ["B-A O I-A"], ["B-A O I-A"], (1, 0, 0)),
        ("equal-units-of-a-side-once", ["B-A", "B-A"], ["B-A", "O"], (1, 0, 0)),
        ("first-touching-is-match", ["B-A O"], ["O B-A"], (1, 0, 0)),
        ("types-within-types", ["B-PERCENT"], ["B-PER"], (1, 0, 1)),
        ("i-after-i-starts-entity", ["B-A I-A I-A"], ["B-A I-A I-A"], (2, 0, 0)),
        ("cut-at-lengths", ["B-A", "B-A I-A"], ["B-A", "B-A I-A"], (3, 0, 0)),
        ("wrong-types-not-missed", ["B-A"], ["B-B"], (0, 1, 0)),
        ("wrong-types-not-spurious", ["B-A"], ["B-B"], (0, 0, 1)),
        ("right-where-both-end-later", ["B-A B-A"], ["B-A I-A"], (1, 0, 1)),
    ],
)  # fmt: skip
def test_counts(name: str, gold: list[str], pred: list[str], counts: tuple[int, int, int]) -> None:
    found = wrong(name, units(*gold), units(*pred)).counts
    assert (found.tp, found.fp, found.fn) == counts


A, B = Span("A", 0, 1), Span("B", 0, 1)
OUTER, INNER = Span("A", 0, 9), Span("A", 1, 2)


@pytest.mark.parametrize(
    ("name", "gold", "pred", "counts"),
    [
        ("sorted-by-bounds-compared-in-turn", [A], [B, A], (0, 2, 1)),
        ("sorted-by-bounds-compared-in-turn", [A], [A, B], (1, 1, 0)),
        ("wrong-types-not-missed", [A, A], [B], (0, 1, 1)),
        ("wrong-types-not-spurious", [A], [B, B], (0, 1, 1)),
        ("right-where-both-end-later", [OUTER, INNER], [OUTER, INNER], (1, 1, 1)),
        ("right-where-both-end-later", [A, A], [A], (1, 0, 1)),
        ("right-where-both-end-later", [A], [A, Span("A", 2, 3)], (1, 1, 0)),
        ("sorted-by-bounds-compared-by-start", [Span("A", 0, 2)], [A, Span("A", 0, 2)], (0, 2, 1)),
        ("gold-type-of-bounds-is-last", [A, B], [A, B], (1, 1, 1)),
        ("gold-type-of-bounds-is-last", [A, A], [A, A], (2, 0, 0)),
        ("single-tokens-lost", [A, Span("A", 0, 2)], [B, Span("A", 0, 2)], (1, 0, 0)),
    ],
)
def test_counts_of_spans(name: str, gold: list[Span], pred: list[Span], counts: tuple[int, int, int]) -> None:
    found = wrong(name, [gold], [pred]).counts
    assert (found.tp, found.fp, found.fn) == counts


@pytest.mark.parametrize("name", ["each-side-by-overlap-of-type", "aligns-by-position-sorted-by-start"])
def test_copies_count_once_where_the_dialect_says_so(name: str) -> None:
    far = Span("A", 5, 6)
    found = wrong(name, [[A]], [[A, far, far]], duplicates="set").counts
    assert (found.tp, found.fp, found.fn) == (1, 1, 0)


@pytest.mark.parametrize(
    ("name", "tags", "right"),
    [
        ("single-as-inside", "S-A S-A", 1),
        ("ends-and-singles-as-inside", "B-A E-A O S-A S-A", 2),
        ("ends-and-singles-as-outside", "B-A E-A O S-A S-A", 1),
        ("closing-tag-swallowed", "S-A S-B S-C", 2),
    ],
)
def test_letters_of_bioes(name: str, tags: str, right: int) -> None:
    found = wrong(name, units(tags), units(tags), scheme="BIOES").counts
    assert (found.tp, found.fp, found.fn) == (right, 0, 0)


def test_an_e_of_another_type_ends_the_entity() -> None:
    found = wrong("end-of-any-type", units("B-A E-A"), units("B-A E-B"), scheme="BIOES").counts
    assert (found.tp, found.fp, found.fn) == (1, 0, 0)


@pytest.mark.parametrize(
    ("name", "precision", "recall"), [("act-without-inc", 1, "1/2"), ("pos-without-inc", "1/2", 1)]
)
def test_incorrect_pairs_are_left_out_of_one_side(name: str, precision: str | int, recall: str | int) -> None:
    gold, pred = [Span("A", 0, 1), Span("A", 1, 2)], [Span("A", 0, 1), Span("B", 1, 2)]
    row = wrong(name, [gold], [pred], "semeval").schemas[Schema.STRICT]
    assert (row.precision, row.recall) == (Fraction(precision), Fraction(recall))


def test_every_entity_ends_at_the_first_e_of_its_type() -> None:
    gold, pred = units("B-A E-A O B-A I-A E-A"), units("B-A E-A O B-A E-A O")
    found = wrong("ends-at-first-e", gold, pred, scheme="BIOES").counts
    assert (found.tp, found.fp, found.fn) == (2, 0, 0)


def ratios(precision: str, recall: str, f1: str) -> Ratios:
    return Fraction(precision), Fraction(recall), Fraction(f1)


ONE_OF_THREE = (["B-A I-A I-A O"], ["B-A O O O"])
THREE_UNITS = (["B-A", "B-A B-A", "O"], ["B-A", "B-A O", "O"])


@pytest.mark.parametrize(
    ("name", "sides", "average", "expected"),
    [
        ("tokens-without-outside-macro", ONE_OF_THREE, "micro", ratios("1/2", "1/2", "1/2")),
        ("tokens-without-outside-weighted", ONE_OF_THREE, "micro", ratios("1/3", "1/3", "1/3")),
        ("tokens-with-outside-macro", ONE_OF_THREE, "micro", ratios("4/9", "2/3", "1/2")),
        ("tokens-with-outside-weighted", ONE_OF_THREE, "micro", ratios("1/3", "1/2", "3/8")),
        ("f-with-whole-fn", (["B-A B-B"], ["B-A O"]), "micro", ratios("1", "1/2", "1/2")),
        ("f-with-whole-fp", (["B-A O"], ["B-A B-B"]), "micro", ratios("1/2", "1", "1/2")),
        ("f-with-tp-once-below", (["B-A B-B"], ["B-A O"]), "micro", ratios("1", "1/2", "1")),
        ("empty-side-is-perfect", (["B-A"], ["O"]), "micro", ratios("1", "1", "1")),
        ("macro-with-weighted-row", (["B-A B-A B-B"], ["B-A B-A O"]), "macro", ratios("5/9", "5/9", "5/9")),
        ("macro-where-defined", (["B-A B-B O"], ["B-A O B-C"]), "macro", ratios("1/2", "1/2", "1/3")),
        ("macro-with-micro-row", (["B-A B-B"], ["B-A O"]), "macro", ratios("2/3", "1/2", "5/9")),
        ("micro-is-macro-of-right-types", (["B-A B-B"], ["B-A O"]), "micro", ratios("1", "1", "1")),
        ("micro-recall-is-macro", (["B-A B-A B-B"], ["B-A B-A O"]), "micro", ratios("1", "1/2", "4/5")),
        ("means-of-units-where-defined", THREE_UNITS, "micro", ratios("1", "3/4", "6/7")),
        ("weighted-in-order-of-gold", (["B-B B-B B-A"], ["B-B B-B O"]), "weighted", ratios("1/3", "1/3", "1/3")),
        ("per-cent", (["B-A B-A"], ["B-A O"]), "micro", ratios("100", "50", "200/3")),
        ("micro-is-macro-of-gold-types", (["B-A B-A O"], ["B-A O B-B"]), "micro", ratios("1", "1/2", "2/3")),
        ("micro-is-macro-of-predicted-types", (["B-A B-B"], ["B-A O"]), "micro", ratios("1", "1", "1")),
        ("micro-is-macro-of-means", (["B-A B-A B-B"], ["B-A O B-B"]), "micro", ratios("1", "3/4", "6/7")),
        ("means-of-units", THREE_UNITS, "micro", ratios("2/3", "1/2", "5/9")),
        ("means-of-units-empty-is-right", THREE_UNITS, "micro", ratios("1", "5/6", "8/9")),
        ("means-of-units-with-spans", THREE_UNITS, "micro", ratios("1", "3/4", "5/6")),
        ("macro-is-means-of-units", THREE_UNITS, "macro", ratios("2/3", "1/2", "5/9")),
        ("weighted-is-means-of-units", THREE_UNITS, "weighted", ratios("2/3", "1/2", "5/9")),
    ],
)  # fmt: skip
def test_ratios(name: str, sides: tuple[list[str], list[str]], average: str, expected: Ratios) -> None:
    gold, pred = sides
    row = wrong(name, units(*gold), units(*pred)).averages[average]
    assert (row.precision, row.recall, row.f1) == expected


SHORTER = ([Span("A", 0, 2)], [Span("A", 0, 1)])
OTHER_TYPE = ([Span("A", 0, 2)], [Span("B", 0, 2)])
NEITHER = ([Span("A", 0, 2)], [Span("B", 0, 1)])
LATER_IDENTICAL = ([Span("A", 0, 2)], [Span("A", 0, 1), Span("A", 0, 2)])
AROUND = ([Span("A", 1, 2)], [Span("A", 0, 3)])
FAR_FROM_TWO = ([Span("A", 0, 1), Span("A", 1, 2)], [Span("A", 5, 6)])
TWO_INSIDE = ([Span("A", 0, 3)], [Span("A", 0, 1), Span("A", 1, 2)])
TOUCHING = ([Span("A", 2, 4)], [Span("A", 0, 2)])
TOUCHING_THEN_IDENTICAL = ([Span("A", 1, 2)], [Span("A", 0, 1), Span("A", 1, 2)])
RIGHT_TYPE_LATER = ([Span("B", 0, 2), Span("A", 2, 4)], [Span("A", 0, 4)])
TWO_ON_ONE = ([Span("A", 0, 1), Span("A", 1, 2)], [Span("A", 0, 2)])
LATER_NEARER = ([Span("A", 0, 4)], [Span("B", 0, 1), Span("A", 1, 4)])
MOST_TOKENS_OR_SHARE = ([Span("A", 0, 4)], [Span("A", 0, 2), Span("B", 0, 9)])
"""The prediction of A has two tokens of four, IoU 2/4; that of B has all four, IoU 4/9."""
GOLD_LATER_IDENTICAL = ([Span("A", 0, 3), Span("A", 1, 2)], [Span("A", 1, 2)])
GOLD_LATER_NEARER = ([Span("B", 0, 4), Span("A", 4, 6)], [Span("A", 3, 6)])
"""The prediction has one token of the first gold entity, IoU 1/6, and two of the second, IoU 2/3."""


@pytest.mark.parametrize(
    ("name", "sides", "schema", "cells"),
    [
        ("incorrect-does-not-consume", TWO_INSIDE, Schema.STRICT, (0, 2, 0, 1, 0)),
        ("incorrect-does-not-consume", TWO_INSIDE, Schema.PARTIAL, (0, 0, 2, 1, 0)),
        ("incorrect-also-missed", TWO_INSIDE, Schema.STRICT, (0, 1, 0, 1, 1)),
        ("incorrect-also-spurious", TWO_INSIDE, Schema.STRICT, (0, 1, 0, 0, 2)),
        ("strict-gives-partial", NEITHER, Schema.STRICT, (0, 0, 1, 0, 0)),
        ("strict-credits-overlap", SHORTER, Schema.STRICT, (0, 0, 1, 0, 0)),
        ("strict-credits-overlap", NEITHER, Schema.STRICT, (0, 1, 0, 0, 0)),
        ("exact-is-type", SHORTER, Schema.EXACT, (1, 0, 0, 0, 0)),
        ("partial-is-strict", OTHER_TYPE, Schema.PARTIAL, (0, 1, 0, 0, 0)),
        ("partial-is-type", SHORTER, Schema.PARTIAL, (1, 0, 0, 0, 0)),
        ("partial-for-wrong-type", OTHER_TYPE, Schema.PARTIAL, (0, 0, 1, 0, 0)),
        ("type-is-exact", OTHER_TYPE, Schema.TYPE, (1, 0, 0, 0, 0)),
        ("missed-is-all-but-correct", SHORTER, Schema.PARTIAL, (0, 0, 1, 1, 0)),
        ("spurious-is-all-but-correct", NEITHER, Schema.STRICT, (0, 1, 0, 0, 1)),
        ("one-pass-as-listed", LATER_IDENTICAL, Schema.STRICT, (0, 1, 0, 0, 1)),
        ("schemas-share-counts", SHORTER, Schema.STRICT, (1, 2, 1, 0, 0)),
        ("schemas-strict-and-type-swapped", SHORTER, Schema.STRICT, (1, 0, 0, 0, 0)),
        ("all-schemas-are-exact", OTHER_TYPE, Schema.STRICT, (1, 0, 0, 0, 0)),
        ("pairs-if-prediction-starts-or-ends-in-gold", AROUND, Schema.PARTIAL, (0, 0, 0, 1, 1)),
        ("by-schema-if-touching", TOUCHING, Schema.PARTIAL, (0, 0, 1, 0, 0)),
        ("by-schema-if-touching", TOUCHING_THEN_IDENTICAL, Schema.STRICT, (1, 0, 0, 0, 1)),
        ("by-schema-if-touching", RIGHT_TYPE_LATER, Schema.STRICT, (0, 1, 0, 1, 0)),
        ("by-schema-if-touching", RIGHT_TYPE_LATER, Schema.TYPE, (1, 0, 0, 1, 0)),
        ("by-schema-if-inclusive-ends", SHORTER, Schema.PARTIAL, (0, 0, 0, 1, 1)),
        ("by-schema-if-inclusive-ends", AROUND, Schema.PARTIAL, (0, 0, 1, 0, 0)),
        ("by-schema-if-prediction-starts-or-ends-in-gold", AROUND, Schema.PARTIAL, (0, 0, 0, 1, 1)),
        ("by-schema-gold-reused", TWO_INSIDE, Schema.STRICT, (0, 2, 0, 0, 0)),
        ("overlap-of-inclusive-ends-unless-equal", AROUND, Schema.PARTIAL, (0, 0, 1, 0, 0)),
        ("overlap-of-inclusive-ends-unless-equal", SHORTER, Schema.PARTIAL, (0, 0, 0, 1, 1)),
        ("overlap-of-inclusive-ends-unless-equal", ([A], [B]), Schema.PARTIAL, (1, 0, 0, 0, 0)),
        ("spurious-for-each-gold-without-overlap", FAR_FROM_TWO, Schema.STRICT, (0, 0, 0, 2, 2)),
        ("type-is-partial", NEITHER, Schema.TYPE, (0, 0, 1, 0, 0)),
        ("each-gold-takes-first", LATER_NEARER, Schema.TYPE, (0, 1, 0, 0, 1)),
        ("each-gold-takes-first", GOLD_LATER_IDENTICAL, Schema.STRICT, (1, 0, 0, 1, 0)),
        ("each-gold-takes-nearest", LATER_NEARER, Schema.TYPE, (1, 0, 0, 0, 1)),
        ("each-gold-takes-nearest", GOLD_LATER_IDENTICAL, Schema.STRICT, (1, 0, 0, 1, 0)),
        ("each-gold-takes-nearest", MOST_TOKENS_OR_SHARE, Schema.TYPE, (0, 1, 0, 0, 1)),
        ("each-gold-takes-nearest-in-one-pass", GOLD_LATER_IDENTICAL, Schema.STRICT, (0, 1, 0, 1, 0)),
        ("each-gold-takes-largest-iou", MOST_TOKENS_OR_SHARE, Schema.TYPE, (1, 0, 0, 0, 1)),
        ("each-gold-takes-largest-iou", GOLD_LATER_NEARER, Schema.TYPE, (0, 1, 0, 1, 0)),
        ("largest-iou-first", GOLD_LATER_NEARER, Schema.TYPE, (1, 0, 0, 1, 0)),
        ("each-gold-takes-largest-iou-again", TWO_ON_ONE, Schema.STRICT, (0, 2, 0, 0, 0)),
        ("each-gold-takes-largest-iou-again", MOST_TOKENS_OR_SHARE, Schema.TYPE, (1, 0, 0, 0, 1)),
        ("each-gold-takes-first-again", TWO_ON_ONE, Schema.STRICT, (0, 2, 0, 0, 0)),
        ("each-gold-takes-first-again", GOLD_LATER_IDENTICAL, Schema.STRICT, (1, 0, 0, 1, 0)),
        ("each-gold-takes-first-again-in-one-pass", GOLD_LATER_IDENTICAL, Schema.STRICT, (1, 1, 0, 0, 0)),
        ("each-gold-takes-nearest-again", TWO_ON_ONE, Schema.STRICT, (0, 2, 0, 0, 0)),
        ("each-gold-takes-nearest-again", LATER_NEARER, Schema.TYPE, (1, 0, 0, 0, 1)),
        ("each-gold-takes-nearest-again-in-one-pass", GOLD_LATER_IDENTICAL, Schema.STRICT, (1, 1, 0, 0, 0)),
    ],
)
def test_outcomes(
    name: str, sides: tuple[list[Span], list[Span]], schema: Schema, cells: tuple[int, int, int, int, int]
) -> None:
    gold, pred = sides
    assert wrong(name, [gold], [pred], "semeval").schemas[schema].counts.as_tuple() == cells


@pytest.mark.parametrize("name", ["touching-overlaps", "overlap-of-inclusive-ends-unless-equal"])
def test_another_overlap_changes_nothing_where_a_share_of_tokens_is_asked_for(name: str) -> None:
    for gold, pred in (TOUCHING, SHORTER, AROUND):
        plain = Pipeline.of(NAMED["semeval"].set(overlap="union:50%")).evaluate([gold], [pred])
        assert wrong(name, [gold], [pred], "semeval", overlap="union:50%").counts == plain.counts


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("partial-is-correct-in-precision", ratios("1", "1/2", "2/3")),
        ("partial-is-correct-in-recall", ratios("1/2", "1", "2/3")),
        ("partial-credit-in-precision-only", ratios("1/2", "0", "0")),
        ("partial-credit-in-recall-only", ratios("0", "1/2", "0")),
    ],
)
def test_a_partial_pair_earns_something_else_on_one_side(name: str, expected: Ratios) -> None:
    gold, pred = SHORTER
    row = wrong(name, [gold], [pred], "semeval").schemas[Schema.PARTIAL]
    assert (row.precision, row.recall, row.f1) == expected


def test_a_miss_is_charged_to_the_type_that_was_predicted() -> None:
    rows = wrong("missed-to-predicted-type", units("B-A B-C"), units("B-B O")).by_type
    cells = {kind: row.counts and (row.counts.tp, row.counts.fp, row.counts.fn) for kind, row in rows.items()}
    assert cells == {"A": (0, 0, 0), "B": (0, 1, 1), "C": (0, 0, 1)}


def test_a_false_positive_is_charged_to_the_type_of_gold() -> None:
    rows = wrong("spurious-to-gold-type", units("B-A B-C"), units("B-B O")).by_type
    cells = {kind: row.counts and (row.counts.tp, row.counts.fp, row.counts.fn) for kind, row in rows.items()}
    assert cells == {"A": (0, 1, 1), "B": (0, 0, 0), "C": (0, 0, 1)}


def test_a_type_called_like_an_average_shows_the_average() -> None:
    gold, pred = [["B-micro avg", "B-A"]], [["B-micro avg", "O"]]
    assert wrong("rows-overwritten-by-averages", gold, pred).by_type["micro avg"].recall == Fraction(1, 2)


def test_the_ignore_index_splits_entities() -> None:
    sides = [units("B-A I-A", *["O"] * number) for number in range(24)]  # of several layouts
    found = {wrong("ignored-as-outside-on-both-sides", side, side).counts.tp for side in sides}
    assert found == {1, 2}


def test_names_are_new_and_sentences_end() -> None:
    every = [(one.name, one.says) for one in (*WRONG, *ACCEPTING)]
    every += [(one.name, one.says) for one in CHOOSING]
    assert len({name for name, _ in every}) == len(every) == len({says for _, says in every})
    assert all(says.endswith(".") and says[0].isupper() for _, says in every)
