"""Places: the line and the column that an error names, in any block of the file and any value of a text."""

import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.bounds import MAX_DIGITS
from nerconform.base.errors import NerconformError
from nerconform.formats import json_values as fields
from nerconform.formats import source
from nerconform.formats.json_values import is_number, is_pair, json_units, json_values
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.source import CHUNK_BYTES, LineBlock, TextSource

Write = Callable[..., Path]
LINE = "a O\n"
FULL = CHUNK_BYTES // len(LINE)
"""So many lines fill the part of a file that is read at once."""


def blocks(path: Path, encoding: str = "utf-8") -> list[tuple[int, str]]:
    with TextSource(path, encoding) as opened:
        return [(block.line, block.text) for block in opened.blocks()]


def refused(path: Path, encoding: str = "utf-8") -> tuple[str, str]:
    """Return code and place of an error, without the name of the file."""
    with pytest.raises(NerconformError) as caught:
        list(read(path, options=ReaderOptions(encoding=encoding)))
    return caught.value.code, caught.value.place.removeprefix(str(path))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"a", [(1, "a")]),
        (b"a\n", [(1, "a\n")]),
        (b"a\r\nb\r\n", [(1, "a\nb\n")]),
        (b"a\nb\r", [(1, "a\n"), (2, "b")]),
        (b"a\nb", [(1, "a\n"), (2, "b")]),
        ("\ufeffa\n\ufeffb\n".encode(), [(1, "a\n\ufeffb\n")]),
        (b"x" * (CHUNK_BYTES - 1) + "é\n".encode(), [(1, "x" * (CHUNK_BYTES - 1) + "é\n")]),
        (b"x" * CHUNK_BYTES + "\ufeffé\n".encode(), [(1, "x" * CHUNK_BYTES + "\ufeffé\n")]),
        (b"x" * CHUNK_BYTES + b"y\nz\n", [(1, "x" * CHUNK_BYTES + "y\nz\n")]),
        (b"a\n" + b"x" * CHUNK_BYTES + b"y\nz", [(1, "a\n"), (2, "x" * CHUNK_BYTES + "y\n"), (3, "z")]),
    ],
)
def test_blocks_are_whole_lines_with_the_number_of_the_first(
    file: Write, content: bytes, expected: list[tuple[int, str]]
) -> None:
    assert blocks(file(content)) == expected


def test_a_source_knows_whether_it_goes_on_and_what_it_was_given(file: Write) -> None:
    told: list[Any] = []
    for size, longer in ((CHUNK_BYTES - 1, False), (CHUNK_BYTES, True), (CHUNK_BYTES + 5, True)):
        told.clear()
        with TextSource(file(b"x" * size), "utf-8", told.append, told.append) as opened:
            assert (opened.is_longer, opened.is_compressed, opened.encoding) == (longer, False, "utf-8")
            assert told == [min(size, CHUNK_BYTES)]
            assert opened.whole() == b"x" * size
        assert sum(told) == size


def test_the_text_is_echoed_as_it_was(file: Write) -> None:
    echoed: list[str] = []
    with TextSource(file("\ufeffa\r\nb".encode()), echo=echoed.append) as opened:
        assert [block.text for block in opened.blocks()] == ["a\n", "b"]
    assert "".join(echoed) == "\ufeffa\r\nb"


def test_the_lines_of_a_block_have_no_ends() -> None:
    assert [LineBlock(1, text).lines() for text in ("", "a", "a\n", "a\n\n", "\n")] == [
        [],
        ["a"],
        ["a"],
        ["a", ""],
        [""],
    ]


@pytest.mark.parametrize(
    ("tail", "code", "place"),
    [
        (b"bc\0 O\n", "nul-character", f":{FULL + 1}:3"),
        (b"bc\rd O\n", "stray-return", f":{FULL + 1}:3"),
        (b"b\xff O\n", "wrong-encoding", f":{FULL + 1}:2"),
        (b"b O\n\xc3", "wrong-encoding", f":{FULL + 2}:1"),
        (b"b\xed\xa0\x80 O\n", "wrong-encoding", f":{FULL + 1}:2"),
    ],
)
def test_what_is_no_text_has_its_place_also_after_the_first_block(
    file: Write, tail: bytes, code: str, place: str
) -> None:
    assert refused(file(LINE.encode() * FULL + tail)) == (code, place)
    at = place.rpartition(":")
    first = int(at[0][1:]) - FULL
    assert refused(file(tail)) == (code, f":{first}:{at[2]}")


