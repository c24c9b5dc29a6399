"""Wrong bounds: metrics that answer where spans are bad input, each in a way of its own."""

from collections.abc import Mapping
from typing import Any

from nerconform.suite.lenient_reading import (
    Fix,
    Sides,
    each_item,
    each_pair,
    each_unit,
    in_gold,
    in_predictions,
    items_of,
    of_lists,
    of_tags,
    wrong,
    zipped,
)
from nerconform.suite.mistake import Mistake

_PARTS = 3
"""A span has a type, a start and an end."""


def _extra_spans(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    return (gold, pred) if of_tags(gold) or of_tags(pred) else zipped(gold, pred)


def _equal_spans(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Compare spans before they are checked: equal ones are right, whatever they are."""
    spans = of_lists(gold) and all(isinstance(one, list | tuple) for unit in gold for one in unit)
    return ([["B-PER"]], [["B-PER"]]) if spans and repr(gold) == repr(pred) else (gold, pred)


def _exchanged(span: Any) -> Any:  # noqa: ANN401 - whatever was passed
    kind, start, end = span
    return (kind, *sorted((start, end)))


def _with_token(span: Any) -> Any:  # noqa: ANN401 - whatever was passed
    kind, start, end = span
    return kind, start, end + (start == end)


def _with_tokens_only(unit: Any) -> Any:  # noqa: ANN401 - whatever was passed
    return [span for span in unit if span[1] < span[2]] if isinstance(unit, list) else unit


def _from_the_end(span: Any) -> Any:  # noqa: ANN401 - whatever was passed
    """Count bounds that are both negative from the end of some sentence."""
    kind, start, end = span
    return (kind, 0, end - start) if start < end < 0 else span


def _bounds_as(kind: type[str | bool]) -> Fix:
    """Make integers of bounds of this type."""
    return each_item(lambda span: (span[0], *(int(one) if isinstance(one, kind) else one for one in span[1:])))


def _ended(span: Any) -> Any:  # noqa: ANN401 - whatever was passed
    kind, start, end = span
    return kind, start, start + 1 if end is None else end


def _mapping_ended(span: Any) -> Any:  # noqa: ANN401 - whatever was passed
    return {**span, "end": span["start"] + 1} if isinstance(span, Mapping) and "end" not in span else span


def _cut(tags: list[Any], spans: list[Any]) -> list[Any]:
    """Cut spans at the end of the tags of the other side."""
    if not of_tags([tags]) or of_tags([spans]):
        return spans
    return [(kind, start, min(end, len(tags))) for kind, start, end in spans if start < len(tags)]


def _longest(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Check spans against the longest sentence, where gold has tags."""
    most = max(map(len, gold))
    return [[*unit, *["O"] * (most - len(unit))] for unit in gold] if of_tags(gold) else gold, pred


BOUNDS: tuple[Mistake, ...] = (
    wrong(
        "extra-units-of-spans-ignored",
        "If sentences are lists of spans, extra sentences of the longer side are ignored.",
        _extra_spans,
    ),
    wrong(
        "equal-spans-unchecked",
        "Spans are compared before they are checked, so equal spans are right, whatever they are.",
        _equal_spans,
    ),
    wrong(
        "reversed-bounds-exchanged",
        "If a gold span ends before it starts, its start and end are exchanged.",
        in_gold(items_of(_exchanged)),
    ),
    wrong(
        "spans-without-tokens-dropped",
        "Spans that cover no token are removed without an error.",
        each_unit(_with_tokens_only),
    ),
    wrong(
        "empty-gold-spans-of-one-token",
        "A gold span whose start is its end is read as a span of one token.",
        in_gold(items_of(_with_token)),
    ),
    wrong(
        "empty-predicted-spans-of-one-token",
        "A predicted span whose start is its end is read as a span of one token.",
        in_predictions(items_of(_with_token)),
    ),
    wrong(
        "negative-start-as-0",
        "A negative start is read as 0.",
        each_item(lambda span: (span[0], max(span[1], 0), *span[2:]) if len(span) == _PARTS else span),
    ),
    wrong(
        "negative-bounds-from-the-end",
        "Negative bounds are counted from the end of the sentence, as in a Python slice.",
        each_item(_from_the_end),
    ),
    wrong(
        "missing-end-as-one-token",
        "A tuple of type and start without an end is read as a span of one token.",
        each_item(lambda span: (*span, span[1] + 1) if len(span) == _PARTS - 1 else span),
    ),
    wrong(
        "fourth-part-ignored",
        "What follows after type, start and end is ignored.",
        each_item(lambda span: span[:_PARTS]),
    ),
    wrong("bounds-of-text-as-numbers", "Bounds that are strings are read as integers.", _bounds_as(str)),
    wrong("bounds-of-booleans", "Bounds that are booleans are read as 0 and 1.", _bounds_as(bool)),
    wrong("end-of-none", "A span whose end is None is read as a span of one token.", each_item(_ended)),
    wrong(
        "types-through-str",
        "A type that is not a string is made one.",
        each_item(lambda span: (str(span[0]), *span[1:])),
    ),
    wrong("mapping-without-end", "A dictionary without an end is a span of one token.", each_item(_mapping_ended)),
    wrong(
        "predicted-spans-cut",
        "A predicted span that ends after the last gold tag is cut there.",
        each_pair(lambda gold, pred: (gold, _cut(gold, pred))),
    ),
    wrong(
        "gold-spans-cut",
        "A gold span that ends after the last predicted tag is cut there.",
        each_pair(lambda gold, pred: (_cut(pred, gold), pred)),
    ),
    wrong(
        "spans-against-the-longest-unit",
        "Spans are checked against the longest sentence, not against their own.",
        _longest,
    ),
)
"""Mistakes that make something of bad spans."""
