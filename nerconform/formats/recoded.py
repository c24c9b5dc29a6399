"""Recoded: text in an encoding whose bytes cannot be cut as they are, as blocks of UTF-8."""

import codecs
from collections.abc import Iterator

from nerconform.engines.errors import NotServed
from nerconform.formats.source import Source
from nerconform.reference.errors import NerconformError


def has_one_byte(encoding: str) -> bool:
    """Whether every byte is a character by itself, whatever stands before it, and ASCII is as it is."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    try:
        found = [decoder.decode(bytes([byte])) for byte in range(256)]
    except UnicodeError:  # an encoding that can replace nothing
        return False
    return all(len(one) == 1 for one in found) and "".join(found[:128]).isascii()


def recoded_blocks(source: Source) -> Iterator[bytes]:
    """Yield a file in UTF-8, in blocks of whole lines. Raises `NotServed` for what is no text."""
    try:
        for block in source.blocks():
            yield block.text.encode()
    except NerconformError as error:
        raise NotServed(error.message) from None
