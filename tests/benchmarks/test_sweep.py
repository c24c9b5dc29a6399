"""The benchmark of the sweep compares what can be compared; how fast anything is, no test asks."""

import warnings

import pytest

import nerconform as nc
from benchmarks.sweep import BASE, CONTESTANTS, bioes, table, times

DATA = bioes(tokens=600)


def test_the_gold_is_legal_bioes_and_the_prediction_is_noisy() -> None:
    assert bioes(tokens=600) == DATA
    assert not any(nc.violations(unit, "BIOES") for unit in DATA.gold)
    assert any(nc.violations(unit, "BIOES") for unit in DATA.pred)
    pairs = [pair for unit in zip(DATA.gold, DATA.pred, strict=True) for pair in zip(*unit, strict=True)]
    assert 0.01 < sum(gold != pred for gold, pred in pairs) / len(pairs) < 0.05


@pytest.mark.long
def test_contestants_agree_under_lenient() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seconds, scores = times(DATA, rounds=1)
    assert seconds.keys() == scores.keys() == CONTESTANTS.keys()
    alike = [score for name, score in scores.items() if "macro" not in name and "mean" not in name]
    assert alike == pytest.approx([scores[BASE]] * len(alike), rel=1e-12)


def test_the_table_has_ratios_to_seqeval() -> None:
    text = table({"a sweep": 4.0, BASE: 2.0}, {"a sweep": 0.5, BASE: 0.25}, DATA, 3)
    assert "| a sweep | 4.00 | 2.00 | 50.00 |" in text
    assert "5760 policies, 3 rounds" in text
