"""Fields: which field of a unit in JSON is which side, what it may hold, and where an error stands."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats import stored_files
from nerconform.formats.packaged import is_dataset_folder, shards
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file, require_same
from nerconform.formats.read import read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.stored_files import are_parquet

Write = Callable[..., Path]
SPANS = [["X", 0, 1]]


def units(path: Path, pred: Path | None = None, /, **options: Any) -> list[Record]:  # noqa: ANN401 # each its own type
    return list(read(path, pred, ReaderOptions(**options)))


def line(file: Write, name: str = "data.txt", **unit: object) -> Path:
    return file(json.dumps(unit) + "\n", name)


def refused(path: Path, pred: Path | None = None, /, **options: Any) -> tuple[str, str, str]:  # noqa: ANN401 # as above
    """Return code, place (without the name of the file) and message."""
    with pytest.raises(NerconformError) as caught:
        units(path, pred, **options)
    return caught.value.code, caught.value.place.removeprefix(str(path)), caught.value.message


@pytest.mark.parametrize(
    ("unit", "options", "expected"),
    [
        ({"gold": ["O"], "pred": ["B-X"]}, {}, (("O",), ("B-X",))),
        ({"gold": ["O"]}, {}, (("O",), None)),
        ({"tags": ["O"]}, {}, (("O",), None)),
        ({"gold": ["O"], "pred": None}, {}, (("O",), None)),
        ({"a": ["O"], "b": ["B-X"]}, {"gold_column": "a", "pred_column": "b"}, (("O",), ("B-X",))),
        ({"a": ["O"], "pred": ["B-X"]}, {"gold_column": "a"}, (("O",), ("B-X",))),
        ({"a": ["O"], "pred": None}, {"gold_column": "a"}, (("O",), None)),
        ({"gold": ["O"], "b": ["B-X"]}, {"pred_column": "b"}, (("O",), ("B-X",))),
        ({"gold": [], "pred": []}, {}, ((), ())),
    ],
)
def test_the_fields_of_both_sides(
    file: Write, unit: dict[str, Any], options: dict[str, Any], expected: tuple[object, object]
) -> None:
    (one,) = units(line(file, **unit), format="jsonl", **options)
    assert (one.gold, one.pred) == expected


def test_the_field_of_one_side_in_two_files(file: Write) -> None:
    both = line(file, "both", gold=["O"], pred=["B-X"])
    tags = line(file, "tags", tags=["B-Y"])
    (one,) = units(both, both)
    assert (one.gold, one.pred) == (("O",), ("B-X",))
    (one,) = units(tags, both)
    assert (one.gold, one.pred) == (("B-Y",), ("B-X",))
    (one,) = units(both, tags)
    assert (one.gold, one.pred) == (("O",), ("B-Y",))
    named = line(file, "named", a=["O"], b=["B-Z"])
    (one,) = units(named, named, format="jsonl", gold_column="a", pred_column="b")
    assert (one.gold, one.pred) == (("O",), ("B-Z",))


@pytest.mark.parametrize(
    ("unit", "options", "code", "place"),
    [
        ({"tags": ["O"], "gold": ["O"]}, {}, "mixed-forms", ":1"),
        ({"tags": ["O"], "spans": []}, {}, "mixed-forms", ":1"),
        ({"pred": ["O"]}, {}, "missing-field", ":1"),
        ({"gold": ["O"]}, {"gold_column": 1}, "missing-column", ":1"),
        ({"gold": ["O"]}, {"gold_column": "a"}, "missing-field", ":1"),
        ({"a": ["O"]}, {"gold_column": "a", "pred_column": "a"}, "mixed-forms", ":1"),
        ({"a": ["O"]}, {"pred_column": "a"}, "missing-field", ":1"),
        ({"gold": ["O"], "offsets": 7}, {}, "wrong-form", ":1"),
        ({"gold": SPANS, "text": "ab", "tokens": ["ab"]}, {}, "ambiguous-offsets", ":1"),
        ({"gold": [*SPANS, "O"]}, {}, "invalid-span", ":1, gold, span 1"),
        ({"gold": [["X", 0]]}, {}, "invalid-span", ":1, gold, span 0"),
        ({"gold": [["X", "a"], ["X", 0, 1]]}, {}, "invalid-mention", ":1, gold, entity 1"),
        ({"gold": [{"text": "a"}]}, {}, "invalid-mention", ":1, gold, entity 0"),
        ({"tags": ["O", 1]}, {}, "not-a-tag", ":1, tags, position 1"),
        ({"tokens": ["a"], "gold": ["O", "O"]}, {}, "lengths-differ", ":1, gold"),
        ({"tokens": ["a"], "tags": []}, {}, "lengths-differ", ":1, tags"),
        ({"tokens": ["a"], "spans": [["X", 0, 2]]}, {}, "invalid-span", ":1, spans, span 0"),
    ],
)
def test_what_a_unit_cannot_mean_is_refused_at_its_field(
    file: Write, unit: dict[str, Any], options: dict[str, Any], code: str, place: str
) -> None:
    assert refused(line(file, **unit), format="jsonl", **options)[:2] == (code, place)


@pytest.mark.parametrize(
    ("unit", "offsets"),
    [
        ({"spans": SPANS}, "tokens"),
        ({"spans": SPANS, "text": "ab"}, "characters"),
        ({"spans": SPANS, "tokens": ["ab"]}, "tokens"),
        ({"spans": SPANS, "text": "ab", "offsets": "tokens"}, "tokens"),
        ({"spans": SPANS, "offsets": "characters"}, "characters"),
        ({"spans": SPANS, "text": "ab", "tokens": ["ab"], "offsets": "characters"}, "characters"),
        ({"spans": [], "text": "ab", "tokens": ["ab"]}, "tokens"),
        ({"tags": ["O"], "text": "ab", "tokens": ["ab"]}, "tokens"),
    ],
)
def test_spans_count_tokens_or_the_characters_of_a_text(file: Write, unit: dict[str, Any], offsets: str) -> None:
    (one,) = units(line(file, **unit))
    assert one.offsets == offsets


def test_an_empty_side_is_written_as_entities_where_spans_say_so(file: Write) -> None:
    (one,) = units(line(file, spans=[]))
    assert one.as_entities == (True, False)
    (one,) = units(line(file, gold=[], pred=[]))
    assert one.as_entities == (False, False)
    text = "".join(json.dumps({"gold": gold, "pred": []}) + "\n" for gold in (SPANS, []))
    assert [one.as_entities for one in units(file(text))] == [(False, False), (True, False)]


HF: dict[str, Any] = {"format": "huggingface"}
NAMES: dict[str, Any] = {"id2label": {0: "O", 1: "B-X"}}


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (["O", "B-X"], [(("O", "B-X"), None)]),
        ([], [((), None)]),
        ([["O"], ["B-X"]], [(("O",), None), (("B-X",), None)]),
        ({"ner_tags": [0, 1]}, [(("O", "B-X"), None)]),
        ({"labels": [0], "predictions": [1]}, [(("O",), ("B-X",))]),
        ({"label_ids": [[0], [1]], "predictions": [[1], [0]]}, [(("O",), ("B-X",)), (("B-X",), ("O",))]),
        ({"labels": [0, -100], "predictions": [1, 1]}, [(("O",), ("B-X",))]),
        ([{"labels": [0]}, {"labels": [1]}], [(("O",), None), (("B-X",), None)]),
    ],
)
def test_labels_and_ids_of_one_file(file: Write, unit: object, expected: list[tuple[object, object]]) -> None:
    found = units(file(json.dumps(unit)), **HF, **NAMES)
    assert [(one.gold, one.pred) for one in found] == expected


def test_columns_of_a_whole_file_have_tokens_and_ids(file: Write) -> None:
    whole = {"label_ids": [[0], [1]], "tokens": [["a"], ["b"]], "id": ["p", 7]}
    assert [(one.tokens, one.id) for one in units(file(json.dumps(whole)), **HF, **NAMES)] == [
        (("a",), "p"),
        (("b",), "7"),
    ]


def test_an_object_of_names_alone_has_no_labels_whatever_the_column(file: Write) -> None:
    text = json.dumps({"id2label": ["O", "B-Y"]}) + "\n" + json.dumps({"a": [1], "b": [0]})
    (one,) = units(file(text), **HF, gold_column="a", pred_column="b")
    assert (one.gold, one.pred) == (("B-Y",), ("O",))


def test_names_that_are_given_come_before_those_of_the_file(file: Write) -> None:
    text = json.dumps({"id2label": ["O", "B-Y"]}) + "\n" + json.dumps({"labels": [1]})
    assert [one.gold for one in units(file(text), **HF)] == [("B-Y",)]
    assert [one.gold for one in units(file(text), **HF, **NAMES)] == [("B-X",)]


@pytest.mark.parametrize(
    ("unit", "options", "code", "place"),
    [
        ([[0.5]], {}, "wrong-form", ":1, sentence 0"),
        ([["O"], [["O"]]], {}, "wrong-form", ":1, sentence 1"),
        ({"label_ids": [[0]], "predictions": [[0], [1]]}, {}, "units-differ", ":1"),
        ({"label_ids": [[0], 1]}, {}, "wrong-form", ":1, sentence 1"),
        ({"label_ids": [[0], [[0]]]}, {}, "wrong-form", ":1, sentence 1"),
        ({"label_ids": [[0]], "tokens": []}, {}, "units-differ", ":1"),
        ({"tokens": ["a"]}, {}, "missing-field", ":1"),
        ({"id2label": ["O"], "predictions": [0]}, {}, "missing-field", ":1"),
        ({"labels": [0], "ner_tags": [0]}, {}, "mixed-forms", ":1"),
        ({"labels": [0]}, {"gold_column": "a"}, "missing-field", ":1"),
        ({"labels": [0]}, {"pred_column": "a"}, "missing-field", ":1"),
        ({"labels": [0, 7]}, {}, "unknown-label-id", ":1, gold, position 1"),
        ({"labels": [0], "predictions": [0, 0]}, {}, "lengths-differ", ":1"),
        ({"labels": [0], "predictions": [-100]}, {}, "ignored-alone", ":1, position 0"),
        ({"labels": [0], "tokens": ["a", "b"]}, {}, "lengths-differ", ":1"),
    ],
)
def test_labels_that_are_wrong_are_refused_at_their_place(
    file: Write, unit: object, options: dict[str, Any], code: str, place: str
) -> None:
    assert refused(file(json.dumps(unit)), **HF, **NAMES, **options)[:2] == (code, place)


def test_a_field_that_was_named_and_is_not_there_is_named_with_those_that_are(file: Write) -> None:
    for column in ("gold_column", "pred_column"):
        code, _, message = refused(line(file, labels=[0]), **HF, **NAMES, **{column: "a"})
        assert (code, message) == ("missing-field", "the object has no field 'a'")


def test_labels_that_are_not_there_are_asked_for_by_the_names_of_their_side(file: Write) -> None:
    path = line(file, tokens=["a"])
    for side, names in ((FileSide.GOLD, "label_ids, references, gold, labels"), (FileSide.PRED, "predictions, pred")):
        with pytest.raises(NerconformError, match=f"no field with {side}") as caught:
            list(read_one(path, ReaderOptions(**HF), FileSide(side)))
        assert f"--{side}-column FIELD. Without this option the field is called {names}" in caught.value.hint


def test_tokens_of_two_files_may_be_those_that_have_a_label(file: Write) -> None:
    """A model's positions without a label, such as [CLS], are no tokens of the text."""
    labels, predictions = [-100, 0, 1], [1, 0, 1]
    pred = line(file, "pred", predictions=predictions)
    for tokens, expected in ((["a", "b"], ("a", "b")), (["[CLS]", "a", "b"], ("a", "b"))):
        (one,) = units(line(file, "gold", labels=labels, tokens=tokens), pred, **HF, **NAMES)
        assert (one.tokens, one.gold, one.pred) == (expected, ("O", "B-X"), ("O", "B-X"))
    own = line(file, "own", predictions=[-100, 0, 1], tokens=["a", "b"])
    (one,) = units(line(file, "gold", labels=labels), own, **HF, **NAMES)
    assert (one.tokens, one.pred) == (("a", "b"), ("O", "B-X"))
    gold = line(file, "gold", labels=labels, tokens=["a"])
    assert refused(gold, pred, **HF, **NAMES)[:2] == ("lengths-differ", ":1")


