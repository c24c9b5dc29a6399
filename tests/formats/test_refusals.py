"""What cannot be read: each file with the code, the place and a part of the reason that people are told."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions

Write = Callable[..., Path]


class Bad(NamedTuple):
    """A file, or two, that cannot be read."""

    name: str
    content: str | bytes
    code: str
    place: str
    """What follows the name of the file."""
    reason: str
    options: dict[str, Any] = {}  # noqa: RUF012 # never changed
    pred: str | bytes | None = None


def line(**unit: object) -> str:
    """Return a unit on a line."""
    return json.dumps(unit) + "\n"


SPAN = {"start": 0, "end": 3, "label": "X"}
TOKENS = [{"text": "Ann", "start": 0, "end": 3, "id": 0}, {"text": "b", "start": 4, "end": 5, "id": 1}]
BAD = [
    Bad("an empty file", "", "no-units", "", "is empty"),
    Bad("blank lines alone", "\n \n\n", "no-units", "", "no sentences"),
    Bad("marks of documents alone", "-DOCSTART- O\n\n", "no-units", "", "no sentences"),
    Bad("an empty list", "[]", "no-units", "", "no sentences"),
    Bad("Latin-1 read as UTF-8", b"a O\n\xe9t\xe9 O\n", "wrong-encoding", ":2:1", "0xe9 is not valid utf-8"),
    Bad(
        "a character cut in two by the end", b"a O\n\xc3", "wrong-encoding", ":2:1", "ends in the middle of a character"
    ),
    Bad("UTF-16 with its mark", "a O\n".encode("utf-16"), "wrong-encoding", ":1", "byte-order mark of utf-16"),
    Bad("UTF-16 without its mark", "a O\n".encode("utf-16-le"), "nul-character", ":1:2", "NUL"),
    Bad("a NUL", b"a O\nb\0 O\n", "nul-character", ":2:2", "NUL"),
    Bad("CR alone", "a O\rb O\r", "stray-return", ":1:4", "carriage return"),
    Bad("CR CR LF", "a O\r\r\nb O\r\r\n", "stray-return", ":1:4", "carriage return"),
    Bad("surrogates written as UTF-8", b"\xed\xa0\x80 O\n", "wrong-encoding", ":1:1", "0xed"),
    Bad("an encoding that does not exist", "a O\n", "unknown-encoding", "", "klingon", {"encoding": "klingon"}),
    Bad("an encoding of no text", "a O\n", "unknown-encoding", "", "hex", {"encoding": "hex"}),
    Bad("a lost column", "a B-X O\nb O\n", "ragged-columns", ":2", "2 columns, and line 1 has 3"),
    Bad(
        "a blank behind a tag",
        "a\tO\tO\nb\tB-X\tB-X \n",
        "blank-in-tag",
        ":2",
        "the pred tag 'B-X ' starts or ends",
        {"separator": "\t"},
    ),
    Bad("one column too many", "a O\n\nb c O\n", "ragged-columns", ":3", "3 columns, and line 1 has 2"),
    Bad("a blank in a token", "a\tO\nb c\tO\n", "ragged-columns", ":2", "3 columns, and line 1 has 2"),
    Bad("comments that nobody announced", "a O\n\n# text = b c\nb O\n", "ragged-columns", ":3", "'# text"),
    Bad("another separator", "a O\n", "missing-column", ":1", "no column 3", {"gold_column": 3}),
    Bad("a column beyond the lines", "a O\n", "missing-column", ":1", "no column -3", {"gold_column": -3}),
    Bad("a column that the header lacks", "w t\na O\n", "missing-column", ":2", "'ner'", {"gold_column": "ner"}),
    Bad("a name that the header has twice", "t t\na O\n", "missing-column", ":2", "two columns", {"gold_column": "t"}),
    Bad("four columns of which nothing is said", "a NN B-NP O\n", "ambiguous-columns", ":1", "the line has 4 columns"),
    Bad(
        "a prediction without gold",
        "a O O\n",
        "ambiguous-columns",
        ":1",
        "--gold-column is missing",
        {"pred_column": 1},
    ),
    Bad("numbers of sentences alone", "1\n2\n", "missing-column", ":1", "no column of tags", {"unit_column": 0}),
    Bad("an empty cell", "a\tO\nb\t\n", "empty-tag", ":2", "gold tag of this line is empty", {"separator": "\t"}),
    Bad(
        "ids that repeat in comments",
        "# sent_id = 1\na O\n\n# sent_id = 1\nb O\n",
        "repeated-id",
        ":5",
        "line 2",
        {"comment": "#"},
    ),
    Bad(
        "another document",
        "-DOCSTART-\n\na O\n\n-DOCSTART-\n\nb O\n",
        "files-part",
        ":7",
        "this line has the start of a document",
        pred="-DOCSTART-\n\na O\n\nb O\n",
    ),
    Bad("another text", "a O\nb B-X\n", "files-part", ":2", "this line has 'b' with 'B-X'", pred="a O\nc O\n"),
    Bad("a token more in gold", "a O\nb O\n", "files-part", ":2", "the end of the sentence, after 'a'", pred="a O\n"),
    Bad("a token more in the prediction", "a O\n", "files-part", ":1", "has 'b' with 'O'", pred="a O\nb O\n"),
    Bad("a unit more in gold", "a O\n\nb O\n", "units-differ", ":3", "ends after 1 sentence,", pred="a O\n"),
    Bad("a tag more, without tokens", "O\nO\n", "lengths-differ", ":1", "2 tags in gold, and 1 in ", pred="O\n"),
    Bad("an empty prediction", "a O\n", "no-units", "", "is empty", pred=""),
    Bad("other ids", line(id=1, tags=["O"]), "files-part", ":1", "id '1'", pred=line(id=2, tags=["O"])),
    Bad(
        "other characters", line(text="ab", spans=[]), "files-part", ":1", "character 1", pred=line(text="ac", spans=[])
    ),
    Bad(
        "tags against characters",
        line(tags=["O"]),
        "mixed-forms",
        ":1",
        "gold has tags",
        pred=line(text="abc", spans=[["X", 0, 1]]),
    ),
    Bad("tags against labels that are ignored", line(spans=[["X", 0, 1]]), "mixed-forms", ":1", "-100", pred="[-100]"),
    Bad("JSON that breaks off", '{"tags": ["O"]}\n{"tags": ["O"\n', "not-json", ":2:14", "delimiter"),
    Bad("a list that breaks off", '[\n{"tags": ["O"]},\n', "not-json", ":3:1", "expecting value"),
    Bad("two values on a line", '{"tags": ["O"]} {"tags": ["O"]}\n', "not-json", ":1:17", "extra data"),
    Bad("what follows a list", '[\n{"tags": ["O"]}\n]\nx', "not-json", ":4:1", "extra data"),
    Bad("lists that miss a comma", '[\n{"tags": ["O"]}\n{"tags": ["O"]}]', "not-json", ":3:1", "','"),
    Bad("single quotes", "{'tags': []}", "not-json", ":1:2", "property name", {"format": "jsonl"}),
    Bad("NaN", '{"tags": ["O"], "score": NaN}', "not-json", ":1", "NaN"),
    Bad("too many digits", '{"tags": ["O"], "n": ' + "1" * 5000 + "}", "not-json", ":1", "too many digits"),
    Bad("a few digits too many", '{"tags": ["O"], "n": ' + "1" * 301 + "}", "not-json", ":1", "too many digits"),
    Bad("a deep nest", '{"tags": ' + "[" * 100_000, "nested-too-deep", ":1", "too deep"),
    Bad("a deep nest over lines", "[\n" * 100_000, "nested-too-deep", ":2", "too deep"),
    Bad("a key that repeats", '{"tags": ["O"], "tags": []}', "repeated-key", ":1", "'tags'"),
    Bad("an id that repeats", line(id=1, tags=["O"]) + line(id="1", tags=["O"]), "repeated-id", ":2", "line 1"),
    Bad(
        "a document taken up again",
        "".join(line(document=one, tags=["O"]) for one in "aba"),
        "repeated-id",
        ":3",
        "'a'",
    ),
    Bad("half of a surrogate pair", '{"tokens": ["\\ud83d"], "tags": ["O"]}', "lone-surrogate", ":1", "surrogate"),
    Bad("a unit that is no object", '"O"\n', "wrong-form", ":1", "found 'O'", {"format": "jsonl"}),
    Bad("a unit that is null", line(tags=["O"]) + "null\n", "wrong-form", ":2", "found None"),
    Bad("no annotation", line(tokens=["a"]), "missing-field", ":1", "no field 'gold'"),
    Bad("a prediction alone in a file of both", line(pred=["O"]), "missing-field", ":1", "no field 'gold'"),
    Bad("tags and spans", line(tags=["O"], spans=[]), "mixed-forms", ":1", "tags and spans"),
    Bad("tags, then spans", line(tags=["O"]) + line(spans=[["X", 0, 1]]), "mixed-forms", ":2", "on line 1"),
    Bad("a tag among spans", line(gold=[["X", 0, 1], "O"]), "invalid-span", ":1, gold, span 1", "'O' is not a span"),
    Bad("a span among tags", line(gold=["O", ["X", 0, 1]]), "not-a-tag", ":1, gold, position 1", "a string"),
    Bad("an empty tag", line(tags=["O", ""]), "empty-tag", ":1, tags, position 1", "empty"),
    Bad("null for a tag", line(tags=[None]), "not-a-tag", ":1, tags, position 0", "None"),
    Bad("tags in one string", line(tags="O O"), "wrong-form", ":1", "the field 'tags' is 'O O', not a list"),
    Bad("a tag too few", line(tokens=["a", "b"], tags=["O"]), "lengths-differ", ":1, tags", "1 tag for 2 tokens"),
    Bad(
        "sides of different lengths",
        line(gold=["O", "O"], pred=["O"]),
        "lengths-differ",
        ":1",
        "gold has 2 tags, and the ",
    ),
    Bad("a span beyond the tags", line(gold=["O"], pred=[["X", 0, 2]]), "invalid-span", ":1", "which has 1 token"),
    Bad("a token that is a number", line(tokens=[1], tags=["O"]), "wrong-form", ":1", "token 0"),
    Bad("a reversed span", line(spans=[["X", 2, 1]]), "invalid-span", ":1, spans, span 0", "starts at 2 and ends at 1"),
    Bad(
        "a span of nothing", line(spans=[["X", 1, 1]]), "invalid-span", ":1, spans, span 0", "starts at 1 and ends at 1"
    ),
    Bad(
        "a negative start",
        line(spans=[["X", -1, 1]]),
        "invalid-span",
        ":1, spans, span 0",
        "starts at -1 and ends at 1",
    ),
    Bad(
        "a span beyond the tokens",
        line(tokens=["a"], spans=[["X", 0, 2]]),
        "invalid-span",
        ":1, spans, span 0",
        "the sentence ends at 1",
    ),
    Bad(
        "a span beyond the text",
        line(text="a", spans=[["X", 0, 2]]),
        "invalid-span",
        ":1, spans, span 0",
        "the sentence ends at 1",
    ),
    Bad("a start that is 1.0", line(spans=[["X", 1.0, 2]]), "invalid-span", ":1, spans, span 0", "1.0"),
    Bad("a start that is true", line(spans=[["X", True, 2]]), "invalid-span", ":1, spans, span 0", "True"),
    Bad(
        "a span in spaCy's order", line(spans=[[0, 2, "X"]]), "invalid-span", ":1, spans, span 0", "is 0, not a string"
    ),
    Bad("a span without a type", line(spans=[{"start": 0, "end": 2}]), "invalid-span", ":1, spans, span 0", "None"),
    Bad(
        "offsets that could be either",
        line(text="a b", tokens=["a", "b"], spans=[["X", 0, 1]]),
        "ambiguous-offsets",
        ":1",
        "could count characters or tokens",
    ),
    Bad("offsets in bytes", line(text="a", offsets="bytes", spans=[]), "wrong-form", ":1", "'bytes'"),
    Bad(
        "spans in tokens, then in characters",
        line(text="Ann b", tokens=TOKENS, spans=[SPAN], answer="accept")
        + line(text="Ann b", spans=[SPAN], answer="accept"),
        "mixed-forms",
        ":2",
        "gold has spans in characters in this sentence, and spans in tokens in the sentence on line 1",
    ),
    Bad(
        "a token_end that is exclusive",
        line(text="Ann b", tokens=TOKENS, spans=[{**SPAN, "token_start": 0, "token_end": 1}]),
        "offsets-disagree",
        ":1, span 0",
        "characters 0 to 5, but start is 0 and end is 3",
    ),
    Bad(
        "a token_end beyond the tokens",
        line(tokens=TOKENS, spans=[{"token_start": 0, "token_end": 2, "label": "X"}]),
        "invalid-span",
        ":1, span 0",
        "the tokens have the numbers 0 to 1",
    ),
    Bad(
        "a token_end without a token_start",
        line(tokens=TOKENS, spans=[{"token_end": 0, "label": "X"}]),
        "invalid-span",
        ":1, span 0",
        "token_start is None and token_end is 0",
    ),
    Bad(
        "a token_start without a token_end",
        line(tokens=TOKENS, spans=[{"token_start": 0, "label": "X"}]),
        "invalid-span",
        ":1, span 0",
        "token_start is 0 and token_end is None",
    ),
    Bad(
        "characters that are no whole tokens",
        line(tokens=TOKENS, spans=[{**SPAN, "end": 2}]),
        "offsets-disagree",
        ":1, span 0",
        "inside a token",
    ),
    Bad("a task with neither text nor spans", line(answer="accept"), "missing-field", ":1", "no text, tokens or spans"),
    Bad("a rejected task", line(text="a", spans=[], answer="reject"), "rejected-answer", ":1", "'reject'"),
    Bad(
        "an entity beyond its text",
        line(text="a", entities=[[0, 2, "X"]]),
        "invalid-span",
        ":1, span 0",
        "the sentence ends at 1",
    ),
    Bad("entities without text", line(entities=[[0, 2, "X"]]), "missing-field", ":1", "no field 'text'"),
    Bad("tags for entities", line(text="a", entities=["O"]), "invalid-span", ":1, span 0", "'O'"),
    Bad("a label id without a name", line(ner_tags=[0]), "unknown-label-id", ":1, gold, position 0", "id 0"),
    Bad(
        "a label id beyond the names",
        line(ner_tags=[-1], id2label=["O"]),
        "unknown-label-id",
        ":1, gold, position 0",
        "id -1",
    ),
    Bad(
        "-100 where gold has a label", line(labels=["O"], predictions=[-100]), "ignored-alone", ":1, position 0", "'O'"
    ),
    Bad(
        "predictions that were cut",
        line(labels=["O", "O"], predictions=["O"]),
        "lengths-differ",
        ":1",
        "gold has 2 labels",
    ),
    Bad(
        "columns of different lengths",
        line(label_ids=[["O"]], predictions=[]),
        "units-differ",
        ":1",
        "gold has 1 sentences",
    ),
    Bad(
        "argmax",
        line(label_ids=[["O"]], predictions=[[[0.1, 0.2]]]),
        "wrong-form",
        ":1, sentence 0",
        "not a list",
    ),
    Bad(
        "two fields that could be gold", line(labels=["O"], ner_tags=["O"]), "mixed-forms", ":1", "labels and ner_tags"
    ),
    Bad(
        "names that are no labels",
        line(ner_tags=[0], id2label={"0": 1}),
        "wrong-form",
        ":1, id2label",
        "the label of the id 0 is 1",
    ),
    Bad(
        "a label for an id",
        line(ner_tags=[0], id2label={"O": "O"}),
        "wrong-form",
        ":1, id2label",
        "'O' is not a label id",
    ),
    Bad("an id that int() cannot read", line(ner_tags=[2], id2label={"²": "O"}), "wrong-form", ":1, id2label", "'²'"),
    Bad(
        "an entity of blanks",
        line(gold=[["PER", " "]], pred=[]),
        "invalid-mention",
        ":1, gold, entity 0",
        "PER",
    ),
    Bad("a number for entities", "[]\n3\n", "wrong-form", ":2", "found 3", {"format": "pipeline"}),
    Bad("sentences of three tags", "O O B-PER\n", "not-read", "", "one sentence on a line"),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_what_cannot_be_read_is_refused_with_place_reason_and_remedy(file: Write, bad: Bad) -> None:
    gold = file(bad.content, "gold")
    pred = None if bad.pred is None else file(bad.pred, "pred")
    with pytest.raises(NerconformError) as caught:
        list(read(gold, pred, ReaderOptions(**bad.options)))
    error = caught.value
    assert error.code == bad.code
    at = pred if bad.pred == "" else gold
    if bad.code != "unknown-encoding":
        assert error.place == f"{at}{bad.place}"
    assert bad.reason in error.message
    assert error.hint
    assert len(str(error)) < 800
    assert "\n" not in str(error)


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path, "not-a-file"),
        (tmp_path / "none", "missing-file"),
        (Path("a\0b"), "unreadable-file"),
        (Path("/dev/zero"), "nul-character"),
        (Path("x" * 5000), "unreadable-file"),
    ):
        with pytest.raises(NerconformError) as caught:
            list(read(path))
        assert caught.value.code == code
        assert caught.value.hint


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a O\n")
    os.close(writing)
    (one,) = read(Path(f"/dev/fd/{reading}"))
    os.close(reading)
    assert one.gold == ("O",)
    assert tmp_path


def test_options_that_have_no_meaning() -> None:
    wrong: list[dict[str, Any]] = [{"format": "xml"}, {"separator": ""}, {"separator": "\n"}, {"comment": " "}]
    for options in wrong:
        with pytest.raises(NerconformError) as caught:
            ReaderOptions(**options)
        assert caught.value.code == "unknown-reader-option"


def test_of_two_faults_the_first_is_told_however_far_the_other_is(file: Write) -> None:
    unit = line(tags=["O"])
    for first in ('{"tags": ["O"], "n": NaN}\n', '{"tags": ["O"], "n": ' + "1" * 5000 + "}\n"):
        error = refused(file(first + unit * 20_000 + "\0\n"))
        assert (error.code, error.place) == ("not-json", f"{file('', 'other').parent}/data.txt:1")


def test_what_comes_before_the_fault_was_right(file: Write) -> None:
    records = read(file("a O\n\nb\n"))
    assert next(records).gold == ("O",)
    with pytest.raises(NerconformError, match="ragged"):
        next(records)


def refused(path: Path, pred: Path | None = None, **options: Any) -> NerconformError:  # noqa: ANN401 # each its own type
    """Return the error of a file, or of two."""
    with pytest.raises(NerconformError) as caught:
        list(read(path, pred, ReaderOptions(**options)))
    return caught.value


def test_a_repeated_key_is_named(file: Write) -> None:
    error = refused(file('{"a": 1, "tags": ["O"], "b": 2, "tags": []}'))
    assert "'tags'" in error.message
    assert "'a'" not in error.message


def test_a_file_of_both_sides_is_known_by_its_header(file: Write) -> None:
    both = file("word pred gold pos\na O B-X N\n", "both")
    error = refused(both, file("word gold\na O\n", "pred"))
    assert (error.code, error.place) == ("holds-both-sides", str(both))
    assert "(columns 2 and 1)" in error.message
    assert "--gold-column 2 --pred-column 1" in error.hint


@pytest.mark.parametrize(
    ("text", "options", "remedy", "not_remedy"),
    [
        ("a O\n# b c\n", {}, "--comment '#'", "--separator"),
        ("a O\n# b c\n", {"comment": "%"}, "the same number of columns", "--comment"),
        ("# O\nb c O\n", {}, "--comment '#'", "same number"),
        ("a\tO\nb c\tO\n", {}, "--separator tab", "--comment"),
        ("a,O\nb\n", {"separator": ","}, "the line has no ','", "--comment"),
        ("a,O\nb,c,O\n", {"separator": ","}, "the same number of columns", "--comment"),
        ("a O\n# document_id = x\n", {}, "--document '# document_id'", "cut off"),
        ("a O\nb\n", {}, "the same number of columns", "--comment"),
    ],
)
def test_the_remedy_of_ragged_columns_fits_the_line(
    file: Write, text: str, options: dict[str, Any], remedy: str, not_remedy: str
) -> None:
    error = refused(file(text), **options)
    assert (error.code, error.place) == ("ragged-columns", f"{file(text)}:2")
    assert remedy in error.hint
    assert not_remedy not in error.hint


def test_a_comment_with_an_id_is_no_token_whatever_follows(file: Write) -> None:
    text = "# newdoc id = d\n# sent_id = 7\n# text = b c\na O\n\n# newdoc\nb O\n"
    records = list(read(file(text), None, ReaderOptions(comment="#")))
    assert [(one.id, one.document, one.tokens) for one in records] == [("7", "d", ("a",)), ("", "2", ("b",))]


def test_files_that_part_after_the_last_token_are_shown_there(file: Write) -> None:
    error = refused(file("a O\n\nb O\nc O\n", "gold"), file("a O\n\nb O\n", "pred"))
    assert error.place.endswith("gold:4")
    assert "this line has 'c' with 'O'" in error.message
    assert f"{file('', 'other').parent}/pred:3 has the end of the sentence, after 'b'" in error.message
    units = [line(tokens=["b", "c"][:count], tags=["O"] * count) for count in (2, 1)]
    error = refused(file(units[0], "gold"), file(units[1], "pred"))
    assert error.place.endswith("gold:1, position 1")
    assert "pred:1, position 1 has the end of the sentence, after 'b'" in error.message
