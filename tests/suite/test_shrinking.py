"""What the strategies draw shrinks to what a person would have written."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import nerconform as nc
from nerconform.suite import strategies as ner
from tests.suite.drawing import shapes_in, simplest, types_in

Corpus = tuple[list[Any], list[Any]]
STARTS = pytest.mark.parametrize("start", [1, 2, 3])
X1, X2, CROSSED = ("X", 0, 1), ("X", 0, 2), ("X", 1, 3)


def is_anything(corpus: Corpus) -> bool:
    return corpus is not None


def differs(corpus: Corpus) -> bool:
    return corpus[0] != corpus[1]


def has_an_empty_unit(corpus: Corpus) -> bool:
    return [] in corpus[0]


def has_an_empty_unit_in_the_middle(corpus: Corpus) -> bool:
    return [bool(unit) for unit in corpus[0]] == [True, False, True]


def has_a_hyphen(corpus: Corpus) -> bool:
    return any("-" in name for name in types_in(corpus[0]))


def invents_a_sign(corpus: Corpus) -> bool:
    return types_in(corpus[0]) == {"X"} and any(not name.isascii() for name in types_in(corpus[1]))


def has_four_tokens_in_one_span(corpus: Corpus) -> bool:
    return any(span.end - span.start == 4 for unit in corpus[0] for span in nc.decode(unit))


def confuses_two_tokens(corpus: Corpus) -> bool:
    decoded = zip(*([nc.decode(unit) for unit in side] for side in corpus), strict=True)
    pairs = [(one, other) for gold, pred in decoded for one in gold for other in pred]
    return any(one[1:] == other[1:] and one.type != other.type and one.end - one.start == 2 for one, other in pairs)


def predicts_one_for_two(corpus: Corpus) -> bool:
    decoded = zip(*([nc.decode(unit) for unit in side] for side in corpus), strict=True)
    return any(sum(map(span.overlaps, gold)) == 2 for gold, pred in decoded for span in pred)


def is_wrong_in_the_second_unit_alone(corpus: Corpus) -> bool:
    equal = [gold == pred for gold, pred in zip(*corpus, strict=True)]
    return equal[:2] == [True, False] and bool(types_in(corpus[0][:1])) and set(corpus[0][1]) == {"O"}


@pytest.mark.long
@STARTS
@pytest.mark.parametrize(
    ("wanted", "gold", "pred"),
    [
        (is_anything, [], []),
        (differs, [["O"]], [["B-X"]]),
        (has_an_empty_unit, [[]], [[]]),
        (has_an_empty_unit_in_the_middle, [["O"], [], ["O"]], [["O"], [], ["O"]]),
        (has_a_hyphen, [["B-A-B"]], [["B-A-B"]]),
        (has_four_tokens_in_one_span, [["B-X", "I-X", "I-X", "I-X"]], [["B-X", "I-X", "I-X", "I-X"]]),
        (confuses_two_tokens, [["B-X", "I-X"]], [["B-Y", "I-Y"]]),
        (predicts_one_for_two, [["B-X", "B-X"]], [["B-X", "I-X"]]),
        (is_wrong_in_the_second_unit_alone, [["B-X"], ["O"]], [["B-X"], ["B-X"]]),
        (invents_a_sign, [["B-X"]], [["B-é"]]),
    ],
)
def test_corpora_of_tags(
    start: int, wanted: Callable[[Corpus], bool], gold: list[list[str]], pred: list[list[str]]
) -> None:
    assert simplest(ner.corpora(pred="legal"), wanted, start) == (gold, pred)


@STARTS
@pytest.mark.parametrize(
    ("wanted", "gold", "pred"),
    [
        (lambda corpus: any(corpus[0]) and not any(corpus[1]), [[X1]], [[]]),
        (lambda corpus: any("overlapping" in shapes_in(unit) for unit in corpus[0]), [[X2, CROSSED]], [[X2, CROSSED]]),
        (lambda corpus: any("duplicated" in shapes_in(unit) for unit in corpus[0]), [[X1, X1]], [[X1, X1]]),
        (
            lambda corpus: corpus[0] != corpus[1] and [*map(set, corpus[0])] == [*map(set, corpus[1])],
            [[X1]],
            [[X1, X1]],
        ),
    ],
)
def test_corpora_of_spans(start: int, wanted: Callable[[Corpus], bool], gold: object, pred: object) -> None:
    assert simplest(ner.span_corpora(), wanted, start) == (gold, pred)


@pytest.mark.long
@STARTS
def test_single_units(start: int) -> None:
    assert simplest(ner.types(), lambda _: True, start) == "X"
    assert simplest(ner.legal_tags(), lambda unit: len(unit) > 2, start) == ["O", "O", "O"]
    assert simplest(ner.illegal_tags(), lambda _: True, start) == ["I-X"]
    assert simplest(ner.malformed_tags(), lambda _: True, start) == ["Q-X"]
    assert simplest(ner.span_sets(), lambda unit: len(unit) == 1, start) == [X1]
    pairs = {("S", "E")}
    found = simplest(
        ner.any_tags("BIOES", types=["X"]), lambda unit: bool(pairs & {*pairwise(tag[0] for tag in unit)}), start
    )
    assert found == ["S-X", "E-X"]


@STARTS
def test_a_prediction_shrinks_to_its_gold(start: int) -> None:
    gold = [["B-PER", "I-PER", "O"], ["I-LOC"]]
    assert simplest(ner.relate(gold), lambda _: True, start) == gold
    changed = simplest(ner.relate(gold, pred="legal"), lambda pred: pred[0] != gold[0], start)
    assert changed[1] == ["B-LOC"]
    assert sum(one != other for one, other in zip(changed[0], gold[0], strict=True)) <= 2
