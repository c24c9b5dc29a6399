"""Packaged: files that only a package can read, loaded when one is met: DocBin by spaCy, tables by pyarrow."""

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from nerconform.base.bounds import STDIN
from nerconform.base.errors import NerconformError
from nerconform.formats.byte_files import shown
from nerconform.formats.file_errors import MissingColumn, NeedsPackage, NotAFile, UnreadableFile, WrongForm
from nerconform.formats.json_values import JsonRows, Value
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.source import TextSource
from nerconform.formats.span_json import one_side
from nerconform.formats.stored_files import StoredFile
from nerconform.reference.spans import Span

_BATCH = 1 << 12
"""How many rows of a table are held at once."""


def read_docbin(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the documents of a DocBin; their spans, in tokens, are `doc.ents`, or a group of `doc.spans` that is named.

    Raises `NeedsPackage`, `UnreadableFile`, and `MissingColumn` where no document has such spans or says it has none.
    """
    spacy = _package("spacy", "a DocBin", source.name)
    try:
        docs = import_module("spacy.tokens").DocBin().from_bytes(source.whole())
        found = list(docs.get_docs(spacy.blank("xx").vocab))
    except Exception as error:  # noqa: BLE001 # spaCy says in many ways that it cannot read bytes
        hint = "Write the file again with the spaCy that is installed here: DocBin(docs=docs).to_disk(FILE)."
        raise UnreadableFile(f"spaCy cannot read the file: {error!s:.100}", place=source.name, hint=hint) from None
    group = options.pred_column if side is FileSide.PRED else options.gold_column
    known = sorted({str(key) for doc in found for key in doc.spans})
    if found and not any(doc.has_annotation("ENT_IOB") if group is None else group in doc.spans for doc in found):
        column = "pred" if side is FileSide.PRED else "gold"
        groups = f" Or name a group of spans: --{column}-column {' or '.join(known)}." if known else ""
        hint = f"Set doc.ents in every document before you save it: doc.ents = [] if it has no entity.{groups}"
        where = "doc.ents" if group is None else f"doc.spans[{group!r}]"
        raise MissingColumn(f"{where} was not set in any document of the file", place=source.name, hint=hint)
    for number, doc in enumerate(found, 1):
        entities = doc.ents if group is None else doc.spans.get(group, ())
        spans = tuple([Span(entity.label_, entity.start, entity.end) for entity in entities])
        tokens = tuple([token.text for token in doc])
        yield Record(*one_side(spans, side), tokens=tokens, file=source.name, line=number)


def arrow_rows(source: TextSource) -> JsonRows:
    """Return the rows of a Parquet, Arrow or Feather file, with labels for the ids of which it says the names.

    Raises `NeedsPackage` and `UnreadableFile`.
    """
    arrow = _package("pyarrow", "Parquet or Arrow", source.name)
    plain = source.path != STDIN and source.path.is_file()
    file: Any = str(source.path) if plain and not source.is_compressed else BytesIO(source.whole())
    try:
        if source.head.startswith(b"PAR1"):
            return _parquet_rows(source.name, file)
        data = arrow.OSFile(file) if isinstance(file, str) else file
        if source.head.startswith(b"ARROW1"):
            reader = arrow.ipc.open_file(data)
            batches = (reader.get_batch(number) for number in range(reader.num_record_batches))
            return _rows(source.name, reader.schema, batches)
        stream = arrow.ipc.open_stream(data)
        return _rows(source.name, stream.schema, iter(stream))
    except (arrow.ArrowException, OSError) as error:
        raise _broken(error, source.name) from None


def stored_rows(file: StoredFile, groups: Sequence[int] | None = None, first_row: int = 0) -> JsonRows:
    """Return the rows of a Parquet file by path or URL, or of some row groups, whose first row has this number, from 0.

    Raises what `arrow_rows` raises, and `UnknownStore`.
    """
    arrow = _package("pyarrow", "Parquet", file.name)
    try:
        return _parquet_rows(file.name, file.source(), groups, first_row)
    except (arrow.ArrowException, OSError) as error:
        raise _broken(error, file.name) from None


def _parquet_rows(
    name: str,
    file: Any,  # noqa: ANN401 - what pyarrow opens
    groups: Sequence[int] | None = None,
    first_row: int = 0,
) -> JsonRows:
    """Return the rows of a Parquet file, or of some row groups; an error names the row group."""
    table = import_module("pyarrow.parquet").ParquetFile(file)
    wanted = range(table.num_row_groups) if groups is None else groups
    found = ((f"{name}, row group {group}", table.iter_batches(_BATCH, [group])) for group in wanted)
    batches = chain.from_iterable(_batches(batches, place) for place, batches in found)
    return _rows(name, table.schema_arrow, batches, first_row)


def named_rows(rows: JsonRows, options: ReaderOptions) -> JsonRows:
    """Return rows whose columns of gold, prediction and tokens are named, under the names that the readers know.

    Raises `MissingColumn` with the row where such a column is not there, or null.
    """
    named = {"gold": options.gold_column, "pred": options.pred_column}
    wanted = {side: column for side, column in named.items() if isinstance(column, str)}
    if not wanted:
        return rows
    tokens = options.token_column if isinstance(options.token_column, str) else "tokens"

    def values() -> Iterator[Value]:
        for number, data in rows.rows:
            for side, column in wanted.items():
                if column not in data:
                    hint = (
                        f"Name a column that has a value in this row: --{side}-column with one of "
                        f"{', '.join(map(str, data))}."
                    )
                    message = f"the column {column!r}, which should hold {side}, is missing or null"
                    raise MissingColumn(message, place=f"{rows.name}:{number}", hint=hint)
            unit = {side: data[column] for side, column in wanted.items()}
            yield Value(number, unit | ({"tokens": data[tokens]} if tokens in data else {}))

    return JsonRows(rows.name, values())


def _broken(error: Exception, name: str) -> UnreadableFile:
    """Return the error of a table that is damaged."""
    hint = "Write or copy the file again: it is damaged, or was cut off."
    return UnreadableFile(f"pyarrow cannot read the file: {error!s:.100}", place=name, hint=hint)


def is_dataset_folder(path: Path) -> bool:
    """Whether a folder was written by `datasets.save_to_disk`: one split of it, or all."""
    return (path / "state.json").is_file() or (path / "dataset_dict.json").is_file()


def shards(path: Path) -> list[Path]:
    """Return the files of one split, in order. Raises `NotAFile` where the folder holds several, `WrongForm`."""
    if (path / "dataset_dict.json").is_file():
        names = [one.name for one in sorted(path.iterdir()) if one.is_dir()]
        hint = f"Name the folder of one split: {', '.join(str(path / name) for name in names) or 'there is none'}."
        raise NotAFile("this folder holds several splits of a dataset, and one is needed", place=shown(path), hint=hint)
    try:
        state = json.loads((path / "state.json").read_text(encoding="utf-8"))
        if state.get("_indices_data_files"):
            hint = "Save the rows themselves: dataset.flatten_indices().save_to_disk(FOLDER)."
            raise WrongForm(
                "this folder names rows of another dataset (after select, filter or shuffle), and does not hold them",
                place=shown(path),
                hint=hint,
            )
        return [path / one["filename"] for one in state["_data_files"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise WrongForm(
            "the state.json of this folder names no data files",
            place=shown(path),
            hint="Save the dataset again: dataset.save_to_disk(FOLDER).",
        ) from None


def _rows(name: str, schema: Any, batches: Iterator[Any], first_row: int = 0) -> JsonRows:  # noqa: ANN401 # pyarrow's
    """Return rows as JSON has values, without the fields that are null."""
    labels = _label_names(schema)

    def values() -> Iterator[Value]:
        number = first_row
        for batch in _batches(batches, name):
            for row in _listed(batch, name):
                number += 1
                unit = {key: value for key, value in row.items() if value is not None}
                for key, names in labels.items():
                    if key in unit:
                        unit[key] = _named(unit[key], names)
                yield Value(number, unit)

    return JsonRows(name, values())


def _batches(batches: Iterator[Any], place: str) -> Iterator[Any]:
    """Yield batches. Raises `UnreadableFile` with the place."""
    try:
        yield from batches
    except NerconformError:
        raise
    except (OSError, ValueError, MemoryError) as error:  # those of pyarrow; text that is not UTF-8; a damaged length
        raise _broken(error, place) from None


def _listed(batch: Any, name: str) -> list[Any]:  # noqa: ANN401 - pyarrow has no types
    """Return the rows of a batch. Raises `UnreadableFile` where it is damaged, or its text is not UTF-8."""
    try:
        batch.validate(full=True)  # offsets of a damaged batch lead anywhere
        return list(batch.to_pylist())
    except (ValueError, MemoryError) as error:
        raise _broken(error, name) from None


def _named(label: Any, names: list[str]) -> Any:  # noqa: ANN401 # JSON
    """Return the name of a label id, or those of a list; what has none, such as -100, stays."""
    if isinstance(label, list):
        return [_named(one, names) for one in label]
    return names[label] if isinstance(label, int) and 0 <= label < len(names) else label


def _label_names(schema: Any) -> dict[str, list[str]]:  # noqa: ANN401 # pyarrow's
    """Return the names of the label ids in each column of lists, which `datasets` keeps with a table."""
    text = (schema.metadata or {}).get(b"huggingface", b"{}")
    try:
        features = json.loads(text).get("info", {}).get("features", {})
    except (ValueError, AttributeError):
        return {}
    found = {key: next(_class_names(feature), None) for key, feature in features.items()}
    return {key: names for key, names in found.items() if names}


def _class_names(feature: Any) -> Iterator[list[str]]:  # noqa: ANN401 # JSON
    """Yield the names of the class labels in a feature."""
    if isinstance(feature, dict):
        if feature.get("_type") == "ClassLabel":
            yield feature.get("names") or []
        for value in feature.values():
            yield from _class_names(value)


def _package(name: str, what: str, place: str) -> Any:  # noqa: ANN401 # a module without types
    """Return a package. Raises `NeedsPackage`."""
    try:
        return import_module(name)
    except ImportError:
        extra = {"spacy": "spacy", "pyarrow": "arrow"}[name]
        hint = f"Run: pip install 'nerconform[{extra}]'."
        raise NeedsPackage(f"{what} is read by {name}, which is not installed", place=place, hint=hint) from None
