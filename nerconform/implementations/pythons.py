"""Pythons: the interpreters that are installed here, of which one may be older than the one that runs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet

_MINORS = range(40, 10, -1)
"""Whoever serves the kit's own implementations runs the kit, which needs 3.11."""


class Python(NamedTuple):
    """An interpreter, and its version as `3.11`."""

    path: Path
    version: str

    @property
    def is_running(self) -> bool:
        """Whether it is the one that runs this."""
        return self.path == Path(sys.executable)


def python_for(wanted: SpecifierSet) -> Python | None:
    """Return the interpreter that runs if its version will do, else the newest installed one that does."""
    running = Python(Path(sys.executable), "{}.{}".format(*sys.version_info))
    if wanted.contains(running.version):
        return running
    return next((python for python in _installed() if wanted.contains(python.version)), None)


def _installed() -> Iterator[Python]:
    """Yield the interpreters on the PATH and those of pyenv, newest first, as far as they run."""
    for minor in _MINORS:
        version = f"3.{minor}"
        for path in _places(version):
            if _runs(path, version):
                yield Python(path, version)
                break


def _places(version: str) -> Iterator[Path]:
    """Yield where an interpreter of a version may be."""
    found = shutil.which(f"python{version}")
    if found:
        yield Path(found)
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted((root / "versions").glob(f"{version}.*/bin/python3"))


@cache
def _runs(path: Path, version: str) -> bool:
    """Whether an interpreter runs and is of this version: a shim may stand for nothing."""
    asked = [str(path), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=20)  # noqa: S603 - found here
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.strip() == version
