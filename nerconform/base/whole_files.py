"""Whole files: a file is written as a whole, or it stays what it was.

A full disk, or a process that is killed, leaves the old file or none, never half of a new one.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file beside the target, which takes its place at the end of the block.

    What is no file, such as a pipe or a device, is written at once. An `OSError` names the target.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield stream
        return
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
        name = ""
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole, or leave what is there. An `OSError` names the file."""
    with replacing(path) as stream:
        stream.write(data)


def _mode(target: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
