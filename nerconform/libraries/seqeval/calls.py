"""The border to seqeval: its calls, its numbers, its spans. It ships no types, so `Any` is confined to this module."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from packaging.version import Version

from nerconform.asking.inputs import as_passed, read_scheme
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.outputs import printed_row
from nerconform.asking.protocol import TOKENS, NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Labels
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_FIRST = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_ALL = (*_FIRST, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)


_SINCE = {
    "units": "0.0.2",  # gold and prediction are lists of units, no one flat list
    "suffix": "0.0.5",  # its scores can be told that the letter stands behind the type
    "rows": "0.0.19",  # the report can be had as a dictionary; before, a program has the scores of all types together
    "strict": "1.0.0",  # strict mode
    "zero": "1.0.0",  # the argument `zero_division`
    "bilou": "1.1.0",  # a class of strict mode for BILOU
    "beta": "1.2.0",  # default mode, too, has a function that takes beta
}


@dataclass(frozen=True, slots=True)
class Release:
    """One release of seqeval: what its functions take and return, where it is not what 1.2.2 does."""

    version: Version

    def has(self, feature: str) -> bool:
        """Whether it has a feature with which seqeval was not born."""
        return self.version >= Version(_SINCE[feature])

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """Return the schemes that default mode reads: for a time it refused every letter but B and I."""
        return _FIRST if Version("0.0.15") <= self.version < Version("0.0.17") else _ALL

    @property
    def printed(self) -> tuple[str, ...]:
        """Return which averages stand at the end of the printed report, by what their names say, in their order.

        `avg / total` has no name of an average; it is weighted by the support.
        """
        if self.version < Version("0.0.10"):
            return ("weighted",)
        return ("micro", "macro") if self.version < Version("0.0.15") else ("micro", "macro", "weighted")

    def default(self) -> Dialect:
        """Return the dialect of default mode.

        Before 1.2.0 the averages over types were those of the gold types; from 0.0.15 to 0.0.17 a tag was refused that
        did not begin with a letter that it knew.
        """
        dialect = NAMED["seqeval"]
        if self.version < Version("1.2.0"):
            dialect = dialect.set(labels_avg="gold")
        if Version("0.0.15") <= self.version < Version("0.0.18"):
            bare = "refuse" if self.version < Version("0.0.17") else "first-char"
            dialect = dialect.set(unknown="refuse", outside="whole", bare=bare)
        return dialect


Row = Mapping[str, Value]
"""The numbers of one type or average: `precision`, `recall`, `f1`, `pos`."""
_COLUMNS = ("precision", "recall", "f1", "pos")
_KEYS = ("precision", "recall", "f1-score", "support")
_LATEST = Release(Version("1.2.2"))
_AVERAGES: Mapping[str, str] = {average: f"{average} avg" for average in AVERAGES}


@dataclass(frozen=True, slots=True)
class SeqevalCalls:
    """One question as the library is asked it: the data, and the keyword arguments of its functions.

    `scheme` names a class of `seqeval.scheme`; without one, strict mode guesses from the letters of the gold tags.
    """

    gold: Any
    pred: Any
    strict: bool = False
    scheme: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    release: Release = _LATEST

    def scores(self, average: str = "") -> Row:
        """Return precision, recall and F1 of an average, as programs have them without a report; the first is micro."""
        from seqeval.metrics import f1_score, precision_score, recall_score

        arguments = {**self._arguments(), **({"average": average} if average else {})}
        calls = (precision_score, recall_score, f1_score)
        numbers = [float(call(self.gold, self.pred, **arguments)) for call in calls]
        return dict(zip(_COLUMNS, numbers, strict=False))

    def report(self) -> tuple[dict[str, Row], dict[str, Row]]:
        """Return the rows of the types and of the averages, as `classification_report(output_dict=True)` has them."""
        from seqeval.metrics import classification_report

        report: dict[str, Any] = classification_report(self.gold, self.pred, output_dict=True, **self._arguments())
        averages = {average: _row(report[name]) for average, name in _AVERAGES.items()}
        return {name: _row(row) for name, row in report.items() if name not in _AVERAGES.values()}, averages

    def text(self) -> tuple[dict[str, Row], dict[str, Row]]:
        """Return the same from the printed report: the last rows are the averages."""
        from seqeval.metrics import classification_report

        printed: str = classification_report(self.gold, self.pred, **self._arguments())
        rows = [printed_row(line) for line in printed.split("\n")[1:] if line]
        types, averages = rows[: -len(self.release.printed)], rows[-len(self.release.printed) :]
        return dict(types), dict(zip(self.release.printed, (row for _, row in averages), strict=True))

    def accuracy(self) -> float:
        """Return the share of equal tags."""
        from seqeval.metrics import accuracy_score

        return float(accuracy_score(self.gold, self.pred))

    def f_beta(self, measure: Measure) -> float | None:
        """Return the F-beta of an average or type, `None` where there is no such type.

        Those of the types come without names, in the order of their names.
        """
        scores = self._f_beta(float(measure.beta or 1), None if measure.type is not None else measure.scope)
        if measure.type is None:
            return float(scores)
        kinds = sorted({span.type for side in self.spans().values() for unit in side for span in unit})
        return dict(zip(kinds, map(float, scores), strict=True)).get(measure.type)

    def _f_beta(self, beta: float, average: str | None) -> Any:  # noqa: ANN401 - a number or an array
        from seqeval.metrics import sequence_labeling, v1

        arguments = {name: value for name, value in self._arguments().items() if name != "mode"}
        function = (v1 if self.strict else sequence_labeling).precision_recall_fscore_support
        return function(self.gold, self.pred, average=average, beta=beta, **arguments)[2]

    def spans(self) -> dict[Side, list[tuple[Span, ...]]]:
        """Return the decoded spans: the ends of default mode are inclusive, those of strict mode exclusive."""
        return self._strict_spans() if self.strict else self._default_spans()

    def _strict_spans(self) -> dict[Side, list[tuple[Span, ...]]]:
        from seqeval.scheme import Entities, auto_detect

        suffix = bool(self.options.get("suffix", False))
        scheme = self._class() or auto_detect(self.gold, suffix)
        return {
            side: [
                tuple(Span(entity.tag, entity.start, entity.end) for entity in unit)
                for unit in Entities(tags, scheme, suffix).entities
            ]
            for side, tags in self._sides().items()
        }

    def _default_spans(self) -> dict[Side, list[tuple[Span, ...]]]:
        from seqeval.metrics.sequence_labeling import get_entities

        suffix = {name: value for name, value in self.options.items() if name == "suffix"}
        return {
            side: [
                tuple(Span(kind, start, last + 1) for kind, start, last in get_entities(unit, **suffix))
                for unit in tags
            ]
            for side, tags in self._sides().items()
        }

    def _sides(self) -> dict[Side, Any]:
        """Return the units of both sides."""
        sides = {Side.GOLD: self.gold, Side.PRED: self.pred}
        return sides if self.release.has("units") else {side: [unit] for side, unit in sides.items()}

    def _arguments(self) -> dict[str, Any]:
        scheme = self._class()
        arguments = {"mode": "strict"} if self.strict else {}
        return {**arguments, **({} if scheme is None else {"scheme": scheme}), **self.options}

    def _class(self) -> Any:  # noqa: ANN401 - a class of the library
        if self.scheme is None:
            return None
        import seqeval.scheme

        return getattr(seqeval.scheme, self.scheme)

    def written(self, *, mode: bool = True) -> str:
        """Return the data and keyword arguments as Python text; not every function takes the mode."""
        said = self.strict and mode and "mode" not in self.options
        words = [f"gold, pred{', mode=' + repr('strict') if said else ''}"]
        if self.scheme is not None:
            words.append(f"scheme={self.scheme}")
        return ", ".join([*words, *(f"{name}={value!r}" for name, value in self.options.items())])


def _row(row: Mapping[str, Any]) -> Row:
    """Return one row of the dictionary, without NumPy's types."""
    *ratios, support = (row[key] for key in _KEYS)
    return dict(zip(_COLUMNS, (*map(float, ratios), int(support)), strict=True))


