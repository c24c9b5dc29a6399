"""ner-evaluator: `NerEvaluator().evaluate(true, pred, labels, threshold)`, of one list of entities on either side.

An entity is (start, end, label, text). With the threshold 1.01 no text is a close match, so that only entities with
the same start, end, label and text match. It takes one list, so the tokens of later sentences get higher numbers.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from nerconform.asking.inputs import are_paired, column, reach, span_lists, types_of
from nerconform.asking.observation import Printed, Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema

_BASE = Dialect().set(policy="lenient", align="none", round="2-binary-x1")
_KEYS: Mapping[str, str] = {"precision": "precision", "recall": "recall", "f1": "f1_score"}
_NO_CLOSE_MATCH = 1.01
"""A threshold that no two texts reach: their similarity is at most 1."""

Entities = tuple[tuple[int, int, str, str], ...]
"""Start, end, label and text of all entities of one side."""


class NerEvaluator(NumbersOnly):
    """ner-evaluator, asked about exact matches."""

    name = "ner-evaluator"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"ner-evaluator {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return exact matching with numbers of two decimals."""
        if question.form is not Form.SPANS:
            return Unsupported("ner-evaluator takes entities with start, end, label and text")
        if question.ask is Ask.REPORT:
            return Unsupported("ner-evaluator prints counts only")
        if not are_paired(question):
            return Unsupported("ner-evaluator takes one list, which does not show where sentences end")
        spans = (span for side in (question.gold, question.pred) for unit in span_lists(side) for span in unit)
        if not all(0 <= span.start < span.end for span in spans):
            return Unsupported("a span that covers no token has no text")
        return impose(_BASE, question.choices, "ner-evaluator")

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: a ratio of one label."""
        return measure.type is not None and measure.schema is Schema.STRICT and column(measure) in _KEYS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers of the labels of either side, with two decimals."""
        from ner_evaluator import NerEvaluator as Library

        gold, pred = _entities(question)
        found: Any = Library().evaluate(gold, pred, sorted(types_of(question)), _NO_CLOSE_MATCH)
        rows = {measure: found.get(measure.type) for measure in measures}
        return {measure: Printed(f"{row[_KEYS[column(measure)]]:.2f}") for measure, row in rows.items() if row}

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = _entities(question)
        lines = [
            "from ner_evaluator import NerEvaluator",
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"labels = {sorted(types_of(question))!r}",
            f"print(NerEvaluator().evaluate(gold, pred, labels, threshold={_NO_CLOSE_MATCH}))",
        ]
        return "\n".join(lines)


def _entities(question: Question) -> tuple[Entities, Entities]:
    """Return both sides as one list each; every token is another word."""
    starts = list(accumulate(reach(question), initial=0))
    gold, pred = (
        tuple(
            (span.start + first, span.end + first, span.type, " ".join(f"w{first + at}" for at in range(*span[1:])))
            for first, unit in zip(starts, span_lists(side), strict=False)
            for span in unit
        )
        for side in (question.gold, question.pred)
    )
    return gold, pred


def make(version: str, _mode: str) -> NerEvaluator:
    """Return the implementation."""
    return NerEvaluator(version)
