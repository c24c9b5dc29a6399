"""Lenient reading: metrics that make something of bad input, in place of rejecting it, and are right on good input."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Change, Pipeline, Read
from nerconform.reference.units import Unit
from nerconform.suite.mistake import Mistake

TAGGED = ("conlleval",)
"""The base of these mistakes: no dialect accepts bad input."""
Sides = tuple[Any, Any]
Fix = Callable[[Any, Any], Sides]
"""Both sides as they were passed in, and what a metric makes of them."""


def wrong(name: str, says: str, fix: Fix, of: Item | None = None) -> Mistake:
    """Return a mistake that is right on good input; with `of` only this item is read so."""
    return Mistake(name, says, accepting(fix, of=of), TAGGED)


def accepting(fix: Fix, *, of: Item | None = None) -> Change:
    """Return the change that reads what `fix` makes of input that is refused; good input stays as it is.

    What the fix cannot mend is still refused. With `of` only this item is read so.
    """

    def change(pipeline: Pipeline) -> Pipeline:
        if of is not None and pipeline.dialect.item is not of:
            return pipeline
        return replace(pipeline, read=_lenient(pipeline, fix), parse=partial(pipeline.parse))

    return change


def _lenient(pipeline: Pipeline, fix: Fix) -> Read:
    read = pipeline.read

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        try:
            units = read(gold, pred)
            for annotation in chain.from_iterable(units):
                pipeline.parse(annotation.tags or ())
        except NerconformError:
            try:
                fixed = fix(gold, pred)
            except (TypeError, ValueError, IndexError, KeyError, AttributeError):
                fixed = gold, pred
            return read(*fixed)
        return units

    return wrong


def each_unit(fix: Callable[[Any], Any]) -> Fix:
    """Fix each sentence by itself."""
    return lambda gold, pred: ([fix(unit) for unit in gold], [fix(unit) for unit in pred])


def items_of(fix: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Fix each tag or span of a sentence."""
    return lambda unit: [fix(item) for item in unit] if isinstance(unit, list) else unit


def each_item(fix: Callable[[Any], Any]) -> Fix:
    """Fix each tag or span by itself."""
    return each_unit(items_of(fix))


def in_gold(fix: Callable[[Any], Any]) -> Fix:
    """Fix the gold sentences."""
    return lambda gold, pred: ([fix(unit) for unit in gold], pred)


def in_predictions(fix: Callable[[Any], Any]) -> Fix:
    """Fix the predicted sentences."""
    return lambda gold, pred: (gold, [fix(unit) for unit in pred])


def each_pair(fix: Callable[[list[Any], list[Any]], Sides]) -> Fix:
    """Fix both sides of each sentence together, where both have as many sentences."""

    def whole(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
        if not of_lists(gold) or not of_lists(pred):
            return gold, pred
        pairs = [fix(one, other) for one, other in zip(gold, pred, strict=True)]
        return [one for one, _ in pairs], [other for _, other in pairs]

    return whole


def of_lists(side: Any) -> bool:  # noqa: ANN401 - whatever was passed
    """Whether every unit of a side is a list."""
    return all(isinstance(unit, list) for unit in side)


def of_tags(side: Any) -> bool:  # noqa: ANN401 - whatever was passed
    """Whether a side is lists of strings."""
    return of_lists(side) and all(isinstance(tag, str) for unit in side for tag in unit)


def zipped(gold: list[Any], pred: list[Any]) -> Sides:
    """Cut the longer one of two lists, as `zip` does."""
    both = min(len(gold), len(pred))
    return gold[:both], pred[:both]
