"""sklearn-crfsuite's `sequence_accuracy_score`, the share of equal sequences, as `sklearn-crfsuite:sequences`.

Every token is handed over as a sequence of two, its tag twice: such sequences are equal where the tags are, so the
share is the accuracy of tokens.
"""

from typing import Any

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.implementations.sides import are_paired, tag_lists
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of

_BASE = Dialect().set(policy="lenient", item="token", align="none")
_ACCURACY = Measure(Schema.STRICT, "micro", "recall")


class SequenceAccuracy:
    """sklearn-crfsuite's accuracy of sequences."""

    name = "sklearn-crfsuite:sequences"
    refusals: tuple[Declared, ...] = ()

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"sklearn-crfsuite {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`."""
        if question.form is not Form.TAGS or not are_paired(question):
            return Unsupported("sequences of two tags are made of pairs of units of tags")
        if question.ask is Ask.REPORT:
            return Unsupported("sequence_accuracy_score returns a number, and prints nothing")
        try:
            return impose(_BASE.set(scheme=scheme_of(question.scheme)), question.choices, "sequence_accuracy_score")
        except NerconformError as error:
            return Unsupported(f"sklearn-crfsuite is given tags and no scheme: {error.message}")

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it is the accuracy, which is the micro recall of tokens."""
        return measure == _ACCURACY and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return false: there is a number alone."""
        return False

    def observe(self, question: Question) -> Observation:
        """Answer by the share."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        from sklearn_crfsuite.metrics import sequence_accuracy_score

        share = float(sequence_accuracy_score(*_sequences(question)))
        return Answer(dict.fromkeys(question.measures & {_ACCURACY}, share))

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
