"""Fields: the parts of a unit in JSON, each checked, with the place of what is wrong."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nerconform.formats.file_errors import MissingField, WrongForm
from nerconform.formats.json_values import is_number, short
from nerconform.reference.refusals import EmptyTag, InvalidSpan, LengthsDiffer, NotATag
from nerconform.reference.spans import Span

Json = Mapping[str, Any]


def mapping(value: object, place: str, hint: str) -> Json:
    """Return an object. Raises `WrongForm`."""
    if not isinstance(value, dict):
        raise WrongForm(f"a unit is an object, not {short(value)}", place=place, hint=hint)
    return value


def text_of(unit: Json, key: str, place: str, *, needed: bool = False) -> str:
    """Return a string, empty if it is not there. Raises `MissingField` or `WrongForm`."""
    value = unit.get(key)
    if value is None and not needed:
        return ""
    if value is None:
        raise MissingField(f"the unit has no {key}", place=place, hint=f"Give each unit its {key}.")
    if not isinstance(value, str):
        raise WrongForm(f"{key} is no string: {short(value)}", place=place, hint="Write it in quotes.")
    return value


def name_of(unit: Json, key: str, place: str) -> str:
    """Return a name, which may be a string or an integer, empty if it is not there. Raises `WrongForm`."""
    value = unit.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) and not is_number(value):
        raise WrongForm(f"{key} is {short(value)}", place=place, hint="Names are strings or integers.")
    return str(value)


def list_of(unit: Json, key: str, place: str) -> list[Any] | None:
    """Return a list, `None` if it is not there. Raises `WrongForm`."""
    value = unit.get(key)
    if value is not None and not isinstance(value, list):
        raise WrongForm(f"{key} is no list: {short(value)}", place=place, hint="Write it as a list.")
    return value


def tokens_of(unit: Json, place: str) -> tuple[str, ...] | None:
    """Return the tokens, `None` if they are not there. Raises `WrongForm`."""
    tokens = list_of(unit, "tokens", place)
    for position, token in enumerate(tokens or ()):
        if not isinstance(token, str):
            message = f"token {position} is no string: {short(token)}"
            raise WrongForm(message, place=place, hint="Tokens are strings.")
    return None if tokens is None else tuple(tokens)


def tag(value: object, place: str, hint: str) -> str:
    """Return a tag. Raises `NotATag` or `EmptyTag`."""
    if not isinstance(value, str):
        raise NotATag(f"a tag is a string, not {short(value)}", place=place, hint=hint)
    if not value:
        raise EmptyTag("a tag is empty", place=place, hint="Write O for a token outside every span.")
    return value


def same_length(count: int, tokens: Sequence[str] | None, place: str) -> None:
    """Refuse tags that are not one for each token. Raises `LengthsDiffer`."""
    if tokens is not None and count != len(tokens):
        hint = "Give each token one tag; look for a truncated or re-tokenised sentence."
        raise LengthsDiffer(f"{count} tags for {len(tokens)} tokens", place=place, hint=hint)


def span(kind: object, start: object, end: object, place: str, length: int | None) -> Span:
    """Return a span with an exclusive end. Raises `InvalidSpan`."""
    if not isinstance(kind, str):
        hint = "Name types by strings; the order of the parts is that of the format."
        raise InvalidSpan(f"the type is {short(kind)}", place=place, hint=hint)
    if not (is_number(start) and is_number(end)):
        message = f"the span of type {short(kind)} runs from {short(start)} to {short(end)}"
        raise InvalidSpan(message, place=place, hint="Start and end are integers.")
    found = Span(kind, start, end)  # type: ignore[arg-type] # integers, checked above
    if not 0 <= found.start < found.end:
        hint = "A span starts at 0 or later and ends after its start."
        message = f"the span of type {short(kind)} runs from {found.start} to {found.end}"
        raise InvalidSpan(message, place=place, hint=hint)
    if length is not None and found.end > length:
        hint = "Ends are exclusive; do the offsets count tokens where characters are due, or bytes, or UTF-16 units?"
        message = f"the span of type {short(kind)} ends at {found.end}, beyond the {length} of the unit"
        raise InvalidSpan(message, place=place, hint=hint)
    return found


def span_of_object(value: Json, place: str, length: int | None) -> Span:
    """Return the span of `{"type" or "label", "start", "end"}`. Raises `InvalidSpan`."""
    if "type" in value and "label" in value and value["type"] != value["label"]:
        message = f"the span has type {short(value['type'])} and label {short(value['label'])}"
        raise InvalidSpan(message, place=place, hint="Keep one of them.")
    kind = value.get("type", value.get("label"))
    return span(kind, value.get("start"), value.get("end"), place, length)


def not_a_span(value: object, place: str, hint: str) -> InvalidSpan:
    """Return the error of what is no span at all."""
    return InvalidSpan(f"not a span: {short(value)}", place=place, hint=hint)


def each(values: Sequence[Any], read: Callable[[Any, str], Span], place: str) -> tuple[Span, ...]:
    """Return the spans of a list, each read with its place."""
    return tuple([read(value, f"{place}, span {position}") for position, value in enumerate(values)])
