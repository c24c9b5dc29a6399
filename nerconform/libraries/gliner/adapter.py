"""GLiNER: `BaseNEREvaluator(true, predicted)`, whose `compute_prf` returns three numbers of one average.

Its entities are (start, end, label), the end inclusive. `gliner:micro` asks the default, `gliner:macro` the mean over
types.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from nerconform.asking.inputs import are_even, column, read_scheme, spans_of
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question, SpanUnits
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

_BASE = Dialect().set(policy="lenient", duplicates="set", align="none")
_KEYS: Mapping[str, str] = {"precision": "precision", "recall": "recall", "f1": "f_score"}

Entities = list[list[tuple[int, int, str]]]
"""Documents of (start, end, label), the end inclusive."""


class Gliner(NumbersOnly):
    """GLiNER's evaluator, asked for one average."""

    def __init__(self, average: str, version: str) -> None:
        """Ask for this average of this release."""
        self.name = f"gliner:{average}"
        self.version = f"gliner {version}"
        self._average = average

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return exact matching of entities as sets."""
        if question.form not in {Form.SPANS, Form.TAGS} or not are_even(question):
            return Unsupported("GLiNER's evaluator takes entities with start, end and label")
        if question.ask is Ask.REPORT:
            return Unsupported("GLiNER's evaluator prints no report of types")
        scheme = read_scheme(question, tuple(Scheme), "gliner")
        if isinstance(scheme, Unsupported):
            return scheme
        dialect = impose(_BASE.set(scheme=scheme), question.choices, "gliner")
        sides = dialect if isinstance(dialect, Unsupported) else spans_of(question, dialect)
        return sides if isinstance(sides, Unsupported) else dialect

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: a ratio of the average."""
        return measure.schema is Schema.STRICT and measure.scope == self._average and column(measure) in _KEYS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers."""
        gold, pred = _sides(question)
        evaluator: Any = import_module("gliner.evaluation").BaseNEREvaluator(gold, pred)
        found = evaluator.compute_prf(*evaluator.transform_data(), average=self._average)
        return {measure: float(found[_KEYS[column(measure)]]) for measure in measures}

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        gold, pred = _sides(question)
        lines = [
            "from gliner.evaluation import BaseNEREvaluator",
            f"evaluator = BaseNEREvaluator({gold!r}, {pred!r})",
            f"print(evaluator.compute_prf(*evaluator.transform_data(), average={self._average!r}))",
        ]
        return "\n".join(lines)


def _sides(question: Question) -> tuple[Entities, Entities]:
    """Return both sides of a question that can be asked, as the library takes them."""
    sides = cast("tuple[SpanUnits, SpanUnits]", spans_of(question, _BASE.set(scheme=question.scheme)))
    gold, pred = ([[(one.start, one.end - 1, one.type) for one in unit] for unit in side] for side in sides)
    return gold, pred


def make(version: str, mode: str) -> Gliner:
    """Return the implementation in a mode."""
    return Gliner(mode, version)
