"""sklearn-crfsuite: its metrics flatten the units and compare tokens, each a class that is named by its whole tag.

They are scikit-learn's functions on lists of tags. `O` is a class like any other, unless types are given: `labels=`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from nerconform.asking.inputs import are_paired, as_passed, column, read_scheme, tag_lists
from nerconform.asking.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.asking.protocol import TOKENS, Declared, NumbersOnly, impose, number_or_text
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.libraries.nervaluate.adapter import is_given
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels, Zero
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme, scheme_of

_RATIOS = ("precision", "recall", "f1")
_KEYS = ("precision", "recall", "f1-score")
_AVERAGES = ("micro avg", "macro avg", "weighted avg")
_REFUSALS = (
    Declared("ValueError", r"Found input variables with inconsistent numbers of samples:"),
    Declared("ValueError", r"Found empty input array "),
    Declared("ValueError", r"Mix of label input types "),
    Declared("ValueError", r"unknown is not supported"),
    Declared("InvalidParameterError", r"The 'zero_division' parameter of "),
)

Row = Mapping[str, Value]
"""The numbers of one tag, or of an average."""


class SklearnCrfsuite:
    """sklearn-crfsuite, which compares tokens."""

    name = "sklearn-crfsuite"
    refusals = _REFUSALS

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"sklearn-crfsuite {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`; a list of types is both what is counted and what is averaged."""
        if question.form in {Form.SPANS, Form.RAW_SPANS, Form.MENTIONS}:
            return Unsupported("sklearn-crfsuite compares tags, not spans")
        rest = dict(question.choices)
        try:
            dialect = TOKENS.set(scheme=scheme_of(question.scheme))
            if is_given(rest.get("labels")):
                given = rest.pop("labels")
                dialect = dialect.set(labels=given, types=given, labels_avg=given)
        except NerconformError as error:
            return Unsupported(f"sklearn-crfsuite has no scheme option: {error.message}")
        zero = rest.get("zero")
        if zero is not None and (zero in {"0", "1"} or not _is_zero(zero)):
            del rest["zero"]
            dialect = dialect.set(zero=zero) if _is_zero(zero) else dialect
        elif zero is not None:
            return Unsupported("zero_division can be only 0, 1 or NaN, and with NaN F1 stays 0")
        return impose(dialect, rest, "sklearn-crfsuite")

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number: ratios, any F-beta, and of counts the support."""
        return _has(measure, question) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it shows the part: rows."""
        return part is Part.ROWS

    def observe(self, question: Question) -> Observation:
        """Answer by `flat_classification_report`, by its text, and by the functions of one number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        calls = _Calls(*as_passed(question), _arguments(question))
        types, averages = calls.text() if question.ask is Ask.REPORT else calls.report()
        values: dict[Measure, Value] = {}
        for measure in question.measures:
            row = averages.get(measure.scope) if measure.type is None else types.get(measure.type)
            if row is None or not _has(measure, question):
                continue
            values[measure] = calls.f_beta(measure) if column(measure) == "f-beta" else row[column(measure)]
        return Answer(values, rows=frozenset(types))

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        gold, pred = as_passed(question)
        words = _written(_arguments(question))
        output = "" if question.ask is Ask.REPORT else ", output_dict=True"
        lines = [
            f"gold = {gold!r}",
            f"pred = {pred!r}",
            f"print(metrics.flat_classification_report(gold, pred{output}{words}))",
        ]
        if question.ask is Ask.SCORES:
            lines += [f"print(metrics.flat_{name}_score(gold, pred, average='micro'{words}))" for name in _RATIOS]
            for measure in sorted(question.measures):
                if column(measure) == "f-beta" and _has(measure, question):
                    words = _written({**_arguments(question), **_of_beta(measure)})
                    lines.append(f"print(metrics.flat_fbeta_score(gold, pred{words}))")
        return "\n".join(["from sklearn_crfsuite import metrics", *lines])


class _Calls(NamedTuple):
    """One question as the library is asked it: the data, and `labels` and `zero_division`, where they are chosen."""

    gold: Any
    pred: Any
    arguments: Mapping[str, Any]

    def report(self) -> tuple[dict[str, Row], dict[str, Row]]:
        """Return the rows of the tags and of the averages; the micro average has functions of its own."""
        from sklearn_crfsuite import metrics

        found: dict[str, Any] = metrics.flat_classification_report(
            self.gold, self.pred, output_dict=True, **self.arguments
        )
        averages = {average: _row(found[f"{average} avg"]) for average in ("macro", "weighted")}
        micro = {
            name: float(getattr(metrics, f"flat_{name}_score")(self.gold, self.pred, average="micro", **self.arguments))
            for name in _RATIOS
        }
        averages["micro"] = {**micro, "pos": averages["macro"]["pos"]}
        rows = {name: row for name, row in found.items() if name not in _AVERAGES and isinstance(row, dict)}
        return {name: _row(row) for name, row in rows.items()}, averages

    def text(self) -> tuple[dict[str, Row], dict[str, Row]]:
        """Return the same from the printed report: tags, an empty line, averages; accuracy stands for all of micro."""
        from sklearn_crfsuite import metrics

        printed: str = metrics.flat_classification_report(self.gold, self.pred, **self.arguments)
        _, _, *lines = printed.rstrip("\n").split("\n")
        *tags, _, micro, macro, weighted = lines
        averages = {name: _printed_row(line)[1] for name, line in (("macro", macro), ("weighted", weighted))}
        return dict(map(_printed_row, tags)), {**averages, "micro": _printed_micro(micro)}

    def f_beta(self, measure: Measure) -> float:
        """Return the F-beta of an average or of one tag."""
        from sklearn_crfsuite import metrics

        return float(metrics.flat_fbeta_score(self.gold, self.pred, **{**self.arguments, **_of_beta(measure)}))


def _has(measure: Measure, question: Question) -> bool:
    """Whether an answer to this question has this number."""
    if measure.schema is not Schema.STRICT:
        return False
    if measure.quantity == "pos":
        return measure.scope not in {"macro", "weighted"}
    return column(measure) in _RATIOS or (column(measure) == "f-beta" and question.ask is Ask.SCORES)


def _arguments(question: Question) -> dict[str, Any]:
    """Return the keyword arguments that the choices mean; a value that does not exist is passed on as it stands."""
    arguments: dict[str, Any] = {}
    labels, zero = question.choices.get("labels"), question.choices.get("zero")
    if labels is not None and is_given(labels):
        arguments["labels"] = list(Labels.parse(labels).given)
    if zero is not None:
        arguments["zero_division"] = number_or_text(zero)
    return arguments


def _of_beta(measure: Measure) -> dict[str, Any]:
    """Return the further arguments of an F-beta: that of one tag is the micro average over it alone."""
    scope = {"average": measure.scope} if measure.type is None else {"average": "micro", "labels": [measure.type]}
    return {"beta": float(measure.beta or 1), **scope}


def _written(arguments: Mapping[str, Any]) -> str:
    """Return keyword arguments as Python text."""
    return "".join(f", {name}={value!r}" for name, value in arguments.items())


def _is_zero(text: str) -> bool:
    """Whether the text is an option of the axis `zero`."""
    try:
        Zero.parse(text)
    except UnknownOption:
        return False
    return True


def _row(row: Mapping[str, Any]) -> Row:
    """Return one row of the dictionary, without NumPy's types."""
    ratios = {name: float(row[key]) for name, key in zip(_RATIOS, _KEYS, strict=True)}
    return {**ratios, "pos": int(row["support"])}


