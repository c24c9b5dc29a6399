"""Matrix: what every release of some libraries answers, and where an answer changed; plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from nerconform.results.run import Mismatch
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-matrix-1"
"""The name of the file format; `spec/formats/matrix.schema.json` is its JSON Schema."""


@dataclass(frozen=True, slots=True)
class ModeRow:
    """How one release did, asked by one name of the kit.

    `verdicts` says how many golden cases got each verdict; of all questions, golden and random, `asked` were taken,
    `declared` were answered as the reference does in the declared dialect, `explained` were not and have a cause.
    `causes` says how many answers each cause is behind; `unsupported` how many questions were not taken, by reason.
    `reason` says why nothing was asked at all.
    """

    name: str
    reason: str = ""
    verdicts: Mapping[str, int] = field(default_factory=dict)
    asked: int = 0
    declared: int = 0
    explained: int = 0
    causes: Mapping[str, int] = field(default_factory=dict)
    unsupported: Mapping[str, int] = field(default_factory=dict)

    @property
    def unexplained(self) -> int:
        """Return how many questions were answered otherwise without a cause."""
        return self.asked - self.declared - self.explained


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """One release: the Python that runs it and what came of each mode, or why it is not installed."""

    release: str
    python: str = ""
    reason: str = ""
    modes: tuple[ModeRow, ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `Matrix.to_dict` wrote of one release."""
        return cls(**{**data, "modes": tuple(ModeRow(**mode) for mode in data["modes"])})


@dataclass(frozen=True, slots=True)
class Example:
    """One question whose answer changed; `differences` hold the answer before as expected, that after as got."""

    question: str
    scheme: str
    choices: Mapping[str, str]
    ask: str
    gold: tuple[str, ...]
    pred: tuple[str, ...]
    differences: tuple[Mismatch, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Answers that changed between two releases for one set of causes.

    `gone` and `new` are the causes of the answers before and after that the other release does not have, `choices`
    the options of the new dialect that the old one does not make, `kept` the causes of both answers where there is
    nothing else. Where all four are empty, nothing explains it. `golden` and `random` count the questions.
    """

    mode: str
    before: str
    after: str
    gone: tuple[str, ...]
    new: tuple[str, ...]
    choices: tuple[str, ...]
    kept: tuple[str, ...]
    golden: int
    random: int
    example: Example

    @property
    def explained(self) -> bool:
        """Whether there is a cause."""
        return bool(self.gone or self.new or self.choices or self.kept)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `Matrix.to_dict` wrote of one change."""
        example = {"scheme": "", **data["example"]}
        differences = ({"expected": "", "got": "", **one} for one in example["differences"])
        example["differences"] = tuple(Mismatch(**one) for one in differences)
        example |= {name: tuple(example[name]) for name in ("gold", "pred")}
        named = {name: tuple(data[name]) for name in ("gone", "new", "choices", "kept")}
        return cls(**{**data, **named, "example": Example(**example)})


@dataclass(frozen=True, slots=True)
class Reach:
    """Questions that a release takes and the one before did not (`gained`), or the other way round, and why not."""

    mode: str
    before: str
    after: str
    gained: bool
    reason: str
    questions: int


@dataclass(frozen=True, slots=True)
class LibraryMatrix:
    """All releases of one library, newest first; what changed, oldest first; and the words of every cause."""

    library: str
    releases: tuple[ReleaseRow, ...]
    changes: tuple[Change, ...]
    reaches: tuple[Reach, ...]
    causes: Mapping[str, str]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `Matrix.to_dict` wrote of one library."""
        releases = tuple(ReleaseRow.from_dict(row) for row in data["releases"])
        changes = tuple(Change.from_dict(change) for change in data["changes"])
        reaches = tuple(Reach(**{"reason": "", **reach}) for reach in data["reaches"])
        return cls(data["library"], releases, changes, reaches, data["causes"])


@dataclass(frozen=True, slots=True)
class Matrix:
    """What `nerconform releases` found: on the golden cases and on so many random questions from a seed."""

    libraries: tuple[LibraryMatrix, ...]
    fixtures: str
    examples: int
    seed: int

    @property
    def unexplained(self) -> int:
        """Return how many changes have no cause."""
        return sum(not change.explained for library in self.libraries for change in library.changes)

    @property
    def asked(self) -> bool:
        """Whether any release was asked anything."""
        return any(mode.asked for library in self.libraries for row in library.releases for mode in row.modes)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/matrix.schema.json`); empty texts are left out."""
        versions = {"tool": __version__, "spec": SPEC_VERSION, "fixtures": self.fixtures}
        random = {"examples": self.examples, "seed": self.seed}
        return {"format": FORMAT, **versions, **random, "libraries": [_plain(asdict(one)) for one in self.libraries]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote. The caller has checked the data against the JSON Schema."""
        libraries = tuple(LibraryMatrix.from_dict(one) for one in data["libraries"])
        return cls(libraries, data["fixtures"], data["examples"], data["seed"])


def _plain(data: object) -> object:
    """Return data without empty texts, lists for tuples."""
    match data:
        case Mapping():
            return {name: _plain(value) for name, value in data.items() if value != ""}
        case tuple() | list():
            return [_plain(value) for value in data]
    return data
