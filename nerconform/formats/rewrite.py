"""Rewrite: the tags of a file replaced, and everything else as it was, to the last byte."""

import codecs
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from nerconform.base.whole_files import replacing
from nerconform.formats.byte_files import shown
from nerconform.formats.column_edits import rewrite_columns, rewrite_treebank
from nerconform.formats.conll import ColumnReader
from nerconform.formats.conllu import read_conllu
from nerconform.formats.detect import format_of
from nerconform.formats.file_errors import CannotExpress, NoTags
from nerconform.formats.huggingface import LabelReader, read_huggingface
from nerconform.formats.json_values import gap
from nerconform.formats.jsonl import read_jsonl, wanted
from nerconform.formats.labels import IGNORED_ID
from nerconform.formats.read import no_units
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide, Record, Retag, Retagged
from nerconform.formats.source import TextSource

_DECODER = json.JSONDecoder()


class Place(NamedTuple):
    """A value, and the characters of the text that are it."""

    start: int
    end: int
    value: Any


def place_at(text: str, at: int = 0) -> Place:
    """Return the value that begins here, or after white space. Raises `ValueError` where there is no whole one."""
    start = gap(text, at)
    value, end = _DECODER.raw_decode(text, start)
    return Place(start, end, value)


def members(text: str, start: int) -> Iterator[Place]:
    """Yield the members of the list that begins here, each when it is asked for."""
    at = gap(text, start + 1)
    while text[at] != "]":
        member = place_at(text, at)
        yield member
        at = _after(text, member.end)


def fields(text: str, start: int) -> Iterator[tuple[str, Place]]:
    """Yield the keys and values of the object that begins here."""
    at = gap(text, start + 1)
    while text[at] != "}":
        key = place_at(text, at)
        value = place_at(text, gap(text, key.end) + len(":"))
        yield key.value, value
        at = _after(text, value.end)


def _after(text: str, at: int) -> int:
    """Return the place after white space and a comma, if there is one."""
    at = gap(text, at)
    return gap(text, at + 1) if text[at] == "," else at


Keys = Callable[[Mapping[str, Any]], Mapping[str, str]]
"""An object in, the key of each side (`gold`, `pred`) out: none where the object is no unit and holds none."""
Lists = Mapping[str, list[Place]]
"""The labels of each side of a unit, and where they stand."""
_Edit = tuple[int, int, str]


def rewrite_json(units: Iterator[Retagged], lines: Iterator[str], keys: Keys, *, bare: bool) -> Iterator[str]:
    """Yield the text, a line at a time; where a value spans lines, all of it at once.

    `units` are those of the reader of the format; `bare` says that a list of labels is a unit, too. Raises
    `CannotExpress`.
    """
    found = _found(lines, keys, bare=bare)
    text = ""
    edits: list[_Edit] = []
    for unit in units:
        for one in found:
            if not isinstance(one, str):
                edits += _edits(text, one, unit)
                break
            yield _edited(text, edits)
            text, edits = one, []
    yield _edited(text, edits)
    yield from lines


def _found(lines: Iterator[str], keys: Keys, *, bare: bool) -> Iterator[str | Lists]:
    """Yield each text that holds values, a line or all that is left, and then the units in it.

    It goes no further than it is asked to, for what lies after the last unit has not been read yet.
    """
    for line in lines:
        text = line
        tops: Iterator[Place] = iter(())
        if not line.isspace():
            try:
                tops = iter([place_at(line)])
            except ValueError:
                text = line + "".join(lines)
                tops = _tops(text)
        yield text
        for top in tops:
            yield from _lists(text, top, keys, bare=bare)


def _tops(text: str) -> Iterator[Place]:
    """Yield the members of the list that a text is, or the one value."""
    start = gap(text, 0)
    return members(text, start) if text[start] == "[" else iter([place_at(text)])


def _lists(text: str, place: Place, keys: Keys, *, bare: bool) -> Iterator[Lists]:
    """Yield the units of a value: an object, a list of labels, or a list of either."""
    if isinstance(place.value, list):
        if bare and _is_labels(place):
            yield {"gold": list(members(text, place.start))}
            return
        for member in members(text, place.start):
            yield from _lists(text, member, keys, bare=bare)
        return
    places = dict(fields(text, place.start))
    sides = {side: places[key] for side, key in keys(place.value).items()}
    if sides and all(map(_is_labels, sides.values())):
        yield {side: list(members(text, one.start)) for side, one in sides.items()}
    elif sides:
        columns = [members(text, one.start) for one in sides.values()]
        for row in zip(*columns, strict=True):
            yield {side: list(members(text, one.start)) for side, one in zip(sides, row, strict=True)}


