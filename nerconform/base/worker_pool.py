"""Worker pools: processes that count parts of files, and that end with the process that started them."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process

_PARENT_GONE = 1


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of fresh processes; each of them ends at once where its parent ends, even by SIGKILL."""
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Watch the parent from a thread: a worker that waits for work would never hear that nobody sends any."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(_PARENT_GONE)
