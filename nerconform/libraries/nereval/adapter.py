"""nereval: counts spans right by text and by type, apart.

`count_correct` gives both numbers: text is the schema exact, type the schema type. Its precision, recall and F1 of
either are asked as it computes them, by its own functions. The F1 that it reports is of both numbers together, over
twice the spans: a mean of two schemas, which no dialect has, so it is not asked.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerconform.asking.inputs import are_paired, column, reach, span_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span

_BASE = Dialect().set(policy="lenient", align="best", scope="schema")
_SCHEMAS: Mapping[Schema, int] = {Schema.EXACT: 0, Schema.TYPE: 1}
"""Where the count of each schema stands in what `count_correct` returns."""
_QUANTITIES = frozenset({"cor", "tp", "precision", "recall", "f1"})
_MIXED = "its own F1 mixes boundaries and types, which no dialect does; only the schemas exact and type are asked"

Entities = list[list[Any]]
"""Units of the library's own triples: text, type, start."""


class Nereval(NumbersOnly):
    """nereval, asked for text and type apart."""

    name = "nereval"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"nereval {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the best one-to-one alignment of each schema: what a count of right spans is, at most."""
        if question.form is not Form.SPANS:
            return Unsupported("nereval takes spans, as triples of text, type and start, not tags")
        if question.ask is Ask.REPORT:
            return Unsupported("nereval prints only its own F1")
        if not are_paired(question):
            return Unsupported("nereval counts right entities of one pair of sentences at a time")
        if any(span.start > span.end for side in _sides(question) for unit in side for span in unit):
            return Unsupported("nereval needs the text of a span, whose length cannot be negative")
        if question.measures and not any(map(self.has, question.measures)):
            return Unsupported(f"nereval counts right entities of all types together: {_MIXED}")
        return impose(_BASE, question.choices, "nereval")

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: of one schema, what is right of all types, and the ratios of that."""
        return measure.scope == "micro" and measure.schema in _SCHEMAS and column(measure) in _QUANTITIES

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return numbers by `count_correct` of each unit, and by `precision`, `recall` and `f1` of the sums."""
        import nereval

        gold, pred = (_entities(side, question) for side in _sides(question))
        counted = [nereval.count_correct(*units) for units in zip(gold, pred, strict=True)]
        possible, actual = (sum(map(len, side)) for side in (gold, pred))
        values: dict[Measure, Value] = {}
        for measure in measures:
            right = sum(both[_SCHEMAS[measure.schema]] for both in counted)
            precision, recall = nereval.precision(right, actual), nereval.recall(right, possible)
            ratios = {"precision": precision, "recall": recall, "f1": nereval.f1(precision, recall)}
            values[measure] = float(ratios[column(measure)]) if column(measure) in ratios else right
        return values

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports."""
        gold, pred = ([[tuple(one) for one in unit] for unit in _entities(side, question)] for side in _sides(question))
        lines = [
            "from nereval import Entity, count_correct, f1, precision, recall",
            f"gold = [[Entity(*one) for one in unit] for unit in {gold!r}]",
            f"pred = [[Entity(*one) for one in unit] for unit in {pred!r}]",
            "possible, actual = sum(map(len, gold)), sum(map(len, pred))",
            "for right in map(sum, zip(*[count_correct(*units) for units in zip(gold, pred)])):",
            "    ratios = precision(right, actual), recall(right, possible)",
            "    print(right, *ratios, f1(*ratios))",
        ]
        return "\n".join(lines)


def _sides(question: Question) -> tuple[Sequence[Sequence[Span]], Sequence[Sequence[Span]]]:
    return span_lists(question.gold), span_lists(question.pred)


def _entities(side: Sequence[Sequence[Span]], question: Question) -> Entities:
    """Return spans as the library takes them, in a text whose tokens are one letter each."""
    from nereval import Entity

    text = "".join(chr(ord("a") + index % 26) for index in range(max(reach(question), default=0)))
    return [[Entity(text[span.start : span.end], span.type, span.start) for span in unit] for unit in side]


def make(version: str, _mode: str) -> Nereval:
    """Return the implementation."""
    return Nereval(version)
