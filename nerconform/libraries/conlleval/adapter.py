"""conlleval: the library of that name on PyPI, a port of the Perl script, which reads lines of a CoNLL file.

A unit ends at an empty line. Its tables know the letters B, I, E and S, whatever the scheme, and continue a span over
a letter that they do not know. Beside spans it counts equal tags, which is `item:token`. In `conlleval:tab` the fields
of a line are parted by a tab, which it is told, and the last line is not followed by an empty one.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nerconform.asking.inputs import are_paired, can_be_written, column, read_scheme, tag_lists
from nerconform.asking.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.asking.protocol import Declared, impose
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)
_BASE = NAMED["conlleval"].set(bare="untyped", unknown="as-I", zero="P1,R0")
_PRINTED = "2-binary-x100"
_QUANTITIES = frozenset({"precision", "recall", "f1", "tp", "fp", "fn", "pos", "act"})
_RATIOS = r"precision:\s*([\d.]+)%; recall:\s*([\d.]+)%; FB1:\s*([\d.]+)"

Row = Mapping[str, Value]
"""The numbers of one type, or of all."""


class Conlleval:
    """conlleval of PyPI, asked by `evaluate`, or by what `report` makes of its answer."""

    refusals = (Declared("FormatError", r"unexpected number of features"),)

    def __init__(self, version: str, mode: str = "") -> None:
        """Ask this release in a mode, `tab` or none."""
        self.name = f"conlleval:{mode}" if mode else "conlleval"
        self.version = f"conlleval {version}"
        self.tab = mode == "tab"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` with what this port does with bare tags, letters and missing predictions."""
        scheme = read_scheme(question, SCHEMES, "conlleval")
        if isinstance(scheme, Unsupported):
            return scheme
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("conlleval takes tags, not spans")
        if not can_be_written(question) or not are_paired(question):
            return Unsupported("conlleval reads lines with both tags of a token, and these data cannot be written so")
        dialect = _BASE.set(scheme=scheme)
        if question.ask is Ask.REPORT:
            dialect = dialect.set(round=_PRINTED)
        rest = dict(question.choices)
        if rest.get("item") == Item.TOKEN:
            dialect = dialect.set(item=rest.pop("item"))
        return impose(dialect, rest, "conlleval")

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number: strict, of all or of one type, no F but F1; the report counts less."""
        return _has(measure, question) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it shows the part: rows of types, never spans."""
        return part is Part.ROWS and question.choices.get("item") != Item.TOKEN

    def observe(self, question: Question) -> Observation:
        """Answer by `evaluate`, or by the text of `report`."""
        from conlleval import evaluate, report

        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        found = evaluate(self._lines(question), **self._options())
        token = dialect.item is Item.TOKEN
        if question.ask is Ask.REPORT:
            total, tokens, types = read_report(report(found))
            total = tokens if token else total
        else:
            what = "tags" if token else "chunks"
            total, types = _row(found["overall"][what]), {kind: _row(row) for kind, row in found["slots"][what].items()}
        values: dict[Measure, Value] = {}
        for measure in question.measures:
            row = total if measure.type is None else types.get(measure.type)
            if row is not None and _has(measure, question):
                values[measure] = row[column(measure)]
        return Answer(values, rows=frozenset(types))

    def reproduction(self, question: Question) -> str:
        """Return the call with its import and its lines."""
        shown = "print(report(found))" if question.ask is Ask.REPORT else "print(found)"
        imports = "evaluate, report" if question.ask is Ask.REPORT else "evaluate"
        lines = self._lines(question)
        options = "".join(f", {name}={value!r}" for name, value in self._options().items())
        return f"from conlleval import {imports}\nlines = {lines!r}\nfound = evaluate(lines{options})\n{shown}"

    def _options(self) -> dict[str, str]:
        return {"delimiter": "\t"} if self.tab else {}

    def _lines(self, question: Question) -> list[str]:
        """Return the lines of a file."""
        if not self.tab:
            return list(lines_of(question))
        return [line.replace(" ", "\t") for line in lines_of(question)][:-1]


def _has(measure: Measure, question: Question) -> bool:
    """Whether an answer to this question has this number; the printed rows of types, and accuracy, hold less."""
    if measure.schema is not Schema.STRICT or column(measure) not in _QUANTITIES:
        return False
    token, printed = question.choices.get("item") == Item.TOKEN, question.ask is Ask.REPORT
    if printed and (token or measure.type is not None) and column(measure) in {"tp", "fp", "fn"}:
        return False
    if printed and measure.type is not None and measure.quantity == "pos":
        return False
    return measure.scope == "micro" if token else measure.scope not in {"macro", "weighted"}


def lines_of(question: Question) -> Iterator[str]:
    """Yield the lines of a file: a token with its gold and its predicted tag, and an empty line behind each unit."""
    for gold, pred in zip(tag_lists(question.gold), tag_lists(question.pred), strict=True):
        for left, right in zip(gold, pred, strict=True):
            yield f"w {left} {right}"
        yield ""


def read_report(text: str) -> tuple[Row, Row, dict[str, Row]]:
    """Return the row of all spans, that of all tokens, and those of the types."""
    processed, ratios, *rest = text.splitlines()
    tokens, pos, act, right = map(int, re.findall(r"\d+", processed))
    found = re.fullmatch(rf"accuracy:\s*([\d.]+)%; {_RATIOS}", ratios)
    accuracy, *shares = found.groups() if found else ["", "", "", ""]
    total = {**_shares(shares), "pos": pos, "act": act, "tp": right, "fp": act - right, "fn": pos - right}
    types: dict[str, Row] = {}
    for line in rest:
        row = re.fullmatch(rf" *(.*): {_RATIOS}  (\d+)", line)
        if row:
            types[row[1]] = {**_shares(row.groups()[1:4]), "act": int(row[5])}
    return total, {**_shares([accuracy] * 3), "pos": tokens, "act": tokens}, types


def _shares(texts: Any) -> dict[str, Value]:  # noqa: ANN401 - three texts
    return dict(zip(("precision", "recall", "f1"), map(Printed, texts), strict=True))


def _row(found: Mapping[str, Mapping[str, Any]]) -> Row:
    """Return one block of the dictionary; what it does not count follows."""
    counts, ratios = found["stats"], found["evals"]
    pos, act, right = counts["gold"], counts["pred"], counts["correct"]
    shares = {"precision": float(ratios["prec"]), "recall": float(ratios["rec"]), "f1": float(ratios["f1"])}
    return {**shares, "pos": pos, "act": act, "tp": right, "fp": act - right, "fn": pos - right}


def make(version: str, mode: str) -> Conlleval:
    """Return the implementation in a mode."""
    return Conlleval(version, mode)
