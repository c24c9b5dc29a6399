"""Bounds: how much the kit takes in, so that no input exhausts its memory, its stack or its patience.

A limit is checked where text enters, and its message names it.
"""

from collections.abc import Mapping
from numbers import Real
from pathlib import Path
from shlex import quote
from typing import cast

from nerconform.base.errors import NerconformError

MAX_DIGITS = 300
"""Digits of a number, wherever one comes in: in a file, an option, a signature, an argument, an answer, a result.

A double holds every whole number that has no more.
"""
MAX_RESAMPLES = 1_000_000
"""Resamples of an interval or a test: each is a number that is kept."""
MAX_DEPTH = 100
"""Levels of lists and mappings in a file of YAML; golden cases need ten."""
MAX_TEXT_BYTES = 16 << 20
"""Bytes of a file that a person writes: known divergences, golden cases, settings."""
MAX_RESULT_BYTES = 256 << 20
"""Bytes of a file that the kit wrote: a result, a part, exported cases."""
MAX_SECONDS = 86_400
"""The longest time limit of one answer: a day."""
MAX_SCALE = 1_000_000
"""The greatest score that a perfect prediction can have; the least is one millionth."""


class TooLarge(NerconformError):
    """Something has more bytes, digits or entries than the kit takes in."""


class NotPlain(NerconformError):
    """A compressed file, or `-` for standard input, stands where the kit reads a plain file."""


STDIN = Path("-")
"""The name by which people mean standard input."""
_PACKERS: Mapping[bytes, str] = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz"}
"""The program that unpacks a file, by the first bytes of the file."""
PACKED_BYTES = max(map(len, _PACKERS))
"""How many bytes of a file tell whether it is compressed."""


def packer_of(start: bytes) -> str:
    """Return the program that unpacks a file that begins so, nothing where the file is not compressed."""
    return next((name for mark, name in _PACKERS.items() if start.startswith(mark)), "")


def read_bounded(path: Path, most: int) -> bytes:
    """Return the bytes of a file, or of a pipe.

    Raises `TooLarge` for more than `most`, `NotPlain` for a compressed file and for `-`, and `OSError`.
    """
    if path == STDIN:
        message = "settings, YAML and results are not read from standard input"
        raise NotPlain(message, place="-", hint="Write the input to a file, and name the file in place of `-`.")
    with path.open("rb") as file:
        data = file.read(most + 1)
    if packer := packer_of(data):
        message = "the file is compressed, and settings, YAML and results are read from plain files alone"
        hint = f"Unpack the file, and name what this writes: {packer} -dc {quote(str(path))} > unpacked.json"
        raise NotPlain(message, place=str(path), hint=hint)
    if len(data) > most:
        message = f"the file has more than {most >> 20} MiB, which is the limit for settings, YAML and results"
        raise TooLarge(
            message,
            place=str(path),
            hint="Check the name of the file: settings, YAML and results are never that large.",
        )
    return data


def whole_number(digits: str, place: str = "") -> int:
    """Return the whole number that is written in digits, with a minus sign or without.

    Raises `TooLarge` for more than `MAX_DIGITS` digits.
    """
    count = len(digits.strip().removeprefix("-"))
    if count > MAX_DIGITS:
        hint = f"Write a number of at most {MAX_DIGITS} digits."
        raise TooLarge(f"a number has {count} digits, and the limit is {MAX_DIGITS}", place=place, hint=hint)
    return int(digits)


def positive(value: object, most: int) -> float | None:
    """Return a number above 0 and at most `most` as a float, `None` for whatever else it is."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < cast("float", value) <= most:
        return None
    return float(value) or None


def has_few_digits(number: int) -> bool:
    """Whether a whole number has at most `MAX_DIGITS` digits; Python refuses to print one of more than 4,300."""
    return abs(number) < _TOO_MANY


_TOO_MANY: int = 10**MAX_DIGITS
