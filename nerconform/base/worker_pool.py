"""Worker pools: processes that count parts of files, and that end with the process that started them."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context, parent_process
from queue import SimpleQueue
from typing import Generic, TypeVar

from nerconform.base.errors import NerconformError

_PARENT_GONE = 1
MAX_PROCESSES = 61
"""Windows allows no more in a pool."""
_ATTEMPTS = 3
"""How often a task is begun whose process is killed."""
Task = TypeVar("Task")
Found = TypeVar("Found")


class KilledWorkers(NerconformError):
    """The processes that count were killed again and again, as the system does where memory runs out."""

    code = "killed-workers"


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of fresh processes; each of them ends at once where its parent ends, even by SIGKILL."""
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_with_parent)


@contextmanager
def loading_pool(processes: int, module: str) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of fresh processes that load a module while this one gets ready."""
    pool = worker_pool(processes)
    try:
        for _ in range(processes):
            pool.submit(import_module, module)
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def results_of(
    work: Callable[[Task], Found], tasks: Sequence[Task], jobs: int, started: ProcessPoolExecutor | None = None
) -> Iterator[Found]:
    """Yield what `work` returns for each task, in the order of the tasks, from `jobs` processes of which this is one.

    `work` and the tasks go to other processes, so `work` is a function of a module. `started` is a pool of at most
    `jobs` - 1 processes, used if it is there. What a killed process had begun is begun again by another one.

    Raises what `work` raises for the first task that fails, and `KilledWorkers`.
    """
    if min(jobs, len(tasks)) <= 1:
        yield from map(work, tasks)
        return
    ready: dict[int, Future[Found]] = {}
    waiting = deque(range(len(tasks)))
    for attempt in range(_ATTEMPTS):
        helps = attempt == 0  # what killed a process should not kill this one
        processes = max(1, min(jobs, len(waiting), MAX_PROCESSES) - helps)
        pool = started if started is not None and helps else worker_pool(processes)
        free = [task for task in waiting if task not in ready]
        share = _SharedWork(pool, work, tasks, free, processes)
        try:
            while waiting:
                if waiting[0] in ready:
                    yield ready.pop(waiting.popleft()).result()
                elif helps and share.done.empty() and (mine := share.taken()) >= 0:
                    ready[mine] = _done(work, tasks[mine])
                else:
                    task, future = share.done.get()
                    if isinstance(future.exception(), BrokenExecutor):
                        pool.shutdown()
                        ready |= share.finished()
                        break
                    ready[task] = future
        finally:
            share.end()
        if not waiting:
            return
    hint = "Use one process, which needs less memory: --jobs 1."
    raise KilledWorkers(
        f"a worker process was killed {_ATTEMPTS} times, probably for lack of memory",
        place=str(tasks[waiting[0]]),
        hint=hint,
    )


class _SharedWork(Generic[Task, Found]):
    """Tasks that are taken one by one: by the process that started the others, and for them as soon as one is free."""

    def __init__(
        self,
        pool: ProcessPoolExecutor,
        work: Callable[[Task], Found],
        tasks: Sequence[Task],
        free: Iterable[int],
        processes: int,
    ) -> None:
        self.done: SimpleQueue[tuple[int, Future[Found]]] = SimpleQueue()
        self._pool, self._work, self._tasks, self._free = pool, work, tasks, deque(free)
        for _ in range(processes):
            self._send()

    def taken(self) -> int:
        """Return a task that nobody has taken yet, -1 where there is none."""
        try:
            return self._free.popleft()
        except IndexError:
            return -1

    def _send(self) -> None:
        """Send the next task to the pool; when it is done, the next one."""
        task = self.taken()
        if task < 0:
            return
        try:
            future = self._pool.submit(self._work, self._tasks[task])
        except RuntimeError as error:  # the pool is broken or ended, and the task stays undone
            future = Future()
            future.set_exception(error if isinstance(error, BrokenExecutor) else BrokenExecutor())
            self.done.put((task, future))
            return
        future.add_done_callback(partial(self._took, task))

    def _took(self, task: int, future: "Future[Found]") -> None:
        self.done.put((task, future))
        if not (future.cancelled() or isinstance(future.exception(), BrokenExecutor)):
            self._send()  # a pool that says so of a broken one holds the lock that `submit` takes

    def finished(self) -> "dict[int, Future[Found]]":
        """Return what is done and was not asked for yet, of a pool that has ended."""
        found = {}
        while not self.done.empty():
            task, future = self.done.get()
            if not future.cancelled() and not isinstance(future.exception(), BrokenExecutor):
                found[task] = future
        return found

    def end(self) -> None:
        """Send nothing more."""
        self._free.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _done(work: Callable[[Task], Found], task: Task) -> "Future[Found]":
    """Do a task in this process; an error waits for its turn."""
    found: Future[Found] = Future()
    try:
        found.set_result(work(task))
    except NerconformError as error:
        found.set_exception(error)
    return found


def _end_with_parent() -> None:
    """Watch the parent from a thread: a worker that waits for work would never hear that nobody sends any."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(_PARENT_GONE)
