"""Prodigy's tasks in JSON Lines: text, tokens, and spans whose `token_end` is inclusive.

This is where inclusive ends become exclusive, and, in `nerconform.formats.writers`, the other way round; nowhere else.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from nerconform.formats import fields
from nerconform.formats.file_errors import MissingField, OffsetsDisagree, RejectedAnswer, WrongForm
from nerconform.formats.json_values import Value, is_number, json_values, short
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Offsets, Record
from nerconform.formats.source import TextSource
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span

_FORM = (
    'Prodigy writes {"text": ..., "tokens": [...], "spans": [{"start", "end", "token_start", "token_end", "label"}]}.'
)
_INCLUSIVE = (
    "token_end is the number of the span's last token, inclusive, as Prodigy has it; start and end are exclusive."
)


class _TaskTokens(NamedTuple):
    """The tokens of a task: their texts, and their characters if they are said."""

    texts: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def read_prodigy(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order; spans count tokens where there are tokens, else characters.

    Raises `WrongForm`, `MissingField`, `RejectedAnswer`, `OffsetsDisagree`, `MixedForms`, `RepeatedId`, `InvalidSpan`,
    and what `json_values` raises.
    """
    del options
    ledger = Ledger(source.name)
    for value in json_values(source):
        tasks = value.data if isinstance(value.data, list) else [value.data]
        for data in tasks:
            record = _record(Value(value.line, data), source.name, side, ledger)
            ledger.form(record)
            yield record


def _record(value: Value, file: str, side: FileSide, ledger: Ledger) -> Record:
    """Return one task."""
    place = f"{file}:{value.line}"
    task = fields.mapping(value.data, place, _FORM)
    answer = task.get("answer", "accept")
    if answer != "accept":
        hint = "Keep only the accepted tasks, and the same ones on both sides."
        raise RejectedAnswer(f"the answer is {short(answer)}", place=place, hint=hint)
    if task.get("spans") is None and task.get("tokens") is None and task.get("text") is None:
        raise MissingField("the unit has no spans", place=place, hint=_FORM)
    text = fields.text_of(task, "text", place)
    tokens = _tokens(task, place)
    values = fields.list_of(task, "spans", place) or []
    if tokens is None:
        length = len(text) if task.get("text") is not None else None
        spans = fields.each(values, lambda one, where: _characters(one, where, length), place)
    else:
        spans = fields.each(values, lambda one, where: _in_tokens(one, where, tokens), place)
    name, document = (fields.name_of(task, key, place) for key in ("id", "document"))
    sides: tuple[Annotation | None, Annotation | None] = (None, spans) if side is FileSide.PRED else (spans, None)
    return Record(
        *sides,
        tokens=tokens.texts if tokens else (),
        file=file,
        line=value.line,
        id=name,
        starts_document=ledger.enter(value.line, name, document),
        document=document,
        text=text,
        offsets=Offsets.CHARACTERS if tokens is None else Offsets.TOKENS,
    )


def _tokens(task: fields.Json, place: str) -> _TaskTokens | None:
    """Return the tokens of a task, `None` if it has none."""
    values = fields.list_of(task, "tokens", place)
    if values is None:
        return None
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for position, token in enumerate(values):
        where = f"{place}, token {position}"
        found = fields.mapping(token, where, _FORM)
        texts.append(fields.text_of(found, "text", where, needed=True))
        start, end = found.get("start"), found.get("end")
        if isinstance(start, int) and isinstance(end, int) and is_number(start) and is_number(end):
            starts.append(start)
            ends.append(end)
        elif start is not None or end is not None:
            message = f"the token runs from {short(start)} to {short(end)}"
            raise WrongForm(message, place=where, hint="Start and end are integers.")
    whole = len(starts) == len(texts)
    return _TaskTokens(tuple(texts), tuple(starts) if whole else (), tuple(ends) if whole else ())


def _object(value: object, place: str) -> fields.Json:
    """Return the object that a span is."""
    if not isinstance(value, dict):
        raise fields.not_a_span(value, place, _FORM)
    return value


def _characters(value: object, place: str, length: int | None) -> Span:
    """Return a span in characters."""
    one = _object(value, place)
    if one.get("start") is None and one.get("token_start") is not None:
        message = "the span counts tokens, and the unit has none"
        raise MissingField(message, place=place, hint="Export the tokens, too, or start and end.")
    return fields.span(one.get("label"), one.get("start"), one.get("end"), place, length)


def _in_tokens(value: object, place: str, tokens: _TaskTokens) -> Span:
    """Return a span in tokens: as it says, or those that its characters cover."""
    one = _object(value, place)
    first, last = one.get("token_start"), one.get("token_end")
    if first is None and last is None:
        return _covered(one, place, tokens)
    if not (is_number(first) and is_number(last)):
        message = f"the span runs from token {short(first)} to token {short(last)}"
        raise InvalidSpan(message, place=place, hint=_INCLUSIVE)
    if not 0 <= first <= last < len(tokens.texts):  # type: ignore[operator] # integers, checked above
        message = f"the span runs from token {first} to token {last}, inclusive, of {len(tokens.texts)} tokens"
        raise InvalidSpan(message, place=place, hint=_INCLUSIVE)
    found = fields.span(one.get("label"), first, last + 1, place, None)  # type: ignore[operator] # as above
    said = (one.get("start"), one.get("end"))
    if said != (None, None) and tokens.starts:
        meant = (tokens.starts[found.start], tokens.ends[found.end - 1])
        if said != meant:
            message = (
                f"the tokens {first} to {last} are the characters {meant[0]} to {meant[1]}, "
                f"the span says {short(said[0])} to {short(said[1])}"
            )
            raise OffsetsDisagree(message, place=place, hint=_INCLUSIVE)
    return found


def _covered(one: dict[str, Any] | fields.Json, place: str, tokens: _TaskTokens) -> Span:
    """Return the tokens that the characters of a span cover; it must begin and end where tokens do."""
    found = fields.span(one.get("label"), one.get("start"), one.get("end"), place, None)
    if not tokens.starts:
        hint = "Give the spans token_start and token_end, or the tokens start and end."
        raise MissingField("the span counts characters, and its tokens do not say theirs", place=place, hint=hint)
    if found.start not in tokens.starts or found.end not in tokens.ends:
        message = f"the characters {found.start} to {found.end} are no whole tokens"
        hint = "Move the span to the bounds of tokens, or leave the tokens out to compare characters."
        raise OffsetsDisagree(message, place=place, hint=hint)
    first, last = tokens.starts.index(found.start), tokens.ends.index(found.end)
    return fields.span(found.type, first, last + 1, place, None)
