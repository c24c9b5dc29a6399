"""Environments: every release of a library in a virtual environment of its own, kept from one run to the next.

A release is asked from outside, by the protocol. The environment holds the release and what it needs; the kit itself is
lent to it by links in a folder on its path, so nothing of the kit's own environment gets in.
"""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import util
from pathlib import Path

from packaging.version import InvalidVersion, Version

from nerconform.implementations import pip
from nerconform.implementations.pythons import Python, python_for
from nerconform.implementations.releases import ANY_PYTHON, Mode, Needs, Recipe
from nerconform.reference.errors import NerconformError

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
        serve = [str(self.python), "-W", "ignore", "-m", "nerconform.implementations.serve", mode.name]
        told = ["--dialect", dialect] if dialect else []
        return shlex.join(["env", f"PYTHONPATH={lent(cache)}", *serve, *told])


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
        needs = recipe.needed(Version(release))
    except InvalidVersion:
        raise NotInstallable(f"{release!r} is no version", hint="See `pip index versions`.") from None
    wanted = needs.pythons if needs else ANY_PYTHON
    python = python_for(wanted)
    if python is None:
        hint = "Install one, so that python3.N is on the PATH or in ~/.pyenv/versions."
        raise NotInstallable(f"it needs a Python {wanted}, and none is installed", hint=hint)
    name = f"{recipe.library}-{release}-{_digest(python, needs)}"
    folder = cache / name
    if not (folder / _DONE).is_file():
        _make(recipe, release, needs, python, folder)
    return Environment(release, folder, python.version)


def _digest(python: Python, needs: Needs | None) -> str:
    """Return what tells two environments of one release apart; one interpreter may go by many names."""
    told = json.dumps([_LAYOUT, python.version, str(python.path.resolve()), needs.pins if needs else None])
    return hashlib.sha256(told.encode()).hexdigest()[:12]


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
    if python.is_running:
        venv.create(folder, symlinks=True)
        return
    made = subprocess.run(  # noqa: S603 - an interpreter that is installed here
        [python.path, "-m", "venv", "--without-pip", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise NotInstallable(f"{python.path} makes no environment: {made.stderr.strip()[-300:]}")


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
    reason = pip.install(building / "bin" / "python", wanted)
    if reason:
        raise NotInstallable(reason, hint="See what pip says of it by hand.")


def _move(source: Path, target: Path) -> None:
    """Move a folder to its place; where another process was faster, its folder is as good."""
    if target.exists() and not (target / _DONE).is_file():
        shutil.rmtree(target)
    with suppress(OSError):
        source.rename(target)


def lent(cache: Path) -> Path:
    """Return a folder with links to the kit and to what serving needs of it: this kit's, as it is installed."""
    sources = {name: _source(name) for name in _LENT}
    told = json.dumps({name: str(path) for name, path in sources.items()})
    folder = cache / f"kit-{hashlib.sha256(told.encode()).hexdigest()[:12]}"
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
