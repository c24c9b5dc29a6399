"""Callers: who calls a metric of one's own. A child process does, or this process where its caller says so.

The child imports the metric's module, so that nothing that the metric does reaches the kit: it may end its process,
hang, fork, write to its streams or clear `sys.modules`. A question travels as a pickle behind a line with its size. An
answer comes back as JSON, so that the kit never executes what a child sends.
"""

import inspect
import os
import pickle
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from types import FrameType
from typing import IO, Any, NamedTuple

from nerconform.asking import messages, process
from nerconform.asking.arguments import Arguments, Parameters, WrongArity, arguments_of, is_path_text
from nerconform.asking.calling import Calling, WrongKey
from nerconform.asking.external import Conversation
from nerconform.asking.imports import CannotImport, NotCallable, imported, load
from nerconform.asking.inputs import CallData, InputForm
from nerconform.asking.messages import BadMessage, Fault, Fields, list_of, mapping_of
from nerconform.asking.outputs import Output, UnreadableResult, read_output
from nerconform.asking.process import Limits, Patience
from nerconform.asking.protocol import SLOW, RaisedInChild
from nerconform.base.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.refusals import UnknownOption

Function = Callable[..., object]
Types = Mapping[str, list[str]]
"""The arguments of a function that take the list of types."""
_START_SECONDS = 60.0
"""A child has at least this long to import the metric's module, however short the limit for one answer."""
_LATE_START = (
    "Look what the module waits for when Python imports it. If it is only slow, give it more seconds: --timeout 600, "
    f"in pyproject.toml timeout = 600. A limit below {_START_SECONDS:g} s is for answers, not for the import."
)
_ANSWERING = Patience("the metric did not answer", hint=SLOW)
_RESTARTS = 50
"""So often a child is started again; each start imports the metric's module."""
_KIT = str(Path(__file__).absolute().parents[2])
"""The folder from which this process imports nerconform; a child imports the same."""
_CHILD = "nerconform.asking.child"
_RUN = (
    "import sys; from importlib import machinery, util; "
    f"found = machinery.PathFinder.find_spec('nerconform', [{_KIT!a}]); "
    "kit = sys.modules['nerconform'] = util.module_from_spec(found); found.loader.exec_module(kit); "
    f"from {_CHILD} import main; main()"
)
_COMMAND = (sys.executable, "-P", "-c", _RUN)
"""The kit's own imports do not look into the working directory (`-P`); `start` brings the search path of the metric."""
_SAME_ORDER = {"PYTHONHASHSEED": "0"}
"""In every child a set of strings has one order, so that a metric answers alike in each. A user can set another."""
_WATCHED = 50
"""The first 50 calls in this process record which packages run."""
_CANNOT_PICKLE = (pickle.PicklingError, TypeError, AttributeError, RecursionError)
_REFUSED: Mapping[str, type[NerconformError]] = {
    error.code: error for error in (CannotImport, NotCallable, WrongArity, WrongKey, UnknownOption)
}
"""What a child may refuse to start with, by code."""


class Facts(NamedTuple):
    """What there is to know of a function before it is called.

    `source` is the file and the line at which it is defined, where Python knows them; `evaluates` whether it is a class
    whose objects have a method `evaluate`.
    """

    arguments: Arguments
    version: str
    source: tuple[str, int] | None
    evaluates: bool


class Target:
    """A function with the arguments that its caller declared, as it is called."""

    def __init__(self, path: str, function: Function, calling: Calling) -> None:
        """Look at the function. Raises `WrongArity`, `WrongKey`, and `CannotImport` for an option."""
        self.function = function
        self.output = calling.output
        self.options = {name: _value(value) for name, value in calling.options.items()}
        evaluates = callable(getattr(function, "evaluate", None))
        self.facts = Facts(arguments_of(path, function, calling), _version(path), _source(function), evaluates)

    def call(self, sides: Sequence[Any], types: Types) -> Output:
        """Call the function, and read what it returns. Raises what it raises, and `UnreadableResult`."""
        values, keywords = self.facts.arguments.parameters.placed(sides)
        return read_output(self.function(*values, **keywords, **types, **self.options), self.output)


