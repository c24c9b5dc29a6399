"""JSON Lines: the kit's own form, one unit on a line (`spec/formats/jsonl-unit.schema.json`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nerconform.base.plain_text import short
from nerconform.formats import json_values as fields
from nerconform.formats.characters import CharacterSpans
from nerconform.formats.file_errors import AmbiguousOffsets, MissingColumn, MissingField, MixedForms, WrongForm
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Ledger, Offsets, Record, check_sides
from nerconform.reference.mentions import Mention, is_mention, mention_of
from nerconform.reference.refusals import InvalidMention
from nerconform.reference.spans import Span

_FORM = (
    'Write {"tokens": [...], "gold": [...], "pred": [...]}; for another format say which: --input-format huggingface.'
)
_IDS = 'Write tags as strings such as "B-PER"; for label ids: --input-format huggingface.'
_SPAN = 'Write ["PER", 0, 2], or {"type": "PER", "start": 0, "end": 2}.'
_MENTION = 'Write every entity of the list with its type and text: ["PER", "Ada"], or {"type": "PER", "text": "Ada"}.'


def read_jsonl(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order.

    Raises `WrongForm`, `MissingField`, `MixedForms`, `AmbiguousOffsets`, `RepeatedId`, `InvalidSpan`, `LengthsDiffer`,
    `NotATag`, `EmptyTag`, and what `json_values` raises.
    """
    ledger = Ledger(source.name)
    for value in fields.json_units(source):
        record = _record(value, options, side, ledger)
        ledger.form(record)
        check_sides(record)
        yield record


def _record(value: fields.Value, options: ReaderOptions, side: FileSide, ledger: Ledger) -> Record:
    """Return one unit."""
    place = f"{ledger.file}:{value.line}"
    unit = fields.mapping(value.data, place, _FORM)
    tokens = fields.tokens_of(unit, place)
    text = fields.text_of(unit, "text", place)
    offsets = _offsets(unit, place)
    read = fields.in_tokens(len(tokens) if tokens is not None else None)
    if offsets is Offsets.CHARACTERS:
        read = CharacterSpans(text if unit.get("text") is not None else None, options).span
    sides: dict[str, Annotation | None] = {"gold": None, "pred": None}
    keys = wanted(unit, side, place, options)
    for key, target in keys.items():
        values = fields.list_of(unit, key, place)
        if values is not None:
            sides[target] = _annotation(values, key, place, tokens, read)
    if offsets is None:
        _refuse_spans(sides, place)
    annotations = sides["gold"], sides["pred"]
    counted = offsets or Offsets.TOKENS
    found = fields.record_of(unit, place, value.line, ledger, annotations, tokens=tokens, text=text, offsets=counted)
    entities = {target for key, target in keys.items() if key == "spans" or ledger.has_entities(target)}
    return replace(found, as_entities=("gold" in entities, "pred" in entities)) if entities else found


def wanted(unit: fields.Json, side: FileSide, place: str, options: ReaderOptions) -> dict[str, str]:
    """Return which fields are read as which side: those that are named as columns, else `gold`, `pred`, and so on.

    Raises `MissingField`, `MixedForms`, and `MissingColumn` for the number of a column.
    """
    named = _named(unit, side, place, options)
    if named:
        return named
    present = [key for key in ("gold", "pred", "tags", "spans") if unit.get(key) is not None]
    alone = [key for key in present if key in {"tags", "spans"}]
    if len(alone) > 1 or (alone and len(present) > 1):
        message = f"the object has the fields {' and '.join(present)}, and it is not clear which of them is gold"
        hint = (
            'Write {"gold": [...], "pred": [...]}. In a file with gold only write {"tags": [...]} or {"spans": [...]}.'
        )
        raise MixedForms(message, place=place, hint=hint)
    main = "pred" if side is FileSide.PRED else "gold"
    if not alone and main not in present:
        hint = f"Add {main} (or tags or spans, in a file with one annotation only). {_FORM}"
        message = f"the object has no field {main!r}, only {', '.join(map(str, unit)) or 'none'}"
        raise MissingField(f"{message:.150}", place=place, hint=hint)
    wanted = {alone[0] if alone else main: main}
    if side is FileSide.BOTH and "pred" in present:
        wanted["pred"] = "pred"
    return wanted


