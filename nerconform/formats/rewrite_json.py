"""Rewriting of JSON: the strings that are tags replaced, every other character of the file as it was."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from nerconform.formats.file_errors import CannotExpress
from nerconform.formats.labels import IGNORED_ID
from nerconform.formats.record import Record, Retagged

_DECODER = json.JSONDecoder()
_GAP = re.compile(r"[ \t\n\r]*")


class Place(NamedTuple):
    """A value, and the characters of the text that are it."""

    start: int
    end: int
    value: Any


def place_at(text: str, at: int = 0) -> Place:
    """Return the value that begins here, or after white space. Raises `ValueError` where there is no whole one."""
    start = _skip(text, at)
    value, end = _DECODER.raw_decode(text, start)
    return Place(start, end, value)


def members(text: str, start: int) -> Iterator[Place]:
    """Yield the members of the list that begins here, each when it is asked for."""
    at = _skip(text, start + 1)
    while text[at] != "]":
        member = place_at(text, at)
        yield member
        at = _after(text, member.end)


def fields(text: str, start: int) -> Iterator[tuple[str, Place]]:
    """Yield the keys and values of the object that begins here."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key = place_at(text, at)
        value = place_at(text, _skip(text, key.end) + len(":"))
        yield key.value, value
        at = _after(text, value.end)


def _after(text: str, at: int) -> int:
    """Return the place after white space and a comma, if there is one."""
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    """Return the place after white space."""
    found = _GAP.match(text, at)
    return found.end() if found else at


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
    start = len(text) - len(text.lstrip(" \t\r\n"))
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
                _refuse_id(unit.record, place.value)
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


def _refuse_id(record: Record, value: object) -> None:
    """Refuse a label id: it stands for a tag of the old scheme."""
    hint = "Write the labels in place of the ids first, and number the new ones afterwards."
    message = f"the unit holds label ids, and the tags of another scheme have none: {value}"
    raise CannotExpress(message, place=record.place(), hint=hint)
