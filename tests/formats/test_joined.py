"""Joined: what one unit of two files takes from each, and what is refused when they meet."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.labels import IGNORED, meet, names_of, tag_of
from nerconform.formats.read import columns_of, pair, read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import (
    Annotation,
    FileSide,
    Ledger,
    Offsets,
    Record,
    check_sides,
    is_mentions,
    is_spans,
    is_tags,
    layers_of,
    with_text,
)
from nerconform.reference.mentions import Mention
from nerconform.reference.spans import Span

Write = Callable[..., Path]
X, Y = Span("X", 0, 1), Span("Y", 1, 3)
ADA = Mention("PER", "Ada")


def gold(side: Annotation | None = ("O",), **more: object) -> Record:
    return replace(Record(side, None, file="g", line=4), **more)  # type: ignore[arg-type] # each field its own type


def pred(side: Annotation | None = ("O",), **more: object) -> Record:
    return replace(Record(None, side, file="p", line=7), **more)  # type: ignore[arg-type] # as above


def joined(one: Record, other: Record) -> Record:
    (found,) = pair(iter([one]), iter([other]), ("g", "p"))
    return found


def refused(*units: tuple[Record | None, Record | None]) -> tuple[str, str, str, str]:
    """Return code, place, message and remedy of what two files are refused with."""
    left, right = ([unit[side] for unit in units if unit[side] is not None] for side in (0, 1))
    with pytest.raises(NerconformError) as caught:
        list(pair(iter(left), iter(right), ("g", "p")))  # type: ignore[arg-type] # no None is left
    return caught.value.code, caught.value.place, caught.value.message, caught.value.hint


def test_gold_comes_first_and_the_other_file_fills_what_it_lacks() -> None:
    both: dict[str, Any] = {"id": "a", "document": "d", "text": "t", "tokens": ("w",)}
    found = joined(gold(("B-X",), lines=(4,)), pred(("O",), lines=(7,), starts_document=True, **both))
    assert (found.gold, found.pred, found.file, found.line, found.lines) == (("B-X",), ("O",), "g", 4, (4,))
    assert (found.pred_file, found.pred_line, found.pred_lines) == ("p", 7, (7,))
    assert (found.id, found.document, found.text, found.tokens, found.starts_document) == ("a", "d", "t", ("w",), True)
    found = joined(gold(starts_document=True, **both), pred(document="e"))
    assert (found.id, found.document, found.text, found.tokens, found.starts_document) == ("a", "d", "t", ("w",), True)
    assert not joined(gold(), pred()).starts_document


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (gold((X,), offsets=Offsets.CHARACTERS), pred((Y,), offsets=Offsets.CHARACTERS), Offsets.CHARACTERS),
        (gold((X,), offsets=Offsets.CHARACTERS), pred((), offsets=Offsets.TOKENS), Offsets.CHARACTERS),
        (gold((), offsets=Offsets.TOKENS), pred((X,), offsets=Offsets.CHARACTERS), Offsets.CHARACTERS),
        (gold(("O", "O", "O")), pred((Y,), offsets=Offsets.TOKENS), Offsets.TOKENS),
        (gold((X,), offsets=Offsets.CHARACTERS), pred((ADA,)), Offsets.CHARACTERS),
        (gold((ADA,), offsets=Offsets.CHARACTERS), pred((ADA,)), Offsets.CHARACTERS),
        (gold((ADA,)), pred((X,), offsets=Offsets.CHARACTERS), Offsets.CHARACTERS),
        (gold(("O",)), pred((), as_entities=(False, True), offsets=Offsets.CHARACTERS), Offsets.TOKENS),
        (gold((), as_entities=(True, False)), pred((), offsets=Offsets.CHARACTERS), Offsets.CHARACTERS),
    ],
)
def test_spans_count_what_the_side_says_that_has_them(one: Record, other: Record, expected: Offsets) -> None:
    assert joined(one, other).offsets is expected


def test_each_file_says_whether_its_side_is_written_as_entities() -> None:
    found = joined(gold((), as_entities=(True, False)), pred((), as_entities=(True, False)))
    assert found.as_entities == (True, False)
    found = joined(gold((), as_entities=(False, True)), pred((), as_entities=(False, True)))
    assert found.as_entities == (False, True)


def test_no_entity_has_no_length() -> None:
    assert joined(gold((), as_entities=(True, False)), pred(("O", "O"))).pred == ("O", "O")
    assert joined(gold(("O", "O")), pred((), as_entities=(False, True))).gold == ("O", "O")
    for own, other in ((gold(()), pred(("O", "O"))), (gold(("O", "O")), pred(()))):
        assert refused((own, other))[:2] == ("lengths-differ", "g:4")


def test_labels_that_are_ignored_in_gold_leave_both_sides_and_the_tokens() -> None:
    found = joined(gold((IGNORED, "O", "B-X"), tokens=("a", "b", "c")), pred(("O", "B-Y", "O")))
    assert (found.gold, found.pred, found.tokens) == (("O", "B-X"), ("B-Y", "O"), ("b", "c"))
    found = joined(gold((IGNORED,)), pred((IGNORED,)))
    assert (found.gold, found.pred, found.tokens) == ((), (), ())
    code, place, _, _ = refused((gold(("O",)), pred((IGNORED,))))
    assert (code, place) == ("ignored-alone", "g:4 and p:7, position 0")


def test_the_shorter_file_is_named_with_the_place_at_which_the_other_goes_on() -> None:
    units = (gold(), pred()), (gold(line=6), pred(line=9))
    code, place, message, _ = refused(units[0], (units[1][0], None))
    assert (code, place, message) == ("units-differ", "g:6", "p ends after 1 sentence, and g has more")
    code, place, message, _ = refused(units[0], (None, units[1][1]))
    assert (code, place, message) == ("units-differ", "p:9", "g ends after 1 sentence, and p has more")
    assert "g ends after 2 sentences, and p has more" in refused(*units, (None, pred()))[2]
    assert "p ends after 0 sentences, and g has more" in refused((gold(), None))[2]


def test_documents_have_to_begin_together_once_both_files_have_begun_one() -> None:
    begins, goes_on = (gold(starts_document=True), gold()), (pred(starts_document=True), pred())
    code, place, message, _ = refused((begins[0], goes_on[0]), (begins[1], goes_on[0]))
    assert (code, place) == ("files-part", "g:4")
    assert "this line has none, and p:7 has the start of a document" in message
    assert "this line has the start of a document" in refused((begins[0], goes_on[0]), (begins[0], goes_on[1]))[2]
    alone = [(begins[0], goes_on[1]), (begins[0], goes_on[1])]
    assert len(list(pair(iter([one for one, _ in alone]), iter([other for _, other in alone]), ("g", "p")))) == 2


def test_units_of_other_ids_tokens_or_texts_part() -> None:
    assert "has the id 'a', and p:7 has the id 'b'" in refused((gold(id="a"), pred(id="b")))[2]
    code, place, message, _ = refused((gold(text="abcd" * 9), pred(text="abxd" * 9)))
    assert (code, place) == ("files-part", "g:4")
    assert f"this line has '{('abcd' * 9)[2:22]}' at character 2, and p:7 has" in message
    assert "has '' at character 2, and p:7 has 'c' at character 2" in refused((gold(text="ab"), pred(text="abc")))[2]
    joined(gold(id="a", text="t"), pred())
    joined(gold(), pred(id="a", text="t"))
    joined(gold(tokens=("a",)), pred(tokens=("a",), id="1"))


def test_other_tokens_are_shown_with_their_tags_and_lines() -> None:
    one = gold(("O", "B-X"), tokens=("a", "b"), lines=(4, 5))
    code, place, message, hint = refused((one, pred(("O", "O"), tokens=("a", "c"), lines=(7, 8))))
    assert (code, place) == ("files-part", "g:5")
    assert "this line has 'b' with 'B-X', and p:8 has 'c' with 'O'" in message
    assert "--token-column none" in hint
    other = pred(("O",), tokens=("a",), lines=(7,))
    _, place, message, hint = refused((one, other))
    assert place == "g:5"
    assert "and p:7 has the end of the sentence, after 'a'" in message
    assert "empty lines" in hint
    for left, right in ((one, replace(other, lines=())), (replace(one, lines=()), other)):
        assert "empty lines" not in refused((left, right))[3]
    assert "empty lines" not in refused((one, replace(other, tokens=("c",))))[3]
    shorter = gold(("O",), tokens=("a", "b")), pred(("O", "B-X"), tokens=("a", "c"))
    assert "this line has 'b', and p:7, position 1 has 'c' with 'B-X'" in refused(shorter)[2]
    spans = gold((X,), tokens=("a", "b")), pred((X,), tokens=("a", "c"))
    assert "this line has 'b', and p:7, position 1 has 'c'" in refused(spans)[2]


def test_tags_and_characters_do_not_meet() -> None:
    spans = (X,)
    code, place, message, _ = refused((gold(("O",)), pred(spans, offsets=Offsets.CHARACTERS)))
    assert (code, place, message) == ("mixed-forms", "g:4", "gold has tags, p:7 has spans in characters")
    assert "gold has spans in characters, p:7 has tags" in refused((gold(spans, offsets=Offsets.CHARACTERS), pred()))[2]
    assert (
        "has spans in tokens, p:7 has spans in characters"
        in (refused((gold(spans), pred(spans, offsets=Offsets.CHARACTERS)))[2])
    )
    for own, other, labelled in ((gold((IGNORED,)), pred(spans), "gold"), (gold(spans), pred((IGNORED,)), "pred")):
        code, place, message, _ = refused((own, other))
        assert (code, place) == ("mixed-forms", "g:4")
        assert f"-100 in {labelled} " in message
    assert joined(gold(("O",)), pred(spans)).pred == spans


def test_the_lengths_of_tags_are_those_of_the_first_layer() -> None:
    layers = (("O", "O"), ("B-X", "O"))
    assert joined(gold(layers), pred(layers)).gold == layers
    more = (*layers, ("O", "B-Y"))
    found = joined(gold(layers, tokens=("a", "b")), pred(more))
    assert (found.gold, found.pred, found.tokens) == (layers, more, ("a", "b"))
    code, place, message, _ = refused((gold(layers), pred((("O",), ("O",)))))
    assert (code, place) == ("lengths-differ", "g:4")
    assert "has 2 tags in gold, and 1 in p:7" in message


def test_what_an_annotation_is_made_of() -> None:
    layers = (("O",), ("B-X",))
    every: list[Annotation | None] = [None, (), ("O",), (X,), (ADA,), layers]
    assert [is_tags(one) for one in every] == [False, False, True, False, False, False]
    assert [is_spans(one) for one in every] == [False, False, False, True, False, False]
    assert [is_mentions(one) for one in every] == [False, False, False, False, True, False]
    assert [layers_of(one) for one in every] == [(), (), (), (), (), layers]


def test_the_place_of_a_unit_and_of_its_tags() -> None:
    one = gold(lines=(4, 6))
    assert [one.place(at) for at in (None, 0, 1, 2)] == ["g:4", "g:4", "g:6", "g:4, position 2"]
    assert one.pred_place() == "g:4"
    assert replace(one, pred_file="p", pred_line=9).pred_place() == "p:9"


def test_units_are_asked_with_their_tokens_or_their_text() -> None:
    both = replace(gold((X,)), pred=(Y,))
    assert with_text(both) == ((X,), (Y,))
    assert with_text(replace(both, tokens=("a",))) == ({"tokens": ("a",), "entities": (X,)}, (Y,))
    counted = replace(both, tokens=("a",), offsets=Offsets.CHARACTERS)
    assert with_text(counted) == ((X,), (Y,))
    assert with_text(replace(counted, text="ab")) == ({"text": "ab", "entities": (X,)}, (Y,))
    assert with_text(replace(both, as_entities=(True, True))) == ({"entities": (X,)}, {"entities": (Y,)})
    assert with_text(replace(both, as_entities=(True, False))) == ({"entities": (X,)}, (Y,))
    assert with_text(replace(both, as_entities=(False, True))) == ((X,), {"entities": (Y,)})
    assert with_text(gold(None)) == ((), ())
    layers = (("O",), ("B-X",))
    assert with_text(replace(gold(layers), pred=())) == ({"layers": layers}, ())
    assert with_text(replace(gold(("O",)), pred=layers)) == (("O",), {"layers": layers})
    assert with_text(replace(gold(None), pred=layers)) == ((), {"layers": layers})


def test_a_ledger_knows_ids_documents_and_forms() -> None:
    ledger = Ledger("f")
    assert [ledger.enter(1, "", ""), ledger.enter(2, "a", ""), ledger.enter(3, "", "d")] == [False, False, True]
    assert [ledger.enter(4, "", "d"), ledger.enter(5, "b", ""), ledger.enter(6, "", "e")] == [False, True, True]
    for line, name, document, words in ((7, "a", "e", "on line 2"), (8, "", "d", "began on line 3")):
        with pytest.raises(NerconformError, match=words) as caught:
            ledger.enter(line, name, document)
        assert (caught.value.code, caught.value.place) == ("repeated-id", f"f:{line}")


def test_a_ledger_refuses_another_form() -> None:
    sides: list[tuple[Annotation, str]] = [((X,), "spans in tokens"), (("O",), "tags"), ((ADA,), "entities without")]
    for at, (first, words) in enumerate(sides):
        ledger = Ledger("f")
        ledger.form(gold(first, line=1))
        ledger.form(gold((), line=2))
        ledger.form(gold(None, line=2))
        ledger.form(gold(first, line=3))
        assert (ledger.has_entities("gold"), ledger.has_entities("pred")) == (words != "tags", False)
        with pytest.raises(NerconformError, match="on line 1") as caught:
            ledger.form(gold(sides[at - 1][0], line=4))
        assert (caught.value.code, caught.value.place) == ("mixed-forms", "g:4")
        assert f"gold has {sides[at - 1][1]}" in caught.value.message
    ledger = Ledger("f")
    ledger.form(gold((("O",), ("O",))))
    ledger.form(gold(("O",)))
    assert not ledger.has_entities("gold")
    ledger = Ledger("f")
    ledger.form(gold((X,)))
    with pytest.raises(NerconformError, match="gold has spans in characters in this"):
        ledger.form(gold((X,), offsets=Offsets.CHARACTERS))


def test_tags_of_one_side_and_characters_of_the_other_are_refused() -> None:
    tags, spans = ("O",), (X,)
    for left, right, words in ((tags, spans, "gold has tags.* pred has"), (spans, tags, "pred has tags.* gold has")):
        both = replace(gold(left), pred=right, offsets=Offsets.CHARACTERS)
        with pytest.raises(NerconformError, match=words) as caught:
            Ledger("f").form(both)
        assert (caught.value.code, caught.value.place) == ("mixed-forms", "g:4")
        Ledger("f").form(replace(both, offsets=Offsets.TOKENS))
    Ledger("f").form(replace(gold(tags), pred=tags, offsets=Offsets.CHARACTERS))
    Ledger("f").form(replace(gold(spans), pred=spans, offsets=Offsets.CHARACTERS))
    Ledger("f").form(replace(gold(tags), pred=(), offsets=Offsets.CHARACTERS))


@pytest.mark.parametrize(
    ("one", "code", "place"),
    [
        (replace(gold(("O", "O")), pred=("O",)), "lengths-differ", "g:4"),
        (replace(gold(("O", "O")), pred=("O",), pred_file="p", pred_line=7), "lengths-differ", "g:4"),
        (replace(gold(("O",), tokens=("a", "b")), pred=("O",)), "lengths-differ", "g:4"),
        (replace(gold((X,), tokens=("a", "b")), pred=("O",), pred_file="p", pred_line=7), "lengths-differ", "p:7"),
        (replace(gold(("O", "O")), pred=(Y,), pred_file="p", pred_line=7), "invalid-span", "p:7"),
        (replace(gold((Y,)), pred=("O", "O")), "invalid-span", "g:4"),
        (replace(gold((Y,), tokens=("a", "b")), pred=()), "invalid-span", "g:4"),
        (replace(gold((("O", "O"), ("O", "O"))), pred=(("O",), ("O",))), "lengths-differ", "g:4"),
        (replace(gold(("O",)), pred=(("O", "O"), ("O", "O"))), "lengths-differ", "g:4"),
    ],
)
def test_sides_that_cannot_be_about_the_same_tokens(one: Record, code: str, place: str) -> None:
    with pytest.raises(NerconformError) as caught:
        check_sides(one)
    assert (caught.value.code, caught.value.place) == (code, place)
    assert (", p:7" in caught.value.message) == (one.pred_file != "" and code == "lengths-differ" and not one.tokens)
    assert not caught.value.message.endswith(", ")


@pytest.mark.parametrize(
    "one",
    [
        replace(gold(("O", "O", "O")), pred=(Y,)),
        replace(gold((Y,)), pred=("O", "O", "O")),
        replace(gold((("O", "O"),)), pred=(("O", "O"),)),
        replace(gold((Y,)), pred=(X,)),
        replace(gold((Y,), tokens=("a",), offsets=Offsets.CHARACTERS), pred=(X,)),
        replace(gold(("O",)), pred=()),
        replace(gold(("O",), tokens=("a",)), pred=None),
        replace(gold((ADA,), tokens=("a",)), pred=(ADA,)),
    ],
)
def test_sides_that_can_be_about_the_same_tokens(one: Record) -> None:
    check_sides(one)


def test_labels_by_name_and_by_id() -> None:
    names = {0: "O", 1: "B-X"}
    assert [tag_of(value, names, "p") for value in (0, 1, "I-Y", -100)] == ["O", "B-X", "I-Y", IGNORED]
    for value, code in ((2, "unknown-label-id"), (-1, "unknown-label-id"), (True, "not-a-tag"), ("", "empty-tag")):
        with pytest.raises(NerconformError) as caught:
            tag_of(value, names, "p")
        assert (caught.value.code, caught.value.place) == (code, "p")
    assert names_of(["O", "B-X"], "p") == names_of({"0": "O", "1": "B-X"}, "p") == names
    assert names_of({"id2label": {"0": "O"}}, "p") == names_of({"id2label": ["O"]}, "p") == {0: "O"}
    assert names_of({"999999999": "O"}, "p") == {999_999_999: "O"}
    for wrong in (
        "O",
        7,
        {"1000000000": "O"},
        {"-1": "O"},
        {"a": "O"},
        {"٣": "O"},
        {"0": ""},
        {"0": 1},
        {"id2label": 1},
    ):
        with pytest.raises(NerconformError) as caught:
            names_of(wrong, "p")
        assert (caught.value.code, caught.value.place) == ("wrong-form", "p")


def test_what_is_left_when_labels_meet() -> None:
    assert meet(("", "O"), ("B-X", "O"), ("a", "b"), "p") == (("O",), ("O",), ("b",))
    assert meet(("", "O"), None, ("a",), "p") == (("O",), None, ("a",))
    assert meet(("",), ("",), None, "p") == ((), (), None)
    for one, other, place in ((("O",), ("O", "O"), "p"), (("", "O"), ("", ""), "p, position 1")):
        with pytest.raises(NerconformError) as caught:
            meet(one, other, None, "p")
        assert caught.value.place == place


def test_one_file_of_one_side_has_its_last_column(file: Write) -> None:
    path = file("a NN B-X\n")
    assert [one.gold for one in read_one(path, ReaderOptions())] == [("B-X",)]
    assert [one.pred for one in read_one(path, ReaderOptions(), FileSide.PRED)] == [("B-X",)]
    units: Iterator[Record] = read([path, path])
    assert [one.gold for one in units] == [("NN",), ("NN",)]


@pytest.mark.parametrize(
    ("text", "options", "read_units", "cut"),
    [
        ("a O\n", {}, 1, False),
        ("a O\n\nb O\n", {}, 2, False),
        ("a O\n\nb O\n\nc O\n", {}, 2, False),
        ("-DOCSTART- O\n\na O\n", {}, 1, True),
        ("1 a O\n1 b O\n", {"unit_column": 0}, 1, True),
    ],
)
def test_a_file_is_cut_by_a_column_or_by_marks_of_documents(
    file: Write, text: str, options: dict[str, int], read_units: int, *, cut: bool
) -> None:
    reader = columns_of(file(text), ReaderOptions(**options), FileSide.BOTH)  # type: ignore[arg-type] # each its type
    assert reader is not None
    assert (reader.units_read, reader.is_cut) == (read_units, cut)


def test_what_is_not_in_columns_has_no_reader_of_columns(file: Write) -> None:
    path = file('{"tags": ["O"]}\n')
    assert columns_of(path, ReaderOptions(), FileSide.BOTH) is None
    assert columns_of(path.parent, ReaderOptions(), FileSide.BOTH) is None
