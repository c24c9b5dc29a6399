"""nervaluate: what its releases share, and the two APIs.

1.x: `Evaluator(true, pred, tags, loader)`, a result object for each strategy. 0.x: `evaluate()` returns a tuple of
dictionaries, two of them in 0.1, four from 0.2 on; 0.1.5 is told `list=True` where later releases are told a loader,
and keeps no spans.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from packaging.version import Version

from nerconform.asking.inputs import can_be_written, column, span_lists, tag_lists, types_of
from nerconform.asking.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.asking.outputs import STRATEGIES, value_of
from nerconform.asking.protocol import Declared, impose, number_or_text
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Labels
from nerconform.reference.options import LabelRule
from nerconform.reference.outcomes import FOUR
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span


class Way(StrEnum):
    """How the data reach it, and what is asked."""

    PLAIN = ""
    """Lists of tags or of spans, their loader named, evaluated once."""
    AUTO = "auto"
    """The same without the name of the loader, which is told by the first item."""
    AGAIN = "again"
    """Spans, and the second of two evaluations by one `Evaluator`."""
    TAGS_AGAIN = "again:tags"
    """The same of tags."""
    ENDS = "ends"
    """Spans whose ends are exclusive, as Prodigy, spaCy and offsets into a text have them."""
    CONLL = "conll"
    """The text of a file: token, tab, tag."""
    COLUMNS = "conll:columns"
    """The text of a file of three columns with tabs between them, of which the tag is the last, as in CoNLL-2003."""
    BLANKS = "conll:blanks"
    """The text of a file with blanks between its two columns, as all files of CoNLL have them."""
    RETURNS = "conll:returns"
    """The text of a file whose lines end in a carriage return and a line feed, as those of Windows do."""


_TEXTS = {Way.CONLL: "w\t{}", Way.COLUMNS: "w\tNN\t{}", Way.BLANKS: "w {}", Way.RETURNS: "w\t{}"}
"""The lines of a file, by the way: every token is the same word."""


AGAIN = frozenset({Way.AGAIN, Way.TAGS_AGAIN})
"""The ways in which one `Evaluator` evaluates twice."""


def text_of(side: object, way: Way) -> str:
    """Return units of tags as the text of a file, an empty line between two units."""
    line, end = _TEXTS[way], "\r\n" if way is Way.RETURNS else "\n"
    return (end * 2).join(end.join(map(line.format, unit)) for unit in tag_lists(side))


SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
"""It looks at no letter but B."""
_COLUMNS = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")

Row = Mapping[str, Any]
"""What the library says about one schema and type, by its own words; it ships no types."""


class Call(NamedTuple):
    """One question as the library is asked it: data, list of tags, loader, further arguments.

    The loader is `list`, `dict` or `conll`.
    """

    gold: Any
    pred: Any
    tags: list[str]
    loader: str
    options: Mapping[str, Any]


class NervaluateResult(NamedTuple):
    """What the library answered: rows by strategy, rows by type and strategy, and both sides as it loaded them."""

    overall: Mapping[str, Row]
    types: Mapping[str, Mapping[str, Row]]
    sides: Mapping[Side, Sequence[Sequence[Span]]]


class Nervaluate(ABC):
    """nervaluate, whichever release: four schemas, overall and for each type."""

    refusals: tuple[Declared, ...] = ()

    def __init__(self, version: str, way: Way = Way.PLAIN) -> None:
        """Ask this release in this way."""
        self.name = f"nervaluate:{way}" if way else "nervaluate"
        self.way = way
        self.version = f"nervaluate {version}"
        self.release = Version(version)

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect of the release, with the choices that it has arguments for."""
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"nervaluate has no scheme option: {error.message}")
        if reason := self._unfit(question, scheme):
            return Unsupported(reason)
        rest = dict(question.choices)
        dialect = self.base().set(scheme=scheme)
        if is_given(rest.get("labels")):
            try:
                dialect = dialect.set(labels=rest.pop("labels"))
            except NerconformError as error:
                return Unsupported(f"not a list of types: {error}")
        own = self.choose(dialect, rest, question)
        return own if isinstance(own, Unsupported) else impose(own, rest, self.version)

    def _unfit(self, question: Question, scheme: Scheme) -> str | None:
        """Return why a question cannot be asked in this way of this release, `None` where it can."""
        is_text, form = self.way in _TEXTS, question.form
        reasons = {
            "nervaluate takes spans as mappings, so other malformed spans do not reach it": form is Form.RAW_SPANS,
            f"nervaluate reads {', '.join(SCHEMES)}, not {scheme}": form is not Form.SPANS and scheme not in SCHEMES,
            f"{self.version} prints no report": question.ask is Ask.REPORT and not self.prints,
            "the text of a file holds tags that are words": is_text and not can_be_written(question),
            f"nervaluate {self.release} has no loaders": is_text and not self.has_loaders,
            "spans are asked so": self.way in {Way.AGAIN, Way.ENDS} and form is not Form.SPANS,
            "tags are asked so": self.way is Way.TAGS_AGAIN and form is not Form.TAGS,
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    @property
    def has_loaders(self) -> bool:
        """Whether a loader can be named."""
        return self.release.release >= (0, 1, 6)

    @property
    def prints(self) -> bool:
        """Whether the release prints a report."""
        return self.release.release >= (0, 2)

    @abstractmethod
    def base(self) -> Dialect:
        """Return the dialect of the release without any choice."""

    @property
    def loads_units(self) -> bool:
        """Whether what it has loaded can be laid beside the units."""
        return self.way not in {Way.COLUMNS, Way.RETURNS, Way.ENDS}

    @abstractmethod
    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take out of `rest` the choices that are arguments of the release; return the dialect with them."""

    def options(self, question: Question) -> dict[str, object]:  # noqa: ARG002 - some releases have none
        """Return further arguments of `Evaluator`."""
        return {}

    def loader(self, call: Call) -> dict[str, object]:
        """Return the loader, which is named but where it is to be guessed: that fails on an empty first unit."""
        return {} if self.way is Way.AUTO else {"loader": call.loader}

    def evaluator(self, call: Call, *, again: bool = False) -> Any:  # noqa: ANN401 - the library has no types
        """Return a new `Evaluator`, which has evaluated once before if it is to do so twice."""
        from nervaluate import Evaluator

        evaluator = Evaluator(call.gold, call.pred, tags=call.tags, **self.loader(call), **call.options)
        if again and self.way in AGAIN:
            evaluator.evaluate()
        return evaluator

    @abstractmethod
    def result(self, call: Call) -> NervaluateResult:
        """Let the library evaluate; its exceptions pass through."""

    @abstractmethod
    def report(self, call: Call) -> str:
        """Return the printed report of all schemas."""

    @abstractmethod
    def lines(self, question: Question) -> list[str]:
        """Return Python that asks `evaluator`, which is made."""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it returns or prints this number: no macro, no weighted average, no F but F1."""
        return _has(measure, question) and not isinstance(self.dialect(question), Unsupported)

    def observe(self, question: Question) -> Observation:
        """Answer by an `Evaluator` of its own."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        call = self.call(question)
        asked = [measure for measure in question.measures if _has(measure, question)]
        if question.ask is Ask.REPORT:
            return Answer(_values(asked, read_report(self.report(call)), {}))
        result = self.result(call)
        spans = result.sides if Part.SPANS in question.parts and question.form is not Form.RAW else None
        return Answer(_values(asked, result.overall, result.types), spans=spans, rows=frozenset(result.types))

    def call(self, question: Question) -> Call:
        """Return the question as the library is asked it; here, and in `_sides`, ends become inclusive."""
        gold, pred = question.gold, question.pred
        loader = "conll" if self.way in _TEXTS else "list"
        match question.form:
            case Form.TAGS if loader == "conll":
                gold, pred = text_of(gold, self.way), text_of(pred, self.way)
            case Form.TAGS:
                gold, pred = tag_lists(gold), tag_lists(pred)
            case Form.SPANS:
                inclusive = 0 if self.way is Way.ENDS else 1
                gold, pred, loader = _mappings(gold, inclusive), _mappings(pred, inclusive), "dict"
        given = self.given(question)
        tags = sorted(types_of(question)) if given is None else list(given)
        return Call(gold, pred, tags, loader, self.options(question))

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it shows the part: its spans and its rows, never which met which."""
        misread = part is Part.SPANS and not self.loads_units
        return part is not Part.PAIRS and part in question.parts and not misread

    def given(self, question: Question) -> tuple[str, ...] | None:
        """Return the list of types that the question imposes, if any."""
        labels = question.choices.get("labels", "")
        return Labels.parse(labels).given if is_given(labels) else None

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        call = self.call(question)
        head = ["from nervaluate import Evaluator", f"gold = {call.gold!r}", f"pred = {call.pred!r}"]
        arguments = {**self.loader(call), **call.options}
        options = "".join(f", {name}={value!r}" for name, value in arguments.items())
        made = f"evaluator = Evaluator(gold, pred, tags={call.tags!r}{options})"
        return "\n".join([*head, made, *self.lines(question)])


def _has(measure: Measure, question: Question) -> bool:
    """Whether an answer to this question has this number; the printed report has no rows of types."""
    if measure.scope in {"macro", "weighted"} or (question.ask is Ask.REPORT and measure.type is not None):
        return False
    return measure.schema in FOUR and column(measure) != "f-beta"


def is_given(option: str | None) -> bool:
    """Whether the option is a list of types, `given{A,B}`."""
    return option is not None and option.startswith("given{") and option.endswith("}")


def _sides(gold: Any, pred: Any, row_of: Callable[[Any], Row]) -> dict[Side, list[tuple[Span, ...]]]:  # noqa: ANN401
    """Return what the library has loaded as spans, whose ends are exclusive."""
    return {
        side: [
            tuple(Span(each["label"], each["start"], each["end"] + 1) for each in map(row_of, unit)) for unit in units
        ]
        for side, units in zip(Side, (gold, pred), strict=True)
    }


def read_report(text: str) -> dict[str, Row]:
    """Return the rows of a printed report of all schemas, by strategy."""
    rows: dict[str, Row] = {}
    for line in text.splitlines():
        name, *numbers = line.split() or [""]
        if name in STRATEGIES.values() and len(numbers) == len(_COLUMNS):
            rows[name] = dict(zip(_COLUMNS, (*map(int, numbers[:5]), *map(Printed, numbers[5:])), strict=True))
    return rows


def _values(
    asked: Iterable[Measure], overall: Mapping[str, Row], types: Mapping[str, Mapping[str, Row]]
) -> dict[Measure, Value]:
    """Return what was asked, as far as it is there."""
    values: dict[Measure, Value] = {}
    for measure in asked:
        rows = overall if measure.type is None else types.get(measure.type, {})
        row = rows.get(STRATEGIES[measure.schema])
        if row is not None:
            values[measure] = value_of(row, column(measure))
    return values


def _mappings(side: object, inclusive: int) -> list[list[dict[str, object]]]:
    """Return spans as the library takes them, ends inclusive (1), or as they are (0)."""
    units = span_lists(side)
    return [[{"label": one.type, "start": one.start, "end": one.end - inclusive} for one in unit] for unit in units]


_MESSAGES = (
    r"Number of predicted documents does not equal true",
    r"Document \d+ has different lengths: ",
    r"(List|Dict)Loader expects list input",
    r"Each document must be a list of ",
    r"Invalid tag (type|format): ",
    r"Invalid CoNLL format: ",
    r"Could not infer loader from input type",
    r"Invalid entity type: ",
    r"Entity missing required keys: ",
    r"Entity label must be a string",
    r"Entity start and end must be integers",
    r"min_overlap_percentage must be between .*",
)


class NervaluateOne(Nervaluate):
    """nervaluate 1.x."""

    refusals = tuple(Declared("ValueError", message) for message in _MESSAGES)

    def base(self) -> Dialect:
        """Return `nervaluate-1`.

        Before 1.2 every strategy took the first free gold that overlaps, the closest or right one or not; before 1.1
        there was no threshold.
        """
        dialect = NAMED["nervaluate-1"]
        if self.release.release < (1, 2):
            dialect = dialect.set(align="input")
        return dialect.set(overlap="any") if self.release.release < (1, 1) else dialect

    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take a threshold; one that does not exist is passed on as it stands, and changes no dialect."""
        if self.options(question):
            try:
                return dialect.set(overlap=rest.pop("overlap"))
            except UnknownOption:
                return dialect
        return dialect

    def options(self, question: Question) -> dict[str, object]:
        """Return the threshold, a share of the gold span."""
        found = re.fullmatch(r"gold:(.*)%", question.choices.get("overlap", ""))
        if found is None or self.release.release < (1, 1):
            return {}
        return {"min_overlap_percentage": number_or_text(found[1])}

    def result(self, call: Call) -> NervaluateResult:
        """Return the results of a new `Evaluator`."""
        evaluator = self.evaluator(call, again=True)
        results = evaluator.evaluate()
        types: dict[str, dict[str, Row]] = {
            kind: {strategy: vars(row) for strategy, row in rows.items()} for kind, rows in results["entities"].items()
        }
        sides = _sides(evaluator.true, evaluator.pred, vars)
        return NervaluateResult({strategy: vars(row) for strategy, row in results["overall"].items()}, types, sides)

    def report(self, call: Call) -> str:
        """Return the summary report."""
        return str(self.evaluator(call).summary_report())

    def lines(self, question: Question) -> list[str]:
        """Return the calls that were made."""
        if question.ask is Ask.REPORT:
            return ["print(evaluator.summary_report())"]
        spans = ["print(evaluator.true, evaluator.pred)"] if Part.SPANS in question.parts else []
        printed = ["print(results['overall'])", "print(results['entities'])"]
        again = ["evaluator.evaluate()"] if self.way in AGAIN else []
        return [*again, "results = evaluator.evaluate()", *printed, *spans]


class NervaluateZero(Nervaluate):
    """nervaluate 0.x."""

    refusals = (
        Declared("ValueError", r"Number of predicted documents does not equal true"),
        Declared("ValueError", r"Prediction length does not match true example length"),
    )

    def base(self) -> Dialect:
        """Return `nervaluate-0`.

        Before 0.2 a prediction took one overlapping gold, not every one; before 0.1.8, one that was taken or not.
        """
        dialect = NAMED["nervaluate-0"]
        if self.release.release < (0, 1, 8):
            return dialect.set(align="first-any")
        return dialect.set(align="input") if self.release.release < (0, 2) else dialect

    @property
    def loads_units(self) -> bool:
        """Whether what it has loaded can be laid beside the units: of a text it makes more where some are empty."""
        return self.way not in {*_TEXTS, Way.ENDS}

    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take the list of types: it filters, and it is the list of rows."""
        if dialect.labels.rule is LabelRule.GIVEN:
            dialect = dialect.set(types=str(dialect.labels))
        elif is_given(rest.get("types")):
            given = Labels.parse(rest["types"]).given
            if not types_of(question) <= set(given):
                return Unsupported(f"{self.version} has only one list of types, for the filter and for the rows")
            dialect = dialect.set(types=rest.pop("types"))
        return dialect

    def given(self, question: Question) -> tuple[str, ...] | None:
        """Return the list of types that the question imposes, for filter or rows."""
        types = question.choices.get("types", "")
        return super().given(question) or (Labels.parse(types).given if is_given(types) else None)

    def loader(self, call: Call) -> dict[str, object]:
        """Return the loader: spans are taken as they are, which is the default."""
        if call.loader == "dict":
            return {}
        return super().loader(call) if self.has_loaders or self.way is Way.AUTO else {"list": True}

    def result(self, call: Call) -> NervaluateResult:
        """Return the results of a new `Evaluator`, which holds the loaded spans once it has evaluated."""
        evaluator = self.evaluator(call, again=True)
        overall, types, *_ = evaluator.evaluate()
        return NervaluateResult(overall, types, _sides(*self._loaded(evaluator, call), dict))

    def _loaded(self, evaluator: Any, call: Call) -> tuple[Any, Any]:  # noqa: ANN401 - the library has no types
        """Return gold and prediction as spans in the library's words."""
        if self.has_loaders or call.loader == "dict":
            return evaluator.true, evaluator.pred
        from nervaluate import collect_named_entities

        gold, pred = ([collect_named_entities(unit) for unit in side] for side in (call.gold, call.pred))
        return gold, pred

    def report(self, call: Call) -> str:
        """Return the summary report."""
        from nervaluate import summary_report_overall

        return str(summary_report_overall(self.evaluator(call).evaluate()[0]))

    def lines(self, question: Question) -> list[str]:
        """Return the calls that were made."""
        made = [*(["evaluator.evaluate()"] if self.way in AGAIN else []), "results = evaluator.evaluate()"]
        if question.ask is Ask.REPORT:
            return ["from nervaluate import summary_report_overall", *made, "print(summary_report_overall(results[0]))"]
        spans = ["print(evaluator.true, evaluator.pred)"] if Part.SPANS in question.parts and self.has_loaders else []
        return [*made, "print(results[0])", "print(results[1])", *spans]


def make(version: str, mode: str) -> Nervaluate:
    """Return the implementation by the API of this release, in one way."""
    return (NervaluateZero if Version(version).major == 0 else NervaluateOne)(version, Way(mode))
