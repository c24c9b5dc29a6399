"""annotations-evaluate: its flat mode, `evaluate(documents, mode="flat")`.

A document holds the gold spans and the predictions of one unit. The flat mode has four scenarios, each with an
alignment of its own, and gives no number of a type. The nested mode, which is the default, counts other outcomes.
"""

from collections.abc import Mapping
from typing import Any

from nerconform.asking.inputs import are_paired, column, span_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import Declared, NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import FOUR, Schema

_BASE = Dialect().set(policy="lenient", align="best", scope="schema", overlap="gold:1%", zero="nan")
_SCENARIOS: Mapping[Schema, str] = {schema: str(schema) for schema in FOUR} | {Schema.TYPE: "ent_type"}
_COUNTS: Mapping[str, str] = {
    "cor": "correct",
    "tp": "correct",
    "inc": "incorrect",
    "par": "partial",
    "mis": "missed",
    "spu": "spurious",
    "act": "actual",
    "pos": "possible",
}
_RATIOS = ("precision", "recall", "f1")


class AnnotationsEvaluate(NumbersOnly):
    """annotations-evaluate, asked in its flat mode."""

    name = "annotations-evaluate"
    refusals = (
        Declared("InvalidDocumentError", r"(gold|prediction): "),
        Declared("InvalidDocumentError", r"gold must be free of duplicates"),
    )

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"annotations-evaluate {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the best one-to-one alignment of each schema: each prediction picks the best remaining gold span."""
        if question.form is not Form.SPANS:
            return Unsupported("annotations-evaluate takes spans with label, start and end")
        if question.ask is Ask.REPORT:
            return Unsupported("annotations-evaluate prints no report besides what it returns")
        if not are_paired(question):
            return Unsupported("a document of annotations-evaluate holds the spans of both sides")
        if any(len(unit) != len({*unit}) for unit in span_lists(question.gold)):
            return Unsupported("annotations-evaluate takes each gold span once")
        if question.measures and not any(map(self.has, question.measures)):
            return Unsupported("annotations-evaluate returns the numbers of all types together")
        return impose(_BASE, question.choices, "annotations-evaluate")

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number, of all types."""
        known = column(measure) in _RATIOS or measure.quantity in _COUNTS
        return measure.scope == "micro" and measure.schema in _SCENARIOS and known

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return numbers by `evaluate`."""
        from annotations_evaluate import evaluate

        scenarios: Any = evaluate(documents_of(question), mode="flat").to_dict()["scenarios"]
        values: dict[Measure, Value] = {}
        for measure in measures:
            row = scenarios[_SCENARIOS[measure.schema]]
            values[measure] = row[_COUNTS.get(measure.quantity, column(measure))]
        return values

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        lines = [
            "from annotations_evaluate import evaluate",
            f"documents = {documents_of(question)!r}",
            "for name, row in evaluate(documents, mode='flat').to_dict()['scenarios'].items():",
            "    print(name, row)",
        ]
        return "\n".join(lines)


def documents_of(question: Question) -> list[dict[str, Any]]:
    """Return one document for each unit."""
    sides = [
        [[{"label": span.type, "start": span.start, "end": span.end} for span in unit] for unit in span_lists(side)]
        for side in (question.gold, question.pred)
    ]
    return [
        {"document_id": f"d{index}", "gold": gold, "prediction": {"spans": pred}}
        for index, (gold, pred) in enumerate(zip(*sides, strict=True))
    ]


def make(version: str, _mode: str) -> AnnotationsEvaluate:
    """Return the implementation."""
    return AnnotationsEvaluate(version)
