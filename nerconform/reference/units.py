"""Units: the annotations that are compared, and what must be refused before anything is counted (INP-1 to INP-4)."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.reference.refusals import FlatInput, InvalidSpan, LengthsDiffer, NotAUnit, UnitsDiffer
from nerconform.reference.spans import Span

_FORM = "Pass a list of units, each a list of tags or a list of spans (type, start, end)."


class Annotation(NamedTuple):
    """One side of one unit: its tags, or its spans in list order."""

    tags: Sequence[str] | None
    spans: tuple[Span, ...] = ()

    @property
    def length(self) -> int | None:
        """Return the number of tokens, `None` where only spans were given."""
        return None if self.tags is None else len(self.tags)


class Unit(NamedTuple):
    """What is pooled and resampled: a sentence or a document, on both sides."""

    gold: Annotation
    pred: Annotation


def read_units(gold: object, pred: object) -> list[Unit]:
    """Return the units of both sides, checked.

    Raises `FlatInput`, `NotAUnit`, `UnitsDiffer`, `LengthsDiffer` or `InvalidSpan`; each names side, unit and
    position. Tags themselves are read by the parse step.
    """
    sides = {name: read_side(value, name) for name, value in (("gold", gold), ("pred", pred))}
    if len(sides["gold"]) != len(sides["pred"]):
        message = f"gold has {len(sides['gold'])} units, the prediction has {len(sides['pred'])}"
        raise UnitsDiffer(message, hint="Pair each gold unit with its prediction; an empty prediction is a unit of O.")
    units = []
    for index, pair in enumerate(zip(sides["gold"], sides["pred"], strict=True)):
        unit = Unit(*pair)
        check_lengths(unit, f"unit {index}")
        units.append(unit)
    return units


def read_side(value: object, side: str) -> list[Annotation]:
    """Return the annotations of one side. Raises `FlatInput`, `NotAUnit` or `InvalidSpan`.

    An empty unit is one without spans where another unit of its side has spans, else one without tokens (INP-4).
    """
    if isinstance(value, str | bytes | Mapping) or not _is_listing(value):
        raise NotAUnit(f"{side} is {_what(value)}, not a list of units", hint=_FORM)
    units = _listed(value, side)
    if units and (all(isinstance(unit, str) for unit in units) or all(_is_span(unit) for unit in units)):
        hint = f"{_FORM} A single sentence is [tags] or [spans]."
        raise FlatInput(f"{side} is a flat list: {units[0]!r}, ...", hint=hint)
    annotations = []
    for index, unit in enumerate(units):
        if not isinstance(unit, list) and (isinstance(unit, str | bytes | Mapping) or not _is_listing(unit)):
            raise NotAUnit(f"unit {index} is {_what(unit)}", place=side, hint=_FORM)
        try:
            annotations.append(_annotation(_listed(unit, f"unit {index}")))
        except NerconformError as error:
            raise error.at(f"{side}, unit {index}") from None
    if any(annotation.tags is None for annotation in annotations):
        return [one if one.tags is None or len(one.tags) else Annotation(None) for one in annotations]
    return annotations


def _listed(value: Any, place: str) -> list[Any]:  # noqa: ANN401 - whatever has a length
    """Return what an array, a series or a tuple of any kind holds, as a list, which cannot answer otherwise later.

    Raises `NotAUnit` for what has no members, such as an array of no dimension.
    """
    if type(value) is list:
        return value
    try:
        return list(value)
    except TypeError as error:
        raise NotAUnit(f"{_what(value)} cannot be iterated over ({error})", place=place, hint=_FORM) from None


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
    return f"{type(value).__name__} {value!r:.40}"


def _annotation(unit: list[Any]) -> Annotation:
    """Return a unit of tags, or of spans if its first member is one."""
    if unit and not isinstance(unit[0], str) and isinstance(unit[0], tuple | list | Mapping):
        return Annotation(None, tuple(_span(item, position) for position, item in enumerate(unit)))
    return Annotation(unit)


def _span(item: object, position: int) -> Span:
    """Return a span from `Span`, `(type, start, end)` or a mapping with `type` or `label`, `start`, `end` (INP-3)."""
    place = f"span {position}"
    try:
        if not isinstance(item, tuple) and isinstance(item, Mapping):  # asking a tuple is quick
            kind, start, end = item["type"] if "type" in item else item["label"], item["start"], item["end"]
        else:
            kind, start, end = item  # type: ignore[misc] # anything else is refused below
        start, end = _index(start), _index(end)
    except (TypeError, ValueError, KeyError):
        hint = "A span is (type, start, end), or a mapping with type or label, start and end; indices are integers."
        raise InvalidSpan(f"not a span: {item!r:.60}", place=place, hint=hint) from None
    if not isinstance(kind, str):
        raise InvalidSpan(f"the type {kind!r} is not a string", place=place, hint="Name types by strings.")
    if not 0 <= start < end:
        hint = "A span starts at 0 or later and ends after its start; ends are exclusive."
        raise InvalidSpan(f"the span {kind!r} runs from {start} to {end}", place=place, hint=hint)
    return Span(kind, start, end)


def _index(value: object) -> int:
    """Return an integer as it is (NumPy's too); a bool is none."""
    if isinstance(value, bool):
        raise TypeError(value)
    return operator.index(value)  # type: ignore[arg-type] # raises TypeError for anything that is no integer


def check_lengths(unit: Unit, place: str) -> None:
    """Refuse sides of different lengths (INP-2) and spans beyond the tokens that the other side shows (INP-3).

    Raises `LengthsDiffer` or `InvalidSpan`, at this place.
    """
    gold, pred = unit.gold.length, unit.pred.length
    if gold is not None and pred is not None:
        if gold != pred:
            hint = "Both sides tag the same tokens; look for a truncated or re-tokenised sentence."
            raise LengthsDiffer(f"gold has {gold} tags, the prediction has {pred}", place=place, hint=hint)
        return
    for side, annotation, length in (("gold", unit.gold, pred or None), ("pred", unit.pred, gold or None)):
        for span in annotation.spans:
            if length is not None and span.end > length:
                hint = "Span ends are exclusive and count tokens, not characters."
                message = f"the span {tuple(span)!r} ends beyond the {length} tokens of the unit"
                raise InvalidSpan(message, place=f"{side}, {place}", hint=hint)
