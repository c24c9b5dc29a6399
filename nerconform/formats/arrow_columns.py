"""Arrow columns: list columns of gold and predicted annotations, read without a Python object for each token.

Arrow knows every distinct tag of a column: its dictionary. Each entry of the dictionary is read once. The indices of
all tokens are compared with that of `O`, and only the other tokens are looked up. So most tokens cost one comparison.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices, distinct
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar_decoding import Alphabet, TagColumn
from nerconform.formats.file_errors import FormatError, IgnoredAlone, MissingColumn, UnknownLabelId
from nerconform.formats.labels import IGNORED_ID, meet, tag_of

Names = Mapping[int, str]
"""The tags that label ids stand for."""
_SIDES = ("gold", "pred")
_NO_LABEL, _UNREAD = -1, -2
"""The number of a label id that says 'no label here', and of what cannot be read."""


class NullInColumn(FormatError):
    """A row, or a member of its list, is null: nobody knows what was meant."""


class WrongColumn(FormatError):
    """A column of an Arrow table does not hold lists of tags, of label ids, or of spans."""


def table_of(data: object) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return a record batch or table of Arrow, or whatever offers its columns as Arrow does. Raises `WrongColumn`."""
    if isinstance(data, pa.Table):
        return data
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if hasattr(data, "__arrow_c_stream__"):
        return pa.table(data)
    if hasattr(data, "__arrow_c_array__"):
        return pa.Table.from_batches([pa.record_batch(data)])
    hint = "Pass a pyarrow.RecordBatch or Table, or a data frame that exports Arrow (Polars, DuckDB, pandas)."
    raise WrongColumn(f"{type(data).__name__} is not an Arrow table", hint=hint)


class ArrowSides(NamedTuple):
    """The columns of gold and prediction, each in its chunks, and the names of label ids if there are any."""

    gold: "ArrowColumn"
    pred: "ArrowColumn"
    names: Names | None

    @classmethod
    def of(cls, data: object, columns: tuple[str, str], names: Names | None) -> "ArrowSides":
        """Return the sides of a table. Raises `MissingColumn`, `WrongColumn`, `NullInColumn`."""
        table = table_of(data)
        gold, pred = (ArrowColumn.of(table, name, side) for name, side in zip(columns, _SIDES, strict=True))
        for column in (gold, pred):
            column.require(names)
        found = cls(gold, pred, names)
        if not found.are_tags and not (gold.holds(pa.types.is_struct) and pred.holds(pa.types.is_struct)):
            hint = "Write both columns as tags, or both as spans."
            raise WrongColumn("one column holds spans and the other does not", hint=hint)
        return found

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return sum(map(len, self.gold.chunks))

    @property
    def are_tags(self) -> bool:
        """Whether both sides hold tags or their ids, not spans."""
        return not (self.gold.holds(pa.types.is_struct) or self.pred.holds(pa.types.is_struct))

    def columns(self, alphabet: Alphabet) -> tuple[TagColumn, TagColumn]:
        """Return the columns of gold and predicted tags.

        Raises `NotServed` where the sides differ in their lengths, `UnknownLabelId`, `IgnoredAlone`, and the errors of
        the alphabet.
        """
        lengths, others = (column.lengths() for column in (self.gold, self.pred))
        if not np.array_equal(lengths, others):
            raise NotServed("the sides differ in their lengths")
        gold, pred = (column.tags(alphabet, self.names) for column in (self.gold, self.pred))
        if self.names is None or not any((numbers == _NO_LABEL).any() for _, numbers in (gold, pred)):
            return TagColumn.at(*gold, lengths), TagColumn.at(*pred, lengths)
        return _labelled(lengths, gold, pred)

    def lists(self) -> tuple[list[Any], list[Any]]:
        """Return both sides as Python has them, for spans and for errors. Raises the errors of labels."""
        gold, pred = (column.lists() for column in (self.gold, self.pred))
        if self.names is None or not self.are_tags:
            return gold, pred
        for row, pair in enumerate(zip(gold, pred, strict=True)):
            tags = [
                tuple(tag_of(one, self.names, f"row {row}, {side}, position {at}") for at, one in enumerate(unit))
                for unit, side in zip(pair, _SIDES, strict=True)
            ]
            gold[row], pred[row], _ = meet(tags[0], tags[1], None, f"row {row}")
        return gold, pred


