"""A task that a worker of a pool can import."""

import os
import time


def pid(_: int) -> int:
    """Return the number of the process, slowly enough that every worker gets a task."""
    time.sleep(0.05)
    return os.getpid()
