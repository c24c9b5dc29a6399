"""Conversation: one message after the other with a child, which is started again where it failed (PRO-6)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from nerconform.asking.announcement import Announcement, read_announcement
from nerconform.asking.faults import BadMessage, Fault, GivenUp, OutOfTime
from nerconform.asking.messages import PROTOCOL, read_line, write_line
from nerconform.asking.process import Child, Limits
from nerconform.version import SPEC_VERSION, __version__

T = TypeVar("T")

START: Final[Mapping[str, object]] = {
    "command": "start",
    "protocol": PROTOCOL,
    "kit": __version__,
    "spec": SPEC_VERSION,
}
STOP: Final[Mapping[str, object]] = {"command": "stop"}


class Conversation:
    """Asks and is answered. A child that failed is ended, and the next message goes to a new one."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start the child, and hear what it announces. Raises `Fault`."""
        self.command = tuple(command)
        self.limits = limits
        self._child: Child | None = None
        self._restarts = self._late = 0
        self._last: Fault | None = None
        self.announced = self._start()

    def ask(self, line: bytes, read: Callable[[dict[str, Any]], T]) -> T:
        """Return what `read` makes of the object with which the child answers a line.

        Raises `Fault`, after which the child is ended, for it may be out of step.
        """
        if self._child is None:
            self._start_again()
        return self._exchange(line, read)

    def close(self) -> None:
        """Say farewell to the child."""
        if self._child is not None:
            self._child.stop()
            self._child = None

    def _start(self) -> Announcement:
        """Return what a new child announces."""
        self._child = Child(self.command, self.limits, write_line(STOP))
        return self._exchange(write_line(START), read_announcement)

    def _start_again(self) -> None:
        """Start another child in the place of one that failed. Raises `GivenUp` where that has been enough."""
        if self._restarts >= self.limits.restarts or self._late >= self.limits.late:
            many = f"failed to answer {self._restarts + 1} times"
            late = f"was out of time {self._late} times"
            how = late if self._late >= self.limits.late else many
            last = self._last.message if self._last else ""
            raise GivenUp(f"the child {how} and is asked no more; last: {last}", hint="Mend it, or give it more time.")
        self._restarts += 1
        if self._start() != self.announced:
            self._drop()
            raise BadMessage("the child announces something else than when it was first started")

    def _exchange(self, line: bytes, read: Callable[[dict[str, Any]], T]) -> T:
        """Return the answer to a line; whatever happens instead, the child is not asked again."""
        assert self._child is not None  # noqa: S101 - whoever calls has seen to it
        try:
            return read(read_line(self._child.exchange(line)))
        except BaseException as error:
            self._drop()
            self._late += isinstance(error, OutOfTime)
            self._last = error if isinstance(error, Fault) else None
            raise

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None
