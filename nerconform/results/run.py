"""Results: the one model that every report is a view of (KIT-2)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Self

FORMAT = "nerconform-run-1"
"""The name of the file format; `spec/formats/run.schema.json` is its JSON Schema."""


class Verdict(StrEnum):
    """What a golden case says of one implementation."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    """Every number that was asked agrees; or bad input was refused."""
    FAIL = "fail"
    """A number differs, bad input was answered, or a known divergence has changed or gone."""
    ERROR = "error"
    """The implementation crashed."""
    REFUSED = "refused"
    """The implementation refused where an answer was due."""
    UNSUPPORTED = "unsupported"
    """The implementation does not take such questions, and says why."""
    KNOWN = "known"
    """A divergence that is pinned, with its cause, in the list of known ones."""


DIVERGENT = frozenset({Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN})
"""Verdicts of an implementation that did not answer as the case says."""
BAD = DIVERGENT - {Verdict.KNOWN}
"""Verdicts that make a run fail."""

NUMBERS = ("tp", "fp", "fn", "precision", "recall", "f1")
"""The strict micro numbers that a result keeps where sound dialects differ."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that was asked, what is right, and what came; all as text."""

    asked: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict of one golden case on one implementation.

    `mismatches` and what a report tells of them are filled where the verdict is divergent, so that a report needs
    nothing but the run. `gold` and `pred` are the units as text, `dialect` the canonical dialect that was asked. Where
    a case passed and sound dialects differ on it, `right` holds the strict micro numbers that are right in this one,
    and `reading` the choices that make them so.
    """

    case: str
    kind: str
    clauses: tuple[str, ...]
    verdict: Verdict
    reason: str = ""
    mismatches: tuple[Mismatch, ...] = ()
    cause: str = ""
    why: str = ""
    source: str = ""
    flags: tuple[str, ...] = ()
    place: str = ""
    dialect: str = ""
    gold: tuple[str, ...] = ()
    pred: tuple[str, ...] = ()
    reproduction: str = ""
    reading: str = ""
    right: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        values = {**data, "verdict": Verdict(data["verdict"])}
        values["mismatches"] = tuple(Mismatch(**mismatch) for mismatch in data.get("mismatches", ()))
        for name in ("clauses", "flags", "gold", "pred"):
            values[name] = tuple(data.get(name, ()))
        return cls(**values)

    def to_dict(self) -> dict[str, object]:
        """Return the result as plain data; empty parts are left out."""
        data = {name: value for name, value in asdict(self).items() if value not in ("", (), {})}
        return {**data, "verdict": str(self.verdict)}


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a known divergence is there: written by a person, shared by all cases that it explains."""

    id: str
    title: str
    words: str
    clause: str
    versions: str
    link: str = ""
    fixed_in: str = ""


@dataclass(frozen=True, slots=True)
class ImplementationRun:
    """All results of one implementation, in the order of the suite, and the causes of its known divergences."""

    name: str
    version: str
    results: tuple[Result, ...]
    causes: tuple[Cause, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing but passes, unsupported questions and known divergences came."""
        return not any(result.verdict in BAD for result in self.results)

    def count(self, verdict: Verdict, kind: str | None = None) -> int:
        """Return how many cases (of this kind) got the verdict."""
        return sum(result.verdict is verdict and kind in {None, result.kind} for result in self.results)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        results = tuple(Result.from_dict(result) for result in data["results"])
        return cls(data["name"], data["version"], results, tuple(Cause(**cause) for cause in data.get("causes", ())))

    def to_dict(self) -> dict[str, object]:
        """Return the run of this implementation as plain data."""
        return {
            "name": self.name,
            "version": self.version,
            "causes": [_filled(asdict(cause)) for cause in self.causes],
            "results": [result.to_dict() for result in self.results],
        }


def _filled(data: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping without its empty texts."""
    return {name: value for name, value in data.items() if value != ""}


@dataclass(frozen=True, slots=True)
class Run:
    """What `nc.check` returns: the results of some implementations on the suite, and the three versions."""

    implementations: tuple[ImplementationRun, ...]
    tool: str
    spec: str
    fixtures: str
    format: str = field(default=FORMAT)

    @property
    def passed(self) -> bool:
        """Whether every implementation passed; the exit status of `check` is 0 then, else 1."""
        return all(run.passed for run in self.implementations)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote. The caller has checked the data against the JSON Schema."""
        runs: Sequence[Mapping[str, Any]] = data["implementations"]
        versions = {name: data[name] for name in ("tool", "spec", "fixtures", "format")}
        return cls(tuple(ImplementationRun.from_dict(run) for run in runs), **versions)

    def to_dict(self) -> dict[str, object]:
        """Return the run as plain data (`spec/formats/run.schema.json`)."""
        head = {"format": self.format, "tool": self.tool, "spec": self.spec, "fixtures": self.fixtures}
        return {**head, "implementations": [run.to_dict() for run in self.implementations]}
