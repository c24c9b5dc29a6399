"""Evaluation predictions: a question as Hugging Face's Trainer hands it to `compute_metrics`.

Every unit begins and ends with a token that has no label, each first token of a unit has a second piece without one,
and rows are filled up: all of it -100, and there the model predicts something, as models do.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerconform.asking.inputs import CallData
from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question
from nerconform.asking.sides import are_paired, tag_lists
from nerconform.base.errors import NerconformError
from nerconform.formats.labels import IGNORED_ID
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Affix
from nerconform.reference.tags import parser

_LIKELY = 4.0


class EvalPrediction(NamedTuple):
    """What `compute_metrics` is called with: arrays, by name or by position.

    `predictions` are [units, tokens, labels], or ids [units, tokens]; `label_ids` are [units, tokens].
    """

    predictions: Any
    label_ids: Any


def eval_prediction(
    question: Question, dialect: Dialect, id2label: Mapping[int, str], *, ids: bool
) -> CallData | Unsupported:
    """Return the question in arrays, or why it cannot be written so; types are called what the model's labels say."""
    import numpy as np

    if question.form is not Form.TAGS or not are_paired(question):
        return Unsupported("it takes arrays of label ids, and these sides cannot be written so")
    gold, pred = tag_lists(question.gold), tag_lists(question.pred)
    renamed = _renamed([*gold, *pred], dialect, id2label)
    if isinstance(renamed, Unsupported):
        return renamed
    tags, types = renamed
    labels = {label: number for number, label in id2label.items()}
    noise = [number for number, label in sorted(id2label.items()) if label != "O"] or [*id2label]
    rows = [[IGNORED_ID, *_pieces([labels[tags[tag]] for tag in unit], [IGNORED_ID]), IGNORED_ID] for unit in gold]
    guesses = [[noise[0], *_pieces([labels[tags[tag]] for tag in unit], noise[-1:]), noise[-1]] for unit in pred]
    width = max(map(len, rows), default=0) + 1
    shape = (len(rows), width)
    label_ids = np.full(shape, IGNORED_ID, dtype=np.int64)
    predicted = np.full(shape, noise[0], dtype=np.int64)
    for at, (row, guess) in enumerate(zip(rows, guesses, strict=True)):
        label_ids[at, : len(row)] = row
        predicted[at, : len(guess)] = guess
    if ids:
        return CallData((EvalPrediction(predicted, label_ids),), types)
    logits = np.zeros((*shape, max(id2label) + 1), dtype=np.float32)
    np.put_along_axis(logits, predicted[..., None], _LIKELY, axis=2)
    return CallData((EvalPrediction(logits, label_ids),), types)


def _pieces(unit: list[int], second: list[int]) -> list[int]:
    """Return the ids with a second piece behind the first token."""
    return [*unit[:1], *second, *unit[1:]] if unit else unit


def _renamed(
    units: Sequence[Sequence[str]], dialect: Dialect, id2label: Mapping[int, str]
) -> tuple[dict[str, str], dict[str, str]] | Unsupported:
    """Return each tag as a label of the model, and each type of the question as the model's: in one order.

    Names of types mean nothing to a metric, so where the model has not all of them, its own stand for them.
    """
    tags = {tag for unit in units for tag in unit}
    if tags <= {*id2label.values()}:
        return {tag: tag for tag in tags}, {}
    try:
        kinds = {tag: parser(dialect)([tag])[0] for tag in tags}
        own = sorted({mark.type for mark in parser(dialect)([*id2label.values()]) if mark.role != "O"})
    except NerconformError as error:
        return Unsupported(f"a model has no such label: {error.message}")
    types = sorted({mark.type for mark in kinds.values() if mark.role != "O"})
    if len(types) > len(own):
        return Unsupported(f"the model has {len(own)} types, and here are {len(types)}")
    names = dict(zip(types, own, strict=False))
    found = {}
    for tag, mark in kinds.items():
        letter = tag[: len(tag) - len(mark.type)] if dialect.affix is Affix.PREFIX else tag[len(mark.type) :]
        whole = (
            f"{letter}{names.get(mark.type)}" if dialect.affix is Affix.PREFIX else f"{names.get(mark.type)}{letter}"
        )
        found[tag] = "O" if mark.role == "O" else whole
    missing = sorted({*found.values()} - {*id2label.values()})
    if missing:
        return Unsupported(f"the model has no label {missing[0]}")
    return found, names
