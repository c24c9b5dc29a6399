"""Releases page: releases by behaviour, and what changed in which, as one HTML file."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nerconform.reporting.releases_text import change_words, counted, reach_words
from nerconform.reporting.web.finding import Finding
from nerconform.reporting.web.line_drawing import input_drawing
from nerconform.reporting.web.pages import fragment, page
from nerconform.results.releases_result import Change, LibraryReleases, ModeRow, ReleaseRow, Releases

TITLE = "Releases by behaviour"


class ModeView(NamedTuple):
    """One mode of a library: each release and how it did (`None`: not asked), and what changed, both newest first."""

    name: str
    releases: list[tuple[ReleaseRow, ModeRow | None]]
    changes: list[Finding]
    reaches: list[str]


def render(releases: Releases) -> str:
    """Return the page. Raises `MissingJinja`."""
    return page("releases.html", title=TITLE, **_context(releases, {}))


def content(releases: Releases, links: Mapping[str, str]) -> str:
    """Return the page without its frame; `links` say where clauses are shown, by their ids. Raises `MissingJinja`."""
    return fragment("releases.html", title=TITLE, **_context(releases, links))


def _context(releases: Releases, links: Mapping[str, str]) -> dict[str, object]:
    """Return what the template shows."""
    libraries = [(f"l{index}", one, list(_modes(f"l{index}", one))) for index, one in enumerate(releases.libraries)]
    findings = [finding for _, _, modes in libraries for mode in modes for finding in mode.changes]
    return {"releases": releases, "libraries": libraries, "findings": findings, "links": links}


def _modes(anchor: str, library: LibraryReleases) -> Iterator[ModeView]:
    """Yield the modes of one library."""
    installed = [row for row in library.releases if not row.reason]
    for number, name in enumerate(dict.fromkeys(mode.name for row in installed for mode in row.modes)):
        found = [(row, next((mode for mode in row.modes if mode.name == name), None)) for row in installed]
        asked = [(row, mode if mode and not mode.reason else None) for row, mode in found]
        changes = [change for change in reversed(library.changes) if change.mode == name]
        findings = [_change(f"{anchor}-{number}-{place}", change, library) for place, change in enumerate(changes)]
        yield ModeView(name, asked, findings, [reach_words(one) for one in library.reaches if one.mode == name])


def _change(anchor: str, change: Change, library: LibraryReleases) -> Finding:
    """Return answers that changed between two releases, as a card."""
    example = change.example
    asked = [example.question, example.scheme, *(f"{axis}:{option}" for axis, option in example.choices.items())]

    return Finding(
        anchor=anchor,
        subject=change.mode,
        state="explained" if change.explained else "unexplained",
        title=f"{change.after}: {counted(change)} changed",
        kinds=tuple(kind for kind, number in (("golden", change.golden), ("random", change.random)) if number),
        words=change_words(change, library.titles).replace("`", ""),
        facts=(("before", change.before), ("after", change.after), ("asked", ", ".join(filter(None, asked)))),
        drawing=input_drawing(example.gold, example.pred),
        mismatches=example.differences,
        sides=(change.before, change.after),
        times=change.golden + change.random,
    )
