"""Work in forks of this process, which has imported everything: each begins at once, and leaves nothing behind."""

import ast
import gc
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TypeVar

_Result = TypeVar("_Result")
_Key = TypeVar("_Key")
_MEMORY = 4 << 30
_WALL = 2
"""A fork that hangs is ended after so many times its CPU limit."""


class Unfit(Exception):
    """The change cannot be made in functions that exist already."""


class Ended(NamedTuple):
    """A fork that returned nothing: the signal or the status with which it ended."""

    status: int

    @property
    def is_late(self) -> bool:
        """Whether it ran out of time."""
        late = {signal.SIGXCPU, signal.SIGVTALRM, signal.SIGKILL}
        return os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) in late


def run_all(
    tasks: Iterable[tuple[_Key, Callable[[], _Result]]], jobs: int, seconds: int
) -> Iterator[tuple[_Key, _Result | Ended]]:
    """Yield what each task returns as it ends, up to `jobs` at a time, each with a limit of CPU seconds."""
    waiting = iter(tasks)
    running: dict[int, tuple[_Key, Path, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        while True:
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                path = Path(folder, str(time.monotonic_ns()))
                running[_forked(task[1], path, seconds)] = task[0], path, time.monotonic() + _WALL * seconds
            if not running:
                return
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                time.sleep(0.02)
                for other, (_, _, deadline) in running.items():
                    if time.monotonic() > deadline:
                        os.kill(other, signal.SIGKILL)
                continue
            key, path, _ = running.pop(pid)
            yield key, pickle.loads(path.read_bytes()) if status == 0 and path.exists() else Ended(status)  # noqa: S301 - our own


def _forked(task: Callable[[], object], path: Path, seconds: int) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        path.write_bytes(pickle.dumps(task()))
        status = 0
    finally:
        os._exit(status)


class Existing(NamedTuple):
    """What a change has to reach: the functions of some files, and the caches of some packages.

    It is looked for once, before the first fork: a look at every object takes a second, and copies all memory.
    """

    functions: tuple[FunctionType, ...]
    caches: "tuple[_lru_cache_wrapper[object], ...]"

    @classmethod
    def of(cls, files: Path, packages: tuple[str, ...]) -> "Existing":
        """Find the functions of the files in a folder, or of one file, and the caches."""
        gc.unfreeze()  # the tests freeze what is there when they begin, and frozen objects are not listed
        objects = gc.get_objects()
        gc.freeze()
        return cls(
            tuple(
                one
                for one in objects
                if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(files))
            ),
            tuple(
                one
                for one in objects
                if isinstance(one, _lru_cache_wrapper) and str(getattr(one, "__module__", "")).startswith(packages)
            ),
        )


def install(path: Path, source: str, tree: ast.Module, existing: Existing) -> None:
    """Put the code of a changed tree into the functions of this process that the file has made, and empty the caches.

    Raises `Unfit` where a function that exists could not hold its new code.
    """
    old, new = _codes(compile(source, str(path), "exec")), _codes(compile(tree, str(path), "exec"))
    changed = {code: new[key] for key, code in old.items() if key in new and new[key] != code}
    replaced = 0
    for one in existing.functions:
        if one.__code__.co_filename == str(path) and one.__code__ in changed:
            code = changed[one.__code__]
            if code.co_freevars != one.__code__.co_freevars:
                raise Unfit(code.co_qualname)
            one.__code__ = code
            replaced += 1
    for cache in existing.caches:
        cache.cache_clear()
    if not replaced:
        raise Unfit(str(path))


def _codes(code: CodeType) -> dict[tuple[str, int, int], CodeType]:
    """Return every piece of code in a module by name, line, and which it is of those on that line."""
    found: dict[tuple[str, int, int], CodeType] = {}
    open_ = [code]
    while open_:
        one = open_.pop()
        nested = [each for each in one.co_consts if isinstance(each, CodeType)]
        open_ += nested
        key = one.co_qualname, one.co_firstlineno
        found[*key, sum(other[:2] == key for other in found)] = one
    return found
