"""Quirk changes: what several quirks share, predicates of data and changes of a pipeline."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Step
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import Policy
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser
from nerconform.reference.units import Annotation, Unit


def raising(step: Step, error: str) -> Change:
    """Return the change that raises an exception of this type at this step."""

    def raise_(*_: object) -> NoReturn:
        raise LibraryRaises(error)

    steps: dict[str, Any] = {str(step): raise_}
    return lambda pipeline: replace(pipeline, **steps)


def raising_at_once(error: str) -> Change:
    """Return the change that raises before any unit is read."""

    def read(_gold: object, _pred: object) -> NoReturn:
        raise LibraryRaises(error)

    return lambda pipeline: replace(pipeline, read=read)


def unchanged(pipeline: Pipeline) -> Pipeline:
    """Return the path as it is."""
    return pipeline


ReadTag = Callable[[Any, Dialect], Mark | None]
"""One tag, or what stands in its place, and the dialect in; its mark out, or `None` where it is read as it ever was."""


def of_tags(read: ReadTag) -> Change:
    """Return the change to a library that reads some tags otherwise, each by itself."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect, before = pipeline.dialect, pipeline.parse

        def mark_of(tag: object) -> Mark:
            found = read(tag, dialect)
            return before([tag])[0] if found is None else found  # type: ignore[list-item] # parse looks at what it is

        return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)))

    return change


def outside(tag: str) -> Mark:
    """Return the mark of a tag that is no part of any span."""
    return Mark("O", "", tag)


def split(tag: str) -> tuple[str, str | None]:
    """Return what stands before the first hyphen, and what behind it; without hyphen there is no type."""
    letter, hyphen, kind = tag.partition("-")
    return letter, kind if hyphen else None


def members(value: object) -> list[Any]:
    """Return the members of a list or a tuple; whatever else the value is has none."""
    return list(value) if isinstance(value, list | tuple) else []


def everything(given: Given) -> Iterator[object]:
    """Yield whatever stands in place of a tag on either side."""
    return (tag for side in (given.gold, given.pred) for unit in members(side) for tag in members(unit))


def has_a_token(given: Given) -> bool:
    """Whether a unit of either side is not empty."""
    return next(everything(given), None) is not None


def has_tag(wanted: Callable[[Any, Dialect], bool]) -> Callable[[Given], bool]:
    """Return the predicate of data of spans in which something in place of a tag is like this."""

    def fires(given: Given) -> bool:
        if given.dialect.item is Item.TOKEN:
            return False
        found = (tag for tag in everything(given) if not isinstance(tag, Span))
        return any(wanted(tag, given.dialect) for tag in found)

    return fires


def has_unit(wanted: Callable[[Any], bool]) -> Callable[[Given], bool]:
    """Return the predicate of data in which something in place of a unit is like this."""
    return lambda given: any(wanted(unit) for side in (given.gold, given.pred) for unit in members(side))


def of_given_units(fix: Callable[[Any], Any]) -> Change:
    """Return the change to a library that takes something else for a unit than what is there."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.read

        def read(gold: object, pred: object) -> Sequence[Any]:
            return before(*([fix(unit) for unit in members(side)] for side in (gold, pred)))

        return replace(pipeline, read=read)

    return change


def raises_at(wanted: Callable[[Any], bool], error: str) -> Change:
    """Return the change to a library that crashes at a unit which is like this."""

    def fix(unit: object) -> object:
        if wanted(unit):
            raise LibraryRaises(error)
        return unit

    return of_given_units(fix)


class _Unread(Mark, Own):
    """The mark of a tag that cannot be read, and why."""

    error: Exception


class _Failed(tuple[Span, ...], Own):  # noqa: SLOT001 - a tuple has no room for slots
    """The spans that a unit has not, and why."""

    error: Exception


def failing_in_order(*, by_file: bool = False) -> Change:
    """Return the change to a library that reads predictions first, unit by unit; by file: all gold, then the rest.

    Where several units fail, the exception is that of the first to be read.
    """

    def change(pipeline: Pipeline) -> Pipeline:
        parse, decode, keep = pipeline.parse, pipeline.decode, pipeline.filter

        def mark_of(tag: str) -> Mark:
            try:
                return parse([tag])[0]
            except (NerconformError, LibraryRaises) as error:
                unread = _Unread("", "", tag)
                unread.error = error
                return unread

        def decoded(marks: Sequence[Mark], side: Side) -> Spans:
            unread = next((mark for mark in marks if isinstance(mark, _Unread)), None)
            if unread is not None:
                return failed(unread.error)
            try:
                return decode(marks, side)
            except (NerconformError, LibraryRaises) as error:
                return failed(error)

        def kept(units: Stream) -> Stream:
            found = list(units)
            order = [gold for gold, _ in found] + [pred for _, pred in found]
            for spans in order if by_file else (side for gold, pred in found for side in (pred, gold)):
                if isinstance(spans, _Failed):
                    raise spans.error
            return keep(found)

        return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)), decode=decoded, filter=kept)

    return change


def failed(error: Exception) -> Spans:
    """Return the spans of a unit that fails, whose turn to do so may come later: see `failing_in_order`."""
    spans = _Failed()
    spans.error = error
    return spans


def first_then(*changes: Change) -> Change:
    """Return several changes as one, made in this order."""

    def change(pipeline: Pipeline) -> Pipeline:
        for each in changes:
            pipeline = each(pipeline)
        return pipeline

    return change


def has_illegal(given: Given) -> bool:
    """Whether a unit of either side has an illegal transition (DEC-3)."""
    parse = parser(given.dialect)
    try:
        return any(violations_of(given.dialect.scheme, parse(unit)) for unit in given.tagged())
    except NerconformError:
        return False


def raises_where_refused(error: str, policy: Callable[[Scheme], Policy]) -> Change:
    """Return the change to a library that crashes wherever this policy refuses, and else decodes by it."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        careful = decoder(replace(dialect, policy=policy(dialect.scheme)))

        def decode(marks: Sequence[Mark], side: Side) -> Spans:
            try:
                return careful(marks, side)
            except IllegalTransition:
                raise LibraryRaises(error) from None

        return replace(pipeline, decode=decode)

    return change


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
