"""Byte files: a file opened for its bytes, whether it is plain, compressed, or what comes in on standard input."""

import atexit
import bz2
import gzip
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from io import BufferedReader, RawIOBase, UnsupportedOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

from nerconform.base.bounds import PACKED_BYTES, STDIN, packer_of
from nerconform.formats.file_errors import MissingFile, NotAFile, UnreadableFile

_OPENERS: dict[str, Callable[[Any], Any]] = {"gzip": gzip.open, "bzip2": bz2.open, "xz": lzma.open}
"""How each kind of compressed file is opened, by the program that writes it."""
BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error)
"""What reading a file may raise; a damaged compressed one raises the others."""


def opened(path: Path) -> BinaryIO:
    """Open a file for reading its bytes, those inside it where it is compressed; `-` is standard input.

    Raises `MissingFile`, `NotAFile` or `UnreadableFile`.
    """
    file = opened_raw(path)
    if path != STDIN and not path.is_file():  # a pipe, whose start could not be read twice
        return file
    start = file.read(PACKED_BYTES)
    file.seek(0)
    opener = _OPENERS.get(packer_of(start))
    if opener is None:
        return file
    if path == STDIN:
        return cast("BinaryIO", opener(file))
    file.close()
    return cast("BinaryIO", opener(path))


def is_folder(path: Path) -> bool:
    """Whether a path is that of a folder; a name that no file can have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


class _Copy:
    """What was read so far from a stream, which can be read but once, in a file that goes away with the process."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream.buffer
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        atexit.register(self.file.close)
        self.size = 0
        self.ended = False

    def read(self, start: int, length: int) -> bytes:
        """Return bytes from a position on, fewer at the end; those that are missing here are read from the stream."""
        self.file.seek(0, os.SEEK_END)
        while self.size < start + length and not self.ended:
            wanted = start + length - self.size
            more = self.stream.read(wanted) or b""
            self.size += self.file.write(more)
            self.ended = len(more) < wanted  # a terminal would wait for a second end
        self.file.seek(start)
        return self.file.read(length)


_copied = cache(_Copy)


class _Again(RawIOBase):
    """A stream that can be read but once, read from its start."""

    def __init__(self, copy: _Copy) -> None:
        super().__init__()
        self.copy, self.at = copy, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a position. Raises `UnsupportedOperation` for one from the end: it is not known before all is read."""
        if whence == os.SEEK_END:
            raise UnsupportedOperation("the end of a stream is not known before it is read")
        self.at = offset + (self.at if whence == os.SEEK_CUR else 0)
        return self.at

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer)
        found = self.copy.read(self.at, len(view))
        view[: len(found)] = found
        self.at += len(found)
        return len(found)


def shown(path: Path) -> str:
    """Return the name of a file as it can be printed: as the user wrote it, bytes that are no text escaped."""
    return str(path).replace("\0", "\\0").encode("utf-8", "backslashreplace").decode("utf-8")


def opened_raw(path: Path) -> BinaryIO:
    """Open a file for reading its bytes as they are, also where it is compressed. Raises as `opened`."""
    if path == STDIN:
        if sys.stdin is None:
            hint = "Name a file, or give the command a standard input: nerconform score - < data.conll."
            raise MissingFile("standard input is closed", place=shown(path), hint=hint)
        return cast("BinaryIO", BufferedReader(_Again(_copied(sys.stdin))))
    try:
        return path.open("rb")
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
