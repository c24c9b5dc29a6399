"""Sides: gold and prediction as libraries take them, and the column of a table in which a measure stands."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, cast

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question, SpanUnits, TagUnits
from nerconform.base.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span


def tag_lists(side: object) -> list[list[str]]:
    """Return units of tags as lists of lists."""
    return [list(unit) for unit in cast("TagUnits", side)]


def span_lists(side: object) -> list[list[Span]]:
    """Return units of spans as lists of lists."""
    return [list(unit) for unit in cast("SpanUnits", side)]


def as_passed(question: Question) -> tuple[Any, Any]:
    """Return both sides of a question about tags as lists of lists, raw data as they are."""
    if question.form is Form.RAW:
        return question.gold, question.pred
    return tag_lists(question.gold), tag_lists(question.pred)


def column(measure: Measure) -> str:
    """Return the quantity under one name: `f1`, a count, a ratio, or `f-beta` for every other F."""
    if measure.beta is None:
        return measure.quantity
    return "f1" if measure.beta == 1 else "f-beta"


def read_scheme(question: Question, schemes: Sequence[Scheme], who: str) -> Scheme | Unsupported:
    """Return the scheme of a question if it is one of these, else why `who` cannot be asked."""
    try:
        scheme = scheme_of(question.scheme)
    except NerconformError as error:
        return Unsupported(f"{who} is never given the name of a scheme: {error.message}")
    return scheme if scheme in schemes else Unsupported(f"{who} reads {', '.join(schemes)}, not {scheme}")


def are_paired(question: Question, *, tokens: bool = True) -> bool:
    """Whether both sides are lists of as many units, each a list, and of tags each as long as its partner.

    A library that takes pairs (of units, or of tags on one line) cannot be handed anything else. Without `tokens` the
    lengths of units do not matter.
    """
    gold, pred = question.gold, question.pred
    if not isinstance(gold, list) or not isinstance(pred, list) or len(gold) != len(pred):
        return False
    if not all(isinstance(unit, list | tuple) for unit in (*gold, *pred)):
        return False
    lengths = tokens and question.form is not Form.SPANS
    return not lengths or all(len(left) == len(right) for left, right in zip(gold, pred, strict=True))


def can_be_written(question: Question) -> bool:
    """Whether every tag is a word, so that it can stand in a line of a file beside its token.

    An empty tag may: it leaves a gap that the reader of the line sees.
    """
    if question.form is not Form.TAGS:
        return False
    units = chain.from_iterable(cast("TagUnits", side) for side in (question.gold, question.pred))
    return all(map(_is_word, set(chain.from_iterable(units))))


def _is_word(tag: str) -> bool:
    """Whether a tag has no white space, and nothing that UTF-8 cannot write."""
    return not any(character.isspace() or "\ud800" <= character <= "\udfff" for character in tag)


def reach(question: Question) -> list[int]:
    """Return how many tokens each unit must have, at least, to hold the spans of both sides."""
    units = zip(span_lists(question.gold), span_lists(question.pred), strict=True)
    return [max((span.end for span in (*gold, *pred)), default=0) for gold, pred in units]
