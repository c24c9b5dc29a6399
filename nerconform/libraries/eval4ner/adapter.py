"""eval4ner: four schemas over spans that are given as (type, text), as it finds them in a text.

Questions have no text, so each unit gets one. In the mode without a name every token is another word: there the text of
a span stands for its bounds. In `eval4ner:words` words come again, and one begins as another does, as in any language.
One function gives the counts of a unit, another the means over units.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from nerconform.asking.inputs import are_paired, column, reach, span_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import Declared, NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import FOUR
from nerconform.reference.spans import Span

_BASE = Dialect().set(policy="lenient", align="input-best", scope="schema", pool="mean", empty_doc="0")
_RIGHT = ("correct",)
_COUNTS: Mapping[str, tuple[str, ...]] = {
    "cor": _RIGHT,
    "tp": _RIGHT,
    "inc": ("incorrect",),
    "par": ("partial",),
    "spu": ("spurius",),
    "mis": ("missed",),
    "act": ("correct", "incorrect", "partial", "spurius"),
    "pos": ("correct", "incorrect", "partial", "missed"),
}
"""The words that the library has for each count; its own sums, ACT and POS, are missing where a unit has no entity."""
_RATIOS: Mapping[str, str] = {"precision": "precision", "recall": "recall", "f1": "f1_score"}
_NUMBERS = "precision, recall, F1, COR, INC, PAR, MIS and SPU"
WORDS = ("Yorkshire", "is", "York")
"""The words of a text in which words come again, over and over; the last one begins the first."""

Texts = Sequence[Sequence[tuple[str, str]]]
"""Units of spans as pairs of a type and a text."""


class Eval4ner(NumbersOnly):
    """eval4ner, asked about texts in which every token is another word, or, as `words`, in which words come again."""

    refusals = (Declared("AssertionError", r"the counts of predictions/golden_labels/texts are not equal!"),)

    def __init__(self, version: str, mode: str = "") -> None:
        """Ask this release in a mode, `words` or none."""
        self.name = f"eval4ner:{mode}" if mode else "eval4ner"
        self.version = f"eval4ner {version}"
        self.again = mode == "words"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the mean over units, by an alignment of the predictions in list order that prefers the best pair."""
        why_not = _excluded(question)
        if why_not:
            return Unsupported(why_not)
        if question.measures and not any(map(self.has, question.measures)):
            return Unsupported(f"eval4ner returns {_NUMBERS} of all types together, not of one type")
        return impose(_BASE, question.choices, "eval4ner")

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number, of all types."""
        known = column(measure) in _RATIOS or measure.quantity in _COUNTS
        return measure.scope == "micro" and measure.schema in FOUR and known

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return numbers by `evaluate_all`, and counts by `evaluate_one` of each unit."""
        from eval4ner import muc

        gold, pred, texts = as_texts(question, again=self.again)
        means: Any = {}
        units: list[Any] = []
        if any(column(measure) in _RATIOS for measure in measures):
            means = muc.evaluate_all(pred, gold, texts)
        if any(measure.quantity in _COUNTS for measure in measures):
            units = [muc.evaluate_one(*unit) for unit in zip(pred, gold, texts, strict=True)]
        values: dict[Measure, Value] = {}
        for measure in measures:
            words = _COUNTS.get(measure.quantity)
            if words is None:
                values[measure] = float(means[measure.schema][_RATIOS[column(measure)]])
            else:
                values[measure] = sum(int(unit[measure.schema][word]) for unit in units for word in words)
        return values

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        gold, pred, texts = as_texts(question, again=self.again)
        lines = [
            "from eval4ner import muc",
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"texts = {texts!r}",
            "print(muc.evaluate_all(pred, gold, texts))",
            "print([muc.evaluate_one(*unit) for unit in zip(pred, gold, texts)])",
        ]
        return "\n".join(lines)


def words_of(length: int, *, again: bool) -> list[str]:
    """Return the words of a text: those of `WORDS` again and again, or of one length, so that none begins another."""
    if again:
        return list(islice(cycle(WORDS), length))
    digits = len(str(length))
    return [f"w{index:0{digits}}" for index in range(length)]


def as_texts(question: Question, *, again: bool = False) -> tuple[Texts, Texts, list[str]]:
    """Return both sides and the text of each unit."""
    lengths = reach(question)
    longest = words_of(max(lengths, default=0), again=again)
    words = [longest[:length] for length in lengths]
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
        return "eval4ner prints no report besides what it returns"
    if not are_paired(question):
        return "eval4ner needs the text of each sentence, which must be on both sides"
    if not all(
        map(_has_text, (span for side in (question.gold, question.pred) for unit in span_lists(side) for span in unit))
    ):
        return "a span that covers no token has no text"
    return ""


def _has_text(span: Span) -> bool:
    return 0 <= span.start < span.end


def make(version: str, mode: str) -> Eval4ner:
    """Return the implementation in a mode."""
    return Eval4ner(version, mode)
