"""seqeval by calls that do not do what their arguments say: modes that are asked by their names alone.

`seqeval:strict:none` asks the functions of one number with `mode="strict"` and no scheme, `seqeval:scheme` the report
with a scheme and no mode: both are held to strict mode, which the caller believes to ask. `seqeval:sample-weight` hands
over all units with the weight 1 and behind them their gold with nothing predicted, with the weight 0, and is held to
what the units alone give.
"""

from dataclasses import replace

from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.implementations.seqeval import Seqeval
from nerconform.implementations.seqeval_calls import Calls, reproduction
from nerconform.implementations.seqeval_modes import CLASSES
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of

_RATIOS = ("precision", "recall", "f1")


class StrictFunctions(Seqeval):
    """`precision_score`, `recall_score` and `f1_score` with `mode="strict"`, and no scheme."""

    def __init__(self, version: str) -> None:
        """Ask this release."""
        super().__init__("strict:auto", version)
        self.name = "seqeval:strict:none"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval-strict` in the question's scheme."""
        if question.ask is Ask.REPORT:
            return Unsupported("the report guesses a scheme: that is seqeval:strict:auto")
        return super().dialect(question)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return false: there are numbers alone."""
        return False

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether one of the functions returns this number: those of the types come without names."""
        return isinstance(self.dialect(question), Dialect) and _is_ratio(measure)

    def observe(self, question: Question) -> Observation:
        """Answer by the function of each number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        calls = self._calls(question)
        scores = {average: calls.scores(average) for average in AVERAGES}
        asked = (measure for measure in question.measures if _is_ratio(measure))
        return Answer({measure: scores[measure.scope][measure.quantity] for measure in asked})

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        return reproduction(self._calls(question), [f"scores:{average}" for average in AVERAGES])


class SchemeAlone(Seqeval):
    """`classification_report` with a scheme, and no mode."""

    def __init__(self, version: str) -> None:
        """Ask this release."""
        super().__init__("strict:auto", version)
        self.name = "seqeval:scheme"

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it is the rows: nothing says what the report decodes."""
        return part is Part.ROWS and super().holds(part, question)

    def _calls(self, question: Question) -> Calls:
        return replace(super()._calls(question), strict=False, scheme=CLASSES[scheme_of(question.scheme)])


class SampleWeight(Seqeval):
    """`classification_report` with `sample_weight`: units that count once, and units that do not count."""

    def __init__(self, version: str) -> None:
        """Ask this release."""
        super().__init__("default", version)
        self.name = "seqeval:sample-weight"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval` in the question's scheme."""
        if question.form is not Form.TAGS or len(question.gold) != len(question.pred):  # type: ignore[arg-type]
            return Unsupported("what are no pairs of units cannot be weighed")
        if question.choices.get("item") == Item.TOKEN:
            return Unsupported("accuracy_score takes no weights")
        return super().dialect(question)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it is the rows: what is decoded has nothing to do with weights."""
        return part is Part.ROWS and super().holds(part, question)

    def _has(self, measure: Measure, dialect: Dialect, question: Question) -> bool:
        """Whether the report has this number; the support is a count of entities, not of weights."""
        return _is_of_report(measure) and super()._has(measure, dialect, question)

    def _calls(self, question: Question) -> Calls:
        calls = super()._calls(question)
        missed = [["O"] * len(unit) for unit in calls.gold]
        weights = [1] * len(calls.gold) + [0] * len(missed)
        options = {**calls.options, "sample_weight": weights}
        return replace(calls, gold=calls.gold + calls.gold, pred=calls.pred + missed, options=options)


def _is_ratio(measure: Measure) -> bool:
    return measure.schema is Schema.STRICT and measure.type is None and measure.quantity in _RATIOS


def _is_of_report(measure: Measure) -> bool:
    return measure.quantity in _RATIOS
