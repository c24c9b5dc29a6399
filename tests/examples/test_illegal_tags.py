"""The example of a model that leaves illegal tags: its files belong together, and its page is up to date."""

import runpy
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import nerconform as nc
from nerconform.formats.logit_files import read_logits

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "illegal-tags"
PAGE = ROOT / "reports" / "illegal-tags"


def columns(path: Path) -> tuple[list[list[str]], list[list[str]]]:
    """Return gold and predicted tags, unit by unit."""
    units = [[line.split("\t") for line in unit.splitlines()] for unit in path.read_text("utf-8").strip().split("\n\n")]
    gold, pred = ([[row[column] for row in unit] for unit in units] for column in (1, 2))
    return gold, pred


def test_the_predictions_are_the_greatest_logits_and_some_are_illegal() -> None:
    gold, pred = columns(FOLDER / "predictions.conll")
    logits = read_logits(FOLDER / "logits.npz")
    greatest = [[logits.labels[column] for column in unit.argmax(axis=1)] for unit in logits.units()]
    assert pred == greatest
    assert not any(nc.violations(unit, "BIOES") for unit in gold)
    touched = sum(bool(nc.violations(unit, "BIOES")) for unit in pred)
    assert 30 < touched < 100


def test_policies_move_the_score_by_points_and_constrained_decoding_raises_it() -> None:
    gold, pred = columns(FOLDER / "predictions.conll")
    logits = read_logits(FOLDER / "logits.npz")
    best = nc.viterbi_decode(logits.logits, logits.labels, "BIOES", logits.lengths)
    scores = [f1(gold, pred, policy) for policy in ("lenient", "discard", "jie")]
    assert max(scores) - min(scores) > 0.01
    assert f1(gold, best, "refuse") > max(scores)


def f1(gold: object, pred: object, policy: str) -> Fraction:
    """Return the exact F1."""
    value = nc.evaluate(gold, pred, f"conlleval,policy:{policy}", "BIOES").f1
    assert value is not None
    return value


@pytest.mark.long
def test_the_script_makes_such_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["make.py", str(tmp_path)])
    runpy.run_path(str(FOLDER / "make.py"), run_name="__main__")
    made, kept = (read_logits(folder / "logits.npz") for folder in (tmp_path, FOLDER))
    assert (made.labels, made.lengths) == (kept.labels, kept.lengths)
    assert columns(tmp_path / "predictions.conll")[0] == columns(FOLDER / "predictions.conll")[0]
    # Another build of BLAS rounds otherwise, and an optimiser carries that on.
    assert np.mean(np.argmax(made.logits, axis=1) == np.argmax(kept.logits, axis=1)) > 0.99


@pytest.mark.long
def test_the_page_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["report.py", str(tmp_path)])
    runpy.run_path(str(FOLDER / "report.py"), run_name="__main__")
    assert (tmp_path / "README.md").read_text("utf-8") == (PAGE / "README.md").read_text("utf-8")
    assert (tmp_path / "spread.svg").read_text("utf-8").startswith("<?xml")
    assert (PAGE / "spread.svg").exists()
