"""Two files: gold in one, the prediction in the other, read side by side."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.read import holds_both, read, read_beside, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.stored_files import url_of
from nerconform.reference.spans import Span

Write = Callable[..., Path]
MARKED, PLAIN = "-DOCSTART- O\n\na B-X\n\nb O\n\n-DOCSTART- O\n\nc O\n", "a B-X\n\nb B-Y\n\nc O\n"


@pytest.mark.parametrize(("gold", "pred"), [(MARKED, PLAIN), (PLAIN, MARKED), (MARKED, MARKED)])
def test_a_document_begins_where_either_file_says_so(file: Write, gold: str, pred: str) -> None:
    records = read(file(gold, "gold"), file(pred, "pred"))
    assert [record.starts_document for record in records] == [True, False, True]


def test_units_that_were_read_already_meet_the_prediction_of_another_file(file: Write) -> None:
    gold, pred = file(MARKED, "gold"), file(PLAIN, "pred")
    options = ReaderOptions()
    assert list(read_beside(read_one(gold, options), "gold", pred, options)) == list(read(gold, pred, options))
    with pytest.raises(NerconformError, match="gold ends after 2 sentences"):
        list(read_beside([*read_one(gold, options)][:2], "gold", pred, options))


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("a B-X O\n", (1, 2), True),
        ("a B-X O\n", (1, 1), False),
        ("a B-X O\n", (0, 1), False),
        ("a B-X O\n", (1, None), False),
        ("a B-X O\n", (None, 2), False),
        ("a B-X O\n", (1, 7), False),
        ('{"gold": ["O"], "pred": ["O"]}\n', (1, 2), False),
    ],
)
def test_a_file_holds_both_sides_if_both_columns_are_named_and_hold_tags(
    file: Write, text: str, columns: tuple[int | None, int | None], *, expected: bool
) -> None:
    options = ReaderOptions(gold_column=columns[0], pred_column=columns[1])
    assert holds_both(file(text), options) is expected


@pytest.mark.parametrize(
    ("path", "url"),
    [("s3:/bucket/a.parquet", "s3://bucket/a.parquet"), ("file:/a", "file:///a"), ("a.parquet", ""), ("/s3/a", "")],
)
def test_a_path_that_was_a_url_is_one_again(path: str, url: str) -> None:
    assert url_of(Path(path)) == url


def test_the_files_may_be_of_two_formats_of_which_only_columns_can_hold_both_sides(file: Write, tmp_path: Path) -> None:
    (tmp_path / "brat").mkdir()
    file("Ada slept", "brat/a.txt")
    folder = file("T1\tPER 0 3\tAda\n", "brat/a.ann").parent
    units = file('{"text": "Ada slept", "spans": [["PER", 0, 3]]}\n', "units")
    for gold, pred in ((folder, units), (units, folder)):
        (one,) = read(gold, pred)
        assert one.gold == one.pred == (Span("PER", 0, 3),)
    both, tags = file("word gold pred\nAda B-PER B-PER\n", "both"), file('{"tags": ["B-PER"]}\n', "tags")
    for other in (tags, folder):
        with pytest.raises(NerconformError, match="holds both gold and prediction") as caught:
            list(read(both, other))
        assert caught.value.place == str(both)
    (one,) = read(tags, both)
    assert (one.gold, one.pred) == (("B-PER",), ("B-PER",))
