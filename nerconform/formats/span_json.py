"""Span JSON: what Prodigy and spaCy write, who keep the spans of a text; neither is needed to read it.

Prodigy's tasks have text, tokens, and spans whose `token_end` is inclusive. Here inclusive ends become exclusive, and
nowhere else. spaCy's training data have entities in characters, ends exclusive.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from nerconform.base.plain_text import short
from nerconform.formats import json_values as fields
from nerconform.formats.characters import CharacterSpans
from nerconform.formats.file_errors import MissingField, MixedForms, OffsetsDisagree, RejectedAnswer, WrongForm
from nerconform.formats.json_values import is_number
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Offsets, Record
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span

_FORM = 'Write what Prodigy exports: {"text": ..., "tokens": [...], "spans": [{"start": 0, "end": 4, "label": "PER"}]}.'
_INCLUSIVE = (
    "Write token_start and token_end as the numbers of the first and the last token of the span, counted from 0."
)


class _TaskTokens(NamedTuple):
    """The tokens of a task: their texts, and their characters if they are said."""

    texts: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def read_prodigy(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order; spans count tokens where there are tokens, else characters.

    Raises `WrongForm`, `MissingField`, `RejectedAnswer`, `OffsetsDisagree`, `MixedForms`, `RepeatedId`, `InvalidSpan`,
    and what `json_values` raises.
    """
    ledger = Ledger(source.name)
    for value in fields.json_units(source):
        record = _task(value, options, side, ledger)
        ledger.form(record)
        yield record


def one_side(spans: tuple[Span, ...], side: FileSide) -> tuple[Annotation | None, Annotation | None]:
    """Return gold and prediction of a unit that has one annotation."""
    return (None, spans) if side is FileSide.PRED else (spans, None)


def _task(value: fields.Value, options: ReaderOptions, side: FileSide, ledger: Ledger) -> Record:
    """Return one task."""
    place = f"{ledger.file}:{value.line}"
    task = fields.mapping(value.data, place, _FORM)
    answer = task.get("answer", "accept")
    if answer != "accept":
        hint = 'Remove tasks whose "answer" is not "accept", from both files if there are two.'
        raise RejectedAnswer(
            f'the annotator did not accept the task: its "answer" is {short(answer)}', place=place, hint=hint
        )
    if task.get("spans") is None and task.get("tokens") is None and task.get("text") is None:
        raise MissingField("the task has no text, tokens or spans", place=place, hint=_FORM)
    if task.get("spans") is None and ("label" in task or "options" in task or "answer" not in task):
        what = "it is a task of another kind" if "answer" in task else "nobody has annotated it"
        hint = 'Write an empty list for a text without entities: "spans": [].'
        raise MissingField(f"the task has no field 'spans': {what}", place=place, hint=hint)
    text = fields.text_of(task, "text", place)
    tokens = _tokens(task, place)
    values = fields.list_of(task, "spans", place) or []
    if tokens is None:
        spans = CharacterSpans(text if task.get("text") is not None else None, options)
        sides = one_side(fields.each(values, lambda one, where: _characters(one, where, spans), place), side)
        offsets = Offsets.CHARACTERS
        return fields.record_of(task, place, value.line, ledger, sides, text=text, offsets=offsets)
    sides = one_side(fields.each(values, lambda one, where: _in_tokens(one, where, tokens), place), side)
    return fields.record_of(task, place, value.line, ledger, sides, tokens=tokens.texts, text=text)


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
            message = f"the token starts at {short(start)} and ends at {short(end)}"
            raise WrongForm(message, place=where, hint="Write start and end as whole numbers, such as 0 and 4.")
    whole = len(starts) == len(texts)
    return _TaskTokens(tuple(texts), tuple(starts) if whole else (), tuple(ends) if whole else ())


def _object(value: object, place: str) -> fields.Json:
    """Return the object that a span is."""
    if not isinstance(value, dict):
        raise fields.not_a_span(value, place, _FORM)
    return value


def _characters(value: object, place: str, spans: CharacterSpans) -> Span:
    """Return a span in characters."""
    one = _object(value, place)
    if one.get("start") is None and one.get("token_start") is not None:
        message = "the span has token_start, and the task has no tokens"
        hint = "Add the tokens to the task. Or add start and end (in characters) to the span."
        raise MissingField(message, place=place, hint=hint)
    return spans.span(one.get("label"), one.get("start"), one.get("end"), place, one.get("text"))


