"""External: a program in any language as an implementation, `exec:COMMAND`, asked by the protocol."""

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Generic, Self, TypeVar

from nerconform.asking.announcement import AnnouncedDialect, chosen, read_agreed_dialect, read_announcement
from nerconform.asking.answers import kind_of, read_answer, write_question
from nerconform.asking.messages import (
    PROTOCOL,
    BadMessage,
    CannotStart,
    Fault,
    GivenUp,
    LineTooLong,
    OutOfTime,
    read_line,
    write_line,
)
from nerconform.asking.observation import Crash, Observation, Refusal, Unsupported
from nerconform.asking.process import OF_PROGRAM, Child, Limits, Patience
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure, has_measure
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.version import SPEC_VERSION, __version__

T = TypeVar("T")
A = TypeVar("A")

START: Final[Mapping[str, object]] = {
    "command": "start",
    "protocol": PROTOCOL,
    "kit": __version__,
    "spec": SPEC_VERSION,
}
STOP: Final[Mapping[str, object]] = {"command": "stop"}


class Conversation(Generic[A]):
    """Asks and is answered. A child that failed is ended, and the next message goes to a new one."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a child is started with
        self,
        command: Sequence[str],
        limits: Limits,
        start: bytes,
        read_start: Callable[[dict[str, Any]], A],
        starting: Patience = OF_PROGRAM,
        answering: Patience = OF_PROGRAM,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start the child by the line `start`, and keep what `read_start` makes of its answer.

        `starting` says how long it has for that, `answering` for each answer. `environment` replaces that of this
        process. Raises `Fault`, and what `read_start` raises.
        """
        self.command = tuple(command)
        self.limits = limits
        self._environment = environment
        self._first = (start, read_start, starting)
        self._answering = answering
        self._child: Child | None = None
        self._restarts = self._late = 0
        self._last: Fault | None = None
        self.announced: A = self._start()

    def ask(self, line: bytes, read: Callable[[dict[str, Any]], T]) -> T:
        """Return what `read` makes of the object with which the child answers a line.

        Raises `Fault`, after which the child is ended, for it may be out of step.
        """
        if self._child is None:
            self._start_again()
        return self._exchange(line, read, self._answering)

    def close(self) -> None:
        """Say farewell to the child."""
        if self._child is not None:
            self._child.stop()
            self._child = None

    def _start(self) -> A:
        """Return what a new child announces."""
        self._child = Child(self.command, self.limits, write_line(STOP), self._environment)
        return self._exchange(*self._first)

    def _start_again(self) -> None:
        """Start another child in the place of one that failed. Raises `GivenUp` where that has been enough."""
        if self._restarts >= self.limits.restarts or self._late >= self.limits.late:
            many = f"failed to answer {self._restarts + 1} times"
            late = f"was too slow or wrote too much {self._late} times"
            how = late if self._late >= self.limits.late else many
            last = self._last.message if self._last else ""
            hint = (
                "Fix the program. If it is only slow, raise the limit in seconds: --timeout 600, in "
                "pyproject.toml timeout = 600."
            )
            raise GivenUp(f"the program {how}, so nerconform stops asking it; the last error: {last}", hint=hint)
        self._restarts += 1
        if self._start() != self.announced:
            self._drop()
            hint = "Let the program write the same answer to the command 'start' each time it is started."
            raise BadMessage(
                "the program was started again, and its answer to the command 'start' has changed",
                hint=hint,
            )

    def _exchange(self, line: bytes, read: Callable[[dict[str, Any]], T], patience: Patience) -> T:
        """Return the answer to a line; whatever happens instead, the child is not asked again."""
        assert self._child is not None  # noqa: S101 - whoever calls has seen to it
        try:
            return read(read_line(self._child.exchange(line, patience)))
        except BaseException as error:
            self._drop()
            self._late += isinstance(error, OutOfTime | LineTooLong)
            self._last = error if isinstance(error, Fault) else None
            raise

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


_NO_JSON = (ValueError, TypeError, RecursionError)
_Kind = tuple[str, tuple[tuple[str, str], ...], Form, Ask]


