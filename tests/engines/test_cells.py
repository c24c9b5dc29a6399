"""Cells: where the columns stand in bytes, as a reader that splits one line after the other finds them."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.engines.cells import Cells, Layout, Note, cut
from nerconform.engines.choice import NotServed

MARK = "-DOCSTART-"
BLANKS = " \t\v\f"
SEPARATORS = (None, "\t", ",", " ")
Line = tuple[str, ...] | None
"""The cells of a line; nothing for a blank line."""


def split(line: str, separator: str | None) -> Line:
    """Return the cells of a line."""
    cells = re.split(f"[{BLANKS}]+", line.strip(BLANKS)) if separator is None else line.split(separator)
    return None if cells == [""] else tuple(cells)


def is_mark(line: str, separator: str | None) -> bool:
    """Whether a line begins a document: the mark stands alone, or a blank or the separator follows."""
    after = line.removeprefix(MARK)
    return line.startswith(MARK) and (not after or after[0] in BLANKS + (separator or ""))


def read(lines: Sequence[str], separator: str | None) -> tuple[list[list[Line]], list[int], list[bool], list[Note]]:
    """Return the units, the number of each row's line, whether a document begins with each unit, and the comments.

    A line with `#` is a comment before the first token of a unit only; with a separator that is no blank it is one
    anywhere if it has no separator, and else a token.
    """
    units: list[list[Line]] = []
    rows: list[int] = []
    marked: list[bool] = []
    notes: list[Note] = []
    is_open, begins = False, False
    for number, line in enumerate(lines):
        cells = split(line, separator)
        if is_mark(line, separator) or cells is None:
            is_open = False
            begins |= is_mark(line, separator)
        elif line.startswith("#") and (not is_open if separator in {None, " "} else len(cells) == 1):
            notes.append(Note(number, line.encode(), inside=is_open))
        else:
            if not is_open:
                units.append([])
                marked.append(begins)
                is_open, begins = True, False
            units[-1].append(cells)
            rows.append(number)
    return units, rows, marked, notes


def rows_of(cells: Cells) -> list[Line]:
    """Return the text of all cells."""
    return [tuple(cells.cell(row, column) for column in (0, 1)) for row in range(len(cells.lines))]


@st.composite
def texts(draw: st.DrawFn, separator: str | None) -> list[str]:
    """Draw lines of two cells, blank lines, marks and comments."""
    between = st.text(BLANKS, min_size=1, max_size=2) if separator is None else st.just(separator)
    around = st.text(BLANKS, max_size=1) if separator is None else st.just("")
    word = st.sampled_from(["a", "été", "B-X", "#", f"{MARK}x", "x" * 9])
    row = st.tuples(around, word, between, word, around).map("".join)
    after = st.sampled_from([*BLANKS, *([separator] if separator else [])])
    mark = st.just(MARK) | after.map(lambda one: f"{MARK}{one}O")
    comment = st.just("\n# a" if separator in {None, " "} else "# a")
    return draw(st.lists(row | row | row | st.just("") | mark | comment, max_size=12))


@given(st.data())
@pytest.mark.parametrize("separator", SEPARATORS)
def test_cells_are_those_of_one_line_after_the_other(separator: str | None, data: st.DataObject) -> None:
    text = "".join(f"{line}\n" for line in data.draw(texts(separator)))
    lines = text.split("\n")[:-1]
    units, rows, marked, notes = read(lines, separator)
    cells = cut(text.encode(), Layout(None if separator is None else ord(separator), 2, MARK.encode(), b"#"))
    assert rows_of(cells) == [row for unit in units for row in unit]
    assert cells.lengths.tolist() == [len(unit) for unit in units]
    assert (cells.lines.tolist(), cells.marked.tolist(), list(cells.notes)) == (rows, marked, notes)
    last = rows[-1] + 1 if rows else 0
    assert cells.ended() == (len("".join(f"{line}\n" for line in lines[:last]).encode()), last)
    assert cells.unfinished is (bool(rows) and all(line.startswith("#") for line in lines[last:]))
    for number in range(len(units) + 1):
        some = cells.some(number)
        assert rows_of(some) == [row for unit in units[:number] for row in unit]
        assert (some.lengths.tolist(), some.marked.tolist()) == ([*map(len, units[:number])], marked[:number])


@pytest.mark.parametrize(
    ("text", "separator", "comments"),
    [
        ("a O\n# O\n", None, []),  # after the first token of a unit it is a token
        ("a O\n# O\n# O\nb O\n", None, []),
        ("# O\na O\n", None, [0]),
        ("\n# O\n\n# O\na O\n\n# O\n", None, [1, 3, 6]),
        ("# O\n# O\n\na O\n", " ", [0, 1]),
        ("a O\n# O\n", " ", []),
        ("a\tO\n#\n#\tO\nb\tO\n#\n", "\t", [1, 4]),  # with a tab, a line without one is a comment anywhere
        ("#\tO\n# b\na\tO\n", "\t", [1]),
    ],
)
def test_a_line_that_looks_like_a_comment_is_one_where_it_can_be_no_token(
    text: str, separator: str | None, comments: list[int]
) -> None:
    cells = cut(text.encode(), Layout(None if separator is None else ord(separator), 2, MARK.encode(), b"#"))
    assert [note.line for note in cells.notes] == comments
    tokens = [number for number, line in enumerate(text.split("\n")) if line and number not in comments]
    assert cells.lines.tolist() == tokens


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"a O\r\n\rb O\n", "carriage return"),
        (b"a\0 O\n", "NUL"),
        (b"\xe9 O\n", "not valid utf-8"),
        (b"a O\nb O O\n", "different numbers of columns"),
        (b"a O\nb\n", "different numbers of columns"),
    ],
)
def test_what_a_reader_of_lines_has_to_look_at_is_left_to_it(text: bytes, reason: str) -> None:
    with pytest.raises(NotServed, match=reason):
        cut(text, Layout(None, 2, MARK.encode()))
    assert rows_of(cut("é O\r\n".encode(), Layout(None, 2, MARK.encode()))) == [("é", "O")]