def test_a_column_goes_on_in_the_next_block_of_the_same_line(file: Write) -> None:
    assert refused(file(b"x" * CHUNK_BYTES + b"y\0 O\n")) == ("nul-character", f":1:{CHUNK_BYTES + 2}")
    assert refused(file(b"a O\n" + b"x" * CHUNK_BYTES + b"\xff O\n")) == ("wrong-encoding", f":2:{CHUNK_BYTES + 1}")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a O\n\xff", "the byte 0xff is not valid utf-8"),
        (b"a O\n\xffb O\n", "the byte 0xff is not valid utf-8"),
        (b"a O\n\xc3", "the file ends in the middle of a character of utf-8"),
        (b"a O\n\xe4\xb8", "the file ends in the middle of a character of utf-8"),
        (b"a O\n\xe4\xb8 O\n", "the byte 0xe4 is not valid utf-8"),
    ],
)
def test_a_file_that_is_cut_off_is_told_from_one_in_another_encoding(file: Write, content: bytes, words: str) -> None:
    with pytest.raises(NerconformError, match=words):
        blocks(file(content))


def test_a_lone_surrogate_has_its_place(file: Write) -> None:
    assert refused(file(b"a O\nb+2AA- O\n"), "utf-7") == ("lone-surrogate", ":2:2")


def test_a_mark_of_another_encoding_is_refused_only_in_utf_8(file: Write) -> None:
    for name, mark in (("utf-16", "utf-16-le"), ("utf-16", "utf-16-be"), ("utf-32", "utf-32-le")):
        path = file("\ufeffa O\n".encode(mark))
        assert refused(path) == ("wrong-encoding", ":1")
        with pytest.raises(NerconformError, match=f"byte-order mark of {name} "):
            list(read(path, options=ReaderOptions(encoding="U8")))
        (one,) = read(path, options=ReaderOptions(encoding=name))
        assert one.tokens == ("a",)


def values(path: Path) -> list[tuple[int, object]]:
    with TextSource(path) as opened:
        return [tuple(value) for value in json_values(opened)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\n\n \t\n 2 \n", [(1, 1), (4, 2)]),
        ("\n[1]\n[2]\n", [(2, [1]), (3, [2])]),
        ("[1, 2]", [(1, [1, 2])]),
        ("\n[\n1,\n\n2]\n", [(3, 1), (5, 2)]),
        ("[\n1\n,2\n]", [(2, 1), (3, 2)]),
        ("[1,\n2\n]\n\n", [(1, 1), (2, 2)]),
        ("[\n]", []),
        ("[\n\n]\n", []),
        ("{\n}\n", [(1, {})]),
        ('{"a":\n1}\n', [(1, {"a": 1})]),
        ('[\n{"a":\n1},\n{"b": 2}]\n', [(2, {"a": 1}), (4, {"b": 2})]),
        ("[[\n1]\n]", [(1, [1])]),
    ],
)
def test_each_value_has_the_line_on_which_it_begins(file: Write, text: str, expected: list[tuple[int, object]]) -> None:
    assert values(file(text)) == expected
    assert values(file(text.replace("\n", "\r\n"))) == expected


