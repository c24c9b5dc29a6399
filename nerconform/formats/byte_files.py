"""Byte files: a file opened for its bytes, whether it is plain, compressed, or what comes in on standard input."""

import bz2
import gzip
import lzma
import sys
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from io import BufferedIOBase
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO, TextIO, cast

from nerconform.formats.file_errors import MissingFile, NotAFile, UnreadableFile

STDIN = Path("-")
"""The name by which people mean standard input."""
_OPENERS: dict[bytes, Callable[[Path], BufferedIOBase]] = {
    b"\x1f\x8b": gzip.GzipFile,
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
"""How each kind of compressed file is opened, by its first bytes."""
BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)
"""What reading a file may raise; a damaged compressed one raises the others."""


def opened(path: Path) -> BinaryIO:
    """Open a file for reading its bytes, those inside it where it is compressed; `-` is standard input.

    Raises `MissingFile`, `NotAFile` or `UnreadableFile`.
    """
    file = _raw(path)
    if not real(path).is_file():  # a pipe, whose start could not be read twice
        return file
    start = file.read(max(map(len, _OPENERS)))
    file.seek(0)
    opener = next((opener for mark, opener in _OPENERS.items() if start.startswith(mark)), None)
    if opener is None:
        return file
    file.close()
    return cast("BinaryIO", opener(real(path)))


def is_folder(path: Path) -> bool:
    """Whether a path is that of a folder; a name that no file can have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def real(path: Path) -> Path:
    """Return the file on the disk in which the bytes of a path are."""
    return Path(_copied(sys.stdin).name) if path == STDIN else path


@cache
def _copied(stream: TextIO) -> "tempfile._TemporaryFileWrapper[bytes]":
    """Return a file with all that a stream holds, which can be read but once; it goes away with the process."""
    file = tempfile.NamedTemporaryFile(prefix="nerconform-")  # noqa: SIM115 - open as long as the process
    copyfileobj(stream.buffer, file)
    file.flush()
    return file


def shown(path: Path) -> str:
    """Return the name of a file as it can be printed: as the user wrote it, bytes that are no text escaped."""
    return str(path).replace("\0", "\\0").encode("utf-8", "backslashreplace").decode("utf-8")


def _raw(path: Path) -> BinaryIO:
    """Open a file for the bytes that are on the disk."""
    try:
        return real(path).open("rb")
    except FileNotFoundError:
        raise MissingFile(
            "there is no such file", place=shown(path), hint="Check the name of the file and the folder you are in."
        ) from None
    except IsADirectoryError:
        raise NotAFile("this is a folder, not a file", place=shown(path), hint="Name a file in this folder.") from None
    except OSError as error:
        hint = (
            f"`ls -l {shown(path)}` shows what it is and who may read it. Change its permissions, or name another file."
        )
        raise UnreadableFile(f"the file cannot be read: {error.strerror}", place=shown(path), hint=hint) from None
    except ValueError:
        hint = "Remove the NUL character from the name."
        raise UnreadableFile("the name of the file contains a NUL character", place=shown(path), hint=hint) from None
