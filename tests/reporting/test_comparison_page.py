"""The page of a comparison: axes that say where they start, and files without their folders."""

import re
from pathlib import Path

import pytest

from nerconform.commands.main import main
from nerconform.reporting.web.charts import Bar, start_of_axis
from nerconform.reporting.web.pages import without_folders

DATA = "Ada B-PER I-PER\nLovelace I-PER I-PER\n\nParis B-LOC B-LOC\n"


def test_a_waterfall_of_large_steps_starts_at_zero() -> None:
    bars = [Bar("a", 0, 50, is_end=True), Bar("step", 50, 80), Bar("b", 0, 80, is_end=True)]
    assert start_of_axis(bars) == 0


def test_a_waterfall_of_small_steps_starts_higher() -> None:
    bars = [Bar("a", 0, 80, is_end=True), Bar("step", 80, 84), Bar("b", 0, 84, is_end=True)]
    assert start_of_axis(bars) == 79  # a quarter of the 4 below the least number


def test_the_page_says_where_its_axis_starts_and_names_no_folder(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "predictions.conll"
    path.write_text(DATA * 40 + "Ada B-PER B-PER\n\n" * 400, encoding="utf-8")
    asked = ["--with", "reference:conlleval,reference:iob2-discard", "--output", str(tmp_path / "page.html")]
    assert main(["compare", str(path), *asked]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert str(tmp_path) not in page
    assert "predictions.conll" in page
    assert re.search(r"The axis starts at \d+\.\d\d, not at 0", page)


def test_files_of_one_name_keep_their_folders() -> None:
    assert without_folders(
        "a/gold.conll b/gold.conll c/pred.conll:4", ["a/gold.conll", "b/gold.conll", "c/pred.conll"]
    ) == ("a/gold.conll b/gold.conll pred.conll:4")
