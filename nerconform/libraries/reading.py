"""Reading: changes of how tags, and what stands in place of units, are read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Own
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span

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
