"""mylib: how it is given data, and where its numbers stand."""

from collections.abc import Mapping
from importlib import import_module

from nerconform.asking.inputs import column, read_scheme
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import Declared, NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

_SCHEMES = (Scheme.IOB2,)
_COLUMNS = ("precision", "recall", "f1")


class Mylib(NumbersOnly):
    """mylib, whose `score(gold, pred)` takes lists of lists of tags and returns precision, recall and F1."""

    name = "mylib"
    refusals = (Declared("ValueError", "the beginning of the message with which mylib refuses bad input"),)

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"mylib {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the rules that mylib says it follows, or why it cannot be asked."""
        if question.form is not Form.TAGS or question.ask is Ask.REPORT:
            return Unsupported("mylib takes tags and returns numbers")
        scheme = read_scheme(question, _SCHEMES, "mylib")
        if isinstance(scheme, Unsupported):
            return scheme
        return impose(NAMED["conlleval"].set(scheme=scheme), question.choices, "mylib")

    def has(self, measure: Measure) -> bool:
        """Whether mylib returns this number."""
        return measure.schema is Schema.STRICT and measure.scope == "micro" and column(measure) in _COLUMNS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers."""
        found = import_module("mylib").score(question.gold, question.pred)
        return {measure: float(found[_COLUMNS.index(column(measure))]) for measure in measures}

    def reproduction(self, question: Question) -> str:
        """Return the call, as one pastes it."""
        return f"from mylib import score\nprint(score({question.gold!r}, {question.pred!r}))"


def make(version: str, _mode: str) -> Mylib:
    """Return the implementation in a mode."""
    return Mylib(version)
