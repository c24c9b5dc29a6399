"""Callables: a metric given as an import path, `mypkg.metrics:evaluate`, called with gold and prediction.

How it takes them and what of its result is which number is found out by asking it about one span, unless its caller
says so (`Calling`).
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import nan
from pathlib import Path
from typing import Any

from nerconform.asking.arguments import OF_ARRAYS, WrongArity, written
from nerconform.asking.callers import Caller, Function, InProcess
from nerconform.asking.calling import Calling
from nerconform.asking.inputs import NO_MENTIONS, OF_SPANS, CallData, InputForm, types_of
from nerconform.asking.messages import OutOfTime
from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.outputs import Output, UnreadableResult
from nerconform.asking.protocol import Declared, at_most, impose, quietly
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span

_PLAIN = Calling()
_TYPE, _OTHER_TYPE = "PER", "LOC"
_LENGTHS = (2, 3, 4, 8, 11)
"""Lengths of sentences that are asked first; as arrays they have different layouts."""
_F1 = Measure(Schema.STRICT, "micro", "f1")
_RATIOS = (_F1, *(_F1._replace(quantity=name) for name in ("precision", "recall")))
_PERCENT = 100.0


class CallableImplementation:
    """A function of gold and prediction, held to the dialect that its caller declares for it."""

    time_limit: float | None = None
    """Seconds for one answer in this process; a child has limits of its own."""

    def __init__(self, path: str, function: Function | Caller, dialect: Dialect, calling: Calling = _PLAIN) -> None:
        """Call `function`, known as `path`, about data in the scheme of `dialect`. Raises `WrongArity`, `WrongKey`."""
        self.name = path
        self.caller = function if isinstance(function, Caller) else InProcess(path, function, calling)
        self.is_apart = self.caller.is_apart
        self.version = self.caller.facts.version
        self.base = dialect
        self.calling = calling
        self.refusals = tuple(Declared(name, "(?s).*", subclasses=True) for name in calling.refusals)
        self.arguments = self.caller.facts.arguments
        self._shape: Output | None = None
        self._scale = calling.scale or 1.0
        self._kept: tuple[Question, CallData | Unsupported] | None = None
        self._answered: tuple[Question, Dialect | Unsupported] | None = None

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the declared dialect; a function of two arguments has no options, and is told no scheme.

        That of the last question is kept, as each is asked for by every number.
        """
        if self._answered is None or self._answered[0] is not question:
            self._answered = (question, self._dialect(question))
        return self._answered[1]

    def _dialect(self, question: Question) -> Dialect | Unsupported:
        of_spans = self.form in OF_SPANS
        if question.form is Form.MENTIONS or (question.form in {Form.SPANS, Form.RAW_SPANS} and not of_spans):
            mentions = question.form is Form.MENTIONS
            return Unsupported(NO_MENTIONS if mentions else "the function takes tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("the function prints no report")
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"the function has no scheme option: {error.message}")
        if self._may_be_misread(question):
            return Unsupported(
                "the report of the metric lists averages like types, and here a type is named like an average"
            )
        base = self.base
        if scheme is not base.scheme and not of_spans:
            return Unsupported(f"the metric is declared for {base.scheme}, not for {scheme}")
        with suppress(NerconformError):
            base = base.set(scheme=str(scheme))
        taken = self._data(question, base)
        return taken if isinstance(taken, Unsupported) else impose(base, question.choices, self.name)

    def _may_be_misread(self, question: Question) -> bool:
        """Whether its rows have names of types and of averages side by side, and these cannot be told apart here."""
        shape = self.shape
        if shape.rows is None or not any(measure.scope in {"macro", "weighted"} for measure in shape.values):
            return False
        return any(kind.removesuffix(" avg") in AVERAGES for kind in types_of(question))

    def _data(self, question: Question, dialect: Dialect) -> CallData | Unsupported:
        """Return what is passed for a question; the last one is kept, as each is asked for several times."""
        if self._kept is None or self._kept[0] is not question:
            self._kept = (question, self.arguments.data(self.form, question, dialect))
        return self._kept[1]

    def holds(self, part: Part, question: Question) -> bool:
        """Whether the answer holds the rows of types; a function shows no spans and no pairs."""
        return part is Part.ROWS and part in question.parts and self.shape.rows is not None

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether its results hold this number; a first call with one span shows of which kind they are."""
        if isinstance(self.dialect(question), Unsupported):
            return False
        kind = _TYPE if measure.type is not None else None
        return _usual(measure, kind) in self.shape.values

    @property
    def form(self) -> InputForm:
        """Return the form in which it takes data."""
        self.look()
        return self.arguments.form or self.arguments.declared or InputForm.TAGS

    @property
    def shape(self) -> Output:
        """Return what a result holds: the numbers of one span of the type PER that was found."""
        self.look()
        return self._shape or Output({_F1: None})

    @property
    def answered_first(self) -> Question | None:
        """Return the question about one span that it answered when it was looked at, `None` where nothing came."""
        answered = any(value is not None for value in self.shape.values.values())
        return self._of_one_span(_LENGTHS[0]) if answered and self.form not in OF_ARRAYS else None

    def afresh(self) -> "CallableImplementation | None":
        """Return the same function in a process that has not called it yet, `None` where this process calls it.

        Raises what starting a process raises.
        """
        caller = self.caller.afresh()
        return None if caller is None else CallableImplementation(self.name, caller, self.base, self.calling)

    @property
    def is_in_percent(self) -> bool:
        """Whether its numbers are divided by 100 before they are compared."""
        return self._scale == _PERCENT

    @property
    def called_as(self) -> str:
        """Return in one sentence how it is called and what of its result is read."""
        names = dict.fromkeys(str(measure).partition(".")[2] for measure in self.shape.values)
        read = ", ".join(name.removeprefix("micro.") for name in names if "type{" not in name)
        scale = ", in per cent" if self.is_in_percent else ""
        rows = ", and a row for each type" if self.shape.rows is not None else ""
        return f"Called with {self.form}; its result is read as {read}{scale}{rows}."

    @property
    def source(self) -> str:
        """Return `file:line` of the function, the file relative to the working directory; empty where unknown."""
        found = self.caller.facts.source
        if found is None:
            return ""
        path = Path(found[0])
        return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path.name}:{max(found[1], 1)}"

    def look(self) -> None:
        """Ask about one span, in each form that the function may take, until an answer can be read.

        Raises `UnreadableResult` where answers come and none can be read, `WrongArity` where the one argument takes no
        form, and `OutOfTime`. Where nothing comes of two, only F1 is asked.
        """
        if self._shape is not None:
            return
        question = self._of_one_span(_LENGTHS[0])
        unreadable = None
        for form, asked in self._asked_first():
            try:
                self._shape = self._in_time(form, asked)
                spans = form is InputForm.TAGS and not self.calling.input and self._takes_tags_for_spans()
                self.arguments = replace(self.arguments, form=InputForm.SPANS if spans else form)
                break
            except (KeyboardInterrupt, OutOfTime):
                raise
            except UnreadableResult as error:
                unreadable = unreadable or error
            except BaseException:  # noqa: S112 - what it raises here says that this is not the form
                continue
        if self._shape is None and unreadable:
            raise unreadable.at(self.name) from None
        if self._shape is None and self.arguments.parameters.wanted == 1 and not self.calling.input:
            hint = (
                "Name the form: --input conll if it takes the lines of a file; --input eval-prediction "
                "--id2label config.json if it takes an EvalPrediction. "
                'In pyproject.toml: input = "conll", or id2label = "config.json", '
                'or, for a list in Python, id2label = "mypkg.model:LABELS".'
            )
            message = "the function takes one argument, and nerconform could not detect what it has to be"
            raise WrongArity(message, place=self.name, hint=hint)
        if self._shape is None and self.arguments.parameters.wanted > 1 and self._answers_flat(question):
            hint = (
                "Say so, and nerconform joins all sentences into one list: --input flat, in pyproject.toml input "
                '= "flat".'
            )
            message = "the function takes one flat list of tags, not a list of sentences"
            raise WrongArity(message, place=self.name, hint=hint)
        self._shape = self._shape or Output({_F1: None})
        if self.calling.scale is None and self._shape.values.get(_F1) == _PERCENT:
            self._scale = _PERCENT

    def _of_one_span(self, length: int) -> Question:
        """Return the question about a sentence whose first token is an entity that is predicted."""
        tags = [encode_spans((Span(_TYPE, 0, 1),), length, self.base.scheme)]
        return Question(tags, tags, Form.TAGS, str(self.base.scheme))

    def _asked_first(self) -> Iterator[tuple[InputForm, Question]]:
        """Yield in which form which question is asked until an answer can be read; arrays in several layouts."""
        for form in self.arguments.forms():
            for length in _LENGTHS if form in OF_ARRAYS else _LENGTHS[:1]:
                yield form, self._of_one_span(length)

    def _answers_flat(self, question: Question) -> bool:
        """Whether flat lists bring a number, where nothing else did and no form was said."""
        return not self.calling.input and bool(self._tried(InputForm.FLAT, question))

    def _takes_tags_for_spans(self) -> bool:
        """Whether it treats tags as a metric of spans would: position and number of tags hardly matter to it.

        A tag at another position has to score as a right one, or more than tags that gold lacks. O beside one of these
        has to score, too. No reading of tags does both. With spans a right span has to score more than none.
        """
        values = self._shape.values if self._shape else {}
        score = next((measure for measure in _RATIOS if measure in values), None)
        if score is None or not values[score]:
            return False

        def scored(form: InputForm, *pred: Span) -> float:
            gold, guess = (encode_spans(spans, 2, self.base.scheme) for spans in ((Span(_TYPE, 0, 1),), pred))
            question = Question([gold], [guess], Form.TAGS, str(self.base.scheme))
            value = self._tried(form, question).get(score)
            return float(value) if isinstance(value, int | float | Fraction) else nan

        moved = scored(InputForm.TAGS, Span(_TYPE, 1, 2))
        least = scored(InputForm.TAGS, Span(_OTHER_TYPE, 0, 1), Span(_OTHER_TYPE, 1, 2))
        return (
            (moved == values[score] or moved > least)
            and scored(InputForm.TAGS, Span(_OTHER_TYPE, 0, 1)) > (0 if moved == values[score] else least)
            and scored(InputForm.SPANS, Span(_TYPE, 0, 1)) > scored(InputForm.SPANS)
        )

    def _tried(self, form: InputForm, question: Question) -> Mapping[Measure, Value]:
        """Return what comes of data in a form, nothing where no number does."""
        try:
            return self._in_time(form, question).values
        except (KeyboardInterrupt, OutOfTime):
            raise
        except BaseException:
            return {}

    def _in_time(self, form: InputForm, question: Question) -> Output:
        """Return what comes of data in a form. Raises `OutOfTime` that names the function, and what it raises."""
        try:
            with quietly(), at_most(self.time_limit):
                return self._read(self.arguments.data(form, question, self.base), question)
        except OutOfTime as late:
            raise late.at(self.name) from None

    def _read(self, data: CallData | Unsupported, question: Question) -> Output:
        """Call, and read what comes; types are called what the question calls them."""
        if isinstance(data, Unsupported):
            raise UnreadableResult(data.reason)
        found = self.caller.call(data, self.arguments.types(question))
        if not data.types:
            return found
        names = {own: kind for kind, own in data.types.items()}
        rows = None if found.rows is None else frozenset(names[row] for row in found.rows if row in names)
        values = {_renamed(measure, names): value for measure, value in found.values.items()}
        return Output({measure: value for measure, value in values.items() if measure is not None}, rows)

    def observe(self, question: Question) -> Observation:
        """Call the function. Raises `UnreadableResult` where its result holds no number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        found = self._read(self._data(question, dialect), question)
        asked = (measure for measure in question.measures if self.answers(measure, question))
        values = {measure: found.values.get(_usual(measure, measure.type), _MISSING) for measure in asked}
        scaled = {measure: self._scaled(measure, value) for measure, value in values.items() if value is not _MISSING}
        return Answer(scaled, rows=found.rows)

    def ratios(self, gold: object, pred: object) -> dict[str, Value]:
        """Return the strict micro ratios of tags.

        Raises what the function raises, `UnreadableResult`, and `OutOfTime` with its name.
        """
        question = Question(gold, pred, Form.TAGS, str(self.base.scheme))
        values = self._in_time(self.form, question).values
        names = ("precision", "recall", "f1")
        found = {name: values.get(_F1._replace(quantity=name), _MISSING) for name in names}
        return {name: self._scaled(_F1, value) for name, value in found.items() if value is not _MISSING}

    def _scaled(self, measure: Measure, value: Value) -> Value:
        """Return a ratio of percentages as a ratio."""
        is_ratio = measure.beta is not None or measure.quantity in {"precision", "recall"}
        return value / self._scale if self._scale != 1 and is_ratio and isinstance(value, float) else value

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        module, name = self.name.split(":")
        dialect = self.dialect(question)
        data = dialect if isinstance(dialect, Unsupported) else self._data(question, dialect)
        if isinstance(data, Unsupported):
            return ""
        call = f"{name}({{}}).evaluate()" if self.caller.facts.evaluates else f"{name}({{}})"
        more = {**self.arguments.types(question), **self.calling.options}
        return f"from {module} import {name}\n{written(call, self.arguments, data, more)}"


_MISSING: Any = object()


def _usual(measure: Measure, kind: str | None) -> Measure:
    """Return the measure as outputs name it: F1 with its beta, the type as the answer has it."""
    quantity = "f1" if measure.beta == 1 else measure.quantity
    return (
        Measure(measure.schema, measure.scope, quantity)
        if kind is None
        else Measure.of_type(measure.schema, kind, quantity)
    )


def _renamed(measure: Measure, names: Mapping[str, str]) -> Measure | None:
    """Return a measure of the model's type as one of the question's, `None` of a type that it has not."""
    if measure.type is None:
        return measure
    return Measure.of_type(measure.schema, names[measure.type], measure.quantity) if measure.type in names else None
