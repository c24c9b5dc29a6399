"""Releases: how each release of a library is installed to be asked, and by which names of the kit it is asked then."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from nerconform.libraries.registry import UnknownImplementation, is_path

ANY_PYTHON = SpecifierSet(">=3.11")
"""What runs the kit can serve a release."""
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
_NUMPY = "numpy==1.26.4"
_SKLEARN = (_NUMPY, "scikit-learn==1.5.2", "scipy==1.14.1", "joblib==1.4.2", "threadpoolctl==3.5.0")
_PANDAS = (_NUMPY, "pandas==2.2.3", "python-dateutil==2.9.0.post0", "pytz==2024.2", "six==1.16.0", "tzdata==2024.2")


@dataclass(frozen=True, slots=True)
class Needs:
    """What releases need beside themselves: requirements that are pinned, and the Pythons that these exist for."""

    versions: SpecifierSet
    pins: tuple[str, ...] = ()
    pythons: SpecifierSet = ANY_PYTHON


@dataclass(frozen=True, slots=True)
class Mode:
    """One name by which the kit asks a library, and the release that is the first to be asked by it."""

    name: str
    since: str = "0"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the releases of one distribution are installed and asked.

    Where `needs` says what a release needs, it is installed without its own requirements, which may be pinned to what
    no Python of today can build; else with them. `unlisted` are releases that pip does not list, or not any more.
    `dialect` is the one to which an import path is held.
    """

    library: str
    modes: tuple[Mode, ...]
    needs: tuple[Needs, ...] = ()
    unlisted: tuple[str, ...] = ()
    dialect: str = ""

    def needed(self, version: Version) -> Needs | None:
        """Return what a release needs, `None` where it is left to say so itself."""
        return next((needs for needs in self.needs if needs.versions.contains(version, prereleases=True)), None)


# The numbers of these are counts and a few divisions, so that a newer NumPy than they were written for changes none;
# the pins are one set for all releases, so that a change between two of them is their own.
_CP = SpecifierSet(">=3.11,<3.13")
"""The Pythons for which these are built."""
RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        "seqeval": Recipe(
            library="seqeval",
            modes=(
                Mode("seqeval:default"),
                Mode("seqeval:strict", since="1.0.0"),
                Mode("seqeval:strict:auto", since="1.0.0"),
            ),
            needs=(Needs(SpecifierSet("<1.0.0"), (_NUMPY,), _CP), Needs(SpecifierSet(">=1.0.0"), _SKLEARN, _CP)),
        ),
        "nervaluate": Recipe(
            library="nervaluate",
            modes=(Mode("nervaluate"),),
            needs=(Needs(SpecifierSet(">=0.3,<1.0"), _PANDAS, _CP), Needs(SpecifierSet())),
            unlisted=("0.1.3", "0.1.4"),
        ),
    }
)
"""What is known of two libraries: their metrics import less than they require."""
_SEVERAL = {"seqscore": ("none", "conlleval", "discard"), "spacy": ("ner", "spans")}
_SINGLE = ("conlleval", "eval4ner", "iobes", "nereval", "sklearn-crfsuite")


def recipe_of(text: str, dialect: str = "") -> Recipe:
    """Return the recipe of a library that the kit knows, or of `DISTRIBUTION=module:function`, a metric of one's own.

    Raises `UnknownImplementation`.
    """
    library, equals, path = text.partition("=")
    if equals and _NAME.fullmatch(library) and is_path(path):
        return Recipe(library, (Mode(path),), dialect=dialect)
    if text in RECIPES:
        return RECIPES[text]
    if text in _SEVERAL:
        return Recipe(text, tuple(Mode(f"{text}:{mode}") for mode in _SEVERAL[text]))
    if text in _SINGLE:
        return Recipe(text, (Mode(text),))
    known = ", ".join(sorted({*RECIPES, *_SEVERAL, *_SINGLE}))
    hint = f"Use {known}, or DISTRIBUTION=module:function for a metric of your own."
    raise UnknownImplementation(f"no library is called {text!r}", hint=hint)
