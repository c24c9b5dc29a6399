"""Clauses: the numbered rules of the spec, read from its own text."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from nerconform.base.errors import NerconformError
from nerconform.base.resources import spec_dir
from nerconform.results.values import ClauseRecord

_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*\Z")
_CLAUSE = re.compile(r"([A-Z]{3}-[1-9][0-9]?)\s+(.+)")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_TEST = re.compile(r"tests/[\w./-]+\.py(?:::\w+)?")
_CLAUSE_LEVEL = 3


class BadSpec(NerconformError):
    """The text of the spec breaks its own form: an id stands twice."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule: its id, its title, its text, and where it stands.

    Golden cases hold most clauses. A clause about decoders that see a model's numbers names the `tests` that hold it.
    """

    id: str
    title: str
    text: str
    file: str
    line: int
    tests: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return `file:line` of the heading."""
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        """Return id and title."""
        return f"{self.id} {self.title}"


def load_clauses(folder: Path | None = None) -> Mapping[str, Clause]:
    """Return every clause by its id, in the order of the spec's files.

    `folder` is by default the spec of this installation. Raises `BadSpec` where an id stands twice.
    """
    return _clauses_in(folder) if folder else _installed(spec_dir())


@cache
def _installed(folder: Path) -> Mapping[str, Clause]:
    """Return the clauses of this installation, read once: every record of a result names some."""
    return MappingProxyType(_clauses_in(folder))


def _clauses_in(folder: Path) -> dict[str, Clause]:
    """Return the clauses of a folder."""
    clauses: dict[str, Clause] = {}
    for path in sorted(folder.glob("*.md"), key=_order):
        for clause in _read(path.read_text(encoding="utf-8"), f"{folder.name}/{path.name}"):
            if clause.id in clauses:
                message = (
                    f"two clauses of the spec have the id {clause.id}: this one, and the one at "
                    f"{clauses[clause.id].place}"
                )
                raise BadSpec(message, place=clause.place, hint="Give the newer one an id that no clause has had.")
            clauses[clause.id] = clause
    return clauses


def clause_records(named: Container[str], charged: Container[str] = ()) -> tuple[ClauseRecord, ...]:
    """Return the clauses of these names as data, in the order of the spec; `charged` ones with their text."""
    return tuple(
        ClauseRecord(one.id, one.title, one.place, one.text if one.id in charged else "")
        for one in load_clauses().values()
        if one.id in named
    )


def _order(path: Path) -> tuple[int, str]:
    """Sort the chapters by number, files without one first."""
    number = re.match(r"\d+", path.name)
    return (int(number[0]) if number else 0), path.name


def _read(text: str, file: str) -> Iterator[Clause]:
    """Yield the clauses of one file; each ends at the next heading of its level or above."""
    lines = text.splitlines()
    heads = list(_headings(lines))
    for position, (start, level, heading) in enumerate(heads):
        found = _CLAUSE.fullmatch(heading)
        if level != _CLAUSE_LEVEL or not found:
            continue
        end = next((line for line, other, _ in heads[position + 1 :] if other <= level), len(lines))
        yield _clause(found[1], found[2], "\n".join(lines[start + 1 : end]).strip(), f"{file}:{start + 1}")


def _clause(name: str, title: str, text: str, place: str) -> Clause:
    """Return one clause."""
    file, line = place.rsplit(":", 1)
    tests = tuple(dict.fromkeys(_TEST.findall(text)))
    return Clause(name, title, text, file, int(line), tests)


def _headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield index, level and words of every heading, passing over fenced code."""
    fence = ""
    for index, line in enumerate(lines):
        found = _FENCE.match(line)
        if found and (not fence or line.strip() == fence):
            fence = "" if fence else found[1]
        elif not fence and (heading := _HEADING.match(line)):
            yield index, len(heading[1]), heading[2]
