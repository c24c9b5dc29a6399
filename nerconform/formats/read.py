"""Read: from one file or two to units."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from nerconform.formats.conll import ColumnReader, read_conll
from nerconform.formats.detect import detect_in
from nerconform.formats.file_errors import NoUnits
from nerconform.formats.huggingface import read_huggingface
from nerconform.formats.jsonl import read_jsonl
from nerconform.formats.pair import pair
from nerconform.formats.prodigy import read_prodigy
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.source import TextSource, Told
from nerconform.formats.spacy_json import read_spacy

Reader = Callable[[TextSource, ReaderOptions, FileSide], Iterator[Record]]
READERS: dict[FileFormat, Reader] = {
    FileFormat.CONLL: read_conll,
    FileFormat.JSONL: read_jsonl,
    FileFormat.PRODIGY: read_prodigy,
    FileFormat.SPACY: read_spacy,
    FileFormat.HUGGINGFACE: read_huggingface,
}


def read(
    gold: Path,
    pred: Path | None = None,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
    told: Told | None = None,
) -> Iterator[Record]:
    """Yield the units of a file, or of two files side by side, in order.

    CoNLL and JSON Lines stream: memory does not grow with the file, but for its ids. Each of two files may have a
    format of its own (`auto`). Raises `FormatError` or another `NerconformError`, each with file and line, at the unit
    that cannot be read; a file without units raises `NoUnits`.
    """
    with TextSource(gold, options.encoding, told=told) as source:
        if pred is None:
            yield from _units(source, options, FileSide.BOTH)
            return
        with TextSource(pred, options.encoding, told=told) as other:
            sides = _units(source, options, FileSide.GOLD), _units(other, options, FileSide.PRED)
            yield from pair(*sides, (source.name, other.name))


def read_beside(records: Iterable[Record], name: str, pred: Path, options: ReaderOptions) -> Iterator[Record]:
    """Yield units that were read already, from the file of this name, with the prediction of another file.

    Raises what `read` raises of two files.
    """
    with TextSource(pred, options.encoding) as source:
        yield from pair(iter(records), _units(source, options, FileSide.PRED), (name, source.name))


def width_of(path: Path, options: ReaderOptions, side: FileSide) -> int:
    """Return how many columns a file has that has been read already; 0 for a file in another format.

    Raises what `read` raises, if the file is another one by now.
    """
    with TextSource(path, options.encoding) as source:
        kind = detect_in(source) if options.format == FileFormat.AUTO else options.format
        if kind != FileFormat.CONLL:
            return 0
        reader = ColumnReader(source, options, side)
        next(reader.records(), None)
        return reader.width


def _units(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of one file. Raises `NoUnits` where there is none."""
    kind = detect_in(source) if options.format == FileFormat.AUTO else FileFormat(options.format)
    empty = True
    for record in READERS[kind](source, options, side):
        empty = False
        yield record
    if empty:
        raise no_units(source, kind)


def no_units(source: TextSource, kind: FileFormat) -> NoUnits:
    """Return the error of a file without units."""
    message = "the file holds no units" if source.head else "the file is empty"
    hint = f"It was read as {kind}; was it written to the end, and is it the right one?"
    return NoUnits(message, place=source.name, hint=hint)
