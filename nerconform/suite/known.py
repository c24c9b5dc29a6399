"""Known divergences: pinned on golden cases to the wrong value that a release gives, with the cause.

An entry whose value changes, or whose divergence is gone, fails the run; so the list cannot rot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, overload

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.base.errors import NerconformError
from nerconform.base.strict_yaml import BadFile, Document, check_form, load
from nerconform.libraries.defects import Defect, Pinned, defects_of
from nerconform.libraries.library import folders, library_in
from nerconform.libraries.registry import library_of
from nerconform.reference.schemes import ALIASES, Scheme
from nerconform.suite.clauses import load_clauses

_NO_VERSION = ", no version"
DRAFT = "TODO"
"""What stands where a person has to write; a cause in which it stands is refused."""


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
    impact: str = ""
    effect: str = ""
    what_to_do: str = ""

    def names(self, implementation: str) -> bool:
        """Whether the entry speaks of this implementation.

        What is known of `seqeval:strict` holds for `seqeval:strict:IOB2`, too, which is the same in one scheme.
        """
        scheme = implementation.removeprefix(f"{self.implementation}:")
        return self.implementation == implementation or scheme in {*Scheme, *ALIASES}

    def covers(self, implementation: str, version: str) -> bool:
        """Whether the entry speaks of this implementation in this version (`library 1.2.3`).

        Raises `BadFile` where it says that the implementation is of another library.
        """
        if not self.names(implementation):
            return False
        library, _, number = version.rpartition(" ")
        if version.endswith(_NO_VERSION):
            library, number = version.removesuffix(_NO_VERSION), ""
        if self.library != library:
            raise _other_library(self.implementation, library, self.library, self.place)
        try:
            return not number or self.versions.contains(Version(number), prereleases=True)
        except InvalidVersion:
            return False


class KnownDivergences(Sequence[KnownCause]):
    """The known divergences of this installation, then those of a user's own file.

    Those of a library are read when somebody asks for them: `check` of a function needs few of them.
    """

    def __init__(self, own: Sequence[KnownCause] = ()) -> None:
        """Add those of a user's own file."""
        self.own = tuple(own)

    def of(self, *libraries: str) -> list[KnownCause]:
        """Return those of these libraries, and those of the user's own file. Raises `BadFile`."""
        return [*(cause for library in libraries for cause in _of_library(library)), *self.own]

    def covering(self, implementation: str, version: str) -> list[KnownCause]:
        """Return those that speak of an implementation in a version (`library 1.2.3`). Raises `BadFile`."""
        found = self.of(implementation.partition(":")[0])
        return [cause for cause in found if cause.covers(implementation, version)]

    @cached_property
    def _all(self) -> list[KnownCause]:
        return self.of(*(library_in(folder).name for folder in folders()))

    def __len__(self) -> int:
        """Return how many there are of all libraries."""
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> KnownCause: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[KnownCause]: ...
    def __getitem__(self, index: int | slice) -> KnownCause | Sequence[KnownCause]:
        """Return one of all, or some."""
        return self._all[index]


@cache
def _of_library(library: str) -> tuple[KnownCause, ...]:
    """Return the known divergences of a library of this installation. Raises `BadFile`."""
    found = [_pinned(defect, name) for defect in defects_of(library) for name in defect.pinned]
    _check_once(found)
    return tuple(found)


def load_known(extra: Path | None = None, *, drafts: bool = False) -> KnownDivergences:
    """Return the known divergences of this installation and those of a user's own file.

    Raises `BadFile` where a cause of the file names a clause, an implementation or a library that does not exist, or,
    unless `drafts` are wanted, where a person still has to write.
    """
    if not extra:
        return KnownDivergences()
    document = load(extra, str(extra))
    found = KnownDivergences(_causes(document, drafts=drafts))
    _check_names(document)
    _check_once(found.of(*dict.fromkeys(cause.library for cause in found.own)))
    return found


def _check_once(causes: Sequence[KnownCause]) -> None:
    """Raise `BadFile` where two entries list a cause for one implementation and range of versions."""
    for index, cause in enumerate(causes):
        for other in causes[:index]:
            if (cause.id, cause.implementation) == (
                other.id,
                other.implementation,
            ) and cause.versions == other.versions:
                raise BadFile(
                    f"two entries list the cause {cause.id!r} for one range of versions: this one, and the "
                    f"one at {other.place}",
                    place=cause.place,
                    hint="Remove one of the two. Or give each entry its own `versions`.",
                )


def _causes(document: Document, *, drafts: bool) -> list[KnownCause]:
    """Return the causes of one file, checked, one for each implementation that shows them."""
    check_form(document, "known")
    for index, data in enumerate(document.data["causes"]):
        for name in () if drafts else ("title", "words"):
            if DRAFT in data[name]:
                message = f"`{name}` of the cause {data['cause']!r} still contains {DRAFT}: {data[name].strip()}"
                hint = f"Replace {DRAFT} by what the metric does, and why."
                raise BadFile(f"{message:.300}", place=document.place("causes", index, name), hint=hint)
    return [
        _cause(data, implementation, document.place("causes", index))
        for index, data in enumerate(document.data["causes"])
        for implementation in data["cases"]
    ]


def _check_names(document: Document) -> None:
    """Raise `BadFile` where a cause of a user's own file names what does not exist: nothing would ever match it."""
    clauses = load_clauses()
    for index, data in enumerate(document.data["causes"]):
        if data["clause"] not in clauses:
            place = document.place("causes", index, "clause")
            hint = "Name the clause that is broken, such as DEC-5. `nerconform list clauses` shows all."
            raise BadFile(f"the spec has no clause {data['clause']}", place=place, hint=hint)
        for name in data["cases"]:
            place = document.place("causes", index, "cases", name)
            try:
                library = library_of(name)
            except NerconformError as error:
                raise BadFile(error.message, place=place, hint=error.hint) from None
            if library not in {None, data["library"]}:
                raise _other_library(name, str(library), data["library"], document.place("causes", index, "library"))


def _other_library(implementation: str, library: str, said: str, place: str) -> BadFile:
    message = f"the entry names the library {said!r}, and {implementation} belongs to {library!r}"
    return BadFile(message, place=place, hint=f"Write `library: {library}`.")


def _cause(data: Mapping[str, Any], implementation: str, place: str) -> KnownCause:
    return _pinned(
        Defect(
            id=f"{data['library'].replace('.', '-')}.{data['cause']}",
            library=data["library"],
            title=data["title"],
            what_happens=data["words"].strip(),
            clause=data["clause"],
            versions=data["versions"],
            pinned=data["cases"],
            pinned_versions=data["versions"],
            link=data.get("link", ""),
            fixed_in=data.get("fixed_in", ""),
            place=place,
        ),
        implementation,
    )


def _pinned(defect: Defect, implementation: str) -> KnownCause:
    """Return what a defect says of one implementation. Raises `BadFile` where its versions are no specifier."""
    try:
        versions = SpecifierSet(defect.pinned_versions)
    except InvalidSpecifier as error:
        raise BadFile(str(error), place=defect.place, hint="Write a range such as >=1.2,<=1.2.2.") from None
    return KnownCause(
        id=defect.short_id,
        implementation=implementation,
        library=defect.library,
        versions=versions,
        title=defect.title,
        words=defect.words,
        clause=defect.clause,
        cases={
            case: {name: str(text) for name, text in got.items()} for case, got in defect.pinned[implementation].items()
        },
        link=defect.link,
        fixed_in=defect.fixed_in,
        place=defect.place,
        impact=defect.impact,
        effect=defect.effect,
        what_to_do=defect.what_to_do,
    )
