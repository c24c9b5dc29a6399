"""Equivalents: mutants that no input can show, each listed with the reason in `equivalents.md`.

An entry is written as a run lists a survivor, without the number of the line: the file, the function, what is there and
what stands there instead, then a colon and the reason. If the function has several such mutants, `in` and some text of
the line say which: "- file.py function: `0` -> `1` in `reach = 0`: the reason." Each entry is about exactly one mutant.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.mutation.source_mutants import SourceMutant, mutated

LIST = Path(__file__).with_suffix(".md")
_ENTRY = re.compile(r"- (\S+) (\S+): `(.*?)` -> `(.*?)`(?: in `(.*?)`)?: (\S.*)")


class NotOne(ValueError):
    """An entry that is about no mutant, or about several, or that cannot be read."""


class Equivalent(NamedTuple):
    """One entry of the list."""

    file: str
    where: str
    before: str
    after: str
    line: str
    reason: str

    def __str__(self) -> str:
        """Return the entry without its reason."""
        among = f" in `{self.line}`" if self.line else ""
        return f"{self.file} {self.where}: `{self.before}` -> `{self.after}`{among}"


def entries(text: str) -> Iterator[Equivalent]:
    """Yield the entries of a list; every line that begins as one has to be one. Raises `NotOne`."""
    for line in text.splitlines():
        if line.startswith("- "):
            found = _ENTRY.fullmatch(line)
            if found is None:
                raise NotOne(line)
            yield Equivalent(*(group or "" for group in found.groups()))


def mutant_of(one: Equivalent, every: Sequence[SourceMutant], package: Path) -> SourceMutant:
    """Return the mutant that an entry is about. Raises `NotOne`."""
    alike = [each for each in every if (each.file, each.where, each.before) == (one.file, one.where, one.before)]
    source = _read(package / one.file) if alike else ""
    lines = source.splitlines()
    found = [
        each
        for each in alike
        if one.line in " ".join(lines[at - 1].strip() for at in each.lines)
        and mutated(source, each)[1].after == one.after
    ]
    if len(found) != 1:
        raise NotOne(f"{len(found)} mutants are {one}")
    return found[0]


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
