"""Arrow columns: every layout of a list column says the same, and what cannot be read is refused with its row."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.engines.columnar_decoding import Alphabet
from nerconform.formats.arrow_columns import ArrowColumn, ArrowSides, CodedTags, NullInColumn, WrongColumn
from nerconform.formats.file_errors import IgnoredAlone, MissingColumn, UnknownLabelId
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import LengthsDiffer, UnknownPrefix
from nerconform.reference.tags import parser

TAGS = ["O", "B-PER", "I-PER", "B-LOC"]
GOLD = [["B-PER", "I-PER", "O"], [], ["B-LOC", "O"], ["O", "B-PER"]]
PRED = [["B-PER", "O", "O"], [], ["B-LOC", "O"], ["B-LOC", "B-PER"]]
EXPECTED = nc.evaluate(GOLD, PRED)
DICTIONARY = pa.dictionary(pa.int32(), pa.string())


def column(rows: list[list[str]], layout: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the rows in a layout of Arrow."""
    kinds = {
        "list of string": pa.list_(pa.string()),
        "large list of large string": pa.large_list(pa.large_string()),
        "list of string view": pa.list_(pa.string_view()),
    }
    if layout in kinds:
        return pa.chunked_array([pa.array(rows, kinds[layout])])
    if layout == "slice":
        return pa.chunked_array([pa.array([["B-BAD", "?"], *rows, ["B-BAD"]], kinds["list of string"])[1:-1]])
    if layout == "dictionary":
        return pa.chunked_array([dictionary(rows, TAGS)])
    if layout == "dictionary with entries that do not occur":
        return pa.chunked_array([dictionary(rows, ["?", *TAGS, "Q-X", ""])])
    if layout == "slice of a dictionary with a null":
        return pa.chunked_array([dictionary([["B-PER"], *rows], [None, *TAGS])[1:]])
    assert layout == "two chunks with two dictionaries"
    return pa.chunked_array([dictionary(rows[:2], TAGS), dictionary(rows[2:], TAGS[::-1])])


def dictionary(rows: Sequence[Sequence[str | None]], tags: Sequence[str | None]) -> Any:  # noqa: ANN401 - pyarrow has no types
    ends = [0]
    for row in rows:
        ends.append(ends[-1] + len(row))
    indices = pa.array([tags.index(tag) for row in rows for tag in row], pa.int32())
    return pa.ListArray.from_arrays(ends, pa.DictionaryArray.from_arrays(indices, pa.array(tags)))


LAYOUTS = [
    "list of string",
    "large list of large string",
    "list of string view",
    "slice",
    "dictionary",
    "dictionary with entries that do not occur",
    "slice of a dictionary with a null",
    "two chunks with two dictionaries",
]


@pytest.mark.parametrize("gold", LAYOUTS)
@pytest.mark.parametrize("pred", LAYOUTS)
def test_every_layout_counts_the_same(gold: str, pred: str) -> None:
    batch = pa.table({"g": column(GOLD, gold), "p": column(PRED, pred)})
    assert nc.tally_arrow(batch, "g", "p").evaluation() == EXPECTED


def test_a_fixed_size_list_is_a_list() -> None:
    kind = pa.list_(pa.string(), 2)
    batch = pa.table({"gold": pa.array(GOLD[2:], kind), "pred": pa.array(PRED[2:], kind)})
    assert nc.tally_arrow(batch).evaluation() == nc.evaluate(GOLD[2:], PRED[2:])
    assert nc.tally_arrow(batch.slice(1)).evaluation() == nc.evaluate(GOLD[3:], PRED[3:])


def test_a_column_of_no_rows_may_have_no_type() -> None:
    batch = pa.table({"gold": pa.nulls(0), "pred": pa.nulls(0)})
    assert nc.tally_arrow(batch).units == 0
    batch = pa.table({"gold": pa.chunked_array([pa.nulls(0)]), "pred": pa.chunked_array([pa.nulls(0)])})
    assert nc.tally_arrow(batch).units == 0
    sides = ArrowSides.of(batch, ("gold", "pred"), None)
    assert (len(sides.gold.chunks), sides.rows) == (1, 0)
    assert [column.lengths().tolist() for column in (sides.gold, sides.pred)] == [[], []]


def test_the_entries_of_three_dictionaries_can_be_more_than_their_numbers_hold() -> None:
    kind = pa.list_(pa.dictionary(pa.int8(), pa.string()))
    rows = [[f"B-T{number}" for number in range(first, first + 100)] for first in (0, 50, 100)]
    gold = pa.chunked_array([pa.array([row], kind) for row in rows])
    pred = pa.chunked_array([pa.array([["O", *row[1:]]], kind) for row in rows])
    counts = nc.tally_arrow(pa.table({"gold": gold, "pred": pred})).evaluation().counts
    assert counts.as_tuple() == (297, 0, 0, 3, 0)


def test_a_column_may_have_more_tags_than_a_byte_has_values() -> None:
    row = ["O", *(f"B-T{number}" for number in range(300))]
    counts = nc.tally_arrow(pa.table({"gold": [row], "pred": [[*row[:-1], "O"]]})).evaluation().counts
    assert counts.as_tuple() == (299, 0, 0, 1, 0)


