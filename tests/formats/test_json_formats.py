"""JSON Lines, Prodigy, spaCy and Hugging Face, as people write them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.detect import detect_in
from nerconform.formats.file_errors import MissingField, OffsetsDisagree, WrongForm
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets
from nerconform.formats.source import TextSource
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span

Write = Callable[..., Path]
TASK = {
    "text": "Ann Lee came",
    "tokens": [
        {"text": "Ann", "start": 0, "end": 3, "id": 0},
        {"text": "Lee", "start": 4, "end": 7, "id": 1},
        {"text": "came", "start": 8, "end": 12, "id": 2},
    ],
    "spans": [{"start": 0, "end": 7, "token_start": 0, "token_end": 1, "label": "PER"}],
    "answer": "accept",
}
CHARACTERS = {"text": "Ann came", "spans": [{"start": 0, "end": 3, "label": "PER"}]}
IDS = {"tokens": ["[CLS]", "Ann", "came"], "labels": [-100, 1, 0], "predictions": [0, 1, 1]}
NAMES = {0: "O", 1: "B-PER"}


def detect(path: Path) -> str:
    """Return the format of a file, as its first bytes show it."""
    with TextSource(path) as source:
        return detect_in(source)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"tags": ["O"]}, "jsonl"),
        ({"gold": [["X", 0, 1]], "pred": []}, "jsonl"),
        ({"id": 1, "text": "a", "spans": []}, "jsonl"),
        (TASK, "prodigy"),
        ({**CHARACTERS, "_input_hash": 1}, "prodigy"),
        ({"text": "a", "entities": [[0, 1, "X"]]}, "spacy"),
        (["a", {"entities": []}], "spacy"),
        ([["a", {"entities": []}]], "spacy"),
        ([{"text": "a", "ents": []}], "spacy"),
        ({"tokens": ["a"], "ner_tags": [0]}, "huggingface"),
        ({"tokens": ["a"], "tags": [0]}, "huggingface"),
        ({"predictions": [[0]], "label_ids": [[0]]}, "huggingface"),
        ([["O", "O"]], "huggingface"),
        ([0, -100], "huggingface"),
    ],
)
def test_detect(file: Write, value: object, expected: str) -> None:
    assert detect(file(json.dumps(value))) == expected
    assert detect(file(json.dumps(value, indent=1))) == expected


@pytest.mark.parametrize("text", ["[\tO\n", "{ O O\n", "[ -LRB- B-X\n", '" O\n', "a O\n", "", "-DOCSTART- O\n"])
def test_columns_whose_token_is_a_bracket_are_columns(file: Write, text: str) -> None:
    assert detect(file(text)) == "conll"


def test_jsonl_streams_units_with_their_lines(file: Write) -> None:
    text = '{"id": 7, "document": "d", "tokens": ["a"], "gold": ["O"], "pred": ["B-X"]}\n\n{"gold": [], "pred": []}\n'
    one, other = read(file(text))
    assert (one.id, one.document, one.starts_document, one.tokens) == ("7", "d", True, ("a",))
    assert (one.gold, one.pred, one.line) == (("O",), ("B-X",), 1)
    assert (other.gold, other.pred, other.line) == ((), (), 3)


def test_spans_count_what_the_unit_holds(file: Write) -> None:
    text = '{"tokens": ["ab"], "spans": [["X", 0, 1]]}\n'
    assert next(read(file(text))).offsets is Offsets.TOKENS
    (one,) = read(file(text.replace('"tokens": ["ab"]', '"text": "ab"')))
    assert (one.offsets, one.gold) == (Offsets.CHARACTERS, (Span("X", 0, 1),))
    both = '{"tokens": ["ab"], "text": "ab", "offsets": "characters", "spans": [{"label": "X", "start": 0, "end": 2}]}'
    (one,) = read(file(both))
    assert (one.offsets, one.gold) == (Offsets.CHARACTERS, (Span("X", 0, 2),))


def test_a_list_is_read_like_lines_and_keeps_its_lines(file: Write) -> None:
    units = [{"tags": ["O"]}, {"tags": ["B-X"]}]
    for text, lines in ((json.dumps(units), [1, 1]), (json.dumps(units, indent=1), [2, 7]), ("[\n]", None)):
        path = file(text)
        if lines:
            assert [one.line for one in read(path, options=ReaderOptions(format="jsonl"))] == lines


def test_prodigys_inclusive_ends_become_exclusive(file: Write) -> None:
    (one,) = read(file(json.dumps(TASK)))
    assert (one.gold, one.tokens, one.offsets) == ((Span("PER", 0, 2),), ("Ann", "Lee", "came"), Offsets.TOKENS)


def test_prodigys_characters_become_tokens_where_there_are_tokens(file: Write) -> None:
    task = {**TASK, "spans": [{"start": 4, "end": 12, "label": "X"}]}
    assert next(read(file(json.dumps(task)))).gold == (Span("X", 1, 3),)
    (one,) = read(file(json.dumps(CHARACTERS)), options=ReaderOptions(format="prodigy"))
    assert (one.gold, one.offsets) == ((Span("PER", 0, 3),), Offsets.CHARACTERS)


def prodigy(file: Write, span: Mapping[str, object], **task: object) -> Span:
    """Return the one span of a task of Prodigy as it is read."""
    whole = {"text": "Ann came", **task, "spans": [{"label": "PER", **span}]}
    (one,) = read(file(json.dumps(whole)), options=ReaderOptions(format="prodigy"))
    (found,) = one.gold or ()
    assert isinstance(found, Span)
    return found


def test_a_span_in_tokens_needs_the_tokens_of_its_task(file: Write) -> None:
    with pytest.raises(MissingField, match="the span has token_start, and the task has no tokens"):
        prodigy(file, {"token_start": 0, "token_end": 0})
    with pytest.raises(NerconformError) as caught:
        prodigy(file, {})
    assert "token_start" not in caught.value.message
    both = {"start": 0, "end": 3, "token_start": 0, "token_end": 0}
    assert prodigy(file, both) == Span("PER", 0, 3)


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 2), (2, 2)])
def test_first_and_last_token_may_be_one_token(file: Write, first: int, last: int) -> None:
    span = {"token_start": first, "token_end": last}
    assert prodigy(file, span, tokens=TASK["tokens"]) == Span("PER", first, last + 1)


@pytest.mark.parametrize(("first", "last"), [(-1, 0), (1, 0), (2, 3)])
def test_first_and_last_token_are_tokens_of_the_task(file: Write, first: int, last: int) -> None:
    with pytest.raises(InvalidSpan, match="the tokens have the numbers 0 to 2"):
        prodigy(file, {"token_start": first, "token_end": last}, tokens=TASK["tokens"])


@pytest.mark.parametrize("characters", [{"start": 0}, {"end": 7}, {"start": 0, "end": 6}, {"start": 4, "end": 7}])
def test_tokens_and_characters_of_a_span_are_the_same_text(file: Write, characters: dict[str, object]) -> None:
    span = {"token_start": 0, "token_end": 1}
    assert prodigy(file, {**span, "start": 0, "end": 7}, tokens=TASK["tokens"]) == Span("PER", 0, 2)
    with pytest.raises(OffsetsDisagree, match="token_start 0 and token_end 1 are the characters 0 to 7, but"):
        prodigy(file, {**span, **characters}, tokens=TASK["tokens"])
    words = [{"text": "Ann"}, {"text": "Lee"}]  # of which nobody knows the characters
    assert prodigy(file, {**span, **characters}, tokens=words) == Span("PER", 0, 2)


@pytest.mark.parametrize(("start", "end"), [(1, 7), (0, 6), (3, 7)])
def test_characters_of_a_span_begin_and_end_where_tokens_do(file: Write, start: int, end: int) -> None:
    assert prodigy(file, {"start": 0, "end": 7}, tokens=TASK["tokens"]) == Span("PER", 0, 2)
    with pytest.raises(OffsetsDisagree, match="starts or ends inside a token"):
        prodigy(file, {"start": start, "end": end}, tokens=TASK["tokens"])


def test_characters_of_a_span_need_those_of_every_token(file: Write) -> None:
    ann = {"text": "Ann", "start": 0, "end": 3}
    for tokens in ([{"text": "Ann"}], [ann, {"text": "came"}]):
        with pytest.raises(MissingField, match="the tokens have no start and end"):
            prodigy(file, {"start": 0, "end": 3}, tokens=tokens)


@pytest.mark.parametrize(
    "half", [{"start": 0}, {"end": 3}, {"start": 0, "end": True}, {"start": True, "end": 3}, {"start": "0", "end": 3}]
)
def test_a_token_has_both_start_and_end_as_numbers(file: Write, half: dict[str, object]) -> None:
    with pytest.raises(WrongForm, match="the token starts at"):
        prodigy(file, {"token_start": 0, "token_end": 0}, tokens=[{"text": "Ann", **half}])


@pytest.mark.parametrize(
    "value",
    [
        {"text": "Ann came", "entities": [[0, 3, "PER"]]},
        ["Ann came", {"entities": [[0, 3, "PER"]], "cats": {}}],
        [["Ann came", {"entities": [[0, 3, "PER"]]}]],
        [{"text": "Ann came", "ents": [{"start": 0, "end": 3, "label": "PER"}]}],
    ],
)
def test_spacys_forms(file: Write, value: object) -> None:
    for indent in (None, 1):
        if indent and isinstance(value, list) and isinstance(value[0], str):
            continue  # one pair over several lines is not told from a list of units
        (one,) = read(file(json.dumps(value, indent=indent)))
        assert (one.gold, one.text) == ((Span("PER", 0, 3),), "Ann came")


def test_gold_drops_what_has_no_label_on_both_sides(file: Write) -> None:
    options = ReaderOptions(id2label=NAMES)
    (one,) = read(file(json.dumps(IDS)), options=options)
    assert (one.gold, one.pred, one.tokens) == (("B-PER", "O"), ("B-PER", "B-PER"), ("Ann", "came"))


@pytest.fixture
def whole() -> dict[str, object]:
    """Return what a trainer's prediction is written as."""
    return {"predictions": [[0, 1], [1]], "label_ids": [[-100, 1], [0]], "id2label": {"0": "O", "1": "B-PER"}}


