"""Site: the reports as pages that lead to each other: implementations, releases, trophies, errata, spec and cases."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from msgspec import structs

from nerconform.reporting.web import releases_page, run_page
from nerconform.reporting.web.pages import page
from nerconform.reporting.web.spec import chapters
from nerconform.results.site import CaseFile, Site

INDEX, RELEASES, TROPHIES, ERRATA, SPEC, CASES = (
    f"{name}.html" for name in ("index", "releases", "trophies", "errata", "spec", "cases")
)


@dataclass(frozen=True, slots=True)
class Nav:
    """Where else a page leads: links with their words, and the one that is shown."""

    links: tuple[tuple[str, str], ...]
    here: str = ""

    def at(self, here: str) -> "Nav":
        """Return the same on another page."""
        return replace(self, here=here)


def html_pages(site: Site, names: Mapping[str, str]) -> dict[str, str]:
    """Return every page by its name; `names` give that of each implementation. Raises `MissingJinja`."""
    run, clauses = site.run, {clause.id: clause for clause in site.clauses}
    links = {clause.id: f"{chapter_page(clause.place.rpartition(':')[0])}#{clause.id}" for clause in site.clauses}
    links |= {case.id: f"{_case_page(one)}#{case.id}" for one in site.case_files for case in one.cases}
    nav = _nav(has_releases=site.releases is not None)
    pages = {INDEX: run_page.render(run, links, title="Reports", nav=nav.at(INDEX), pages=names)}
    for index, one in enumerate(run.implementations):
        alone = structs.replace(run, implementations=(one,))
        pages[names[one.name]] = run_page.render(alone, links, title=one.name, nav=nav, first=index)
    if site.releases:
        pages[RELEASES] = releases_page.render(site.releases, links, nav.at(RELEASES))
    pages[TROPHIES] = page("trophies.html", trophies=site.trophies, clauses=clauses, links=links, nav=nav.at(TROPHIES))
    errata = [case for one in site.case_files for case in one.cases if case.kind == "erratum"]
    pages[ERRATA] = page("errata.html", errata=errata, links=links, nav=nav.at(ERRATA))
    for chapter in chapters(links, _tested(site)):
        pages[chapter.page] = page("spec.html", chapter=chapter, nav=nav.at(SPEC if chapter.page == SPEC else ""))
    shown = [(_case_page(one), _case_name(one), one) for one in site.case_files]
    pages[CASES] = page("cases.html", pages=shown, version=run.fixtures, nav=nav.at(CASES))
    return pages | {file: page("case.html", name=name, one=one, links=links, nav=nav) for file, name, one in shown}


def _nav(*, has_releases: bool) -> Nav:
    """Return the links at the head of every page."""
    links = [(INDEX, "Reports"), (TROPHIES, "Trophies"), (ERRATA, "Errata"), (SPEC, "Spec"), (CASES, "Golden cases")]
    return Nav(tuple([*links[:1], (RELEASES, "Releases"), *links[1:]] if has_releases else links))


def chapter_page(file: str) -> str:
    """Return the page of a chapter of the spec."""
    return f"spec-{PurePosixPath(file).stem}.html"


def _case_page(one: CaseFile) -> str:
    """Return the page of a fixture file."""
    return "-".join(("cases", *PurePosixPath(one.file).with_suffix("").parts[1:])) + ".html"


def _case_name(one: CaseFile) -> str:
    return one.file.removeprefix("fixtures/").removesuffix(".yaml")


def _tested(site: Site) -> dict[str, list[str]]:
    """Return for each clause the cases that test it."""
    tested: dict[str, list[str]] = {}
    for one in site.case_files:
        for case in one.cases:
            for name in case.clauses:
                tested.setdefault(name, []).append(case.id)
    return tested
