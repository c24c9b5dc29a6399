"""eval4ner: four schemas over spans that are given as (type, text), as it finds them in a text.

Questions have no text, so each unit gets one in which every token is another word: there the text of a span stands for
its bounds. One function gives the counts of a unit, another the mean precision over units. Recall and F are not asked:
they divide by a POS whose MIS come from a second alignment than its COR, INC and PAR, which no dialect does.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Answer, Observation, Unsupported, Value
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.implementations.sides import are_paired, reach, span_lists
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span

_BASE = Dialect().set(policy="lenient", align="input-best", scope="schema", pool="mean", empty_doc="0")
_RIGHT = ("correct",)
_COUNTS: Mapping[str, tuple[str, ...]] = {
    "cor": _RIGHT,
    "tp": _RIGHT,
    "inc": ("incorrect",),
    "par": ("partial",),
    "spu": ("spurius",),
    "act": ("correct", "incorrect", "partial", "spurius"),
}
"""The words that the library has for each count; its own sum for ACT is missing where a unit has no entity."""
_MIXED = "its POS takes COR, INC and PAR from one alignment and MIS from another, so recall and F are of no dialect"

Texts = Sequence[Sequence[tuple[str, str]]]
"""Units of spans as pairs of a type and a text."""


class Eval4ner:
    """eval4ner, asked for precision, COR, INC, PAR and SPU in its four schemas."""

    name = "eval4ner"
    refusals = (Declared("AssertionError", r"the counts of predictions/golden_labels/texts are not equal!"),)

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"eval4ner {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the mean over units, by an alignment of the predictions in list order that prefers the best pair."""
        why_not = _excluded(question)
        if why_not:
            return Unsupported(why_not)
        if question.measures and not any(_is_known(measure) for measure in question.measures):
            return Unsupported(f"eval4ner is asked for precision, COR, INC, PAR and SPU of all types: {_MIXED}")
        return impose(_BASE, question.choices, "eval4ner")

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number: of all types, and not of two alignments."""
        return _is_known(measure) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it shows the part: it shows none."""
        return False

    def observe(self, question: Question) -> Observation:
        """Answer by `evaluate_all`, and for counts by `evaluate_one` of each unit."""
        from eval4ner import muc

        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        gold, pred, texts = as_texts(question)
        asked = [measure for measure in question.measures if _is_known(measure)]
        means: Any = {}
        units: list[Any] = []
        if any(measure.quantity == "precision" for measure in asked):
            means = muc.evaluate_all(pred, gold, texts)
        if any(measure.quantity in _COUNTS for measure in asked):
            units = [muc.evaluate_one(*unit) for unit in zip(pred, gold, texts, strict=True)]
        values: dict[Measure, Value] = {}
        for measure in asked:
            words = _COUNTS.get(measure.quantity)
            if words is None:
                values[measure] = float(means[measure.schema]["precision"])
            else:
                values[measure] = sum(int(unit[measure.schema][word]) for unit in units for word in words)
        return Answer(values)

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        gold, pred, texts = as_texts(question)
        lines = [
            "from eval4ner import muc",
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"texts = {texts!r}",
            "print(muc.evaluate_all(pred, gold, texts))",
            "print([muc.evaluate_one(*unit) for unit in zip(pred, gold, texts)])",
        ]
        return "\n".join(lines)


def as_texts(question: Question) -> tuple[Texts, Texts, list[str]]:
    """Return both sides and the text of each unit: words of one length, so that none begins another."""
    lengths = reach(question)
    digits = len(str(max(lengths, default=0)))
    words = [[f"w{index:0{digits}}" for index in range(length)] for length in lengths]
    gold, pred = (
        [
            [(span.type, " ".join(unit[span.start : span.end])) for span in spans]
            for spans, unit in zip(side, words, strict=True)
        ]
        for side in (span_lists(question.gold), span_lists(question.pred))
    )
    return gold, pred, [" ".join(unit) for unit in words]


def _excluded(question: Question) -> str:
    """Return why a question in this form cannot be put, or nothing."""
    if question.form is not Form.SPANS:
        return "eval4ner takes spans, as pairs of a type and a text"
    if question.ask is Ask.REPORT:
        return "eval4ner prints what it returns"
    if not are_paired(question):
        return "a text belongs to a unit of both sides"
    if not all(
        map(_has_text, (span for side in (question.gold, question.pred) for unit in span_lists(side) for span in unit))
    ):
        return "a span that covers no token has no text"
    return ""


def _has_text(span: Span) -> bool:
    return 0 <= span.start < span.end


def _is_known(measure: Measure) -> bool:
    """Whether a measure is of all types, and of one alignment."""
    return measure.scope == "micro" and (measure.quantity == "precision" or measure.quantity in _COUNTS)
