"""Bounds: spans that are taken as they come, reversed, empty or below 0."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from nerconform.libraries.quirk import Given
from nerconform.libraries.reading import everything, members
from nerconform.reference.pipeline import Change
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_PARTS = [str, int, int]
_Bounds = dict[tuple[int, int], tuple[int, int]]


def has_odd_bounds(given: Given) -> bool:
    """Whether a span covers no token, or begins below 0."""
    items: Iterator[Any] = everything(given)
    return any(not 0 <= item[1] < item[2] for item in items if _is_span(item))


def _is_span(item: Any) -> bool:  # noqa: ANN401 - whatever stands in place of a span
    return isinstance(item, tuple | list) and list(map(type, item)) == _PARTS


def bounds_unchecked() -> Change:
    """Return the change to a library that takes the bounds of spans as they come.

    A span that covers no token meets its equal alone: it stands behind all others, at one place for each two bounds.
    """
    return lambda pipeline: replace(pipeline, read=_reader(pipeline.read, _moved))


def bounds_kept() -> Change:
    """Return the change to a library that takes the bounds of spans as they come, and computes with them."""
    return lambda pipeline: replace(pipeline, read=_reader(pipeline.read, _kept))


def _reader(
    before: Callable[[object, object], Sequence[Unit]], place: Callable[[Sequence[Span]], _Bounds]
) -> Callable[[object, object], Sequence[Unit]]:
    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [members(gold), members(pred)]
        items = [item for side in sides for unit in side for item in members(unit)]
        if not all(map(_is_span, items)) or len(sides[0]) != len(sides[1]):
            return before(gold, pred)
        moved = place([Span(*item) for item in items])
        pairs = zip(*([_annotation(unit, moved) for unit in side] for side in sides), strict=True)
        return [Unit(*pair) for pair in pairs]

    return read


def _kept(spans: Sequence[Span]) -> _Bounds:
    """Return all bounds as they are."""
    return {(span.start, span.end): (span.start, span.end) for span in spans}


def _moved(spans: Sequence[Span]) -> _Bounds:
    """Return legal bounds for all bounds."""
    bounds = sorted({(span.start, span.end) for span in spans})
    shift = max([0, *(-start for start, _ in bounds)])
    last = max([0, *(end for _, end in bounds)]) + shift
    odd = [each for each in bounds if each[0] >= each[1]]
    return {each: (each[0] + shift, each[1] + shift) for each in bounds} | {
        each: (last + 2 * index, last + 2 * index + 1) for index, each in enumerate(odd)
    }


def _annotation(unit: Sequence[Any], moved: _Bounds) -> Annotation:
    return Annotation(None, tuple(Span(kind, *moved[start, end]) for kind, start, end in unit))
