"""iobes: a decoder without a metric, asked for its spans alone.

It has a function for each scheme, and two for the one that is called BMEWO or BMEOW; a question is read by the
function that has its scheme's name.
"""

from collections.abc import Mapping
from typing import Any

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.implementations.sides import are_paired, read_scheme
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span

FUNCTIONS: Mapping[Scheme, str] = {
    Scheme.IOB1: "parse_spans_iob",
    Scheme.IOB2: "parse_spans_bio",
    Scheme.BIOES: "parse_spans_iobes",
    Scheme.BILOU: "parse_spans_bilou",
    Scheme.BMEWO: "parse_spans_bmewo",
}
"""The function that reads each scheme."""


class Iobes:
    """iobes, which decodes and does not count."""

    name = "iobes"
    refusals: tuple[Declared, ...] = ()

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"iobes {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` with bare tags outside; what it is asked alone is how tags are decoded."""
        scheme = read_scheme(question, tuple(FUNCTIONS), "iobes")
        if isinstance(scheme, Unsupported):
            return scheme
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("iobes decodes tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("iobes prints no report")
        if not are_paired(question):
            return Unsupported("iobes decodes one list of tags at a time, and compares none")
        return impose(NAMED["conlleval"].set(scheme=scheme, bare="outside"), question.choices, "iobes")

    def answers(self, measure: Measure, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it has this number: it has none."""
        return False

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it shows the part: spans."""
        return part is Part.SPANS

    def observe(self, question: Question) -> Observation:
        """Answer with the spans of both sides, whose ends are exclusive there, too."""
        import iobes

        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        parse = getattr(iobes, _function(question))
        gold: Any = question.gold
        pred: Any = question.pred
        return Answer(
            spans={
                side: [tuple(Span(found.type, found.start, found.end) for found in parse(list(unit))) for unit in units]
                for side, units in ((Side.GOLD, gold), (Side.PRED, pred))
            }
        )

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        name = _function(question)
        data = [f"gold = {question.gold!r}", f"pred = {question.pred!r}"]
        return "\n".join([f"from iobes import {name}", *data, f"print([{name}(unit) for unit in (*gold, *pred)])"])


def _function(question: Question) -> str:
    """Return the name of the function; BMEOW has one of its own."""
    return "parse_spans_bmeow" if question.scheme == "BMEOW" else FUNCTIONS[scheme_of(question.scheme)]
