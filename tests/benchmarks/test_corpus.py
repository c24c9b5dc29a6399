"""The benchmark compares what can be compared; how fast anything is, no test asks."""

import warnings

import pytest

from benchmarks.corpus import corpus
from benchmarks.reference import CONTESTANTS, Result, table

DATA = corpus(tokens=5_000)
ALIKE = (
    ("nerconform seqeval", "seqeval classification_report"),
    ("nerconform conlleval", "nerconform semeval (four schemas)"),
)


def test_the_corpus_is_the_same_everywhere() -> None:
    assert corpus(tokens=5_000) == DATA
    assert DATA.gold[0] == corpus(tokens=10).gold[0]


def test_three_in_a_hundred_tags_are_random() -> None:
    pairs = [pair for unit in zip(DATA.gold, DATA.pred, strict=True) for pair in zip(*unit, strict=True)]
    assert 0.015 < sum(gold != pred for gold, pred in pairs) / len(pairs) < 0.04
    assert 0.12 < sum(gold != "O" for gold, _ in pairs) / len(pairs) < 0.2


@pytest.mark.parametrize("names", ALIKE)
def test_contestants_that_read_tags_alike_agree(names: tuple[str, str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = (CONTESTANTS[name]()(DATA) for name in names)
    assert ours == pytest.approx(theirs, rel=1e-12)


def test_the_table_has_ratios_to_seqeval() -> None:
    results = [Result("nerconform conlleval", 0.5, 1, 0.9), Result("seqeval classification_report", 2.0, 2, 0.9)]
    assert "| nerconform conlleval | 0.50 | 4.0 | 1 | 90.00 |" in table(results, DATA, 3)