class External:
    """A child that speaks the protocol. It runs from the first moment, and until `close` or the end of the kit."""

    takes_pieces = True
    is_apart = True

    def __init__(self, command: str, limits: Limits = Limits(), name: str = "") -> None:  # noqa: B008 - a named tuple
        """Start `command`, which is split as a POSIX shell splits words and then run without a shell.

        `name` is what it is called where the command itself tells nobody anything. Raises `CannotStart`, or the `Fault`
        that kept it from announcing itself.
        """
        self.name = name or f"exec:{command}"
        try:
            self._conversation = Conversation(_words(command), limits, write_line(START), read_announcement)
        except Fault as fault:
            raise fault.at(self.name) from None
        self._announced = self._conversation.announced
        name, version = self._announced.name, self._announced.version
        self.version = f"{name} {version}" if version else f"{name}, no version"
        self.serves = self._announced.serves
        self.refusals = self._announced.refusals
        self._agreed: dict[_Kind, AnnouncedDialect | Unsupported] = {}
        self._faults: dict[_Kind, Fault] = {}
        self._asked = 0

    def __enter__(self) -> Self:
        """Return this implementation, which is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Say farewell to the child, and reap it; asked again, it is started again."""
        self._conversation.close()

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in which the child says that it reads such questions, or why it does not.

        A child that breaks down over this is not unsupported: `observe` raises the fault.
        """
        agreed = self._agreed_dialect(question)
        return agreed if isinstance(agreed, Unsupported) else agreed.dialect

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether the child declares this number, and the dialect has it."""
        agreed = self._agreed_dialect(question)
        if isinstance(agreed, Unsupported) or not has_measure(agreed.dialect, measure):
            return False
        return any(pattern.means(measure) for pattern in agreed.measures)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether the part was asked, and the child declares it."""
        agreed = self._agreed_dialect(question)
        return part in question.parts and not isinstance(agreed, Unsupported) and part in agreed.parts

    def observe(self, question: Question) -> Observation:
        """Ask the child. Raises `Fault` where it does not keep to the protocol."""
        agreed = self._agreed_dialect(question)
        kind = _kind(question)
        if kind in self._faults:
            del self._agreed[kind]
            raise self._faults.pop(kind)
        if isinstance(agreed, Unsupported):
            return agreed
        asked = [measure for measure in question.measures if self.answers(measure, question)]
        self._asked += 1
        try:
            line = write_line(write_question(self._asked, question, agreed.dialect, asked))
        except _NO_JSON as error:
            return Unsupported(f"the question cannot be written as JSON ({type(error).__name__})")
        return self._declared(self._conversation.ask(line, partial(read_answer, self._asked, asked)))

    def _declared(self, observation: Observation) -> Observation:
        """Return an exception as a refusal if the child announced that it refuses by it."""
        if isinstance(observation, Crash):
            for refusal in self.refusals:
                if refusal.error == observation.error and re.match(refusal.pattern, observation.message):
                    return Refusal(observation.error, observation.message)
        return observation

    def _agreed_dialect(self, question: Question) -> AnnouncedDialect | Unsupported:
        """Return how the child reads such questions; it is asked once for each kind."""
        kind = _kind(question)
        if kind not in self._agreed:
            self._agreed[kind] = self._ask_dialect(question)
        return self._agreed[kind]

    def _ask_dialect(self, question: Question) -> AnnouncedDialect | Unsupported:
        """Settle what the announcement settles, and ask the child the rest."""
        announced = self._announced
        form = question.written_form
        if form not in announced.forms:
            return Unsupported(f"{announced.name} takes {', '.join(sorted(announced.forms))}, not {form}")
        if question.ask not in announced.asks:
            return Unsupported(f"{announced.name} prints no report that can be read")
        scheme = self._scheme(question)
        if isinstance(scheme, Unsupported):
            return scheme
        wanted = scheme if isinstance(scheme, NerconformError) else chosen(announced, scheme, question.choices)
        if isinstance(wanted, Unsupported):
            return wanted
        asked = wanted if isinstance(wanted, Dialect) else None
        try:
            read = partial(read_agreed_dialect, announced=announced, asked=asked)
            agreed = self._conversation.ask(write_line({"command": "dialect", **kind_of(question, asked)}), read)
        except Fault as fault:
            self._faults[_kind(question)] = fault
            return self._by_default(asked or announced.dialects[0])
        return self._settled(agreed, wanted, scheme, question)

    def _scheme(self, question: Question) -> Scheme | NerconformError | Unsupported:
        """Return the scheme of the question, the error of one that does not exist, or why it is not asked."""
        schemes = self._announced.schemes
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            none = Unsupported(f"{self._announced.name} is asked only in schemes that exist: {error.message}")
            return error if schemes is None else none
        if schemes is None or scheme in schemes or question.form in {Form.SPANS, Form.RAW_SPANS}:
            return scheme
        return Unsupported(f"{self._announced.name} reads {', '.join(schemes)}, not {scheme}")

    def _settled(
        self,
        agreed: AnnouncedDialect | str | None,
        wanted: Dialect | NerconformError,
        scheme: Scheme | NerconformError,
        question: Question,
    ) -> AnnouncedDialect | Unsupported:
        """Return what follows from what the child said; choices that do not exist are for it to refuse."""
        if isinstance(agreed, str):
            return Unsupported(agreed)
        if agreed is None:
            if isinstance(wanted, UndefinedPolicy) and "policy" not in question.choices:
                return Unsupported(wanted.message)
            return self._by_default(self._announced.dialects[0])
        if not isinstance(scheme, Scheme):
            return agreed
        try:
            return agreed._replace(dialect=agreed.dialect.set(scheme=scheme))
        except NerconformError as error:
            return Unsupported(error.message)

    def _by_default(self, dialect: Dialect) -> AnnouncedDialect:
        return AnnouncedDialect(dialect, self._announced.measures, self._announced.parts)

    def reproduction(self, question: Question) -> str:
        """Return Python that starts the command and types the three lines."""
        agreed = self._agreed_dialect(question)
        dialect = self._announced.dialects[0] if isinstance(agreed, Unsupported) else agreed.dialect
        asked = [measure for measure in question.measures if self.answers(measure, question)]
        try:
            messages = [START, write_question(1, question, dialect, asked), STOP]
            lines = [write_line(message).decode("ascii") for message in messages]
        except _NO_JSON:
            lines = []
        call = f"subprocess.run({list(self._conversation.command)!r}, input=lines, text=True)"
        return f"import subprocess\n\nlines = {_text(lines)}\n{call}"


def _text(lines: list[str]) -> str:
    """Return lines as a Python string of many lines."""
    return "(\n" + "".join(f"    {line + chr(10)!r}\n" for line in lines) + ")" if lines else "''"


def _kind(question: Question) -> _Kind:
    """Return what `dialect` asks about."""
    return question.scheme, tuple(sorted(question.choices.items())), question.written_form, question.ask


def _words(command: str) -> list[str]:
    """Return the words of a command. Raises `CannotStart`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        hint = "Look for a quote that is not closed. Write for example: exec:'./my metric'."
        raise CannotStart(f"the command {command!r} cannot be split into words: {error}", hint=hint) from None
    if not words:
        raise CannotStart(
            "the command that starts the metric is missing",
            hint="Write it after exec:, such as exec:./metric or 'exec:python3 metric.py'.",
        )
    return words