def reproduction(calls: SeqevalCalls, functions: Sequence[str]) -> str:
    """Return plain Python that makes these calls and prints what they return.

    `functions` are the words that this module knows: `scores`, `scores:AVERAGE`, `report`, `text`, `accuracy`, `spans`,
    and `f-beta:BETA:AVERAGE`.
    """
    imports: list[str] = []
    prints: list[str] = []
    for function in functions:
        needed, printed = _lines(calls, function)
        imports += [line for line in needed if line not in imports]
        prints.append(printed)
    if calls.scheme is not None and any(calls.scheme in line for line in prints):
        imports.append(f"from seqeval.scheme import {calls.scheme}")
    return "\n".join([*imports, f"gold = {calls.gold!r}", f"pred = {calls.pred!r}", *prints])


def _lines(calls: SeqevalCalls, function: str) -> tuple[list[str], str]:
    """Return the imports and the line of one call."""
    name, _, rest = function.partition(":")
    suffix = ", suffix=True" if calls.options.get("suffix") else ""
    report = ["from seqeval.metrics import classification_report"]
    match name:
        case "scores":
            scores = "precision_score, recall_score, f1_score"
            words = calls.written() + (f", average={rest!r}" if rest else "")
            return [f"from seqeval.metrics import {scores}"], f"print([call({words}) for call in ({scores})])"
        case "report":
            return report, f"print(classification_report({calls.written()}, output_dict=True))"
        case "text":
            return report, f"print(classification_report({calls.written()}))"
        case "accuracy":
            return ["from seqeval.metrics import accuracy_score"], "print(accuracy_score(gold, pred))"
        case "f-beta":
            beta, average = rest.split(":")
            module = "v1" if calls.strict else "sequence_labeling"
            words = f"{calls.written(mode=False)}, average={average or None!r}, beta={beta}"
            imported = f"from seqeval.metrics.{module} import precision_recall_fscore_support"
            return [imported], f"print(precision_recall_fscore_support({words}))"
    return _lines_of_spans(calls, suffix)


