"""What a reader is told, and how it is written down."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions, column_from, separator_from

Write = Callable[..., Path]


def test_the_text_of_options_names_what_is_not_the_default() -> None:
    assert ReaderOptions().text() == ""
    options = ReaderOptions(
        format="conll", separator="\t", token_column=None, gold_column=-2, header=True, comment="# "
    )
    assert options.text() == "format:conll,separator:%09,token:none,gold:-2,header:true,comment:%23%20"


def test_names_of_labels_are_told_by_a_digest_of_what_they_are(tmp_path: Path) -> None:
    names = tmp_path / "names.json"
    names.write_text('["O"]')
    texts = {ReaderOptions(id2label=one).text() for one in ({0: "O"}, {0: "O", 1: "X"}, names)}
    assert len(texts) == 3
    assert ReaderOptions(id2label={1: "X", 0: "O"}).text() in texts


def test_columns_and_separators_as_they_are_typed() -> None:
    assert [column_from(text) for text in ("0", "-1", "ner", "none", "-", "²")] == [0, -1, "ner", None, "-", "²"]
    assert [separator_from(text) for text in ("tab", r"\t", "space", "blanks", ",")] == ["\t", "\t", " ", None, ","]


@pytest.mark.long
@pytest.mark.parametrize("unit", ["token B-X O\n" * 20 + "\n", '{"tokens": ["a"], "gold": ["O"], "pred": ["O"]}\n'])
def test_memory_does_not_grow_with_the_file(file: Write, unit: str) -> None:
    peaks = []
    for size in (700_000, 1_400_000):
        count = size // len(unit)
        path = file(unit * count)
        tracemalloc.start()
        try:
            assert sum(1 for _ in read(path)) == count
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
