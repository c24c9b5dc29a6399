"""Progress: on stderr, on a terminal only."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

_LARGE = 1 << 22
"""Files of fewer bytes are read before anybody could look."""


@contextmanager
def shown() -> Iterator[Callable[[str, int, int], None] | None]:
    """Give a function that is told what is being done, how much of it is done, and how much there is.

    It is `None` where nobody watches. The bars disappear at the end.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    tasks: dict[str, TaskID] = {}
    with Progress(console=Console(stderr=True, markup=False), transient=True) as bars:

        def progress(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=total)
            bars.update(tasks[name], completed=done, total=total)

        yield progress


@contextmanager
def reading(files: Iterable[Path]) -> Iterator[Callable[[int], None] | None]:
    """Give a function that is told how many bytes more of some files have been read; `None` where nobody watches."""
    total = sum(file.stat().st_size for file in files if file.is_file())
    with shown() as progress:
        if progress is None or total < _LARGE:
            yield None
            return
        done = 0

        def told(size: int) -> None:
            nonlocal done
            done += size
            progress("reading", done % (total + 1), total)

        yield told


@contextmanager
def searching() -> Iterator[Callable[[str, int, int, str], None] | None]:
    """Give a function that is told what is being searched, how far it is (of 0: of nobody knows how much), and words.

    It is `None` where nobody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    tasks: dict[str, TaskID] = {}
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[words]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True, markup=False), transient=True) as bars:

        def progress(name: str, done: int, total: int, words: str) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=total or None, words=words)
            bars.update(tasks[name], completed=done, words=words)

        yield progress
