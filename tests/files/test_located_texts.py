"""Entities without offsets in files: read from JSON Lines, scored, validated and compared, with file and line."""

import json
from pathlib import Path
from typing import Any

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.commands.main import main
from nerconform.files.evaluated_files import EvaluatedFiles
from nerconform.files.score_files import score_files
from nerconform.files.validate_files import validate_files
from nerconform.formats.detect import detect_in
from nerconform.formats.provenance import UnitKind
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.source import TextSource
from nerconform.products.compare.compare_files import Terms, compare_files
from nerconform.reference.credits import Amount
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import parse_dialect
from nerconform.results.score_result import TextsFound

PAIRS = [["PER", "Ada"], ["PER", "Bo"], ["LOC", "rome"], ["PER", "Eve"]]
TEXT = "Ada met Ada and Bo in Rome."
SPANS = [["PER", 0, 3], ["PER", 8, 11], ["PER", 16, 18], ["LOC", 22, 26]]
BOTH = {"text": TEXT, "gold": SPANS, "pred": PAIRS}


def saved(folder: Path, name: str, *units: dict[str, Any]) -> Path:
    """Return a file of JSON Lines."""
    path = folder / name
    path.write_text("".join(json.dumps(unit) + "\n" for unit in units))
    return path


def scored(gold: Path, pred: Path | None, dialect: str, unit: UnitKind = UnitKind.SENTENCE) -> EvaluatedFiles:
    """Return the evaluation of files."""
    return score_files(gold, pred, parse_dialect(dialect), unit)


def counts(found: EvaluatedFiles) -> tuple[Amount, ...]:
    """Return tp, fp and fn."""
    counted = found.evaluation.counts
    return counted.tp, counted.fp, counted.fn


@pytest.mark.parametrize(
    ("location", "tp", "fp", "fn"),
    [("text", 2, 2, 2), ("text-lower", 3, 1, 1), ("text-present", 3, 0, 1), ("aligned", 2, 2, 2)],
)
def test_gold_with_offsets_is_scored_against_texts(tmp_path: Path, location: str, tp: int, fp: int, fn: int) -> None:
    found = scored(saved(tmp_path, "data.jsonl", BOTH), None, f"conlleval,location:{location}")
    assert counts(found) == (tp, fp, fn)


def test_the_record_and_its_words_say_how_often_texts_are_found(tmp_path: Path) -> None:
    found = scored(saved(tmp_path, "data.jsonl", BOTH, BOTH), None, "conlleval,location:aligned").scores()
    assert found.texts == {"gold": TextsFound(0, 0, 0), "pred": TextsFound(2, 2, 4)}
    assert found.texts_line == "predicted: 2 found once, 2 several times, 4 not in the text"


@pytest.mark.parametrize("entity", [["PER", "Bo"], {"type": "PER", "text": "Bo"}, {"label": "PER", "text": "Bo"}])
@pytest.mark.parametrize("key", ["pred", "spans"])
def test_tags_in_columns_are_scored_against_texts_in_json(tmp_path: Path, entity: object, key: str) -> None:
    gold = tmp_path / "gold.conll"
    gold.write_text("Ada B-PER\nmet O\nBo B-PER\n\nBo B-PER\n")
    pred = saved(tmp_path, "pred.jsonl", {key: [entity]}, {"text": "Bo", key: [entity]})
    for location in ("text", "aligned"):
        assert counts(scored(gold, pred, f"conlleval,location:{location}")) == (2, 0, 1)


@pytest.mark.parametrize("location", ["offsets", "text", "aligned"])
@pytest.mark.parametrize("key", ["spans", "pred"])
def test_no_entity_in_json_opposite_tags_in_columns_is_nothing_predicted(
    tmp_path: Path, location: str, key: str
) -> None:
    gold = tmp_path / "gold.conll"
    gold.write_text("Ada B-PER\n\nmet O\nBo B-PER\n")
    entity = ["PER", 0, 1] if location == "offsets" else ["PER", "Ada"]
    pred = saved(tmp_path, "pred.jsonl", {key: [entity]}, {key: []})
    assert counts(scored(gold, pred, f"conlleval,location:{location}")) == (1, 0, 1)


def test_no_tag_in_json_opposite_tags_in_columns_is_refused(tmp_path: Path) -> None:
    gold = tmp_path / "gold.conll"
    gold.write_text("Ada B-PER\n\nmet O\nBo B-PER\n")
    with pytest.raises(NerconformError) as caught:
        scored(gold, saved(tmp_path, "pred.jsonl", {"tags": ["B-PER"]}, {"tags": []}), "conlleval")
    assert caught.value.code == "lengths-differ"


@pytest.mark.parametrize("unit", [BOTH, {"text": "Ada", "spans": [["PER", "Ada"]]}, {"gold": PAIRS, "pred": PAIRS}])
def test_texts_are_recognised_as_json_lines(tmp_path: Path, unit: dict[str, Any]) -> None:
    with TextSource(saved(tmp_path, "data.jsonl", unit), "utf-8") as source:
        assert detect_in(source) is FileFormat.JSONL


def test_tags_of_two_tokens_are_still_labels_of_hugging_face(tmp_path: Path) -> None:
    unit = {"gold": [["B-PER", "O"]], "pred": [["B-PER", "O"]]}
    with TextSource(saved(tmp_path, "data.jsonl", unit), "utf-8") as source:
        assert detect_in(source) is FileFormat.HUGGINGFACE


