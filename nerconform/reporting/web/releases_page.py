"""Releases page: releases by behaviour, and what changed in which, as one HTML file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nerconform.reporting.releases_markdown import change_words, counted, reach_words
from nerconform.reporting.web.finding import Finding
from nerconform.reporting.web.line_drawing import input_drawing
from nerconform.reporting.web.pages import page
from nerconform.results.releases_result import Change, LibraryReleases, ReleaseRow, Releases

TITLE = "Releases by behaviour"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One cause: its id, what it is, and for each release how many answers it is behind (`None`: not asked)."""

    cause: str
    title: str
    seen: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ModeView:
    """One mode of a library: the releases that have it, how each did, its behaviours, and what changed."""

    name: str
    releases: tuple[ReleaseRow, ...]
    counts: tuple[tuple[str, tuple[int | None, ...]], ...]
    behaviours: tuple[Behaviour, ...]
    changes: tuple[Finding, ...]
    reaches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryView:
    """One library: its modes, and the releases that do not install, with pip's reason."""

    anchor: str
    name: str
    modes: tuple[ModeView, ...]
    missing: tuple[ReleaseRow, ...]


def render(releases: Releases, links: Mapping[str, str] | None = None, nav: object = None) -> str:
    """Return the page. Raises `MissingJinja`."""
    libraries = [_library(index, one) for index, one in enumerate(releases.libraries)]
    findings = [finding for one in libraries for mode in one.modes for finding in mode.changes]
    context = {"releases": releases, "libraries": libraries, "findings": findings, "links": links or {}, "nav": nav}
    return page("releases.html", title=TITLE, **context)


def _library(index: int, library: LibraryReleases) -> LibraryView:
    """Return one library, its releases oldest first."""
    installed = [row for row in reversed(library.releases) if not row.reason]
    names = dict.fromkeys(mode.name for row in installed for mode in row.modes)
    anchor = f"l{index}"
    modes = tuple(_mode(f"{anchor}-{number}", name, installed, library) for number, name in enumerate(names))
    return LibraryView(anchor, library.library, modes, tuple(row for row in library.releases if row.reason))


def _mode(anchor: str, name: str, rows: Iterable[ReleaseRow], library: LibraryReleases) -> ModeView:
    """Return one mode over the releases."""
    found = [(row, next((mode for mode in row.modes if mode.name == name), None)) for row in rows]
    asked = [(row, mode if mode and not mode.reason else None) for row, mode in found]
    titles = library.titles
    causes = dict.fromkeys(cause for _, mode in asked if mode for cause in mode.causes)
    behaviours = tuple(
        Behaviour(
            cause,
            titles.get(cause, ""),
            tuple(mode.causes.get(cause, 0) if mode else None for _, mode in asked),
        )
        for cause in causes
    )
    counts = tuple(
        (label, tuple(getattr(mode, name) if mode else None for _, mode in asked))
        for label, name in (("asked", "asked"), ("as declared", "declared"), ("with a cause", "explained"),
                            ("without a cause", "unexplained"))
    )  # fmt: skip
    changes = [change for change in library.changes if change.mode == name]
    findings = tuple(_change(f"{anchor}-{number}", change, library) for number, change in enumerate(changes))
    reaches = tuple(reach_words(reach) for reach in library.reaches if reach.mode == name)
    return ModeView(name, tuple(row for row, _ in asked), counts, behaviours, findings, reaches)


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
