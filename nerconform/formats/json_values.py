"""JSON values: the values of a file one by one, each with its line, be it JSON Lines or one JSON text.

And the parts of a unit in JSON, each checked, with the place of what is wrong.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from nerconform.base.bounds import MAX_DIGITS, TooLarge, whole_number
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import counted, short
from nerconform.formats.file_errors import LoneSurrogate, MissingField, NestedTooDeep, NotJson, RepeatedKey, WrongForm
from nerconform.formats.record import Annotation, Ledger, Offsets, Record
from nerconform.formats.source import TextSource
from nerconform.formats.stacked_tags import is_stacked, refusal
from nerconform.reference.refusals import EmptyTag, InvalidSpan, LengthsDiffer, NotATag
from nerconform.reference.spans import Span, span_of_pieces

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_GAP = re.compile(r"[ \t\r\n]*")
_STRIDE = 25
_MANY_DIGITS = re.compile(f"[0-9]{{{MAX_DIGITS // _STRIDE}}}")
"""In every 25th character this is found wherever a number has too many digits; all of them take too long."""


class Value(NamedTuple):
    """One top-level value, or one member of a top-level list that spans lines."""

    line: int
    data: Any


class JsonRows(NamedTuple):
    """The rows of a table, as JSON has values: a source for the readers of JSON, in which a line is a row."""

    name: str
    rows: Iterator[Value]


JsonSource = TextSource | JsonRows


def json_values(source: JsonSource) -> Iterator[Value]:
    """Yield the values of a file.

    One value on each line: the file streams. A text whose first line is no whole value is one JSON text: it is held in
    memory, and the members of a list are parsed one by one. Raises `NotJson`, `NestedTooDeep`, `RepeatedKey`,
    `LoneSurrogate`, and what `TextSource` raises.
    """
    if isinstance(source, JsonRows):
        yield from source.rows
        return
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


def json_units(source: JsonSource, *, pairs: bool = False) -> Iterator[Value]:
    """Yield the units of a file: its values, and where one is a list, the members; with `pairs` a pair is a unit."""
    for value in json_values(source):
        listed = isinstance(value.data, list) and not (pairs and is_pair(value.data))
        for data in value.data if listed else [value.data]:
            yield Value(value.line, data)


def is_pair(value: object) -> bool:
    """Whether a value is a text with its annotations, as spaCy writes a unit."""
    return isinstance(value, list) and list(map(type, value)) == [str, dict]


def is_number(value: object) -> bool:
    """Whether a JSON value is an integer; `true` is none, and neither is 1.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a key that comes twice is refused, for JSON does not say which one holds."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        key = next(key for key in keys if keys.count(key) > 1)
        raise RepeatedKey(f"the JSON object has the key {short(key)} twice", hint="Remove one of the two keys.")
    return found


