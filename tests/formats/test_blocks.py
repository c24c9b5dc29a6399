"""Blocks of bytes are the units of the reader of lines, or they are left to it: never anything else."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.base.errors import NerconformError
from nerconform.engines import cells
from nerconform.engines.cells import Cells, Layout
from nerconform.engines.choice import NotServed
from nerconform.formats import blocks
from nerconform.formats.blocks import ReadPlan, TagLexicon, has_one_byte, joined, numbered
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Record
from tests.formats.columns import SEPARATORS, texts
from tests.formats.test_refusals import BAD, Bad

ENCODINGS = ("utf-8", "utf-8", "latin-1", "cp1252", "utf-16", "utf-16-be", "shift_jis", "iso2022_jp")
Write = Callable[..., Path]
Unit = tuple[list[str], list[str] | None, list[str] | None, list[int], bool]
"""Tokens, gold, prediction, lines, whether a document begins."""


def by_blocks(path: Path, options: ReaderOptions, size: int) -> list[Unit]:
    """Return the units of a file as its blocks have them."""
    plan = ReadPlan.of(path, options, FileSide.BOTH)
    return [unit for line, cells in plan.blocks(size=size) for unit in _units(plan, line, cells)]


def _units(plan: ReadPlan, line: int, cells: Cells) -> list[Unit]:
    found: list[Unit] = []
    row = 0
    for length, marked in zip(cells.lengths.tolist(), cells.marked.tolist(), strict=True):
        rows = range(row, row + length)
        token, gold, pred = (
            None if column is None else [cells.cell(number, column) for number in rows] for column in plan.columns
        )
        found.append((token or [], gold, pred, [line + int(cells.lines[number]) for number in rows], marked))
        row += length
    return found


def by_lines(path: Path, options: ReaderOptions) -> list[Unit]:
    """Return the units of a file as the reader of lines has them."""
    return [_unit(record) for record in read(path, None, options)]


def _unit(record: Record) -> Unit:
    gold, pred = (None if side is None else [str(tag) for tag in side] for side in (record.gold, record.pred))
    return list(record.tokens), gold, pred, list(record.lines), record.starts_document


def assert_same_or_left(path: Path, options: ReaderOptions, size: int) -> None:
    """Assert that a file has the same units in blocks, unless it is left to the reader of lines."""
    try:
        expected = by_lines(path, options)
    except NerconformError:
        expected = None
    try:
        found = by_blocks(path, options, size)
    except NerconformError:
        return
    if any(tag != tag.strip() or not tag for unit in found for side in unit[1:3] for tag in side or ()):
        return  # tags are looked at when they are numbered
    if expected is None:
        with pytest.raises(NerconformError) as caught:
            by_lines(path, options)
        assert caught.value.code == "no-units"
        assert not found
    else:
        assert found == expected


@given(st.data())
def test_files_are_read_as_by_the_reader_of_lines_or_left_to_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    separator = data.draw(st.sampled_from(SEPARATORS))
    tags = data.draw(st.integers(0, 2))
    text = data.draw(texts(separator, tags))
    header = data.draw(st.sampled_from([False, False, False, True]))
    path = tmp_path_factory.getbasetemp() / "columns"
    encoding = data.draw(
        st.sampled_from(["utf-8", "utf-8", "latin-1", "cp1252", "utf-16", "utf-16-be", "shift_jis", "iso2022_jp"])
    )
    path.write_bytes(text.encode(encoding, "replace"))
    comment = data.draw(st.sampled_from([None, "#", "# "]))
    options = ReaderOptions(format="conll", separator=separator, header=header, comment=comment, encoding=encoding)
    assert_same_or_left(path, options, data.draw(st.sampled_from([1, 7, 30, 1 << 20])))


@pytest.mark.parametrize("size", [1, 1 << 20])
@pytest.mark.parametrize("bad", [bad for bad in BAD if bad.pred is None], ids=lambda bad: bad.name)
def test_what_is_refused_is_left_to_the_reader_of_lines(file: Write, bad: Bad, size: int) -> None:
    assert_same_or_left(file(bad.content, "gold"), ReaderOptions(**bad.options), size)


TABS, COMMENTS = {"separator": "\t"}, {"comment": "#"}
PLAIN: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "blanks": ("a O O\nb B-X I-X\n\nc O O\n", {}),
    "runs of blanks": (" a  O\tO \nb\v B-X \f I-X\n  \nc O O", {}),
    "tabs": ("a b\tO\tO\nb\tB-X\tI-X\n\nc\tO\tO\n", {"separator": "\t"}),
    "commas": ("a,O,O\n,B-X,I-X\n\nc,O,O\n", {"separator": ","}),
    "CRLF": ("a O O\r\nb B-X I-X\r\n\r\nc O O\r\n", {}),
    "no end": ("a O O\nb B-X I-X\n\nc O O\r", {}),
    "a byte-order mark": (b"\xef\xbb\xbfa O O\nb B-X I-X\n\nc O O", {}),
    "UTF-8": ("ä O O\nß B-Ω I-Ω\n\nc O O\n", {}),
    "Latin-1": (b"\xe4 O O\n\x85 B-\xe9 I-\xe9\n\nc O O\n", {"encoding": "latin-1"}),
    "several bytes": ("a b :: O :: O\n: :: B-X :: I-X\n\nc :: O :: O\n", {"separator": " :: "}),
    "a separator beyond ASCII": ("a¦O¦O\nb¦B-X¦I-X\n\nc¦O¦O\n", {"separator": "¦"}),
    "UTF-16": ("w g p\r\nä O O\r\n漢 B-Ω I-Ω\r\n\r\nc O O".encode("utf-16"), {"encoding": "utf-16", "header": True}),
    "ISO-2022-JP": (
        "漢,O,O\n字,B-名,I-名\n\nc,O,O\n".encode("iso2022_jp"),
        {"encoding": "iso2022_jp", "separator": ","},
    ),
    "documents": ("-DOCSTART- -X- O O\n\na O O\nb B-X I-X\n-DOCSTART-\n-DOCSTART- \nc O O\n-DOCSTART-X O O\n", {}),
    "names": ("w g p\na O O\nb B-X I-X\n\nc O O\n", {"gold_column": "g", "pred_column": "p"}),
    "more columns": ("a NN B-X I-X\n\nb NN O O\n", {"gold_column": -2, "pred_column": -1}),
    "comments": ("# sent_id = 1\n# a O O\n\na O O\n# O O\n\n# newdoc id = b\n#\nc O O\n# O O\n", COMMENTS),
    "comments that speak of ids": (
        "# a newdocument\n# no sent_id = 1\na O O\n\n# no sent_id = 1\n# newdocs id = 2\nb O O\n",
        COMMENTS,
    ),
    "comments inside": ("# a\na\tO\tO\n# b\nc\tO\tO\n\n#\tb\nd\tO\tO\n#\tO\tO\n# c\n", TABS | COMMENTS),
    "tokens that look like comments": ("#\tO\tO\n\n#b\tO\tO\n", TABS | COMMENTS),
    "a comment of eight bytes": ("######## x\na O O\nb B-X I-X\n\n########\nc O O\n", {"comment": "########"}),
    "control characters": ("a\x01 O O\n\x1c O O\n\n\x1fb O O\n", {}),
    "control characters between tabs": ("a\x01\tO\tO\n\x01\tB-X\tI-X\n\n\x1fb\tO\tO\n", TABS),
    "quotes between tabs": ('"\tO\tO\n"a"\tB-X\tI-X\n\nb\tO\tO\n', TABS),
    "blank lines": ("\n\n \n" * 50 + "a O O\n\n\n\n\nb O O\n" + "\n" * 99, {}),
}


@pytest.mark.parametrize("size", [1, 10, 1 << 20])
@pytest.mark.parametrize("name", PLAIN)
def test_plain_columns_are_read_in_blocks(file: Write, name: str, size: int) -> None:
    content, given_options = PLAIN[name]
    path, options = file(content, "gold"), ReaderOptions(**given_options)
    found = by_blocks(path, options, size)
    assert found == by_lines(path, options)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("content", "options", "reason"),
    [
        ("a O O\nb O\n", {}, "different numbers of columns"),
        ("a O O\r\r\n", {}, "carriage return"),
        ("a\0 O O\n", {}, "NUL"),
        (b"\xe9 O O\n", {}, "not valid utf-8"),
        (b"\x81 O O\n", {"encoding": "gbk"}, "not valid gbk"),
        ("a::O::O\n", {"separator": "::", "comment": "#"}, "part of a document mark"),
        ("-DOCSTART- O O\n", {"separator": "- "}, "part of a document mark"),
        ("a\1::O::O\n", {"separator": "::"}, "is used for the separator"),
        ("w g p" + " " * (1 << 18) + "x\na O O\n", {"header": True}, "the first line is too long"),
        ("# a b c\na O O\n", {"comment": "#", "header": True}, "comments"),
        ("# sent_id = 1\na O O\n\n# sent_id = 1\na O O\n", {"comment": "#"}, "the same id"),
        ("a\tO\tO\n# newdoc\n", {"comment": "#", "separator": "\t"}, "inside a sentence"),
        ("# newdoc id = 1\na O O\n", {"comment": "#"}, "has a number as its id"),
        ('{"tags": ["O"]}\n', {}, "not in columns"),
        ("\nw g p\na O O\n", {"header": True}, "header"),
        ("\n\n", {}, "no token"),
        ("a O O\n", {"gold_column": 7}, "no column 7"),
        ("1 O O\n", {"unit_column": 0}, "a column cuts sentences"),
        ("a O O\n", {"document": "#"}, "documents have a mark"),
        (gzip.compress(b"a O O\n", mtime=0), {}, "it is compressed"),
        ("a O O\n", {"layers": "together"}, "layers"),
        ('"a",O,O\n', {"separator": ","}, "cells may stand in quotes"),
        ('a;"O";O\n', {"separator": ";"}, "cells may stand in quotes"),
        ("a O O\n", {"comment": "→", "encoding": "latin-1"}, "the text is in latin-1"),
        ("a O O\n", {"comment": "#########"}, "more than eight bytes"),
    ],
)
def test_what_is_left_to_the_reader_of_lines_has_a_reason(
    file: Write, content: str | bytes, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(NotServed, match=reason):
        by_blocks(file(content, "gold"), ReaderOptions(**options), 1 << 20)


def test_a_unit_larger_than_every_block_is_read_whole(file: Write) -> None:
    path = file("a B-X O\n" * 5000 + "\nb O O\n", "gold")
    assert [len(unit[0]) for unit in by_blocks(path, ReaderOptions(), 100)] == [5000, 1]


def test_a_block_has_about_as_many_bytes_as_are_asked_for(file: Write) -> None:
    path = file("abc O O\n\n" * 100)
    plan = ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)
    sizes = [len(cells.lengths) for _, cells in plan.blocks(size=90)]
    assert sum(sizes) == 100
    assert max(sizes) <= 20, "a unit has 9 bytes, so a block of 90 has 10 units, and what the last one left"


def test_a_unit_larger_than_a_block_is_cut_few_times_and_with_little_of_what_follows(
    file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = "a B-X O\n" * 5000
    plan = ReadPlan.of(file(f"{unit}\n" + "b O O\n\n" * 30_000), ReaderOptions(), FileSide.BOTH)
    sizes: list[int] = []

    def cut(text: bytes, layout: Layout) -> Cells:
        sizes.append(len(text))
        return cells.cut(text, layout)

    monkeypatch.setattr(blocks, "cut", cut)
    assert len(next(plan.blocks(size=80)).cells.lines) >= 5000
    # Each attempt reads twice as much more: 80, 240, 560, ... bytes. 80 * (2**9 - 1) are the first to hold the unit.
    assert (len(sizes), sizes[:3]) == (9, [80, 240, 560])
    assert sizes[-1] <= 2 * len(unit)


@pytest.mark.parametrize("number", [1, 2, 3, 7, 50])
def test_parts_are_the_file(file: Write, number: int) -> None:
    path = file("-DOCSTART- O O\n\na B-X O\nb O O\n\n" * 20 + "\r\nc O O\n\r\nd O O\n", "gold")
    plan = ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)
    parts = plan.parts(number)
    assert 1 <= len(parts) <= number
    assert number == 1 or len(parts) > 1
    found = [unit for part in parts for line, cells in part.blocks() for unit in _units(part, line, cells)]
    expected = by_lines(path, ReaderOptions())
    assert [(*unit[:3], unit[4]) for unit in found] == [(*unit[:3], unit[4]) for unit in expected]


def test_parts_are_even(file: Write) -> None:
    unit = "a B-X O\nb O O\n\n"
    path = file(unit * 400, "gold")
    plan = ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)
    parts = plan.parts(4)
    assert [part.stop for part in parts[:-1]] == [part.start for part in parts[1:]]
    assert (parts[0].start, parts[-1].stop) == (0, path.stat().st_size)
    assert all(abs(part.stop - part.start - 100 * len(unit)) <= 2 * len(unit) for part in parts)


@pytest.mark.parametrize("separator", [",", "::"])
def test_no_part_begins_after_the_mark_of_a_document(file: Write, separator: str) -> None:
    text = "-DOCSTART- O\n\na O\n\n" * 40
    path = file(text.replace(" ", separator), "gold")
    options = ReaderOptions(separator=separator)
    parts = ReadPlan.of(path, options, FileSide.BOTH).parts(30)
    assert len(parts) > 10
    marked = [unit[4] for part in parts for line, cells in part.blocks() for unit in _units(part, line, cells)]
    assert marked == [True] * 40


def test_a_recoded_file_is_one_part(file: Write) -> None:
    plan = ReadPlan.of(file("a O\n\nb O\n".encode("utf-16")), ReaderOptions(encoding="utf-16"), FileSide.BOTH)
    assert plan.parts(3) == [plan]


def test_a_file_that_grew_has_no_part_beyond_what_it_was(file: Write) -> None:
    path = file("\na O\n")
    plan = ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)
    path.write_bytes(path.read_bytes() + b"\nb O\n\n")
    assert [(part.start, part.stop) for part in plan.parts(2)] == [(0, 5)]


@pytest.mark.parametrize(
    ("encoding", "one"),
    [
        *((one, True) for one in ("latin-1", "cp1252", "cp437")),
        *((one, False) for one in ("utf-8", "shift_jis", "utf-16", "cp037", "idna", "utf-7")),
    ],
)
def test_encodings_of_one_byte_for_a_character(encoding: str, *, one: bool) -> None:
    assert has_one_byte(encoding) is one


def test_the_units_of_one_file_are_numbered_on_both_sides(file: Write) -> None:
    path, texts = file("a B-X O\nb O O\n\n-DOCSTART- O O\n\nc O B-Y\n"), Texts()
    plan = ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)
    (part,) = numbered([plan], TagLexicon(texts))
    names = {number: tag for tag, number in texts.items()}
    assert [names[number] for number in part.gold.tolist()] == ["B-X", "O", "O"]
    assert [names[number] for number in part.pred.tolist()] == ["O", "O", "B-Y"]
    assert (part.lengths.tolist(), part.marked.tolist()) == ([2, 1], [False, True])
    (whole,) = joined(iter([part, part]))
    assert whole.lengths.tolist() == [2, 1, 2, 1]
    assert whole.gold.tolist() == 2 * part.gold.tolist()
    assert whole.pred.tolist() == 2 * part.pred.tolist()
    assert whole.marked.tolist() == 2 * [False, True]
    assert not list(joined(iter(())))


@pytest.mark.parametrize("side", [FileSide.GOLD, FileSide.PRED])
def test_a_file_of_one_side_is_not_numbered_alone(file: Write, side: FileSide) -> None:
    plan = ReadPlan.of(file("a O\n"), ReaderOptions(), side)
    with pytest.raises(NotServed, match="only one annotation"):
        list(numbered([plan], TagLexicon(Texts())))


class Texts(dict[str, int]):
    """Numbers of tags in the order of asking."""

    def __missing__(self, tag: str) -> int:
        """Return a new number."""
        return self.setdefault(tag, len(self))


MARK = "-DOCSTART- O\n\n"
LENGTHS = [1, 3, 2, 1, 1, 4, 2, 3]
"""The tokens of the units of two files."""


def two_files(
    file: Write, marks: tuple[set[int], set[int]], lengths: tuple[list[int], list[int]] = (LENGTHS, LENGTHS)
) -> list[ReadPlan]:
    """Return the plans of gold and a prediction whose lines differ in length and columns; tags have numbers.

    `marks` are the units before which a document begins.
    """
    plans = []
    for side, name in enumerate(("gold", "pred")):
        text, tag = "", 0
        for unit, length in enumerate(lengths[side]):
            text += "-DOCSTART-" + (" O" if side == 0 else " O O") + "\n\n" if unit in marks[side] else ""
            for _ in range(length):
                text += f"t{tag} B-g{tag}\n" if side == 0 else f"B-p{tag} a-longer-cell t{tag}\n"
                tag += 1
            text += "\n"
        options = ReaderOptions() if side == 0 else ReaderOptions(token_column=2, pred_column=0)
        plans.append(ReadPlan.of(file(text, name), options, FileSide(name)))
    return plans


@pytest.fixture(params=[(10, 1 << 20), (1 << 20, 10), (10, 50), (40, 40)], ids=str)
def _small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the files `gold` and `pred` into blocks of these sizes."""
    whole = ReadPlan.blocks
    sizes = dict(zip(("gold", "pred"), request.param, strict=True))
    monkeypatch.setattr(ReadPlan, "blocks", lambda plan, progress=None: whole(plan, progress, sizes[plan.path.name]))


