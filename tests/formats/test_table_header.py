"""Columns of sentences, headers, several files, and files that hold both sides."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.base.errors import NerconformError
from nerconform.files.score_files import score_files
from nerconform.formats.file_errors import HoldsBothSides, MissingColumn, StackedTags
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Retagged
from nerconform.formats.rewrite import rewrite
from nerconform.formats.source import TextSource
from nerconform.formats.stacked_tags import is_stacked
from nerconform.formats.table_header import both_columns, cells_of, quoted_bounds
from nerconform.reference.named import NAMED

Write = Callable[..., Path]
KAGGLE = "Sentence #,Word,POS,Tag\nSentence: 1,Ada,NNP,B-PER\n,slept,VBD,O\nSentence: 2,He,PRP,O\n,left,VBD,O\n"
BOTH = "Ada B-PER B-PER\nslept O O\n\nBob B-PER O\n"
SECOND = "Cid B-PER O\n\nOslo B-LOC B-LOC\n"


def units(path: Path, **options: object) -> list[tuple[tuple[str, ...], object]]:
    return [(one.tokens, one.gold) for one in read(path, options=ReaderOptions(**options))]  # type: ignore[arg-type] # each its own type


def test_the_sentence_stands_on_its_first_token(file: Write) -> None:
    assert units(file(KAGGLE)) == [(("Ada", "slept"), ("B-PER", "O")), (("He", "left"), ("O", "O"))]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1 Ada B-PER\n1 slept O\n2 He O\n2 left O\n", {"unit_column": 0}),
        ("Ada B-PER 1\nslept O 1\nHe O 2\nleft O 2\n", {"unit_column": -1}),
        ("id\tword\tner\n1\tAda\tB-PER\n1\tslept\tO\n2\tHe\tO\n2\tleft\tO\n", {"unit_column": "id"}),
        ("token\tner\tsent_id\nAda\tB-PER\ta\nslept\tO\ta\nHe\tO\tb\nleft\tO\tb\n", {}),
    ],
)
def test_a_column_of_sentences_may_stand_anywhere(file: Write, text: str, options: dict[str, object]) -> None:
    assert units(file(text), **options) == [(("Ada", "slept"), ("B-PER", "O")), (("He", "left"), ("O", "O"))]


def test_a_first_line_that_is_said_to_be_a_header_says_the_separator_only_with_a_column_of_sentences(
    file: Write,
) -> None:
    assert units(file("my,word my,tag\na O\n"), header=True) == [(("a",), ("O",))]
    assert units(file("sent_id,my word,mine\n1,a,O\n2,b c,B-X\n"), header=True) == [
        (("a",), ("O",)),
        (("b c",), ("B-X",)),
    ]


@pytest.mark.parametrize("first", ["gold NN", "pred NN", "Word NN", "sentence NN", "true O", "word B-TAG"])
def test_a_first_line_that_names_tags_or_tokens_alone_is_a_token(file: Write, first: str) -> None:
    (token, tag) = first.split()
    assert units(file(f"{first}\nx NN\n")) == [((token, "x"), (tag, "NN"))]


def test_a_score_of_kaggles_layout_is_that_of_its_sentences(file: Write) -> None:
    """I-PER at the start of a sentence is an entity of its own; without sentences it would continue the one before."""
    text = "Sentence #,Word,POS,Tag,Pred\n1,Ada,NNP,B-PER,B-PER\n2,He,PRP,B-PER,I-PER\n"
    found = score_files(file(text), None, NAMED["semeval"])
    assert found.units == 2
    assert found.evaluation.f1 == 1


def test_a_column_of_sentences_that_is_not_there_is_refused(file: Write) -> None:
    with pytest.raises(MissingColumn, match="no column 5"):
        units(file("1 Ada O\n"), unit_column=5)


def test_quotes_of_csv_hold_separators_and_quotes(file: Write) -> None:
    text = 'sent_id,word,tag\n1,",",O\n1,"""",O\n1,"a b",B-X\n'
    assert units(file(text)) == [((",", '"', "a b"), ("O", "O", "B-X"))]


