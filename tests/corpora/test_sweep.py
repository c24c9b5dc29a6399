"""The spread of a real system's score; the files lie outside the project and are not part of it."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.families.policy_sweep import sweep_files
from nerconform.formats.read import read
from nerconform.reference.measures import Measure
from nerconform.reference.policies import Policy, family_of
from nerconform.reference.schemes import Scheme

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "wnut17"
HAS_CORPUS = CORPUS.is_dir()


@pytest.mark.skipif(not HAS_CORPUS, reason="the corpora are not on this machine")
@pytest.mark.parametrize(
    ("name", "percent", "illegal"), [("arcada.tsv", Fraction(39_98, 100), 0), ("mic-cis.tsv", Fraction(37_06, 100), 13)]
)
def test_all_18_policies_are_swept_and_the_shared_task_used_one(name: str, percent: Fraction, illegal: int) -> None:
    dialect = nc.dialects()["conlleval"]
    found = sweep_files(CORPUS / name, None, dialect, Measure.parse("strict.micro.f1"), every=True)
    records = list(read(CORPUS / name))
    gold, pred = [record.gold for record in records], [record.pred for record in records]
    assert list(found.values) == [
        nc.evaluate(gold, pred, replace(dialect, policy=Policy.of(points))).f1 for points in family_of(Scheme.IOB2)
    ]
    (lenient,) = (one.value for one in found.named if one.name == "lenient")
    assert lenient is not None
    assert abs(100 * lenient - percent) <= Fraction(5, 1000)
    assert found.touched["pred"].transitions == illegal
    assert (len(found.distribution) == 1) is (illegal == 0)
