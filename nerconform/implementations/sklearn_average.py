"""sklearn-crfsuite's functions of one number without an average, as `sklearn-crfsuite:no-average`.

They say that they return precision, recall and F1 of sequence items; of which, they leave to scikit-learn.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.question import Question
from nerconform.implementations.sides import tag_lists
from nerconform.implementations.sklearn_sequences import SequenceAccuracy
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema

_FUNCTIONS: Mapping[Measure, str] = MappingProxyType(
    {Measure(Schema.STRICT, "micro", ratio): f"flat_{ratio}_score" for ratio in ("precision", "recall", "f1")}
)


class WithoutAverage(SequenceAccuracy):
    """`flat_precision_score`, `flat_recall_score` and `flat_f1_score`, called with the data alone."""

    name = "sklearn-crfsuite:no-average"

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether one of the functions returns this number."""
        return measure in _FUNCTIONS and not isinstance(self.dialect(question), Unsupported)

    def observe(self, question: Question) -> Observation:
        """Answer by the function of each number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        from sklearn_crfsuite import metrics

        sides: tuple[Any, ...] = tag_lists(question.gold), tag_lists(question.pred)
        return Answer(
            {
                measure: float(getattr(metrics, function)(*sides))
                for measure, function in _FUNCTIONS.items()
                if measure in question.measures
            }
        )

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        return "\n".join(
            [
                "from sklearn_crfsuite import metrics",
                f"gold = {tag_lists(question.gold)!r}",
                f"pred = {tag_lists(question.pred)!r}",
                *(f"print(metrics.{function}(gold, pred))" for function in _FUNCTIONS.values()),
            ]
        )
