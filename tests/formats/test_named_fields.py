"""Named fields: JSON Lines reads the fields that the column options name, and formats without columns refuse them."""

from pathlib import Path

import pytest

from nerconform.base.errors import NerconformError
from nerconform.files.score_files import score_files
from nerconform.formats.reader_options import Column, ReaderOptions
from nerconform.reference.credits import Amount
from nerconform.reference.named import NAMED

LINE = '{"tokens": ["a", "b"], "gold": ["O", "O"], "ann": ["B-x", "B-y"], "pred": ["O", "O"], "bert": ["B-x", "O"]}\n'
PIPELINE = '[{"entity_group": "PER", "score": 0.9, "word": "Ada", "start": 0, "end": 3}]\n'


def saved(folder: Path, text: str, name: str = "data.jsonl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def counts(gold: Path, pred: Path | None, **columns: Column) -> tuple[Amount, ...]:
    found = score_files(gold, pred, NAMED["conlleval"], options=ReaderOptions(**columns))  # type: ignore[arg-type] # two
    return found.evaluation.counts.tp, found.evaluation.counts.fp, found.evaluation.counts.fn


def test_the_named_fields_are_read(tmp_path: Path) -> None:
    path = saved(tmp_path, LINE)
    assert counts(path, None) == (0, 0, 0)
    assert counts(path, None, gold_column="ann", pred_column="bert") == (1, 0, 1)
    assert counts(path, None, pred_column="bert") == (0, 1, 0)
    assert counts(path, saved(tmp_path, LINE, "other.jsonl"), gold_column="ann", pred_column="bert") == (1, 0, 1)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"gold_column": "an"}, "no field 'an'"),
        ({"gold_column": -2, "pred_column": -1}, "-2 is the number of a column"),
        ({"gold_column": "ann", "pred_column": "ann"}, "named both for gold and for the predictions"),
    ],
)
def test_fields_that_cannot_be_read_are_refused_with_their_line(
    columns: dict[str, Column], words: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, LINE)
    with pytest.raises(NerconformError, match=words) as error:
        counts(path, None, **columns)
    assert error.value.place == f"{path}:1"


def test_a_format_without_columns_refuses_the_options(tmp_path: Path) -> None:
    gold, pred = saved(tmp_path, PIPELINE), saved(tmp_path, PIPELINE, "pred.jsonl")
    assert counts(gold, pred) == (1, 0, 0)
    with pytest.raises(NerconformError, match="pipeline the place of gold") as error:
        counts(gold, pred, gold_column="entities")
    assert error.value.place == str(gold)
