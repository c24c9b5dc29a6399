"""Frames: the columns of pandas and polars frames are lists of units, as they are."""

import pytest

import nerconform as nc
from tests.steps import NOTEBOOKS

GOLD = [["B-PER", "O"], ["O"], ["B-LOC"]]
PRED = [["B-PER", "O"], ["B-PER"], ["B-LOC"]]
SPANS = [[{"type": "PER", "start": 0, "end": 1}], []]


def counts(gold: object, pred: object) -> tuple[int, int, int]:
    found = nc.evaluate(gold, pred).counts
    return int(found.tp), int(found.fp), int(found.fn)


@NOTEBOOKS
def test_columns_of_a_pandas_frame_are_units() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"gold": GOLD, "pred": PRED})
    assert counts(frame["gold"], frame["pred"]) == (2, 1, 0)
    tokens = frame.explode(["gold", "pred"]).groupby(level=0)
    assert counts(tokens["gold"].apply(list), tokens["pred"].apply(list)) == (2, 1, 0)
    assert counts([one for _, one in tokens["gold"]], [one for _, one in tokens["pred"]]) == (2, 1, 0)


@NOTEBOOKS
def test_columns_of_a_polars_frame_are_units() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"gold": GOLD, "pred": PRED})
    assert counts(frame["gold"], frame["pred"]) == (2, 1, 0)
    spans = pl.DataFrame({"gold": SPANS, "pred": SPANS})
    assert counts(spans["gold"], spans["pred"]) == (1, 0, 0)


def test_columns_of_an_arrow_table_are_units() -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow makes the table")
    table = pa.table({"gold": GOLD, "pred": PRED, "spans": [*SPANS, []]})
    assert counts(table["gold"], table["pred"]) == (2, 1, 0)
    assert counts(table["spans"], table["spans"]) == (1, 0, 0)