def test_the_predictions_of_another_file_have_a_name_of_their_own_or_a_common_one(file: Write) -> None:
    gold = line(file, "gold", labels=[0])
    for unit in ({"labels": [1]}, {"predictions": [1]}, {"labels": [0], "predictions": [1]}):
        (one,) = units(gold, line(file, "pred", **unit), **HF, **NAMES)
        assert (one.gold, one.pred) == (("O",), ("B-X",))


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("a/b", "a/b", True),
        ("a/b", "a/*", True),
        ("a/b", "a", False),
        ("a", "a/b", False),
        ("a/b/c", "a/*", False),
        ("a/b/c", "a/**", True),
        ("a", "a/**", True),
        ("a/c", "a/**/c", True),
        ("a/b/c", "a/**/c", True),
        ("a/b/b/c", "a/**/c", True),
        ("a/b/b/c", "**", True),
        ("a/b/c/d", "**/b/**/d", True),
        ("a/c", "a/**/b/c", False),
        ("a/b/d", "a/**/c", False),
        ("a/b.pq", "a/*.parquet", False),
    ],
)
def test_a_pattern_of_folders(path: str, pattern: str, *, expected: bool) -> None:
    assert stored_files._matches(path.split("/"), pattern.split("/")) is expected


def test_paths_that_are_all_parquet(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    assert not are_parquet([tmp_path])
    (tmp_path / "x" / "a.PARQUET").write_bytes(b"")
    assert are_parquet([tmp_path, Path("b.pq"), Path("s3:/c/d")])
    assert not are_parquet([tmp_path, Path("b.txt")])


def test_the_folder_of_a_dataset_names_its_files(tmp_path: Path) -> None:
    assert not is_dataset_folder(tmp_path)
    state = tmp_path / "state.json"
    state.write_text('{"_data_files": [{"filename": "b.arrow"}, {"filename": "a.arrow"}]}', encoding="utf-8")
    assert is_dataset_folder(tmp_path)
    assert shards(tmp_path) == [tmp_path / "b.arrow", tmp_path / "a.arrow"]
    for text in ("{", "[]", "{}", '{"_data_files": [{}]}', '{"_indices_data_files": [1], "_data_files": []}'):
        state.write_text(text, encoding="utf-8")
        with pytest.raises(NerconformError) as caught:
            shards(tmp_path)
        assert (caught.value.code, caught.value.place) == ("wrong-form", str(tmp_path))
    (tmp_path / "train").mkdir()
    (tmp_path / "dataset_dict.json").write_text("{}", encoding="utf-8")
    state.unlink()
    assert is_dataset_folder(tmp_path)
    with pytest.raises(NerconformError, match=f"{tmp_path}/train") as caught:
        shards(tmp_path)
    assert caught.value.code == "not-a-file"


EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The SHA-256 of no bytes."""
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
"""The SHA-256 of `abc`, as FIPS 180 has it."""


def test_a_source_is_the_digest_of_its_bytes(file: Write, tmp_path: Path) -> None:
    assert SourceFile.of(file("", "x")) == SourceFile(str(tmp_path / "x"), EMPTY)
    folder = tmp_path / "folder"
    (folder / "b").mkdir(parents=True)
    (folder / "a").write_bytes(b"a")
    (folder / "b" / "c").write_bytes(b"bc")
    assert SourceFile.of(folder).sha256 == ABC


def test_what_can_be_read_but_once_has_no_digest(tmp_path: Path, file: Write) -> None:
    require_file(file("a O\n"))
    require_file(tmp_path)
    require_file(tmp_path / "none")
    require_file(Path("s3:/a/b"))
    with pytest.raises(NerconformError, match="a pipe or a device") as caught:
        require_file(Path("/dev/null"))
    assert (caught.value.code, caught.value.place) == ("not-a-file", "/dev/null")
    with pytest.raises(NerconformError, match="the file cannot be read: File name too long") as caught:
        require_file(Path("x" * 5000))
    assert (caught.value.code, caught.value.place) == ("not-a-file", "x" * 5000)


def test_everything_that_differs_from_a_signature_is_named() -> None:
    run = RunPart("1", UnitKind.SENTENCE, (ABC,), "default")
    source = SourceFile("f", ABC)
    require_same(run, run, [source])
    require_same(RunPart("", None, (), ""), run, [source])
    other = RunPart("1", UnitKind.DOCUMENT, (EMPTY,), "format:conll")
    with pytest.raises(NerconformError) as caught:
        require_same(other, run, [source])
    for words in ("f is not the file", "sha256 ba7816bf8f01..., not e3b0c44298fc...", "`unit` is 'sentence'"):
        assert words in caught.value.message
    assert "`read` is 'default', and the signature says 'format:conll'" in caught.value.message
    with pytest.raises(NerconformError, match=r"for 1 file.*and 2 are given"):
        require_same(run, run, [source, source])
