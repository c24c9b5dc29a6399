"""Detect: each sign of a format by itself, and what only looks like it."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.formats.detect import detect_in, format_of, is_entity, is_regions, of_keys, of_value
from nerconform.formats.file_errors import NotRead
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.source import TextSource

Write = Callable[..., Path]
CONLLU = "1\tAda\tada\tPROPN\tNNP\t_\t0\troot\t_\t_\n"


def detected(path: Path, encoding: str = "utf-8") -> str:
    """Return the format that the first bytes of a file show."""
    with TextSource(path, encoding) as source:
        return detect_in(source)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (CONLLU, {}, "conllu"),
        (CONLLU, {"gold_column": 3}, "conll"),
        (CONLLU, {"pred_column": 3}, "conll"),
        (CONLLU, {"format": "jsonl"}, "jsonl"),
        (CONLLU, {"format": "conllu", "gold_column": 3}, "conllu"),
        ("a O\n", {}, "conll"),
        ('{"tags": ["O"]}', {"gold_column": "tags"}, "jsonl"),
    ],
)
def test_columns_that_are_named_make_columns_of_conllu(
    file: Write, text: str, options: dict[str, Any], expected: str
) -> None:
    with TextSource(file(text)) as source:
        assert format_of(source, ReaderOptions(**options)) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"PAR1\0\0", "arrow"),
        (b"ARROW1\0\0", "arrow"),
        (b"\xff\xff\xff\xff\0", "arrow"),
        (zlib.compress(b"\x85\xa5attrs"), "docbin"),
        (zlib.compress(b"x" * 195 + b"attrs"), "docbin"),
        (zlib.compress(b"x" * 196 + b"attrs"), "conll"),
        (zlib.compress(b"a O"), "conll"),
        (b"\x78\x01attrs", "conll"),
        (b"attrs O\n", "conll"),
    ],
)
def test_bytes_are_known_by_their_mark(file: Write, content: bytes, expected: str) -> None:
    """A DocBin is known by the word `attrs` among its first 200 bytes."""
    assert detected(file(content)) == expected


def test_an_encoding_that_can_replace_nothing_is_left_to_the_columns(file: Write) -> None:
    assert detected(file(b"\xff O\n"), "idna") == "conll"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.tsv", "#FORMAT=WebAnno TSV 3.3\n", "webanno"),
        ("a.txt", "T1\tPER 0 3\tAda\n", "brat"),
        ("a.txt", "#1\tNote T1\tsure\n", "brat"),
        ("a.txt", "T1 PER 0 3 Ada\n", "conll"),
        ("a.ann", "T1 PER 0 3 Ada\n", "brat"),
        ("a.ann", "", "brat"),
        ("a.ann", " \n", "brat"),
        ("a.ann", "Ada B-PER\n", "conll"),
        ("a.txt", "", "conll"),
        ("a.txt", CONLLU, "conllu"),
        ("a.txt", "# sent_id = 1\n\n" + CONLLU, "conllu"),
        ("a.txt", "# sent_id = 1\nAda B-PER\n", "conll"),
        ("a.txt", CONLLU.replace("1\t", "1-2\t", 1), "conllu"),
        ("a.txt", CONLLU.replace("\t_\n", "\n"), "conll"),
        ("a.txt", "Ada O\n" + CONLLU, "conll"),
        ("a.txt", "\ufeff" + CONLLU, "conllu"),
        ("a.txt", '\ufeff{"tags": ["O"]}', "jsonl"),
    ],
)
def test_lines_are_known_by_the_first_that_says_something(file: Write, name: str, text: str, expected: str) -> None:
    assert detected(file(text, name)) == expected


ENTITY = {"start": 0, "end": 1, "label": "X"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("O", "jsonl"),
        (None, "jsonl"),
        ({}, "jsonl"),
        (["a", {}], "spacy"),
        ({"tokenized_text": ["a"], "ner": []}, "gliner"),
        ({"tokenized_text": ["a"], "text": "a", "labels": []}, "gliner"),
        ({"data": {"text": "a"}, "annotations": []}, "label-studio"),
        ({"data": {"text": "a"}, "predictions": []}, "label-studio"),
        ({"data": {"text": "a"}, "completions": []}, "label-studio"),
        ({"data": {"text": "a"}, "tags": ["O"]}, "jsonl"),
        ({"data": "a", "annotations": []}, "jsonl"),
        ({"text": "a", "label": [{"start": 0, "end": 1, "labels": ["X"]}]}, "label-studio"),
        ({"text": "a", "label": [{"start": 0, "end": 1}]}, "jsonl"),
        ({"text": "a", "label": [[0, 1, "X"]]}, "doccano"),
        ({"text": "a", "labels": [[0, 1, "X"]]}, "doccano"),
        ({"text": "a", "label": []}, "doccano"),
        ({"text": "a", "label": "X"}, "jsonl"),
        ({"label": [[0, 1, "X"]]}, "jsonl"),
        ({"text": "a", "tokens": ["a"], "labels": []}, "huggingface"),
        ({"text": "a", "tokens": ["a"], "label": [[0, 1, "X"]]}, "jsonl"),
        ({"text": "a", "labels": ["O"]}, "huggingface"),
        ({"text": "a", "entities": [[0, 1, "X"]]}, "spacy"),
        ({"text": "a", "spans": [ENTITY]}, "jsonl"),
        ({"text": "a", "spans": [{**ENTITY, "token_start": 0}]}, "prodigy"),
        ({"text": "a", "spans": [{**ENTITY, "start_offset": 0}]}, "doccano"),
        ({"text": "a", "tokens": [{"text": "a"}], "spans": []}, "prodigy"),
        ({"text": "a", "tokens": [], "spans": []}, "jsonl"),
        ({"text": "a", "tokens": {}, "spans": {}}, "jsonl"),
        ({"gold": [0]}, "huggingface"),
        ({"pred": [0]}, "huggingface"),
        ({"tags": [0]}, "huggingface"),
        ({"tags": [["O"]]}, "huggingface"),
        ({"gold": [["O", "B-X"]]}, "huggingface"),
        ({"gold": [["PER", "Ada"]]}, "jsonl"),
        ({"gold": [["O", "Ada"]]}, "jsonl"),
        ({"gold": [["PER", 0, 1]]}, "jsonl"),
        ({"gold": [[0, 1]]}, "huggingface"),
        ({"gold": []}, "jsonl"),
        ({"gold": "O"}, "jsonl"),
    ],
)
def test_one_unit_says_its_format(value: object, expected: str) -> None:
    assert of_value(value) == expected


@pytest.mark.parametrize(
    ("value", "seen", "expected"),
    [
        ({"text": "a", "entities": []}, {"start_offset"}, "doccano"),
        ({"text": "a", "annotations": []}, {"start_offset"}, "doccano"),
        ({"text": "a", "spans": []}, {"start_offset"}, "jsonl"),
        ({"text": "a", "entities": []}, set(), "spacy"),
        ({"text": "a", "annotator": 1}, {"start", "labels"}, "label-studio"),
        ({"text": "a", "annotator": 1}, {"start"}, "jsonl"),
        ({"text": "a", "id": 1}, {"start", "labels"}, "jsonl"),
        ([{"text": "a", "entities": []}], {"start_offset"}, "doccano"),
        ([], set(), "jsonl"),
        ([], {"entity_group"}, "pipeline"),
        ([[]], {"entity_group"}, "pipeline"),
        ([[]], set(), "jsonl"),
        ([[], []], set(), "pipeline"),
        ([[], [{"entity": "B-X"}]], set(), "pipeline"),
        ([{"entity_group": "X"}], set(), "pipeline"),
        ([ENTITY], set(), "pipeline"),
        ([{"start": 0, "end": 1}], set(), "jsonl"),
        ([["O"], ["B-X"]], set(), "huggingface"),
        ([0, 1], set(), "huggingface"),
        ([["a", {"entities": []}]], set(), "spacy"),
        ([None], set(), "jsonl"),
        ([[["X", 0, 1]]], set(), "jsonl"),
    ],
)
def test_a_list_or_an_object_is_known_with_the_keys_that_follow(value: object, seen: set[str], expected: str) -> None:
    assert of_value(value, seen) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"tokenized_text", "gold"}, "gliner"),
        ({"data", "result"}, "label-studio"),
        ({"data"}, "jsonl"),
        ({"result"}, "jsonl"),
        ({"start_offset"}, "doccano"),
        ({"entity_group"}, "pipeline"),
        ({"entity", "score", "word"}, "pipeline"),
        ({"entity", "score"}, "jsonl"),
        *((({key, "entities"}), "jsonl") for key in ("offsets", "pred", "gold")),
        *((({key, "label_ids"}), "huggingface") for key in ("offsets", "pred", "gold")),
        ({"entities"}, "spacy"),
        ({"ents"}, "spacy"),
        ({"entities", "answer"}, "spacy"),
        ({"answer"}, "prodigy"),
        ({"answer", "labels"}, "prodigy"),
        ({"labels"}, "huggingface"),
        ({"tags"}, "jsonl"),
        ({"text"}, "jsonl"),
        (set(), "jsonl"),
    ],
)
def test_the_keys_in_sight_say_the_format(keys: set[str], expected: str) -> None:
    assert of_keys(keys) == expected


def test_the_keys_in_sight_decide_where_the_first_value_is_cut_off(file: Write) -> None:
    cut = json.dumps({"text": "a" * 70_000, "tokenized_text": ["a"]})
    assert detected(file(cut)) == "jsonl"
    assert detected(file(json.dumps({"tokenized_text": ["a"], "text": "a" * 70_000}))) == "gliner"
    assert detected(file('{"answer": ' + "[" * 60_000)) == "prodigy"
    assert detected(file('[1, {"messages": []}]')) == "jsonl"
    with pytest.raises(NotRead, match="a chat with a language model"):
        detected(file('{"messages": ' + "[" * 60_000))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"entity": "B-X"}, True),
        ({"entity_group": "X"}, True),
        (ENTITY, True),
        ({"start": 0, "label": "X"}, False),
        ({"gold": []}, False),
        ("entity", False),
        (None, False),
    ],
)
def test_an_entity_of_a_pipeline(value: object, *, expected: bool) -> None:
    assert is_entity(value) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [([{"labels": []}], True), ([{"label": []}], False), ([["labels"]], False), ([], False), ("labels", False)],
)
def test_regions_of_label_studio(value: object, *, expected: bool) -> None:
    assert is_regions(value) is expected


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("O O B-PER\n", True),
        ("O B-PER\n", False),
        ("O O\nO B-PER I-PER\n", True),
        ("O O\nO B-PER Ada\n", False),
        ("O O\n" * 99 + "O O O\n", True),
        ("O O\n" * 100 + "O O O\n", False),
        ("O O O\n" * 100 + "Ada O O\n", True),
        ("\n\nO O O\n", True),
    ],
)
def test_lines_of_more_than_two_tags_are_sentences(file: Write, text: str, *, refused: bool) -> None:
    """The first 100 lines are looked at."""
    if refused:
        with pytest.raises(NotRead, match="tags without tokens"):
            detected(file(text))
    else:
        assert detected(file(text)) == "conll"


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"messages": []}, "a chat with a language model,"),
        ([[{"messages": []}]], "a chat with a language model,"),
        ({"messages": [], "tags": ["O"]}, ""),
        ({"text": "a", "label": {"PER": {}}}, "CLUENER"),
        ({"label": {"PER": {}}}, ""),
        ({"text": "a", "label": ["PER"]}, ""),
        ({"tokens": ["a"], "entities": [{"type": "X", "start": 0, "end": 1}]}, "SpERT"),
        ({"tokens": ["a"], "entities": [], "text": "a"}, ""),
        ({"tokens": [{"id": 0}], "entities": []}, ""),
        ({"tokens": ["a"], "entities": []}, "SpERT"),
        ({"tokens": ["a"], "spans": []}, ""),
        ({"text": "a", "ner": [{"start_char": 0, "end_char": 1}]}, "Stanza"),
        ({"text": "a", "ner": [[{"start_char": 0, "end_char": 1}]]}, "Stanza"),
        ({"text": "a", "ner": {"start_char": 0, "end_char": 1}}, ""),
        ({"span.responses": []}, "Argilla"),
        ({"responses": []}, ""),
        ([{"entity_type": "X", "start": 0, "end": 1}], "output of Presidio"),
    ],
)
def test_the_fields_of_a_tool_that_is_not_read(file: Write, value: object, what: str) -> None:
    path = file(json.dumps(value))
    if what:
        with pytest.raises(NotRead, match=what) as caught:
            detected(path)
        assert caught.value.place == str(path)
    else:
        assert detected(path) in set(FileFormat)


def test_bytes_of_an_archive_are_named_by_what_is_in_it(file: Write) -> None:
    for content, what in (
        (b"PK\x03\x04 xl/sheet", "an Excel workbook"),
        (b"PK\x03\x04 x", "a zip archive"),
        (b"\0" * 257 + b"ustar\0", "a tar archive"),
        (b"%PDF-1", "a PDF"),
    ):
        with pytest.raises(NotRead, match=what):
            detected(file(content))
    assert detected(file(b"a" * 256 + b"ustar O\n")) == "conll"
    assert detected(file(b"a" * 258 + b"ustar O\n")) == "conll"