def test_a_whole_file_in_one_object(file: Write, whole: dict[str, object]) -> None:
    for indent in (None, 1):
        units = [(one.gold, one.pred) for one in read(file(json.dumps(whole, indent=indent)))]
        assert units == [(("B-PER",), ("B-PER",)), (("O",), ("B-PER",))]


def test_two_files_drop_positions_when_they_meet(file: Write, whole: dict[str, object]) -> None:
    names = file(json.dumps({"model_type": "bert", "id2label": whole["id2label"]}), "config.json")
    gold, pred = file(json.dumps(whole["label_ids"]), "gold"), file(json.dumps(whole["predictions"]), "pred")
    for given in (names, NAMES):
        units = [(one.gold, one.pred) for one in read(gold, pred, ReaderOptions(id2label=given))]
        assert units == [(("B-PER",), ("B-PER",)), (("O",), ("B-PER",))]


def test_names_may_stand_on_the_first_line_and_labels_may_be_strings(file: Write) -> None:
    text = '{"id2label": ["O", "B-X"]}\n{"tokens": ["a"], "ner_tags": [1]}\n{"tokens": ["a"], "ner_tags": ["B-Y"]}\n'
    assert [one.gold for one in read(file(text))] == [("B-X",), ("B-Y",)]


def test_a_field_can_be_named(file: Write) -> None:
    path = file('{"labels": ["O"], "ner_tags": ["B-X"], "mine": ["B-Y"]}')
    (one,) = read(path, options=ReaderOptions(gold_column="ner_tags", pred_column="mine"))
    assert (one.gold, one.pred) == (("B-X",), ("B-Y",))


def test_formats_may_meet(file: Write) -> None:
    gold, pred = file("a B-X\nb O\n", "gold"), file('{"tokens": ["a", "b"], "tags": ["O", "O"]}', "pred")
    (one,) = read(gold, pred)
    assert (one.gold, one.pred, one.pred_place()) == (("B-X", "O"), ("O", "O"), f"{pred}:1")
