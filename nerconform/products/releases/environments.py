"""Environments: every release of a library in a virtual environment of its own, kept from one run to the next.

A release is asked from outside, by the protocol. The environment holds the release and what it needs; the kit itself is
lent to it by links in a folder on its path, so nothing of the kit's own environment gets in.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.base.errors import NerconformError
from nerconform.libraries.library import ANY_PYTHON, Mode, Needs
from nerconform.libraries.registry import Recipe

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
        hint = f"See what `pip index versions {library}` prints. Or name the releases: --versions 1.0.0,1.1.0."
        raise NoPip(f"pip lists no releases of {library}: {_reason(done)}", hint=hint)
    listed = (text.strip() for text in found[1].split(","))
    return tuple(sorted((text for text in listed if _is_version(text)), key=Version))


def _pip(*args: str) -> subprocess.CompletedProcess[str]:
    if util.find_spec("pip") is None:
        raise NoPip(
            "pip is not installed in the environment of nerconform", hint=f"Run: {sys.executable} -m ensurepip."
        )
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


_MINORS = range(40, 10, -1)
"""Whoever serves the kit's own implementations runs the kit, which needs 3.11."""


class Python(NamedTuple):
    """An interpreter, and its version as `3.11`."""

    path: Path
    version: str


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


_LENT = ("nerconform", "packaging")
"""The packages that serving needs."""
_DONE = "nerconform.json"
_LAYOUT = 1


class NotInstallable(NerconformError):
    """A release cannot be installed; the message is pip's reason."""

    code = "not-installable"


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment in which one release is installed; `python` is its interpreter, `runs` the Python it is."""

    release: str
    folder: Path
    runs: str

    @property
    def python(self) -> Path:
        """Return the path of its interpreter."""
        return self.folder / "bin" / "python"

    def command(self, mode: Mode, cache: Path, dialect: str = "") -> str:
        """Return the command that serves the release by one name: what stands behind `exec:`."""
        serve = [str(self.python), "-W", "ignore", "-m", "nerconform.libraries.serve", mode.name]
        options = ["--dialect", dialect] if dialect else []
        return shlex.join(["env", f"PYTHONPATH={lent(cache)}", *serve, *options])


def cache_folder(given: Path | None = None) -> Path:
    """Return the folder that is given, or the one where this user's programs keep what they can make again."""
    if given is not None:
        return given.absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "nerconform"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nerconform"


def environment(recipe: Recipe, release: str, cache: Path) -> Environment:
    """Return the environment of a release, which is made if it is not there. Raises `NotInstallable`.

    What is made is made elsewhere and then moved, so that no half of it is ever found.
    """
    try:
        version = Version(release)
        needs = recipe.needed(version)
    except InvalidVersion:
        hint = f"Use a release that `pip index versions {recipe.library}` lists."
        raise NotInstallable(f"{release!r} is not a version number", hint=hint) from None
    wanted = needs.pythons if needs else ANY_PYTHON
    python = python_for(wanted)
    if python is None:
        hint = f"Install Python {wanted}, so that it is on the PATH or in ~/.pyenv/versions."
        message = f"{recipe.library} {version} needs Python {wanted}, which is not installed"
        raise NotInstallable(message, hint=hint)
    name = f"{recipe.library}-{release}-{_digest(python, needs)}"
    folder = cache / name
    if not (folder / _DONE).is_file():
        _make(recipe, release, needs, python, folder)
    return Environment(release, folder, python.version)


def _digest(python: Python, needs: Needs | None) -> str:
    """Return what tells two environments of one release apart; one interpreter may go by many names."""
    identity = json.dumps([_LAYOUT, python.version, str(python.path.resolve()), needs.pins if needs else None])
    return hashlib.sha256(identity.encode()).hexdigest()[:12]


def _make(recipe: Recipe, release: str, needs: Needs | None, python: Python, folder: Path) -> None:
    """Make an environment, with the pinned packages from a layer that releases share."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _bare(python, building)
        wanted = [f"{recipe.library}=={release}"]
        if needs:
            wanted.append("--no-deps")
            if needs.pins:
                layer = _layer(needs.pins, python, building, folder.parent)
                (_packages(building) / "layer.pth").write_text(f"{layer}\n", encoding="utf-8")
        _install(building, wanted)
        (building / _DONE).write_text(json.dumps({"release": release, "python": python.version}), encoding="utf-8")
        _move(building, folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _bare(python: Python, folder: Path) -> None:
    """Make an environment without pip, which is not needed in there."""
    command = [str(python.path), "-m", "venv", "--without-pip", str(folder)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - installed here
    if made.returncode:
        message = f"no virtual environment can be made with {python.path}: {made.stderr.strip()[-300:]}"
        raise NotInstallable(
            message, hint="Install the venv module of this Python (on Debian and Ubuntu: apt install python3-venv)."
        )


def _packages(folder: Path) -> Path:
    return next((folder / "lib").glob("python3*/site-packages"))


def _layer(pins: Sequence[str], python: Python, building: Path, cache: Path) -> Path:
    """Return the folder with these packages, which is filled if it is not there."""
    digest = hashlib.sha256(json.dumps([_LAYOUT, python.version, sorted(pins)]).encode()).hexdigest()[:12]
    layer = cache / f"layer-{digest}"
    if not (layer / _DONE).is_file():
        filling = Path(tempfile.mkdtemp(prefix=f".{layer.name}-", dir=cache))
        try:
            _install(building, [*pins, "--no-deps", "--target", str(filling)])
            (filling / _DONE).write_text(json.dumps(list(pins)), encoding="utf-8")
            _move(filling, layer)
        finally:
            shutil.rmtree(filling, ignore_errors=True)
    return layer


def _install(building: Path, wanted: Sequence[str]) -> None:
    """Install requirements (and options of `pip install`) in an environment. Raises `NotInstallable`."""
    options = ("--quiet", "--no-input", "--no-warn-script-location")
    done = _pip("--python", str(building / "bin" / "python"), "install", *options, *wanted)
    if done.returncode:
        raise NotInstallable(
            _reason(done), hint=f"Run pip by hand to see all it prints: pip install {' '.join(wanted)}"
        )


def _move(source: Path, target: Path) -> None:
    """Move a folder to its place; where another process was faster, its folder is as good."""
    if target.exists() and not (target / _DONE).is_file():
        shutil.rmtree(target)
    with suppress(OSError):
        source.rename(target)


def lent(cache: Path) -> Path:
    """Return a folder with links to the kit and to what serving needs of it: this kit's, as it is installed."""
    sources = {name: _source(name) for name in _LENT}
    identity = json.dumps({name: str(path) for name, path in sources.items()})
    folder = cache / f"kit-{hashlib.sha256(identity.encode()).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in sources.items():
        with suppress(FileExistsError):
            (folder / name).symlink_to(path, target_is_directory=True)
    return folder


def _source(name: str) -> Path:
    found = util.find_spec(name)
    assert found is not None  # noqa: S101 - this module is part of one, and needs the other
    assert found.origin is not None  # noqa: S101 - as both are ordinary packages
    return Path(found.origin).parent