def _is_labels(place: Place) -> bool:
    """Whether a list holds labels or ids, and no further lists."""
    return not any(isinstance(one, list | dict) for one in place.value)


def _edits(text: str, lists: Lists, unit: Retagged) -> Iterator[_Edit]:
    """Yield what is to be replaced for a unit; where gold has no label, -100, both sides stay as they are."""
    ignored = {position for position, place in enumerate(lists["gold"]) if place.value == IGNORED_ID}
    for side, tags in (("gold", unit.gold), ("pred", unit.pred)):
        if tags is None:
            continue
        places = [place for position, place in enumerate(lists[side]) if position not in ignored]
        for place, tag in zip(places, tags, strict=True):
            if not isinstance(place.value, str):
                message = (
                    f"the sentence has label ids ({place.value}) instead of tags, and `convert` "
                    "cannot know the ids of the tags that it would write"
                )
                hint = (
                    "Replace the ids by their tags, such as B-PER, before you convert. Give the new tags ids "
                    "afterwards."
                )
                raise CannotExpress(message, place=unit.record.place(), hint=hint)
            if place.value != tag:
                quoted = json.dumps(tag, ensure_ascii=text[place.start : place.end].isascii())
                yield place.start, place.end, quoted


def _edited(text: str, edits: list[_Edit]) -> str:
    """Return a text in which these parts are replaced."""
    parts = []
    at = 0
    for start, end, new in sorted(edits):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


