"""named-entity-evaluator: `compare_json_arrays_with_partials`, then `calculate_metrics`, of one dict per document.

A document maps each type to one text. Entities without offsets are asked as they are; a span gets a text of its own, so
that texts are equal where spans are. With the threshold 1.01 no text is a partial match, so only equal texts match.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from nerconform.asking.inputs import are_even, column, read_scheme, spans_of
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.mentions import is_mention
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

_BASE = Dialect().set(policy="lenient", align="none")
_ROWS: Mapping[str, str] = {"precision": "Precision", "recall": "Recall", "f1": "F1 Score"}
_NO_CLOSE_MATCH = 1.01
"""A threshold that no two texts reach: their similarity is at most 1."""

Document = dict[str, str]
"""The text of each type."""
Pairs = Sequence[tuple[str, str]]
"""Types and texts of one document."""


class NamedEntityEvaluator(NumbersOnly):
    """named-entity-evaluator, asked about equal texts."""

    name = "named-entity-evaluator"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"named-entity-evaluator {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return exact matching, of spans or of texts."""
        if question.ask is Ask.REPORT:
            return Unsupported("named-entity-evaluator prints no report of types")
        scheme = read_scheme(question, tuple(Scheme), "named-entity-evaluator")
        if isinstance(scheme, Unsupported):
            return scheme
        base = _BASE.set(scheme=scheme, location="text" if question.form is Form.MENTIONS else "offsets")
        dialect = impose(base, question.choices, "named-entity-evaluator")
        found = dialect if isinstance(dialect, Unsupported) else _documents(question, dialect)
        return found if isinstance(found, Unsupported) else dialect

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: a ratio of all types together, or what is correct."""
        if measure.schema is not Schema.STRICT or measure.scope != "micro":
            return False
        return column(measure) in _ROWS or measure.quantity == "tp"

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers, the ratios from percent."""
        import named_entity_evaluator as library

        counts = library.compare_json_arrays_with_partials(*self._sides(question), partial_threshold=_NO_CLOSE_MATCH)
        table: Any = library.calculate_metrics(counts)
        ratios = dict(zip(table["Metric"], table["Value (%)"], strict=True))
        return {
            measure: float(ratios[_ROWS[column(measure)]]) / 100 if column(measure) in _ROWS else counts["COR"]
            for measure in measures
        }

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        gold, pred = self._sides(question)
        lines = [
            "from named_entity_evaluator import calculate_metrics, compare_json_arrays_with_partials",
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"counts = compare_json_arrays_with_partials(gold, pred, partial_threshold={_NO_CLOSE_MATCH})",
            "print(counts)",
            "print(calculate_metrics(counts))",
        ]
        return "\n".join(lines)

    def _sides(self, question: Question) -> tuple[list[Document], list[Document]]:
        """Return both sides of a question that can be asked."""
        dialect = cast("Dialect", self.dialect(question))
        gold, pred = cast("list[list[Document]]", _documents(question, dialect))
        return gold, pred


def _documents(question: Question, dialect: Dialect) -> Sequence[list[Document]] | Unsupported:
    """Return both sides as the library takes them, or why they cannot be written so."""
    sides = _mentions(question) if question.form is Form.MENTIONS else _texts(question, dialect)
    if isinstance(sides, Unsupported):
        return sides
    if any(len({kind for kind, _ in unit}) < len(unit) for side in sides for unit in side):
        return Unsupported("named-entity-evaluator takes one entity of each type in a document")
    return [[dict(unit) for unit in side] for side in sides]


def _mentions(question: Question) -> Sequence[Sequence[Pairs]] | Unsupported:
    """Return entities that have no offsets."""
    sides: Any = (question.gold, question.pred)
    if not all(isinstance(unit, list | tuple) and all(map(is_mention, unit)) for side in sides for unit in side):
        return Unsupported("named-entity-evaluator takes texts of entities, and no text of a sentence")
    return [[[_pair(item) for item in unit] for unit in side] for side in sides]


def _pair(item: Any) -> tuple[str, str]:  # noqa: ANN401 - a pair, or a mapping
    """Return the type and the text of an entity without offsets; nothing is checked."""
    kind, text = (item.get("type", item.get("label")), item["text"]) if isinstance(item, Mapping) else item
    return kind, text


def _texts(question: Question, dialect: Dialect) -> Sequence[Sequence[Pairs]] | Unsupported:
    """Return spans with their texts; every token is another word."""
    if question.form not in {Form.SPANS, Form.TAGS} or not are_even(question):
        return Unsupported("named-entity-evaluator takes a text for each type")
    sides = spans_of(question, dialect)
    if isinstance(sides, Unsupported):
        return sides
    if not all(0 <= one.start < one.end for side in sides for unit in side for one in unit):
        return Unsupported("a span that covers no token has no text")
    return [
        [[(one.type, " ".join(f"w{at}" for at in range(one.start, one.end))) for one in unit] for unit in side]
        for side in sides
    ]


def make(version: str, _mode: str) -> NamedEntityEvaluator:
    """Return the implementation."""
    return NamedEntityEvaluator(version)
