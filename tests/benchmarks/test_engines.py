"""The benchmark of the engines: its contestants compute the same, and its tables have ratios."""

from benchmarks.corpus import corpus
from benchmarks.engines import BARE, CONTESTANTS, NERVALUATE, SEQEVAL, Growth, comparison, grown


def test_contestants_that_read_tags_alike_find_the_same_score() -> None:
    data = corpus(3000)
    scores = {name: run(data) for name, run in CONTESTANTS.items() if name != "columnar iob2-discard"}
    assert scores.pop(BARE) is None
    assert len({round(score or 0, 12) for score in scores.values()}) == 1
    assert 0 < (scores[SEQEVAL] or 0) < 1


def test_ratios_are_those_of_the_times_of_one_round() -> None:
    peers = {SEQEVAL: [100.0, 200.0, 400.0], NERVALUATE: [60.0, 160.0, 400.0]}
    times = {BARE: [1.0, 2.0, 4.0], **peers, "a": [2.0, 8.0, 8.0]}
    text = comparison(times, {BARE: None, SEQEVAL: 0.5, NERVALUATE: 0.5, "a": 0.5})
    row = "| a | 2.00 (2.00 to 3.00) | 50.00 (37.50 to 50.00) | 30.00 (25.00 to 40.00) | 50.00 |"
    assert row in text
    assert "| bare loop | 1.00 (1.00 to 1.00) | 100.00 (100.00 to 100.00) | 80.00 (70.00 to 90.00) |  |" in text


def test_growth_is_the_cost_of_ten_times_as_many_tokens() -> None:
    text = grown("a", [Growth(1000, 0.001, 2.0, 0.5), Growth(20_000, 0.04, 3.0, 1.5)])
    assert "| 1000 | 1000 | 2.00 |  | 0.5 |\n| 20000 | 2000 | 3.00 | 20.0 times | 1.5 |" in text