def _constant(text: str) -> NoReturn:
    """Refuse NaN and infinities."""
    raise NotJson(f"{text} is not allowed in JSON", hint="Write a number or null.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
_COUNTING_DECODER = json.JSONDecoder(parse_int=whole_number)
"""Counts the digits of numbers, which takes twice as long."""


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
        if _MANY_DIGITS.search(text[start:end:_STRIDE]):  # perhaps in a string, where they do no harm
            _COUNTING_DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        _refuse(error, start, line, file)
    except UnicodeEncodeError:
        hint = "Write the character as UTF-8 (json.dumps(..., ensure_ascii=False)), or as two escapes \\uD83D\\uDE00."
        raise LoneSurrogate(
            "a string contains half of a character (a lone surrogate)", place=place, hint=hint
        ) from None
    except RecursionError:
        hint = "Check that this is the right file: annotated sentences are not nested deeply."
        raise NestedTooDeep("the JSON value is nested too deeply", place=place, hint=hint) from None
    except ValueError as error:
        if isinstance(error, NerconformError) and not isinstance(error, TooLarge):
            raise error.at(place) from None
        hint = f"Check that this is the right file. A number can have at most {MAX_DIGITS} digits."
        raise NotJson("a number has too many digits", place=place, hint=hint) from None
    if whole and gap(text, end) < len(text):
        _refuse(json.JSONDecodeError("Extra data", text, gap(text, end)), start, line, file)
    return value, end


def _refuse(error: json.JSONDecodeError, start: int, line: int, file: str) -> NoReturn:
    """Say where a text stops being JSON."""
    before = error.doc[start : error.pos]
    lines = before.count("\n")
    message = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
    if error.pos >= len(error.doc.rstrip()):
        hint = (
            "The JSON value ends too early: write one whole object on each line, and look for a file that was cut off."
        )
    else:
        hint = (
            "Write one whole JSON object on each line. If the file has another format, name it: --input-format conll."
        )
    raise NotJson(f"not valid JSON: {message}", place=f"{file}:{line + lines}:{error.colno}", hint=hint)


def _members(text: str, line: int, file: str) -> Iterator[Value]:
    """Yield the members of a list, or the one value, that begins at the start of a text and fills it."""
    at = gap(text, 0)
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


def gap(text: str, at: int) -> int:
    """Return the place after white space."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def _skip(text: str, at: int, line: int) -> tuple[int, int]:
    """Return line and place after white space."""
    end = gap(text, at)
    return line + text.count("\n", at, end), end


Json = Mapping[str, Any]


def mapping(value: object, place: str, hint: str) -> Json:
    """Return an object. Raises `WrongForm`."""
    if not isinstance(value, dict):
        raise WrongForm(f"expected a JSON object, found {short(value)}", place=place, hint=hint)
    return value


def text_of(unit: Json, key: str, place: str, *, needed: bool = False) -> str:
    """Return a string, empty if it is not there. Raises `MissingField` or `WrongForm`."""
    value = unit.get(key)
    if value is None and not needed:
        return ""
    if value is None:
        raise MissingField(f"the object has no field {key!r}", place=place, hint=f'Add the field: {{"{key}": "..."}}.')
    if not isinstance(value, str):
        raise WrongForm(
            f"the field {key!r} is {short(value)}, not a string",
            place=place,
            hint=f'Write a string: {{"{key}": "..."}}.',
        )
    return value


def name_of(unit: Json, field: str, place: str) -> str:
    """Return a name, which may be a string or an integer, empty if it is not there. Raises `WrongForm`."""
    value = unit.get(field)
    if value is None:
        return ""
    if not isinstance(value, str) and not is_number(value):
        raise WrongForm(
            f"the field {field!r} is {short(value)}, not a string or a whole number",
            place=place,
            hint=f'Write a string or a whole number: {{"{field}": "news-7"}} or {{"{field}": 7}}.',
        )
    return str(value)


def list_of(unit: Json, name: str, place: str) -> list[Any] | None:
    """Return a list, `None` if it is not there. Raises `WrongForm`."""
    value = unit.get(name)
    if value is not None and not isinstance(value, list):
        raise WrongForm(
            f"the field {name!r} is {short(value)}, not a list",
            place=place,
            hint=f'Write a list with one member for each token or entity: {{"{name}": [...]}}.',
        )
    return value


def tokens_of(unit: Json, place: str) -> tuple[str, ...] | None:
    """Return the tokens, `None` if they are not there. Raises `WrongForm`."""
    tokens = list_of(unit, "tokens", place)
    for position, token in enumerate(tokens or ()):
        if not isinstance(token, str):
            message = f"token {position} is not a string: {short(token)}"
            raise WrongForm(message, place=place, hint='Write each token as a string: {"tokens": ["New", "York"]}.')
    return None if tokens is None else tuple(tokens)


def tag(value: object, place: str, hint: str) -> str:
    """Return a tag. Raises `NotATag` or `EmptyTag`."""
    if not isinstance(value, str):
        raise NotATag(f"the tag {short(value)} is not a string", place=place, hint=hint)
    if not value:
        raise EmptyTag("the tag is an empty string", place=place, hint="Write O for a token outside all entities.")
    if is_stacked(value):
        raise refusal(value, place)
    return value


def same_length(count: int, tokens: Sequence[str] | None, place: str) -> None:
    """Refuse tags that are not one for each token. Raises `LengthsDiffer`."""
    if tokens is not None and count != len(tokens):
        hint = "Write one tag for each token. Look for a sentence that was truncated, or tokenised in another way."
        message = f"{counted(count, 'tag')} for {counted(len(tokens), 'token')}"
        raise LengthsDiffer(message, place=place, hint=hint)


def span(kind: object, start: object, end: object, place: str, length: int | None) -> Span:
    """Return a span with an exclusive end. Raises `InvalidSpan`."""
    if not isinstance(kind, str):
        hint = 'Write the type as a string: ["PER", 0, 2] in JSON Lines, [0, 2, "PER"] in spaCy\'s format.'
        raise InvalidSpan(f"the type of the span is {kind!r:.60}, not a string", place=place, hint=hint)
    if not (is_number(start) and is_number(end)):
        message = f"the span of type {short(kind)} starts at {short(start)} and ends at {short(end)}"
        raise InvalidSpan(message, place=place, hint="Write start and end as whole numbers, such as 0 and 2.")
    found = Span(kind, start, end)  # type: ignore[arg-type] # integers, checked above
    if not 0 <= found.start < found.end:
        hint = "Write 0 <= start < end. The end is exclusive: the first two tokens have start 0 and end 2."
        message = f"the span of type {short(kind)} starts at {short(found.start)} and ends at {short(found.end)}"
        raise InvalidSpan(message, place=place, hint=hint)
    if length is not None and found.end > length:
        hint = (
            f"Write an end of at most {length}. The end is exclusive, and counts tokens or characters (as the "
            "file says), not bytes."
        )
        message = f"the span of type {short(kind)} ends at {short(found.end)}, and the sentence ends at {length}"
        raise InvalidSpan(message, place=place, hint=hint)
    return found


ReadSpan = Callable[[object, object, object, str, object], Span]
"""Takes type, start, end, place, and the text of a span where the file says it; `None` where it does not."""


def in_tokens(length: int | None) -> ReadSpan:
    """Return how spans are read that count tokens, of which there are so many, if that is known."""
    return lambda kind, start, end, place, _: span(kind, start, end, place, length)


def span_of_object(value: Json, place: str, read: ReadSpan) -> Span:
    """Return the span of `{"type" or "label", "start", "end"}`. Raises `InvalidSpan`, and what `read` raises."""
    if "type" in value and "label" in value and value["type"] != value["label"]:
        message = f"the span has the type {short(value['type'])} and the label {short(value['label'])}"
        raise InvalidSpan(message, place=place, hint="Remove one of the two fields: both mean the type of the entity.")
    kind = value.get("type", value.get("label"))
    if value.get("pieces") is not None:
        return _of_pieces(kind, value, place, read)
    return read(kind, value.get("start"), value.get("end"), place, value.get("text"))


def _of_pieces(kind: object, value: Json, place: str, read: ReadSpan) -> Span:
    """Return the span of `{"type", "pieces": [[start, end], ...]}` (MAT-13). Raises as `span_of_object`."""
    pieces = [one for one in list_of(value, "pieces", place) or [] if isinstance(one, list) and len(one) == 2]  # noqa: PLR2004
    if len(pieces) != len(value["pieces"]):
        hint = 'Write a start and an end for each piece: "pieces": [[0, 2], [3, 5]].'
        raise InvalidSpan(f"in {short(value['pieces'])} a piece is not a start and an end", place=place, hint=hint)
    found = [read(kind, start, end, place, None) for start, end in pieces]
    try:
        return span_of_pieces(str(kind), [(one.start, one.end) for one in found])
    except InvalidSpan as error:
        raise error.at(place) from None


def not_a_span(value: object, place: str, hint: str) -> InvalidSpan:
    """Return the error of what is no span at all."""
    return InvalidSpan(f"{short(value)} is not a span", place=place, hint=hint)


def each(values: Sequence[Any], read: Callable[[Any, str], Span], place: str) -> tuple[Span, ...]:
    """Return the spans of a list, each read with its place."""
    return tuple([read(value, f"{place}, span {position}") for position, value in enumerate(values)])


def record_of(  # noqa: PLR0913 - the parts of a record
    unit: Json,
    place: str,
    line: int,
    ledger: Ledger,
    sides: tuple[Annotation | None, Annotation | None],
    *,
    tokens: tuple[str, ...] | None = None,
    text: str = "",
    offsets: Offsets = Offsets.TOKENS,
) -> Record:
    """Return the record of a unit, entered with its id and its document. Raises `WrongForm` or `RepeatedId`."""
    name, document = (name_of(unit, key, place) for key in ("id", "document"))
    return Record(
        *sides,
        tokens=tokens or (),
        file=ledger.file,
        line=line,
        id=name,
        starts_document=ledger.enter(line, name, document),
        document=document,
        text=text,
        offsets=offsets,
    )
