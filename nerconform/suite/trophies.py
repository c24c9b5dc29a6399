"""Trophies: known defects that contradict a library's documentation, and that its tracker did not have (KIT-3)."""

from dataclasses import dataclass
from typing import Any

from nerconform.base.forms import check_form
from nerconform.base.resources import fixtures_dir
from nerconform.base.strict_yaml import Document, load


@dataclass(frozen=True, slots=True)
class Trophy:
    """One defect: the smallest call that shows it, and what the library's documentation says instead.

    `setup` holds the imports of `call`, an expression; `gives` is its value as Python writes it, or the exception.
    `where` is the place in the documentation that `says` otherwise, `effect` what it does to somebody's numbers, and
    `searched` what was looked for in the tracker, without a find. `cases` are the golden cases that show it, if any.
    """

    id: str
    library: str
    versions: str
    title: str
    words: str
    clause: str
    setup: str
    call: str
    gives: str
    says: str
    where: str
    effect: str
    searched: tuple[str, ...]
    cases: tuple[str, ...] = ()


def load_trophies() -> tuple[Trophy, ...]:
    """Return the trophies among the known divergences of this installation, by library. Raises `BadFile`."""
    folder = fixtures_dir() / "known"
    documents = [load(path, f"fixtures/known/{path.name}") for path in sorted(folder.glob("*.yaml"))]
    return tuple(trophy for document in documents for trophy in _trophies(document))


def _trophies(document: Document) -> list[Trophy]:
    check_form(document, "known")
    return [_trophy(cause, cause["contradicts"]) for cause in document.data["causes"] if "contradicts" in cause]


def _trophy(cause: dict[str, Any], shown: dict[str, Any]) -> Trophy:
    return Trophy(
        id=cause["cause"],
        library=cause["library"],
        versions=cause["versions"],
        title=cause["title"],
        words=cause["words"].strip(),
        clause=cause["clause"],
        setup=shown["setup"].strip(),
        call=shown["call"].strip(),
        gives=shown["gives"].strip(),
        says=shown["says"].strip(),
        where=shown["where"].strip(),
        effect=shown["effect"].strip(),
        searched=tuple(shown["searched"]),
        cases=tuple(dict.fromkeys(case for shows in cause["cases"].values() for case in shows)),
    )
