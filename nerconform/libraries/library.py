"""Libraries: what is said of each in its folder, and the discovery of the folders."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import NamedTuple, cast

from packaging.specifiers import SpecifierSet
from packaging.version import Version

ANY_PYTHON = SpecifierSet(">=3.11")
"""The Pythons that can run the kit beside a release."""
BUILT = SpecifierSet(">=3.11,<3.13")
"""The Pythons for which the pinned requirements of old releases are built."""
NUMPY = "numpy==1.26.4"
"""One pin for all old releases, so that a change between two of them is their own."""


class Mode(NamedTuple):
    """One way to ask a library: the name behind the library's name, and a sentence for `nerconform list`.

    A word in capitals is a placeholder of several names, such as SCHEME. `since` is the first release that has the
    mode. `call` is what a user of the library writes to get this mode, for people who do not know the mode's name here.
    """

    name: str
    sentence: str = ""
    since: str = "0"
    only_by_name: bool = False
    call: str = ""


@dataclass(frozen=True, slots=True)
class Needs:
    """What releases need beside themselves: pinned requirements, and the Pythons for which these exist."""

    versions: SpecifierSet
    pins: tuple[str, ...] = ()
    pythons: SpecifierSet = ANY_PYTHON


@dataclass(frozen=True, slots=True)
class Library:
    """One library, or one program.

    `package` is the `__name__` of its folder. `name` stands first in selectors and in version strings; it is also the
    name of the distribution. A library without `modes` cannot be asked by its name: its folder holds what is known.
    `bare` are the modes that the bare name asks, `compared` those that `compare` asks by default. `imports` are
    its top-level modules if they are not named like it: see `modules`. `oldest` is the first release that the adapter
    can ask,
    `recorded` the release of the committed reports, and `recorded_with` what else these depend on. `beside` is what a
    library imports and does not require. `rank` is the place
    in lists: libraries in wide use first. Where `needs` covers a release, it is installed without its own
    requirements, which no current Python may be able to build. pip does not list the releases in `unlisted`.
    """

    package: str
    name: str
    sentence: str = ""
    modes: tuple[Mode, ...] = ()
    bare: tuple[str, ...] = ("",)
    compared: tuple[str, ...] = ()
    placeholders: Mapping[str, str] = field(default_factory=lambda: {"SCHEME": "[A-Za-z0-9]+"})
    imports: tuple[str, ...] = ()
    extra: str = "peers"
    oldest: str = ""
    recorded: str = ""
    recorded_with: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    rank: int = 99
    needs: tuple[Needs, ...] = ()
    unlisted: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """Return the name of the folder."""
        return self.package.rpartition(".")[2]

    @property
    def modules(self) -> tuple[str, ...]:
        """Return its top-level modules, which nothing outside its folder imports."""
        return self.imports or (self.name.replace("-", "_"),)

    @property
    def about(self) -> str:
        """Return what it is in one sentence; of a library that cannot be asked, what its folder says of itself."""
        return self.sentence or " ".join((import_module(self.package).__doc__ or "").partition("\n\n")[0].split())

    def selector(self, mode: str) -> str:
        """Return the name by which the kit asks a mode."""
        return f"{self.name}:{mode}" if mode else self.name

    def mode(self, name: str) -> Mode | None:
        """Return the mode of this name, `None` where there is none."""
        return next((mode for mode in self.modes if re.fullmatch(self._pattern(mode), name)), None)

    def call(self, name: str) -> str:
        """Return what a user of the library writes to get this mode; empty where nothing is said of it."""
        mode = self.mode(name)
        if mode is None:
            return ""
        words = re.findall("[A-Z]{3,}", mode.name)
        found = re.fullmatch(self._pattern(mode), name)
        call = mode.call
        for word, value in zip(words, found.groups() if found else (), strict=True):
            call = call.replace(word, value)
        return call

    def _pattern(self, mode: Mode) -> str:
        """Return the regular expression of the names of a mode."""
        return re.sub("[A-Z]{3,}", lambda word: f"({self.placeholders.get(word[0], word[0])})", mode.name)

    def served(self, mode: str, version: str) -> bool:
        """Whether this release has the mode."""
        found = self.mode(mode)
        return found is not None and (found.since == "0" or Version(version) >= Version(found.since))


def folders() -> tuple[str, ...]:
    """Return the names of the folders of libraries, sorted."""
    here = Path(__file__).parent
    return tuple(one.name for one in iter_modules([str(here)]) if one.ispkg and not one.name.startswith("_"))


@cache
def library_in(folder: str) -> Library:
    """Return the library of a folder."""
    return cast("Library", import_module(f"{__package__}.{folder}").LIBRARY)


@cache
def libraries() -> Mapping[str, Library]:
    """Return the libraries that the kit can ask, by name, in the order of lists."""
    here = Path(__file__).parent
    found = (library_in(folder) for folder in folders() if (here / folder / "adapter.py").is_file())
    ordered = sorted(found, key=lambda one: (one.rank, one.name))
    return MappingProxyType({one.name: one for one in ordered})


class Selector(NamedTuple):
    """A built-in name of implementations, and what it means in one sentence."""

    name: str
    sentence: str


_OTHERS = (
    Selector("reference:DIALECT", "nerconform's own scorer, by the rules named DIALECT."),
    Selector("exec:COMMAND", "Your program in any language (docs/protocol.md)."),
    Selector("module:function", "Your Python function of gold and predicted tags."),
)


def selectors() -> tuple[Selector, ...]:
    """Return the built-in names; words in capitals stand for several names."""
    return (*(one for library in libraries().values() for one in _selectors(library)), *_OTHERS)


def _selectors(library: Library) -> Iterable[Selector]:
    if library.sentence:
        yield Selector(library.name, library.sentence)
    for mode in library.modes:
        sentence = f"{mode.sentence} Only by this name." if mode.only_by_name else mode.sentence
        yield Selector(library.selector(mode.name), sentence)


def call_of(name: str) -> str:
    """Return what a user writes to get the mode of a built-in name, `mode='strict', scheme=IOB2`; else nothing."""
    family, _, mode = name.partition(":")
    library = libraries().get(family)
    return library.call(mode) if library else ""


def selector_of(name: str) -> Selector | None:
    """Return the built-in name that a name is an instance of, `None` where there is none."""
    exact = [one for one in selectors() if one.name == name]
    like = [one for one in selectors() if re.fullmatch(re.sub("[A-Z]{2,}", ".+", one.name), name)]
    return max(exact or like, key=lambda one: len(one.name), default=None)
