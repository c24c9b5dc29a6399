"""spaCy's training data: text and entities in characters, ends exclusive; no spaCy is needed to read it."""

from collections.abc import Iterator
from typing import Any

from nerconform.formats import fields
from nerconform.formats.file_errors import MissingField, MixedForms
from nerconform.formats.json_values import json_values, short
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Offsets, Record
from nerconform.formats.source import TextSource
from nerconform.reference.spans import Span

_FORM = 'Write {"text": ..., "entities": [[start, end, label], ...]} or [text, {"entities": [...]}].'
_SPAN = "An entity is [start, end, label], or an object with start, end and label; it counts characters."
_PAIR = 2


def read_spacy(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order: objects or pairs, on lines of their own or in one list.

    Raises `WrongForm`, `MissingField`, `MixedForms`, `RepeatedId`, `InvalidSpan`, and what `json_values` raises.
    """
    del options
    ledger = Ledger(source.name)
    for value in json_values(source):
        listed = isinstance(value.data, list) and not is_pair(value.data)
        for data in value.data if listed else [value.data]:
            yield _record(data, value.line, source.name, side, ledger)


def is_pair(value: object) -> bool:
    """Whether a value is a text with its annotations."""
    return isinstance(value, list) and len(value) == _PAIR and isinstance(value[0], str) and isinstance(value[1], dict)


def _record(data: Any, line: int, file: str, side: FileSide, ledger: Ledger) -> Record:  # noqa: ANN401 # JSON is anything
    """Return one unit."""
    place = f"{file}:{line}"
    example = {**data[1], "text": data[0]} if is_pair(data) else fields.mapping(data, place, _FORM)
    text = fields.text_of(example, "text", place, needed=True)
    present = [key for key in ("entities", "ents") if example.get(key) is not None]
    if not present:
        raise MissingField("the unit has no entities", place=place, hint=_FORM)
    if len(present) > 1:
        raise MixedForms("the unit has entities and ents", place=place, hint="Keep one of them.")
    values = fields.list_of(example, present[0], place) or []
    spans = fields.each(values, lambda value, where: _entity(value, where, len(text)), place)
    name, document = (fields.name_of(example, key, place) for key in ("id", "document"))
    sides: tuple[Annotation | None, Annotation | None] = (None, spans) if side is FileSide.PRED else (spans, None)
    return Record(
        *sides,
        file=file,
        line=line,
        id=name,
        starts_document=ledger.enter(line, name, document),
        document=document,
        text=text,
        offsets=Offsets.CHARACTERS,
    )


def _entity(value: object, place: str, length: int) -> Span:
    """Return one entity."""
    if isinstance(value, dict):
        return fields.span_of_object(value, place, length)
    if isinstance(value, list) and len(value) == 3:  # noqa: PLR2004 # start, end, label
        return fields.span(value[2], value[0], value[1], place, length)
    if isinstance(value, str):
        hint = f"Tags such as {short(value)} are read from columns or JSON Lines. {_SPAN}"
        raise fields.not_a_span(value, place, hint)
    raise fields.not_a_span(value, place, _SPAN)
