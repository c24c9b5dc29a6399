"""A task that a worker of a pool can import."""

import os
import time
from multiprocessing import parent_process

from nerconform.base.errors import NerconformError


def pid(_: int) -> int:
    """Return the number of the process, slowly enough that every worker gets a task."""
    time.sleep(0.05)
    return os.getpid()


def refuse_odd(number: int) -> int:
    """Return the number. Raises `NerconformError` where it is odd."""
    if number % 2:
        raise NerconformError(f"{number} is odd", place=f"task {number}", hint=f"Use {number + 1}.")
    return number


def die_in_a_child(number: int) -> int:
    """Return the number, but end a process that another one has started."""
    if parent_process() is not None:
        os._exit(9)
    return number
