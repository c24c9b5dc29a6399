"""JSON values: the values of a file one by one, each with its line, be it JSON Lines or one JSON text."""

import json
import re
from collections.abc import Iterator
from reprlib import Repr
from typing import Any, NamedTuple, NoReturn

from nerconform.base.errors import NerconformError
from nerconform.formats.file_errors import LoneSurrogate, NestedTooDeep, NotJson, RepeatedKey
from nerconform.formats.source import TextSource

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_GAP = re.compile(r"[ \t\n]*")
_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother = 2, 40, 40


class Value(NamedTuple):
    """One top-level value, or one member of a top-level list that spans lines."""

    line: int
    data: Any


def json_values(source: TextSource) -> Iterator[Value]:
    """Yield the values of a file.

    One value on each line: the file streams. A text whose first line is no whole value is one JSON text: it is held in
    memory, and the members of a list are parsed one by one. Raises `NotJson`, `NestedTooDeep`, `RepeatedKey`,
    `LoneSurrogate`, and what `TextSource` raises.
    """
    begun = False
    blocks = source.blocks()
    for block in blocks:
        for number, line in enumerate(block.lines(), block.line):
            if not line or line.isspace():
                continue
            if not begun and _goes_on(line):
                after = block.lines()[number - block.line :]
                rest = "\n".join(after) + ("\n" if block.text.endswith("\n") else "")
                yield from _members(rest + "".join(more.text for more in blocks), number, source.name)
                return
            begun = True
            yield Value(number, _parse(line, number, source.name))


def short(value: object) -> str:
    """Return a value as it is shown in a message: never long, never deep."""
    return _SHORT.repr(value)


def is_number(value: object) -> bool:
    """Whether a JSON value is an integer; `true` is none, and neither is 1.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a key that comes twice is refused, for JSON does not say which one holds."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        key = next(key for key in keys if keys.count(key) > 1)
        raise RepeatedKey(f"the key {short(key)} comes twice in one object", hint="Keep one of them.")
    return found


def _constant(text: str) -> NoReturn:
    """Refuse NaN and infinities."""
    raise NotJson(f"{text} is no JSON", hint="Write a number, or null.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _goes_on(line: str) -> bool:
    """Whether the line is the beginning of a value that ends on another line."""
    if line.lstrip()[0] not in "[{":
        return False
    try:
        _DECODER.decode(line)
    except json.JSONDecodeError as error:
        return error.pos >= len(line.rstrip()) - 1
    except (RecursionError, ValueError):
        return False
    return False


def _parse(text: str, line: int, file: str) -> Any:  # noqa: ANN401 # JSON is anything
    """Return the value of a line."""
    return _decode(text.strip(" \t"), 0, line, file, whole=True)[0]


def _decode(text: str, start: int, line: int, file: str, *, whole: bool = False) -> tuple[Any, int]:
    """Return the value that begins at `start`, and where it ends; `line` is the line of `start`."""
    place = f"{file}:{line}"
    try:
        value, end = _DECODER.raw_decode(text, start)
        if _SURROGATE.search(text, start, end):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        _refuse(error, start, line, file)
    except UnicodeEncodeError:
        hint = "Escape a character outside the basic plane as a pair, or write it as UTF-8."
        raise LoneSurrogate("a string holds half of a surrogate pair", place=place, hint=hint) from None
    except RecursionError:
        hint = "A unit needs three levels: an object, a list, a span. Is it another file?"
        raise NestedTooDeep("the value is nested too deep", place=place, hint=hint) from None
    except NerconformError as error:
        raise error.at(place) from None
    except ValueError:
        raise NotJson("a number has thousands of digits", place=place, hint="Is it another file?") from None
    if whole and _gap(text, end) < len(text):
        _refuse(json.JSONDecodeError("Extra data", text, _gap(text, end)), start, line, file)
    return value, end


def _refuse(error: json.JSONDecodeError, start: int, line: int, file: str) -> NoReturn:
    """Say where a text stops being JSON."""
    before = error.doc[start : error.pos]
    lines = before.count("\n")
    column = error.pos - error.doc.rfind("\n", 0, error.pos)
    if not lines and error.doc.rfind("\n", 0, error.pos) < 0:
        column = error.pos + 1
    message = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
    if error.pos >= len(error.doc.rstrip()):
        hint = "The value breaks off: was the file cut? JSON Lines holds one whole value on each line."
    else:
        hint = "JSON Lines holds one whole value on each line; if the file is no JSON, say its format."
    raise NotJson(f"no JSON: {message}", place=f"{file}:{line + lines}:{column}", hint=hint)


def _members(text: str, line: int, file: str) -> Iterator[Value]:
    """Yield the members of a list, or the one value, that begins at the start of a text and fills it."""
    at = _gap(text, 0)
    listed = text[at] == "["
    if listed:
        line, at = _skip(text, at + 1, line)
        if text[at : at + 1] == "]":
            _end(text, at + 1, line, file)
            return
    while True:
        value, end = _decode(text, at, line, file)
        yield Value(line, value)
        line += text.count("\n", at, end)
        line, at = _skip(text, end, line)
        if not listed:
            break
        if text[at : at + 1] == "]":
            at += 1
            break
        if text[at : at + 1] != ",":
            _refuse(json.JSONDecodeError("Expecting ',' delimiter", text, at), at, line, file)
        line, at = _skip(text, at + 1, line)
    _end(text, at, line, file)


def _end(text: str, at: int, line: int, file: str) -> None:
    """Refuse whatever follows the one value."""
    line, at = _skip(text, at, line)
    if at < len(text):
        _refuse(json.JSONDecodeError("Extra data", text, at), at, line, file)


def _gap(text: str, at: int) -> int:
    """Return the place after white space."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def _skip(text: str, at: int, line: int) -> tuple[int, int]:
    """Return line and place after white space."""
    end = _gap(text, at)
    return line + text.count("\n", at, end), end
