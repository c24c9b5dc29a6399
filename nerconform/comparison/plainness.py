"""Plainness: the plainer ways in which one can ask about the same data, and the data as they are shrunk."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import cast

from nerconform.comparison.asking import Way
from nerconform.comparison.shrinking import Sides
from nerconform.implementations.question import Ask, Question
from nerconform.reference.spans import Span


def plainer(way: Way) -> Iterator[Way]:
    """Yield plainer ways, the plainest first: without choices, not by a report, with the letter before the type."""
    kept = [(), *((choice,) for choice in way.choices)] if len(way.choices) > 1 else [()]
    for ask in dict.fromkeys((Ask.SCORES, way.ask)):
        for choices in (*kept, way.choices):
            found = replace(way, choices=choices, ask=ask, betas=False)
            if found != way:
                yield found


def rewritten(side: object, way: Way, other: Way) -> list[list[str | Span]]:
    """Return the units of one side as the other way writes tags; what has no delimiter stays as it is."""
    same = way.affix == other.affix and way.delimiter == other.delimiter
    units = cast("Iterable[Iterable[str | Span]]", side)
    return [[item if same else _rewritten(item, way, other) for item in unit] for unit in units]


def _rewritten(item: str | Span, way: Way, other: Way) -> str | Span:
    if isinstance(item, Span) or way.delimiter not in item:
        return item
    if way.affix == "suffix":
        kind, _, letter = item.rpartition(way.delimiter)
    else:
        letter, _, kind = item.partition(way.delimiter)
    pieces = (letter, other.delimiter, kind)
    return "".join(pieces if other.affix == "prefix" else pieces[::-1])


def sides_of(question: Question, way: Way) -> Sides:
    """Return the data of a question as they are shrunk."""
    gold, pred = (
        tuple(tuple(unit) for unit in cast("Iterable[Iterable[str | Span]]", side))
        for side in (question.gold, question.pred)
    )
    return Sides(gold, pred, question.form, way.delimiter, way.affix == "suffix")