@pytest.mark.usefixtures("_small_blocks")
@pytest.mark.parametrize("marks", [(set(), set()), ({0, 5}, set()), (set(), {2, 6}), ({3, 7}, {3, 7})])
def test_two_files_whose_blocks_end_at_other_units_are_paired_unit_by_unit(
    file: Write, marks: tuple[set[int], set[int]]
) -> None:
    texts, read_bytes = Texts(), list[int]()
    plans = two_files(file, marks)
    (found,) = joined(numbered(plans, TagLexicon(texts), read_bytes.append))
    names = {number: tag for tag, number in texts.items()}
    assert found.lengths.tolist() == LENGTHS
    assert [names[number] for number in found.gold.tolist()] == [f"B-g{tag}" for tag in range(sum(LENGTHS))]
    assert [names[number] for number in found.pred.tolist()] == [f"B-p{tag}" for tag in range(sum(LENGTHS))]
    assert [unit for unit, marked in enumerate(found.marked.tolist()) if marked] == sorted(marks[0] | marks[1])
    assert sum(read_bytes) == sum(plan.path.stat().st_size for plan in plans)


@pytest.mark.usefixtures("_small_blocks")
@pytest.mark.parametrize(
    "lengths",
    [
        (LENGTHS, LENGTHS[:-1]),
        (LENGTHS[:-1], LENGTHS),
        (LENGTHS, [*LENGTHS[:-1], 2]),
        (LENGTHS, [*LENGTHS[:-2], 1, 4]),
        (LENGTHS, [*LENGTHS, 1]),
    ],
)
def test_two_files_that_part_late_are_left_to_the_reader_of_lines(
    file: Write, lengths: tuple[list[int], list[int]]
) -> None:
    with pytest.raises(NotServed, match="two files differ"):
        list(numbered(two_files(file, (set(), set()), lengths), TagLexicon(Texts())))


