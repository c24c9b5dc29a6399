"""Validated: what is illegal in tagged data, and whether another scheme explains it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from nerconform.comparison.run_part import Source
from nerconform.comparison.scored import place_of
from nerconform.formats.options import ReaderOptions
from nerconform.formats.read import read
from nerconform.formats.record import Record
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError, UnknownOption
from nerconform.reference.schemes import Mark, Scheme, Violation, is_legal, violations_of
from nerconform.reference.tags import parser
from nerconform.reference.version import SPEC_VERSION
from nerconform.version import __version__

FORMAT = "nerconform-validation-1"
AXES = ("affix", "delimiter")
"""The choices that say how a tag is written; every other one would hide what is to be found."""
_PLAIN = ReaderOptions()


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


_KINDS = {"malformed-tag": (Kind.BARE, "TAG-5"), "unknown-prefix": (Kind.UNKNOWN, "TAG-6"), "empty-tag": (Kind.EMPTY, "TAG-8")}


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


@dataclass(frozen=True, slots=True)
class Annotated:
    """One side of one file: how much there is, what is wrong, and in which other schemes nothing would be.

    `transitions` counts the illegal ones by what they look like, such as `O then I-X`. `legal_in` is empty where
    nothing is wrong.
    """

    file: str
    side: str
    units: int
    tags: int
    findings: tuple[Finding, ...]
    transitions: tuple[tuple[str, int], ...]
    legal_in: tuple[Scheme, ...]

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
            "legal_in": [str(scheme) for scheme in self.legal_in],
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
