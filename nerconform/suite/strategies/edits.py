"""Edits: what makes a prediction of gold spans, as models err (boundaries, types, misses, inventions)."""

from collections.abc import Container, Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from nerconform.reference.spans import Span


class SpanEdit(StrEnum):
    """One way in which a prediction differs from its gold."""

    RETYPE = "retype"
    """The span has another type."""
    DROP = "drop"
    """The span is missing."""
    INSERT = "insert"
    """A span of one token stands where none is, or beside the one that is there."""
    START_LATER = "start-later"
    END_EARLIER = "end-earlier"
    START_EARLIER = "start-earlier"
    END_LATER = "end-later"
    """A bound has moved by one token; a span never becomes empty."""
    SPLIT = "split"
    """The span is two spans that touch."""
    MERGE = "merge"
    """The span and the next one are one, of the first one's type."""
    REPEAT = "repeat"
    """The span is listed twice."""
    FIRST = "first"
    """The span is listed before all others."""


FLAT = frozenset(SpanEdit) - {SpanEdit.RETYPE, SpanEdit.INSERT, SpanEdit.REPEAT, SpanEdit.FIRST}
"""The changes that say all they have to of one span of a flat unit."""


class Edit(NamedTuple):
    """A change to the gold span number `at`; `token` says where a span is inserted or split, `type` what it becomes."""

    change: SpanEdit
    at: int
    token: int
    type: str


def edited(spans: Sequence[Span], edits: Iterable[Edit], length: int) -> list[Span]:
    """Return the spans after all edits, each within 0 and `length`; inserted ones last. They may overlap.

    An edit that finds nothing to change (a boundary at the edge, a span that is gone) changes nothing. Linear.
    """
    found = [[span] for span in spans]
    extra: list[Span] = []
    order = list(range(len(spans)))
    for change, at, token, kind in edits:
        match change:
            case SpanEdit.INSERT:
                extra.append(Span(kind, token, token + 1))
            case SpanEdit.FIRST:
                order.append(at)
            case SpanEdit.MERGE:
                if at + 1 < len(found):
                    found[at] = _merged(found[at], found[at + 1])
                    found[at + 1] = []
            case _:
                found[at] = _changed(found[at], change, token, kind, length)
    chosen = dict.fromkeys([*order[: len(spans) - 1 : -1], *order])
    return [span for index in chosen for span in found[index]] + extra


def _merged(one: list[Span], next_: list[Span]) -> list[Span]:
    """Return the span over both; where one of them is gone, the other stays as it is."""
    if not one or not next_:
        return one or next_
    both = [*one, *next_]
    return [Span(one[0].type, min(span.start for span in both), max(span.end for span in both))]


def _changed(pieces: list[Span], change: SpanEdit, token: int, kind: str, length: int) -> list[Span]:
    """Return what has become of one gold span, in one piece or in several, after a change to it alone."""
    if not pieces:
        return []
    first, last = pieces[0], pieces[-1]
    match change:
        case SpanEdit.DROP:
            pieces = []
        case SpanEdit.RETYPE:
            pieces = [span._replace(type=kind) for span in pieces]
        case SpanEdit.REPEAT:
            pieces = [*pieces, last]
        case SpanEdit.SPLIT:
            pieces = [part for span in pieces for part in _split(span, token)]
        case SpanEdit.START_LATER:
            pieces[0] = first._replace(start=min(first.start + 1, first.end - 1))
        case SpanEdit.START_EARLIER:
            pieces[0] = first._replace(start=max(first.start - 1, 0))
        case SpanEdit.END_EARLIER:
            pieces[-1] = last._replace(end=max(last.end - 1, last.start + 1))
        case SpanEdit.END_LATER:
            pieces[-1] = last._replace(end=min(last.end + 1, length))
    return pieces


def _split(span: Span, token: int) -> list[Span]:
    """Cut a span before this token, or behind it where it is the first."""
    cut = max(token, span.start + 1)
    if token < span.start or cut >= span.end:
        return [span]
    return [span._replace(end=cut), span._replace(start=cut)]


def flattened(spans: Iterable[Span], length: int, below: Container[Span]) -> list[Span]:
    """Return disjoint spans in order: where two meet, the later listed takes the tokens, and those in `below` give way.

    What is left of a span on both sides of another is two spans.
    """
    owner: list[int] = [-1] * length
    ordered = sorted(spans, key=lambda span: span not in below)
    for index, span in enumerate(ordered):
        owner[span.start : span.end] = [index] * (span.end - span.start)
    flat = []
    start = 0
    for index, run in groupby(owner):
        end = start + len(list(run))
        if index >= 0:
            flat.append(Span(ordered[index].type, start, end))
        start = end
    return flat
