"""Write: from units to a file, whole or not at all."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from nerconform.formats.file_errors import CannotWrite, UnknownFormat
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.source import shown
from nerconform.formats.writers import lines


def write(
    records: Iterable[Record],
    target: Path | TextIO,
    kind: str,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
    side: FileSide = FileSide.BOTH,
) -> None:
    """Write units to a file, or to a stream, in a format; `read` with the same options gives them back.

    A file appears when all of it is written; a stream has got what could be written. `side` writes one annotation
    alone. Raises `UnknownFormat`, or `CannotWrite` where a unit cannot be said in the format, and whatever the records
    raise while they are read.
    """
    if kind not in set(FileFormat) - {FileFormat.AUTO}:
        hint = f"The formats are {', '.join(set_of())}."
        raise UnknownFormat(f"there is no format {kind!r} to write", hint=hint)
    texts = lines(_sided(records, side), FileFormat(kind), options)
    if not isinstance(target, Path):
        for text in texts:
            target.write(text)
    elif target.exists() and not target.is_file():
        _to_device(texts, target, options.encoding)
    else:
        to_file(texts, target, options.encoding)


def set_of() -> list[str]:
    """Return the formats that can be written."""
    return [str(one) for one in FileFormat if one is not FileFormat.AUTO]


def _sided(records: Iterable[Record], side: FileSide) -> Iterator[Record]:
    """Yield the units with the wanted annotations."""
    for record in records:
        match side:
            case FileSide.GOLD:
                yield replace(record, pred=None)
            case FileSide.PRED:
                yield replace(record, gold=None)
            case _:
                yield record


def _to_device(texts: Iterator[str], target: Path, encoding: str) -> None:
    """Write to a pipe or a terminal, as far as it goes."""
    try:
        with target.open("w", encoding=encoding, newline="\n") as stream:
            stream.writelines(texts)
    except OSError as error:
        raise cannot(target, error) from None


def to_file(texts: Iterator[str], target: Path, encoding: str) -> None:
    """Write to a new file beside the target, and put it in its place at the end. Raises `CannotWrite`."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        with open(handle, "w", encoding=encoding, newline="\n") as stream:  # noqa: PTH123 # a descriptor
            stream.writelines(texts)
        _give_mode(Path(name), target)
        Path(name).replace(target)
        name = ""
    except (OSError, UnicodeEncodeError) as error:
        raise cannot(target, error) from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


def _give_mode(new: Path, target: Path) -> None:
    """Give the new file the permissions of the old one, or those that a new file gets."""
    if target.exists():
        new.chmod(target.stat().st_mode)
        return
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(0o666 & ~mask)


def cannot(target: Path, error: OSError | UnicodeEncodeError) -> CannotWrite:
    """Return the error of a file that cannot be written, for this reason."""
    reason = error.strerror if isinstance(error, OSError) else f"{error.encoding} has no {error.object[error.start]!a}"
    hint = "Look at the folder and its permissions, and at the encoding."
    return CannotWrite(f"the file cannot be written: {reason}", place=shown(target), hint=hint)
