"""Releases: how each release of a library is installed to be asked, and in which modes it is asked then."""

import re
from dataclasses import dataclass

from packaging.version import Version

from nerconform.libraries.library import Mode, Needs, libraries
from nerconform.libraries.registry import UnknownImplementation, is_path

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the releases of one distribution are installed and asked.

    `modes` are named as a user names them. Where `needs` says what a release needs, it is installed without its own
    requirements, which may be pinned to what no Python of today can build; else with them. `unlisted` are releases that
    pip does not list. `dialect` is the one to which an import path is held.
    """

    library: str
    modes: tuple[Mode, ...]
    needs: tuple[Needs, ...] = ()
    unlisted: tuple[str, ...] = ()
    dialect: str = ""

    def needed(self, version: Version) -> Needs | None:
        """Return what a release needs, `None` where it is left to say so itself."""
        return next((needs for needs in self.needs if needs.versions.contains(version, prereleases=True)), None)


def recipe_of(text: str, dialect: str = "") -> Recipe:
    """Return the recipe of a library that the kit knows, or of `DISTRIBUTION=module:function`, a metric of one's own.

    Raises `UnknownImplementation`.
    """
    name, equals, path = text.partition("=")
    if equals and _NAME.fullmatch(name) and is_path(path):
        return Recipe(name, (Mode(path),), dialect=dialect)
    library = libraries().get(text)
    if library is None:
        hint = f"Use {', '.join(sorted(libraries()))}, or DISTRIBUTION=module:function for a metric of your own."
        raise UnknownImplementation(f"no library is called {text!r}", hint=hint)
    found = {mode: library.mode(mode) for mode in library.bare}
    modes = tuple(Mode(library.selector(name), since=mode.since) for name, mode in found.items() if mode)
    return Recipe(text, modes, library.needs, library.unlisted)
