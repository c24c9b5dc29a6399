"""Callables: a metric given as an import path, `mypkg.metrics:evaluate`, called as `evaluate(gold, pred)`.

Both sides are lists of lists of tags. What comes back is read as strict micro precision, recall and F1: a number is
the F1; three numbers are precision, recall and F1; a mapping holds them under their usual names.
"""

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from importlib import metadata
from numbers import Real
from typing import Any, cast

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Answer, Observation, Unsupported, Value
from nerconform.implementations.protocol import Declared, quietly
from nerconform.implementations.question import Ask, Form, Part, Question, TagUnits
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span

Function = Callable[[Any, Any], object]
_NAMES: Mapping[str, tuple[str, ...]] = {
    "precision": ("precision", "overall_precision"),
    "recall": ("recall", "overall_recall"),
    "f1": ("f1", "f1-score", "f", "overall_f1"),
}
_READ = (
    "What is read: a number (F1), three numbers (precision, recall, F1), or a mapping with precision, recall or f1"
    " (also f, f1-score, overall_precision, overall_recall, overall_f1, or these under 'micro avg')."
)


class CannotImport(NerconformError):
    """The module of an import path cannot be imported."""

    code = "cannot-import"


class NotCallable(NerconformError):
    """The module of an import path has no such function."""

    code = "not-callable"


class UnreadableResult(NerconformError):
    """A metric returned something in which no number was found."""

    code = "unreadable-result"


class CallableImplementation:
    """A function of two arguments, held to the dialect that its caller declares for it."""

    def __init__(self, path: str, function: Function, dialect: Dialect) -> None:
        """Call `function`, known as `path`, about data in the scheme of `dialect`."""
        self.name = path
        self.version = _version(path)
        self.function = function
        self.base = dialect
        self.refusals = (Declared("ValueError", "(?s).*"),)
        self._quantities: frozenset[str] | None = None

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the declared dialect; a function of two arguments has no options, and is told no scheme."""
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("a function is called with tags, not spans")
        if question.ask is Ask.REPORT:
            return Unsupported("a function prints no report")
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"a function is told no scheme: {error.message}")
        if scheme is not self.base.scheme:
            return Unsupported(f"declared for {self.base.scheme}, not {scheme}")
        return impose(self.base, question.choices, self.name)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether the answer holds spans, pairs or rows: a function returns numbers alone."""
        return False

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether its results hold this number; a first call with one span shows of which kind they are."""
        if isinstance(self.dialect(question), Unsupported):
            return False
        if measure.schema is not Schema.STRICT or measure.scope != "micro":
            return False
        return _quantity(measure) in self._known_quantities()

    def _known_quantities(self) -> frozenset[str]:
        """Return which quantities a result holds; F1 alone where the first call fails."""
        if self._quantities is None:
            tags = [encode_spans((Span("PER", 0, 1),), 2, self.base.scheme)]
            try:
                with quietly():
                    self._quantities = frozenset(read_result(self.function(tags, tags)))
            except KeyboardInterrupt:
                raise
            except UnreadableResult as error:
                raise error.at(self.name) from None
            except BaseException:
                self._quantities = frozenset({"f1"})
        return self._quantities

    def observe(self, question: Question) -> Observation:
        """Call the function. Raises `UnreadableResult` where its result holds no number."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        values = read_result(self.function(*_data(question)))
        asked = (measure for measure in question.measures if self.answers(measure, question))
        return Answer({measure: values[_quantity(measure)] for measure in asked if _quantity(measure) in values})

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        module, name = self.name.split(":")
        gold, pred = _data(question)
        return f"from {module} import {name}\ngold = {gold!r}\npred = {pred!r}\nprint({name}(gold, pred))"


def load(path: str) -> Function:
    """Return the function at `module:function`; the working directory is looked at too.

    Raises `CannotImport` and `NotCallable`.
    """
    module_name, _, name = path.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:  # noqa: PTH109 - sys.path holds strings
        sys.path.append(os.getcwd())  # noqa: PTH109 - appended, so that it hides nothing
    try:
        with quietly():
            module = importlib.import_module(module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        hint = "Run from the folder that holds the module, or install it; the form is mypkg.metrics:evaluate."
        message = f"importing {module_name!r} raised {type(error).__name__}: {error}"
        raise CannotImport(message, place=path, hint=hint) from error
    function = getattr(module, name, None)
    if not callable(function):
        has = "has no" if function is None else f"holds {type(function).__name__}, not a function, as"
        hint = "Name a function of two arguments, gold and pred, both lists of lists of tags."
        raise NotCallable(f"the module {module_name!r} {has} {name!r}", place=path, hint=hint)
    return cast("Function", function)


def read_result(result: object) -> dict[str, Value]:
    """Return precision, recall and F1, as far as a result holds them. Raises `UnreadableResult`."""
    if _is_number(result):
        return {"f1": _number(result)}
    if isinstance(result, tuple | list) and len(result) == len(_NAMES) and all(map(_is_number, result)):
        return {name: _number(value) for name, value in zip(_NAMES, result, strict=True)}
    if isinstance(result, Mapping):
        averages = (result.get(key) for key in ("micro avg", "micro"))
        for holder in (result, *(average for average in averages if isinstance(average, Mapping))):
            found = {name: _first(holder, keys) for name, keys in _NAMES.items()}
            values = {name: _number(value) for name, value in found.items() if _is_number(value)}
            if values:
                return values
    raise UnreadableResult(f"the metric returned {type(result).__name__} {result!r:.200}", hint=_READ)


def _first(holder: Mapping[Any, Any], keys: tuple[str, ...]) -> object:
    """Return the value of the first key that is there."""
    return next((holder[key] for key in keys if key in holder), None)


def _is_number(value: object) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def _number(value: object) -> Value:
    """Return a ratio as a double, or exact if it came so."""
    return value if isinstance(value, Fraction) else float(cast("float", value))


def _quantity(measure: Measure) -> str:
    """Return the quantity under one name, whichever way F1 is written."""
    return "f1" if measure.beta == 1 else measure.quantity


def _data(question: Question) -> tuple[Any, Any]:
    """Return both sides as lists of lists of tags; raw data as they are."""
    if question.form is Form.RAW:
        return question.gold, question.pred
    gold, pred = cast("TagUnits", question.gold), cast("TagUnits", question.pred)
    return [list(unit) for unit in gold], [list(unit) for unit in pred]


def _version(path: str) -> str:
    """Return the module's package and its version, where it has one."""
    root = path.partition(":")[0].partition(".")[0]
    try:
        return f"{root} {metadata.version(root)}"
    except metadata.PackageNotFoundError:
        version = getattr(sys.modules.get(root), "__version__", None)
        return f"{root} {version}" if isinstance(version, str) else f"{root}, no version"
