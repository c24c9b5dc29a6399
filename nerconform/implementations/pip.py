"""Pip: what is asked of it, and its reasons. Its settings (indexes, folders with wheels) are the user's own."""

import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import util
from pathlib import Path

from packaging.version import InvalidVersion, Version

from nerconform.reference.errors import NerconformError

_MOST = 400
_VERSIONS = re.compile(r"Available versions: (.*)")


class NoPip(NerconformError):
    """Pip is not installed beside the kit, or lists no releases."""

    code = "no-pip"


def releases(library: str) -> tuple[str, ...]:
    """Return the final releases of a library that pip lists, oldest first. Raises `NoPip`."""
    done = _pip("index", "versions", library)
    found = _VERSIONS.search(done.stdout)
    if found is None:
        hint = "Name them by --versions, or see what `pip index versions` says."
        raise NoPip(f"pip lists no releases of {library}: {_reason(done)}", hint=hint)
    listed = (text.strip() for text in found[1].split(","))
    return tuple(sorted((text for text in listed if _is_version(text)), key=Version))


def install(python: Path, wanted: Sequence[str]) -> str:
    """Install requirements (and options of `pip install`) for an interpreter; return pip's reason if it did not."""
    done = _pip("--python", str(python), "install", "--quiet", "--no-input", "--no-warn-script-location", *wanted)
    return _reason(done) if done.returncode else ""


def _pip(*args: str) -> subprocess.CompletedProcess[str]:
    if util.find_spec("pip") is None:
        raise NoPip("pip is not installed beside the kit", hint=f"Run {sys.executable} -m ensurepip.")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - pip itself


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Return the errors of pip in one line, without the folders of its own making."""
    lines = [line.strip() for line in done.stderr.splitlines()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    text = " ".join(dict.fromkeys(errors)) or " ".join(lines[-3:]) or f"exit status {done.returncode}"
    return f"{text[: _MOST - 3]}..." if len(text) > _MOST else text


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