@pytest.mark.usefixtures("_small_blocks")
def test_a_document_that_goes_on_in_one_file_and_begins_in_the_other_is_left_to_the_reader_of_lines(
    file: Write,
) -> None:
    for marks in (({1, 6}, {1}), ({1}, {1, 6}), ({6}, {1}), ({1}, {6})):
        with pytest.raises(NotServed, match="two files differ"):
            list(numbered(two_files(file, marks), TagLexicon(Texts())))


@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        ("a B-X\n\nb O\nc O\n", "a O\n\nb O\nc B-Y\n"),
        (f"{MARK}a B-X\n\n{MARK}b O\nc O\n", f"{MARK}a O\n\n{MARK}b O\nc B-Y\n"),
        (f"{MARK}a B-X\n\n{MARK}b O\nc O\n", "a O\n\nb O\nc B-Y\n"),
        (f"a B-X\n\n{MARK}b O\nc O\n", "a O\n\nb O\nc B-Y\n"),
        ("a B-X\n\nb O\nc O\n", f"{MARK}a O\n\n{MARK}b O\nc B-Y\n"),
        ("B-X\n\nO\nO\n", "a O\n\nb O\nc B-Y\n"),
        ("a B-X\n\nb O\nc O\n", "O\n\nO\nB-Y\n"),
        ("a B-X\n\nb O\nc O\n", f"a O\n\n{MARK}b O\nc B-Y\n"),
        (f"{MARK}a B-X\n\nb O\nc O\n", f"a O\n\n{MARK}b O\nc B-Y\n"),
        (f"{MARK}a B-X\n\n{MARK}b O\nc O\n", f"{MARK}a O\n\nb O\nc B-Y\n"),
        ("a B-X\n\nb O\nc O\n", "a O\nb O\n\nc B-Y\n"),
        ("a B-X\n\nb O\nc O\n", "a O\n\nb O\nd B-Y\n"),
        ("a B-X\n\nb O\nc O\n", "a O\n\nb O\nc B-Y\n\nd O\n"),
        ("a B-X\n\nb O\nc O\n", "a O\n"),
    ],
)
def test_two_files_are_the_units_of_the_reader_of_lines_or_left_to_it(file: Write, gold: str, pred: str) -> None:
    paths, options, texts = (file(gold, "gold"), file(pred, "pred")), ReaderOptions(), Texts()
    try:
        expected = list(read(*paths, options))
    except NerconformError:
        expected = []
    plans = [ReadPlan.of(path, options, side) for path, side in zip(paths, (FileSide.GOLD, FileSide.PRED), strict=True)]
    found = numbered(plans, TagLexicon(texts))
    if not expected:
        with pytest.raises(NotServed, match="two files differ"):
            list(found)
        return
    (part,) = found
    tags = [[next(tag for tag in texts if texts[tag] == number) for number in side] for side in (part.gold, part.pred)]
    assert tags == [[tag for one in expected for tag in getattr(one, side) or ()] for side in ("gold", "pred")]
    assert part.lengths.tolist() == [len(one.lines) for one in expected]
    assert part.marked.tolist() == [one.starts_document for one in expected]