def _named(unit: fields.Json, side: FileSide, place: str, options: ReaderOptions) -> dict[str, str]:
    """Return the fields that the options name for this file; nothing where they name none."""
    columns = {"gold": options.gold_column, "pred": options.pred_column}
    named = {target: column for target, column in columns.items() if side in {FileSide.BOTH, FileSide(target)}}
    if all(column is None for column in named.values()):
        return {}
    found = {}
    for target, column in named.items():
        if isinstance(column, int):
            hint = f"Name a field of the object, such as --{target}-column {target}."
            raise MissingColumn(
                f"--{target}-column {column} is the number of a column, and the fields of JSON have names",
                place=place,
                hint=hint,
            )
        key = target if column is None else column
        if column is None and unit.get(key) is None:
            continue
        if unit.get(key) is None:
            hint = f"Name a field that it has: --{target}-column FIELD with one of {', '.join(unit)[:200]}."
            raise MissingField(f"the object has no field {key!r}", place=place, hint=hint)
        if key in found:
            hint = "Name two fields: --gold-column gold --pred-column pred."
            raise MixedForms(
                f"one field, {key!r}, is named both for gold and for the predictions", place=place, hint=hint
            )
        found[key] = target
    if "gold" not in found.values() and side is not FileSide.PRED:
        hint = "Name the field that holds gold: --gold-column FIELD."
        raise MissingField("--gold-column is missing, and the object has no field 'gold'", place=place, hint=hint)
    return found


def _offsets(unit: fields.Json, place: str) -> Offsets | None:
    """Return what spans count, `None` if it cannot be known. Raises `WrongForm`."""
    said = unit.get("offsets")
    if said is not None:
        if not isinstance(said, str) or said not in set(Offsets):
            hint = 'Write "offsets": "tokens" or "offsets": "characters".'
            raise WrongForm(
                f'the field "offsets", which says what start and end count, is {short(said)}, not tokens or characters',
                place=place,
                hint=hint,
            )
        return Offsets(said)
    if unit.get("text") is None:
        return Offsets.TOKENS
    return None if unit.get("tokens") is not None else Offsets.CHARACTERS


def _refuse_spans(sides: dict[str, Annotation | None], place: str) -> None:
    """Refuse spans where nothing says what they count. Raises `AmbiguousOffsets`."""
    if any(isinstance(one, Span) for side in sides.values() for one in side or ()):
        hint = 'Say what they count: add "offsets": "tokens" or "offsets": "characters" to the object.'
        message = "the object has both text and tokens, so its spans could count characters or tokens"
        raise AmbiguousOffsets(message, place=place, hint=hint)


def _annotation(
    values: list[Any], key: str, place: str, tokens: tuple[str, ...] | None, read: fields.ReadSpan
) -> Annotation:
    """Return the tags, spans or mentions of one side; without a first member, `gold` and `pred` may be any of them."""
    where = f"{place}, {key}"
    if key != "tags" and values and is_mention(values[0]):
        return tuple(_mention(value, f"{where}, entity {position}") for position, value in enumerate(values))
    if key == "spans" or (key != "tags" and values and isinstance(values[0], list | dict)):
        return fields.each(values, lambda value, at: _span(value, at, read), where)
    tags = tuple([fields.tag(value, f"{where}, position {position}", _IDS) for position, value in enumerate(values)])
    if tags or key == "tags":
        fields.same_length(len(tags), tokens, where)
    return tags


def _mention(value: object, place: str) -> Mention:
    """Return one entity without offsets. Raises `InvalidMention`."""
    if not is_mention(value):
        raise InvalidMention(f"{short(value)} is not an entity with a type and a text", place=place, hint=_MENTION)
    try:
        return mention_of(value, 0)
    except InvalidMention as error:
        error.place, error.hint = place, _MENTION
        raise


def _span(value: object, place: str, read: fields.ReadSpan) -> Span:
    """Return one span."""
    if isinstance(value, dict):
        return fields.span_of_object(value, place, read)
    if isinstance(value, list) and len(value) == 3:  # noqa: PLR2004 # type, start, end
        return read(value[0], value[1], value[2], place, None)
    raise fields.not_a_span(value, place, _SPAN)
