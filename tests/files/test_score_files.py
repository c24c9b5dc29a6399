"""Scores of records are those of the units that they hold."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.api import evaluate, resolve
from nerconform.files.evaluated_files import NoDocuments
from nerconform.files.score_files import evaluate_records, line_of, place_of, score_files
from nerconform.formats.provenance import UnitKind
from nerconform.formats.record import Record
from nerconform.formats.stored_files import SameFile
from nerconform.reference.decoding import Side
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import LengthsDiffer, MalformedTag, NotAnswered
from nerconform.reference.spans import Span

TAGS = st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"])
UNITS = st.lists(st.lists(st.tuples(TAGS, TAGS), max_size=6), min_size=1, max_size=5)


def _records(units: list[list[tuple[str, str]]], starts: tuple[int, ...] = (0,)) -> list[Record]:
    return [
        Record(
            tuple(gold for gold, _ in unit),
            tuple(pred for _, pred in unit),
            tuple("w" for _ in unit),
            starts_document=number in starts,
        )
        for number, unit in enumerate(units)
    ]


@given(UNITS, st.sampled_from(["semeval", "conlleval", "semeval,pool:mean", "hipe", "semeval,pool:flat", "seqeval"]))
def test_sentences_are_the_units_of_a_call(units: list[list[tuple[str, str]]], text: str) -> None:
    dialect = resolve(text)
    found, count = evaluate_records(_records(units), dialect, UnitKind.SENTENCE)
    gold, pred = ([[pair[side] for pair in unit] for unit in units] for side in (0, 1))
    assert count == len(units)
    assert found.to_dict() == evaluate(gold, pred, dialect).to_dict()


@given(UNITS, st.sampled_from([name for name in NAMED if name != "semeval-jar"]), st.integers(0, 4))
def test_documents_change_no_count(units: list[list[tuple[str, str]]], name: str, start: int) -> None:
    records = _records(units, (0, start))
    sentences, _ = evaluate_records(records, NAMED[name], UnitKind.SENTENCE)
    documents, count = evaluate_records(records, NAMED[name], UnitKind.DOCUMENT)
    assert count == 1 + (0 < start < len(units))
    assert documents.to_dict() == sentences.to_dict()


def test_a_span_never_crosses_a_sentence_of_its_document() -> None:
    records = _records([[("B-A", "O")], [("I-A", "I-A")]])
    found, _ = evaluate_records(records, NAMED["semeval"], UnitKind.DOCUMENT)
    assert (found.counts.pos, found.counts.act, found.counts.cor) == (2, 1, 1)


def test_a_mean_over_documents_is_not_one_over_sentences() -> None:
    units = [[("B-A", "B-A")], [("B-A", "O")], [("B-A", "B-A")]]
    dialect = resolve("semeval,pool:mean")
    recalls = [evaluate_records(_records(units, (0, 2)), dialect, unit)[0].recall for unit in UnitKind]
    assert recalls == [Fraction(2, 3), Fraction(3, 4)]


def test_characters_are_pooled_like_tokens() -> None:
    record = Record((Span("A", 0, 30),), (Span("A", 0, 30), Span("B", 40, 41)), text="x" * 50, starts_document=True)
    found, count = evaluate_records(
        [record, replace(record, starts_document=False)], NAMED["semeval"], UnitKind.DOCUMENT
    )
    assert (count, found.counts.cor, found.counts.spu) == (1, 2, 2)


def test_nothing_is_a_document_where_none_is_marked() -> None:
    with pytest.raises(NoDocuments, match="-DOCSTART-"):
        evaluate_records(_records([[("O", "O")]], ()), NAMED["semeval"], UnitKind.DOCUMENT)


def test_a_fault_is_named_by_file_line_and_side() -> None:
    columns = Record(("O", "O"), ("O", "PER"), file="a.conll", line=7, lines=(7, 8))
    with pytest.raises(MalformedTag, match=r"^a\.conll:8, pred: "):
        evaluate_records([columns], NAMED["semeval"], UnitKind.SENTENCE)
    one_line = Record(("O", "PER"), ("O", "O"), file="a.jsonl", line=7)
    with pytest.raises(MalformedTag, match=r"^a\.jsonl:7, gold, position 1: "):
        evaluate_records([one_line], NAMED["semeval"], UnitKind.SENTENCE)


def test_sides_of_a_record_must_be_of_one_length() -> None:
    with pytest.raises(LengthsDiffer, match=r"^a:3: gold has 1 tag, and pred has 2"):
        evaluate_records([Record(("O",), ("O", "O"), file="a", line=3)], NAMED["semeval"], UnitKind.SENTENCE)


def test_tokens_cannot_be_compared_where_there_are_spans() -> None:
    record = Record((Span("A", 0, 1),), (Span("A", 0, 1),), ("w",), file="a", line=3)
    with pytest.raises(NotAnswered, match=r"^a:3, gold: item:token"):
        evaluate_records([record], resolve("semeval,item:token"), UnitKind.SENTENCE)


def test_a_line_is_that_of_the_tag_in_the_file_of_its_side() -> None:
    record = Record(("O", "O"), ("O", "O"), (), "g", 4, (4, 5), pred_file="p", pred_lines=(9, 10), pred_line=9)
    assert [line_of(record, side, 1) for side in Side] == [("g", 5), ("p", 10)]
    assert line_of(record, Side.GOLD, 2) == ("g", 5)
    assert place_of(record, Side.PRED) == "p:9, pred"


def test_a_file_is_not_scored_against_itself(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("a B-X O\n", encoding="utf-8")
    with pytest.raises(SameFile, match="gold and predictions are the same file"):
        score_files(file, file, NAMED["conlleval"])