def documents_of(data: object, name: str) -> tuple[Indices, list[str]]:
    """Return the rows with which a document begins, and its name; rows on end with one name are a document.

    Raises `MissingColumn`, `WrongColumn`, `NullInColumn`.
    """
    table = table_of(data)
    column = table.column(_position(table, name, "documents")).combine_chunks()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not (_is_text(column.type) or pa.types.is_integer(column.type) or pa.types.is_null(column.type)):
        hint = "Name a column of strings or whole numbers: the same on all sentences of a document."
        raise WrongColumn(f"the column {name!r} has the type {column.type}, which cannot name documents", hint=hint)
    if column.null_count:
        hint = "Name the document of each sentence, or leave the row out."
        place = f"row {_first(column.is_null())}, column {name!r}"
        raise NullInColumn("the document is null", place=place, hint=hint)
    codes = column.dictionary_encode().indices.to_numpy(zero_copy_only=False)
    begins = np.flatnonzero(np.diff(codes, prepend=-1))
    return begins, [str(one) for one in column.take(pa.array(begins)).to_pylist()]


def _position(table: Any, name: str, what: str) -> int:  # noqa: ANN401 - pyarrow has no types
    """Return the number of the column of a name. Raises `MissingColumn`."""
    found: list[int] = table.schema.get_all_field_indices(name)
    if len(found) != 1:
        many = "two columns" if found else "no column"
        hint = f"Name one of the columns: {', '.join(table.schema.names)}."
        raise MissingColumn(f"the table has {many} {name!r} for {what}", hint=hint)
    return found[0]


_Tags = tuple[Indices, NDArray[Any]]
"""The places of tags that are not `O`, and their numbers."""


def _labelled(lengths: Indices, gold: _Tags, pred: _Tags) -> tuple[TagColumn, TagColumn]:
    """Return what is left without the tokens at which gold has no label. Raises `IgnoredAlone`."""
    ends = np.cumsum(lengths)
    kept = np.ones(int(lengths.sum()), dtype=np.bool_)
    kept[gold[0][gold[1] == _NO_LABEL]] = False
    alone = pred[0][pred[1] == _NO_LABEL]
    alone = alone[kept[alone]]
    if len(alone):
        hint = "Write a predicted label wherever gold has one; only -100 in gold leaves a position out."
        place = _place(ends, int(alone[0]))
        raise IgnoredAlone("the prediction is -100 where gold has a label", place=place, hint=hint)
    before = np.append(0, np.cumsum(kept))
    left = before[ends] - before[ends - lengths]
    inside = [(places[kept[places]], numbers[kept[places]]) for places, numbers in (gold, pred)]
    first, second = (TagColumn.at(before[places], numbers, left) for places, numbers in inside)
    return first, second


def _place(ends: Indices, token: int) -> str:
    """Return row and position of a token, given the end of each row."""
    row = int(np.searchsorted(ends, token, side="right"))
    return f"row {row}, position {token - int(ends[row - 1] if row else 0)}"


class ArrowColumn(NamedTuple):
    """One list column in its chunks. Each chunk may be a slice, with long or short offsets, and its own dictionary."""

    name: str
    side: str
    type: Any
    chunks: tuple[Any, ...]

    @classmethod
    def of(cls, table: Any, name: str, side: str) -> "ArrowColumn":  # noqa: ANN401 - pyarrow has no types
        """Return the column of a name. Raises `MissingColumn`, `WrongColumn`, `NullInColumn`."""
        column = table.column(_position(table, name, side))
        kind = column.type
        lists = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
        if not any(test(kind) for test in lists) and not pa.types.is_null(kind):
            hint = "Each row is a sentence: a list of tags, of label ids, or of structs with type, start and end."
            raise WrongColumn(f"the column {name!r} is {kind}, not a list", place=side, hint=hint)
        member = pa.null() if pa.types.is_null(kind) else kind.value_type
        whole = cls(name, side, member, tuple(column.chunks))
        whole._require_no_null()
        return whole

    def holds(self, test: Callable[[Any], bool]) -> bool:
        """Whether the members are of a kind that Arrow can test."""
        return test(self.type)

    def require(self, names: Names | None) -> None:
        """Raise `WrongColumn` where the members are nothing that can be read; `names` are those of label ids."""
        place = f"{self.side}, column {self.name!r}"
        if self.holds(pa.types.is_integer):
            if names is None:
                hint = "Pass the tag of each id: labels=['O', 'B-PER', ...], or labels=model.config.id2label."
                raise WrongColumn(
                    "the column holds label ids, and which tag each id means is not given", place=place, hint=hint
                )
            return
        if self.holds(pa.types.is_struct):
            fields = {field.name for field in self.type}
            if {"start", "end"} <= fields and fields & {"type", "label"}:
                return
            hint = "Name the fields of each struct type (or label), start and end."
            raise WrongColumn(
                f"the structs of this column are not spans, their fields are {sorted(fields)}", place=place, hint=hint
            )
        if not (self.holds(_is_text) or self.holds(pa.types.is_null)):
            hint = "Pass lists of strings, of label ids, or of structs with type, start and end."
            raise WrongColumn(f"lists of {self.type} hold no tags", place=place, hint=hint)

    def _require_no_null(self) -> None:
        """Raise `NullInColumn` with the row."""
        first = 0
        for chunk in self.chunks:
            if chunk.null_count:
                raise self._null(f"row {first + _first(chunk.is_null())}")
            values = chunk.flatten()
            if _null_entry(values):  # pyarrow 24 and earlier do not count it as null
                values = values.dictionary_decode()
            if values.null_count:
                place = _place(np.cumsum(_lengths(chunk)), _first(values.is_null()))
                row, _, rest = place.removeprefix("row ").partition(",")
                raise self._null(f"row {first + int(row)},{rest}")
            first += len(chunk)

    def _null(self, place: str) -> NullInColumn:
        hint = "Write O for a token outside entities, and an empty list for a row without tokens; or drop the row."
        return NullInColumn(f"{self.side} is null", place=f"{place}, column {self.name!r}", hint=hint)

    def lengths(self) -> Indices:
        """Return the number of members of each row."""
        return np.concatenate([np.empty(0, dtype=np.int64), *map(_lengths, self.chunks)])

    def tags(self, alphabet: Alphabet, names: Names | None) -> "_Tags":
        """Return the tags of all rows that are not `O`. Raises what the alphabet raises."""
        if len(self.chunks) == 1:
            return _tags(self.chunks[0].flatten(), alphabet, names)
        places, numbers, first = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.uint8)], 0
        for chunk in self.chunks:
            values = chunk.flatten()
            some, found = _tags(values, alphabet, names)
            places.append(some + first)
            numbers.append(found)
            first += len(values)
        return np.concatenate(places), np.concatenate(numbers)

    def lists(self) -> list[Any]:
        """Return every row as a list of Python."""
        return [row for chunk in self.chunks for row in chunk.to_pylist()]