@pytest.mark.parametrize(
    ("line", "bounds"),
    [
        ("", [(0, 0)]),
        ("a,b", [(0, 1), (2, 3)]),
        ('"a,b",c,', [(0, 5), (6, 7), (8, 8)]),
        ('a"b,c,de', [(0, 3), (4, 5), (6, 8)]),
        ('a,"b', [(0, 1), (2, 4)]),
    ],
)
def test_a_cell_has_its_bounds_also_where_quotes_are_not_those_of_csv(line: str, bounds: list[tuple[int, int]]) -> None:
    assert quoted_bounds(line, ",") == bounds


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("", {}, None),
        ("a B-X\n", {}, None),
        ("a B-X B-X", {}, (1, 2)),
        ("a B-X B-X\nb O O\n", {}, (1, 2)),
        ("a B-X B-Y\n", {}, None),
        ("a B-X O\n", {}, (1, 2)),
        ("a O O\n", {}, (1, 2)),
        ("a N O O\n", {}, None),
        ("a N B-X B-X\n", {}, (2, 3)),
        ("a N B-X B-Y\n", {}, None),
        ("a N B-X O\n", {}, None),
        ("1 a B-X O\n", {"unit_column": 0}, (2, 3)),
        ("a B-X N\n", {}, None),
        ("a N B-X\n", {}, None),
        ("a B-X O\nb O\n", {}, None),
        ("# c\n-DOCSTART- O O O\n\na B-X O\n", {"comment": "#"}, (1, 2)),
        ("# c\na B-X O\n", {}, None),
        ("a B-X O\r\nb O O\r\n", {"separator": " "}, (1, 2)),
        ("word gold pred\na O O\n", {}, (1, 2)),
        ("word pred gold\na O O\n", {}, (2, 1)),
        ("ab B-X O\n" * 30_000, {}, (1, 2)),
    ],
)
def test_which_columns_hold_both_sides(
    file: Write, text: str, options: dict[str, Any], expected: tuple[int, int] | None
) -> None:
    with TextSource(file(text)) as source:
        assert both_columns(source, ReaderOptions(**options)) == expected


@given(st.lists(st.text(alphabet='a",; ', max_size=4), min_size=1, max_size=4))
def test_a_line_of_csv_is_cut_as_it_was_written(cells: list[str]) -> None:
    line = ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)
    assert cells_of(line, ",") == cells


def test_a_quoted_line_keeps_its_quotes_when_tags_are_replaced(file: Write, tmp_path: Path) -> None:
    target = tmp_path / "new.csv"
    source = file('sent_id,word,tag\n1,",",B-X\n')
    rewrite(source, target, ReaderOptions(), lambda unit: Retagged(unit, ("S-X",), None))
    assert target.read_text(encoding="utf-8") == 'sent_id,word,tag\n1,",",S-X\n'


def test_gold_that_holds_both_sides_is_refused(file: Write) -> None:
    gold, pred = file(BOTH, "a.txt"), file(BOTH, "b.txt")
    with pytest.raises(HoldsBothSides) as error:
        score_files(gold, pred, NAMED["semeval"])
    assert f"score {gold} {pred} --gold-column 1 --pred-column 2`" in error.value.hint
    assert f"score {gold} {pred} --gold-column 1`" in error.value.hint


@pytest.mark.parametrize(
    "text", ["Ada NNP B-PER\n", "Ada NNP B-NP B-PER\nslept VB B-VP O\n", "Ada B-NP B-PER\n", "Ada B-PER\n"]
)
def test_other_columns_beside_gold_are_no_prediction(file: Write, text: str) -> None:
    assert score_files(file(text, "a.txt"), file(text, "b.txt"), NAMED["semeval"]).units == 1


def test_several_files_with_both_columns_are_one_corpus(file: Write) -> None:
    """Two of four entities are found, and nothing else is predicted."""
    options = ReaderOptions(gold_column=1, pred_column=2)
    found = score_files([file(BOTH, "a.txt"), file(SECOND, "b.txt")], None, NAMED["semeval"], options=options)
    counts = found.evaluation.counts
    assert (counts.tp, counts.fp, counts.fn, found.units, len(found.sources)) == (2, 0, 2, 4, 2)


@pytest.mark.parametrize(
    ("tag", "stacked"),
    [
        ("B-ORG|B-LOC", True),
        ("B-ORG|O", True),
        ("O|O", True),
        ("B-ORG+I-LOC", True),
        ("ORG-B|LOC-B", True),
        ("B-PER O O", True),
        ("B-MEDICAL CONDITION", False),
        ("B-ORG", False),
        ("B-A|B", False),
        ("O", False),
        ("B-ORG/GPE", False),
        ("B-X-Y", False),
    ],
)
def test_tags_of_several_layers_are_recognised(tag: str, *, stacked: bool) -> None:
    assert is_stacked(tag) is stacked


@pytest.mark.parametrize(
    "text", ["a O\nb B-X|B-Y\n", '{"tags": ["O", "B-X|B-Y"]}\n', '{"ner_tags": ["O", "B-X|B-Y"]}\n']
)
def test_tags_of_several_layers_are_refused_in_every_format(file: Write, text: str) -> None:
    with pytest.raises(StackedTags, match="of several layers"):
        list(read(file(text)))


def test_lines_that_begin_as_is_said_begin_documents(file: Write) -> None:
    text = "# document_id = x\na B-X\nb O\n# document_id = y\nc O\n\nd O\n"
    found = list(read(file(text), options=ReaderOptions(document="# document_id")))
    assert [(one.document, one.starts_document, one.tokens) for one in found] == [
        ("x", True, ("a", "b")),
        ("y", True, ("c",)),
        ("y", False, ("d",)),
    ]


def test_empty_lines_on_one_side_are_refused_with_the_remedy(file: Write) -> None:
    with pytest.raises(NerconformError) as error:
        list(read(file("a O\n\nb O\n", "a.txt"), file("a O\nb O\n", "b.txt")))
    assert "empty line" in error.value.hint
