"""Progress bars: on stderr, on a terminal only; they disappear at the end."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerconform.formats.stored_files import StoredFile

_LARGE = 1 << 22
"""Files of fewer bytes are read before anybody could look."""
Progress = Callable[[str, int, int], None]
"""Takes the name of what is being done, how much of it is done, and how much there is (0: nobody knows)."""


@contextmanager
def shown() -> Iterator[Progress | None]:
    """Give a function that moves a bar, `None` where nobody watches."""
    with searching() as bars:
        yield None if bars is None else lambda name, done, total: bars(name, done, total, "")


@contextmanager
def bytes_progress(files: "Iterable[Path | StoredFile]") -> Iterator[Callable[[int], None] | None]:
    """Give a function that takes how many bytes more of some files have been read; `None` where nobody watches."""
    total = sum(map(_size, files)) if sys.stderr.isatty() else 0
    with shown() as progress:
        if progress is None or total < _LARGE:
            yield None
            return
        done = 0

        def advance(size: int) -> None:
            nonlocal done
            done += size
            progress("reading", done % (total + 1), total)

        yield advance


def _size(file: "Path | StoredFile") -> int:
    if isinstance(file, Path):
        return file.stat().st_size if file.is_file() else 0
    return file.size()


@contextmanager
def searching() -> Iterator[Callable[[str, int, int, str], None] | None]:
    """Give a function that moves a bar and shows words behind it; `None` where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    tasks: dict[str, TaskID] = {}
    named, words = (TextColumn(f"{{task.{field}}}", markup=False) for field in ("description", "fields[words]"))
    columns = (named, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), words)
    with Progress(*columns, console=Console(stderr=True, markup=False), transient=True) as bars:

        def progress(name: str, done: int, total: int, words: str) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=total or None, words=words)
            bars.update(tasks[name], completed=done, total=total or None, words=words)

        yield progress
