"""Whether a process has ended."""

import os
import time
from pathlib import Path


def is_there(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"


def gone(pid: int) -> bool:
    """Whether a process is gone, soon if not now: init reaps what is not a child of ours."""
    until = time.monotonic() + 20
    while is_there(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_there(pid)
