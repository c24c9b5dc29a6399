"""seqeval's `performance_measure`: TP, FP and FN over tokens, as `seqeval:performance-measure`.

Every tag but `O` is a class, named by the whole tag. TN has no counterpart among the counts of a score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from nerconform.implementations.choices import TOKENS, impose
from nerconform.implementations.numbers_alone import NumbersAlone
from nerconform.implementations.observation import Unsupported, Value
from nerconform.implementations.question import Ask, Form, Question
from nerconform.implementations.sides import as_passed, read_scheme
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.values import Labels

_KEYS = {"tp": "TP", "fp": "FP", "fn": "FN"}
_ANY = "B-X"
"""The class that is counted where no tag is any: given lists hold at least one."""


class PerformanceMeasure(NumbersAlone):
    """seqeval's counts of tokens."""

    name = "seqeval:performance-measure"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"seqeval {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`, in which every tag of the question but `O` is counted."""
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("performance_measure compares tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("performance_measure returns a dictionary, and prints nothing")
        scheme = read_scheme(question, tuple(Scheme), "performance_measure")
        if isinstance(scheme, Unsupported):
            return scheme
        kinds = Labels.of({tag for side in (question.gold, question.pred) for tag in _tags(side)} - {"O"} or {_ANY})
        return impose(replace(TOKENS.set(scheme=scheme), labels=kinds), question.choices, "performance_measure")

    def has(self, measure: Measure) -> bool:
        """Whether it is one of the counts."""
        return measure.schema is Schema.STRICT and measure.scope == "micro" and measure.quantity in _KEYS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return what the dictionary of counts holds."""
        from seqeval.metrics import performance_measure

        counts: dict[str, Any] = performance_measure(*as_passed(question))
        return {measure: int(counts[_KEYS[measure.quantity]]) for measure in measures}

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = as_passed(question)
        imported = "from seqeval.metrics.sequence_labeling import performance_measure"
        return "\n".join([imported, f"gold = {gold!r}", f"pred = {pred!r}", "print(performance_measure(gold, pred))"])


def _tags(side: object) -> Iterable[str]:
    """Yield the strings that stand in place of tags."""
    for unit in side if isinstance(side, list | tuple) else ():
        yield from (tag for tag in (unit if isinstance(unit, list | tuple) else ()) if isinstance(tag, str))
