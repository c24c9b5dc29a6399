"""Span exports: what Label Studio, doccano, GLiNER and Hugging Face pipelines write, who keep spans as JSON."""

from collections.abc import Iterator
from typing import Any

from nerconform.base.plain_text import short
from nerconform.formats import json_values as fields
from nerconform.formats.characters import CharacterSpans
from nerconform.formats.detect import is_entity, is_regions
from nerconform.formats.file_errors import MissingField, MixedForms, WrongForm
from nerconform.formats.json_values import Json, Value
from nerconform.formats.reader_options import CharacterUnit, ReaderOptions
from nerconform.formats.record import FileSide, Ledger, Offsets, Record
from nerconform.formats.span_json import one_side
from nerconform.reference.spans import Span

_STUDIO = 'A task is {"data": {"text": ...}, "annotations": [{"result": [...]}]}; JSON-MIN has "text" and "label".'
_REGION = 'Write a region of a text as {"type": "labels", "value": {"start", "end", "text", "labels": [...]}}.'


def read_label_studio(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the tasks of an export, JSON or JSON-MIN; gold is the annotation, the prediction the model's.

    Raises `WrongForm`, `MissingField`, `MixedForms`, `RepeatedId`, `InvalidSpan`, `TextDisagrees`, and what
    `json_values` raises.
    """
    ledger = Ledger(source.name)
    for value in fields.json_units(source):
        place = f"{ledger.file}:{value.line}"
        task = fields.mapping(value.data, place, _STUDIO)
        name = {"id": task.get("id")}
        if not isinstance(task.get("data"), dict):
            text = fields.text_of(task, "text", place, needed=True)
            spans = _regions(_min_regions(task, place), text, options, place)
            yield _record(name, place, value, ledger, text, (*one_side(spans, side),))
            continue
        text = _text_of_task(task["data"], place)
        read = {
            key: _regions(_result(task, keys, place), text, options, place)
            for key, keys in {"gold": ("annotations", "completions"), "pred": ("predictions",)}.items()
            if any(task.get(one) for one in keys)
        }
        gold, pred = read.get("gold"), read.get("pred")
        if side is FileSide.PRED:  # a model's output, or a second annotator's
            pred = gold if pred is None else pred
        if (pred if side is FileSide.PRED else gold) is None:
            hint = (
                "Annotate the task and export again, or remove it. An annotated task without entities has "
                '{"result": []}.'
            )
            raise MissingField("the task has no annotation in this Label Studio export", place=place, hint=hint)
        yield _record(name, place, value, ledger, text, (None if side is FileSide.PRED else gold, pred))


def _record(  # noqa: PLR0913, PLR0917 - the parts of a record
    unit: Json, place: str, value: Value, ledger: Ledger, text: str, sides: tuple[Any, Any]
) -> Record:
    return fields.record_of(unit, place, value.line, ledger, sides, text=text, offsets=Offsets.CHARACTERS)


def _text_of_task(data: Json, place: str) -> str:
    """Return the text of a task: its field `text`, or the only one that is a string."""
    texts = [value for value in data.values() if isinstance(value, str)]
    text = data.get("text", texts[0] if len(texts) == 1 else None)
    if not isinstance(text, str):
        message = f"it is not clear which field holds the text of the task: {short(list(data))}"
        hint = "Rename the field with the text to 'text', in the Label Studio project or in the file."
        raise MissingField(message, place=place, hint=hint)
    return text


def _min_regions(task: Json, place: str) -> list[Any]:
    """Return the regions of a task of JSON-MIN, in a field that is named as in the project; without any it has none."""
    keys = [key for key, value in task.items() if is_regions(value)]
    if len(keys) > 1:
        message = f"the fields {' and '.join(keys)} could each hold the entities"
        hint = "Export from Label Studio as JSON, not as JSON-MIN. Or remove one of the two fields."
        raise MixedForms(message, place=place, hint=hint)
    return fields.list_of(task, keys[0], place) or [] if keys else []


def _result(task: Json, keys: tuple[str, ...], place: str) -> list[Any]:
    """Return the regions of the one annotation, or prediction, that a task has."""
    key = next(key for key in keys if task.get(key))
    given = [one for one in fields.list_of(task, key, place) or [] if isinstance(one, dict)]
    kept = [one for one in given if not one.get("was_cancelled")]
    if len(kept) != 1:
        message = f"the task has {len(kept)} {key}{'' if kept else ' that were not cancelled'}, and one is needed"
        hint = "Keep one of them for each task: filter by annotator or by version of the model when you export."
        raise MixedForms(message, place=place, hint=hint)
    return fields.list_of(kept[0], "result", place) or []


def _regions(values: list[Any], text: str, options: ReaderOptions, place: str) -> tuple[Span, ...]:
    """Return the spans of regions, one for each label; choices, relations and ratings are no spans.

    Raises `WrongForm` for the region of something else than a text, and for one without a label.
    """
    read = CharacterSpans(text, options).span
    found = []
    for number, one in enumerate(values):
        where = f"{place}, region {number}"
        region = fields.mapping(one, where, _REGION)
        value = region.get("value", region)
        if region.get("type") == "relation" or "from_id" in region:
            continue
        if not isinstance(value, dict):
            raise WrongForm(
                f'"value" of the region is a {type(value).__name__}, not an object', place=where, hint=_REGION
            )
        labels = value.get("labels", value.get("hypertextlabels"))
        if not labels and _is_of_text(region, value):
            others = [key for key in value if key.endswith("labels") and value[key]]
            if others:
                hint = f"Annotate plain text with the tag <Labels> in Label Studio, or delete the region. {_REGION}"
                raise WrongForm(f"the region has {others[0]}, and only 'labels' are read", place=where, hint=hint)
            hint = f"Give the region a label, or delete it. {_REGION}"
            raise WrongForm(f"the region has no 'labels': {short(value)}", place=where, hint=hint)
        if labels is None:
            continue
        bounds = value.get("globalOffsets", value)
        found += [
            read(label, bounds.get("start"), bounds.get("end"), where, value.get("text"))
            for label in fields.list_of({"labels": labels}, "labels", where) or []
        ]
    return tuple(found)


def _is_of_text(region: Json, value: Json) -> bool:
    """Whether a region is one of a text or a dialogue; what is said of a region (choices, a rating) is none."""
    kind = region.get("type")
    return str(kind).endswith("labels") if kind is not None else "start" in value


_DOCCANO = (
    'Write a line as doccano does: {"text": ..., "label": [[0, 3, "PER"]]} or {"text": ..., "entities": '
    '[{"start_offset", ...}]}.'
)


def read_doccano(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the texts of an export, whose offsets count UTF-16 (doccano #2290). Raises as `read_label_studio`."""
    ledger = Ledger(source.name)
    for value in fields.json_units(source):
        place = f"{ledger.file}:{value.line}"
        unit = fields.mapping(value.data, place, _DOCCANO)
        text = fields.text_of(unit, "text", place, needed=True)
        read = CharacterSpans(text, options, CharacterUnit.UTF16).span
        key = next((key for key in ("label", "labels", "entities", "annotations") if unit.get(key) is not None), "")
        if not key:
            message = "the line has no field with entities: doccano calls it label, labels, entities or annotations"
            raise MissingField(message, place=place, hint=_DOCCANO)

        def span(one: object, where: str, read: fields.ReadSpan = read) -> Span:
            if isinstance(one, list) and len(one) == 3:  # noqa: PLR2004 # start, end, type
                return read(one[2], one[0], one[1], where, None)
            if isinstance(one, dict):
                return read(one.get("label"), one.get("start_offset"), one.get("end_offset"), where, None)
            raise fields.not_a_span(one, where, _DOCCANO)

        spans = fields.each(fields.list_of(unit, key, place) or [], span, place)
        yield _record(unit, place, value, ledger, text, one_side(spans, side))


_GLINER = (
    'Write a line as GLiNER does: {"tokenized_text": [...], "ner": [[0, 1, "PER"]]}. A span is its first token, '
    "its last token and its type."
)


def read_gliner(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the sentences of GLiNER's training data, whose spans hold their last token.

    Raises `WrongForm`, `MissingField`, `RepeatedId`, `InvalidSpan`, and what `json_values` raises.
    """
    del options
    ledger = Ledger(source.name)
    for value in fields.json_units(source):
        place = f"{ledger.file}:{value.line}"
        unit = fields.mapping(value.data, place, _GLINER)
        tokens = fields.tokens_of({"tokens": fields.list_of(unit, "tokenized_text", place)}, place)
        if tokens is None or unit.get("ner") is None:
            raise MissingField(
                f"the line has no field {'ner' if tokens is not None else 'tokenized_text'}", place=place, hint=_GLINER
            )

        def span(one: object, where: str, length: int = len(tokens)) -> Span:
            if isinstance(one, list) and len(one) == 3 and fields.is_number(one[1]):  # noqa: PLR2004 # first, last, type
                return fields.span(one[2], one[0], one[1] + 1, where, length)
            raise fields.not_a_span(one, where, _GLINER)

        spans = fields.each(fields.list_of(unit, "ner", place) or [], span, place)
        yield fields.record_of(unit, place, value.line, ledger, one_side(spans, side), tokens=tokens)


_PIPELINE = (
    'Write one list for each text: [{"entity_group": "PER", "start": 0, "end": 3, "word": "Ada"}], one on a line.'
)


def read_pipeline(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the texts for which a pipeline, or GLiNER, returned its entities; the texts themselves are not there.

    Raises `WrongForm`, `InvalidSpan`, and what `json_values` raises.
    """
    ledger = Ledger(source.name)
    read = CharacterSpans(None, options).span
    for line, entities in _texts(source):
        place = f"{ledger.file}:{line}"
        spans = fields.each(entities, lambda one, where: _entity(one, where, read), place)
        yield fields.record_of({}, place, line, ledger, one_side(spans, side), offsets=Offsets.CHARACTERS)


def _texts(source: fields.JsonSource) -> Iterator[tuple[int, list[Any]]]:
    """Yield the entities of each text: a list of lists, a list on each line, or one list of entities."""
    alone: list[Value] = []
    for value in fields.json_values(source):
        if isinstance(value.data, dict):  # a member of one list of entities, which spans lines
            alone.append(value)
        elif not isinstance(value.data, list):
            raise WrongForm(
                f"expected a list of the entities of a text, found {short(value.data)}",
                place=f"{source.name}:{value.line}",
                hint=_PIPELINE,
            )
        elif value.data and all(isinstance(one, list) for one in value.data):
            yield from ((value.line, one) for one in value.data)
        else:
            yield value.line, value.data
    if alone:
        head = getattr(source, "head", b"[").lstrip(b"\xef\xbb\xbf \t\r\n")
        if not head.startswith(b"["):
            message = "each line is one entity, and nothing says which lines belong to one text"
            raise WrongForm(message, place=f"{source.name}:{alone[0].line}", hint=_PIPELINE)
        yield alone[0].line, [one.data for one in alone]


def _entity(value: object, place: str, read: fields.ReadSpan) -> Span:
    """Return one entity. Raises `WrongForm` for a token, or a part of one."""
    if not is_entity(value):
        raise fields.not_a_span(value, place, _PIPELINE)
    entity: Json = value  # type: ignore[assignment] # an object, as was just seen
    if "entity" in entity and "entity_group" not in entity:
        message = f"{short(entity['entity'])} is the tag of a part of a word, not an entity"
        hint = (
            'Let the pipeline join parts of words into entities: pipeline("ner", model=..., '
            'aggregation_strategy="simple").'
        )
        raise WrongForm(message, place=place, hint=hint)
    kind = entity.get("entity_group", entity.get("label"))
    return read(kind, entity.get("start"), entity.get("end"), place, None)
