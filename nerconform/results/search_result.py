"""Searched: what a search for divergences found, the model that its reports are a view of (KIT-7)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from nerconform.results.run import Mismatch
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-search-1"
"""The name of the file format; `spec/formats/search.schema.json` is its JSON Schema."""


@dataclass(frozen=True, slots=True)
class Input:
    """The smallest input that was found for a class: the data, how they were asked, and where they stand in a file.

    Units are lists of tags, or of spans `[type, start, end]`, ends exclusive. `place` is empty for generated data.
    """

    form: str
    scheme: str
    ask: str
    choices: Mapping[str, str]
    gold: list[list[object]]
    pred: list[list[object]]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Parted:
    """The step of the path at which the two sides part, and what each has there."""

    step: str
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class CauseShown:
    """A cause as reports tell it: a quirk or mistake with its words, or a choice; `whose` names the implementation."""

    id: str
    kind: str
    title: str
    clause: str = ""
    prose: str = ""
    link: str = ""
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One class of divergences: those that one cause explains, or one sort of those that nothing does.

    `id` is the cause's; `fired` counts the inputs on which it was part of the explanation, `verified_on` all inputs on
    which the explanation gave exactly what was observed, neighbours included. `causes` are those of `input`, in the
    order of the path. `mismatches` hold what the left side expects and the right one gave. `case` is a fixture file.
    """

    id: str
    title: str
    explained: bool
    fired: int
    verified_on: int
    input: Input
    mismatches: tuple[Mismatch, ...]
    causes: tuple[CauseShown, ...] = ()
    parted: Parted | None = None
    dialects: tuple[str, str] = ("", "")
    reproduction: str = ""
    case: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the class as plain data; empty parts are left out."""
        data: dict[str, object] = {**asdict(self), "causes": [_filled(asdict(cause)) for cause in self.causes]}
        data["input"] = _filled(asdict(self.input)) | {"gold": self.input.gold, "pred": self.input.pred}
        return _filled(data)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        values = {**data, "input": Input(**{"scheme": "", "choices": {}, **data["input"]})}
        values["mismatches"] = tuple(Mismatch(**one) for one in data["mismatches"])
        values["causes"] = tuple(CauseShown(**one) for one in data.get("causes", ()))
        values["parted"] = Parted(**data["parted"]) if "parted" in data else None
        values["dialects"] = tuple(data.get("dialects", ("", "")))
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Times:
    """Where the time of a search went, in seconds."""

    generator: float
    library: float
    kit: float

    @property
    def total(self) -> float:
        """Return all of it."""
        return self.generator + self.library + self.kit


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found between two sides, by the number of inputs and by class, the most frequent first.

    `examples` are the inputs on which both sides were asked; `divergent` of them differ, `unexplained` of these without
    a cause. `source` is `generated`, or the names of the files. `untried` says why nothing could be asked, and
    `interrupted` whether somebody ended it before its time.
    """

    left: str
    right: str
    version: str
    source: str
    seed: int
    examples: int
    divergent: int
    unexplained: int
    classes: tuple[Found, ...]
    times: Times
    untried: str = ""
    replayed: int = field(default=0)
    interrupted: bool = False

    @property
    def per_second(self) -> float:
        """Return how many inputs were asked in a second."""
        return self.examples / self.times.total if self.times.total else 0.0

    def to_dict(self) -> dict[str, object]:
        """Return the search as plain data."""
        data = {
            "left": self.left,
            "right": self.right,
            "version": self.version,
            "source": self.source,
            "seed": self.seed,
            "examples": self.examples,
            "replayed": self.replayed,
            "divergent": self.divergent,
            "unexplained": self.unexplained,
            "times": asdict(self.times),
            "classes": [found.to_dict() for found in self.classes],
        }
        more = {"untried": self.untried, "interrupted": self.interrupted}
        return data | {name: value for name, value in more.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        classes = tuple(Found.from_dict(found) for found in data["classes"])
        return cls(**{**data, "classes": classes, "times": Times(**data["times"])})


@dataclass(frozen=True, slots=True)
class Searches:
    """What `nerconform diff` found: one search for each mode of a library."""

    searches: tuple[Search, ...]

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended the search."""
        return any(search.interrupted for search in self.searches)

    def status(self, *, strict: bool = False) -> int:
        """Return the exit status: 1 where anything is unexplained, or, if strict, differs; 2 if nothing was asked."""
        if not any(search.examples for search in self.searches):
            return 2
        return int(any(search.divergent if strict else search.unexplained for search in self.searches))

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/search.schema.json`)."""
        searches = [search.to_dict() for search in self.searches]
        return {"format": FORMAT, "tool": __version__, "spec": SPEC_VERSION, "searches": searches}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote. The caller has checked the data against the JSON Schema."""
        return cls(tuple(Search.from_dict(search) for search in data["searches"]))


def _filled(data: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping without what is empty."""
    return {name: value for name, value in data.items() if value not in ("", (), [], {}, None)}
