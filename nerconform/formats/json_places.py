"""Places in JSON: where in a text the parts of a value stand, so that one can be replaced and the rest left alone."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_DECODER = json.JSONDecoder()
_GAP = re.compile(r"[ \t\n\r]*")


class Place(NamedTuple):
    """A value, and the characters of the text that are it."""

    start: int
    end: int
    value: Any


def place_at(text: str, at: int = 0) -> Place:
    """Return the value that begins here, or behind white space. Raises `ValueError` where there is no whole one."""
    start = _skip(text, at)
    value, end = _DECODER.raw_decode(text, start)
    return Place(start, end, value)


def members(text: str, start: int) -> Iterator[Place]:
    """Yield the members of the list that begins here, each when it is asked for."""
    at = _skip(text, start + 1)
    while text[at] != "]":
        member = place_at(text, at)
        yield member
        at = _behind(text, member.end)


def fields(text: str, start: int) -> Iterator[tuple[str, Place]]:
    """Yield the keys and values of the object that begins here."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key = place_at(text, at)
        value = place_at(text, _skip(text, key.end) + len(":"))
        yield key.value, value
        at = _behind(text, value.end)


def _behind(text: str, at: int) -> int:
    """Return the place behind white space and a comma, if there is one."""
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    """Return the place behind white space."""
    found = _GAP.match(text, at)
    return found.end() if found else at
