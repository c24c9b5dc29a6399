"""spaneval: `evaluate(true, pred).metrics(strategy)`, one strategy for each schema.

Its entities have offsets, ends exclusive. Overlapping gold entities are refused and of overlapping predictions the
longest is kept, as it says, so only spans that do not overlap on their side are asked. `Partial` adds half a point to
`correct` and half to `incorrect`, so of that schema its counts are not asked.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from nerconform.asking.inputs import are_paired, column, span_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import Declared, NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span

_BASE = Dialect().set(policy="lenient", align="best", scope="schema")
_STRATEGIES: Mapping[Schema, str] = {
    Schema.STRICT: "Strict",
    Schema.EXACT: "Exact",
    Schema.PARTIAL: "Partial",
    Schema.TYPE: "EntType",
}
_COUNTS: Mapping[str, str] = {
    "cor": "correct",
    "tp": "correct",
    "inc": "incorrect",
    "mis": "missed",
    "spu": "spurious",
    "act": "actual",
    "pos": "possible",
}
_WHOLE = frozenset({"act", "pos", "mis", "spu"})
"""Counts that half points leave whole."""
_RATIOS = ("precision", "recall", "f1")

Entities = list[list[dict[str, Any]]]
"""Units of entities as `to_documents` takes them."""


class Spaneval(NumbersOnly):
    """spaneval, asked about spans that do not overlap on their side."""

    name = "spaneval"
    refusals = (
        Declared("ValueError", r"Mismatch in document count"),
        Declared("ValueError", r"Start offset"),
        Declared("ValueError", r"Entity type cannot be empty"),
    )

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"spaneval {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the best one-to-one alignment of each schema, as the definitions of SemEval-2013 ask for."""
        if question.form is not Form.SPANS:
            return Unsupported("spaneval takes spans with entity_type, start and end")
        if question.ask is Ask.REPORT:
            return Unsupported("spaneval prints other strategies than those that are asked")
        if not are_paired(question):
            return Unsupported("spaneval compares as many documents on either side")
        spans = [unit for side in (question.gold, question.pred) for unit in span_lists(side)]
        if any(map(_has_overlap, spans)):
            return Unsupported("spaneval refuses gold entities that overlap each other, and drops such predictions")
        if question.measures and not any(map(self.has, question.measures)):
            return Unsupported("spaneval returns precision, recall, F1 and counts, of all types or of one")
        return impose(_BASE, question.choices, "spaneval")

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number."""
        if measure.scope != "micro" or measure.schema not in _STRATEGIES:
            return False
        counts = _WHOLE if measure.schema is Schema.PARTIAL else _COUNTS
        return column(measure) in _RATIOS or measure.quantity in counts

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return numbers by `evaluate`, asked for the metrics of each strategy."""
        library, strategies = import_module("spaneval"), import_module("spaneval.strategies")
        gold, pred = map(library.to_documents, _sides(question))
        results = library.evaluate(gold, pred)
        values: dict[Measure, Value] = {}
        for measure in measures:
            found = results.metrics(getattr(strategies, _STRATEGIES[measure.schema])())
            values[measure] = getattr(found, _COUNTS.get(measure.quantity, column(measure)))
        return values

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports."""
        gold, pred = _sides(question)
        lines = [
            "from spaneval import evaluate, to_documents",
            "from spaneval.strategies import EntType, Exact, Partial, Strict",
            f"gold = to_documents({gold!r})",
            f"pred = to_documents({pred!r})",
            "results = evaluate(gold, pred)",
            "for strategy in (Strict(), Exact(), Partial(), EntType()):",
            "    print(strategy, results.metrics(strategy).to_dict())",
        ]
        return "\n".join(lines)


def _has_overlap(spans: Sequence[Span]) -> bool:
    """Whether two spans of one side share a token; equal ones do."""
    return any(after.start < before.end for before, after in pairwise(sorted(spans, key=lambda span: span.start)))


def _sides(question: Question) -> tuple[Entities, Entities]:
    """Return both sides as lists of documents."""
    gold, pred = (
        [[{"entity_type": one.type, "start": one.start, "end": one.end} for one in unit] for unit in span_lists(side)]
        for side in (question.gold, question.pred)
    )
    return gold, pred


def make(version: str, _mode: str) -> Spaneval:
    """Return the implementation."""
    return Spaneval(version)