def _lines_of_spans(calls: SeqevalCalls, suffix: str) -> tuple[list[str], str]:
    """Return the imports and the line that decodes both sides."""
    if not calls.strict:
        imported = "from seqeval.metrics.sequence_labeling import get_entities"
        units = f"[get_entities(unit{suffix}) for unit in side]" if calls.release.has("units") else "get_entities(side)"
        return [imported], f"print([{units} for side in (gold, pred)])"
    scheme = calls.scheme or f"auto_detect(gold{suffix})"
    imported = f"from seqeval.scheme import Entities{'' if calls.scheme else ', auto_detect'}"
    return [imported], f"print([Entities(side, {scheme}{suffix}).entities for side in (gold, pred)])"


_COUNTS_KEYS = {"tp": "TP", "fp": "FP", "fn": "FN"}
_ANY = "B-X"
"""The class that is counted where no tag is any: given lists hold at least one."""


class PerformanceMeasure(NumbersOnly):
    """seqeval's counts of tokens."""

    name = "seqeval:performance-measure"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"seqeval {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`, in which every tag of the question but `O` is counted."""
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("performance_measure compares tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("performance_measure returns a dict and prints nothing")
        scheme = read_scheme(question, tuple(Scheme), "performance_measure")
        if isinstance(scheme, Unsupported):
            return scheme
        kinds = Labels.of({tag for side in (question.gold, question.pred) for tag in _tags(side)} - {"O"} or {_ANY})
        return impose(replace(TOKENS.set(scheme=scheme), labels=kinds), question.choices, "performance_measure")

    def has(self, measure: Measure) -> bool:
        """Whether it is one of the counts."""
        return measure.schema is Schema.STRICT and measure.scope == "micro" and measure.quantity in _COUNTS_KEYS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return what the dictionary of counts holds."""
        from seqeval.metrics import performance_measure

        counts: dict[str, Any] = performance_measure(*as_passed(question))
        return {measure: int(counts[_COUNTS_KEYS[measure.quantity]]) for measure in measures}

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = as_passed(question)
        imported = "from seqeval.metrics.sequence_labeling import performance_measure"
        return "\n".join([imported, f"gold = {gold!r}", f"pred = {pred!r}", "print(performance_measure(gold, pred))"])


def _tags(side: object) -> Iterable[str]:
    """Yield the strings that stand in place of tags."""
    for unit in side if isinstance(side, list | tuple) else ():
        yield from (tag for tag in (unit if isinstance(unit, list | tuple) else ()) if isinstance(tag, str))
