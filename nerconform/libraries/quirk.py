"""Quirks: what no choice of a dialect can express, each a function from a pipeline to a pipeline.

A quirk names its library, and what the library raises, by string: nothing here needs a library to be installed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.libraries.defects import Defect, SmallestInput, defect
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme


class Step(StrEnum):
    """The step of the path that a quirk changes first."""

    PARSE = "parse"
    """Tags become prefixes and types."""
    DECODE = "decode"
    """Prefixes and types become spans."""
    FILTER = "filter"
    """Spans that take part are kept."""
    MATCH = "match"
    """Spans of both sides become outcomes."""
    COUNT = "count"
    """Outcomes become counts."""
    SCORE = "score"
    """Counts become numbers."""


class LibraryRaises(Exception):
    """What a quirk predicts where the library crashes: the type of its exception, by name.

    It is raised by a changed step and passes through the pipeline as it is, so it is never taken for a refusal.
    """

    def __init__(self, error: str) -> None:
        """Predict an exception of this type."""
        super().__init__(error)
        self.error = error


class Own:
    """Base of what a step of a quirk hands on to a later step of its own: no result that another path has, too."""

    __slots__ = ()


class Given(NamedTuple):
    """The input on which a quirk may fire: both sides as they were given, the dialect that reads them, and the way.

    `ask` is the way in which the library is asked, as in a question: `scores` or `report`; `choices` are the imposed
    ones, as they were written.
    """

    gold: object
    pred: object
    dialect: Dialect
    ask: str = "scores"
    choices: Mapping[str, str] = MappingProxyType({})

    def tagged(self) -> Iterator[Sequence[str]]:
        """Yield every unit of tags of either side; whatever is no list of strings is passed over."""
        for side in (self.gold, self.pred):
            for unit in _listed(side):
                tags = _listed(unit)
                if tags and all(isinstance(tag, str) for tag in tags):
                    yield tags

    def tags(self) -> set[str]:
        """Return the distinct tags of both sides."""
        return {tag for unit in self.tagged() for tag in unit}


def _listed(value: object) -> list[Any]:
    """Return the members of a list, a tuple, an array; whatever else the value is has none."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping) else []


def unchanged(pipeline: Pipeline) -> Pipeline:
    """Return the path as it is."""
    return pipeline


@dataclass(frozen=True, slots=True)
class Quirk:
    """One way in which a library departs from every dialect, as a change of a pipeline.

    The defect of the same id holds its words, versions, modes and example; `about` holds them where there is no
    library. `base` holds the choices to which the change is added, in their text forms, and `schemes` where it applies.
    `fires` never says no where the change changes an answer. Where the library looks at all the data before it reads
    any sentence, `reads` makes the change for the input, and `change` is that for some input.
    """

    id: str
    step: Step
    fires: Callable[[Given], bool]
    change: Change = unchanged
    _: KW_ONLY
    base: Mapping[str, str]
    schemes: tuple[Scheme, ...]
    reads: Callable[[Given], Change] | None = None
    about: Defect | None = None

    @property
    def defect(self) -> Defect:
        """Return what is known of it."""
        return self.about or defect(self.id)

    @property
    def library(self) -> str:
        """Return the name of the library."""
        return self.defect.library

    @property
    def versions(self) -> str:
        """Return the versions that have it."""
        return self.defect.versions

    @property
    def title(self) -> str:
        """Return its title."""
        return self.defect.title

    @property
    def prose(self) -> str:
        """Return what happens, and why."""
        return self.defect.words

    @property
    def clause(self) -> str:
        """Return the clause of the spec that it departs from."""
        return self.defect.clause

    @property
    def link(self) -> str:
        """Return where it was reported or fixed."""
        return self.defect.link

    @property
    def modes(self) -> tuple[str, ...]:
        """Return the modes of the library that have it; none: all."""
        return self.defect.modes

    @property
    def example(self) -> SmallestInput:
        """Return the smallest input that shows it."""
        return self.defect.example or SmallestInput(self.schemes[0])

    def on(self, given: Given) -> Change:
        """Return the change on this input."""
        return self.change if self.reads is None else self.reads(given)

    def belongs_to(self, implementation: str) -> bool:
        """Whether the implementation is in a mode that has the quirk; it is named as `library:mode`."""
        mode = implementation.partition(":")[2]
        return not self.modes or any(fnmatchcase(mode, pattern) for pattern in self.modes)

    def covers(self, library: str, version: str) -> bool:
        """Whether the quirk belongs to this version of this library."""
        if library != self.library:
            return False
        try:
            return _range(self.versions).contains(Version(version), prereleases=True)
        except (InvalidSpecifier, InvalidVersion):
            return version in self.versions.split()

    def dialect(self, scheme: Scheme) -> Dialect:
        """Return the dialect in this scheme to which the change is added. Raises `UndefinedPolicy`."""
        return Dialect().set(scheme=scheme, **self.base)

    def pipeline(self, scheme: Scheme) -> Pipeline:
        """Return the library's path from tags to numbers in this scheme."""
        return self.change(Pipeline.of(self.dialect(scheme)))


_range = cache(SpecifierSet)