class Echo:
    """What a source has read, line by line and with the ends of lines, so that it can be written again."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._texts: deque[str] = deque()
        self._begun = False
        self.mark = ""
        """The byte-order mark with which the text begins, if it does; it belongs to no line."""

    def add(self, text: str) -> None:
        """Take the next piece of the file."""
        if text and not self._begun:
            self._begun = True
            rest = text.removeprefix("\ufeff")
            self.mark, text = text[: len(text) - len(rest)], rest
        self._texts.append(text)

    def lines(self) -> Iterator[str]:
        """Yield the lines that the reader has seen; one without an end is the last of the file."""
        pending: list[str] = []
        while self._texts:
            whole, end, rest = self._texts.popleft().rpartition("\n")
            if end:
                yield from [f"{line}\n" for line in ("".join(pending) + whole).split("\n")]
                pending.clear()
            pending.append(rest)
        if rest := "".join(pending):
            yield rest


SPANS = (
    "Spans have no scheme, so there is nothing to convert. To write spans as tags in Python: "
    "nc.encode(spans, length, scheme)."
)
"""What to do with a file without tags."""
_MAX_BYTES_IN_MEMORY = 1 << 22
_WITH_MARK = {
    "utf-8-sig": [(codecs.BOM_UTF8, "utf-8")],
    "utf-16": [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
    "utf-32": [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")],
}
"""The encodings that take a byte-order mark away: what they are after each mark."""


def rewrite(path: Path, target: Path | BinaryIO, options: ReaderOptions, retag: Retag) -> None:
    """Write a file again, to a file or a stream, with the tags that `retag` gives for each unit.

    Nothing is written before all of it is done; `target` may be the file itself. CoNLL and JSON Lines stream: memory
    does not grow with the file. Raises `FormatError` or another `NerconformError`, each with file and line, `NoTags`
    for a format that holds spans, `CannotExpress` where a tag cannot stand in the format, and whatever `retag` raises.
    """
    echo = Echo()
    with TextSource(path, options.encoding, echo.add) as source:
        if source.is_compressed and isinstance(target, Path) and target.exists() and target.samefile(path):
            hint = "Give another file for the output: --output FILE. It is written as plain text."
            raise CannotExpress(
                "the input is compressed, and convert cannot write compressed text back into it",
                place=source.name,
                hint=hint,
            )
        encoding, mark = _as_written(source)
        texts = _marked(_texts(source, options, echo, retag), mark, echo)
        if isinstance(target, Path) and (target.is_file() or not target.exists()):
            _to_file(texts, target.resolve() if target.is_symlink() else target, encoding)
            return
        with SpooledTemporaryFile(_MAX_BYTES_IN_MEMORY) as spool:
            _write(texts, cast("BinaryIO", spool), encoding, path)
            spool.seek(0)
            _deliver(cast("BinaryIO", spool), target)


def _as_written(source: TextSource) -> tuple[str, str]:
    """Return the encoding in which a text comes out as it was read, and the byte-order mark that was taken away."""
    name = codecs.lookup(source.encoding).name
    orders = _WITH_MARK.get(name)
    if orders is None:
        return name, ""
    for mark, encoding in orders:
        if source.head.startswith(mark):
            return encoding, "\ufeff"
    return orders[0][1], ""  # UTF-8: UTF-16 and UTF-32 without a mark are refused where they are read


def _marked(texts: Iterator[str], mark: str, echo: Echo) -> Iterator[str]:
    """Yield texts after the byte-order mark of the file, which is known when the first one is."""
    first = next(texts, "")
    yield f"{mark}{echo.mark}{first}"
    yield from texts


def _texts(source: TextSource, options: ReaderOptions, echo: Echo, retag: Retag) -> Iterator[str]:
    """Yield the new text of a file, piece by piece. Raises `NoTags`, `NoUnits`, `CannotExpress`."""
    kind = format_of(source, options)
    units = 0

    def retagged(records: Iterator[Record]) -> Iterator[Retagged]:
        nonlocal units
        for record in records:
            units += 1
            yield retag(record)

    match kind:
        case FileFormat.CONLL:
            reader = ColumnReader(source, options, FileSide.BOTH)
            yield from rewrite_columns(reader, retagged(reader.records()), echo.lines(), reader.options)
        case FileFormat.JSONL:
            records = retagged(read_jsonl(source, options, FileSide.BOTH))
            yield from rewrite_json(records, echo.lines(), partial(_jsonl_keys, options), bare=False)
        case FileFormat.HUGGINGFACE:
            labels = LabelReader(source.name, options, FileSide.BOTH)
            records = retagged(read_huggingface(source, options, FileSide.BOTH))
            yield from rewrite_json(records, echo.lines(), lambda unit: labels.keys(unit, source.name), bare=True)
        case FileFormat.CONLLU:
            records = retagged(read_conllu(source, options, FileSide.BOTH))
            yield from rewrite_treebank(records, echo.lines(), options)
        case FileFormat.ARROW:
            hint = "Convert each row in Python, nc.convert(tags, 'IOB2', 'BIOES'), and write the table yourself."
            raise NoTags("convert does not write Parquet or Arrow tables", place=source.name, hint=hint)
        case _:
            raise NoTags(f"the format {kind} has spans, not tags", place=source.name, hint=SPANS)
    if not units:
        raise no_units(source, kind)


def _jsonl_keys(options: ReaderOptions, unit: Mapping[str, Any]) -> dict[str, str]:
    """Return the key of each side."""
    return {side: key for key, side in wanted(unit, FileSide.BOTH, "", options).items()}


def _write(texts: Iterator[str], stream: BinaryIO, encoding: str, path: Path) -> None:
    """Write texts to a stream, which stays open. Raises `CannotExpress`."""
    writer = TextIOWrapper(stream, encoding=encoding, newline="\n")
    try:
        writer.writelines(texts)
        writer.flush()
    except UnicodeEncodeError as error:
        raise _cannot(path, error) from None
    finally:
        writer.detach()


def _deliver(spool: BinaryIO, target: Path | BinaryIO) -> None:
    """Copy what is done to where it shall go. Raises `CannotExpress`."""
    if not isinstance(target, Path):
        copyfileobj(spool, target)
        return
    try:
        with target.open("wb") as stream:
            copyfileobj(spool, stream)
    except OSError as error:
        raise _cannot(target, error) from None


def _to_file(texts: Iterator[str], target: Path, encoding: str) -> None:
    """Write to a new file beside the target, and put it in its place at the end. Raises `CannotExpress`."""
    try:
        with replacing(target) as stream:
            _write(texts, stream, encoding, target)
    except OSError as error:
        raise _cannot(target, error) from None


def _cannot(target: Path, error: OSError | UnicodeEncodeError) -> CannotExpress:
    """Return the error of a file that cannot be written, for this reason."""
    if isinstance(error, UnicodeEncodeError):
        message = f"the encoding {error.encoding} has no character {error.object[error.start]!a}"
        return CannotExpress(message, place=shown(target), hint="Read and write the file as UTF-8: --encoding utf-8.")
    hint = "Check the folder, its permissions and the free space on the disk."
    return CannotExpress(f"the file cannot be written: {error.strerror}", place=shown(target), hint=hint)