class Caller(ABC):
    """Calls a function, here or elsewhere."""

    facts: Facts
    """What there is to know of the function."""
    is_apart = False
    """Whether another process calls the function, which cannot change the data that it is called with."""

    @property
    @abstractmethod
    def modules(self) -> frozenset[str]:
        """The packages that may have helped the function to its answers, as far as it has been called."""

    @abstractmethod
    def call(self, data: CallData, types: Types) -> Output:
        """Call the function, and read what it returns. Raises what it raises, and `UnreadableResult`."""

    def afresh(self) -> "Caller | None":
        """Return who calls the function in a process that has not called it yet, `None` where there is only this one.

        Raises what starting a process raises.
        """
        return None


class InProcess(Caller):
    """Calls a function in this process, where a debugger and a measure of coverage see it."""

    def __init__(self, path: str, function: Function, calling: Calling) -> None:
        """Look at the function. Raises `WrongArity`, `WrongKey`, and `CannotImport` for an option."""
        self._target = Target(path, function, calling)
        self.facts = self._target.facts
        self._modules: frozenset[str] = frozenset()
        self._to_watch = _WATCHED

    @property
    def modules(self) -> frozenset[str]:
        """The packages whose code has run while the function was called; this process imports others for the kit.

        Where a profiler is set, they are all packages that this process has imported.
        """
        return self._modules

    def call(self, data: CallData, types: Types) -> Output:
        """Call the function, and read what it returns. Raises what it raises, and `UnreadableResult`."""
        if not self._to_watch:
            return self._target.call(data.values, types)
        self._to_watch -= 1
        if sys.getprofile() or threading.getprofile():  # a profiler of the caller's own is left alone
            self._modules |= packages()
            return self._target.call(data.values, types)
        ran: set[str] = set()
        try:
            with _watching(ran):
                return self._target.call(data.values, types)
        finally:
            self._modules |= {name.partition(".")[0] for name in tuple(ran)}


@contextmanager
def _watching(ran: set[str]) -> Iterator[None]:
    """Record the names of the modules whose code runs, in threads that are started meanwhile, too."""
    over = threading.Event()

    def watch(frame: FrameType, _event: str, _argument: object) -> None:
        if over.is_set():
            sys.setprofile(None)  # in a thread that goes on
            return
        name = frame.f_globals.get("__name__")
        if isinstance(name, str):
            ran.add(name)

    sys.setprofile(watch)
    threading.setprofile(watch)
    try:
        yield
    finally:
        if sys.getprofile() is watch:
            sys.setprofile(None)
        else:  # the metric has set its own, which did not record
            ran |= packages()
        over.set()
        if threading.getprofile() is watch:
            threading.setprofile(None)