def test_a_list_over_many_blocks_keeps_its_lines(file: Write) -> None:
    row = '{"tags": ["O"]},\n'
    count = 2 * CHUNK_BYTES // len(row)
    found = values(file("[\n" + row * count + "7]"))
    assert [line for line, _ in found] == list(range(2, count + 3))
    assert found[-1] == (count + 2, 7)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"a": 1 2}', "not-json", ":1:9"),
        ('  {"a" 1}', "not-json", ":1:6"),
        ('\n{"a":1} x', "not-json", ":2:9"),
        ('\n{"a":1} xyz', "not-json", ":2:9"),
        ('{"a": "\n": 1}', "not-json", ":1:8"),
        ("1\n[\n1]", "not-json", ":2:2"),
        ('{"a":\n1,\n  x}', "not-json", ":3:3"),
        ("[\n1,\n  x]", "not-json", ":3:3"),
        ("[\n1\n  2]", "not-json", ":3:3"),
        ("[\n1]\n  2", "not-json", ":3:3"),
        ("[\n]\n  2", "not-json", ":3:3"),
        ("{\n}\n  2", "not-json", ":3:3"),
        ('[\n{"a": 1,\n "a": 2}]', "repeated-key", ":2"),
        ('[\n1,\n{"a": NaN}]', "not-json", ":3"),
        ('[\n1,\n{"a": "\\ud83d"}]', "lone-surrogate", ":3"),
        ("[\n1,\n" + "1" * 5000 + "]", "not-json", ":3"),
    ],
)
def test_where_a_text_stops_to_be_json(file: Write, text: str, code: str, place: str) -> None:
    path = file(text)
    with pytest.raises(NerconformError) as caught:
        values(path)
    assert (caught.value.code, caught.value.place) == (code, f"{path}{place}")


def test_the_remedy_tells_a_text_that_is_cut_off_from_a_wrong_one(file: Write) -> None:
    for text, words in (('{"a": 1', "ends too early"), ('{"a": 1 \n', "ends too early"), ('{"a" 1}', "--input-format")):
        with pytest.raises(NerconformError) as caught:
            values(file(text))
        assert words in caught.value.hint


def test_units_are_the_members_of_lists_and_pairs_if_they_are_wanted(file: Write) -> None:
    with TextSource(file('[1, 2]\n3\n["a", {}]\n')) as opened:
        assert [(one.line, one.data) for one in json_units(opened)] == [(1, 1), (1, 2), (2, 3), (3, "a"), (3, {})]
    with TextSource(file('[1, 2]\n3\n["a", {}]\n')) as opened:
        assert [(one.line, one.data) for one in json_units(opened, pairs=True)] == [
            (1, 1),
            (1, 2),
            (2, 3),
            (3, ["a", {}]),
        ]


@pytest.mark.parametrize("before", range(0, 100, 7))
def test_a_number_has_a_limit_of_digits_wherever_it_stands(file: Write, before: int) -> None:
    def values(digits: int, quote: str = "") -> list[object]:
        text = f'{{"a": "{before * "x"}", "n": {quote}{"9" * digits}{quote}}}\n'
        with TextSource(file(text)) as source:
            return [value.data["n"] for value in json_values(source)]

    assert values(MAX_DIGITS) == [10**MAX_DIGITS - 1]
    assert values(5000, '"') == ["9" * 5000]
    with pytest.raises(NerconformError, match=f"a number has too many digits .* at most {MAX_DIGITS} digits"):
        values(MAX_DIGITS + 1)


