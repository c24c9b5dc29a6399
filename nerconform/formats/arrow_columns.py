"""Arrow columns: list columns of gold and predicted annotations, read without a Python object for each token.

Arrow knows every distinct tag of a column: its dictionary. Each entry of the dictionary is read once. The indices of
all tokens are compared with that of `O`, and only the other tokens are looked up. So most tokens cost one comparison.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from nerconform.base.errors import NerconformError
from nerconform.engines.arrays import Flags, Indices, distinct
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar_decoding import Alphabet, Numbers, TagColumn, look_up
from nerconform.formats.file_errors import FormatError, IgnoredAlone, MissingColumn, UnknownLabelId
from nerconform.formats.labels import IGNORED_ID, meet, tag_of

Names = Mapping[int, str]
"""The tags that label ids stand for."""
_SIDES = ("gold", "pred")
_NO_LABEL, _UNREAD = -1, -2
"""The number of a label id that says 'no label here', and of what cannot be read."""
_BYTE_VALUES = 256


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
            hint = "Write both columns as lists of tags, or both as lists of spans."
            raise WrongColumn("of the gold and the prediction column, one holds spans and one holds tags", hint=hint)
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
        coded = [column.coded(alphabet, self.names) for column in (self.gold, self.pred)]
        places = np.flatnonzero(coded[0].inside | coded[1].inside)
        gold, pred = (column.at(places) for column in coded)
        if self.names is None or not any((numbers == _NO_LABEL).any() for numbers in (gold, pred)):
            return TagColumn.at(places, gold, lengths), TagColumn.at(places, pred, lengths)
        return _labelled(lengths, places, gold, pred)

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
        hint = (
            "Name a column that holds one string or whole number for each document: --document COLUMN, in Python "
            "document='COLUMN'."
        )
        raise WrongColumn(
            f"the column {name!r} holds values of type {column.type}, which cannot name documents", hint=hint
        )
    if column.null_count:
        hint = "Write the name of the document in this row. Or remove the row."
        place = f"row {_first(column.is_null())}, column {name!r}"
        raise NullInColumn("the column of documents has no value in this row (null)", place=place, hint=hint)
    codes = column.dictionary_encode().indices.to_numpy(zero_copy_only=False)
    begins = np.flatnonzero(np.diff(codes, prepend=-1))
    return begins, [str(one) for one in column.take(pa.array(begins)).to_pylist()]


def _position(table: Any, name: str, what: str) -> int:  # noqa: ANN401 - pyarrow has no types
    """Return the number of the column of a name. Raises `MissingColumn`."""
    found: list[int] = table.schema.get_all_field_indices(name)
    if len(found) != 1:
        many = "two columns" if found else "no column"
        hint = (
            f"The table has these columns: {', '.join(table.schema.names)}. Name the one that holds {what}, or add it."
        )
        raise MissingColumn(f"the table has {many} {name!r}, which should hold {what}", hint=hint)
    return found[0]


def _labelled(lengths: Indices, places: Indices, gold: Numbers, pred: Numbers) -> tuple[TagColumn, TagColumn]:
    """Return what is left without the tokens at which gold has no label. Raises `IgnoredAlone`."""
    ends = np.cumsum(lengths)
    labelled = gold != _NO_LABEL
    alone = places[labelled & (pred == _NO_LABEL)]
    if len(alone):
        hint = "Write a predicted label wherever gold has a label. Only a gold label of -100 leaves a position out."
        place = _place(ends, int(alone[0]))
        raise IgnoredAlone("the prediction is -100 where gold has a label", place=place, hint=hint)
    kept = np.ones(int(lengths.sum()), dtype=np.bool_)
    kept[places[~labelled]] = False
    before = np.append(0, np.cumsum(kept))
    left = before[ends] - before[ends - lengths]
    places = before[places[labelled]]
    return TagColumn.at(places, gold[labelled], left), TagColumn.at(places, pred[labelled], left)


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
            hint = (
                "Write one list for each sentence: a list of tags, of label ids, or of structs with type, start "
                "and end."
            )
            raise WrongColumn(f"the column holds {kind} values, not lists", place=f"{side}, column {name!r}", hint=hint)
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
                hint = "Say which tag each id means: --id2label config.json, in Python labels=['O', 'B-PER', ...]."
                raise WrongColumn("the column holds label ids, and their tags are not given", place=place, hint=hint)
            return
        if self.holds(pa.types.is_struct):
            fields = {field.name for field in self.type}
            if {"start", "end"} <= fields and fields & {"type", "label"}:
                return
            hint = "Give each struct the fields type (or label), start and end."
            raise WrongColumn(
                f"the structs of this column are not spans: their only fields are {sorted(fields)}",
                place=place,
                hint=hint,
            )
        if not (self.holds(_is_text) or self.holds(pa.types.is_null)):
            hint = "Write lists of tags, of label ids, or of structs with type, start and end."
            message = f"the lists of this column hold values of type {self.type}, not tags or spans"
            raise WrongColumn(message, place=place, hint=hint)

    def _require_no_null(self) -> None:
        """Raise `NullInColumn` with the row."""
        first = 0
        for chunk in self.chunks:
            if chunk.null_count:
                raise self._null(f"row {first + _first(chunk.is_null())}")
            values = _members(chunk)
            if _null_entry(values):  # pyarrow 24 and earlier do not count it as null
                values = values.dictionary_decode()
            if values.null_count:
                place = _place(np.cumsum(_lengths(chunk)), _first(values.is_null()))
                row, _, rest = place.removeprefix("row ").partition(",")
                raise self._null(f"row {first + int(row)},{rest}")
            first += len(chunk)

    def _null(self, place: str) -> NullInColumn:
        hint = "Write O for a token outside entities, and an empty list for a row without tokens. Or remove the row."
        return NullInColumn(f"{self.side} is null", place=f"{place}, column {self.name!r}", hint=hint)

    def lengths(self) -> Indices:
        """Return the number of members of each row."""
        return np.concatenate([np.empty(0, dtype=np.int64), *map(_lengths, self.chunks)])

    def coded(self, alphabet: Alphabet, names: Names | None) -> "CodedTags":
        """Return the tags of all rows. Raises what the alphabet raises."""
        return CodedTags.joined([CodedTags.of(_members(chunk), alphabet, names) for chunk in self.chunks])

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
    if pa.types.is_fixed_size_list(chunk.type):
        return np.full(len(chunk), chunk.type.list_size)
    found: Indices = np.diff(_integers(chunk.offsets)).astype(np.int64)
    return found


def _members(chunk: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the members of all rows of a chunk without null rows; it may be a slice, and `values` are never one."""
    if pa.types.is_null(chunk.type):
        return chunk
    if pa.types.is_fixed_size_list(chunk.type):
        size = chunk.type.list_size
        return chunk.values.slice(chunk.offset * size, len(chunk) * size)
    offsets = _integers(chunk.offsets)
    return chunk.values.slice(offsets[0], offsets[-1] - offsets[0])


