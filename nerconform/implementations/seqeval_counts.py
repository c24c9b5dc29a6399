"""seqeval's `performance_measure`: TP, FP and FN over tokens, as `seqeval:performance-measure`.

Every tag but `O` is a class, named by the whole tag. TN has no counterpart among the counts of a score.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from packaging.version import Version

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.implementations.seqeval_releases import Release
from nerconform.implementations.sides import tag_lists
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of
from nerconform.reference.values import Labels

_BASE = Dialect().set(policy="lenient", item="token", align="none")
_KEYS = {"tp": "TP", "fp": "FP", "fn": "FN"}
_ANY = "B-X"
"""The class that is counted where no tag is any: given lists hold at least one."""


class PerformanceMeasure:
    """seqeval's counts of tokens."""

    name = "seqeval:performance-measure"
    refusals: tuple[Declared, ...] = ()

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"seqeval {version}"
        self.release = Release(Version(version))

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`, in which every tag of the question but `O` is counted."""
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("performance_measure compares tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("performance_measure returns a dictionary, and prints nothing")
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"performance_measure is given tags and no scheme: {error.message}")
        kinds = Labels.of({tag for side in (question.gold, question.pred) for tag in _tags(side)} - {"O"} or {_ANY})
        return impose(replace(_BASE.set(scheme=scheme), labels=kinds), question.choices, "performance_measure")

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it is one of the counts."""
        return _has(measure) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return false: there are counts alone."""
        return False

    def observe(self, question: Question) -> Observation:
        """Answer by the dictionary of counts."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        from seqeval.metrics import performance_measure

        counts: dict[str, Any] = performance_measure(*_data(question))
        return Answer({one: int(counts[_KEYS[one.quantity]]) for one in question.measures if _has(one)})

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = _data(question)
        imported = "from seqeval.metrics.sequence_labeling import performance_measure"
        return "\n".join([imported, f"gold = {gold!r}", f"pred = {pred!r}", "print(performance_measure(gold, pred))"])


def _has(measure: Measure) -> bool:
    return measure.schema is Schema.STRICT and measure.scope == "micro" and measure.quantity in _KEYS


def _data(question: Question) -> tuple[Any, Any]:
    if question.form is Form.RAW:
        return question.gold, question.pred
    return tag_lists(question.gold), tag_lists(question.pred)


def _tags(side: object) -> Iterable[str]:
    """Yield the strings that stand in place of tags."""
    for unit in side if isinstance(side, list | tuple) else ():
        yield from (tag for tag in (unit if isinstance(unit, list | tuple) else ()) if isinstance(tag, str))
