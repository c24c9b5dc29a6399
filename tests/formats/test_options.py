"""What a reader is told, and how it is written down."""

import tracemalloc
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.bounds import TooLarge
from nerconform.base.errors import NerconformError
from nerconform.formats.labels import names_from
from nerconform.formats.read import read, read_one
from nerconform.formats.reader_options import (
    Column,
    FileFormat,
    ReaderOptions,
    column_from,
    require_columns,
    separator_from,
)

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


def test_the_digest_of_names_is_that_of_their_file_or_of_their_text(tmp_path: Path) -> None:
    names = tmp_path / "names.json"
    names.write_bytes(b'["O"]')
    for given, content in ((names, b'["O"]'), (tmp_path / "none", str(tmp_path / "none").encode())):
        assert ReaderOptions(id2label=given).text() == f"id2label:{blake2b(content, digest_size=6).hexdigest()}"


@pytest.mark.parametrize(
    ("options", "message", "remedy"),
    [
        ({"format": "xml"}, "there is no file format 'xml'", "--input-format conll"),
        ({"separator": ""}, "the separator '' is empty", "--separator tab"),
        ({"separator": "a\0"}, "is empty or ends a line", "--separator tab"),
        ({"comment": ""}, "--comment is blank", "--comment '#'"),
        ({"document": " "}, "--document is blank", "--document '# document_id'"),
        ({"offsets": "words"}, "'words' is not known", "code-points, utf-16, bytes"),
        ({"layers": "0"}, "'0' is not the number of a layer", "--layers 1"),
        ({"layers": "all"}, "'all' is not the number of a layer", "--layers together"),
    ],
)
def test_an_option_without_a_meaning_is_refused_with_one_that_has(
    options: dict[str, Any], message: str, remedy: str
) -> None:
    with pytest.raises(NerconformError) as caught:
        ReaderOptions(**options)
    assert caught.value.code == "unknown-reader-option"
    assert message in caught.value.message
    assert remedy in caught.value.hint


@pytest.mark.parametrize(
    "options", [{"separator": "||"}, {"comment": "#"}, {"document": "#d"}, {"offsets": "bytes"}, {"layers": "2"}]
)
def test_an_option_with_a_meaning_is_kept(options: dict[str, Any]) -> None:
    ((name, value),) = options.items()
    assert getattr(ReaderOptions(**options), name) == value


@pytest.mark.parametrize(
    ("options", "has"),
    [
        ({}, False),
        ({"header": True}, True),
        ({"token_column": "w"}, True),
        ({"gold_column": "ner"}, True),
        ({"pred_column": "ner"}, True),
        ({"unit_column": "id"}, True),
        ({"gold_column": 2, "pred_column": -1, "unit_column": 0, "token_column": None}, False),
        ({"gold_column": "2, 3"}, True),
        ({"gold_column": "2, 3", "layers": "together"}, False),
        ({"gold_column": "a, 3", "layers": "1"}, True),
        ({"pred_column": "a, b", "layers": "1"}, True),
    ],
)
def test_a_file_has_a_header_where_a_column_has_a_name(options: dict[str, Any], *, has: bool) -> None:
    assert ReaderOptions(**options).has_header is has


def test_columns_of_layers_are_separated_by_commas() -> None:
    layered = ReaderOptions(layers="together")
    columns: list[Column | None] = ["2, ner,none", 5, None]
    assert [layered.layer_columns(one) for one in columns] == [(2, "ner", None), (5,), (None,)]
    assert ReaderOptions().layer_columns("2,3") == ("2,3",)


def test_the_number_of_a_layer_has_a_limit_of_digits() -> None:
    with pytest.raises(TooLarge, match=r"^--layers: a number has 5000 digits"):
        ReaderOptions(layers="9" * 5000)


def test_the_number_of_a_column_has_nine_digits_at_most() -> None:
    assert [column_from(text) for text in ("9" * 9, "-" + "9" * 9)] == [999_999_999, -999_999_999]
    for text in ("1" * 10, "-" + "1" * 10):
        with pytest.raises(NerconformError, match=f"the column number {text}... is too large"):
            column_from(text)


LAYERED = {"conll", "conllu", "webanno"}
WITH_COLUMNS = LAYERED | {"jsonl", "huggingface", "arrow", "docbin"}


@pytest.mark.parametrize("kind", [one for one in FileFormat if one is not FileFormat.AUTO])
def test_layers_and_columns_are_refused_where_a_format_has_none(kind: FileFormat) -> None:
    require_columns(kind, ReaderOptions(), "f")
    for options, message, has in (
        (ReaderOptions(layers="1"), "have no layers", kind in LAYERED),
        (ReaderOptions(gold_column=1), "the place of gold and predictions is fixed", kind in WITH_COLUMNS),
        (ReaderOptions(pred_column=1), "the place of gold and predictions is fixed", kind in WITH_COLUMNS),
    ):
        if has:
            require_columns(kind, options, "f")
            continue
        with pytest.raises(NerconformError, match=message) as caught:
            require_columns(kind, options, "f")
        assert (caught.value.place, kind in caught.value.message) == ("f", True)
        assert caught.value.hint.startswith("Remove --")


@pytest.mark.parametrize("text", ['["O", "B-X"]', '"O"\n"B-X"\n', '{"0": "O", "1": "B-X"}'])
def test_names_of_labels_are_a_list_a_mapping_or_a_name_on_a_line(file: Write, text: str) -> None:
    assert names_from(file(text, "names.json")) == {0: "O", 1: "B-X"}
    (one,) = read_one(file('{"ner_tags": [1, 0]}'), ReaderOptions(id2label=file(text, "names.json")))
    assert one.gold == ("B-X", "O")


def test_names_of_labels_that_are_none() -> None:
    assert names_from(None) is None
    assert names_from({3: "O"}) == {3: "O"}


def test_a_file_of_names_is_read_as_a_whole(file: Write) -> None:
    assert names_from(file('"O"\n', "names.json")) == {0: "O"}
    for text in ('{"0": "O"}\n{"1": "B-X"}\n', '["O"]\n["B-X"]\n'):
        path = file(text, "names.json")
        with pytest.raises(NerconformError, match="the label of the id 0 is") as caught:
            names_from(path)
        assert (caught.value.place, caught.value.code) == (str(path), "wrong-form")


def test_an_empty_file_of_names_is_refused(file: Write) -> None:
    path = file("\n", "names.json")
    with pytest.raises(NerconformError, match="should name the label of each id, is empty") as caught:
        names_from(path)
    assert (caught.value.place, caught.value.code) == (str(path), "wrong-form")
    assert caught.value.hint


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
