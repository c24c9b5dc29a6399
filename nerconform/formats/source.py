"""Sources: files as text, in blocks of whole lines, so that memory does not grow with the file.

Whatever is no text is refused here, with the place: a directory, a wrong encoding, a NUL, a stray carriage return.
"""

import codecs
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple, Self

from nerconform.formats.byte_files import BROKEN, opened, shown
from nerconform.formats.file_errors import (
    LoneSurrogate,
    NulCharacter,
    StrayReturn,
    UnknownEncoding,
    UnreadableFile,
    WrongEncoding,
)

CHUNK_BYTES = 1 << 18
BytesProgress = Callable[[int], object]
"""Is called with the number of bytes that were read since the last call."""
_MARKS = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class LineBlock(NamedTuple):
    """Some whole lines."""

    line: int
    """The number of the first line, from 1."""
    text: str
    """The lines; each ends in a line feed, the last of a file perhaps not."""

    def lines(self) -> list[str]:
        """Return the lines without their ends."""
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        return lines


class TextSource:
    """An open file, read once from start to end (a pipe will do), whose first bytes can be looked at before."""

    def __init__(
        self,
        path: Path,
        encoding: str = "utf-8",
        echo: Callable[[str], object] | None = None,
        progress: BytesProgress | None = None,
    ) -> None:
        """Open the file; `echo` is given all of its text as it was, before a block is handed out.

        Raises `MissingFile`, `NotAFile`, `UnreadableFile` or `UnknownEncoding`.
        """
        self.name = shown(path)
        self.encoding = encoding
        self._echo = echo
        self._progress = progress
        self._decoder = _decoder(encoding)
        self.path = path
        self._file = opened(path)
        self.is_compressed = not isinstance(self._file, BufferedReader)
        self._chunks = self._read()
        try:
            self.head = next(self._chunks, b"")
        except UnreadableFile:
            self._file.close()
            raise
        self.is_longer = len(self.head) == CHUNK_BYTES
        """Whether the file may go on after the bytes that can be looked at."""
        self._line = 1
        """The line of the first character that has not been handed out in a block."""

    def __enter__(self) -> Self:
        """Return the source; it closes its file at the end of the `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def _read(self) -> Iterator[bytes]:
        """Yield the bytes, never more than `CHUNK_BYTES` at once."""
        try:
            while chunk := self._file.read(CHUNK_BYTES):
                if self._progress is not None:
                    self._progress(len(chunk))
                yield chunk
        except BROKEN as error:
            hint = "Copy the file to another disk, and try again."
            if self.is_compressed:
                hint = "Copy or download the file again: the compressed data are damaged or cut off."
            reason = getattr(error, "strerror", None) or error
            raise UnreadableFile(f"the file cannot be read: {reason}", place=self.name, hint=hint) from None

    def whole(self) -> bytes:
        """Return all bytes of the file, for formats that are no text."""
        return self.head + b"".join(self._chunks)

    def blocks(self) -> Iterator[LineBlock]:
        """Yield the file in blocks of whole lines.

        A byte-order mark is dropped, CRLF becomes LF. Raises `WrongEncoding`, `NulCharacter`, `StrayReturn` or
        `LoneSurrogate`. Time is linear also in the length of one line.
        """
        pending: list[str] = []
        for chunk in self._texts():
            cut = chunk.rfind("\n") + 1
            if not cut:
                pending.append(chunk)
                continue
            yield self._block("".join(pending) + chunk[:cut])
            pending = [chunk[cut:]]
        if rest := "".join(pending):
            yield self._block(rest.removesuffix("\r"))

    def _texts(self) -> Iterator[str]:
        """Yield the decoded chunks."""
        mark = True
        line, column = 1, 0
        self._refuse_marks()
        for chunk, final in self._flagged():
            text = self._decode(chunk, line, column, final=final)
            if self._echo is not None:
                self._echo(text)
            if mark and text:
                text = text.removeprefix("\ufeff")
                mark = False
            if "\0" in text:
                place = f"{self.name}:{_position(text[: text.index(chr(0))], line, column)}"
                hint = "If the file is in UTF-16, add --encoding utf-16. Else it is damaged, or not a text file."
                raise NulCharacter("the text contains a NUL character", place=place, hint=hint)
            line, column = _advance(text, line, column)
            yield text

    def _flagged(self) -> Iterator[tuple[bytes, bool]]:
        """Yield the chunks, then the end."""
        yield self.head, False
        for chunk in self._chunks:
            yield chunk, False
        yield b"", True

    def _refuse_marks(self) -> None:
        """Refuse a file that says itself that it is in another encoding."""
        if codecs.lookup(self.encoding).name != "utf-8":
            return
        for mark, name in _MARKS:
            if self.head.startswith(mark):
                message = f"the file starts with the byte-order mark of {name}"
                hint = f"Name the encoding: --encoding {name}, in Python encoding='{name}'."
                raise WrongEncoding(message, place=f"{self.name}:1", hint=hint)

    def _decode(self, chunk: bytes, line: int, column: int, *, final: bool) -> str:
        """Return a chunk as text, or say on which line it is none."""
        try:
            text = self._decoder.decode(chunk, final)
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            place = f"{self.name}:{_position(text[: error.start], line, column)}"
            hint = "Remove the character, or write the file again as UTF-8."
            raise LoneSurrogate(
                "the text contains half of a character (a lone surrogate)", place=place, hint=hint
            ) from None
        except UnicodeError as error:
            raise self._undecodable(error, line, column) from None
        return text

    def _undecodable(self, error: UnicodeError, line: int, column: int) -> WrongEncoding:
        """Return the error of bytes that are no text."""
        hint = "Convert the file to UTF-8, or name its encoding: --encoding latin-1, in Python encoding='latin-1'."
        unplaced = WrongEncoding(f"the text is not {self.encoding}: {error}", place=f"{self.name}:{line}", hint=hint)
        if not isinstance(error, UnicodeDecodeError):
            return unplaced
        try:
            before = error.object[: error.start].decode(self.encoding, "replace")
        except UnicodeError:  # an encoding that can replace nothing
            return unplaced
        byte = error.object[error.start : error.start + 1].hex()
        place = f"{self.name}:{_position(before, line, column)}"
        if "end of data" in error.reason:
            message = f"the file ends in the middle of a character of {self.encoding}"
            return WrongEncoding(message, place=place, hint="Copy or download the file again: it was cut off.")
        message = f"the byte 0x{byte} is not valid {self.encoding}: {error.reason}"
        return WrongEncoding(message, place=place, hint=hint)

    def _block(self, text: str) -> LineBlock:
        """Return a block, its line ends made one."""
        first = self._line
        if "\r" in text:
            text = text.replace("\r\n", "\n")
            if "\r" in text:
                place = f"{self.name}:{_position(text[: text.index(chr(13))], first, 0)}"
                hint = "Convert the line ends to LF or CRLF, in an editor or with dos2unix."
                raise StrayReturn("there is a carriage return (CR) inside a line", place=place, hint=hint)
        self._line += text.count("\n")
        return LineBlock(first, text)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    """Return a strict decoder. Raises `UnknownEncoding`."""
    try:
        with suppress(UnicodeError):
            b"a".decode(encoding)  # a codec may be found that gives no text
        return codecs.getincrementaldecoder(encoding)("strict")
    except (LookupError, UnicodeError, ValueError):
        message = f"there is no text encoding {encoding!r}"
        raise UnknownEncoding(
            message, hint="Use a name that Python knows, such as utf-8, utf-16, latin-1 or cp1252."
        ) from None


def _advance(text: str, line: int, column: int) -> tuple[int, int]:
    """Return line and column (characters before) after a text."""
    count = text.count("\n")
    return (line + count, len(text) - text.rfind("\n") - 1) if count else (line, column + len(text))


def _position(before: str, line: int, column: int) -> str:
    """Return `line:column`, both from 1, of what follows a text."""
    line, column = _advance(before, line, column)
    return f"{line}:{column + 1}"
