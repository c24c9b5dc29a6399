"""Interruption: an interrupt that cannot be lost (KIT-7)."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Whether somebody has ended what is going on.

    The `KeyboardInterrupt` of a signal is lost where Python is called back while it collects garbage, as Hypothesis is;
    `check` raises it again.
    """

    def __init__(self) -> None:
        """Begin without one."""
        self.came = False

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if one came."""
        if self.came:
            raise KeyboardInterrupt

    def _come(self, _number: int, _frame: FrameType | None) -> None:
        self.came = True
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Give an interruption that hears of the signals that raise `KeyboardInterrupt` here."""
    found = Interruption()
    here = threading.current_thread() is threading.main_thread()  # nowhere else can a signal be heard
    heard = [number for number in _ENDS if here and signal.getsignal(number) is signal.default_int_handler]
    for number in heard:
        signal.signal(number, found._come)  # noqa: SLF001 - its own
    try:
        yield found
    finally:
        for number in heard:
            signal.signal(number, signal.default_int_handler)