def _printed_row(line: str) -> tuple[str, Row]:
    """Return the name and numbers of one line; a name may contain spaces, or be empty; supports may end in `.0`."""
    *name, precision, recall, f1, support = line.rsplit(maxsplit=4)
    ratios = dict(zip(_RATIOS, map(Printed, (precision, recall, f1)), strict=True))
    return "".join(name).lstrip(), {**ratios, "pos": int(float(support))}


def _printed_micro(line: str) -> Row:
    """Return the micro average, of which `accuracy` prints one number."""
    name, number, support = line.rsplit(maxsplit=2)
    if name.strip() == "accuracy":
        return {**dict.fromkeys(_RATIOS, Printed(number)), "pos": int(float(support))}
    return _printed_row(line)[1]


_ACCURACY = Measure(Schema.STRICT, "micro", "recall")


class SequenceAccuracy(NumbersOnly):
    """sklearn-crfsuite's accuracy of sequences."""

    name = "sklearn-crfsuite:sequences"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"sklearn-crfsuite {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `item:token`."""
        if question.form is not Form.TAGS or not are_paired(question):
            return Unsupported("the metric takes only pairs of lists of tags")
        if question.ask is Ask.REPORT:
            return Unsupported("it returns a number and prints nothing")
        scheme = read_scheme(question, tuple(Scheme), "sequence_accuracy_score")
        if isinstance(scheme, Unsupported):
            return scheme
        return impose(TOKENS.set(scheme=scheme), question.choices, self.name)

    def has(self, measure: Measure) -> bool:
        """Whether it is the accuracy, which is the micro recall of tokens."""
        return measure == _ACCURACY

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return the share."""
        from sklearn_crfsuite.metrics import sequence_accuracy_score

        return dict.fromkeys(measures, float(sequence_accuracy_score(*_sequences(question))))

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        gold, pred = _sequences(question)
        imported = "from sklearn_crfsuite.metrics import sequence_accuracy_score"
        return "\n".join(
            [imported, f"gold = {gold!r}", f"pred = {pred!r}", "print(sequence_accuracy_score(gold, pred))"]
        )


def _sequences(question: Question) -> tuple[Any, Any]:
    """Return every token of both sides as a sequence of its own."""
    gold, pred = ([[tag, tag] for unit in tag_lists(side) for tag in unit] for side in (question.gold, question.pred))
    return gold, pred


_FUNCTIONS: Mapping[Measure, str] = MappingProxyType(
    {Measure(Schema.STRICT, "micro", ratio): f"flat_{ratio}_score" for ratio in ("precision", "recall", "f1")}
)


class WithoutAverage(SequenceAccuracy):
    """`flat_precision_score`, `flat_recall_score` and `flat_f1_score`, called with the data alone."""

    name = "sklearn-crfsuite:no-average"

    def has(self, measure: Measure) -> bool:
        """Whether one of the functions returns this number."""
        return measure in _FUNCTIONS

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return what the functions return."""
        from sklearn_crfsuite import metrics

        sides = tag_lists(question.gold), tag_lists(question.pred)
        return {measure: float(getattr(metrics, _FUNCTIONS[measure])(*sides)) for measure in measures}

    def reproduction(self, question: Question) -> str:
        """Return the calls with their import."""
        return "\n".join(
            [
                "from sklearn_crfsuite import metrics",
                f"gold = {tag_lists(question.gold)!r}",
                f"pred = {tag_lists(question.pred)!r}",
                *(f"print(metrics.{function}(gold, pred))" for function in _FUNCTIONS.values()),
            ]
        )


def make(version: str, mode: str) -> SklearnCrfsuite | SequenceAccuracy:
    """Return the metrics of tokens, those without an average, or that of sequences."""
    if mode == "no-average":
        return WithoutAverage(version)
    return SequenceAccuracy(version) if mode else SklearnCrfsuite(version)