@pytest.mark.parametrize(
    ("unit", "dialect", "code", "place"),
    [
        (BOTH, "semeval", "no-offsets", "data.jsonl:2, pred"),
        ({"gold": PAIRS, "pred": PAIRS}, "semeval,location:aligned", "no-text", "data.jsonl:2"),
        ({**BOTH, "pred": [["PER", " "]]}, "semeval,location:text", "invalid-mention", "data.jsonl:2, pred, entity 0"),
        ({**BOTH, "pred": [*PAIRS, ["PER", 0, 3]]}, "semeval", "invalid-mention", "data.jsonl:2, pred, entity 4"),
        ({**BOTH, "pred": SPANS}, "semeval,location:text", "mixed-forms", "data.jsonl:2"),
        (BOTH, "semeval,location:text,pool:flat", "not-answered", ""),
    ],
)
def test_an_error_says_file_and_line(tmp_path: Path, unit: dict[str, Any], dialect: str, code: str, place: str) -> None:
    first = BOTH if code == "mixed-forms" else {"text": "Ada", "gold": [], "pred": []}
    path = saved(tmp_path, "data.jsonl", first, unit)
    with pytest.raises(NerconformError) as caught:
        scored(path, None, dialect)
    assert caught.value.code == code
    assert place in caught.value.place


def test_documents_of_several_sentences_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, "data.jsonl", {**BOTH, "document": "a"}, {**BOTH, "document": "b"})
    with pytest.raises(NerconformError, match="--unit document"):
        scored(path, None, "semeval,location:text", UnitKind.DOCUMENT)


def test_validate_names_each_text_that_is_not_in_its_sentence(tmp_path: Path) -> None:
    path = saved(tmp_path, "data.jsonl", {"text": "Bo", "gold": [], "pred": [["PER", "Bo"]]}, BOTH)
    found = validate_files([path], Scheme.IOB2)
    (side,) = [side for side in found.sides if side.texts]
    assert not found.legal
    assert side.texts == TextsFound(2, 1, 2)
    assert [(one.line, one.side, one.tag) for one in side.findings] == [(2, "pred", "rome"), (2, "pred", "Eve")]


def test_validate_needs_the_text(tmp_path: Path) -> None:
    with pytest.raises(NerconformError, match=r"data.jsonl:1") as caught:
        validate_files([saved(tmp_path, "data.jsonl", {"spans": PAIRS})], Scheme.IOB2)
    assert caught.value.code == "no-text"


def test_validate_finds_nothing_wrong_where_all_texts_are_there(tmp_path: Path) -> None:
    path = saved(tmp_path, "data.jsonl", {"tokens": ["Ada", "met", "Bo"], "spans": [["PER", "Bo"]]})
    assert validate_files([path], Scheme.IOB2).legal


def test_compare_explains_two_rules_by_the_entities_that_they_treat_differently(tmp_path: Path) -> None:
    path = saved(tmp_path, "data.jsonl", BOTH)
    rules = ["conlleval,location:text", "conlleval,location:text-present"]
    found = compare_files(path, None, Terms(rules, resamples=0))
    (step,) = found.bridges[0].steps
    assert [change.title for change in step.changes] == ["location: text -> text-present"]
    (unit,) = step.units
    shown = [f"{row.outcome} {row.gold or row.pred}" for row in (*unit.before, *unit.after)]
    assert sorted(shown) == ['cor LOC "Rome"', 'mis LOC "Rome"', 'spu LOC "rome"', 'spu PER "Eve"']


def test_compare_takes_every_rule_of_texts_by_default_and_asks_no_library(tmp_path: Path) -> None:
    path = saved(tmp_path, "data.jsonl", BOTH)
    found = compare_files(path, None, Terms(resamples=0))
    assert [column.name.rpartition(":")[2] for column in found.columns] == [
        "text",
        "text-lower",
        "text-present",
        "aligned",
    ]
    (column,) = compare_files(path, None, Terms(["seqeval:default"], resamples=0)).columns
    assert "not entities without offsets" in column.refused


def test_compare_uses_the_tokens_of_columns(tmp_path: Path) -> None:
    for name, last in (("gold", "B-PER"), ("pred", "O")):
        (tmp_path / name).write_text(f"Ada B-PER\nmet O\nAda {last}\n\n")
    terms = Terms(["conlleval,location:text,duplicates:set", "conlleval,location:aligned"], resamples=0)
    found = compare_files(tmp_path / "gold", tmp_path / "pred", terms, options=ReaderOptions())
    assert [column.results["strict"].counts["tp"] for column in found.columns] == [1, 1]
    assert [column.results["strict"].counts["fn"] for column in found.columns] == [0, 1]


def test_compare_in_python_takes_units_with_texts() -> None:
    gold = [{"text": "Ada met Bo.", "entities": [("PER", 0, 3)]}]
    found = nc.compare(gold, [[("PER", "ada")]], ["conlleval,location:text", "conlleval,location:text-lower"])
    assert [change.title for change in found.bridges[0].steps[0].changes] == ["location: text -> text-lower"]


def test_a_text_that_is_not_there_is_not_an_illegal_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, "data.jsonl", BOTH)
    assert main(["score", str(path), "--set", "location=text"]) == 0
    assert "illegal" not in capsys.readouterr().out
    assert main(["validate", str(path)]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "1 found once, 1 several times, 2 not in the text" in out
    assert "sweep" not in out
