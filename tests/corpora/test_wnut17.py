"""Real system output, scored under conlleval; the files lie outside the project and are not part of it."""

from fractions import Fraction
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.formats.read import read

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "wnut17"
HAS_CORPUS = CORPUS.is_dir()


@pytest.mark.skipif(not HAS_CORPUS, reason="the corpora are not on this machine")
@pytest.mark.parametrize(
    ("name", "right", "found", "wanted", "percent", "illegal"),
    [("arcada.tsv", 373, 787, 1079, "39.98", 0), ("mic-cis.tsv", 365, 891, 1079, "37.06", 13)],
)
def test_a_real_system_scores_what_the_shared_task_printed(  # noqa: PLR0913, PLR0917 - one row of the table
    name: str, right: int, found: int, wanted: int, percent: str, illegal: int
) -> None:
    records = list(read(CORPUS / name))
    gold, pred = [record.gold for record in records], [list(map(str, record.pred or ())) for record in records]
    evaluation = nc.evaluate(gold, pred, "conlleval")
    counts = evaluation.counts
    assert (counts.tp, counts.act, counts.pos) == (right, found, wanted)
    assert evaluation.f1 == Fraction(2 * right, found + wanted)
    assert nc.evaluate(gold, pred, "conlleval,round:2-half-up-x100").f1 == Fraction(percent)
    assert sum(len(nc.violations(unit)) for unit in pred) == illegal
    assert nc.evaluate(gold, pred, "semeval").f1 == evaluation.f1
