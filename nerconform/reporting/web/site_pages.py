"""Site: the reports as pages that lead to each other: implementations, releases, trophies, errata, spec and cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from nerconform.libraries.defects import trophies
from nerconform.reporting.explain_pages import Explanation
from nerconform.reporting.explaining_case import explain_case
from nerconform.reporting.web import releases_page as matrix_page
from nerconform.reporting.web import run_page
from nerconform.reporting.web.pages import page
from nerconform.reporting.web.spec import Chapter, chapters
from nerconform.results.releases_result import Matrix
from nerconform.results.run import Run
from nerconform.suite.agreement import show
from nerconform.suite.cases import Case, CaseKind, FixtureFile, Suite, load_suite
from nerconform.suite.clauses import Clause, load_clauses

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


@dataclass(frozen=True, slots=True)
class Erratum:
    """A value that a document prints, and what its own definition gives: rows of measure, printed, defined."""

    case: Case
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class CasePage:
    """One fixture file: its page, its prose, and its cases explained, the clause first."""

    file: str
    name: str
    group: FixtureFile
    cases: tuple[tuple[Case, Explanation], ...]


def html_pages(run: Run, names: Mapping[str, str], matrix: Matrix | None = None) -> dict[str, str]:
    """Return every page by its name; `names` give that of each implementation. Raises `MissingJinja`."""
    suite, clauses = load_suite(), load_clauses()
    links = {**_clause_links(clauses), **_case_links(suite)}
    nav = _nav(matrix is not None)
    pages = {INDEX: run_page.render(run, links, title="Reports", nav=nav.at(INDEX), pages=names)}
    for index, one in enumerate(run.implementations):
        alone = replace(run, implementations=(one,))
        pages[names[one.name]] = run_page.render(alone, links, title=one.name, nav=nav, first=index)
    if matrix:
        pages[RELEASES] = matrix_page.render(matrix, links, nav.at(RELEASES))
    pages[TROPHIES] = page("trophies.html", trophies=trophies(), clauses=clauses, links=links, nav=nav.at(TROPHIES))
    pages[ERRATA] = page("errata.html", errata=_errata(suite), links=links, nav=nav.at(ERRATA))
    for chapter in chapters(links, _tested(suite)):
        pages[chapter.page] = _chapter(chapter, nav)
    return pages | _case_pages(suite, clauses, links, nav)


def _nav(has_releases: bool) -> Nav:  # noqa: FBT001 - the one thing that may be missing
    """Return the links at the head of every page."""
    links = [(INDEX, "Reports"), (TROPHIES, "Trophies"), (ERRATA, "Errata"), (SPEC, "Spec"), (CASES, "Golden cases")]
    return Nav(tuple([*links[:1], (RELEASES, "Releases"), *links[1:]] if has_releases else links))


def _clause_links(clauses: Mapping[str, Clause]) -> dict[str, str]:
    """Return where each clause stands."""
    return {name: f"{chapter_page(clause.file)}#{name}" for name, clause in clauses.items()}


def chapter_page(file: str) -> str:
    """Return the page of a chapter of the spec."""
    return f"spec-{PurePosixPath(file).stem}.html"


def _case_links(suite: Suite) -> dict[str, str]:
    """Return where each golden case stands."""
    return {case.id: f"{_case_page(case.file)}#{case.id}" for case in suite.cases}


def _case_page(file: str) -> str:
    """Return the page of a fixture file."""
    return "-".join(("cases", *PurePosixPath(file).with_suffix("").parts[1:])) + ".html"


def _tested(suite: Suite) -> dict[str, list[str]]:
    """Return for each clause the cases that test it."""
    tested: dict[str, list[str]] = {}
    for case in suite.cases:
        for name in case.clauses:
            tested.setdefault(name, []).append(case.id)
    return tested


def _chapter(chapter: Chapter, nav: Nav) -> str:
    return page("spec.html", chapter=chapter, nav=nav.at(SPEC if chapter.page == SPEC else ""))


def _errata(suite: Suite) -> list[Erratum]:
    """Return the errata, document by document."""
    return [Erratum(case, tuple(_rows(case))) for case in suite.cases if case.kind is CaseKind.ERRATUM]


def _rows(case: Case) -> Sequence[tuple[str, str, str]]:
    """Return what the document prints beside what is right; where that depends on choices, all that can be."""
    rows = []
    for measure, printed in case.printed.items():
        right = [show(one.numbers[measure]) for one in case.expectations if measure in one.numbers]
        rows.append((str(measure), printed, " or ".join(dict.fromkeys(right)) or "refused"))
    return rows


def _case_pages(suite: Suite, clauses: Mapping[str, Clause], links: Mapping[str, str], nav: Nav) -> dict[str, str]:
    """Return the pages of the golden cases: one for each file, and an index of them."""
    found = []
    for group in suite.groups:
        explained = tuple((case, explain_case(case, group, clauses)) for case in group.cases)
        name = group.file.removeprefix("fixtures/").removesuffix(".yaml")
        found.append(CasePage(_case_page(group.file), name, group, explained))
    pages = {CASES: page("cases.html", pages=found, version=suite.version, nav=nav.at(CASES))}
    return pages | {one.file: page("case.html", one=one, links=links, nav=nav) for one in found}
