"""Inputs: the forms in which a function takes gold and prediction, made of a question."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple, cast

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question, SpanUnits, TagUnits
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme, scheme_of, violations_of
from nerconform.reference.spans import Span

NO_MENTIONS = "the metric takes tags or spans, not entities without offsets"
"""Why a metric is not asked about mentions."""


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
        return Unsupported(f"{who} has no scheme option: {error.message}")
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


def are_even(question: Question) -> bool:
    """Whether both sides are lists of lists and every two units have as many tags, as far as both sides have units.

    A library that takes spans sees no number of tokens, and so cannot refuse sides of different lengths.
    """
    if not isinstance(question.gold, list) or not isinstance(question.pred, list):
        return False
    pairs = list(zip(question.gold, question.pred, strict=False))
    return are_paired(replace(question, gold=[gold for gold, _ in pairs], pred=[pred for _, pred in pairs]))


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


class InputForm(StrEnum):
    """How a function takes gold and prediction."""

    TAGS = "tags"
    """Two lists of units, each a list of tags."""
    FLAT = "flat"
    """Two lists of tags: those of all units, one after the other, and nothing between them."""
    SPANS = "spans"
    """Two lists of units, each a list of (type, start, end); ends exclusive, in tokens."""
    MAPPINGS = "mappings"
    """The same, each span a mapping with `label`, `start` and `end`."""
    EVAL_PREDICTION = "eval-prediction"
    """One object of Hugging Face's Trainer: `predictions`, which are logits, and `label_ids`, with -100."""
    EVAL_IDS = "eval-prediction:ids"
    """The same with label ids as `predictions`."""
    CONLL = "conll"
    """One list of lines: token, gold, prediction; an empty line after each unit."""
    CONLL_TEXT = "conll:text"
    """These lines as one text."""
    CONLL_PATH = "conll:path"
    """The path of a file of them."""


INPUT_WORDS: Mapping[InputForm, str] = {
    InputForm.TAGS: "two lists of lists of tags",
    InputForm.FLAT: "two lists of tags",
    InputForm.SPANS: "two lists of lists of (type, start, end)",
    InputForm.MAPPINGS: "spans as dicts",
    InputForm.EVAL_PREDICTION: "of the Hugging Face Trainer, with logits",
    InputForm.EVAL_IDS: "with label ids",
    InputForm.CONLL: "a list of lines",
    InputForm.CONLL_TEXT: "one string",
    InputForm.CONLL_PATH: "a file name",
}
"""What each form passes to a function, in a few words."""
ONE = frozenset(InputForm) - {InputForm.TAGS, InputForm.FLAT, InputForm.SPANS, InputForm.MAPPINGS}
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
        return Unsupported("the metric takes spans, and this input is not tags that can be decoded")
    pipeline = Pipeline.of(dialect)
    sides = []
    try:
        for side, units in ((Side.GOLD, tag_lists(question.gold)), (Side.PRED, tag_lists(question.pred))):
            marks = [pipeline.parse(unit) for unit in units]
            if any(violations_of(dialect.scheme, unit) for unit in marks):
                return Unsupported("the metric takes spans, and illegal tags have no agreed spans")
            sides.append([list(pipeline.decode(unit, side)) for unit in marks])
    except NerconformError as error:
        return Unsupported(f"the metric takes spans, and these tags cannot be decoded: {error.message}")
    return sides[0], sides[1]


def as_flat(question: Question) -> CallData | Unsupported:
    """Return each side as one list of tags, or why it cannot be written so.

    Units of different lengths are passed only where the two lists differ in length, too; otherwise nobody can tell.
    """
    if question.form is not Form.TAGS:
        return Unsupported("the metric takes one flat list of tags, and this input is not lists of tags")
    gold, pred = (list(chain.from_iterable(tag_lists(side))) for side in (question.gold, question.pred))
    if not are_paired(question) and len(gold) == len(pred):
        return Unsupported("the metric takes one flat list of tags, which does not show where sentences end")
    return CallData((gold, pred))


def as_mappings(units: list[list[Any]]) -> list[list[Any]]:
    """Return spans as mappings; whatever is no span stays."""
    return [[{"label": one[0], "start": one[1], "end": one[2]} for one in unit] for unit in units]


def lines_of(question: Question) -> list[str] | Unsupported:
    """Return the lines of a file of three columns."""
    if not are_paired(question) or not can_be_written(question):
        return Unsupported(
            "the metric takes lines with token, gold and prediction, and these data cannot be written so"
        )
    if not all(tag_lists(question.gold)):
        return Unsupported("the metric takes lines, and a sentence without tokens has no lines")
    return list(_lines(question))


def _lines(question: Question) -> Iterator[str]:
    for gold, pred in zip(tag_lists(question.gold), tag_lists(question.pred), strict=True):
        for number, (left, right) in enumerate(zip(gold, pred, strict=True)):
            yield f"w{number} {left} {right}"
        yield ""


def types_of(question: Question) -> set[str]:
    """Return the types that a caller would list: what stands after the prefix of each tag, or the types of the spans.

    Of a tag that is malformed this is what the library itself takes for its type.
    """
    return _types(question.gold) | _types(question.pred)


def _types(side: object) -> set[str]:
    """Return the types in whatever was passed."""
    if isinstance(side, Span):
        return {side.type}
    if isinstance(side, list | tuple):
        return {kind for part in side for kind in _types(part)}
    if isinstance(side, Mapping):
        label = side.get("label")
        return {label} if isinstance(label, str) else set()
    return {side[2:]} if isinstance(side, str) and side not in {"O", ""} else set()
