"""iobes: a decoder without a metric, asked for its spans alone.

It has a function for each scheme, and two for the one that is called BMEWO or BMEOW; a question is read by the
function that has its scheme's name. In `iobes:errors` it is the one that returns errors beside the spans, and in
`iobes:convert` tags are converted to the next scheme, which refuses illegal ones, and decoded there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from nerconform.asking.inputs import are_paired, read_scheme
from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Declared, SpansOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span

NAMES: Mapping[Scheme, str] = {
    Scheme.IOB1: "iob",
    Scheme.IOB2: "bio",
    Scheme.BIOES: "iobes",
    Scheme.BILOU: "bilou",
    Scheme.BMEWO: "bmewo",
}
"""The name of each scheme in those of functions."""
_CONVERTED = dict(zip(NAMES.values(), (*list(NAMES.values())[1:], "iob"), strict=True))
"""To which scheme each is converted: every scheme is read once, and written once."""
_REFUSED = Declared("ValueError", "Found errors in the tag sequence, cannot be converted")


class Iobes(SpansOnly):
    """iobes, which decodes and does not count."""

    def __init__(self, version: str, mode: str = "") -> None:
        """Ask this release in a mode: `errors`, `convert` or none."""
        self.name = f"iobes:{mode}" if mode else "iobes"
        self.version = f"iobes {version}"
        self.mode = mode
        self.refusals: tuple[Declared, ...] = (_REFUSED,) if mode == "convert" else ()

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` with bare tags outside; what it is asked alone is how tags are decoded."""
        scheme = read_scheme(question, tuple(NAMES), "iobes")
        if isinstance(scheme, Unsupported):
            return scheme
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("iobes decodes tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("iobes prints no report")
        if not are_paired(question):
            return Unsupported("iobes only decodes one list of tags at a time; it does not compare two")
        policy = "refuse" if self.mode == "convert" else "lenient"
        dialect = NAMED["conlleval"].set(scheme=scheme, bare="outside", policy=policy)
        return impose(dialect, question.choices, "iobes")

    def decoded(self, units: Any, question: Question) -> Iterator[tuple[Span, ...]]:  # noqa: ANN401 - a side, as passed
        """Yield the spans of every unit, whose ends are exclusive there, too."""
        for unit in units:
            yield tuple(Span(*found[:3]) for found in self._parsed(list(unit), question))

    def _functions(self, question: Question) -> tuple[str, ...]:
        """Return the names of the functions that are called, one on what the other returns."""
        name = _name(question)
        if self.mode == "convert":
            other = _CONVERTED["bmewo" if name == "bmeow" else name]
            # One of the two functions for BMEWO is broken.
            return f"{name}_to_{other}", f"parse_spans_{'bmeow' if other == 'bmewo' else other}"
        return (f"parse_spans_{name}_with_errors" if self.mode == "errors" else f"parse_spans_{name}",)

    def _parsed(self, unit: Any, question: Question) -> Any:  # noqa: ANN401 - spans of the library
        """Return the spans of one unit."""
        import iobes

        for function in self._functions(question):
            unit = getattr(iobes, function)(unit)
        return unit[0] if self.mode == "errors" else unit

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        functions, call = self._functions(question), "unit"
        for function in functions:
            call = f"{function}({call})"
        call += "[0]" if self.mode == "errors" else ""
        data = [f"gold = {question.gold!r}", f"pred = {question.pred!r}"]
        return "\n".join(
            [f"from iobes import {', '.join(functions)}", *data, f"print([{call} for unit in (*gold, *pred)])"]
        )


def _name(question: Question) -> str:
    """Return the name of the scheme in those of functions; BMEOW has one of its own."""
    return "bmeow" if question.scheme == "BMEOW" else NAMES[scheme_of(question.scheme)]


def make(version: str, mode: str) -> Iobes:
    """Return the implementation in a mode."""
    return Iobes(version, mode)
