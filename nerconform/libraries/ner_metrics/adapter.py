"""ner-metrics: `classification_report(true, pred, mode)`, of one flat list of tags on either side.

Its list does not show where sentences end, so an O is written after each one. It returns precision, recall and F1 of
each type of the gold, and no number of all types together.
"""

import re
from collections.abc import Mapping
from itertools import chain
from typing import Any

from nerconform.asking.inputs import are_paired, column, read_scheme, tag_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

_BASES: Mapping[str, Dialect] = {
    "strict": Dialect().set(policy="discard", align="none"),
    "lenient": Dialect().set(policy="discard", align="best", scope="schema", attribution="refilter"),
}
_SCHEMAS: Mapping[str, Schema] = {"strict": Schema.STRICT, "lenient": Schema.TYPE}
_KEYS: Mapping[str, str] = {"precision": "precision", "recall": "recall", "f1": "f1-score"}
_TAG = re.compile(r"O|[BI]-.+", re.DOTALL)


class NerMetrics(NumbersOnly):
    """ner-metrics, asked about sentences that an O separates."""

    def __init__(self, version: str, mode: str) -> None:
        """Ask this release in a mode, `strict` or `lenient`."""
        self.name = f"ner-metrics:{mode}"
        self.version = f"ner-metrics {version}"
        self.mode = mode

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return strict matching of legal entities, or the best alignment of those that overlap and have one type."""
        if question.form is not Form.TAGS or question.ask is Ask.REPORT:
            return Unsupported("ner-metrics takes tags and returns numbers")
        if not are_paired(question):
            return Unsupported("ner-metrics takes one flat list of tags, which must be as long on both sides")
        tags = chain.from_iterable(chain(tag_lists(question.gold), tag_lists(question.pred)))
        if not all(map(_TAG.fullmatch, {*tags})):
            return Unsupported("ner-metrics reads the tags O, B-TYPE and I-TYPE")
        scheme = read_scheme(question, (Scheme.IOB2,), "ner-metrics")
        if isinstance(scheme, Unsupported):
            return scheme
        return impose(_BASES[self.mode], question.choices, self.name)

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: a ratio of one type."""
        return measure.type is not None and measure.schema is _SCHEMAS[self.mode] and column(measure) in _KEYS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers of the types that have a row."""
        from ner_metrics import classification_report

        found: Any = classification_report(*_flat(question), mode=self.mode)
        rows = {measure: found.get(measure.type) for measure in measures}
        return {measure: float(row[_KEYS[column(measure)]]) for measure, row in rows.items() if row is not None}

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = _flat(question)
        lines = [
            "from ner_metrics import classification_report",
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"for kind, row in classification_report(gold, pred, mode={self.mode!r}).items():",
            "    print(kind, dict(row))",
        ]
        return "\n".join(lines)


def _flat(question: Question) -> tuple[list[str], list[str]]:
    """Return each side as one list, with an O after each sentence."""
    gold, pred = ([tag for unit in tag_lists(side) for tag in (*unit, "O")] for side in (question.gold, question.pred))
    return gold, pred


def make(version: str, mode: str) -> NerMetrics:
    """Return the implementation in a mode."""
    return NerMetrics(version, mode)