def test_parts_of_a_unit() -> None:
    assert [is_number(one) for one in (1, -1, True, 1.0, "1", None)] == [True, True, False, False, False, False]
    pairs: list[object] = [["a", {}], ["a"], ["a", {}, 1], [{}, "a"], ("a", {}), "a"]
    assert [is_pair(pair) for pair in pairs] == [True] + 5 * [False]
    unit: dict[str, Any] = {"s": "a", "e": "", "n": 7, "f": 1.5, "t": True, "l": [], "none": None}
    assert [fields.text_of(unit, key, "p") for key in ("s", "e", "none", "x")] == ["a", "", "", ""]
    assert fields.text_of(unit, "e", "p", needed=True) == ""
    assert [fields.name_of(unit, key, "p") for key in ("s", "e", "n", "none", "x")] == ["a", "", "7", "", ""]
    assert [fields.list_of(unit, key, "p") for key in ("l", "none", "x")] == [[], None, None]
    units: list[dict[str, Any]] = [{}, {"tokens": []}, {"tokens": ["a"]}]
    assert [fields.tokens_of(one, "p") for one in units] == [None, (), ("a",)]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: fields.mapping([], "p", "h"), "wrong-form"),
        (lambda: fields.text_of({}, "k", "p", needed=True), "missing-field"),
        (lambda: fields.text_of({"k": 1}, "k", "p"), "wrong-form"),
        (lambda: fields.name_of({"k": True}, "k", "p"), "wrong-form"),
        (lambda: fields.name_of({"k": 1.5}, "k", "p"), "wrong-form"),
        (lambda: fields.list_of({"k": "a"}, "k", "p"), "wrong-form"),
        (lambda: fields.tokens_of({"tokens": ["a", 1]}, "p"), "wrong-form"),
        (lambda: fields.tag(1, "p", "h"), "not-a-tag"),
        (lambda: fields.tag("", "p", "h"), "empty-tag"),
        (lambda: fields.tag("B-X|B-Y", "p", "h"), "stacked-tags"),
        (lambda: fields.same_length(1, (), "p"), "lengths-differ"),
        (lambda: fields.span(None, 0, 1, "p", None), "invalid-span"),
        (lambda: fields.span("X", "0", 1, "p", None), "invalid-span"),
        (lambda: fields.span("X", 0, 1.0, "p", None), "invalid-span"),
        (lambda: fields.span("X", -1, 1, "p", None), "invalid-span"),
        (lambda: fields.span("X", 1, 1, "p", None), "invalid-span"),
        (lambda: fields.span("X", 0, 3, "p", 2), "invalid-span"),
        (lambda: fields.span("X", 0, 1, "p", 0), "invalid-span"),
    ],
)
def test_parts_that_are_wrong_are_refused_at_their_place(call: Callable[[], object], code: str) -> None:
    with pytest.raises(NerconformError) as caught:
        call()
    assert (caught.value.code, caught.value.place) == (code, "p")
    assert caught.value.hint


def test_a_span_has_its_type_under_one_of_two_names() -> None:
    read_span = fields.in_tokens(None)
    for names in ({"type": "X"}, {"label": "X"}, {"type": "X", "label": "X"}):
        found = fields.span_of_object({**names, "start": 0, "end": 2}, "p", read_span)
        assert (found.type, found.start, found.end) == ("X", 0, 2)
    with pytest.raises(NerconformError, match="the type 'X' and the label 'Y'") as caught:
        fields.span_of_object({"type": "X", "label": "Y", "start": 0, "end": 2}, "p", read_span)
    assert (caught.value.code, caught.value.place) == ("invalid-span", "p")


def test_a_span_may_end_where_the_unit_ends() -> None:
    found = [fields.span("X", 0, 2, "p", length) for length in (None, 2, 3)]
    assert [(one.type, one.start, one.end) for one in found] == [("X", 0, 2)] * 3
    fields.same_length(0, (), "p")
    fields.same_length(1, ("a",), "p")
    fields.same_length(1, None, "p")


class Broken(io.RawIOBase):
    """A disk from which nothing can be read."""

    def readable(self) -> bool:
        """Say that it can be tried."""
        return True

    def readinto(self, _buffer: Any) -> int:  # noqa: ANN401 # as its base
        """Fail."""
        raise OSError(5, "Input/output error")


def test_a_file_that_cannot_be_read_is_closed(file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = io.BufferedReader(Broken())
    monkeypatch.setattr(source, "opened", lambda _: broken)
    path = file("a O\n")
    with pytest.raises(NerconformError, match="cannot be read: Input/output error") as caught:
        TextSource(path)
    assert (caught.value.code, caught.value.place, broken.closed) == ("unreadable-file", str(path), True)
    assert "another disk" in caught.value.hint


def test_an_encoding_that_says_no_place_is_refused_on_its_line(file: Write) -> None:
    assert refused(file(b"a\xff O\n"), "idna") == ("wrong-encoding", ":1")


def test_compressed_bytes_that_are_damaged_are_refused(file: Write) -> None:
    content = b"\x1f\x8b\x08\0\0\0\0\0\0\x03" + zlib.compress(LINE.encode(), wbits=-15)[:-1]
    with pytest.raises(NerconformError) as caught:
        list(read(file(content)))
    assert caught.value.code == "unreadable-file"
    assert "compressed data are damaged" in caught.value.hint
