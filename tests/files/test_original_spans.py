"""Original spans: entities before and after tokenising, and that `validate` finds what `violations` finds."""

import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.results.tagged_files import SpanFate

ORIGINAL = "Ada B-PER\nLovelace I-PER\nlives O\nin O\nParis B-LOC\n\nBob B-PER\nleft O\n"
FIRST = ["Ada", "Love", "##lace", "lives", "in", "Paris"]
PER = ["B-PER", "I-PER", "I-PER", "O", "O", "B-LOC"]
SECOND = {"tokens": ["Bob", "left"], "labels": ["B-PER", "O"]}


def fates(folder: Path, *units: Mapping[str, object], original: str = ORIGINAL) -> list[tuple[str, str, int]]:
    """Return what became of the spans of the original: fate, type and line."""
    (folder / "original.conll").write_text(original, encoding="utf-8")
    (folder / "made.jsonl").write_text("".join(json.dumps(unit) + "\n" for unit in units), encoding="utf-8")
    found = nc.validate(folder / "made.jsonl", original=folder / "original.conll").original
    assert found is not None
    assert found.kept + len([one for one in found.changes if one.fate is not SpanFate.ADDED]) == found.spans
    return [(str(one.fate), one.type, one.line) for one in found.changes]


def first(tokens: list[str], labels: list[object]) -> dict[str, object]:
    return {"tokens": tokens, "labels": labels}


def test_parts_of_words_that_are_labelled_inside_change_nothing(tmp_path: Path) -> None:
    assert fates(tmp_path, first(FIRST, [*PER]), SECOND) == []


def test_parts_of_words_without_a_label_change_nothing(tmp_path: Path) -> None:
    labels = [-100, "B-PER", "I-PER", -100, "O", "O", "B-LOC", -100]
    assert fates(tmp_path, first(["[CLS]", *FIRST, "[SEP]"], labels), SECOND) == []


def test_without_tokens_labels_stand_for_words(tmp_path: Path) -> None:
    assert fates(tmp_path, {"labels": ["B-PER", "I-PER", "O", "O", "B-LOC"]}, SECOND) == []


def test_a_sentence_that_was_cut_off_loses_what_was_behind(tmp_path: Path) -> None:
    assert fates(tmp_path, first(FIRST[:5], [*PER[:5]]), SECOND) == [("lost", "LOC", 5)]


def test_a_sentence_that_was_cut_inside_an_entity_cuts_it(tmp_path: Path) -> None:
    assert fates(tmp_path, first(["Ada"], ["B-PER"]), SECOND) == [("cut", "PER", 1), ("lost", "LOC", 5)]


def test_a_label_that_is_copied_to_every_part_doubles_an_entity(tmp_path: Path) -> None:
    second = {"tokens": ["Bo", "##b", "left"], "labels": ["B-PER", "B-PER", "O"]}
    assert fates(tmp_path, first(FIRST, [*PER]), second) == [("doubled", "PER", 7)]


def test_a_longer_a_retyped_and_a_new_entity(tmp_path: Path) -> None:
    labels: list[object] = ["B-PER", "I-PER", "I-PER", "I-PER", "O", "B-ORG"]
    assert fates(tmp_path, first(FIRST, labels), SECOND) == [
        ("moved", "PER", 1),
        ("lost", "LOC", 5),
        ("added", "ORG", 5),
    ]


def test_other_words_are_refused_with_both_places(tmp_path: Path) -> None:
    with pytest.raises(NerconformError, match=r"is not a part of the next word of .*original.conll:1"):
        fates(tmp_path, first(["Bob"], ["O"]), SECOND)


def test_a_missing_sentence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NerconformError, match="ends after 1 sentences"):
        fates(tmp_path, first(FIRST, [*PER]))


@pytest.mark.parametrize("scheme", ["IOB1", "IOB2", "BIOES"])
def test_validate_finds_what_violations_finds(tmp_path: Path, scheme: str) -> None:
    """In every sentence of up to three tags; the end of a sentence is its last line there."""
    alphabet = ["O", "B-X", "I-X", "I-Y", *(["E-X", "S-X"] if scheme == "BIOES" else [])]
    sentences = [tags for length in (1, 2, 3) for tags in product(alphabet, repeat=length)]
    path = tmp_path / "all.conll"
    path.write_text("\n\n".join("\n".join(f"a {tag}" for tag in tags) for tags in sentences), encoding="utf-8")
    due, line = [], 1
    for tags in sentences:
        due += [(line + min(one.position, len(tags) - 1), one.clause) for one in nc.violations(list(tags), scheme)]
        line += len(tags) + 1
    (side,) = nc.validate(path, scheme).sides
    assert [(one.line, one.clause) for one in side.findings] == due
