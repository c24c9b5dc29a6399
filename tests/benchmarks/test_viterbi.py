"""The benchmark of constrained decoding: its contestants agree, and its table has ratios."""

from benchmarks.viterbi import Result, batch, dense, in_python, structured, table


def test_the_contestants_find_the_same_tags() -> None:
    data = batch(3, 300)
    assert structured(data) == in_python(data) == dense(data)
    assert sum(data.lengths) == len(data.logits) >= 300


def test_the_table_has_ratios_to_the_dense_search() -> None:
    text = table([Result(4, 17, 1000, 0.5, 2.0, 5.0), Result(4, 17, 2000, 0.5, 1.0, None)], 3)
    assert "| 4 | 17 | 1000 | 0.500 | 500.00 | 4.0 | 10 |\n| 4 | 17 | 2000 | 0.500 | 250.00 | 2.0 |  |" in text