def test_what_can_be_read_but_once_is_left_to_the_reader_of_lines(tmp_path: Path) -> None:
    for path in (Path("/dev/null"), tmp_path):
        with pytest.raises(NotServed, match="a pipe, which can be read only once"):
            ReadPlan.of(path, ReaderOptions(), FileSide.BOTH)


def test_gold_that_holds_both_sides_is_left_to_the_reader_of_lines(file: Write) -> None:
    path = file("a B-X B-X\n")
    with pytest.raises(NotServed, match="the file holds both sides"):
        ReadPlan.of(path, ReaderOptions(), FileSide.GOLD)
    assert ReadPlan.of(path, ReaderOptions(gold_column=1), FileSide.GOLD).columns == (0, 1, None)
    assert ReadPlan.of(path, ReaderOptions(), FileSide.PRED).columns == (0, None, 2)
    assert ReadPlan.of(path, ReaderOptions(), FileSide.BOTH).columns == (0, 1, 2)


def test_comments_of_two_files_are_left_to_the_reader_of_lines(file: Write) -> None:
    plans = [
        ReadPlan.of(file("# sent_id = 1\na O\n", side), ReaderOptions(comment="#"), side)
        for side in (FileSide.GOLD, FileSide.PRED)
    ]
    with pytest.raises(NotServed, match="comments can be ids of sentences in two files"):
        list(numbered(plans, TagLexicon(Texts())))


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ("B-X|B-Y", "a cell holds the tags of several layers"),
        ("", "a tag is empty"),
        ("O ", "a tag is empty, or starts"),
    ],
)
def test_a_cell_that_is_no_tag_is_left_to_the_reader_of_lines(file: Write, tag: str, reason: str) -> None:
    plan = ReadPlan.of(file(f"a\tO\tO\nb\t{tag}\tO\n"), ReaderOptions(separator="\t"), FileSide.BOTH)
    with pytest.raises(NotServed, match=reason):
        list(numbered([plan], TagLexicon(Texts())))