class InChild(Caller):
    """Calls the function at an import path in a child process."""

    is_apart = True

    def __init__(self, path: str, calling: Calling, limits: Limits) -> None:
        """Start the child, which imports the module.

        Raises `CannotImport`, `NotCallable`, `WrongArity`, `WrongKey`, or the `Fault` that ended it.
        """
        self._path, self._calling, self._limits = path, calling, limits
        self._modules: frozenset[str] = frozenset()
        try:
            start = packed("start", (path, calling, _search_path()))
        except _CANNOT_PICKLE as error:
            hint = (
                "Use options that pickle can copy. Or run the metric in the process of nerconform: --in-process, "
                "in Python in_process=True."
            )
            raise WrongKey(
                f"the metric runs in a process of its own, and its options cannot be sent there: {error}",
                place=path,
                hint=hint,
            ) from None
        limits = limits._replace(restarts=min(limits.restarts, _RESTARTS))
        module = path.partition(":")[0]
        seconds = max(limits.seconds, _START_SECONDS)
        starting = Patience(f"the import of {module!r} did not end", hint=_LATE_START, seconds=seconds)
        try:
            self._conversation = Conversation(
                _COMMAND, limits, start, self._read_start, starting, _ANSWERING, {**_SAME_ORDER, **os.environ}
            )
        except Fault as fault:
            raise fault.at(path) from None
        self.facts = self._conversation.announced

    @property
    def modules(self) -> frozenset[str]:
        """The packages that the child has imported."""
        return self._modules

    def call(self, data: CallData, types: Types) -> Output:
        """Call the function, and read what it returns.

        Raises `RaisedInChild` for what it raises, `UnreadableResult`, and a `Fault` where the child ended or was late.
        """
        try:
            line = packed("call", (data.values, dict(types)))
        except _CANNOT_PICKLE as error:
            hint = "Run the metric in the process of nerconform: --in-process, in Python in_process=True."
            raise UnreadableResult(
                f"the metric runs in a process of its own, and its input cannot be sent there: {error}", hint=hint
            ) from None
        answer = self._conversation.ask(line, self._read_answer)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def afresh(self) -> "InChild":
        """Return who calls the function in a new child. Raises what starting a child raises."""
        return InChild(self._path, self._calling, self._limits)

    def _read_start(self, data: dict[str, Any]) -> Facts:
        """Return the facts that a child tells. Raises what kept it from importing the function."""
        fields = Fields(data, "answer to the command 'start'")
        if fields.has("refused"):
            refused = fields.take("refused", mapping_of(messages.text))
            kind = _REFUSED.get(refused["code"], NerconformError)
            raise kind(refused["message"], place=refused["place"] or self._path, hint=refused["hint"])
        parameters = Parameters(
            fields.take("wanted", messages.integer),
            fields.take("swapped", messages.boolean),
            tuple(fields.take("keywords", list_of(messages.text))),
            tuple(fields.take("types", list_of(messages.text))),
        )
        labels = {int(number): label for number, label in fields.take("labels", mapping_of(messages.text)).items()}
        declared = fields.take("declared", messages.text)
        arguments = Arguments(parameters, labels or None, InputForm(declared) if declared else None)
        file, line = fields.take("file", messages.text), fields.take("line", messages.integer)
        version, evaluates = fields.take("version", messages.text), fields.take("evaluates", messages.boolean)
        fields.end()
        return Facts(arguments, version, (file, line) if file else None, evaluates)

    def _read_answer(self, data: dict[str, Any]) -> Output | RaisedInChild | UnreadableResult:
        """Return the numbers of an answer, or the exception that the child tells of."""
        fields = Fields(data, "answer to the command 'call'")
        self._modules |= frozenset(fields.get("modules", list_of(messages.text), ()))
        if fields.has("raised"):
            return RaisedInChild(*fields.take("raised", list_of(messages.text, least=2)))
        if fields.has("unreadable"):
            message, place, hint = fields.take("unreadable", list_of(messages.text, least=3))[:3]
            return UnreadableResult(message, place=place, hint=hint)
        values = fields.take("values", mapping_of(messages.number))
        rows = fields.get("rows", list_of(messages.text), None)
        fields.end()
        try:
            found = {Measure.parse(name): value for name, value in values.items()}
        except NerconformError as error:
            raise BadMessage(
                f"the answer to the command 'call' has an unknown measure: {error.message}", hint=error.hint
            ) from None
        return Output(found, None if rows is None else frozenset(rows))


def packed(command: str, value: object) -> bytes:
    """Return a line with a command and the size of a pickle, and the pickle of a value."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return f"{command} {len(data)}\n".encode("ascii") + data


def unpacked(size: bytes, stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was packed
    """Return the value behind the line of a command; the end of a line, which the kit writes last, is read, too."""
    return pickle.loads(stream.read(int(size) + 1))  # noqa: S301 - the kit's own


def packages() -> frozenset[str]:
    """Return the names of the packages that this process has imported."""
    return frozenset(name for name in list(sys.modules) if isinstance(name, str) and "." not in name)


def _search_path() -> list[str]:
    """Return where this process looks for modules; what is relative stands for the working directory."""
    return [entry or str(Path.cwd()) for entry in sys.path]


def _value(value: object) -> object:
    """Return an option; a text that is an import path stands for what it names."""
    return imported(value) if is_path_text(value) else value


def _version(path: str) -> str:
    """Return the module's package and its version, where it has one."""
    root = path.partition(":")[0].partition(".")[0]
    try:
        return f"{root} {metadata.version(root)}"
    except metadata.PackageNotFoundError:
        version = getattr(sys.modules.get(root), "__version__", None)
        return f"{root} {version}" if isinstance(version, str) else f"{root}, no version"


def _source(function: Function) -> tuple[str, int] | None:
    """Return the file and the line at which a function is defined, `None` of what is written in C."""
    try:
        plain = inspect.unwrap(function)
        file = inspect.getsourcefile(plain)
        return None if file is None else (file, inspect.getsourcelines(plain)[1])
    except (TypeError, OSError, ValueError):
        return None


def caller_of(path: str, calling: Calling, limits: Limits) -> Caller:
    """Return who calls the function at an import path: a child, or this process where that is wanted.

    Where the system cannot end a child with everything that it has started (Windows), this process calls every
    function. Raises what `InProcess`, `InChild` and `load` raise.
    """
    if calling.in_process or not process.HAS_GROUPS:
        return InProcess(path, load(path), calling)
    return InChild(path, calling, limits)
