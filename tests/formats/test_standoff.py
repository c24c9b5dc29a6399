"""Treebanks, WebAnno, brat, Prodigy and spaCy: each rule of these formats by itself, with the place of each error."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.brat import is_brat_folder
from nerconform.formats.conllu import with_tag
from nerconform.formats.layers import LayerColumns, layers_in_cells, wanted_layers
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record

Write = Callable[..., Path]


def records(path: Path, pred: Path | None = None, **options: Any) -> list[Record]:  # noqa: ANN401 # each its own type
    return list(read(path, pred, ReaderOptions(**options)))


def refused(path: Path, **options: Any) -> tuple[str, str, str]:  # noqa: ANN401 # as above
    """Return code, place (without the name of the file) and message."""
    with pytest.raises(NerconformError) as caught:
        records(path, **options)
    return caught.value.code, caught.value.place.removeprefix(str(path)), caught.value.message


def row(number: str, form: str, misc: str = "_", feats: str = "_") -> str:
    return f"{number}\t{form}\t_\t_\t_\t{feats}\t_\t_\t_\t{misc}\n"


def test_a_treebank_has_sentences_documents_and_words(file: Write) -> None:
    text = (
        "# newdoc id = a\n# sent_id = s1\n# text = x\n"
        + row("1-2", "vom")
        + row("1", "von", "NER=O")
        + row("2", "Ada", "SpaceAfter=No|NER=B-PER")
        + row("2.1", "e")
        + "\n\n# newdoc\n"
        + row("1", "b", "NER=")
        + " \n# sent_id=s3\n"
        + row("1", "c")
    )
    found = records(file(text))
    assert [(one.tokens, one.gold, one.pred) for one in found] == [
        (("von", "Ada"), ("O", "B-PER"), None),
        (("b",), ("O",), None),
        (("c",), ("O",), None),
    ]
    assert [(one.id, one.document, one.starts_document) for one in found] == [
        ("s1", "a", True),
        ("", "2", True),
        ("s3", "2", False),
    ]
    assert [(one.line, one.lines) for one in found] == [(5, (5, 6)), (11, (11,)), (14, (14,))]


@pytest.mark.parametrize("key", ["NER", "NE", "ner", "ne", "name"])
def test_the_tag_has_one_of_five_keys(file: Write, key: str) -> None:
    (one,) = records(file(row("1", "a", f"x=B-Z|{key}=B-X")))
    assert one.gold == ("B-X",)


def test_sides_of_a_treebank(file: Write) -> None:
    path = file(row("1", "a", "G=B-X|P=B-Y", "B-Z") + row("2", "b"))
    (one,) = records(path, gold_column="G", pred_column="P", format="conllu")
    assert (one.gold, one.pred) == (("B-X", "O"), ("B-Y", "O"))
    (one,) = records(path, gold_column=5, format="conllu")
    assert (one.gold, one.pred) == (("B-Z", "O"), None)
    (one,) = records(path, path, gold_column="G", pred_column="P", format="conllu")
    assert (one.gold, one.pred) == (("B-X", "O"), ("B-Y", "O"))


def test_what_a_treebank_lacks_is_named(file: Write) -> None:
    path = file(row("1", "a"))
    assert refused(path)[:2] == ("missing-column", "")
    (one,) = records(path, format="conllu", gold_column=5)
    assert one.gold == ("O",)
    assert refused(file(row("1", "a", "NER=O") + "2\tb\n"), format="conllu")[:2] == ("ragged-columns", ":2")
    stacked = file(row("1", "a", "NER=O") + row("2", "b", "NER=B-X&B-Y"))
    assert refused(stacked)[:2] == ("stacked-tags", ":2")
    (one,) = records(stacked, layers="together")
    assert one.gold == (("O", "B-X"), ("O", "B-Y"))


def test_sentences_and_documents_of_a_treebank_have_names_of_their_own(file: Write) -> None:
    sentence = row("1", "a", "NER=O")
    twice = file(f"# sent_id = s\n{sentence}\n# sent_id = s\n{sentence}")
    code, place, message = refused(twice)
    assert (code, place) == ("repeated-id", ":5")
    assert "'s': this one, and the one on line 2" in message
    again = file("\n".join(f"# newdoc id = {name}\n{sentence}" for name in "aba"))
    code, place, message = refused(again)
    assert (code, place) == ("repeated-id", ":8")
    assert "'a', which began on line 2" in message


def test_a_tag_of_a_treebank_is_replaced_where_it_stands() -> None:
    line = row("1", "a", "SpaceAfter=No|NER=B-X|x=1")
    assert with_tag(line, None, "S-X") == row("1", "a", "SpaceAfter=No|NER=S-X|x=1")
    assert with_tag(line.replace("\n", "\r\n"), "x", "2") == row("1", "a", "SpaceAfter=No|NER=B-X|x=2")[:-1] + "\r\n"
    assert with_tag(line.removesuffix("\n"), 5, "B-Y") == row("1", "a", "SpaceAfter=No|NER=B-X|x=1", "B-Y")[:-1]


WEBANNO = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.NamedEntity|identifier|value\n\n\n"


def token(at: str, form: str, *cells: str) -> str:
    return "\t".join([at, "0-1", form, *cells, ""]) + "\n"


def test_spans_of_webanno_are_read_from_the_feature_of_the_types(file: Write) -> None:
    text = (
        WEBANNO
        + "#Text=a b c\n"
        + token("1-1", "a", "x[1]", "PER[1]|LOC[2]")
        + token("1-2", "b", "x[1]", "PER[1]")
        + token("1-3", r"c\_", "*", "A\\|B\\[")
        + "\n"
        + token("2-1", "d", "_", "_")
        + token("2-2", "e", "_", "PER[3]")
    )
    one, other = records(file(text))
    assert [tuple(span) for span in one.gold or ()] == [("PER", 0, 2), ("LOC", 0, 1), ("A|B[", 2, 3)]
    assert (one.tokens, one.line, other.tokens, other.line) == (("a", "b", "c_"), 6, ("d", "e"), 10)
    assert [tuple(span) for span in other.gold or ()] == [("PER", 1, 2)]


def test_a_feature_of_webanno_is_named_by_its_column(file: Write) -> None:
    """The columns are: the number of the token, its characters, the token, then each feature, counted from 0."""
    path = file(WEBANNO + token("1-1", "a", "ID", "PER"))
    for column, kind in ((3, "ID"), (4, "PER"), ("identifier", "ID"), ("NamedEntity|value", "PER")):
        (one,) = records(path, gold_column=column)
        assert [tuple(span) for span in one.gold or ()] == [(kind, 0, 1)]
        (one,) = records(path, path, pred_column=column)
        assert [tuple(span) for span in one.pred or ()] == [(kind, 0, 1)]


@pytest.mark.parametrize(
    ("text", "options", "code", "place"),
    [
        (WEBANNO + token("1-1", "a", "_", "*"), {}, "wrong-form", ":5"),
        (WEBANNO + token("1-1.1", "a", "_", "X"), {}, "wrong-form", ":5"),
        (WEBANNO + "Ada slept\n", {}, "wrong-form", ":5"),
        (WEBANNO + token("1-1", "a", "_", "X[1]") + token("2-1", "b", "_", "X[1]"), {}, "wrong-form", ":6"),
        (WEBANNO.replace("value", "other") + token("1-1", "a", "_", "X"), {}, "missing-column", ":5"),
        (WEBANNO + token("1-1", "a", "_", "X"), {"gold_column": "none"}, "missing-column", ":5"),
        ("#FORMAT=WebAnno TSV 3.3\n" + token("1-1", "a"), {}, "missing-column", ":2"),
    ],
)
def test_what_webanno_cannot_mean_is_refused_on_its_line(
    file: Write, text: str, options: dict[str, Any], code: str, place: str
) -> None:
    assert refused(file(text), **options)[:2] == (code, place)


def test_a_line_of_webanno_that_is_no_whole_token_is_shown(file: Write) -> None:
    _, _, message = refused(file(WEBANNO + token("1-1.1", "a", "_", "X")))
    assert message == "the annotation '1-1.1' covers only a part of a token"
    _, _, message = refused(file(WEBANNO + "Ada slept\n"))
    assert message == "the line is not a token as WebAnno writes it: 'Ada slept'"
    (one,) = records(file(WEBANNO + "1-1\t0-1\n1-2\t2-3\tb\n"))
    assert (one.tokens, one.gold) == (("", "b"), ())


def test_a_cell_of_webanno_may_be_left_out_and_an_annotation_without_a_type_is_not(file: Write) -> None:
    text = WEBANNO + "1-1\t0-1\ta\t_\n" + token("1-2", "b", "_", "PER[1]|[2]") + "1-3\t0-1\tc\n"
    (one,) = records(file(text))
    assert [tuple(span) for span in one.gold or ()] == [("PER", 1, 2), ("", 1, 2)]


def test_a_layer_without_features_has_marks_for_types(file: Write) -> None:
    text = (
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Gene\n\n" + token("1-1", "a", "*[1]") + token("1-2", "b", "*[1]")
    )
    (one,) = records(file(text))
    assert [tuple(span) for span in one.gold or ()] == [("*", 0, 2)]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("T1\tPER 0 3\tAda\nT1\tPER 0 3\tAda\n", "repeated-id", ":2"),
        ("T1\tPER 0 3\tAda\nAda\n", "wrong-form", ":2"),
        ("T1\tPER 0 3\tAda\nT2\tPER 3 3\tAda\n", "invalid-span", ":2"),
        ("T1\tPER 0 3\tAda\nT2\tPER 0 3\tBob\n", "text-disagrees", ":2"),
        ("T1\tPER 0 3\tAda\nT2\tPER 0 99\tAda\n", "invalid-span", ":2"),
        (f"T1\tPER 0 3\tAda\nT2\tPER 0 {'9' * 5000}\tAda\n", "too-large", ":2"),
        (f"T1\tPER 0 1;{'9' * 5000} {'9' * 5001}\tA\n", "too-large", ":1"),
    ],
)
def test_what_brat_cannot_mean_is_refused_on_its_line(file: Write, text: str, code: str, place: str) -> None:
    file("Ada slept", "a.txt")
    assert refused(file(text, "a.ann"))[:2] == (code, place)


def test_entities_of_brat_stand_between_other_lines(file: Write) -> None:
    file("\ufeffAda\r\nslept", "a.txt")
    text = "T1\tPER 0 3\tAda\n\nR1\tx Arg1:T1 Arg2:T2\n#1\tNote T1\tx\nA1\tx T1\n*\tx T1 T2\nT2\tACT 5 10\tslept\n"
    (one,) = records(file(text, "a.ann"))
    assert [tuple(span) for span in one.gold or ()] == [("PER", 0, 3), ("ACT", 5, 10)]
    assert (one.text, one.offsets, one.id) == ("Ada\r\nslept", "characters", "")


def test_a_folder_of_brat_is_its_documents_by_name(file: Write, tmp_path: Path) -> None:
    assert not is_brat_folder(tmp_path)
    (tmp_path / "b").mkdir()
    for name in ("b/a", "c", "._c"):
        file("Ada", f"{name}.txt")
        file("T1\tPER 0 3\tAda\n", f"{name}.ann")
    assert is_brat_folder(tmp_path)
    assert [(one.id, one.file) for one in records(tmp_path)] == [
        ("b/a", str(tmp_path / "b" / "a.ann")),
        ("c", str(tmp_path / "c.ann")),
    ]
    for column in ("gold_column", "pred_column"):
        assert refused(tmp_path, **{column: "x"})[:2] == ("unknown-reader-option", "")
    file("Ada", "d.txt")
    assert refused(tmp_path)[:2] == ("missing-file", "/d.txt")


TOKENS = [{"text": "Ada", "start": 0, "end": 3}, {"text": "Lee", "start": 4, "end": 7}]
BARE = [{"text": "Ada"}, {"text": "Lee"}]


def prodigy(file: Write, **task: object) -> Path:
    return file(json.dumps({"answer": "accept", **task}), "task.jsonl")


@pytest.mark.parametrize(
    ("tokens", "span", "expected"),
    [
        (TOKENS, {"start": 0, "end": 7}, (0, 2)),
        (TOKENS, {"start": 4, "end": 7}, (1, 2)),
        (TOKENS, {"token_start": 0, "token_end": 0}, (0, 1)),
        (TOKENS, {"token_start": 0, "token_end": 1, "start": 0, "end": 7}, (0, 2)),
        (BARE, {"token_start": 1, "token_end": 1, "start": 9, "end": 12}, (1, 2)),
        ([TOKENS[0], BARE[1]], {"token_start": 1, "token_end": 1, "start": 9, "end": 12}, (1, 2)),
        (None, {"start": 4, "end": 7}, (4, 7)),
    ],
)
def test_a_span_of_prodigy_counts_tokens_where_there_are_tokens(
    file: Write, tokens: object, span: dict[str, int], expected: tuple[int, int]
) -> None:
    (one,) = records(prodigy(file, text="Ada Lee", tokens=tokens, spans=[{"label": "X", **span}]))
    assert [tuple(found) for found in one.gold or ()] == [("X", *expected)]
    assert (one.tokens, one.offsets) == ((("Ada", "Lee"), "tokens") if tokens else ((), "characters"))


@pytest.mark.parametrize(
    ("task", "code", "place"),
    [
        ({"answer": "reject", "spans": []}, "rejected-answer", ":1"),
        ({}, "missing-field", ":1"),
        ({"text": "a", "label": "X"}, "missing-field", ":1"),
        ({"text": "a", "options": []}, "missing-field", ":1"),
        ({"text": "a", "tokens": [{"start": 0, "end": 1}], "spans": []}, "missing-field", ":1, token 0"),
        ({"tokens": [{"text": "a", "start": 0}], "spans": []}, "wrong-form", ":1, token 0"),
        ({"tokens": [{"text": "a", "start": True, "end": 1}], "spans": []}, "wrong-form", ":1, token 0"),
        ({"tokens": ["a"], "spans": []}, "wrong-form", ":1, token 0"),
        ({"text": "a", "spans": [7]}, "invalid-span", ":1, span 0"),
        ({"text": "a", "spans": [{"token_start": 0, "label": "X"}]}, "missing-field", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"start": 0, "end": 3, "label": "X"}]}, "missing-field", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"token_start": 0, "label": "X"}]}, "invalid-span", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"token_end": 0, "label": "X"}]}, "invalid-span", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"token_start": 1, "token_end": 0, "label": "X"}]}, "invalid-span", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"token_start": -1, "token_end": 0, "label": "X"}]}, "invalid-span", ":1, span 0"),
        ({"tokens": BARE, "spans": [{"token_start": 0, "token_end": 2, "label": "X"}]}, "invalid-span", ":1, span 0"),
        ({"tokens": TOKENS, "spans": [{"start": 1, "end": 3, "label": "X"}]}, "offsets-disagree", ":1, span 0"),
        ({"tokens": TOKENS, "spans": [{"start": 0, "end": 5, "label": "X"}]}, "offsets-disagree", ":1, span 0"),
        (
            {"tokens": TOKENS, "spans": [{"token_start": 0, "token_end": 0, "start": 0, "end": 7, "label": "X"}]},
            "offsets-disagree",
            ":1, span 0",
        ),
    ],
)
def test_what_prodigy_cannot_mean_is_refused(file: Write, task: dict[str, Any], code: str, place: str) -> None:
    assert refused(prodigy(file, **task), format="prodigy")[:2] == (code, place)


def test_a_task_without_spans_that_was_accepted_has_no_entity(file: Write) -> None:
    (one,) = records(prodigy(file, text="a"), format="prodigy")
    assert (one.gold, one.pred) == ((), None)


@pytest.mark.parametrize(
    ("value", "code", "place"),
    [
        ({"entities": []}, "missing-field", ":1"),
        ({"text": "a"}, "missing-field", ":1"),
        ({"text": "a", "entities": [], "ents": []}, "mixed-forms", ":1"),
        ({"text": "a", "entities": [[0, 1]]}, "invalid-span", ":1, span 0"),
        ({"text": "a", "entities": [[0, 1, "X"], "O"]}, "invalid-span", ":1, span 1"),
        ({"text": "a", "entities": [[0, 2, "X"]]}, "invalid-span", ":1, span 0"),
    ],
)
def test_what_spacy_cannot_mean_is_refused(file: Write, value: object, code: str, place: str) -> None:
    assert refused(file(json.dumps(value)), format="spacy")[:2] == (code, place)


def test_layers_are_those_of_columns_or_of_cells() -> None:
    layers = (("B-X", "O"), ("O", "B-Y"))
    assert wanted_layers(layers, "together") == layers
    assert [wanted_layers(layers, number) for number in "123"] == [layers[0], layers[1], ("O", "O")]
    assert [wanted_layers((("B-X", "O", "O"),), number) for number in "12"] == [("B-X", "O", "O"), ("O", "O", "O")]
    assert layers_in_cells(["B-X|O", "O|B-Y"], str) == layers
    assert layers_in_cells(["B-X", "O"], str) == (("B-X", "O"),)
    assert layers_in_cells([], str) == ()
    columns = LayerColumns.of(ReaderOptions(gold_column="1,2", pred_column=3, layers="together"))
    assert (columns.gold, columns.pred, columns.are_columns) == ((2,), (), True)
    assert (columns.first.gold_column, columns.first.pred_column) == (1, 3)
    columns = LayerColumns.of(ReaderOptions(gold_column=1, layers="together"))
    assert (columns.gold, columns.pred, columns.are_columns) == ((), (), False)


@pytest.mark.parametrize(
    ("cells", "at"),
    [
        (["O|B-Y", "I-Y"], 1),
        (["O|B-Y", "B-Y"], None),
        (["B-Y|B-X", "I-Y"], None),
        (["O|B-Y", "I-Z"], None),
        (["O|B-Y", "O|I-Y"], None),
        (["O|PER-B", "PER-I"], 1),
        (["O|AB-B", "AC-I"], None),
        (["O|B-XA", "I-YA"], None),
        (["O|B_XA", "I_XA"], 1),
        (["O|BXXA", "IXXA"], None),
        (["O|O", "O", "O|B-Y", "E-Y"], 3),
    ],
)
def test_a_shorter_cell_goes_on_only_in_its_own_layer(cells: list[str], at: int | None) -> None:
    if at is None:
        layers_in_cells(cells, str)
    else:
        with pytest.raises(NerconformError) as caught:
            layers_in_cells(cells, str)
        assert caught.value.place == str(at)
