"""Process: a child that is told lines and answers with lines. It never holds the kit up, and is always reaped.

One thread looks after all three streams, so that nothing can wait for a stream that nobody empties. POSIX only: what
is started here is a process group of its own, which is killed whole.
"""

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, NamedTuple, NoReturn, Self

from nerconform.asking.messages import CannotStart, ChildEnded, LineTooLong, OutOfStep, OutOfTime
from nerconform.base.bounds import MAX_SECONDS, positive
from nerconform.base.plain_text import short
from nerconform.reference.refusals import UnknownOption

HAS_GROUPS = hasattr(os, "killpg")
"""Whether the system can end a child with everything that it has started; only then is one started."""
_GUARD = ("/bin/sh", "-c", 'read -r _; kill -s KILL -- "-$0"')
"""A process that waits for the end of its input, which this process holds open, and ends a group then."""
_POLL_SECONDS = 0.05
_GRACE_SECONDS = 1.0
_SIGNAL_SECONDS = 0.5
_CHUNK_BYTES = 1 << 16
_MAX_READS = 16
_ANSWER_BYTES = 1 << 20
_BYTES_FOR_BYTE = 64
"""An answer may have 1 MiB plus 64 bytes for each byte of its question: spans and pairs are longer than tags."""
_STDERR_BYTES = 1 << 13
_STDERR_LINES = 5
_MOST_TO_PASTE = 1000
"""The characters of a command that a hint shows."""
_STDERR_LINE_CHARACTERS = 200
_STDERR = (
    "Let the program write only answers to standard output, one on each line, and anything else to standard error."
)


class Limits(NamedTuple):
    """How long and how often a child is put up with.

    `seconds` is the time for one answer, `size` the most bytes of one line; a child that failed is started again at
    most `restarts` times, and after `late` answers that did not come in time, or were too long, no more.
    """

    seconds: float = 60.0
    size: int = 64 << 20
    restarts: int = 1000
    late: int = 5

    @classmethod
    def of(cls, seconds: object) -> Self:
        """Return limits with this time for one answer. Raises `UnknownOption`."""
        allowed = positive(seconds, MAX_SECONDS)
        if allowed is None:
            hint = (
                "Write the seconds for one answer: --timeout 60, in pyproject.toml timeout = 60, in Python timeout=60."
            )
            message = f"{short(seconds)} is not a number of seconds above 0, at most {MAX_SECONDS}"
            raise UnknownOption(message, place="timeout", hint=hint)
        return cls(allowed)

    def bytes_for(self, question: bytes) -> int:
        """Return how many bytes the answer to a question may have; one that is never read could be any number."""
        return min(self.size, _ANSWER_BYTES + _BYTES_FOR_BYTE * len(question))


class Patience(NamedTuple):
    """What is said of an answer that takes longer than `seconds`, by default than `Limits` say."""

    late: str
    hint: str
    seconds: float | None = None


OF_PROGRAM = Patience(
    "the program did not answer",
    hint="Let the program end each answer with a newline, and flush it. If it is slow, raise the limit in seconds: "
    "--timeout 600.",
)


