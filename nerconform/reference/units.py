"""Units: the annotations that are compared, and what must be refused before anything is counted (INP-1 to INP-6)."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerconform.base.bounds import MAX_DIGITS, has_few_digits
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import counted, short
from nerconform.reference.mentions import Mention, Source, is_mention, is_with_text, mention_of, parts_with_text
from nerconform.reference.refusals import (
    FlatInput,
    InvalidSpan,
    LengthsDiffer,
    NotAnswered,
    NotAUnit,
    NoText,
    TextsDiffer,
    UnitsDiffer,
)
from nerconform.reference.spans import PiecedSpan, Span, span_of_pieces

_FORM = (
    "Pass a list of sentences, each a list of tags or a list of spans (type, start, end): "
    "[['B-PER', 'O'], ['O']] or [[('PER', 0, 1)], []]."
)


_LAYERS = "Write each layer as a list of tags or of spans: {'layers': [['B-ORG', 'I-ORG'], ['B-LOC', 'O']]}."


class Annotation(NamedTuple):
    """One side of one unit: its tags, or its spans or mentions in list order, and the text, where it was given.

    A side that was given in `layers` has neither tags nor spans of its own (INP-6).
    """

    tags: Sequence[str] | None
    spans: tuple[Span, ...] = ()
    mentions: tuple[Mention, ...] = ()
    source: Source | None = None
    layers: "tuple[Annotation, ...]" = ()

    @property
    def length(self) -> int | None:
        """Return the number of tokens, `None` where only spans were given."""
        if self.layers:
            return self.layers[0].length
        return None if self.tags is None else len(self.tags)


class Unit(NamedTuple):
    """What is pooled and resampled: a sentence or a document, on both sides."""

    gold: Annotation
    pred: Annotation

    @property
    def source(self) -> Source | None:
        """Return the text of the unit, with which one side or both were given."""
        return self.gold.source or self.pred.source


def read_units(gold: object, pred: object) -> list[Unit]:
    """Return the units of both sides, checked.

    Raises `FlatInput`, `NotAUnit`, `UnitsDiffer`, `LengthsDiffer` or `InvalidSpan`; each names side, unit and
    position. Tags themselves are read by the parse step.
    """
    sides = {name: read_side(value, name) for name, value in (("gold", gold), ("pred", pred))}
    if len(sides["gold"]) != len(sides["pred"]):
        message = f"gold has {len(sides['gold'])} sentences, and pred has {len(sides['pred'])}"
        hint = "Pass every sentence in both lists. Where nothing is predicted, pass O for each token: ['O', 'O']."
        raise UnitsDiffer(message, hint=hint)
    units = []
    for index, pair in enumerate(zip(sides["gold"], sides["pred"], strict=True)):
        unit = Unit(*pair)
        check_lengths(unit, f"sentence {index}")
        units.append(unit)
    return units


def read_plain_units(gold: object, pred: object) -> list[Unit]:
    """Return the units of both sides, checked; none has layers. Raises `NotAnswered`, and as `read_units`."""
    units = read_units(gold, pred)
    for index, unit in enumerate(units):
        if unit.gold.layers or unit.pred.layers:
            hint = (
                "Call nc.evaluate, which takes layers. Or pass one layer as a list of tags, or all spans of the "
                "sentence in one flat list: [('ORG', 0, 2), ('LOC', 1, 2)]."
            )
            raise NotAnswered("the sentence has several layers of tags or spans", place=f"sentence {index}", hint=hint)
    return units


def read_side(value: object, side: str) -> list[Annotation]:
    """Return the annotations of one side. Raises `FlatInput`, `NotAUnit` or `InvalidSpan`.

    An empty unit is one without spans where another unit of its side has spans, else one without tokens (INP-4).
    """
    if isinstance(value, str | bytes | Mapping) or not _is_listing(value):
        raise NotAUnit(f"expected a list of sentences, found {_what(value)}", place=side, hint=_FORM)
    units = _listed(value, side)
    if units and (all(isinstance(unit, str) for unit in units) or all(_is_span(unit) for unit in units)):
        hint = (
            "If it is one sentence, put it into a list: nc.evaluate([gold], [pred]). Else pass one list for each "
            "sentence."
        )
        raise FlatInput(
            f"{side} is one flat list of tags or spans, not a list of sentences: [{short(units[0])}, ...]", hint=hint
        )
    annotations = []
    for index, unit in enumerate(units):
        with_text = isinstance(unit, Mapping) and ("layers" in unit or is_with_text(unit))
        if not (with_text or isinstance(unit, list)) and (
            isinstance(unit, str | bytes | Mapping) or not _is_listing(unit)
        ):
            raise NotAUnit(f"sentence {index} is {_what(unit)}, not a list of tags or spans", place=side, hint=_FORM)
        try:
            annotations.append(_with_text(unit) if with_text else _annotation(_listed(unit, "")))
        except NerconformError as error:
            raise error.at(f"{side}, sentence {index}") from None
    if any(annotation.length is None for annotation in annotations):
        return [one if one.tags is None or len(one.tags) else Annotation(None) for one in annotations]
    return annotations


def _listed(value: Any, where: str, hint: str = _FORM) -> list[Any]:  # noqa: ANN401 - whatever has a length
    """Return what an array, a series or a tuple of any kind holds, as a list, which cannot answer otherwise later.

    Raises `NotAUnit` for what has no members, such as an array of no dimension.
    """
    if type(value) is list:
        return value
    if callable(plain := getattr(value, "to_pylist", None)):  # a column of pyarrow, whose members are scalars
        value = plain()
    try:
        return list(value)
    except TypeError as error:
        message = f"found a single value of type {type(value).__name__}, not a list ({error})"
        raise NotAUnit(message, place=where, hint=hint) from None


def _is_span(unit: object) -> bool:
    """Whether a unit is in truth one span."""
    if isinstance(unit, Mapping):
        return "start" in unit and "end" in unit
    return isinstance(unit, tuple | list) and list(map(type, unit)) == [str, int, int]


def _is_listing(value: object) -> bool:
    """Whether the value has an order and a length: a list, a tuple, an array."""
    return isinstance(value, Sequence) or (hasattr(value, "__len__") and hasattr(value, "__getitem__"))


def _what(value: object) -> str:
    """Return what the value is, shortly."""
    return f"the {type(value).__name__} {short(value)}"


def _annotation(unit: list[Any]) -> Annotation:
    """Return a unit of tags, or of spans if its first member is one."""
    if unit and is_mention(unit[0]):
        return Annotation(None, mentions=tuple(mention_of(item, position) for position, item in enumerate(unit)))
    if unit and not isinstance(unit[0], str) and isinstance(unit[0], tuple | list | Mapping):
        return Annotation(None, tuple(_span(item, position) for position, item in enumerate(unit)))
    return Annotation(unit)


def _with_text(unit: Mapping[str, Any]) -> Annotation:
    """Return a unit that is given with its text (LOC-1), or in layers (INP-6)."""
    if "layers" in unit:
        return _layered(unit["layers"])
    source, entities = parts_with_text(unit)
    if isinstance(entities, str | bytes | Mapping) or not _is_listing(entities):
        hint = "Write a list, also for one entity: {'text': 'Ada met Bo.', 'entities': [('PER', 'Ada')]}."
        raise NotAUnit(f"the entities are {_what(entities)}, not a list", hint=hint)
    found = _annotation(_listed(entities, "entities"))
    return found._replace(tags=found.tags or None, source=source)


def _layered(layers: object) -> Annotation:
    """Return a unit that is given in layers, each of tags or of spans (INP-6). Raises `NotAUnit`, `LengthsDiffer`."""
    if isinstance(layers, str | bytes | Mapping) or not _is_listing(layers) or not _listed(layers, "layers"):
        raise NotAUnit(f"the layers are {_what(layers)}, not a list of layers", hint=_LAYERS)
    found: list[Annotation] = []
    for number, layer in enumerate(_listed(layers, "layers"), 1):
        place = f"layer {number}"
        if isinstance(layer, str | bytes | Mapping) or not _is_listing(layer):
            raise NotAUnit(f"the layer is {_what(layer)}, not a list", place=place, hint=_LAYERS)
        try:
            found.append(_annotation(_listed(layer, "", _LAYERS)))
        except NerconformError as error:
            raise error.at(place) from None
        if found[-1].mentions:
            raise NotAUnit("an entity of this layer has a text, and no start and end", place=place, hint=_LAYERS)
    if any(layer.spans for layer in found):
        if any(layer.tags for layer in found):
            raise NotAUnit("one layer has tags, and another layer has spans", hint=_LAYERS)
        return Annotation(None, layers=tuple(Annotation(None, layer.spans) for layer in found))
    lengths = [len(layer.tags or ()) for layer in found]
    if len(set(lengths)) > 1:
        message = f"the layers of one sentence have different numbers of tags: {', '.join(map(str, lengths))}"
        raise LengthsDiffer(message, hint="Write one tag for each token in every layer, O where there is no entity.")
    return Annotation(None, layers=tuple(found))


def _span(item: object, position: int) -> Span:
    """Return a span from `Span`, `(type, start, end)` or a mapping with `type` or `label`, `start`, `end` (INP-3)."""
    place = f"span {position}"
    try:
        if isinstance(item, PiecedSpan):
            return item
        if not isinstance(item, tuple) and isinstance(item, Mapping):  # asking a tuple is quick
            if item.get("pieces"):
                return _of_pieces(item)
            kind, start, end = item["type"] if "type" in item else item["label"], item["start"], item["end"]
        else:
            kind, start, end = item  # type: ignore[misc] # anything else is refused below
        start, end = _index(start), _index(end)
    except InvalidSpan as error:
        raise error.at(place) from None
    except (TypeError, ValueError, KeyError):
        hint = "Write ('PER', 0, 2), or a dict: {'type': 'PER', 'start': 0, 'end': 2}. The end is exclusive."
        raise InvalidSpan(
            f"{short(item)} is not a span (type, start, end) with whole numbers", place=place, hint=hint
        ) from None
    if not isinstance(kind, str):
        raise InvalidSpan(
            f"the type of the span is {short(kind)}, not a string",
            place=place,
            hint="Write the type first: ('PER', 0, 2).",
        )
    if not 0 <= start < end:
        hint = "Write 0 <= start < end; the end is exclusive, so a span over the first two tokens is ('PER', 0, 2)."
        raise InvalidSpan(f"the span starts at {short(start)} and ends at {short(end)}", place=place, hint=hint)
    return Span(kind, start, end)


def _of_pieces(item: Mapping[str, Any]) -> Span:
    """Return the span of a mapping with pieces, each a start and an end; it may say the whole as well (MAT-13).

    Raises `InvalidSpan`, and `ValueError`, `TypeError` or `KeyError` for what is no span.
    """
    pieces = [(_index(start), _index(end)) for start, end in item["pieces"]]
    kind = item["type"] if "type" in item else item["label"]
    found = span_of_pieces(kind, pieces)
    said = tuple(item.get(bound, there) for bound, there in (("start", found.start), ("end", found.end)))
    if not isinstance(kind, str) or said != found[1:]:
        raise ValueError(item)
    return found


def _index(value: object) -> int:
    """Return an integer as it is (NumPy's too); a bool is none. Raises `TypeError`, or `InvalidSpan` for a long one."""
    if isinstance(value, bool):
        raise TypeError(value)
    number = operator.index(value)  # type: ignore[arg-type] # raises TypeError for anything that is no integer
    if not has_few_digits(number):
        hint = "Write the start and the end as positions in the sentence: ('PER', 0, 2)."
        raise InvalidSpan(f"a start or an end has more than {MAX_DIGITS} digits, which is the limit", hint=hint)
    return number


def check_lengths(unit: Unit, place: str) -> None:
    """Refuse sides of different lengths (INP-2) and spans beyond the tokens that the other side shows (INP-3).

    Raises `LengthsDiffer` or `InvalidSpan`, at this place.
    """
    gold, pred = unit.gold.length, unit.pred.length
    if unit.source is not None:
        _check_source(unit, place)
    if gold is not None and pred is not None:
        if gold != pred and not (gold and pred):
            empty, other = ("pred", "gold") if gold else ("gold", "pred")
            hint = "In a sentence without entities write O for each token: ['O', 'O'], not []."
            raise LengthsDiffer(f"{empty} has no tags, and {other} has {gold or pred}", place=place, hint=hint)
        if gold != pred:
            hint = (
                "Pass one tag for each token, in gold and in pred. Look for a sentence that was truncated, "
                "or tokenised in "
                "another way."
            )
            raise LengthsDiffer(f"gold has {counted(gold, 'tag')}, and pred has {pred}", place=place, hint=hint)
        return
    for side, annotation, length in (("gold", unit.gold, pred or None), ("pred", unit.pred, gold or None)):
        for span in (*annotation.spans, *(one for layer in annotation.layers for one in layer.spans)):
            if length is not None and span.end > length:
                hint = f"Count tokens, not characters. The end is exclusive, so it is at most {length}."
                message = (
                    f"the span {tuple(span)!r} ends after the end of the sentence, which has {counted(length, 'token')}"
                )
                raise InvalidSpan(message, place=f"{side}, {place}", hint=hint)


def _check_source(unit: Unit, place: str) -> None:
    """Refuse two texts of one unit, and tags whose tokens are not known or are others. Raises what LOC-1 says."""
    gold, pred = unit.gold.source, unit.pred.source
    if gold is not None and pred is not None and gold != pred:
        hint = "Give gold and pred one text, or give the text only in one of them."
        raise TextsDiffer(
            f"one sentence has two texts: {gold.text!r:.40} in gold, {pred.text!r:.40} in pred", place=place, hint=hint
        )
    starts = None if unit.source is None else unit.source.starts
    for side, annotation in (("gold", unit.gold), ("pred", unit.pred)):
        if not annotation.length:
            continue
        if starts is None:
            hint = "Give the tokens in place of the text: {'tokens': ['Ada', 'met'], 'entities': ['B-PER', 'O']}."
            raise NoText(
                "the entities are tags, one for each token, but the sentence has a text and no tokens",
                place=f"{side}, {place}",
                hint=hint,
            )
        if annotation.length != len(starts) - 1:
            hint = "Write one tag for each token."
            message = f"{counted(annotation.length, 'tag')} for {counted(len(starts) - 1, 'token')}"
            raise LengthsDiffer(message, place=f"{side}, {place}", hint=hint)