def test_columns_of_empty_rows_have_no_tags() -> None:
    assert nc.tally_arrow(pa.table({"gold": [[], []], "pred": [[], []]})).units == 2


class Exported:
    """A data frame of another library, which hands its columns over as Arrow does."""

    def __init__(self, table: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:  # noqa: D105 - Arrow's protocol
        return self.table.__arrow_c_stream__(requested_schema)


class ExportedBatch:
    """A batch of another library, which hands over its arrays as Arrow does."""

    def __init__(self, batch: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self.batch = batch

    def __arrow_c_array__(self, requested_schema: object = None) -> object:  # noqa: D105 - Arrow's protocol
        return self.batch.__arrow_c_array__(requested_schema)


def test_what_exports_arrow_is_a_batch() -> None:
    table = pa.table({"gold": GOLD, "pred": PRED})
    assert nc.tally_arrow(Exported(table)).evaluation() == EXPECTED
    assert nc.tally_arrow(table.to_batches()[0]).evaluation() == EXPECTED
    assert nc.tally_arrow(ExportedBatch(table.to_batches()[0])).evaluation() == EXPECTED


def ids(rows: list[list[str]], fill: int | None = None) -> list[list[int]]:
    return [[*map(TAGS.index, row), *([] if fill is None else [fill])] for row in rows]


@pytest.mark.parametrize("labels", [TAGS, dict(enumerate(TAGS)), {str(n): tag for n, tag in enumerate(TAGS)}])
def test_label_ids_are_tags(labels: Any) -> None:  # noqa: ANN401 - any form of labels
    batch = pa.table({"gold": ids(GOLD), "pred": ids(PRED)})
    assert nc.tally_arrow(batch, labels=labels).evaluation() == EXPECTED


@given(st.lists(st.sampled_from(["int8", "int64", "uint16"]), min_size=2, max_size=2), st.integers(0, 3))
def test_a_token_without_a_gold_label_is_left_out_whatever_is_predicted_there(kinds: list[str], filler: int) -> None:
    gold, pred = (pa.type_for_alias("int16" if kind == "uint16" else kind) for kind in kinds)
    batch = pa.table(
        {"gold": pa.array(ids(GOLD, -100), pa.list_(gold)), "pred": pa.array(ids(PRED, filler), pa.list_(pred))}
    )
    assert nc.tally_arrow(batch, labels=TAGS).evaluation() == EXPECTED


def test_lists_of_spans_are_those_of_both_sides() -> None:
    gold = [[{"type": "X", "start": 0, "end": 2}], []]
    pred = [[{"type": "X", "start": 0, "end": 2}, {"type": "Y", "start": 3, "end": 4}], []]
    table = pa.table({"gold": gold, "pred": pred})
    assert ArrowSides.of(table, ("gold", "pred"), None).lists() == (gold, pred)
    assert ArrowSides.of(table, ("gold", "pred"), {0: "O"}).lists() == (gold, pred)
    counts = nc.tally_arrow(table).evaluation().counts
    assert counts.as_tuple() == (1, 0, 0, 0, 1)


def test_lists_of_label_ids_are_tags_without_what_gold_leaves_out() -> None:
    table = pa.table({"gold": [[0, 1, -100], [-100], []], "pred": [[0, 3, 2], [0], []]})
    names = dict(enumerate(TAGS))
    lists = ArrowSides.of(table, ("gold", "pred"), names).lists()
    assert lists == ([("O", "B-PER"), (), ()], [("O", "B-LOC"), (), ()])


def test_what_stands_on_both_sides_of_a_token_without_a_label_is_side_by_side() -> None:
    """The ids are those of TAGS: B-PER, none, I-PER are one entity of two tokens, and the second row has none."""
    gold, pred = [[0, 1, -100, 2], [-100, 3], [-100]], [[0, 1, 3, 2], [1, 0], [2]]
    found = nc.tally_arrow(pa.table({"gold": gold, "pred": pred}), labels=TAGS)
    assert found.evaluation() == nc.evaluate(
        [["O", "B-PER", "I-PER"], ["B-LOC"], []], [["O", "B-PER", "I-PER"], ["O"], []]
    )
    assert found.evaluation().counts.as_tuple() == (1, 0, 0, 1, 0)


class Asked(dict[str, int]):
    """An alphabet that numbers whatever it is asked for, in that order."""

    def __missing__(self, tag: str) -> int:
        """Return a new number."""
        return self.setdefault(tag, len(self))


def test_each_entry_that_occurs_is_asked_for_once() -> None:
    alphabet = Asked()
    values = pa.DictionaryArray.from_arrays(pa.array([4, 2], pa.int32()), pa.array(["O", *"abcdef"]))
    found = CodedTags.of(values, alphabet, None)  # type: ignore[arg-type] # it has what is asked for
    assert (list(alphabet), found.at(np.array([0, 1])).tolist()) == (["b", "d"], [1, 0])
    alphabet = Asked()
    found = CodedTags.of(pa.array([1, 0, 1, -100]), alphabet, {0: "O", 1: "B-X"})  # type: ignore[arg-type] # as above
    assert list(alphabet) == ["B-X", "O"]
    assert found.at(np.arange(4)).tolist() == [0, 1, 0, -1]
    assert not found.faults


REFUSED: list[tuple[Any, Any, type[nc.NerconformError], str]] = [
    ([["O"], None], [["O"], ["O"]], NullInColumn, "row 1, column 'gold'"),
    ([["O"], ["O"]], [["O"], None], NullInColumn, "row 1, column 'pred'"),
    ([["O"], ["O", "O"]], [["O"], ["O", None]], NullInColumn, "row 1, position 1, column 'pred'"),
    ([["O"], ["O", "O"]], [["O"], ["O"]], LengthsDiffer, "row 1"),
    ([["O"], ["O", "Q-X"]], [["O"], ["O", "O"]], UnknownPrefix, "gold, row 1, position 1"),
    ([1], [1], WrongColumn, "not lists"),
    ([[0]], [[0]], WrongColumn, "their tags are not given"),
    ([[0.5]], [[0.5]], WrongColumn, "values of type double, not tags or spans"),
    ([[{"a": 1}]], [[{"a": 1}]], WrongColumn, "not spans"),
    ([["O"]], [[{"type": "X", "start": 0, "end": 1}]], WrongColumn, "one holds spans"),
    ([[{"type": "X", "start": 0, "end": 1}]], [["O"]], WrongColumn, "one holds spans"),
    ([[{"start": 0, "end": 1}]], [[{"start": 0, "end": 1}]], WrongColumn, "not spans"),
    ([[{"type": "X", "start": 0}]], [[{"type": "X", "start": 0}]], WrongColumn, "not spans"),
]


@pytest.mark.parametrize(("gold", "pred", "error", "words"), REFUSED)
def test_what_cannot_be_read_is_refused_with_its_row(
    gold: Any,  # noqa: ANN401 - any data
    pred: Any,  # noqa: ANN401 - any data
    error: type[nc.NerconformError],
    words: str,
) -> None:
    with pytest.raises(error, match=words):
        nc.tally_arrow(pa.table({"gold": gold, "pred": pred}))


def test_rows_are_counted_through_all_chunks() -> None:
    first, second = pa.table({"gold": GOLD, "pred": PRED}), pa.table({"gold": [["O", None]], "pred": [["O", "O"]]})
    with pytest.raises(NullInColumn, match="row 4, position 1"):
        nc.tally_arrow(pa.concat_tables([first, second]))


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_tag_that_cannot_be_read_is_found_in_its_chunk(at: int) -> None:
    rows = [["O", "B-X", "I-X"], ["B-Y", "O"], ["O", "B-X", "O"]]
    wrong = [[*row[:-1], "Q-X"] if number == at else row for number, row in enumerate(rows)]
    gold = pa.chunked_array([pa.array([row]) for row in wrong])
    with pytest.raises(UnknownPrefix, match=f"gold, row {at}, position {len(rows[at]) - 1}"):
        nc.tally_arrow(pa.table({"gold": gold, "pred": rows}))
    column = ArrowColumn.of(pa.table({"gold": gold}), "gold", "gold").coded(Alphabet(parser(NAMED["semeval"])), None)
    with pytest.raises(UnknownPrefix):
        column.at(np.arange(8))
    fine = [place for place in range(8) if place != [2, 4, 7][at]]
    assert (column.at(np.array(fine)) >= 0).all()


def test_a_null_of_a_dictionary_that_occurs_is_refused() -> None:
    batch = pa.table({"gold": dictionary([["O"], ["O", None]], ["O", None]), "pred": [["O"], ["O", "O"]]})
    with pytest.raises(NullInColumn, match="row 1, position 1"):
        nc.tally_arrow(batch)


@pytest.mark.parametrize(
    ("gold", "pred", "error", "words"),
    [
        ([[0], [0, 9]], [[0], [0, 0]], UnknownLabelId, "row 1, gold, position 1"),
        ([[0], [0, 1]], [[0], [0, -100]], IgnoredAlone, "row 1, position 1"),
        ([[0], [0, -100]], [[0], [0]], LengthsDiffer, "row 1"),
    ],
)
def test_label_ids_are_refused_with_their_row(
    gold: list[list[int]], pred: list[list[int]], error: type[nc.NerconformError], words: str
) -> None:
    with pytest.raises(error, match=words):
        nc.tally_arrow(pa.table({"gold": gold, "pred": pred}), labels=TAGS)


@pytest.mark.parametrize("columns", [("gold", "other"), ("gold", "twice")])
def test_a_column_is_there_once(columns: tuple[str, str]) -> None:
    batch = pa.table([pa.array(GOLD), pa.array(PRED), pa.array(PRED)], names=["gold", "twice", "twice"])
    with pytest.raises(MissingColumn, match="The table has these columns: gold, twice, twice"):
        nc.tally_arrow(batch, *columns)


def test_what_is_not_a_table_is_refused() -> None:
    with pytest.raises(WrongColumn, match="list is not an Arrow table"):
        nc.tally_arrow([1])