class Child:
    """A running program. `exchange` gives it one line and takes one; whatever that raises, `kill` it then."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        farewell: bytes = b"",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program, in this folder and environment, or in another `environment`. Raises `CannotStart`.

        `farewell` is the line that it is told when it is needed no more, at the latest when the kit ends.
        """
        self.limits = limits
        self._command, self._asked = command, b""
        self._out, self._err = bytearray(), bytearray()
        self._searched = 0
        self._most = limits.size
        self._unsent = memoryview(b"")
        self._deaf_since: float | None = None
        self._process = _start(command, environment)
        self._selector = selectors.DefaultSelector()
        self._guard = _guard(self._process.pid)
        self._end = weakref.finalize(self, _end, self._process, self._selector, self._guard, farewell)
        self._watch(self._stream("stdout"), Child._read_answer)
        self._watch(self._stream("stderr"), Child._read_words)
        os.set_blocking(self._stream("stdin").fileno(), False)

    def exchange(self, line: bytes, patience: Patience = OF_PROGRAM) -> bytes:
        """Return the line with which the child answers this one, both without their line ends, in time.

        Raises `OutOfStep` if it wrote a line before it was asked, `ChildEnded`, `OutOfTime` or `LineTooLong`.
        """
        self._asked = line
        self._refuse_unasked()
        self._unsent = memoryview(line + b"\n")
        self._most = self.limits.bytes_for(line)
        self._write()
        if self._unsent:
            self._selector.register(self._stream("stdin"), selectors.EVENT_WRITE, Child._write_on)
        allowed = self.limits.seconds if patience.seconds is None else patience.seconds
        deadline = time.monotonic() + allowed
        while self._unsent or (answer := self._whole_line()) is None:
            if (left := deadline - time.monotonic()) <= 0:
                self._fail_late(allowed, patience)
            self._step(left)
        return answer

    def kill(self) -> None:
        """End the child and its whole group at once, asking by SIGTERM first, and reap it."""
        if self._end.detach():
            _end(self._process, self._selector, self._guard, b"")

    def stop(self) -> None:
        """Say farewell, and give the child a second to end by itself; then as `kill`."""
        self._end()

    def last_words(self) -> str:
        """Return the last lines that the child wrote to standard error, as the end of a sentence."""
        self._drain()
        lines = bytes(self._err[-_STDERR_BYTES:]).decode("utf-8", errors="replace").splitlines()
        texts = [_printable(line)[:_STDERR_LINE_CHARACTERS] for line in lines if line.strip()][-_STDERR_LINES:]
        return f"; its last words on standard error: {' / '.join(texts)}" if texts else ""

    def _step(self, left: float) -> None:
        """Wait until something can be read or written, and do so."""
        ready = self._selector.select(min(left, _POLL_SECONDS))
        for key, _ in ready:
            handle: Callable[[Child], None] = key.data  # unbound, so that no selector keeps a child alive
            handle(self)
        if not ready and self._process.poll() is not None:
            self._fail_ended()  # although something else, a grandchild, still holds its streams
        if not ready and self._deaf_since is not None and time.monotonic() - self._deaf_since > _GRACE_SECONDS:
            hint = (
                "Fix the error that the program writes to standard error. If there is none, let it read standard input "
                "until its end: each line is a question."
            )
            raise ChildEnded(
                f"the program closed its standard input before the last question{self.last_words()}", hint=hint
            )

    def _write(self) -> None:
        """Send as much of the question as the pipe takes."""
        try:
            self._unsent = self._unsent[os.write(self._stream("stdin").fileno(), self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent, self._deaf_since = memoryview(b""), time.monotonic()

    def _write_on(self) -> None:
        """Send more of a question that the pipe did not take at once."""
        self._write()
        if not self._unsent:
            self._selector.unregister(self._stream("stdin"))

    def _read_answer(self) -> None:
        """Take what is on standard output. Raises `LineTooLong`, or `ChildEnded` where it ends."""
        data = os.read(self._stream("stdout").fileno(), _CHUNK_BYTES)
        self._out += data
        if len(self._out) > self._most:
            message = f"the program wrote more than {self._most} bytes, the limit for this answer: {self._shown()}"
            hint = f"{_STDERR} An answer may have 1 MiB plus 64 bytes for each byte of its question."
            raise LineTooLong(message, hint=hint)
        if not data and self._whole_line(take=False) is None:
            self._selector.unregister(self._stream("stdout"))
            self._fail_ended()

    def _read_words(self) -> None:
        """Take what is on standard error, and keep the end of it."""
        data = os.read(self._stream("stderr").fileno(), _CHUNK_BYTES)
        self._err += data
        if len(self._err) > 2 * _CHUNK_BYTES:
            del self._err[:-_CHUNK_BYTES]
        if not data:
            self._selector.unregister(self._stream("stderr"))

    def _whole_line(self, *, take: bool = True) -> bytes | None:
        """Return the first whole line that has come, if there is one; nothing is searched twice."""
        end = self._out.find(b"\n", self._searched)
        self._searched = len(self._out) if end < 0 else end
        if end < 0 or not take:
            return None if end < 0 else b""
        line = bytes(self._out[:end])
        del self._out[: end + 1]
        self._searched = 0
        return line

    def _refuse_unasked(self) -> None:
        """Raise where the child has said something, or has ended, since its last answer."""
        for key, _ in self._selector.select(0):
            handle: Callable[[Child], None] = key.data
            handle(self)
        if self._out:
            message = f"the program wrote {self._shown()} before it was asked a question"
            raise OutOfStep(message, hint=f"{_STDERR} Let it answer each question only once.")

    def _drain(self) -> None:
        """Take what is left on standard error without waiting for more."""
        with suppress(OSError, ValueError):
            for _ in range(_MAX_READS):
                self._err += os.read(self._stream("stderr").fileno(), _CHUNK_BYTES)
                del self._err[:-_CHUNK_BYTES]

    def _fail_late(self, allowed: float, patience: Patience) -> NoReturn:
        """Say what was missing when the time was up."""
        late = "the program did not read its question" if self._unsent else patience.late
        message = f"{late} within {allowed:g} s{self._left()}{self.last_words()}"
        raise OutOfTime(message, hint=patience.hint)

    def _fail_ended(self) -> NoReturn:
        """Say how the child ended, once it has said what it had to say."""
        if self._unsent:
            self._selector.unregister(self._stream("stdin"))
            self._unsent = memoryview(b"")
        until = time.monotonic() + _GRACE_SECONDS
        while self._process.poll() is None and time.monotonic() < until:
            if any(key.data is Child._read_words for key, _ in self._selector.select(_POLL_SECONDS / 10)):
                self._read_words()
        status = self._process.returncode
        how = "closed its standard output" if status is None else f"{_ending(status)} before it answered"
        message = f"the program {how}{self._left()}{self.last_words()}"
        hint = "Fix the program."
        if self._asked.isascii():  # a question to a function of Python is a pickle, which nobody can paste
            run = f"echo {shlex.quote(self._asked.decode())} | {shlex.join(self._command)}"
            hint += f" To see it fail, run: {run}" if len(run) <= _MOST_TO_PASTE else ""
        raise ChildEnded(message, hint=hint)

    def _left(self) -> str:
        """Return the beginning of a line that never ended, as part of a sentence."""
        return f"; its last line has no newline: {self._shown()}" if self._out else ""

    def _shown(self) -> str:
        return short(bytes(self._out[:_STDERR_LINE_CHARACTERS]).partition(b"\n")[0].decode("utf-8", errors="replace"))

    def _watch(self, stream: IO[bytes], handle: "Callable[[Child], None]") -> None:
        os.set_blocking(stream.fileno(), False)
        self._selector.register(stream, selectors.EVENT_READ, handle)

    def _stream(self, name: str) -> IO[bytes]:
        stream: IO[bytes] = getattr(self._process, name)
        return stream


def require_groups(what: str, instead: str = "") -> None:
    """Raise `CannotStart` where the system (Windows) cannot end a child with everything that it has started."""
    if not HAS_GROUPS:
        raise CannotStart(f"{what} runs commands only on Linux and macOS", hint=f"Use WSL{instead}.")


def _start(command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Return the running program. Raises `CannotStart` where there is none."""
    python = ", or check a Python function instead, which is called in this process: mypkg.metrics:evaluate"
    require_groups("exec:", python)
    pipe = subprocess.PIPE
    try:
        # No shell; a session, and so a process group, of its own.
        return subprocess.Popen(  # noqa: S603 - the command is the user's own
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=environment
        )
    except FileNotFoundError:
        hint = (
            "Write the path of the program, such as exec:./metric. If the path is right, check the first line of "
            "the script (#!)."
        )
        raise CannotStart(f"there is no program {command[0]!r}, or its interpreter is missing", hint=hint) from None
    except PermissionError:
        hint = f"Run chmod +x {command[0]}. Or name the interpreter, such as 'exec:perl {command[0]}'."
        raise CannotStart(f"the file {command[0]!r} is not executable", hint=hint) from None
    except (OSError, ValueError) as error:
        hint = (
            "Begin the script with a line such as #!/usr/bin/env perl. Or name the interpreter: 'exec:perl "
            f"{command[0]}'."
        )
        raise CannotStart(f"the program {command[0]!r} cannot be run: {error}", hint=hint) from None


def _guard(group: int) -> subprocess.Popen[bytes] | None:
    """Return a process that ends a group if this process is killed, `None` where there is no shell.

    A child that never reads would not hear that nobody asks it any more, and would run for ever.
    """
    nothing = subprocess.DEVNULL
    try:
        return subprocess.Popen(  # noqa: S603 - our own command, in a session that no Ctrl-C reaches
            (*_GUARD, str(group)),
            stdin=subprocess.PIPE,
            stdout=nothing,
            stderr=nothing,
            bufsize=0,
            start_new_session=True,
        )
    except OSError:
        return None


def _end(
    process: subprocess.Popen[bytes],
    selector: selectors.BaseSelector,
    guard: subprocess.Popen[bytes] | None,
    farewell: bytes,
) -> None:
    """End a child and its group, and reap it: by a last line if there is one, SIGTERM, SIGKILL. Dismiss its guard."""
    selector.close()
    assert process.stdin is not None  # noqa: S101 - all three are pipes
    with suppress(OSError):
        if farewell:
            os.write(process.stdin.fileno(), farewell + b"\n")
    with suppress(OSError):
        process.stdin.close()
    if not (farewell and _gone(process, _GRACE_SECONDS)):
        _signal(process, signal.SIGTERM)
        _gone(process, _SIGNAL_SECONDS)
    _signal(process, signal.SIGKILL)  # what is left of the group, even if the child itself is gone
    _gone(process, _GRACE_SECONDS)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    if guard is not None:
        with guard:
            guard.kill()


def _gone(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether the child has ended within this time; it is reaped then."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    return process.returncode is not None


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
        os.killpg(process.pid, number)


def _ending(status: int) -> str:
    """Return how a process ended, in words."""
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = "no name"
    return f"was killed by signal {-status} ({name})"


def _printable(text: str) -> str:
    """Return a text that cannot move a cursor."""
    return "".join(character if character.isprintable() else " " for character in text.expandtabs())
