"""seqeval: the library, asked through `classification_report` (`seqeval:default`, `seqeval:strict`, ...).

`mode=None` decodes by tables that know the letters B, I, E and S, whatever the scheme; `mode="strict"` by one class per
scheme, or by the scheme that it guesses from the letters of the gold tags where none is given (`strict:auto`).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from nerconform.implementations.choices import impose, number_or_text
from nerconform.implementations.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError, UnknownOption
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.options import Affix, Item, Undefined, Zero
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme, scheme_of, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

CLASSES: Mapping[Scheme, str] = {
    Scheme.IOB1: "IOB1",
    Scheme.IOE1: "IOE1",
    Scheme.IOB2: "IOB2",
    Scheme.IOE2: "IOE2",
    Scheme.BIOES: "IOBES",
    Scheme.BILOU: "BILOU",
}
"""The class with which strict mode reads each scheme."""
_DEFAULT = frozenset({Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES})
_GUESSED = frozenset({Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU})
_WITHOUT_DISCARD = frozenset({Scheme.IOB1, Scheme.IOE1})
_ONE = Fraction(1)
_COLUMNS: Mapping[str, str] = {"precision": "precision", "recall": "recall", "f1": "f1-score", "pos": "support"}
_AVERAGE_ROWS: Mapping[str, str] = {f"{average} avg": average for average in AVERAGES}
_Row = Mapping[str, Any]
"""What the library says about one type or average; it ships no types, so this is where `Any` enters."""


class Seqeval:
    """seqeval in one of its modes: `default`, `strict` (in the question's scheme), `strict:SCHEME`, `strict:auto`."""

    def __init__(self, mode: str, version: str) -> None:
        """Ask in this mode. Raises the error of a scheme that does not exist (SCH-2)."""
        self.name = f"seqeval:{mode}"
        self.version = f"seqeval {version}"
        self.strict = mode != "default"
        self.guess = mode == "strict:auto"
        self.only = scheme_of(mode.removeprefix("strict:")) if mode.startswith("strict:") and not self.guess else None
        self.parts = frozenset({Part.SPANS, Part.ROWS})
        self.refusals = (
            Declared("TypeError", r"Found input variables without list of list\."),
            Declared("ValueError", r"Found input variables with inconsistent numbers of samples:"),
            Declared("ValueError", r"Invalid token is found: "),
            Declared("ValueError", r"This scheme is not supported: "),
        )

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval` or `seqeval-strict` in the question's scheme, with the choices it has options for."""
        if question.form is Form.SPANS:
            return Unsupported("seqeval takes tags, not spans")
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"seqeval is never given a scheme by this name: {error.message}")
        if scheme not in self._schemes():
            return Unsupported(f"{self.name} does not read {scheme}, only {', '.join(sorted(self._schemes()))}")
        dialect = self._set(self._base(scheme), question)
        if isinstance(dialect, Dialect) and self._is_beyond_policies(dialect, question):
            reason = f"no policy says what strict {scheme} does with an illegal sequence: it has a table of its own"
            return Unsupported(reason)
        return dialect

    def _schemes(self) -> frozenset[Scheme]:
        if not self.strict:
            return _DEFAULT
        if self.guess:
            return _GUESSED
        return frozenset(CLASSES) if self.only is None else frozenset({self.only}) & frozenset(CLASSES)

    def _base(self, scheme: Scheme) -> Dialect:
        """Return the dialect of the mode; `discard` is undefined in IOB1 and IOE1, where legal data need no policy."""
        if not self.strict:
            return NAMED["seqeval"].set(scheme=scheme)
        policy = "lenient" if scheme in _WITHOUT_DISCARD else "discard"
        return NAMED["seqeval-strict"].set(scheme=scheme, policy=policy)

    def _set(self, dialect: Dialect, question: Question) -> Dialect | Unsupported:
        """Return the dialect with the imposed choices, as far as the library can be set to them."""
        choices = dict(question.choices)
        affix, zero, item = (choices.pop(axis, None) for axis in ("affix", "zero", "item"))
        try:
            dialect = dialect if affix is None else dialect.set(affix=affix)
            dialect = dialect if item is None else dialect.set(item=item)
        except UnknownOption as error:
            return Unsupported(error.message)
        if dialect.item is Item.TOKEN:
            if self.strict or question.ask is Ask.REPORT:
                return Unsupported("tokens are compared by accuracy_score, which has neither a mode nor a report")
            return impose(dialect, choices if zero is None else {**choices, "zero": zero}, "accuracy_score")
        if zero is not None and _is_option(zero):
            if zero not in {Undefined.ZERO, Undefined.ONE}:
                return Unsupported("zero_division is one value for precision and recall, 0 or 1")
            dialect = dialect.set(zero=zero)
        return impose(dialect, choices, "seqeval")

    @staticmethod
    def _is_beyond_policies(dialect: Dialect, question: Question) -> bool:
        """Whether a tag sequence is illegal in a scheme in which no policy describes strict mode."""
        if dialect.scheme not in _WITHOUT_DISCARD or dialect.bare is not NAMED["seqeval-strict"].bare:
            return False
        if dialect.policy is NAMED["seqeval"].policy and dialect.unknown is NAMED["seqeval"].unknown:
            return False
        return question.form is Form.TAGS and any(
            _is_illegal(dialect, unit) for side in _data(question) for unit in side
        )

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it prints or returns this number: no counts but the support of a type or of all."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported) or measure.schema is not Schema.STRICT:
            return False
        if dialect.item is Item.TOKEN:
            return measure.scope == "micro" and (measure.quantity in {"precision", "recall"} or measure.beta == _ONE)
        if measure.quantity == "pos":
            return measure.scope not in {"macro", "weighted"}
        if measure.beta is not None and measure.beta != _ONE:
            return not self.guess and question.ask is Ask.SCORES
        return measure.quantity in _COLUMNS or measure.beta == _ONE

    def observe(self, question: Question) -> Observation:
        """Answer by `classification_report`, by its text, or by `accuracy_score`."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        from seqeval.metrics import accuracy_score, classification_report

        gold, pred = _data(question)
        asked = [measure for measure in question.measures if self.answers(measure, question)]
        if dialect.item is Item.TOKEN:
            accuracy = float(accuracy_score(gold, pred))
            return Answer(dict.fromkeys(asked, accuracy))
        arguments = self._arguments(question)
        if question.ask is Ask.REPORT:
            types, averages = read_report(classification_report(gold, pred, **arguments))
        else:
            report: dict[str, _Row] = classification_report(gold, pred, output_dict=True, **arguments)
            types = {row: numbers for row, numbers in report.items() if row not in _AVERAGE_ROWS}
            averages = {average: report[row] for row, average in _AVERAGE_ROWS.items()}
        spans = None
        if question.form is Form.TAGS and (Part.SPANS in question.parts or any(_has_beta(each) for each in asked)):
            spans = {Side.GOLD: self._spans(gold, gold, dialect), Side.PRED: self._spans(pred, gold, dialect)}
        values: dict[Measure, Value] = {}
        for measure in asked:
            if _has_beta(measure) and spans is not None:
                kinds = sorted({span.type for side in spans.values() for unit in side for span in unit})
                values.update(self._f_beta(measure, kinds, question))
            elif not _has_beta(measure):
                row = averages.get(measure.scope) if measure.type is None else types.get(measure.type)
                if row is not None:
                    values[measure] = _number(row, measure.quantity if measure.beta is None else "f1")
        return Answer(values, spans=spans, rows=frozenset(types))

    def _arguments(self, question: Question) -> dict[str, Any]:
        """Return the keyword arguments that say mode, scheme and choices."""
        arguments: dict[str, Any] = {}
        if self.strict:
            arguments["mode"] = "strict"
            scheme = self._class(question)
            if scheme is not None:
                arguments["scheme"] = scheme
        if question.choices.get("affix") == Affix.SUFFIX:
            arguments["suffix"] = True
        if "zero" in question.choices:
            arguments["zero_division"] = number_or_text(question.choices["zero"])
        return arguments

    def _class(self, question: Question) -> Any:  # noqa: ANN401 - a class of the library
        """Return the class of the question's scheme, `None` where the library guesses it."""
        import seqeval.scheme

        return None if self.guess else getattr(seqeval.scheme, CLASSES[scheme_of(question.scheme)])

    def _spans(self, tags: Sequence[Any], gold: Sequence[Any], dialect: Dialect) -> list[tuple[Span, ...]]:
        """Return the spans of one side: default mode's ends are inclusive, strict mode's exclusive."""
        from seqeval.metrics.sequence_labeling import get_entities
        from seqeval.scheme import Entities, auto_detect

        suffix = dialect.affix is Affix.SUFFIX
        if not self.strict:
            units = (get_entities(unit, suffix) for unit in tags)
            return [tuple(Span(kind, start, end + 1) for kind, start, end in unit) for unit in units]
        scheme = auto_detect(gold, suffix) if self.guess else self._class(Question(gold, gold, Form.TAGS, dialect.scheme))
        found = Entities(tags, scheme, suffix).entities
        return [tuple(Span(entity.tag, entity.start, entity.end) for entity in unit) for unit in found]

    def _f_beta(self, measure: Measure, kinds: Sequence[str], question: Question) -> dict[Measure, Value]:
        """Return an F-beta, nothing for a type without a row; types stand in the library's order, which is sorted."""
        gold, pred = _data(question)
        arguments = {name: value for name, value in self._arguments(question).items() if name != "mode"}
        average = None if measure.type is not None else measure.scope
        score: Any = self._precision_recall_fscore_support()(
            gold, pred, average=average, beta=float(measure.beta or _ONE), **arguments
        )[2]
        if measure.type is None:
            return {measure: float(score)}
        return {measure: float(score[kinds.index(measure.type)])} if measure.type in kinds else {}

    def _precision_recall_fscore_support(self) -> Any:  # noqa: ANN401 - a function of the library
        from seqeval.metrics import sequence_labeling, v1

        return (v1 if self.strict else sequence_labeling).precision_recall_fscore_support

    def reproduction(self, question: Question) -> str:
        """Return the calls that observe this, imports included."""
        raise NotImplementedError
