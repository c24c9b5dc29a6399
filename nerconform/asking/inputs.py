"""Inputs: the forms in which a function takes gold and prediction, made of a question."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question
from nerconform.asking.sides import are_paired, can_be_written, span_lists, tag_lists
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import violations_of


class InputForm(StrEnum):
    """How a function takes gold and prediction."""

    TAGS = "tags"
    """Two lists of units, each a list of tags."""
    SPANS = "spans"
    """Two lists of units, each a list of (type, start, end); ends exclusive, in tokens."""
    MAPPINGS = "mappings"
    """The same, each span a mapping with `label`, `start` and `end`."""
    EVAL_PREDICTION = "eval-prediction"
    """One object of Hugging Face's Trainer: `predictions`, which are logits, and `label_ids`, with -100."""
    EVAL_IDS = "eval-prediction:ids"
    """The same with label ids as `predictions`."""
    CONLL = "conll"
    """One list of lines: token, gold, prediction; an empty line behind each unit."""
    CONLL_TEXT = "conll:text"
    """These lines as one text."""
    CONLL_PATH = "conll:path"
    """The path of a file of them."""


ONE = frozenset(InputForm) - {InputForm.TAGS, InputForm.SPANS, InputForm.MAPPINGS}
"""The forms that are one argument."""
OF_SPANS = frozenset({InputForm.SPANS, InputForm.MAPPINGS})


class CallData(NamedTuple):
    """What a function is called with: gold and prediction, or one object.

    `types` says what each type of the question is called there, where a model has labels of its own.
    """

    values: tuple[Any, ...]
    types: Mapping[str, str] = {}


def spans_of(question: Question, dialect: Dialect) -> tuple[Any, Any] | Unsupported:
    """Return both sides as spans: as they are given, or read from tags that every policy reads alike."""
    if question.form is Form.SPANS:
        return span_lists(question.gold), span_lists(question.pred)
    if question.form is Form.RAW_SPANS:
        return question.gold, question.pred
    if question.form is not Form.TAGS:
        return Unsupported("it takes spans, and these are tags that cannot be read")
    pipeline = Pipeline.of(dialect)
    sides = []
    try:
        for side, units in ((Side.GOLD, tag_lists(question.gold)), (Side.PRED, tag_lists(question.pred))):
            marks = [pipeline.parse(unit) for unit in units]
            if any(violations_of(dialect.scheme, unit) for unit in marks):
                return Unsupported("it takes spans, and illegal tags are none until somebody has read them")
            sides.append([list(pipeline.decode(unit, side)) for unit in marks])
    except NerconformError as error:
        return Unsupported(f"it takes spans, and these tags cannot be read: {error.message}")
    return sides[0], sides[1]


def as_mappings(units: list[list[Any]]) -> list[list[Any]]:
    """Return spans as mappings; whatever is no span stays."""
    return [[{"label": one[0], "start": one[1], "end": one[2]} for one in unit] for unit in units]


def lines_of(question: Question) -> list[str] | Unsupported:
    """Return the lines of a file of three columns."""
    if not are_paired(question) or not can_be_written(question):
        return Unsupported("it takes lines of token, gold and prediction, and these sides cannot be written so")
    if not all(tag_lists(question.gold)):
        return Unsupported("a file has no unit without tokens")
    return list(_lines(question))


def _lines(question: Question) -> Iterator[str]:
    for gold, pred in zip(tag_lists(question.gold), tag_lists(question.pred), strict=True):
        for number, (left, right) in enumerate(zip(gold, pred, strict=True)):
            yield f"w{number} {left} {right}"
        yield ""
