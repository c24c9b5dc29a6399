"""Validated: what is illegal in tagged data, and whether another scheme explains it."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from nerconform.reference.schemes import Scheme
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-validation-1"


class Kind(StrEnum):
    """What is wrong at a place."""

    PAIR = "pair"
    """A tag may not follow the one before it."""
    START = "start"
    """A tag may not stand first in a unit."""
    END = "end"
    """A unit may not end after a tag."""
    BARE = "bare"
    """A tag has no delimiter or no type (TAG-5)."""
    UNKNOWN = "unknown"
    """A letter does not belong to the scheme (TAG-6)."""
    EMPTY = "empty"
    """A tag is the empty string (TAG-8)."""


class Finding(NamedTuple):
    """One thing that is wrong: where, which tag, which kind, by which clause, and in words.

    `line` is counted from 1; `tag` is the one that may not stand there, and under `end` the last one of its unit.
    """

    file: str
    line: int
    side: str
    tag: str
    kind: Kind
    clause: str
    message: str

    @property
    def place(self) -> str:
        """Return `file:line`."""
        return f"{self.file}:{self.line}"


class Written(NamedTuple):
    """How tags are written: in which scheme, on which side the letter stands, and what stands between."""

    scheme: str
    affix: str
    delimiter: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """One side of one file: how much there is, what is wrong, and in which other schemes nothing would be.

    `transitions` counts the illegal ones by what they look like, such as `O then I-X`. `legal_in` says as what every
    sequence here would be legal; it is empty where nothing is wrong.
    """

    file: str
    side: str
    units: int
    tags: int
    findings: tuple[Finding, ...]
    transitions: tuple[tuple[str, int], ...]
    legal_in: tuple[Written, ...]

    @property
    def kinds(self) -> dict[str, int]:
        """Return how many findings there are of each kind."""
        found = Counter(finding.kind for finding in self.findings)
        return {str(kind): found[kind] for kind in Kind}

    def to_dict(self) -> dict[str, object]:
        """Return this side as plain data."""
        return {
            "file": self.file,
            "side": self.side,
            "units": self.units,
            "tags": self.tags,
            "kinds": self.kinds,
            "transitions": dict(self.transitions),
            "legal_in": [written._asdict() for written in self.legal_in],
            "findings": [
                {"line": one.line, "tag": one.tag, "kind": str(one.kind), "clause": one.clause, "message": one.message}
                for one in self.findings
            ],
        }


@dataclass(frozen=True, slots=True)
class Validated:
    """What was found in all files."""

    scheme: Scheme
    sides: tuple[Annotated, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not any(side.findings for side in self.sides)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/validate.schema.json`)."""
        head = {"format": FORMAT, "tool": __version__, "spec": SPEC_VERSION, "scheme": str(self.scheme)}
        return {**head, "legal": self.legal, "sides": [side.to_dict() for side in self.sides]}
