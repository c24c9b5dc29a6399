"""sklearn-crfsuite's `sequence_accuracy_score`, the share of equal sequences, as `sklearn-crfsuite:sequences`.

Every token is handed over as a sequence of two, its tag twice: such sequences are equal where the tags are, so the
share is the accuracy of tokens.
"""

from collections.abc import Mapping
from typing import Any

from nerconform.implementations.choices import TOKENS, impose
from nerconform.implementations.numbers_alone import NumbersAlone
from nerconform.implementations.observation import Unsupported, Value
from nerconform.implementations.question import Ask, Form, Question
from nerconform.implementations.sides import are_paired, read_scheme, tag_lists
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

_ACCURACY = Measure(Schema.STRICT, "micro", "recall")


class SequenceAccuracy(NumbersAlone):
    """sklearn-crfsuite's accuracy of sequences."""

    name = "sklearn-crfsuite:sequences"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"sklearn-crfsuite {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`."""
        if question.form is not Form.TAGS or not are_paired(question):
            return Unsupported("it is asked about pairs of units of tags")
        if question.ask is Ask.REPORT:
            return Unsupported("it returns a number, and prints nothing")
        scheme = read_scheme(question, tuple(Scheme), "sequence_accuracy_score")
        if isinstance(scheme, Unsupported):
            return scheme
        return impose(TOKENS.set(scheme=scheme), question.choices, self.name)

    def has(self, measure: Measure) -> bool:
        """Whether it is the accuracy, which is the micro recall of tokens."""
        return measure == _ACCURACY

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return the share."""
        from sklearn_crfsuite.metrics import sequence_accuracy_score

        return dict.fromkeys(measures, float(sequence_accuracy_score(*_sequences(question))))

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = _sequences(question)
        imported = "from sklearn_crfsuite.metrics import sequence_accuracy_score"
        return "\n".join(
            [imported, f"gold = {gold!r}", f"pred = {pred!r}", "print(sequence_accuracy_score(gold, pred))"]
        )


def _sequences(question: Question) -> tuple[Any, Any]:
    """Return every token of both sides as a sequence of its own."""
    gold, pred = ([[tag, tag] for unit in tag_lists(side) for tag in unit] for side in (question.gold, question.pred))
    return gold, pred
