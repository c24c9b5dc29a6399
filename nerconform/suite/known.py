"""Known divergences: pinned on fixed cases to the wrong value that a release gives, with the cause (KIT-3).

An entry whose value changes, or whose divergence is gone, fails the run; so the list cannot rot.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.reference.schemes import ALIASES, Scheme
from nerconform.resources import fixtures_dir
from nerconform.suite.forms import check_form
from nerconform.suite.strict_yaml import BadFile, Document, load

Pinned = Mapping[str, str]
"""What was asked, and the wrong answer that is known, as text; an exception under the key `answer`."""


@dataclass(frozen=True, slots=True)
class KnownCause:
    """One cause of divergences of one implementation in a range of versions, and the cases that show it."""

    id: str
    implementation: str
    library: str
    versions: SpecifierSet
    title: str
    words: str
    clause: str
    cases: Mapping[str, Pinned]
    link: str = ""
    fixed_in: str = ""
    place: str = ""

    def covers(self, implementation: str, version: str) -> bool:
        """Whether the entry speaks of this implementation in this version (`library 1.2.3`).

        What is known of `seqeval:strict` holds for `seqeval:strict:IOB2`, too, which is the same in one scheme.
        """
        if version == f"{self.library}, no version":
            return self.implementation == implementation
        library, _, number = version.rpartition(" ")
        scheme = implementation.removeprefix(f"{self.implementation}:")
        if self.library != library or (self.implementation != implementation and scheme not in {*Scheme, *ALIASES}):
            return False
        try:
            return self.versions.contains(Version(number), prereleases=True)
        except InvalidVersion:
            return False


def load_known(extra: Path | None = None) -> tuple[KnownCause, ...]:
    """Return the known divergences of this installation and those of a user's own file. Raises `BadFile`."""
    folder = fixtures_dir() / "known"
    own = [load(path, f"fixtures/known/{path.name}") for path in sorted(folder.glob("*.yaml"))]
    documents = [*own, *([load(extra, str(extra))] if extra else [])]
    causes = [cause for document in documents for cause in _causes(document)]
    for index, cause in enumerate(causes):
        for other in causes[:index]:
            if (cause.id, cause.implementation) == (
                other.id,
                other.implementation,
            ) and cause.versions == other.versions:
                raise BadFile(
                    f"the cause {cause.id!r} is already at {other.place}", place=cause.place, hint="Rename it."
                )
    return tuple(causes)


def _causes(document: Document) -> list[KnownCause]:
    """Return the causes of one file, checked, one for each implementation that shows them."""
    check_form(document, "known")
    return [
        _cause(data, implementation, document.place("causes", index))
        for index, data in enumerate(document.data["causes"])
        for implementation in data["cases"]
    ]


def _cause(data: Mapping[str, Any], implementation: str, place: str) -> KnownCause:
    try:
        versions = SpecifierSet(data["versions"])
    except InvalidSpecifier as error:
        raise BadFile(str(error), place=place, hint="Write a range such as >=1.2,<=1.2.2.") from None
    if "TODO" in data["words"]:
        raise BadFile("the cause has no words yet", place=place, hint="Say why the library answers so.")
    return KnownCause(
        id=data["cause"],
        implementation=implementation,
        library=data["library"],
        versions=versions,
        title=data["title"],
        words=data["words"].strip(),
        clause=data["clause"],
        cases={
            case: {name: str(text) for name, text in got.items()} for case, got in data["cases"][implementation].items()
        },
        link=data.get("link", ""),
        fixed_in=data.get("fixed_in", ""),
        place=place,
    )
