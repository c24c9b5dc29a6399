"""Layouts: how a decoder writes down its spans."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nerconform.implementations.outputs import UnreadableResult
from nerconform.reference.spans import Span, canonical

Bounds = tuple[str, int, int]
_NAMES = ("type", "label", "tag", "entity", "entity_type", "entity_group")
_HINT = (
    "What is read: for one unit a list of spans, each (type, start, end) in any order, a mapping or an object with "
    "type or label, start and end; for a list of units a list of such lists. Ends may be exclusive or inclusive."
)


def read_unit(result: object) -> tuple[Bounds, ...]:
    """Return type, start and end of each span of one unit, as written. Raises `UnreadableResult`."""
    if isinstance(result, str | bytes | Mapping) or not isinstance(result, Iterable):
        raise UnreadableResult(f"the decoder returned {type(result).__name__} {result!r:.100}", hint=_HINT)
    return tuple(_bounds(item) for item in result)


def read_units(result: object) -> tuple[tuple[Bounds, ...], ...]:
    """Return the same of a list of units. Raises `UnreadableResult`."""
    if isinstance(result, str | bytes | Mapping) or not isinstance(result, Sequence):
        raise UnreadableResult(f"the decoder returned {type(result).__name__} {result!r:.100}", hint=_HINT)
    return tuple(map(read_unit, result))


def spans_of(bounds: Iterable[Bounds], *, inclusive: bool) -> tuple[Span, ...] | None:
    """Return the spans in canonical order, `None` where one would be empty, reversed or negative."""
    spans = [Span(kind, start, end + inclusive) for kind, start, end in bounds]
    if not all(0 <= span.start < span.end for span in spans):
        return None
    return tuple(sorted(spans, key=canonical))


def _bounds(item: object) -> Bounds:
    """Return type, start and end of one span: by their names, or one string and two integers in a row."""
    if not isinstance(item, tuple | list):
        get = _getter(item)
        found: list[Any] = [next((get(name) for name in _NAMES if isinstance(get(name), str)), None)]
        found += [get("start"), get("end")]
    else:
        found = list(_flat(item))
    kinds = [part for part in found if isinstance(part, str)]
    places = [int(part) for part in found if _is_index(part)]
    if len(kinds) < 1 or len(places) < 2:  # noqa: PLR2004 - start and end
        raise UnreadableResult(f"the decoder returned {item!r:.100} as a span", hint=_HINT)
    return kinds[0], places[0], places[1]


def _getter(item: object) -> Callable[[str], Any]:
    """Return how to look up what is called by a name."""
    return item.get if isinstance(item, Mapping) else lambda name: getattr(item, name, None)


def _flat(item: Sequence[Any]) -> Iterable[Any]:
    for part in item:
        if isinstance(part, tuple | list):
            yield from _flat(part)
        else:
            yield part


def _is_index(part: object) -> bool:
    return hasattr(part, "__index__") and not isinstance(part, bool)
