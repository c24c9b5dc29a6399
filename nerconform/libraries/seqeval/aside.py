"""seqeval by calls that do not do what their arguments say: modes that are asked by their names alone.

`seqeval:strict:none` asks the functions of one number with `mode="strict"` and no scheme, `seqeval:scheme` the report
with a scheme and no mode: both are held to strict mode, which the caller believes to ask. `seqeval:sample-weight` hands
over all units with the weight 1 and behind them their gold with nothing predicted, with the weight 0, and is held to
what the units alone give. `seqeval:scheme:name` gives a scheme by its name, as Hugging Face evaluate does, in place of
the class. `seqeval:tuples` hands over units that are tuples, and `seqeval:arrays` units that are arrays.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from nerconform.asking.observation import Answer, Observation, Unsupported
from nerconform.asking.protocol import SpansOnly
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.libraries.seqeval.adapter import CLASSES, Seqeval
from nerconform.libraries.seqeval.calls import SeqevalCalls, reproduction
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.options import Affix, Item
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span

_RATIOS = ("precision", "recall", "f1")


class _Functions(Seqeval):
    """`precision_score`, `recall_score` and `f1_score`: there are numbers alone."""

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return false."""
        return False

    def _has(self, measure: Measure, dialect: Dialect, question: Question) -> bool:
        """Whether one of the functions returns this number: those of the types come without names."""
        named = measure.type is None and measure.quantity in _RATIOS
        return named and super()._has(measure, dialect, question)

    def observe(self, question: Question) -> Observation:
        """Answer by the function of each number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        calls = self._calls(question)
        asked = [measure for measure in question.measures if self._has(measure, dialect, question)]
        if dialect.item is Item.TOKEN:
            return Answer(dict.fromkeys(asked, calls.accuracy()))
        scores = {average: calls.scores(average) for average in AVERAGES}
        return Answer({measure: scores[measure.scope][measure.quantity] for measure in asked})

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        calls = self._calls(question)
        if question.choices.get("item") == Item.TOKEN:
            return reproduction(calls, ["accuracy"])
        return reproduction(calls, [f"scores:{average}" for average in AVERAGES])


class StrictFunctions(_Functions):
    """These functions with `mode="strict"`, and no scheme."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval-strict` in the question's scheme."""
        if question.ask is Ask.REPORT:
            return Unsupported("without a scheme the report guesses one: check seqeval:strict:auto")
        return super().dialect(question)


class OtherUnits(_Functions):
    """These functions, and `accuracy_score`, handed units that are no lists: `tuples` or `arrays`."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval` in the question's scheme."""
        if question.form is not Form.TAGS:
            return Unsupported("this input is not a list of lists of tags, so it cannot be passed as tuples or arrays")
        if question.ask is Ask.REPORT:
            return Unsupported("the functions that return one number print nothing")
        if question.choices.get("item") == Item.TOKEN and self.name == "seqeval:arrays":
            return Unsupported("for arrays accuracy_score returns an array, not a number")
        return super().dialect(question)

    def _calls(self, question: Question) -> SeqevalCalls:
        calls = super()._calls(question)
        return replace(calls, gold=self._made(calls.gold), pred=self._made(calls.pred))

    def _made(self, units: list[list[str]]) -> list[Any]:
        if self.name == "seqeval:tuples":
            return [tuple(unit) for unit in units]
        import numpy as np

        return [np.array(unit) for unit in units]

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        scored = self.name == "seqeval:arrays" and question.choices.get("item") != Item.TOKEN
        return ("from numpy import array\n" if scored else "") + super().reproduction(question)