def _is_text(kind: Any) -> bool:  # noqa: ANN401 - pyarrow has no types
    """Whether a type is text, or text in a dictionary."""
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return any(test(kind) for test in tests)


def _null_entry(values: Any) -> bool:  # noqa: ANN401 - pyarrow has no types
    """Whether the dictionary of an array has an entry that is null."""
    return pa.types.is_dictionary(values.type) and bool(values.dictionary.null_count)


def _first(flags: Any) -> int:  # noqa: ANN401 - pyarrow has no types
    """Return where the first flag is set."""
    found: Flags = flags.to_numpy(zero_copy_only=False)
    return int(np.argmax(found))


def _lengths(chunk: Any) -> Indices:  # noqa: ANN401 - pyarrow has no types
    """Return the number of members of each row of a chunk."""
    if pa.types.is_null(chunk.type):
        return np.empty(0, dtype=np.int64)
    return cast("Indices", pc.list_value_length(chunk).to_numpy(zero_copy_only=False).astype(np.int64))


def _tags(values: Any, alphabet: Alphabet, names: Names | None) -> _Tags:  # noqa: ANN401 - pyarrow has no types
    """Return the members of one chunk that are not `O`; each distinct one that occurs is read once."""
    if not len(values):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint8)
    if not pa.types.is_dictionary(values.type):
        if pa.types.is_string_view(values.type):
            values = values.cast(pa.large_string())
        values = values.dictionary_encode()
    indices = values.indices.to_numpy(zero_copy_only=False)
    entries = values.dictionary
    if len(entries) > len(indices):  # a slice of a large table: most entries do not occur
        used = distinct(indices)
        entries, indices = entries.take(pa.array(used)), np.searchsorted(used, indices)
    found = [_entry(value, alphabet.__getitem__, names) for value in entries.to_pylist()]
    table = np.array([_UNREAD if isinstance(one, NerconformError) else one for one in found], dtype=np.int32)
    outside = np.flatnonzero(table == 0).tolist()
    places = np.flatnonzero(indices != outside[0] if len(outside) == 1 else table[indices] != 0)
    indices = indices.take(places)
    numbers: NDArray[Any] = table.take(indices)
    faults = [entry for entry, one in enumerate(found) if isinstance(one, NerconformError)]
    for entry in faults if (numbers == _UNREAD).any() else ():
        if (indices == entry).any():
            raise cast("NerconformError", found[entry])
    return places, numbers


def _entry(value: object, number_of: Callable[[str], int], names: Names | None) -> int | NerconformError:
    """Return the number of an entry of a dictionary; an error that matters only if the entry occurs."""
    try:
        return _number(value, number_of, names)
    except NerconformError as error:
        return error


def _number(value: object, number_of: Callable[[str], int], names: Names | None) -> int:
    """Return the number of a tag or of a label id. Raises `NotServed` for an id without a name."""
    if isinstance(value, str):
        return number_of(value)
    if value == IGNORED_ID:
        return _NO_LABEL
    try:
        return number_of(tag_of(value, names or {}, ""))
    except UnknownLabelId:
        raise NotServed("a label id has no name") from None
