"""Quirks: what no choice of a dialect can express, each a function from a pipeline to a pipeline (DIA-1).

A quirk belongs to one library and says in which versions. It names the library, and what the library raises, by string:
nothing here needs a library to be installed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, NamedTuple

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span


class Step(StrEnum):
    """The step of the path that a quirk changes first."""

    PARSE = "parse"
    DECODE = "decode"
    FILTER = "filter"
    MATCH = "match"
    COUNT = "count"
    SCORE = "score"


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


class Shown(NamedTuple):
    """The smallest input that shows a quirk, and what the library gives there.

    `gold` and `pred` are the tags of one unit. `spans` is what the library reads of `pred` (ends exclusive), `counts`
    are POS, ACT and COR (strict), `error` is the type of the exception that it raises, `numbers` are measures by their
    text with values as doubles, `None` where undefined; `None` or empty in place of any of these: not said. Where one
    unit of tags cannot show it, `data` holds both sides as they are passed in, and `gold` and `pred` are empty.
    """

    scheme: Scheme
    gold: str
    pred: str
    spans: tuple[Span, ...] | None = None
    counts: tuple[int, int, int] | None = None
    error: str = ""
    numbers: Mapping[str, float | None] | None = None
    data: tuple[object, object] | None = None
    choices: Mapping[str, str] = MappingProxyType({})

    @property
    def sides(self) -> tuple[object, object]:
        """Return gold and prediction as they are passed in."""
        return ([self.gold.split()], [self.pred.split()]) if self.data is None else self.data


@dataclass(frozen=True, slots=True)
class Quirk:
    """One way in which a library departs from every dialect.

    `base` holds the choices to which the change is added, in their text forms, and `schemes` where it applies.
    `versions` is a specifier such as `==1.2.2`; of a library without releases, its revisions, separated by blanks.
    `fires` never says no where the change changes an answer. `modes` are the modes of the library that have the quirk,
    as in `strict:*`; none: all of them. Where the library looks at all the data before it reads any unit, `reads` makes
    the change for the input, and `change` is that for some input.
    """

    id: str
    library: str
    versions: str
    step: Step
    title: str
    prose: str
    clause: str
    base: Mapping[str, str]
    schemes: tuple[Scheme, ...]
    fires: Callable[[Given], bool]
    change: Change
    shown: Shown
    link: str = ""
    modes: tuple[str, ...] = ()
    reads: Callable[[Given], Change] | None = None

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
            return SpecifierSet(self.versions).contains(Version(version), prereleases=True)
        except (InvalidSpecifier, InvalidVersion):
            return version in self.versions.split()

    def dialect(self, scheme: Scheme) -> Dialect:
        """Return the dialect in this scheme to which the change is added. Raises `UndefinedPolicy` (DIA-7)."""
        return Dialect().set(scheme=scheme, **self.base)

    def pipeline(self, scheme: Scheme) -> Pipeline:
        """Return the library's path from tags to numbers in this scheme."""
        return self.change(Pipeline.of(self.dialect(scheme)))