class _Report(Seqeval):
    """`classification_report`, of which the rows are asked: nothing says what it decodes."""

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it is the rows."""
        return part is Part.ROWS and super().holds(part, question)


class SchemeAlone(_Report):
    """`classification_report` with a scheme, and no mode."""

    def _calls(self, question: Question) -> SeqevalCalls:
        return replace(super()._calls(question), strict=False, scheme=CLASSES[scheme_of(question.scheme)])


class SchemeName(_Report):
    """`classification_report` in strict mode, with the name of a scheme."""

    def _calls(self, question: Question) -> SeqevalCalls:
        calls = super()._calls(question)
        return replace(calls, options={**calls.options, "scheme": CLASSES[scheme_of(question.scheme)]})


class SampleWeight(_Report):
    """`classification_report` with `sample_weight`: units that count once, and units that do not count."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval` in the question's scheme."""
        if question.form is not Form.TAGS or len(question.gold) != len(question.pred):  # type: ignore[arg-type]
            return Unsupported("this input is not pairs of sentences, so it cannot have sample weights")
        if question.choices.get("item") == Item.TOKEN:
            return Unsupported("accuracy_score takes no weights")
        return super().dialect(question)

    def _has(self, measure: Measure, dialect: Dialect, question: Question) -> bool:
        """Whether the report has this number; the support is a count of entities, not of weights."""
        return measure.quantity in _RATIOS and super()._has(measure, dialect, question)

    def _calls(self, question: Question) -> SeqevalCalls:
        calls = super()._calls(question)
        missed = [["O"] * len(unit) for unit in calls.gold]
        weights = [1] * len(calls.gold) + [0] * len(missed)
        options = {**calls.options, "sample_weight": weights}
        return replace(calls, gold=calls.gold + calls.gold, pred=calls.pred + missed, options=options)


class EntitiesAlone(SpansOnly, Seqeval):
    """`Entities` in the scheme of the question, asked for its spans alone."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval-strict` in the question's scheme, with the delimiter."""
        if question.ask is Ask.REPORT or question.choices.get("item") == Item.TOKEN:
            return Unsupported("Entities only decodes tags")
        if question.form is not Form.TAGS or len(question.gold) != len(question.pred):  # type: ignore[arg-type]
            return Unsupported("Entities decodes one side; it does not compare two")
        return Seqeval.dialect(self, question)

    def _set(self, dialect: Dialect, question: Question) -> Dialect | Unsupported:
        rest = {axis: option for axis, option in question.choices.items() if axis != "delimiter"}
        try:
            dialect = dialect.set(delimiter=_delimiter(question))
        except UnknownOption as error:
            return Unsupported(f"seqeval has no such option: {error}")
        return super()._set(dialect, replace(question, choices=rest))

    def decoded(self, units: Any, question: Question) -> Iterator[tuple[Span, ...]]:  # noqa: ANN401 - a side, as passed
        """Yield the spans of every unit, whose ends are exclusive there, too."""
        import seqeval.scheme

        scheme = getattr(seqeval.scheme, CLASSES[scheme_of(question.scheme)])
        for unit in seqeval.scheme.Entities(units, scheme, **_words(question)).entities:
            yield tuple(Span(one.tag, one.start, one.end) for one in unit)

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        name = CLASSES[scheme_of(question.scheme)]
        words = "".join(f", {word}={value!r}" for word, value in _words(question).items())
        return "\n".join(
            [
                f"from seqeval.scheme import Entities, {name}",
                f"gold = {question.gold!r}",
                f"pred = {question.pred!r}",
                f"print([Entities(side, {name}{words}).entities for side in (gold, pred)])",
            ]
        )


def _delimiter(question: Question) -> str:
    return question.choices.get("delimiter", "-")


def _words(question: Question) -> dict[str, object]:
    """Return the keyword arguments that the choices mean."""
    suffix = {"suffix": True} if question.choices.get("affix") == Affix.SUFFIX else {}
    return {**suffix, "delimiter": _delimiter(question)}


MODES: Mapping[str, tuple[type[Seqeval], str]] = {
    "strict:none": (StrictFunctions, "strict:auto"),
    "strict:entities": (EntitiesAlone, "strict"),
    "scheme": (SchemeAlone, "strict:auto"),
    "scheme:name": (SchemeName, "strict:auto"),
    "tuples": (OtherUnits, "default"),
    "arrays": (OtherUnits, "default"),
    "sample-weight": (SampleWeight, "default"),
}
"""Each of these modes, and the mode to whose dialect it is held."""
