"""The protocol between the kit and an implementation."""

import io
import re
import signal
import threading
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from nerconform.asking.messages import MAX_ERROR_CHARACTERS, Fault, OutOfTime
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported, Value
from nerconform.asking.question import Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span


class Declared(NamedTuple):
    """An exception that is a refusal: the name of its type (`*`: any) and a pattern that its message begins with.

    With `subclasses`, a type that inherits from the named one refuses, too.
    """

    error: str
    pattern: str
    subclasses: bool = False

    def found_in(self, error: BaseException) -> str | None:
        """Return what the pattern finds of the message if this exception is the declared one, else `None`.

        The rest of the message is left out: it may hold what differs from run to run, such as a printed set.
        """
        names = names_of(error) if self.subclasses else names_of(error)[:1]
        found = re.match(self.pattern, text_of(error)) if self.error in {*names, "*"} else None
        return found[0].rstrip(": ") if found else None


class Implementation(Protocol):
    """The metric under test: what it can answer, in which dialect, and its answers."""

    @property
    def name(self) -> str:
        """The string that selects it, such as `seqeval:strict`."""

    @property
    def version(self) -> str:
        """Library and version, such as `seqeval 1.2.2`."""

    @property
    def refusals(self) -> tuple[Declared, ...]:
        """The exceptions by which it refuses."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, imposed choices included, or why it does not."""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it declares this number for this question."""

    def holds(self, part: Part, question: Question) -> bool:
        """Whether its answer to this question holds this part beside measures."""

    def observe(self, question: Question) -> Observation:
        """Answer; exceptions of the library pass through."""

    def reproduction(self, question: Question) -> str:
        """Return plain Python that asks the library and nothing else, one expression or a few lines."""


_FIXED = frozenset({str, Span})


def known_as(implementation: Implementation) -> str:
    """Return the name by which known divergences speak of an implementation: a child may serve one of the kit's."""
    serves: str = getattr(implementation, "serves", "")
    return serves or implementation.name


def text_of(error: BaseException) -> str:
    """Return the message of an exception, at most `MAX_ERROR_CHARACTERS` of it; it may itself fail to give one."""
    try:
        return str(error)[:MAX_ERROR_CHARACTERS]
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        return f"(its message raises {type(failure).__name__})"


class RaisedInChild(Exception):
    """A metric raised an exception in a child process, which told its message and the names of its types."""

    def __init__(self, message: str, *names: str) -> None:
        """Keep both; the first name is that of the type itself."""
        super().__init__(message)
        self.names = names


def names_of(error: BaseException) -> tuple[str, ...]:
    """Return the name of the type of an exception that a metric raised, here or in a child, and of its bases."""
    names = error.names if isinstance(error, RaisedInChild) else (base.__name__ for base in type(error).__mro__)
    return tuple(name[:MAX_ERROR_CHARACTERS] for name in names)


SLOW = (
    "Look what the metric waits for. If it is only slow, raise the limit in seconds: --timeout 600, in pyproject.toml "
    "timeout = 600."
)
"""What to do about a function or a library that is out of time."""


class _TimeIsUp(BaseException):
    """Raised in the middle of an answer; no `except Exception` of a library stops it."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` after this time, where this thread can be interrupted: the main one, on POSIX.

    Python code is interrupted, code in C when it returns.
    """
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, stop)
    left, repeated = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    started = time.monotonic()
    try:
        yield
    except _TimeIsUp:
        raise OutOfTime(f"the metric did not answer within {seconds:g} s", hint=SLOW) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - started), 0.001), repeated)


@contextmanager
def quietly() -> Iterator[None]:
    """Let a library warn and print without anybody hearing it."""
    nowhere = io.StringIO()
    with warnings.catch_warnings(), redirect_stdout(nowhere), redirect_stderr(nowhere):
        warnings.simplefilter("ignore")
        yield


def _copy(side: Any) -> Any:  # noqa: ANN401 - whatever is passed in
    """Return a deep copy; units of nothing but strings and spans, which cannot be changed, are copied in one go."""
    if type(side) is not list:
        return deepcopy(side)
    return [list(unit) if _is_fixed(unit) else deepcopy(unit) for unit in side]


