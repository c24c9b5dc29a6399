"""The benchmark of the drop-in compares what can be compared; how fast anything is, no test asks."""

import warnings

import pytest

from benchmarks.corpus import corpus
from benchmarks.drop_in import CALLS, measured, table


@pytest.mark.long
def test_both_have_one_micro_f1_and_the_table_has_ratios() -> None:
    data = corpus(200)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        taken, scores = measured(data, rounds=2)
    assert taken.keys() == scores.keys() == CALLS.keys()
    assert all(one == pytest.approx(other, rel=1e-12) for one, other in scores.values())
    assert "| classification_report, strict IOB2 |" in table(taken, scores, data, 2)
