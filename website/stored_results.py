"""Stored results: what the pages show of libraries, read from `reports/`, and where clauses and cases are shown."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from nerconform.libraries.library import libraries
from nerconform.products.explain.site_contents import site_contents
from nerconform.reporting import run_view as view
from nerconform.reporting.report_files import page_names
from nerconform.results.releases_result import Releases
from nerconform.results.run import ImplementationRun, Run
from nerconform.results.stored import read_as
from nerconform.results.topic import CaseFile, Site

_REPORTS = Path(__file__).resolve().parents[1] / "reports"


class StoredResults(NamedTuple):
    """The stored run with all words, the page of each implementation, and where things are shown.

    `links` lead from the top of the site to clauses and cases, by their ids; `tested` are the cases of each clause;
    `reproductions` are lines that show a defect, by its id.
    """

    site: Site
    pages: Mapping[str, str]
    links: Mapping[str, str]
    tested: Mapping[str, list[str]]
    reproductions: Mapping[str, str]

    def links_from(self, depth: int) -> dict[str, str]:
        """Return the links from a page that lies `depth` folders deep."""
        return {name: "../" * depth + link for name, link in self.links.items()}

    def of_library(self, name: str) -> list[ImplementationRun]:
        """Return the implementations of one library."""
        return [one for one in self.site.run.implementations if one.name.partition(":")[0] == name]


def stored_results() -> StoredResults:
    """Return what `reports/` says."""
    run = read_as(_REPORTS / "run.json", Run)
    site = site_contents(run, read_as(_REPORTS / "releases.json", Releases))
    names = {name: page.removesuffix(".md") for name, page in page_names(run.implementations).items()}
    links = {one.id: f"spec/{PurePosixPath(one.place).stem}.html#{one.id.lower()}" for one in site.clauses}
    links = {name: link.replace(".md", "") for name, link in links.items()}
    links |= {case.id: f"results/{case_page(one)}.html#{case.id}" for one in site.case_files for case in one.cases}
    tested: dict[str, list[str]] = {}
    for file in site.case_files:
        for case in file.cases:
            for clause in case.clauses:
                tested.setdefault(clause, []).append(case.id)
    folders = {name: one.folder.replace("_", "-") for name, one in libraries().items()}
    groups = [(folders[one.name.partition(":")[0]], group) for one in run.implementations for group in view.known(one)]
    shown = [(f"{folder}.{group.cause.id}", group.smallest.reproduction) for folder, group in reversed(groups)]
    reproductions = {name: lines for name, lines in shown if lines}
    return StoredResults(site, names, links, tested, reproductions)


def case_page(one: CaseFile) -> str:
    """Return the name of the page of a fixture file."""
    return "-".join(("cases", *PurePosixPath(one.file).with_suffix("").parts[1:]))