def _is_fixed(unit: object) -> bool:
    return type(unit) is list and _FIXED.issuperset(map(type, unit))


def _observed_here(implementation: Implementation, copied: Question) -> Observation:
    """Return what an implementation answers that may do with the copies what it likes.

    Its warnings are silenced, and what it prints goes nowhere, so that it cannot get into a report.
    """
    with quietly(), at_most(getattr(implementation, "time_limit", None)):
        return implementation.observe(copied)


def ask(implementation: Implementation, question: Question) -> Observation:
    """Return what the implementation answers; its exceptions become refusals or crashes.

    One that asks another process, `is_apart`, cannot change the data, warn or print here.
    """
    if not getattr(implementation, "takes_pieces", False) and not question.is_ordinary:
        return Unsupported("the metric takes no spans of several pieces (MAT-13) and no layers (INP-6)")
    apart = getattr(implementation, "is_apart", False)
    asked = question if apart else replace(question, gold=_copy(question.gold), pred=_copy(question.pred))
    try:
        return implementation.observe(asked) if apart else _observed_here(implementation, asked)
    except KeyboardInterrupt:
        raise
    except Fault as error:
        return Crash(type(error).__name__, str(error))
    except BaseException as error:  # whatever else the library raises is its answer
        found = (declared.found_in(error) for declared in implementation.refusals)
        refused = next((message for message in found if message is not None), None)
        name = names_of(error)[0]
        return Crash(name, text_of(error)) if refused is None else Refusal(name, refused)


TOKENS = Dialect().set(policy="lenient", item="token", align="none")
"""The dialect of metrics that compare tokens."""


def impose(dialect: Dialect, choices: Mapping[str, str], who: str) -> Dialect | Unsupported:
    """Return the dialect if these choices change nothing in it, else why `who` cannot be asked.

    A choice that is what a library does anyway can be imposed on it; no other can, unless the library has an option.
    """
    for axis, text in choices.items():
        try:
            wanted = dialect.set(**{axis: text})
        except NerconformError as error:
            return Unsupported(f"{who} has no option for {axis}:{text} ({error.message})")
        if str(wanted) != str(dialect):
            return Unsupported(f"{who} has no option for {axis}:{text}")
    return dialect


def number_or_text(text: str) -> int | float | str:
    """Return the text as a number if it is one: what a caller would write who means this option."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class NumbersOnly(ABC):
    """An implementation whose answers hold measures, and nothing beside them."""

    refusals: tuple[Declared, ...] = ()

    @abstractmethod
    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, or why it does not."""

    @abstractmethod
    def has(self, measure: Measure) -> bool:
        """Whether the library has this number."""

    @abstractmethod
    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers, which the library has; exceptions of the library pass through."""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number for this question."""
        return self.has(measure) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return `False`: it has numbers only."""
        return False

    def observe(self, question: Question) -> Observation:
        """Answer with the numbers that are asked for and that it has."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        return Answer(self.numbers(frozenset(filter(self.has, question.measures)), question))


class SpansOnly(ABC):
    """An implementation whose answers hold the spans of both sides, and no number."""

    @abstractmethod
    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which it reads this question, or why it does not."""

    @abstractmethod
    def decoded(self, units: Any, question: Question) -> Iterable[tuple[Span, ...]]:  # noqa: ANN401 - a side, as passed
        """Return the spans of every unit of one side, ends exclusive; exceptions of the library pass through."""

    def answers(self, measure: Measure, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return `False`: it has no number."""
        return False

    def holds(self, part: Part, question: Question) -> bool:  # noqa: ARG002 - the protocol's signature
        """Whether it shows the part: spans."""
        return part is Part.SPANS

    def observe(self, question: Question) -> Observation:
        """Answer with the spans of both sides."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        sides = ((Side.GOLD, question.gold), (Side.PRED, question.pred))
        return Answer(spans={side: list(self.decoded(units, question)) for side, units in sides})
