"""nervaluate: what its releases share; `nervaluate_one` and `nervaluate_zero` hold the APIs of 1.x and 0.x."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, cast

from packaging.version import Version

from nerconform.asking.inputs import can_be_written, types_of
from nerconform.asking.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.asking.outputs import STRATEGIES, value_of
from nerconform.asking.protocol import Declared, impose
from nerconform.asking.question import Ask, Form, Part, Question, SpanUnits, TagUnits
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels
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


def loader_of(way: Way) -> str:
    """Return the loader for tags."""
    return "conll" if way in _TEXTS else "list"


def unfit(way: Way, question: Question, release: Version) -> str | None:
    """Return why a question cannot be asked in this way by this release, `None` where it can."""
    if way in _TEXTS and not (question.form is Form.TAGS and can_be_written(question)):
        return "the text of a file holds tags that are words"
    if way in _TEXTS and release < Version("0.1.6"):
        return f"nervaluate {release} has no loaders"
    if way in {Way.AGAIN, Way.ENDS} and question.form is not Form.SPANS:
        return "spans are asked so"
    if way is Way.TAGS_AGAIN and question.form is not Form.TAGS:
        return "tags are asked so"
    return None


def text_of(side: object, way: Way) -> str:
    """Return units of tags as the text of a file, an empty line between two units."""
    line, end = _TEXTS[way], "\r\n" if way is Way.RETURNS else "\n"
    return (end * 2).join(end.join(map(line.format, unit)) for unit in cast("TagUnits", side))


SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
"""It looks at no letter but B."""
_RATIOS = ("precision", "recall", "f1")
_COLUMNS = ("correct", "incorrect", "partial", "missed", "spurious", *_RATIOS)

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
            return Unsupported(f"nervaluate is never given the name of a scheme: {error.message}")
        if reason := self._unfit(question, scheme):
            return Unsupported(reason)
        rest = dict(question.choices)
        dialect = self.base().set(scheme=scheme)
        if is_given(rest.get("labels")):
            try:
                dialect = dialect.set(labels=rest.pop("labels"))
            except NerconformError as error:
                return Unsupported(f"no list of types: {error}")
        own = self.choose(dialect, rest, question)
        return own if isinstance(own, Unsupported) else impose(own, rest, self.version)

    def _unfit(self, question: Question, scheme: Scheme) -> str | None:
        """Return why the data or the report are none for it, `None` where they are."""
        if question.form is Form.RAW_SPANS:
            return "nervaluate takes spans as mappings, so other malformed spans do not reach it"
        if question.form is not Form.SPANS and scheme not in SCHEMES:
            return f"nervaluate reads {', '.join(SCHEMES)}, not {scheme}"
        if question.ask is Ask.REPORT and not self.prints():
            return f"{self.version} prints no report"
        return unfit(self.way, question, self.release)

    @abstractmethod
    def base(self) -> Dialect:
        """Return the dialect of the release without any choice."""

    @property
    def loads_units(self) -> bool:
        """Whether what it has loaded can be laid beside the units."""
        return self.way not in {Way.COLUMNS, Way.RETURNS, Way.ENDS}

    @abstractmethod
    def prints(self) -> bool:
        """Whether the release prints a report."""

    @abstractmethod
    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take out of `rest` the choices that are arguments of the release; return the dialect with them."""

    @abstractmethod
    def options(self, question: Question) -> dict[str, object]:
        """Return further arguments of `Evaluator`."""

    @abstractmethod
    def ask(self, call: Call) -> NervaluateResult:
        """Let the library evaluate; its exceptions pass through."""

    @abstractmethod
    def report(self, call: Call) -> str:
        """Return the printed report of all schemas."""

    @abstractmethod
    def lines(self, call: Call, question: Question) -> list[str]:
        """Return Python that makes and asks an `Evaluator`; `gold` and `pred` are set, `Evaluator` is imported."""

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
        result = self.ask(call)
        spans = result.sides if Part.SPANS in question.parts and question.form is not Form.RAW else None
        return Answer(_values(asked, result.overall, result.types), spans=spans, rows=frozenset(result.types))

    def call(self, question: Question) -> Call:
        """Return the question as the library is asked it; here, and in `span_of`, ends become inclusive."""
        gold, pred = question.gold, question.pred
        loader = loader_of(self.way)
        match question.form:
            case Form.TAGS if loader == "conll":
                gold, pred = text_of(gold, self.way), text_of(pred, self.way)
            case Form.TAGS:
                gold, pred = _lists(gold), _lists(pred)
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
        return "\n".join([*head, *self.lines(call, question)])


def _has(measure: Measure, question: Question) -> bool:
    """Whether an answer to this question has this number; the printed report has no rows of types."""
    if measure.scope in {"macro", "weighted"} or (question.ask is Ask.REPORT and measure.type is not None):
        return False
    return measure.beta is None or measure.beta == 1


def is_given(option: str | None) -> bool:
    """Whether the option is a list of types, `given{A,B}`."""
    return option is not None and option.startswith("given{") and option.endswith("}")


def span_of(label: str, start: int, last: int) -> Span:
    """Return a span whose end is exclusive from one whose end is inclusive."""
    return Span(label, start, last + 1)


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
            values[measure] = value_of(row, "f1" if measure.beta == 1 else measure.quantity)
    return values


def _lists(side: object) -> list[list[str]]:
    return [list(unit) for unit in cast("TagUnits", side)]


def _mappings(side: object, inclusive: int) -> list[list[dict[str, object]]]:
    """Return spans as the library takes them, ends inclusive (1), or as they are (0)."""
    return [
        [{"label": span.type, "start": span.start, "end": span.end - inclusive} for span in unit]
        for unit in cast("SpanUnits", side)
    ]


def make(version: str, mode: str) -> Nervaluate:
    """Return the implementation by the API of this release, in one way."""
    from nerconform.libraries.nervaluate import one, zero

    return (zero.NervaluateZero if Version(version).major == 0 else one.NervaluateOne)(version, Way(mode))
