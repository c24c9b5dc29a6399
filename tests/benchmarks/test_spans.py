"""The benchmarks of spans: every form of the corpus has the same score, shapes are what they are called."""

import pytest

from benchmarks.alignments import SHAPES, cells
from benchmarks.corpus import corpus
from benchmarks.spans import NERVALUATE, OVERLAPPING, TAGS, contestants, spans_of, table


def test_every_form_of_the_corpus_has_the_same_score() -> None:
    data = corpus(3000)
    scores = {name: run(data) for name, run in contestants(data, None).items() if name != OVERLAPPING}
    assert len(scores) == 7
    assert len({round(score, 12) for score in scores.values()}) == 1
    assert 0 < scores[NERVALUATE] < 1


def test_overlapping_spans_are_more_than_the_flat_ones() -> None:
    sides = spans_of(corpus(1000))
    flat, nested = (sum(map(len, side.gold)) for side in (sides, sides.nested()))
    assert flat < nested < 2 * flat


def test_ratios_are_those_of_the_times_of_one_round() -> None:
    taken = {TAGS: [1.0, 2.0, 4.0], NERVALUATE: [50.0, 100.0, 200.0], OVERLAPPING: [2.0, 4.0, 8.0]}
    text = table(taken, dict.fromkeys(taken, 0.5))
    assert f"| {NERVALUATE} | 50.00 (50.00 to 50.00) | 1.00 (1.00 to 1.00) | 50.00 |" in text
    assert f"| {OVERLAPPING} | 2.00 (2.00 to 2.00) |  | 50.00 |" in text


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_size_that_it_is_asked_for(shape: str) -> None:
    gold, pred = SHAPES[shape](50)
    assert len(pred) == 50
    assert len(gold) == (1 if shape == "one over many" else 50)
    assert all(0 <= start < end for _, start, end in (*gold, *pred))


def test_an_exponent_is_that_of_the_last_two_sizes() -> None:
    assert cells([(500, 0.5), (2000, 1.0), (8000, 16.0)]) == ["8,000", "16.00", "2.0"]
    assert cells([(500, 0.5)]) == ["500", "0.50", ""]
    assert cells([]) == ["none", "", ""]
