"""Cells of bytes get the numbers that a dictionary would give them, and pairs are those of neighbours."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.engines.cells import Adjacent, Cells, Layout, Lexicon, cut, same_cells
from nerconform.engines.choice import NotServed
from nerconform.reference.refusals import MalformedTag

WORDS = st.text("ab", min_size=1, max_size=25) | st.sampled_from(["x" * size for size in (7, 8, 9, 15, 16, 17, 255)])
ROWS = st.lists(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8), min_size=1, max_size=6)


class Texts(dict[str, int]):
    """Numbers in the order of asking; what begins with `!` cannot be read."""

    def __missing__(self, tag: str) -> int:
        """Return a new number."""
        if tag.startswith("!"):
            raise MalformedTag(tag)
        return self.setdefault(tag, len(self))


def cells_of(units: list[list[tuple[str, str]]]) -> Cells:
    """Return the cells of units of two columns."""
    text = "\n\n".join("\n".join(" ".join(row) for row in unit) for unit in units) + "\n"
    return cut(text.encode(), Layout(None, 2, b"-DOCSTART-"))


@given(st.lists(ROWS, min_size=1, max_size=4))
def test_two_cells_have_one_number_if_and_only_if_they_are_equal(blocks: list[list[list[tuple[str, str]]]]) -> None:
    texts = Texts()
    lexicon = Lexicon(texts)
    for units in blocks:
        cells = cells_of(units)
        for column in (0, 1):
            found = lexicon.read(cells, column).tolist()
            expected = [row[column] for unit in units for row in unit]
            assert [text for number in found for text in texts if texts[text] == number] == expected


def test_more_new_cells_than_are_looked_at_first_are_numbered() -> None:
    texts = Texts()
    names = [f"B-{'T' * (number % 13)}{number}" for number in range(10_000)]
    cells = cells_of([[("w", name) for name in names]])
    found = Lexicon(texts).read(cells, 1)
    assert [texts[name] for name in names] == found.tolist()
    assert len(texts) == 10_000


@pytest.mark.parametrize(
    ("tag", "reason"),
    [("!", "cannot be read"), ("\x1cO", "starts or ends with a blank"), ("x" * 257, "more than 256 bytes")],
)
def test_a_cell_that_is_no_tag_is_left_to_the_reader_of_lines(tag: str, reason: str) -> None:
    with pytest.raises(NotServed, match=reason):
        Lexicon(Texts()).read(cells_of([[("a", "O"), ("b", tag)]]), 1)


@given(ROWS, st.data())
def test_columns_are_the_same_if_every_cell_is(units: list[list[tuple[str, str]]], data: st.DataObject) -> None:
    other = [list(unit) for unit in units]
    unit = data.draw(st.sampled_from(other))
    place = data.draw(st.integers(0, len(unit) - 1))
    unit[place] = (data.draw(WORDS), unit[place][1])
    one, two = cells_of(units), cells_of(other)
    size = sum(map(len, units))
    start = data.draw(st.integers(0, size - 1))
    rows = slice(start, size)
    expected, found = ([row[0] for unit in sides for row in unit][start:] for sides in (units, other))
    assert same_cells(one, two, (0, 0), (rows, rows)) is (expected == found)


@given(st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=5), min_size=1, max_size=6), st.data())
def test_pairs_are_those_of_neighbours_and_of_the_ends_of_units(units: list[list[int]], data: st.DataObject) -> None:
    expected: list[tuple[int, tuple[int, int]]] = []
    row = 0
    for unit in units:
        rows = [*range(row, row + len(unit)), row + len(unit) - 1]
        tags = [0, *(tag + 1 for tag in unit), 0]
        expected += zip(rows, pairwise(tags), strict=True)
        row += len(unit)
    lengths = np.array([len(unit) for unit in units])
    found = Adjacent.of(lengths, np.array([tag for unit in units for tag in unit]))
    assert found.distinct() == sorted({pair for _, pair in expected})
    wanted = data.draw(st.sets(st.sampled_from(found.distinct())))
    assert list(found.where(wanted)) == [(row, pair) for row, pair in expected if pair in wanted]