def _integers(array: Any) -> NDArray[Any]:  # noqa: ANN401 - pyarrow has no types
    """Return an array of Arrow without nulls. `to_numpy` does, too, once it has loaded pandas if that is installed."""
    found = np.frombuffer(array.buffers()[1], dtype=str(array.type))
    return found[array.offset : array.offset + len(array)]


class CodedTags(NamedTuple):
    """Tags by their entries in a dictionary, of which each is read once."""

    entries: NDArray[Any]
    """The entry of each token."""
    inside: Flags
    """Whether the tag of a token is not `O`."""
    numbers: list[int]
    """The number of each entry in an alphabet, `_UNREAD` of one that cannot be read."""
    faults: dict[int, NerconformError]
    """Why an entry cannot be read; it matters only if the entry occurs."""

    @classmethod
    def of(cls, values: Any, alphabet: Alphabet, names: Names | None) -> "CodedTags":  # noqa: ANN401 - pyarrow has no types
        """Return the tags of one chunk."""
        if not len(values):
            return _NO_TAGS
        if not pa.types.is_dictionary(values.type):
            if pa.types.is_string_view(values.type):
                values = values.cast(pa.large_string())
            values = values.dictionary_encode()
        indices, entries = _integers(values.indices), values.dictionary
        if len(entries) > len(indices):  # a slice of a large table: most entries do not occur
            used = distinct(indices)
            entries, indices = entries.take(pa.array(used)), np.searchsorted(used, indices)
        found = [_entry(value, alphabet.__getitem__, names) for value in entries.to_pylist()]
        faults = {entry: one for entry, one in enumerate(found) if isinstance(one, NerconformError)}
        numbers = [_UNREAD if isinstance(one, NerconformError) else one for one in found]
        if len(numbers) <= _BYTE_VALUES:
            indices = indices.astype(np.uint8)
        inside = indices != numbers.index(0) if numbers.count(0) == 1 else look_up(indices, numbers) != 0
        return cls(indices, inside, numbers, faults)

    @classmethod
    def joined(cls, parts: "Sequence[CodedTags]") -> "CodedTags":
        """Return the tags of all chunks, with one dictionary after the other."""
        if len(parts) == 1:
            return parts[0]
        parts = [_NO_TAGS, *parts]
        firsts = list(accumulate((len(part.numbers) for part in parts[:-1]), initial=0))
        return cls(
            np.concatenate([part.entries.astype(np.int64) + first for part, first in zip(parts, firsts, strict=True)]),
            np.concatenate([part.inside for part in parts]),
            [number for part in parts for number in part.numbers],
            {first + at: one for part, first in zip(parts, firsts, strict=True) for at, one in part.faults.items()},
        )

    def at(self, places: Indices) -> Numbers:
        """Return the numbers of the tags at these places, which are all that are not `O`, or more.

        Raises what an entry deserves.
        """
        entries = self.entries.take(places)
        numbers = look_up(entries, self.numbers or [0])
        if self.faults and (numbers == _UNREAD).any():
            raise next(error for entry, error in self.faults.items() if (entries == entry).any())
        return numbers


_NO_TAGS = CodedTags(np.empty(0, dtype=np.uint8), np.empty(0, dtype=np.bool_), [], {})


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