def _in_tokens(value: object, place: str, tokens: _TaskTokens) -> Span:
    """Return a span in tokens: as it says, or those that its characters cover."""
    one = _object(value, place)
    first, last = one.get("token_start"), one.get("token_end")
    if first is None and last is None:
        return _covered(one, place, tokens)
    if not (is_number(first) and is_number(last)):
        message = f"token_start is {short(first)} and token_end is {short(last)}, and both have to be whole numbers"
        raise InvalidSpan(message, place=place, hint=_INCLUSIVE)
    if not 0 <= first <= last < len(tokens.texts):  # type: ignore[operator] # integers, checked above
        most = len(tokens.texts) - 1
        message = (
            f"token_start is {short(first)} and token_end is {short(last)}, and the tokens have the numbers 0 to {most}"
        )
        raise InvalidSpan(message, place=place, hint=_INCLUSIVE)
    found = fields.span(one.get("label"), first, last + 1, place, None)  # type: ignore[operator] # as above
    said = (one.get("start"), one.get("end"))
    if said != (None, None) and tokens.starts:
        meant = (tokens.starts[found.start], tokens.ends[found.end - 1])
        if said != meant:
            message = (
                f"token_start {first} and token_end {last} are the characters {meant[0]} to {meant[1]}, "
                f"but start is {short(said[0])} and end is {short(said[1])}"
            )
            hint = "Correct the two that are wrong: token_start and token_end, or start and end."
            raise OffsetsDisagree(message, place=place, hint=hint)
    return found


def _covered(one: dict[str, Any] | fields.Json, place: str, tokens: _TaskTokens) -> Span:
    """Return the tokens that the characters of a span cover; it must begin and end where tokens do."""
    found = fields.span(one.get("label"), one.get("start"), one.get("end"), place, None)
    if not tokens.starts:
        hint = "Add token_start and token_end to the span. Or add start and end to every token."
        raise MissingField("the span counts characters, and the tokens have no start and end", place=place, hint=hint)
    if found.start not in tokens.starts or found.end not in tokens.ends:
        message = f"the span from character {short(found.start)} to {short(found.end)} starts or ends inside a token"
        hint = (
            'Move start and end to the bounds of tokens. Or remove "tokens" from the task: then characters are '
            "compared."
        )
        raise OffsetsDisagree(message, place=place, hint=hint)
    first, last = tokens.starts.index(found.start), tokens.ends.index(found.end)
    return fields.span(found.type, first, last + 1, place, None)


_EXAMPLE = 'Write {"text": ..., "entities": [[start, end, label], ...]} or [text, {"entities": [...]}].'
_ENTITY = 'Write each entity as [0, 4, "PER"], or as {"start": 0, "end": 4, "label": "PER"}, in characters.'


def read_spacy(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order: objects or pairs, on lines of their own or in one list.

    Raises `WrongForm`, `MissingField`, `MixedForms`, `RepeatedId`, `InvalidSpan`, and what `json_values` raises.
    """
    ledger = Ledger(source.name)
    for value in fields.json_units(source, pairs=True):
        yield _example(value, options, side, ledger)


def _example(value: fields.Value, options: ReaderOptions, side: FileSide, ledger: Ledger) -> Record:
    """Return one unit."""
    place, data = f"{ledger.file}:{value.line}", value.data
    example = {**data[1], "text": data[0]} if fields.is_pair(data) else fields.mapping(data, place, _EXAMPLE)
    text = fields.text_of(example, "text", place, needed=True)
    present = [key for key in ("entities", "ents") if example.get(key) is not None]
    if not present:
        raise MissingField("the object has no field 'entities'", place=place, hint=_EXAMPLE)
    if len(present) > 1:
        raise MixedForms("the object has both entities and ents", place=place, hint="Remove one of the two fields.")
    values = fields.list_of(example, present[0], place) or []
    read = CharacterSpans(text, options).span
    spans = fields.each(values, lambda value, where: _entity(value, where, read), place)
    offsets = Offsets.CHARACTERS
    return fields.record_of(example, place, value.line, ledger, one_side(spans, side), text=text, offsets=offsets)


def _entity(value: object, place: str, read: fields.ReadSpan) -> Span:
    """Return one entity."""
    if isinstance(value, dict):
        return fields.span_of_object(value, place, read)
    if isinstance(value, list) and len(value) == 3:  # noqa: PLR2004 # start, end, label
        return read(value[2], value[0], value[1], place, None)
    if isinstance(value, str):
        hint = f"{_ENTITY} For tags such as {short(value)}: --input-format jsonl or conll."
        raise fields.not_a_span(value, place, hint)
    raise fields.not_a_span(value, place, _ENTITY)
