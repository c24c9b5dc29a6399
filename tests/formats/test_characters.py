"""Characters: offsets that count code points, UTF-16 or bytes mean the same spans; another text is found out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.formats.characters import CharacterSpans
from nerconform.formats.file_errors import MissingField, TextDisagrees
from nerconform.formats.read import read
from nerconform.formats.reader_options import CharacterUnit, ReaderOptions
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span, span_of_pieces

Write = Callable[..., Path]
ENCODINGS = {CharacterUnit.CODE_POINTS: ("utf-32-le", 4), CharacterUnit.UTF16: ("utf-16-le", 2)}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def offset(text: str, unit: CharacterUnit) -> int:
    """Return the length of a text by encoding it."""
    encoding, width = ENCODINGS.get(unit, ("utf-8", 1))
    return len(text.encode(encoding)) // width


@given(TEXTS, st.data())
def test_a_span_is_the_same_in_every_unit(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for unit in CharacterUnit:
        spans = CharacterSpans(text, ReaderOptions(offsets=str(unit)))
        bounds = offset(text[:start], unit), offset(text[:end], unit)
        assert spans.span("X", *bounds, "here", text[start:end]) == Span("X", start, end)


@pytest.mark.parametrize("unit", [CharacterUnit.UTF16, CharacterUnit.BYTES])
def test_an_offset_inside_a_character_is_refused(unit: CharacterUnit) -> None:
    with pytest.raises(InvalidSpan, match="inside a character"):
        CharacterSpans("😀 a", ReaderOptions(offsets=str(unit))).span("X", 1, 3, "here")


def test_a_unit_that_is_said_needs_a_text() -> None:
    with pytest.raises(MissingField, match="no text"):
        CharacterSpans(None, ReaderOptions(offsets="utf-16")).span("X", 0, 1, "here")
    for options, usual in (
        (ReaderOptions(offsets="code-points"), CharacterUnit.UTF16),
        (ReaderOptions(), CharacterUnit.UTF16),
        (ReaderOptions(), CharacterUnit.CODE_POINTS),
    ):
        assert CharacterSpans(None, options, usual).span("X", 2, 5, "here", "abc") == Span("X", 2, 5)


def test_another_text_names_the_unit_that_fits() -> None:
    with pytest.raises(TextDisagrees) as error:
        CharacterSpans("😀 Ada slept", ReaderOptions()).span("PER", 3, 6, "here", "Ada")
    assert "'da '" in error.value.message
    assert "add --offsets utf-16" in error.value.hint


def test_white_space_may_be_written_in_another_way() -> None:
    assert CharacterSpans("Ada\nLovelace", ReaderOptions()).span("PER", 0, 12, "here", "Ada Lovelace").end == 12


def test_pieces_with_nothing_but_line_ends_between_them_are_one() -> None:
    text = "a\nb \n c\nd e"
    pieces = [(0, 1), (2, 3), (6, 7), (8, 9), (10, 11)]
    spans = CharacterSpans(text, ReaderOptions())
    assert spans.pieced("X", pieces[:4], "here", "a b c d", lines=True) == Span("X", 0, 9)
    assert spans.pieced("X", pieces[:3], "here", lines=True) == Span("X", 0, 7)
    assert spans.pieced("X", pieces, "here", lines=True) == span_of_pieces("X", [(0, 9), (10, 11)])
    assert spans.pieced("X", [pieces[0], pieces[2]], "here", lines=True) == span_of_pieces("X", [(0, 1), (6, 7)])
    assert spans.pieced("X", pieces[:2], "here") == span_of_pieces("X", [(0, 1), (2, 3)])
    without = CharacterSpans(None, ReaderOptions())
    assert without.pieced("X", pieces[:2], "here", "a b", lines=True) == span_of_pieces("X", [(0, 1), (2, 3)])


def test_pieces_of_another_text_are_shown_from_the_first_to_the_last() -> None:
    spans = CharacterSpans("lung and breast cancer", ReaderOptions())
    for pieces, there in (([(0, 4), (5, 8), (16, 22)], "lung and breast cancer"), ([(0, 4)], "lung")):
        with pytest.raises(TextDisagrees) as error:
            spans.pieced("DIS", pieces, "here", "lung tumour")
        assert f"is {there!r} in the text, and the file says 'lung tumour'" in error.value.message
        assert error.value.place == "here"


@pytest.mark.parametrize(
    "unit",
    [
        {"text": "😀 Ada", "spans": [{"type": "PER", "start": 3, "end": 6, "text": "Ada"}]},
        {"text": "😀 Ada", "entities": [[3, 6, "PER"]]},
        {"text": "😀 Ada", "_task_hash": 1, "spans": [{"label": "PER", "start": 3, "end": 6}]},
        {"text": "😀 Ada", "label": [{"labels": ["PER"], "start": 3, "end": 6, "text": "Ada"}]},
        {"text": "😀 Ada", "label": [[3, 6, "PER"]]},
    ],
)
def test_every_reader_of_characters_takes_the_unit(file: Write, unit: dict[str, object]) -> None:
    (found,) = read(file(json.dumps(unit)), options=ReaderOptions(offsets="utf-16"))
    assert found.gold == (Span("PER", 2, 5),)
